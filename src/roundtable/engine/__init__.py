"""The engine: everything that no single game owns.  Standard library only."""

from .chance import Chance, Keyed, OutOfScript, Quick, Scripted, commitment
from .choice import STOP, Answer, Arrange, Branch, Choice, Each, Number, OneOf, Question, Refusal, Subset
from .flow import DONE, OVER, Ask, Flow, Instead, Next, rule
from .game import BadPosition, Game, Line, summed
from .match import Match
from .matchfile import BadMatchFile
from .options import BadOption, Option
from .state import ALL, FIRST_PIECE, HIDDEN, SPECTATOR, Event, Pile, Piles, Seats, Secret, State, by_piece, put
from .zones import NoWorld, Zone, everybody, move, move_each, nobody, owner, peek, shuffle

__all__ = [
    "ALL",
    "DONE",
    "FIRST_PIECE",
    "HIDDEN",
    "OVER",
    "SPECTATOR",
    "STOP",
    "Answer",
    "Arrange",
    "Ask",
    "BadMatchFile",
    "BadOption",
    "BadPosition",
    "Branch",
    "Chance",
    "Choice",
    "Each",
    "Event",
    "Flow",
    "Game",
    "Instead",
    "Keyed",
    "Line",
    "Match",
    "Next",
    "NoWorld",
    "Number",
    "OneOf",
    "Option",
    "OutOfScript",
    "Pile",
    "Piles",
    "Question",
    "Quick",
    "Refusal",
    "Scripted",
    "Seats",
    "Secret",
    "State",
    "Subset",
    "Zone",
    "by_piece",
    "commitment",
    "everybody",
    "move",
    "move_each",
    "nobody",
    "owner",
    "peek",
    "put",
    "rule",
    "shuffle",
    "summed",
]
