"""Knights & Damosels to print: 108 cards on twelve sheets, an aid and the leaflet (section 2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from roundtable.scene import Face
from roundtable.scene.print import Aid, Item, Kit, Pieces

from .cards import (
    BYLINES,
    CHIVALRIES,
    DAMOSEL_GOAL,
    DAMOSEL_IDS,
    EVENT,
    EVENT_PIECES,
    KNIGHT_GOAL,
    KNIGHT_IDS,
    SERVICE,
    WORSHIP_CARDS,
    WORSHIP_GOAL,
)
from .faces import (
    ARTHUR_FACE,
    ARTHUR_TASKS,
    MERLIN_FACE,
    MERLIN_TASKS,
    RULE_CARDS,
    THRUSTS,
    chivalry_face,
    damosel_face,
    damosel_side,
    event_face,
    knight_face,
    service_face,
    thrust_face,
    worship_face,
)
from .options import DamoselsOptions


def each(goals: dict[int, int]) -> str:
    """A goal for each number of players, or the one for all of them."""
    return " / ".join(map(str, goals.values() if len(set(goals.values())) > 1 else [*goals.values()][:1]))


def by_players(goals: dict[int, int]) -> str:
    """The same in a sentence."""
    return (
        each(goals) if len(set(goals.values())) == 1 else f"{', '.join(map(str, goals.values()))} with 3 to 6 players"
    )


AID: Final = Aid(
    "aid",
    "A round at Court",
    6,
    (
        (
            "The phases",
            (
                ("scroll-unfurled", "**Event:** Arthur draws three, hands two to Merlin; Merlin reveals one"),
                ("rose", "**Gifts:** all give one card of their damosel, in secret; Merlin sees whose they are"),
                ("visored-helm", "**Knights:** from Arthur on, ask for one gift; Merlin refuses your own damosel's"),
                ("crown", "**Service:** from Merlin back to Arthur, offer cards that the event asks for"),
                ("charm", "**Worship:** offered cards earn; then Arthur and Merlin pass to the left"),
            ),
        ),
        (
            "What cards earn",
            (
                ("breastplate", "**Arms:** a share of 6 in a War, 1 in a Prosperity"),
                ("laurels", "**Virtue:** a share of 6 in a Quest, 1 in a Prosperity"),
                ("wheat", "**Vassalage:** 1 in War, Quest and Prosperity"),
                ("backstab", "main cards up or down: the only one unlike the others takes 1 from each of them"),
                ("broken-heart", "all main cards down: every offered card earns 1 less"),
            ),
        ),
        (
            "Victory, for 3 / 4 / 5 / 6 players",
            (
                ("rose", f"**Damosel:** {each(DAMOSEL_GOAL)} of her cards with one knight"),
                ("visored-helm", f"**Knight:** {each(KNIGHT_GOAL)} cards earned"),
                ("charm", f"**Worship:** {each(WORSHIP_GOAL)}"),
            ),
        ),
    ),
)

LEAFLET: Final = f"""
## Goal

Reach one of three victories at the end of a round; where there are several numbers, they are for 3 / 4 / 5 / 6 players.
**Damosel:** {each(DAMOSEL_GOAL)} of your damosel's cards lie with one and the same knight. **Knight:** your own knight
has earned {each(KNIGHT_GOAL)} cards. **Worship:** you own {each(WORSHIP_GOAL)} worship.

## Setting up

The oldest player is the first **Merlin**; the player to the left is **Arthur**. Everybody gets a knight and a damosel
at random, face up, the nine chivalry cards of that damosel as a pile, and 1 worship. Put the damosels nobody has into
a random order with their piles. Shuffle the events. Service, joust and rule cards stay aside.

Turn order goes from Arthur clockwise to Merlin. Talk is free, and no promise binds.

## 1. Event

Arthur draws three events, discards one face down and hands two to Merlin, who reveals one of them and discards the
other face down. When the events are used up, shuffle the discards.

## 2. Gifts

Everybody secretly chooses one card from the pile of the own damosel and hands it to Merlin. With fewer than six
players Merlin adds a random card of the first absent damosel who still has any. Merlin looks at whose cards they are,
shuffles them, and lays them out with the chivalry up.

## 3. Knights

In turn order every player but Merlin asks for one of the cards. You may only ask for a chivalry that your knight does
not have yet. If the card is your own damosel's, Merlin says so, and you ask again; otherwise it goes to your knight,
chivalry up. You must go on while there is something to ask for. Merlin comes last and takes one that is allowed. Then
all cards granted are turned over and stay so; cards nobody took go back to their damosels' piles.

## 4. Service

**War** asks for Arms and Vassalage, **Quest** for Virtue and Vassalage, **Prosperity** for all. The other way round
now, from Merlin to Arthur and around again, each player offers one card of the knight's row that matches and whose
chivalry nobody has offered yet. You choose which, but whoever can, must. It ends when nobody can match any more.

**Disaster** strikes one kind. Everybody places all cards of that kind up or down, in secret. Then count the cards.
Those of the larger group go back to their damosels. For each card of the smaller group its player pays 2 worship, or
what is left of it. Equal groups: nothing happens. A card alone on the whole table is lost.

## 5. Worship

In a **Prosperity** every offered card earns 1. In a **War** or **Quest** offered Vassalage earns 1, and the offered
main cards (Arms in a War, Virtue in a Quest) share 6: six for one, three each for two, two each for three. But first
their owners secretly turn them up for **duty** or down for **betrayal:**

- all up: nothing changes;
- one is unlike all the others: it takes 1 from each of them; of two cards the one that is down takes 1 from the
  other;
- all down: every offered card earns 1 less, Vassalage too.

The card for which the event pays a bonus earns 1 more. Offered cards go back to their knight's row.

## 6. The end of the round

If anybody has reached a victory now, the game is over: Damosel beats Knight beats Worship; among equals more cards
given to one knight, then more cards earned, then more worship, then a lot. Otherwise Arthur and Merlin pass one seat to
the left.

## With jousts

Instead of asking for a gift you may challenge a player for one granted in this round, if your knight could take it;
instead of offering, whoever filled a place that you could fill. You need 1 worship. Both choose a thrust in secret.
**Same thrusts:** the right to the card goes over to the other one, and you joust again. **Different thrusts:**
whoever has the right now keeps the card and takes 1 worship from the other. From the second pass on, or at once if
you were challenged, you may **decline** instead: the other one has the card, and no worship is paid. Each card is
jousted for once.

Before they ride, Merlin confirms that the card is legal for both; if it is your own damosel's, all hear it and there is
no joust. A player who has lost a card may at once ask for or offer another one, but may not joust out of turn. A
challenger who has lost goes on with the own turn.

## Fortune

Before service in a War, Quest or Prosperity, reveal a Service card instead of turning cards up or down: if the
chivalry it names was offered, that card takes 1 worship from every other offered card of its kind.

## The Battle of Camlann

A last trial, if you like. A Damosel victor takes one card back from the knight she won with. The winner leads
Arthur's side, the second Mordred's; the others choose a side at once. The smaller side's cards are immune for two
rounds for each player it is short of. Rows are hands now. In each round all show one card: Virtue defeats Arms, Arms
defeat Vassalage, Vassalage defeats Virtue, and each kind wounds its own, always across the sides. Defeated cards are
gone, wounded ones wait in a row, others return to hand together with the first of the wounded. Without cards in hand
you are out. The last one standing wins; of a side, the one with most cards.

If nobody is left, those who fought in the last round hold an **election:** all discard worship together until the
poorest who has any is down to 1. Everybody puts in one card of the own damosel for each worship left, nine at most; if
nobody has any, one card each. Shuffle them: a card drawn at random names the winner.
"""


def back(title: str, icon: str, tincture: str, pattern: str) -> Face:
    return Face(title, icon, tincture=tincture, pattern=pattern)


def numbered(names: Iterable[str], faces: Iterable[Face]) -> tuple[Item, ...]:
    return tuple(Item(name, face) for name, face in zip(names, faces, strict=True))


def knight(i: int) -> Face:
    words = f"Victory: {by_players(KNIGHT_GOAL)} cards.\nOr worship: {by_players(WORSHIP_GOAL)}."
    return replace(knight_face(i), text=words)


def damosel(i: int) -> Face:
    return replace(damosel_face(i), text=f"{BYLINES[i]}.\nVictory: {by_players(DAMOSEL_GOAL)}, given to one knight.")


def kit(options: DamoselsOptions) -> Kit:
    """All 108 cards, whatever is played with."""
    chivalry = tuple(
        Item(f"{damosel}:{chivalry}", chivalry_face(c), 1, damosel_side(d))
        for d, damosel in enumerate(DAMOSEL_IDS)
        for c, chivalry in enumerate(CHIVALRIES)
    )
    events = numbered((EVENT[piece] for piece in EVENT_PIECES), map(event_face, EVENT_PIECES))
    worship = tuple(Item(f"worship_{n}", worship_face(n), copies) for n, copies in WORSHIP_CARDS.items())
    service = numbered((f"service_{i + 1}" for i in range(len(SERVICE))), map(service_face, range(len(SERVICE))))
    joust = tuple(Item(f"thrust_{name}", thrust_face(name), 2) for name in THRUSTS)
    rules = numbered((f"rules_{i + 1}" for i in range(len(RULE_CARDS))), RULE_CARDS)
    return Kit(
        (
            Pieces(
                "court",
                "Arthur and Merlin",
                (Item("arthur", ARTHUR_FACE, 1, ARTHUR_TASKS), Item("merlin", MERLIN_FACE, 1, MERLIN_TASKS)),
            ),
            Pieces(
                "knights",
                "Knights",
                numbered(KNIGHT_IDS, map(knight, range(6))),
                back("Knight", "visored-helm", "woad", "barry"),
            ),
            Pieces(
                "damosels",
                "Damosels",
                numbered(DAMOSEL_IDS, map(damosel, range(6))),
                back("Damosel", "rose", "murrey", "lozengy"),
            ),
            Pieces("chivalry", "Chivalry cards", chivalry),
            Pieces("events", "Events", events, back("Event", "scroll-unfurled", "verdigris", "paly")),
            Pieces("worship", "Worship", worship, back("Worship", "charm", "gold", "lozengy")),
            Pieces("service", "Service", service, back("Service", "crown", "slate", "chevronny")),
            Pieces("joust", "Joust", joust, back("Joust", "barbed-spear", "rubric", "chevronny")),
            Pieces("rules", "Rule cards", rules, back("Rules", "book-cover", "slate", "plain")),
        ),
        LEAFLET,
        aids=(AID,),
    )
