"""Lancelot to print: the board, the Virtues board, cards, counters, deeds, knights and discs (section 2).

What board and tiles print comes from the data table of `board.py`.
"""

from __future__ import annotations

from typing import Final

from roundtable.scene import Face
from roundtable.scene.print import Aid, Item, Kit, Pieces, Place, Way, Words, around, ring, row
from roundtable.scene.print import Board as Drawn

from . import portraits
from .board import Board, Deed, board
from .cards import (
    CARDS,
    CHAIR_LOOKS,
    COLOURS,
    COUNTERS,
    DISCS,
    GOOD,
    GOOD_LOOKS,
    GOODS,
    JOUST,
    LAKE,
    PRINTED,
    SITE_LOOKS,
    STRONGHOLD,
    TURNS,
    VIRTUE_LOOKS,
    VIRTUES,
    WEAPONS,
    WHARVES,
    Look,
)
from .faces import CHARGES, PATTERNS, TINTS, deed_face, good_face
from .options import LancelotOptions

BACK: Final = Face("Lancelot", "mounted-knight", tincture="woad", pattern="lozengy")
DEED_BACK: Final = Face("Deed", "dragon-head", tincture="rubric", pattern="chevronny")
COUNTER: Final = (20.0, 20.0)
DISC: Final = (15.0, 15.0)
TILE: Final = (36.0, 36.0)

SEATS: Final = Aid(
    "aid_seats",
    "The Round Table",
    4,
    (
        (
            "Seats, in table order",
            tuple((look.icon, f"**{i} {look.name}:** {look.text}") for i, look in enumerate(CHAIR_LOOKS.values(), 1)),
        ),
        (
            "Final scoring",
            (
                ("laurels", "most swords, maces, lances, magic, deeds: 2 VP each"),
                ("shining-sword", "the Excalibur Sword: 3 VP"),
                ("holy-grail", "Grail leader: half the lead over the last, rounded up, at least 2 VP"),
            ),
        ),
    ),
)
RIDE: Final = Aid(
    "aid_ride",
    "The ride",
    4,
    (
        (
            "Sites, in the order of the ride",
            tuple((look.icon, f"**{look.name}:** {look.text}") for site, look in SITE_LOOKS.items() if site != "table"),
        ),
    ),
)

LEAFLET: Final = """
## Goal

Have the most **Virtue Points** (VP) after eight turns.

## Setting up

Lay out cards and counters by kind. Shuffle the deed tiles and turn up three at the Dragon. Add up their whirlpools
(upper right corner): that Lake space, counted from its entrance, gets the Excalibur counter; a sum of zero means the
first, one too large the last. Each player takes a knight, a Morgana counter, eleven discs, and puts one marker on 0
of the VP track and one on 0 of the Grail track. Draw a first player; clockwise, each takes a free seat of the Round
Table and its effect.

## A turn

All knights leave the table and ride clockwise past the sites. In each **round** every knight on the road moves once
and is turned over to show it. In the first round they move in the order of the seats; later, the knight **farthest
ahead** among those that have not moved yet. On one space, who came first moves first. In the Stronghold lance is
ahead of mace, and mace of sword.

A move leads to one of these:

- **further on the same track,** by one space; in Distant Lands to any further wharf;
- **a later site,** entering at its first space (Distant Lands: any wharf), skipping as many sites as you like;
- **home,** to any empty seat of the Round Table; its effect must be taken at once;
- or you remain at the Grail.

Using a site is up to you; moving is not. A knight in the Lake must ride on, space by space, to Excalibur.

## The sites

- **Joust, Stronghold:** take a counter for each icon you advanced over. One Stronghold track per tour.
- **Distant Lands:** take up to one card of the wharf's colour and one Plot. Never more than seven cards before you.
- **Merlin:** one magic on the second space.
- **Lake:** one player per turn. On the counter's space take the Excalibur counter.
- **Percival:** learn one Virtue on which you have a disc at Galahad and whose terms you meet now. Move the disc to
  your Percival space and score the low value, or the high one if your disc is on its crown.
- **Galahad:** put a disc on a Virtue that has none of yours.
- **Dragon:** only to complete a deed, two players per turn. Pay weapons and magic, show the Excalibur Sword if asked,
  take the tile, score it.
- **Morgana:** if your eye lies here, you may turn it to its blank side: after this, or after stopping at the Grail,
  you may make a second tour in this turn; all knights now at the Grail must leave with their next move.
- **Grail:** arriving or remaining, your Grail marker advances: one space if you lead or share the lead, otherwise
  two, but never past the leader. You may not remain at the end of the track, when Morgana expelled you, or when
  somebody is home and all others are at the Grail.

## The seats

Arthur: put a disc on a free crown of the Virtues board, for good. Mordred: once in the game, your Morgana counter
goes eye up beside Morgana. Bedivere, Gawain, Maleagant, Tristan: put a disc on the sign; you keep the advantage until
another player takes that seat. Merlin: one magic. Guinevere: 1 VP.

## Virtues

Terms are met, never paid. "Nobody has more" includes ties; "more than anybody" does not. Exact numbers are exact.

## The end of a turn

When all are home: turn up deeds until three lie open. Whoever fetched the Excalibur counter takes the Excalibur
**Sword** from the supply or its owner, and the counter goes to its new space. Then, in table order, each may spend
magic: each counter lets you discard any of your cards, or exchange one card for one of another colour, or dismiss any
squires. Move the turn marker. Turn all knights to their day side.

## The end

After eight turns, whoever alone has most swords scores 2 VP; likewise maces, lances, magic and deeds. Where the lead
is shared, the leaders take turns in table order to claim one such kind each, until all are given out. The Excalibur
Sword is worth 3 VP. The leader on the Grail track (of several, the one who came first) scores half the distance to
the last player, rounded up, at least 2. Most points win; of equals, the seat nearer to Arthur.

What is printed on board and tiles is in part our reconstruction.
"""


# -- pieces ------------------------------------------------------------------------------------------------------------


def owned(colour: int, title: str, icon: str) -> Face:
    return Face(title, icon, "", TINTS[colour], PATTERNS[colour])


def counters() -> tuple[Item, ...]:
    """2.1 Counters are the same on both sides."""
    faces = {good: good_face(good, "") for good in COUNTERS}
    return tuple(Item(good, face, PRINTED[GOOD[good]], face) for good, face in faces.items())


def deed(deed: Deed) -> Item:
    """2.7 What it costs as icons; its points on the left, its whirlpools on the right."""
    signs = [GOOD_LOOKS[good].icon for good, n in zip((*WEAPONS, "magic"), deed.cost) for _ in range(n)]
    if deed.excalibur:
        signs.append("shining-sword")
    face = deed_face(deed)
    printed = Face("Deed", face.icon, "", face.tincture, face.pattern, face.value, str(deed.whirlpools))
    return Item(deed.name, printed, 1, signs=tuple(signs))


def markers(colour: int) -> tuple[Item, ...]:
    """2.1 Thirteen discs: eleven free ones, the point marker and the Grail marker."""
    name, charge = COLOURS[colour], CHARGES[colour]
    return (
        Item(f"{name}:disc", owned(colour, "", charge), DISCS, owned(colour, "", charge)),
        Item(f"{name}:point_marker", owned(colour, "", "laurels"), 1, owned(colour, "", "laurels")),
        Item(f"{name}:grail_marker", owned(colour, "", "holy-grail"), 1, owned(colour, "", "holy-grail")),
    )


def specials() -> tuple[Item, ...]:
    """2.1 Knights with day and night side, Morgana counters with eye and blank side, Excalibur, the turn marker."""
    out = []
    for i, name in enumerate(COLOURS):
        night = Face("Night", "mounted-knight", "", "ink", PATTERNS[i], name[0].upper())
        out.append(
            Item(f"{name}:knight", Face(name.capitalize(), "mounted-knight", "", TINTS[i], PATTERNS[i]), 1, night)
        )
    for i, name in enumerate(COLOURS):
        out.append(Item(f"{name}:morgana_counter", owned(i, "", "warlock-eye"), 1, owned(i, "", "semi-closed-eye")))
    counter = Face("Excalibur", "sword-in-stone", "", "gold")
    sword = Face("3 VP", "shining-sword", "", "gold", "vair")
    turn = Face("Turn", "hourglass", "", "ink")
    return (
        *out,
        *(
            Item(id, face, 1, face)
            for id, face in (("excalibur_counter", counter), ("excalibur_sword", sword), ("turn_marker", turn))
        ),
    )


# -- the boards --------------------------------------------------------------------------------------------------------


def box(x: float, y: float, look: Look, label: str = "", icons: tuple[str, ...] = (), side: float = 21.0) -> Place:
    return Place(x, y, side, side, "box", label, "", icons, look.tincture, look.pattern)


def steps(drawn: Board, site: int, track: str = "") -> list[tuple[str, ...]]:
    """The icons of each space of a site, or of one Stronghold track of it."""
    return [
        tuple(GOOD_LOOKS[GOODS[good]].icon for good in drawn.icons[i])
        for i, name in enumerate(drawn.spaces)
        if drawn.site[i] == site and (not track or name.split(".")[1] == track)
    ]


def symbol(x: float, y: float, chair: str) -> Place:
    """Where the disc of a lasting advantage lies."""
    look = CHAIR_LOOKS[chair]
    return Place(x, y, 17, 17, "disc", "", "", (look.icon,), look.tincture, look.pattern)


def journey(drawn: Board) -> Drawn:
    """2.2-2.5 The Round Table in the middle, the sites clockwise around it, tracks of points, turns and the Grail."""
    places: list[Place] = []
    words: list[Words] = []
    looks = SITE_LOOKS

    numbers = [
        Place(0, 0, 22, 15, "box", str(n), "", (), "gold" if n % 5 == 0 else "") for n in range(drawn.vp_track + 1)
    ]
    places += around(numbers, 420, 297, 28, 21)
    places += row([box(0, 0, looks["table"], str(n)) for n in range(1, TURNS + 1)], 186, 36, 22.5)
    words.append(Words(170, 36, "TURN", 10, 270))

    seats = [
        Place(0, 0, 29, 29, "disc", f"{i} {look.name}", "", (look.icon,), look.tincture, look.pattern)
        for i, look in enumerate(CHAIR_LOOKS.values(), 1)
    ]
    places.append(Place(236, 132, 78, 64, "disc", "The Round Table", "", ("round-table",), "gold"))
    places += ring(seats, 236, 132, 62, 53, 22.5)

    joust = steps(drawn, JOUST)
    gap = min(22.5, 90 / max(1, len(joust) - 1))
    places += row([box(0, 0, looks["joust"], "", icons) for icons in joust], 378, 47.5, 0, gap)
    words.append(Words(360, 112, "JOUST", 12, 270))
    places.append(symbol(358, 78, "bedivere"))

    for i, track in enumerate(drawn.tracks):
        spaces = steps(drawn, STRONGHOLD, track)
        gap = min(22.5, 67.5 / max(1, len(spaces) - 1))
        places += row([box(0, 0, looks["stronghold"], "", icons) for icons in spaces], 333 + 22.5 * i, 164, 0, gap)
    words.append(Words(317, 200, "STRONGHOLD", 11, 270))
    places.append(symbol(311, 171, "gawain"))

    wharves = [(GOOD_LOOKS[GOODS[good]].icon, GOOD_LOOKS["plots"].icon) for good in WHARVES]
    places += row([Place(0, 0, 29, 22, "box", "", "", icons, "woad", "barry") for icons in wharves], 300, 226, -31)
    words.append(Words(262, 210, "DISTANT LANDS", 11))
    places.append(symbol(304, 205, "tristan"))

    isle = [(), (GOOD_LOOKS["magic"].icon,)]
    places += row([box(0, 0, looks["merlin"], "", icons) for icons in isle], 210, 226, -22.5)
    words.append(Words(199, 210, "MERLIN", 11))

    lake = len(steps(drawn, LAKE))
    gap = min(20.5, 123 / max(1, lake - 1))
    side = min(20.0, gap - 0.5) if lake > 1 else 20.0
    places += row([box(0, 0, looks["lake"], str(k), (), side) for k in range(1, lake + 1)], 164, 226, -gap)
    words.append(Words(100, 210, "LAKE · one player per turn", 11))

    for site, y in (("percival", 189.0), ("galahad", 160.0), ("dragon", 120.0), ("morgana", 84.0), ("grail", 53.0)):
        look = looks[site]
        places.append(Place(51, y, 40, 25, "box", look.name, "", (look.icon,), look.tincture, look.pattern))
    places += row([Place(0, 0, 37.5, 37.5, "box", "Deed", "", ("dragon-head",), "rubric")] * 2, 94, 121, 39.5)
    places.append(Place(113.75, 160.5, 37.5, 37.5, "box", "Deed", "", ("dragon-head",), "rubric"))
    places.append(symbol(84, 152, "maleagant"))
    words.append(Words(51, 139, "two players per turn", 8.5, 0, False))
    places += row([Place(0, 0, 21, 21, "box", "", "", ("warlock-eye",), "murrey")] * 4, 85, 85, 22.5)
    places += row([box(0, 0, looks["grail"], str(5 - k)) for k in range(1, 5)], 85, 54, 22.5)

    last = drawn.grail_last
    across = (last + 2) // 2
    width = min(23.0, 366 / across)
    cells = [
        Place(
            0, 0, width - 0.6, 15, "box", str(n), "", ("holy-grail",) if n == last else (), "gold" if n % 5 == 0 else ""
        )
        for n in range(last + 1)
    ]
    places += row(cells[:across], 27 + width / 2, 251.5, width)
    places += row(cells[across:], 27 + width / 2, 267.5, width)
    words.append(Words(210, 241.8, "THE QUEST FOR THE GRAIL", 8.5))

    ways = (Way(((281, 76), (330, 58), (364, 52))), Way(((166, 62), (186, 72), (196, 79))))
    return Drawn("board", "Game board", (420.0, 297.0), tuple(places), ways, tuple(words))


def virtues(drawn: Board) -> Drawn:
    """2.6 A row per Virtue: terms, values, the crown, and for each colour a Galahad and a Percival space."""
    places: list[Place] = []
    words = [
        Words(36, 14, "VIRTUES", 15),
        Words(81, 13, "low", 9.5),
        Words(97, 13, "high", 9.5),
        Words(114, 13, "crown", 9.5),
    ]
    for i, name in enumerate(COLOURS):
        x = 131.5 + 35.6 * i
        words.append(Words(x + 8.8, 8, name.upper(), 10))
        words += [Words(x, 15, "Galahad", 8, 0, False), Words(x + 17.6, 15, "Percival", 8, 0, False)]
    for i, virtue in enumerate(VIRTUES):
        y = 30 + 20.5 * i
        look, (low, high) = VIRTUE_LOOKS[virtue], drawn.values[i]
        places.append(Place(38.5, y, 69, 19, "box", look.name, look.text, (), look.tincture, look.pattern))
        places.append(Place(81, y, 14.5, 14.5, "disc", str(low)))
        places.append(Place(97, y, 14.5, 14.5, "disc", str(high), "", (), "gold", "plain", True))
        places.append(Place(114, y, 15.5, 15.5, "disc", "", "", ("crown",), "gold"))
        for colour in range(4):
            x = 131.5 + 35.6 * colour
            tint = (TINTS[colour], PATTERNS[colour])
            places += row([Place(0, 0, 15.5, 15.5, "disc", "", "", (), *tint)] * 2, x, y, 17.6)
    return Drawn("virtues", "Virtues board", (270.0, 189.0), tuple(places), (), tuple(words))


def kit(options: LancelotOptions) -> Kit:
    """Everything of section 2.1, with the figures of the data set."""
    drawn = board(options.data_set)
    cards = tuple(item for good in CARDS for item in portraits.cards(good))
    deeds = tuple(deed(tile) for tile in drawn.deeds if tile is not None)
    discs = tuple(item for colour in range(len(COLOURS)) for item in markers(colour))
    return Kit(
        (
            Pieces("cards", "Cards", cards, BACK),
            Pieces("deeds", "Deed tiles", deeds, DEED_BACK, "tile", TILE),
            Pieces("counters", "Counters", counters(), None, "chit", COUNTER),
            Pieces("specials", "Knights, Morgana, Excalibur, turn marker", specials(), None, "chit", COUNTER),
            Pieces("discs", "Discs", discs, None, "chit", DISC),
        ),
        LEAFLET,
        (journey(drawn), virtues(drawn)),
        (SEATS, RIDE),
    )
