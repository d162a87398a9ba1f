"""Replay: a recorded match, step by step, forward and back, as a seat saw it or, once it is over, with all open."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding
from textual.content import Content

from roundtable.engine import SPECTATOR, Match
from roundtable.scene import Scene, Sentence

from .lights import RoundTableApp
from .modals import Reading, legend_page, rules_page
from .palette import style
from .panes import TablePanes
from .reviewing import Review

ALL: Final = -1  # the viewer who sees everything

HELP: Final = """\
# Keys

| key | what it does |
| --- | --- |
| right, space | one answer forward |
| left, backspace | one answer back |
| up, down | ten answers back or forward |
| home, end | to the beginning, to the end |
| s, S | see it from the next or the previous seat; the public and, after the end, all are among them |
| l, z, o, t | log or players; zoom; names of the spaces; candle or vellum |
| v | the review: chances, turning points, better answers of the seat one looks through |
| r | the rules |
| q, ctrl+c | leave |
"""


class ReplayScreen(TablePanes):
    """A match at one of its moments."""

    BINDINGS = [
        Binding("right,space", "step(1)", "forward", key_display="→"),
        Binding("left,backspace", "step(-1)", "back", key_display="←"),
        Binding("down", "step(10)", show=False),
        Binding("up", "step(-10)", show=False),
        Binding("home", "go(0)", "beginning"),
        Binding("end", "go(1000000)", "end"),
        Binding("s", "seat(1)", "seat"),
        Binding("S", "seat(-1)", show=False),
        Binding("l", "fold", "log"),
        Binding("z", "zoom", "zoom"),
        Binding("v", "review", "review"),
        Binding("r", "rules", "rules"),
        Binding("h,f1", "help", "help"),
        Binding("q,escape", "app.quit", "quit"),
    ]

    def __init__(self, match: Match, seat: int | None) -> None:
        super().__init__()
        self.match = match
        self.viewers: list[int | None] = [*([ALL] if match.over else []), None, *range(match.players)]
        self.viewer = seat if seat is not None else self.viewers[0]
        self.at = 0

    def moment(self) -> tuple[Scene, list[Sentence]]:
        """The scene and the log before answer number `at`, for the viewer."""
        match, game = self.match, self.match.game
        state, told = match.before(self.at)
        if self.viewer == ALL:
            scene: Scene = game.scene(state, None, match.names)
            events = [event.opened() for event in match.events[:told]]
        else:
            scene = game.scene(game.view(state, self.viewer), self.viewer, match.names)
            me = SPECTATOR if self.viewer is None else self.viewer
            events = [heard for event in match.events[:told] if (heard := event.seen_by(me)) is not None]
        callings = game.callings(state, match.names)
        return scene, [said for event in events if (said := game.sentence(event, callings)) is not None]

    def draw(self) -> None:
        scene, log = self.moment()
        match = self.match
        total = len(match.entries)
        if self.at < total:
            entry = match.entries[self.at]
            asked = f"{match.names[entry.seat]} is asked {entry.question}"
            known = self.viewer in (ALL, entry.seat)
            answer = f": {' '.join(entry.answer) or '(nothing)'}" if known else ": a secret answer"
        else:
            asked, answer = scene.over or "The match stops here.", ""
        self.show(
            scene,
            log,
            Content.assemble((asked, style(self.palette.gold, bold=True)), answer),
            f"Answer {self.at} of {total}",
        )
        self.query_one("#prompt-pane").border_title = f"Replay, seen by {self.viewer_name()}"

    def viewer_name(self) -> str:
        if self.viewer == ALL:
            return "all"
        return "the public" if self.viewer is None else self.match.names[self.viewer]

    def action_step(self, by: int) -> None:
        self.action_go(self.at + by)

    def action_go(self, to: int) -> None:
        self.at = max(0, min(len(self.match.entries), to))
        self.draw()

    def action_seat(self, by: int) -> None:
        self.viewer = self.viewers[(self.viewers.index(self.viewer) + by) % len(self.viewers)]
        self.draw()

    def action_review(self) -> None:
        """What a Champion thinks of a seat's answers, once the match is over."""
        if not self.match.over:
            self.notify("There is a review once the match is over.")
            return
        seat = self.viewer if self.viewer is not None and self.viewer != ALL else 0
        self.app.push_screen(Review(self.match, seat))

    def action_rules(self) -> None:
        game = self.match.game
        self.app.push_screen(Reading(f"Rules of {game.title}", rules_page(game)))

    def action_help(self) -> None:
        self.app.push_screen(Reading("Help", f"{HELP}\n\n{legend_page(self.match.game)}"))


class ReplayApp(RoundTableApp):
    """`roundtable replay`."""

    def __init__(self, match: Match, seat: int | None = None) -> None:
        super().__init__()
        self.match = match
        self.seat = seat

    def on_mount(self) -> None:
        self.push_screen(ReplayScreen(self.match, self.seat))
