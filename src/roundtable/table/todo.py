"""What a table wants its host to do: write, think, send, wake it, note something in its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .log_codes import LogCode
from .model import Doc, Message, Record

if TYPE_CHECKING:
    from roundtable.engine import State

    from .links import Link
    from .presence import Note
    from .setup import Change

NEVER: Final = float("inf")


class Append:
    """Add these records to the log, the first as number `seq`.  Nobody is shown them before they are durable."""

    def __init__(self, seq: int, records: list[Record]) -> None:
        self.seq = seq
        self.records = records


class Save:
    """Write the document, if the stored one has the same version; its version grows by one."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc


class Say:
    """Add a message to the chat and forget all but the last `kept`."""

    def __init__(self, message: Message, kept: int) -> None:
        self.message = message
        self.kept = kept


class Load:
    """Read the table from the store again."""


Write = Append | Save | Say | Load


class Reason(Exception):
    """Why something could not be written: a `conflict` means that somebody else has written meanwhile."""

    def __init__(self, reason: str, conflict: bool = False) -> None:
        super().__init__(reason)
        self.conflict = conflict


class Thought:
    """A bot is to think about the question put to a seat: what to answer, or what to advise (`hint`).

    `seed` is where it begins: nobody can guess it, and it is the same after a restart.  `by` is when the answer is
    given: a bot that has not ended its thought shortly before is to be answered for by a quicker one.
    """

    def __init__(
        self, seat: int, number: int, bot: str, view: State, seed: str, hint: bool = False, by: float = NEVER
    ) -> None:
        self.seat = seat
        self.number = number  # of the question
        self.bot = bot
        self.view = view
        self.seed = seed
        self.hint = hint
        self.by = by
        self.asker = ""  # of a hint: who asks, and from where; they take turns
        self.place = ""


class LogEntry:
    """Something for the operator's log, and who is to blame for it if it is a fault."""

    def __init__(self, code: LogCode, error: BaseException | None = None, **facts: object) -> None:
        self.code = code
        self.error = error
        self.facts = facts


class Todo:
    """What is to be done now.

    A link in `links` has frames to send, or its next frame may be given to the table.
    """

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.write: Write | None = None
        self.thoughts: list[Thought] = []
        self.dropped: list[Thought] = []  # nobody waits for these any more
        self.changes: list[Change] = []  # these are done, or refused
        self.log: list[LogEntry] = []
        self.held = 0  # so many seats were given to a bot because their time was up
        self.announce = False  # tell other processes that the table has changed
        self.note: Note | None = None  # tell other processes who is here
        self.evicted = False  # the table cannot be kept any more: forget it
        self.wake = NEVER  # when to run the table again, if nothing happens before
