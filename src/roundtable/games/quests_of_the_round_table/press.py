"""Quests of the Round Table to print: adventure and story deck, ranks, shields, an aid and the leaflet (section 2)."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Face
from roundtable.scene.print import Aid, Item, Kit, Pieces

from .cards import ADVENTURE_CARDS, AMOUR_BP, RANK_BP, RANK_NAMES, RANK_NEEDS, RANKS, STORY_CARDS, Card
from .faces import ARMS, RANK_ICONS, face
from .options import QuestsOptions

ADVENTURE_BACK: Final = Face("Adventure", "winged-sword", tincture="woad", pattern="lozengy")
STORY_BACK: Final = Face("Story", "round-table", tincture="verdigris", pattern="barry")
RANK_BACK: Final = Face("Rank", "crown", tincture="gold", pattern="vair")
HOUSES: Final = ("Red", "Blue", "Green", "Gold")

AID: Final = Aid(
    "aid",
    "On your turn",
    4,
    (
        (
            "Turn up a story card",
            (
                ("holy-grail", "**Quest:** who will sponsor it? Who rides? Shields for all who get through"),
                ("castle", "**Tournament:** the strongest wins shields"),
                ("knight-banner", "**Event:** it happens"),
            ),
        ),
        (
            "The sponsor builds",
            (
                ("stone-stack", "as many stages as the card says, face down, from hand"),
                ("dragon-head", "a foe with weapons of different names, each stage stronger than the foe before"),
                ("sword-clash", "or a Test, alone; one in a quest at most"),
                ("card-draw", "at the end: draw a card for every card laid and for every stage"),
            ),
        ),
        (
            "You ride",
            (
                ("broadsword", "rank + weapons of this stage + Amour + allies, at least as strong as the stage"),
                ("coins", "Test: bid more than the last, or drop out; the last one left pays and goes on"),
                ("crowned-skull", "Mordred from hand: send any ally in play away"),
            ),
        ),
        (
            "Ranks",
            (
                *(
                    (RANK_ICONS[i], f"**{RANK_NAMES[i]}:** {RANK_BP[i]} points, {RANK_NEEDS[i]} shields to rise")
                    for i in range(3)
                ),
                (RANK_ICONS[3], f"**{RANK_NAMES[3]}:** you win"),
            ),
        ),
    ),
)

LEAFLET: Final = f"""
## Goal

Win shields, rise from Squire to Knight to Champion Knight, and be the first **Knight of the Round Table**.

## Setting up

Everybody takes a Squire card and a colour of shields, which stay in the supply for now. Shuffle both decks and deal
**twelve** adventure cards to each player. Draw lots for the first turn.

## A turn

Turn up the top story card and play it out: a quest, a tournament or an event. Then the player to the left of the one
who drew turns up the next.

## Quests

**Sponsor.** Beginning with the player on turn, each may offer to sponsor the quest, if the hand allows it. If nobody
does, the quest is discarded.

**Building.** The sponsor lays the stages face down, as many as the card says. A stage is one **foe** with any number
of weapons of different names, or one **Test** alone. Only one stage may be a Test. Each foe stage must have more
battle points than the foe stage before. A foe with two numbers uses the higher one only if the quest names it.

**Riding out.** From the sponsor's left, the others say whether they join. Everybody who does draws a card. Then the
stages come one after the other, each turned face up as it is reached.

- **A foe:** all who ride choose cards in secret and show them together: weapons of different names, allies, at most
  one Amour, or nothing. Whoever is at least as strong as the stage goes on; the others are out. Weapons are discarded
  after each stage, allies stay before you until something removes them, an Amour stays until the quest is over for
  you.
- **A Test:** bid in turn, from the sponsor's left. Each bid is higher than the last, or you drop out of the quest.
  The first bid is at least what the Test says, or 1; a single rider must bid at least 3. In your turn you may first
  put allies, and one Amour, into play for their free bids. The last one left discards as many cards as bid, less the
  free bids of allies and Amour, and goes on alone.

**Reward.** Everybody who got through gains a shield for each stage. The sponsor, whatever happened, draws as many
cards as were laid and one more for each stage. All stages and Amours are discarded.

## How strong you are

Rank, weapons of this stage, Amour ({AMOUR_BP}) and all allies before you. Some allies are worth more on the quest or
beside the ally they name; that number replaces the ordinary one.

## Tournaments

Beginning with the player on turn, each may enter; every entrant draws a card. A single entrant wins at once.
Otherwise all choose cards in secret as against a foe; of your allies, those played in this tournament count. The
strongest wins. Leaders who are equal fight one more round with new weapons; if they are equal again, all of them win.
Winners gain a shield for each entrant and the bonus of the card.

## Events

They happen at once, as the card says. **King's Recognition** stays open until a quest is completed: then everybody
who completed it gains 2 more shields. Nobody can have fewer than no shields, and ranks are never lost.

## Merlin and Mordred

At the start of a stage a rider with Merlin in play, or who plays him now from hand, may look at one stage that lies
face down, once in a quest; the others see that, but not what he saw.
**Mordred**, besides being a foe, may be discarded from hand, by anybody, to discard any one ally in play: after a
story card is turned up, after cards are shown, and before each bid.

## Too many cards

After every draw, whoever holds more than **twelve** cards discards the rest, or plays allies from it. When a deck is
used up, its discards are shuffled and become the new one; a story that waits, such as King's Recognition, stays out.

## Promotion and the end

As soon as you have enough shields, pay them, take the next rank card and keep what is left: {RANK_NEEDS[0]} shields
make a Squire a Knight, {RANK_NEEDS[1]} a Knight a Champion, {RANK_NEEDS[2]} a Champion a Knight of the Round Table.
When the story is dealt with and you alone have reached that, you have won. Several at once fight a last tournament
among themselves, after drawing a card each. For a shorter game, play to Champion Knight.
"""


def cards(table: tuple[Card, ...]) -> tuple[Item, ...]:
    return tuple(Item(card.id, face(card.id), card.count) for card in table)


def rank(level: int) -> Item:
    words = f"Pay {RANK_NEEDS[level]} shields to become a {RANK_NAMES[level + 1]}."
    shown = Face(RANK_NAMES[level], RANK_ICONS[level], "rank", "gold", "plain", str(RANK_BP[level]), text=words)
    return Item(RANKS[level], shown, 4)


def kit(options: QuestsOptions) -> Kit:
    """125 adventure cards, 28 story cards, 12 ranks and 40 shields."""
    shields = tuple(
        Item(f"shield_{arms.letter.lower()}", Face(house, arms.charge, "", arms.colour, arms.pattern), max(RANK_NEEDS))
        for house, arms in zip(HOUSES, ARMS)
    )
    return Kit(
        (
            Pieces("adventure", "Adventure cards", cards(ADVENTURE_CARDS), ADVENTURE_BACK),
            Pieces("story", "Story cards", cards(STORY_CARDS), STORY_BACK),
            Pieces("ranks", "Rank cards", tuple(map(rank, range(3))), RANK_BACK),
            Pieces("shields", "Shields", shields, Face("", "checked-shield", tincture="slate"), "chit", (22.0, 22.0)),
        ),
        LEAFLET,
        aids=(AID,),
    )
