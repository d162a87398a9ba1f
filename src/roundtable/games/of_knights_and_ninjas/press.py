"""Of Knights and Ninjas to print: the realm cards, the gems, a player aid and the leaflet (section 2)."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Face
from roundtable.scene.print import Aid, Item, Kit, Pieces

from .cards import CARDS, LEFT_OUT
from .faces import COLOURS, PATTERNS, face
from .options import NinjasOptions

BACK: Final = Face("Of Knights\nand Ninjas", "crossed-swords", tincture="rubric", pattern="lozengy")
GEM_NAMES: Final = ("Ruby", "Sapphire", "Emerald", "Topaz", "Amethyst", "Onyx")

AID: Final = Aid(
    "aid",
    "Your turn",
    6,
    (
        (
            "Draw 2 cards, then do one thing",
            (
                ("castle", "**Fortify:** castle, archer, minstrel, one of each at most"),
                ("crossed-swords", "**Attack** one rival, card by card"),
                ("trumpet-flag", "**Special:** herald, merchant or monk"),
                ("card-discard", "**Discard** a card; there is no passing"),
            ),
        ),
        (
            "What gets past which wall",
            (
                ("pitchfork", "peasants, soldier, knight, king, queen: open ground, or a castle with a **ladder**"),
                ("dragon-head", "dragon: past a castle, not past an archer; may burn the castle"),
                ("ninja-heroic-stance", "ninja: past castle and archer; may kill the archer"),
                ("lyre", "minstrel: nobody gets past"),
                ("catapult", "before the first attack card: ladder, catapult (castle), archer (archer)"),
            ),
        ),
        (
            "Answer with one card",
            (
                ("pikeman", "a common card or a crowd of peasants: subtract from a common attack"),
                ("backstab", "traitor: turns a common attack round"),
                ("tiara", "princess: takes a knight or a dragon"),
                ("executioner-hood", "executioner: any attack or an archer, turn over"),
                ("lyre", "minstrel: any attack goes back, turn over"),
            ),
        ),
        (
            "Gems on the road",
            (
                ("robber", "highwayman, out of turn: takes all gems just captured"),
                ("cut-diamond", "gain a gem and own the goal: you win at once"),
                ("jester-hat", "jester: plays as any other living card"),
            ),
        ),
    ),
)

LEAFLET: Final = """
## Goal

Gain a gem and own **ten**. Every time the deck is shuffled anew the goal drops by one. In the duel of two players you
need all twelve.

## Setting up

Shuffle the deck. Three to six players take five gems and four cards each. The winner of the last match begins; the
first time draw lots. Hands are secret; gems, walls and the number of cards are for all to see.

## A turn

First a minstrel lying before you leaves. Draw two cards. Then do **one** of these: fortify, attack, play a special
action, or discard a card. You cannot pass.

## Fortify

Lay down any of castle, archer and minstrel, never two of a kind. Castle and archer stay until they are destroyed; the
minstrel stays until your next turn, and meanwhile nobody can attack you. Your own walls never hinder you.

## Attack

Choose one rival for the whole turn. Before the first attack card you may play **pre-attacks** against a wall:

- **ladder:** common attackers climb over the castle for the rest of the turn,
- **catapult:** destroys the castle,
- **archer** (from your hand or your wall): shoots the archer.

Then play attack cards one at a time; only peasants may march together, and add up. Peasants, soldiers, knights, kings
and queens need open ground: no archer, and no castle unless a ladder leans on it. The **dragon** flies over a castle
but fears an archer. The **ninja** gets past both.

The attacked player gives exactly one answer:

- **accept;**
- a **common card**, or peasants together, against a common attack: subtract its strength, surplus is lost;
- **traitor**, against a common attack: it turns round, past all walls, and now you must answer it;
- **princess**, against a knight or dragon: the card goes to her player's hand and you may go on;
- **executioner**, against anything: the attack is discarded and your turn ends. It also stops an archer sent ahead;
- **minstrel**, against any attack or pre-attack: your card returns to your hand, the minstrel stays before its
  player, your turn ends.

If the attack comes through, a dragon may burn the castle and a ninja may kill the archer. Then the attacked player
loses as many gems as there is strength left, and your turn will end. If no gem moved and nobody ended your turn, you
may go on against the same rival. Used cards and the ladder are discarded.

## The open road

Captured gems are on the road first. Clockwise from whoever holds them, everybody except the player on turn, the
holder and the one just robbed may play a **highwayman** and take them all, and then the next highwayman may rob the
robber. When nobody wants to any more, the gems are home.

## Special actions

They cannot be answered, minstrels do not stop them, and their gems do not travel by road.

- **Herald:** every rival with cards chooses one in secret; all are shown, and you take one of them.
- **Merchant:** pay one gem to a rival with at least two cards; take half of the cards, rounded down, unseen.
- **Monk:** every rival with a castle pays you two cards or one gem, as they like and can.

**Jester:** plays as any other living card; castle, ladder and catapult are not alive.

## The end

Whoever has just gained a gem and owns the goal wins at once, on anybody's turn. If the draw pile runs out, shuffle
the discards and lower the goal by one. At the tenth shuffle the match ends, and most gems win.

## The duel: two players

Six gems each, twelve to win, and the goal does not shrink. There is no drawing. Lay out fifteen cards as a draft: the
player with fewer gems (then fewer cards, then the younger) looks at the top card and either keeps it, and the other
one drafts, or gives it away and looks at the next. The last card must be kept, and whoever gets it begins. With four
cards or more, play or discard one. With three or fewer, play, or call a **re-deal:** all walls are discarded, hands
stay, and a new draft begins. A merchant costs two gems, the herald sees two cards, the monk asks three cards or two
gems. A minstrel does not stay: instead the rival discards two cards. The player just robbed may play the highwayman
too.
"""


def kit(options: NinjasOptions) -> Kit:
    """The deck that the options choose, thirty gems, six aids."""
    left_out = LEFT_OUT[options.deck_preset]
    cards = tuple(Item(card.id, face(card.id), card.count) for card in CARDS if card.id not in left_out)
    gems = tuple(
        Item(name.lower(), Face(name, "cut-diamond", tincture=colour, pattern=pattern), 5)
        for name, colour, pattern in zip(GEM_NAMES, COLOURS, PATTERNS)
    )
    return Kit(
        (
            Pieces("realm", "Realm cards", cards, BACK),
            Pieces("gems", "Gems", gems, Face("", "cut-diamond", tincture="gold"), "disc", (22.0, 22.0)),
        ),
        LEAFLET,
        aids=(AID,),
    )
