"""Knight's Duty, section 2: the clans, the tokens, the weapons and the board, as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from roundtable.engine import FIRST_PIECE, by_piece
from roundtable.games.edition import TEXT, demand, edited

SLUG: Final = "knights-duty"


# 2.2 Clans, with the colours of token and zone.
@dataclass(frozen=True)
class Clan:
    id: str
    name: str
    token: str
    zone: str


_CLANS: Final = edited(
    SLUG,
    "clans",
    (
        Clan("purple", "Terror from the Bog", "#e6b8fd", "#5b4373"),
        Clan("red", "Sacred Flame", "#c92d2d", "#732c34"),
        Clan("yellow", "Dust and Bones", "#cfc240", "#e8df7f"),
        Clan("aqua", "Sea Walkers", "#45caee", "#107977"),
        Clan("blue", "Northerners", "#bbf4f6", "#3d506a"),
        Clan("green", "Free Folk", "#b3fe68", "#2a684e"),
    ),
    {"name": TEXT},
)
CLANS: Final = tuple(clan.id for clan in _CLANS)
CLAN_NAMES: Final = tuple(clan.name for clan in _CLANS)
CLAN_COLOURS: Final = tuple((clan.token, clan.zone) for clan in _CLANS)
CLAN: Final = {clan: i for i, clan in enumerate(CLANS)}

# 3 Which clans a table of so many takes under `clan_selection = spread` (R4).
SPREAD: Final = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}


# 2.1, 2.4 The thirteen tokens of a clan (Inspiration is not one of them, R39): their number, and of a weapon its reach
# and the Hearts and Shields of its pile.
@dataclass(frozen=True)
class Token:
    id: str
    name: str
    count: int
    reach: int = 0
    hearts: int = 0
    shields: int = 0


_WEAPONS: Final = edited(
    SLUG,
    "tokens",
    (Token("sword", "Sword", 2, 2, 3, 1), Token("spear", "Spear", 2, 3, 2, 2), Token("bow", "Bow", 2, 4, 1, 3)),
    {"name": TEXT, "count": (1, 6), "reach": (1, 9), "hearts": (1, 8), "shields": (1, 8)},
)
_OTHERS: Final = edited(
    SLUG,
    "tokens",
    (Token("shield", "Shield", 2), Token("parry", "Parry", 2), Token("move", "Move", 3)),
    {"name": TEXT, "count": (1, 6)},
)
TOKENS: Final = {token.id: token.count for token in _WEAPONS + _OTHERS}
TOKEN_NAMES: Final = {token.id: token.name for token in _WEAPONS + _OTHERS}
REACH: Final = {token.id: token.reach for token in _WEAPONS}
HEARTS: Final = {token.id: token.hearts for token in _WEAPONS}
SHIELDS: Final = {token.id: token.shields for token in _WEAPONS}

# A piece's number tells the seat and the token; in a view the numbers of hidden tokens are left out.
SET: Final = tuple(token for token, n in TOKENS.items() for _ in range(n))
TOKEN: Final = by_piece(SET * 6, "")  # piece -> its kind
EMPTY: Final = "empty"


_CLAN_SETS: Final = tuple(
    tuple(range(FIRST_PIECE + seat * len(SET), FIRST_PIECE + (seat + 1) * len(SET))) for seat in range(6)
)
_OFFSET: Final = {token: SET.index(token) for token in TOKENS}


def tokens_of(seat: int) -> tuple[int, ...]:
    """All tokens of a seat's clan.

    >>> [TOKEN[piece] for piece in tokens_of(1)][:3]
    ['sword', 'sword', 'spear']
    """
    return _CLAN_SETS[seat]


Program = tuple[tuple[int, ...], tuple[int, ...]]  # tokens, and the slots they lie in
_PROGRAMS: Final[list[dict[tuple[str, ...], Program]]] = [{} for _ in range(6)]  # few are possible, and they come often


def program_of(seat: int, names: tuple[str, ...]) -> Program:
    """The seat's tokens of these kinds, the first copies first, and their slots; empty slots have none.

    >>> tokens, slots = program_of(0, ("move", "empty", "bow"))
    >>> [TOKEN[piece] for piece in tokens], slots
    (['move', 'bow'], (1, 3))
    """
    found = _PROGRAMS[seat].get(names)
    if found is None:
        first = FIRST_PIECE + seat * len(SET)
        laid = [(i, name) for i, name in enumerate(names) if name != EMPTY]
        tokens = tuple([first + _OFFSET[name] + names[:i].count(name) for i, name in laid])
        found = _PROGRAMS[seat][names] = (tokens, tuple([i + 1 for i, _ in laid]))
    return found


def seat_of(piece: int) -> int:
    return (piece - FIRST_PIECE) // len(SET)


# 2.1 The battle cards of a clan, of which piles are laid out.
@dataclass(frozen=True)
class BattleCard:
    id: str
    name: str
    icon: str
    text: str
    count: int = 4


BATTLE: Final = edited(
    SLUG,
    "battle",
    (
        BattleCard("full_heart", "Full Heart", "hearts", "Drawn from the pile: a hit."),
        BattleCard(
            "broken_heart", "Broken Heart", "broken-heart", "Drawn from the pile: a hit. The next one was the last."
        ),
        BattleCard(
            "shield_card",
            "Shield",
            "checked-shield",
            "Drawn from the pile: a miss. Against a parry the weapon falls.",
        ),
    ),
    {"name": TEXT, "icon": TEXT, "text": TEXT, "count": (2, 9)},
)
HEART_CARDS: Final = min(BATTLE[0].count, BATTLE[1].count)
SHIELD_CARDS: Final = BATTLE[2].count  # each clan owns only four (R24)
for _weapon in _WEAPONS:  # one more of either may join the pile: by Inspiration, by a shield
    _fits = _weapon.hearts < HEART_CARDS and _weapon.shields < SHIELD_CARDS
    demand(SLUG, _fits, "its pile and one card more are not among the battle cards of a clan", "tokens", _weapon.id)

DIRECTIONS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


class Board:
    """2.3 A hexagon of hexagonal spaces, numbered row by row from the top (R1)."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.spaces = tuple(
            (q, r)
            for r in range(-radius, radius + 1)
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
        )
        self.index = {space: i for i, space in enumerate(self.spaces)}
        self.labels = tuple(
            "ABCDEFGHIJKLM"[r + radius] + str(q - max(-radius, -radius - r) + 1) for q, r in self.spaces
        )
        self.named = {label: i for i, label in enumerate(self.labels)}
        self.high_ground = self.index[0, 0]
        self.distance = tuple(
            tuple(max(abs(q - u), abs(r - v), abs(q + r - u - v)) for u, v in self.spaces) for q, r in self.spaces
        )
        self.beside = tuple(
            tuple(self.index[q + u, r + v] for u, v in DIRECTIONS if (q + u, r + v) in self.index)
            for q, r in self.spaces
        )

    def __reduce__(self) -> tuple[Any, tuple[int]]:
        """A state sent to another process finds the board there."""
        return board, (self.radius,)

    def start(self, clan: int, layout: str) -> int:
        """A clan's start space (R2): purple's, turned by 60 degrees for each further clan."""
        q, r = (self.radius // 2, -self.radius) if layout == "side_middle" else (0, -self.radius)
        for _ in range(clan):
            q, r = -r, q + r
        return self.index[q, r]


@cache
def board(radius: int) -> Board:
    """The board of that radius.

    >>> b = board(4)
    >>> len(b.spaces), b.labels[b.high_ground], b.labels[b.start(0, "side_middle")]
    (61, 'E5', 'A3')
    """
    return Board(radius)
