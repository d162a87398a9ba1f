"""The menu: every game there is, matches to go on with, and the set-up of a new match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, OptionList, Select, Static, Switch
from textual.widgets.option_list import Option as Line

from roundtable import bots
from roundtable.engine import BadMatchFile, BadOption, Game, Option, Refusal
from roundtable.games import game as find_game
from roundtable.games import slugs

from . import saves
from .modals import Reading, rules_page
from .palette import CANDLE, PALETTES, style
from .setup import Setup, resume

if TYPE_CHECKING:
    from .app import RoundTable

SAVED = "saved:"
AS_PRINTED = "A set of options; each of them can be changed below."


class MenuScreen(Screen[None]):
    """Games first, then the matches that are not over."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]
    BINDINGS = [
        Binding("enter", "choose", "choose"),
        Binding("r", "rules", "rules"),
        Binding("t", "app.next_theme", "light"),
        Binding("q,escape", "app.quit", "quit"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("Round Table", id="banner")
        with Vertical(classes="sheet", id="menu") as sheet:
            sheet.border_title = "What shall we play?"
            yield OptionList(id="games")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.fill())
        self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """List everything anew: a match may have been played since."""
        palette = PALETTES.get(self.app.theme, CANDLE)
        faint, gold = style(palette.faint), style(palette.gold, bold=True)
        lines: list[Line | None] = []
        for slug in slugs():
            try:
                game = find_game(slug)
            except Exception as error:  # one broken game must not hide the others
                lines.append(Line(Content.assemble((f"{slug}: cannot be loaded ({error})", faint)), disabled=True))
                continue
            facts = f"{game.seats[0]}–{game.seats[1]} players, {game.minutes} minutes"
            sign = ("▌", style(palette.tincture(game.emblem.tincture)))
            words = Content.assemble(sign, (game.title, gold), f"   {facts}\n", sign, (game.tagline, faint))
            lines += [Line(words, id=slug), None]
        for save in saves.saved(cast("RoundTable", self.app).saves):
            if not save.over:
                facts = f"{save.answers} answers, {save.when:%d %b %H:%M}"
                words = Content.assemble("Go on: ", (save.game, gold), f"   {', '.join(save.seats)}   ", (facts, faint))
                lines.append(Line(words, id=SAVED + str(save.path)))
        waiting = sum(line is not None and str(line.id).startswith(SAVED) for line in lines)
        self.query_one("#menu").border_subtitle = f"{waiting} to go on with, below" if waiting else ""
        listed = self.query_one(OptionList)
        at = listed.highlighted
        listed.clear_options()
        listed.add_options(lines)
        listed.highlighted = at if at is not None and at < listed.option_count else 0
        listed.focus()

    @on(OptionList.OptionSelected)
    def select(self, event: OptionList.OptionSelected) -> None:
        name = str(event.option_id)
        app = cast("RoundTable", self.app)
        if not name.startswith(SAVED):
            app.push_screen(SetupScreen(find_game(name)))
            return
        try:
            app.sit(resume(Path(name.removeprefix(SAVED))))
        except (BadMatchFile, bots.NoBot, OSError) as error:
            self.notify(str(error), severity="error", markup=False)

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def action_rules(self) -> None:
        listed = self.query_one(OptionList)
        line = listed.get_option_at_index(listed.highlighted) if listed.highlighted is not None else None
        if line is not None and line.id is not None and not line.id.startswith(SAVED):
            game = find_game(line.id)
            self.app.push_screen(Reading(f"Rules of {game.title}", rules_page(game)))


class SetupScreen(Screen[None]):
    """Who plays, and by which options; each option with its sentence, presets as buttons."""

    BINDINGS = [
        Binding("f5", "begin", "begin"),
        Binding("f2", "rules", "rules"),
        Binding("escape", "app.pop_screen", "back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        game = self.game
        with VerticalScroll(classes="sheet", id="setup") as sheet:
            sheet.border_title = game.title
            sheet.border_subtitle = "F5 begins · esc goes back"
            yield Static(game.tagline, classes="faint", markup=False)
            counts = [(str(n), n) for n in range(game.seats[0], game.seats[1] + 1)]
            yield from field(
                "Players",
                "How many sit at the table.",
                Select(counts, value=game.usual_players(), allow_blank=False, compact=True, id="players"),
            )
            yield from field(
                "People",
                "Who shares this keyboard, separated by commas; bots take the other seats.",
                Input(value="Player 1", compact=True, id="people"),
            )
            ranks = [("Random", "random"), *((rank.title, rank.name) for rank in bots.strengths(game))]
            yield from field(
                "Bots",
                "Who sits on the other seats.",
                Select(ranks, value=bots.usual(game).name, allow_blank=False, compact=True, id="bot"),
            )
            presets = [(in_words(name), name) for name, values in game.presets.items() if values]
            if presets:
                yield from field(
                    "Rules",
                    AS_PRINTED,
                    Select([("As in the book", ""), *presets], value="", allow_blank=False, compact=True, id="preset"),
                )
            with Horizontal(classes="buttons"):
                yield Button("Begin (F5)", id="begin", variant="primary", compact=True)
            for option in game.options.listed():
                yield from field(in_words(option.name), option.text, option_widget(option))
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#begin").focus(scroll_visible=False)

    def options(self) -> dict[str, object]:
        return {option.name: self._setting(option).value for option in self.game.options.listed()}

    def _setting(self, option: Option) -> Any:
        """The widget of an option; each kind has its `value`."""
        return self.query_one(f"#option-{option.name}")

    @on(Select.Changed, "#preset")
    def take_preset(self, event: Select.Changed) -> None:
        name = str(event.value)
        values = self.game.presets[name] if name else {}
        for option in self.game.options.listed():
            value, widget = values.get(option.name, option.default), self._setting(option)
            widget.value = as_words(value) if isinstance(widget, Input) else value
        sentence = self.game.preset_taglines.get(name, "" if name else AS_PRINTED)
        self.query_one("#preset-sentence", Label).update(Content(sentence))

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        people = tuple(name.strip() for name in self.query_one("#people", Input).value.split(",") if name.strip())
        players, bot = self.query_one("#players", Select).value, self.query_one("#bot", Select).value
        app = cast("RoundTable", self.app)
        try:
            setup = Setup(self.game, int(str(players)), people, str(bot), None, self.options())
            recorded = setup.start(app.saves)
        except (BadOption, bots.NoBot, Refusal, OSError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        app.pop_screen()
        app.sit(recorded)

    def action_rules(self) -> None:
        self.app.push_screen(Reading(f"Rules of {self.game.title}", rules_page(self.game)))


def field(name: str, sentence: str, widget: Switch | Select[object] | Input) -> ComposeResult:
    """A name and its sentence beside what sets it."""
    with Horizontal(classes="field"):
        with Vertical(classes="words"):
            yield Label(name, classes="name", markup=False)
            yield Label(sentence, classes="faint", markup=False, id=f"{widget.id}-sentence")
        yield widget


def option_widget(option: Option) -> Switch | Select[object] | Input:
    name = f"option-{option.name}"
    if option.kind == "bool":
        return Switch(bool(option.default), id=name)
    if option.kind == "choice":
        values = [(str(value), value) for value in option.values]
        return Select(values, value=option.default, allow_blank=False, compact=True, id=name)
    return Input(as_words(option.default), placeholder=option.expects(), compact=True, id=name)


def in_words(name: str) -> str:
    """The name of an option or a preset for people.

    >>> in_words("storm_start"), in_words("full-camelot")
    ('Storm start', 'Full camelot')
    """
    return name.replace("_", " ").replace("-", " ").capitalize()


def as_words(value: object) -> str:
    return ", ".join(value) if isinstance(value, (list, tuple)) else str(value)
