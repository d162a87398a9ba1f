"""The table as a library: who sits where, what each pair of eyes is shown and told, and who must answer next.

It does no input or output and has no clock.  A host (a server, a terminal, a worker in a browser) gives it what people
do, what bots have thought and what was written, says what time it is, and is told what to do.  `Table` is the way in.
"""

from .core import TableSettings
from .links import Link
from .model import BOT, OPEN, OVER, PERSON, RUNNING, SETUP, Arms, Doc, Kept, Message, Person, Record, Seat
from .setup import Refused
from .table import Table
from .todo import Append, Load, LogEntry, Reason, Save, Say, Thought, Todo, Write

__all__ = [
    "Append",
    "Arms",
    "BOT",
    "Doc",
    "Kept",
    "Link",
    "Load",
    "LogEntry",
    "Message",
    "OPEN",
    "OVER",
    "PERSON",
    "Person",
    "RUNNING",
    "Reason",
    "Record",
    "Refused",
    "SETUP",
    "Save",
    "Say",
    "Seat",
    "Table",
    "TableSettings",
    "Thought",
    "Todo",
    "Write",
]
