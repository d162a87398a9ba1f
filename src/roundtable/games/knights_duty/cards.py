"""Knight's Duty, section 2: the clans, the tokens, the weapons and the board, as data."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundtable.engine import FIRST_PIECE, by_piece

# 2.2 Clans: id, name, letter, and the colours of token and zone.
CLANS: Final = ("purple", "red", "yellow", "aqua", "blue", "green")
CLAN_NAMES: Final = (
    "Terror from the Bog",
    "Sacred Flame",
    "Dust and Bones",
    "Sea Walkers",
    "Northerners",
    "Free Folk",
)
CLAN_COLOURS: Final = (
    ("#e6b8fd", "#5b4373"),
    ("#c92d2d", "#732c34"),
    ("#cfc240", "#e8df7f"),
    ("#45caee", "#107977"),
    ("#bbf4f6", "#3d506a"),
    ("#b3fe68", "#2a684e"),
)
CLAN: Final = {clan: i for i, clan in enumerate(CLANS)}

# 3 Which clans a table of so many takes under `clan_selection = spread` (R4).
SPREAD: Final = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}

# 2.1 The thirteen tokens of a clan (Inspiration is not one of them, R39).  A piece's number tells the seat and the
# token; in a view the numbers of hidden tokens are left out.
TOKENS: Final = {"sword": 2, "spear": 2, "bow": 2, "shield": 2, "parry": 2, "move": 3}
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


def tokens_named(seat: int, names: tuple[str, ...]) -> tuple[int, ...]:
    """The seat's tokens of these kinds, the first copies first; empty slots have none.

    >>> [TOKEN[piece] for piece in tokens_named(0, ("move", "empty", "bow"))]
    ['move', 'bow']
    """
    first = FIRST_PIECE + seat * len(SET)
    return tuple(first + _OFFSET[name] + names[:i].count(name) for i, name in enumerate(names) if name != EMPTY)


def seat_of(piece: int) -> int:
    return (piece - FIRST_PIECE) // len(SET)


# 2.4 Weapons: reach, Hearts and Shields of the pile.
REACH: Final = {"sword": 2, "spear": 3, "bow": 4}
HEARTS: Final = {"sword": 3, "spear": 2, "bow": 1}
SHIELDS: Final = {"sword": 1, "spear": 2, "bow": 3}
SHIELD_CARDS: Final = 4  # each clan owns only four (R24)

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
