"""The engine: everything that no single game owns.  Standard library only."""

from .chance import BadChance, Chance, Keyed, OutOfScript, Quick, Scripted, commitment
from .choice import STOP, Answer, Arrange, Branch, Choice, Each, Number, OneOf, Question, Refusal, Subset
from .fields import Fields, Known, Zone, everybody, nobody, owner
from .flow import DONE, OVER, Ask, Flow, Instead, Next, rule
from .game import BadPosition, Game, Row, summed
from .match import Match
from .matchfile import BadMatchFile
from .options import BadOption, Option, Options, option
from .state import ALL, FIRST_PIECE, HIDDEN, SPECTATOR, BadGame, Event, Pile, Piles, Seats, Secret, State, by_piece, put
from .zones import NoWorld, move, move_each, peek, shuffle

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
    "BadChance",
    "BadGame",
    "BadMatchFile",
    "BadOption",
    "BadPosition",
    "Branch",
    "Chance",
    "Choice",
    "Each",
    "Event",
    "Fields",
    "Flow",
    "Game",
    "Instead",
    "Keyed",
    "Known",
    "Match",
    "Next",
    "NoWorld",
    "Number",
    "OneOf",
    "Option",
    "Options",
    "OutOfScript",
    "Pile",
    "Piles",
    "Question",
    "Quick",
    "Refusal",
    "Row",
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
    "option",
    "owner",
    "peek",
    "put",
    "rule",
    "shuffle",
    "summed",
]
