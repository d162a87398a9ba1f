"""The panes of the table screen: where the board, the players, the log, the prompt and the picks are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from roundtable.scene import Prompt, Scene, Sentence

from . import draw, pieces
from .palette import CANDLE, PALETTES, Palette, style
from .sheet import line

NO_PROMPT = Prompt("", "", "")


class Picture(Widget):
    """Lines drawn for the room there is; a click on something with an id says which."""

    class Clicked(Message):
        def __init__(self, on: str | int) -> None:
            super().__init__()
            self.on = on

    def __init__(self, paint: Callable[[int, int], list[Content]], id: str) -> None:
        super().__init__(id=id)
        self.paint = paint
        self.painted: dict[tuple[int, int], list[Content]] = {}  # measured and rendered at one size

    def repaint(self) -> None:
        self.painted.clear()
        self.refresh(layout=True)

    def lines(self, width: int, height: int) -> list[Content]:
        if (width, height) not in self.painted:
            self.painted[width, height] = self.paint(width, height)
        return self.painted[width, height]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self.lines(width, container.height)))

    def render(self) -> Content:
        room = self.parent.size.height if isinstance(self.parent, Widget) else self.size.height
        return Content("\n").join(self.lines(self.size.width, room))

    def on_click(self, event: events.Click) -> None:
        on = event.style.meta.get("on")
        if on is not None:
            event.stop()
            self.post_message(self.Clicked(on))


class Pane(VerticalScroll, can_focus=False):
    """A framed part of the screen that scrolls if it must; the keys belong to the screen."""


class TablePanes(Screen[None]):
    """A table on the screen.  Subclasses say what to show and what the other keys do."""

    BINDINGS = [
        Binding("o", "labels", show=False),
        Binding("t", "app.next_theme", show=False),
        Binding("pageup", "scroll('log', -1)", show=False),
        Binding("pagedown", "scroll('log', 1)", show=False),
        Binding("left_square_bracket", "scroll('board', -1)", show=False),
        Binding("right_square_bracket", "scroll('board', 1)", show=False),
        Binding("left_curly_bracket", "scroll('players', -1)", show=False),
        Binding("right_curly_bracket", "scroll('players', 1)", show=False),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.labels = False
        self.cursor = 0
        self.taken = -1  # which pick is chosen, where another would take its place

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal(id="middle"):
            with Pane(id="board-pane"):
                yield Picture(self.paint_board, id="board")
            with Vertical(id="side"):
                with Pane(id="players-pane"):
                    yield Picture(self.paint_players, id="players")
                with Pane(id="log-pane"):
                    yield Static(id="log")
        with Vertical(id="prompt-pane"):
            yield Static(id="sentence")
            with Pane(id="picks-pane"):
                yield Picture(self.paint_picks, id="picks")
            yield Static(id="hint")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def palette(self) -> Palette:
        return PALETTES.get(self.app.theme, CANDLE)

    @property
    def prompt(self) -> Prompt:
        return self.scene.prompt if self.scene is not None and self.scene.prompt is not None else NO_PROMPT

    def look(self) -> pieces.Look:
        assert self.scene is not None
        return pieces.Look.of(self.scene, self.palette, self.labels)

    def paint_board(self, width: int, height: int) -> list[Content]:
        return draw.board(self.scene, self.look(), width, height) if self.scene is not None else []

    def paint_players(self, width: int, height: int) -> list[Content]:
        return draw.panels(self.scene, self.look(), width, height) if self.scene is not None else []

    def paint_picks(self, width: int, height: int) -> list[Content]:
        if self.scene is None:
            return []
        return draw.picks(self.prompt, self.look(), width, height, self.cursor, self.taken)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.draw())
        self.draw()

    def on_resize(self) -> None:
        if self.scene is not None:
            self.draw()

    def draw(self) -> None:
        """Show the present moment."""
        raise NotImplementedError

    # -- showing -----------------------------------------------------------------------------------------------------

    def show(
        self, scene: Scene, log: Sequence[Sentence], sentence: Content, hint: Content | str = "", new: int = 0
    ) -> None:
        """Draw everything anew; the last `new` sentences of the log stand out."""
        self.scene = scene
        self.cursor = min(self.cursor, max(0, len(self.prompt.picks) - 1))
        title = (f" {scene.title} ", style(self.palette.gold, bold=True))
        words, steps = line(title, f" {scene.status}"), draw.phases(scene, self.look())
        gap = "   " if words.cell_length + 3 + steps.cell_length <= self.size.width else "\n "
        status = line(words, gap, steps)
        self.query_one("#status", Static).update(status)
        for name in ("board", "players", "picks"):
            self.query_one(f"#{name}", Picture).repaint()
        lines = [self.log_line(each) for each in log]
        if new:
            old = len(lines) - new
            lines = [each.stylize(style(self.palette.faint)) if i < old else each for i, each in enumerate(lines)]
        self.query_one("#log", Static).update(Content("\n").join(lines))
        self.query_one("#log-pane", Pane).anchor()
        self.query_one("#sentence", Static).update(sentence)
        self.query_one("#hint", Static).update(hint)
        self.query_one("#board-pane").border_title = ", ".join(area.title for area in scene.areas[:3])
        self.query_one("#players-pane").border_title = "Players"
        self.query_one("#log-pane").border_title = "Log"

    def log_line(self, sentence: Sentence) -> Content:
        """A sentence of the log, the players' names in bold; a heading, and what is a great moment, in gold."""
        assert self.scene is not None
        text = sentence.text
        great = sentence.heading or sentence.moment is not None
        content = Content(text).stylize(style(self.palette.gold)) if great else Content(text)
        for panel in self.scene.panels:
            at = text.find(panel.name)
            while at >= 0:
                content = content.stylize(style(bold=True), at, at + len(panel.name))
                at = text.find(panel.name, at + 1)
        return content

    def action_fold(self) -> None:
        """Log or players, where there is no room for both; more or less of the log, where there is."""
        self.toggle_class("-log")

    def action_zoom(self) -> None:
        """The whole width for the board, or not."""
        self.toggle_class("-zoom")

    def action_labels(self) -> None:
        self.labels = not self.labels
        self.query_one("#board", Picture).repaint()

    def action_scroll(self, pane: str, pages: int) -> None:
        scrolled = self.query_one(f"#{pane}-pane", Pane)
        scrolled.scroll_relative(y=pages * max(1, scrolled.size.height - 1), animate=False)
