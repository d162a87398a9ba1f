"""Knights & Damosels: how each of the 108 cards looks, on the table and in print.

A chivalry card is two faces: its chivalry in front and its damosel behind.  Tincture and pattern tell the kinds apart.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from roundtable.scene import Face

from .cards import (
    ARMS,
    BONUS,
    BYLINES,
    CHIVALRIES,
    CHIVALRY_ICONS,
    CHIVALRY_NAMES,
    DAMOSEL_CHARGES,
    DAMOSEL_GOAL,
    DAMOSEL_IDS,
    DAMOSEL_NAMES,
    DISASTER,
    EVENT,
    EVENT_NAME,
    EVENT_PIECES,
    EVENT_TYPE,
    EVENTS,
    FIRST_EVENT,
    KIND,
    KNIGHT_CHARGES,
    KNIGHT_GOAL,
    KNIGHT_IDS,
    KNIGHT_NAMES,
    MAIN_KIND,
    PROSPERITY,
    QUEST,
    SERVICE,
    STRUCK,
    VASSALAGE,
    VIRTUE,
    WAR,
    WORDS,
    WORSHIP_CARDS,
    WORSHIP_GOAL,
)

# kind -> tincture and pattern
LIVERY: Final = {
    ARMS: ("rubric", "chevronny"),
    VIRTUE: ("woad", "lozengy"),
    VASSALAGE: ("verdigris", "barry"),
    PROSPERITY: ("gold", "plain"),
    WAR: ("rubric", "paly"),
    QUEST: ("woad", "vair"),
    DISASTER: ("slate", "chevronny"),
}
# knight or damosel, by number -> colour, pattern
TINCTURES: Final = ("rubric", "woad", "verdigris", "gold", "murrey", "slate")
COLOURS: Final = ("#a32a22", "#2c4c86", "#2f7a5c", "#c79a2b", "#7a2f5a", "#4b5563")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy", "chevronny", "vair")

THRUSTS: Final = {"high": "High Thrust", "low": "Low Thrust"}


@cache
def chivalry_face(chivalry: int) -> Face:
    kind = KIND[chivalry]
    tincture, pattern = LIVERY[kind]
    bonus = ", ".join(event.name for event in EVENTS if event.bonus == CHIVALRIES[chivalry])
    shared = next((event for event, main in MAIN_KIND.items() if main == kind), "")
    earns = f"{shared}: a share of 6. Prosperity: 1." if shared else "War, Quest, Prosperity: 1."
    text = f"{earns} {bonus}: +1." if bonus else earns
    value = "6" if shared else "1"
    return Face(CHIVALRY_NAMES[chivalry], CHIVALRY_ICONS[chivalry], kind, tincture, pattern, value, text=text)


def damosel_side(damosel: int) -> Face:
    """The other side of a chivalry card."""
    charge = DAMOSEL_CHARGES[damosel]
    return Face(DAMOSEL_NAMES[damosel], charge, "Chivalry card", TINCTURES[damosel], PATTERNS[damosel])


def event_face(piece: int) -> Face:
    kind = EVENT_TYPE[piece]
    tincture, pattern = LIVERY[kind]
    if kind == DISASTER:
        text = f"{STRUCK[EVENT[piece]]} cards up or down: the majority is lost, the minority costs 2 worship each."
    else:
        main = MAIN_KIND.get(kind)
        asks = f"{main} share 6 worship, {VASSALAGE} earns 1." if main else "Every chivalry earns 1."
        text = f"{asks} {WORDS[BONUS[piece]]} +1."
    return Face(EVENT_NAME[piece], EVENTS[piece - FIRST_EVENT].icon, kind, tincture, pattern, text=text)


def knight_face(knight: int, players: int = 0) -> Face:
    name, charge, goals = KNIGHT_NAMES[knight], KNIGHT_CHARGES[knight], _knight_goals(players)
    return Face(name, charge, "Knight", TINCTURES[knight], PATTERNS[knight], text=goals)


def damosel_face(damosel: int, players: int = 0) -> Face:
    text = f"{BYLINES[damosel]}. {_goal_row('Given to one knight', DAMOSEL_GOAL, players)}"
    name, charge = DAMOSEL_NAMES[damosel], DAMOSEL_CHARGES[damosel]
    return Face(name, charge, "Damosel", TINCTURES[damosel], PATTERNS[damosel], text=text)


def _knight_goals(players: int) -> str:
    return f"{_goal_row('Cards', KNIGHT_GOAL, players)} {_goal_row('Worship', WORSHIP_GOAL, players)}"


def _goal_row(what: str, goals: dict[int, int], players: int) -> str:
    if players:
        return f"{what}: {goals[players]}."
    return f"{what}: {', '.join(f'{goal} ({n} players)' for n, goal in goals.items())}."


def thrust_face(thrust: str) -> Face:
    text = "Same thrusts: the right changes sides. Different: keep it and gain 1 worship. Decline: give it up."
    return Face(THRUSTS[thrust], "barbed-spear", "Joust", "murrey", "paly" if thrust == "high" else "barry", text=text)


def service_face(number: int) -> Face:
    text = " ".join(f"{kind}: {WORDS[CHIVALRIES.index(name)]}." for kind, name in SERVICE[number].items())
    return Face(f"Service {number + 1}", "scroll-unfurled", "Service", "gold", "barry", text=text)


def worship_face(value: int) -> Face:
    return Face("Worship", "charm", "Worship", "gold", "lozengy", str(value))


ARTHUR_FACE: Final = Face(
    "Arthur",
    "crown",
    "King of Britain",
    "gold",
    value="1st",
    text="Plays first. Draws three events, throws one away and hands two to Merlin. Passes to the left.",
)
MERLIN_FACE: Final = Face(
    "Merlin",
    "wizard-staff",
    "The Enchanter",
    "murrey",
    value="last",
    text="Plays last. Reveals one of two events, sees whose gifts they are, judges, and takes what is left.",
)
# The backs of Arthur and Merlin: what each has to do, phase by phase (R12).
ARTHUR_TASKS: Final = replace(
    ARTHUR_FACE,
    value="",
    text="Event: draw three, discard one, hand two to Merlin. Gifts: give one. Knights: ask first. "
    "Service: offer last. End: become Merlin.",
)
MERLIN_TASKS: Final = replace(
    MERLIN_FACE,
    value="",
    text="Event: reveal one of two. Gifts: give one, shuffle all, show the chivalries. Knights: judge, take last. "
    "Service: offer first. End: both cards go left.",
)


def rule_card(number: int, title: str, text: str) -> Face:
    return Face(title, "book-cover", "Rules", "slate", value=str(number), text=text)


RULE_CARDS: Final = (
    rule_card(
        1,
        "Begin",
        "The oldest is Merlin, the left neighbour Arthur. Deal everybody a knight, a damosel with her nine cards and "
        "1 worship. Shuffle the events.",
    ),
    rule_card(
        2,
        "Play",
        "Event: one of three. Gifts: one each, in secret. Knights: earn one that is new and not your damosel's. "
        "Service: offer what matches. Worship: duty or betrayal.",
    ),
    rule_card(
        3,
        "End",
        "When a round ends with a victory: Damosel before Knight before Worship; then cards given, cards earned, "
        "worship, and a lot.",
    ),
)


def every_card() -> list[tuple[str, Face, Face | None]]:
    """All 108 cards as (name, front, back): a back of its own, or None for the plain back of its deck.

    >>> len(every_card())
    108
    """
    cards: list[tuple[str, Face, Face | None]] = [
        ("arthur", ARTHUR_FACE, ARTHUR_TASKS),
        ("merlin", MERLIN_FACE, MERLIN_TASKS),
    ]
    cards += [(name, knight_face(i), None) for i, name in enumerate(KNIGHT_IDS)]
    cards += [(name, damosel_face(i), None) for i, name in enumerate(DAMOSEL_IDS)]
    cards += [
        (f"{damosel}:{chivalry}", chivalry_face(c), damosel_side(d))
        for d, damosel in enumerate(DAMOSEL_IDS)
        for c, chivalry in enumerate(CHIVALRIES)
    ]
    cards += [(EVENT[piece], event_face(piece), None) for piece in EVENT_PIECES]
    cards += [(f"worship_{n}", worship_face(n), None) for n, copies in WORSHIP_CARDS.items() for _ in range(copies)]
    cards += [(f"service_{i + 1}", service_face(i), None) for i in range(len(SERVICE))]
    cards += [(f"thrust_{name}", thrust_face(name), None) for name in THRUSTS for _ in range(2)]
    cards += [(f"rules_{i + 1}", face, None) for i, face in enumerate(RULE_CARDS)]
    return cards
