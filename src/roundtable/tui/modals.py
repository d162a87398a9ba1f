"""Small screens over the table: reading, asking why not, passing the keyboard, the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Horizontal, Middle, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widgets import Button, Input, Label, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from roundtable.engine import Game
from roundtable.scene import Panel, Scene
from roundtable.table.frames import TallyRow

from .palette import badge

HELP: Final = """\
# Keys

| key | what it does |
| --- | --- |
| 1–9, a–z | choose what has that key in the prompt or on the board |
| arrows, space | move through the choices and read them in full, choose |
| enter | confirm what is chosen; take the only choice there is |
| backspace | take back the last step of an answer that is not given yet |
| u | take back a given answer, as long as that is fair |
| ? | why not? Ask about any word, space or piece |
| ! | a hint: what a Champion would answer; once more: choose that |
| . | what happened since your last answer |
| r | the paragraph of the rules for this question |
| R, F2 | the whole rules |
| l | log or players; page up and down scroll the log |
| z | the whole width for the board; [ and ] scroll it, { and } the players |
| o | names of the spaces on or off |
| t | candle or vellum |
| h, F1 | this page |
| F3 | no more tips about what is new |
| q, ctrl+c | leave; the match is saved after every answer |

One rule for every question: keys choose, enter confirms. Until then another key chooses something else.

With the mouse: click a choice, or what is lit on the table. A click on anything else says what it is and why it
cannot be chosen now.
"""


def paragraph(game: Game, number: str) -> str:
    """A paragraph of the rules page, as far as there is one."""
    try:
        return game.paragraph(number) or game.paragraph(number.rpartition(".")[0])
    except OSError:
        return ""


def rules_page(game: Game) -> str:
    try:
        return game.rules()
    except OSError:
        return f"# {game.title}\n\nThis game has no rules page."


def legend_page(game: Game) -> str:
    """What stats and signs of the game mean."""
    return "\n".join(["## Legend", "", *(f"- **{each.name}**: {each.text} ({each.rule})" for each in game.legend)])


class Reading(ModalScreen[None]):
    """A page of text that scrolls."""

    BINDINGS = [
        Binding("escape,q,enter,r,h", "dismiss", "close"),
        Binding("R,f2", "whole", "the whole rules"),
    ]

    def __init__(self, title: str, text: str, whole: Callable[[], str] | None = None) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.whole = whole

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page", classes="sheet") as page:
            page.border_title = self.heading
            page.border_subtitle = "esc closes" + (" · R the whole rules" if self.whole else "")
            yield Markdown(self.text, open_links=False)

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    async def action_whole(self) -> None:
        if self.whole is not None:
            await self.query_one(Markdown).update(self.whole())
            self.query_one("#page", VerticalScroll).border_title = "Rules"
            self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    @on(Markdown.LinkClicked)
    async def follow(self, event: Markdown.LinkClicked) -> None:
        """The rules page links to its rulings: `#r7`."""
        await self.action_whole()
        page = self.query_one(Markdown)
        for _, title, heading in page.table_of_contents:
            if heading and title.lower().startswith(event.href[1:] + "."):
                page.query_one(f"#{heading}").scroll_visible(top=True, animate=False)


class WhyNot(ModalScreen[None]):
    """Any word of the game, and why it cannot be chosen now."""

    BINDINGS = [Binding("escape", "dismiss", "close"), Binding("f2", "read", "the paragraph")]

    def __init__(self, game: Game, words: Mapping[str, str], ask: Callable[[str], tuple[str, str]]) -> None:
        super().__init__()
        self.game = game
        self.words = dict(words)
        self.ask = ask
        self.rule = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = "Why not?"
            sheet.border_subtitle = "type to search · enter asks · F2 reads the paragraph · esc closes"
            yield Input(placeholder="a word, a space, a piece")
            yield OptionList()
            yield Static(id="reason")

    def on_mount(self) -> None:
        self.fill("")

    def fill(self, part: str) -> None:
        found = [(atom, label) for atom, label in self.words.items() if part in f"{atom} {label}".lower()]
        found.sort(key=lambda item: part not in (item[0].lower(), item[1].lower()))  # the word itself comes first
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(_both(atom, label), id=atom) for atom, label in found])
        listed.highlighted = 0 if found else None

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        self.fill(event.value.strip().lower())

    @on(Input.Submitted)
    def submit(self) -> None:
        listed = self.query_one(OptionList)
        if listed.highlighted is not None:
            self.tell(str(listed.get_option_at_index(listed.highlighted).id))

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        self.tell(str(event.option_id))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("down", "up") and isinstance(self.focused, Input):
            listed = self.query_one(OptionList)
            (listed.action_cursor_down if event.key == "down" else listed.action_cursor_up)()
            event.stop()

    def tell(self, atom: str) -> None:
        reason, self.rule = self.ask(atom)
        label = _both(atom, self.words[atom])
        self.query_one("#reason", Static).update(Content(f"{label}: {in_words(reason, self.rule)}."))

    def action_read(self) -> None:
        if self.rule:
            self.app.push_screen(
                Reading(f"Rules {self.rule}", paragraph(self.game, self.rule), lambda: rules_page(self.game))
            )


def _both(atom: str, label: str) -> str:
    return label if label.lower() == atom.lower() else f"{label} ({atom})"


def in_words(reason: str, rule: str) -> str:
    """A reason with the paragraph of the rules where it can be read.

    >>> in_words("it is taken", "4.2"), in_words("not so fast", "")
    ('it is taken (rules 4.2)', 'not so fast')
    """
    return f"{reason} (rules {rule})" if rule else reason


class Curtain(Screen[str]):
    """Hides the table while the keyboard goes from one person to the next."""

    BINDINGS = [
        Binding("enter", "dismiss('sit')", "I am here"),
        Binding("u", "dismiss('undo')", "take back the last answer"),
        Binding("q", "dismiss('quit')", "quit"),
    ]

    def __init__(self, name: str, news: Sequence[str], back: str) -> None:
        super().__init__()
        self.person = name
        self.news = news
        self.back = back  # who may take back an answer, "" if nobody

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical(id="curtain", classes="sheet"):
            yield Label(f"Pass the keyboard to {self.person}, press Enter", id="pass")
            if self.news:
                yield Label("What everybody saw:", classes="faint")
                yield Label("\n".join(self.news), markup=False)
            also = f"u: {self.back} takes back the answer · " if self.back else ""
            yield Label(f"{also}q: quit, the match is saved", classes="faint", markup=False)


class End(ModalScreen[str]):
    """The page of honour: places, where the points came from, the last words of the log, what next."""

    BINDINGS = [
        Binding("m", "dismiss('again')", "rematch"),
        Binding("v", "dismiss('review')", "review"),
        Binding("escape,l", "dismiss('look')", "look at the table"),
        Binding("q", "dismiss('quit')", "quit"),
    ]

    def __init__(
        self, scene: Scene, ranking: Sequence[Sequence[int]], tally: Sequence[TallyRow], log: Sequence[str], path: str
    ) -> None:
        super().__init__()
        self.scene = scene
        self.ranking = ranking
        self.tally = tally
        self.log_tail = log
        self.path = path

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet", id="end") as sheet:
            sheet.border_title = self.scene.over or "The end"
            panels = {panel.seat: panel for panel in self.scene.panels}
            place = 1
            for group in self.ranking:
                for seat in group:
                    yield Static(self.honour(place, panels[seat], len(group) > 1))
                place += len(group)
            if self.tally:
                yield Static(self.account([panels[seat] for group in self.ranking for seat in group]), id="tally")
            with Horizontal(classes="buttons"):  # before the last words, which may be longer than a small screen
                yield Button("Rematch (m)", id="again", variant="primary", compact=True)
                yield Button("Review (v)", id="review", compact=True)
                yield Button("Look at the table (esc)", id="look", compact=True)
                yield Button("Quit (q)", id="quit", compact=True)
            yield Label("")
            yield Label(f"Recorded in {self.path}", classes="faint", markup=False)
            yield Label("")
            yield Label("\n".join(self.log_tail), classes="faint", markup=False)

    def honour(self, place: int, panel: Panel, shared: bool) -> Content:
        stats = " · ".join(stat.value for stat in panel.stats)
        words = f"  {place}.{' shared' if shared else ''} "
        return Content.assemble(
            words,
            (f" {panel.arms.letter} ", badge(panel.arms.colour)),
            f" {panel.name}" + (f" ({panel.person})" if panel.person else ""),
            f"   {stats}" if stats else "",
        )

    def account(self, panels: Sequence[Panel]) -> Content:
        """Where the points came from, a column for everybody."""
        width = max(len(line.label) for line in self.tally)
        parts: list[str | tuple[str, str | Style]] = ["\n", " " * (width + 2)]
        for panel in panels:
            parts += ["   ", (f" {panel.arms.letter} ", badge(panel.arms.colour))]
        for line in self.tally:
            numbers = "".join(f"{line.points[panel.seat]:6}" for panel in panels)
            row = f"\n  {line.label:{width}}{numbers}"
            parts.append((row, "bold") if line.total else row)
        return Content.assemble(*parts)

    @on(Button.Pressed)
    def press(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)
