"""The review of a finished match in the terminal: the same as in the browser and on the command line."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.worker import get_current_worker

from roundtable.engine import Match
from roundtable.table import review

BARS = "▁▂▃▄▅▆▇█"


def bar(values: list[float]) -> str:
    """Shares from 0 to 1 as a line.

    >>> bar([0.0, 0.5, 1.0])
    '▁▅█'
    """
    return "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in values)


class Review(ModalScreen[None]):
    """Chances, turning points, and where another answer was better; it is worked out while one reads."""

    BINDINGS = [Binding("escape,q,v", "dismiss", "close")]

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__()
        self.match = match
        self.seat = seat
        self.lines: list[str] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet", id="review") as sheet:
            sheet.border_title = f"Review of {review.called(self.match)[self.seat]}"
            sheet.border_subtitle = "esc closes"
            yield Static("A Champion goes through the match …", id="judgements", markup=False)

    def on_mount(self) -> None:
        self.query_one("#review").focus()
        self.run_worker(self.work, thread=True, exclusive=True)

    def work(self) -> None:
        """In a thread of its own."""
        worker, match, names = get_current_worker(), self.match, review.called(self.match)
        points: list[review.Point] = []
        for point in review.curve(match):
            if worker.is_cancelled:
                return
            points.append(point)
        width = max(map(len, names))
        for seat, name in enumerate(names):
            self.tell(f"{name:{width}}  {bar([point.open[seat] for point in points])}")
        self.tell(
            f"{'knew':{width}}  {bar([point.known[self.seat] for point in points])}  what {names[self.seat]} knew"
        )
        for turn in review.turning_points(match, points):
            self.tell(turn.words(names))
        found = False
        for one in review.review(match, self.seat):
            if worker.is_cancelled:
                return
            if one.sure:
                found = True
                self.tell(one.line())
        self.tell("That is all." if found else "Nothing to improve beyond doubt.")

    def tell(self, line: str) -> None:
        self.lines.append(line)
        self.app.call_from_thread(self.query_one("#judgements", Static).update, "\n\n".join(self.lines))
