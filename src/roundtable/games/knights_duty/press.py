"""Knight's Duty to print: the arena with its trackers, six clans of knights, tokens and battle cards (section 2)."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from roundtable.engine.grammar import count
from roundtable.scene import Face
from roundtable.scene.print import Aid, Board, Item, Kit, Pieces, Place, Way, Words

from .cards import BATTLE, CLAN_COLOURS, CLAN_NAMES, CLANS, HEARTS, REACH, SET, SHIELD_CARDS, SHIELDS, TOKENS, board
from .faces import CHARGES, ICONS, PATTERNS, token_face
from .options import DutyOptions
from .words import TOKEN_WORDS

HEX: Final = 30.0  # from side to side of a space
CIRCLE: Final = 26.0  # of a tracker
TOKEN_SIZE: Final = (24.0, 24.0)


def dark(clan: int) -> str:
    """A clan's colour for large areas: its zone on the board, but the token's where the zone is the lighter one."""
    return CLAN_COLOURS[clan][0 if CLANS[clan] == "yellow" else 1]


def clan_face(clan: int, title: str = "", icon: str = "", kind: str = "", text: str = "") -> Face:
    return Face(title, icon or CHARGES[clan], kind, dark(clan), PATTERNS[clan], text=text)


def clans_of(*rows: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(item for row in rows for item in row)


def tokens(clan: int) -> tuple[Item, ...]:
    """2.1 Thirteen tokens, and Inspiration with its two sides."""
    name = CLANS[clan]
    back = clan_face(clan)
    made = tuple(
        Item(f"{name}:{kind}", Face(TOKEN_WORDS[kind], ICONS[kind], "", dark(clan), PATTERNS[clan]), n, back)
        for kind, n in TOKENS.items()
    )
    bright = Face("Inspiration", "sun", "", "gold", PATTERNS[clan])
    spent = Face("Spent", "night-sky", "", "ink", PATTERNS[clan])
    return (*made, Item(f"{name}:inspiration", bright, 1, spent))


def battle_cards(clan: int) -> tuple[Item, ...]:
    name = CLANS[clan]
    back = clan_face(clan, CLAN_NAMES[clan])
    return tuple(
        Item(f"{name}:{card.id}", clan_face(clan, card.name, card.icon, CLAN_NAMES[clan], card.text), card.count, back)
        for card in BATTLE
    )


def weapons(clan: int) -> tuple[Item, ...]:
    faces = {weapon: token_face(weapon) for weapon in REACH}
    return tuple(
        Item(f"{CLANS[clan]}:{weapon}_in_hand", clan_face(clan, face.title, face.icon), 1, clan_face(clan))
        for weapon, face in faces.items()
    )


def arena(radius: int, layout: str) -> Board:
    """2.3 The spaces, and outside each side its clan's tracker: three slots, then Inspiration, read from there."""
    field = board(radius)
    starts = {field.start(clan, layout): clan for clan in range(6)}
    inner = (radius * sqrt(3) / 2 + 1 / sqrt(3)) * HEX
    outer = inner + 46
    width, height = 2 * outer / cos(pi / 6), 2 * outer
    x0, y0 = width / 2, height / 2
    places = []
    for i, (q, r) in enumerate(field.spaces):
        x, y = x0 + HEX * (q + r / 2), y0 + HEX * r * sqrt(3) / 2
        if i == field.high_ground:
            places.append(Place(x, y, HEX, HEX, "hex", "High Ground", "", ("mountaintop",), "gold", "plain", True))
        elif i in starts:
            clan = starts[i]
            places.append(
                Place(x, y, HEX, HEX, "hex", field.labels[i], "", (CHARGES[clan],), dark(clan), PATTERNS[clan])
            )
        else:
            places.append(Place(x, y, HEX, HEX, "hex", field.labels[i]))
    words, ways = [], []
    for clan in range(6):
        turn = clan * pi / 3  # clockwise from the top

        def point(along: float, out: float, turn: float = turn) -> tuple[float, float]:
            """Seen by the player who sits there: `along` to the right, `out` from the centre."""
            return x0 + out * sin(turn) - along * cos(turn), y0 - out * cos(turn) - along * sin(turn)

        for slot in range(4):
            x, y = point((slot - 1.5) * 29, inner + 17)
            label, icon = (str(slot + 1), ()) if slot < 3 else ("", ("sun",))
            places.append(Place(x, y, CIRCLE, CIRCLE, "disc", label, "", icon, dark(clan), PATTERNS[clan], True))
        ways.append(Way((point(-58, inner + 33), point(24, inner + 33))))
        x, y = point(0, inner + 39)
        words.append(Words(x, y, f"{CLANS[clan].upper()} · {CLAN_NAMES[clan]}", 12, 180 + clan * 60))
    return Board("arena", "Arena", (width, height), tuple(places), tuple(ways), tuple(words))


def hits(weapon: str, defending: int) -> str:
    """The chance of a hit."""
    return f"{100 * (HEARTS[weapon] - defending) / (HEARTS[weapon] + SHIELDS[weapon]):.0f}\u00a0%"


def reach(weapon: str) -> str:
    return "1" if REACH[weapon] == 1 else f"1 to {REACH[weapon]}"


def pile(weapon: str) -> str:
    return f"{count(HEARTS[weapon], 'Heart')}, {count(SHIELDS[weapon], 'Shield')}"


def piles() -> str:
    """The leaflet's list of weapons."""
    return "\n".join(f"- **{TOKEN_WORDS[weapon]}** (reach {reach(weapon)}): {pile(weapon)}." for weapon in REACH)


AID: Final = Aid(
    "aid",
    "A turn of duty",
    6,
    (
        (
            "Each slot, in this order",
            (
                ("boots", "**Move:** all at once, one space or stay"),
                ("broadsword", "**Swap:** a weapon token that is not in hand is taken up"),
                ("shield", "**Shield:** a Heart of the pile becomes a Shield"),
                ("sword-clash", "**Parry:** a miss disarms the attacker"),
                ("crossed-swords", "**Attack:** with the weapon in hand"),
            ),
        ),
        (
            "Weapons",
            tuple(
                (
                    ICONS[weapon],
                    f"**{TOKEN_WORDS[weapon]}:** reach {reach(weapon)}; {pile(weapon)}; "
                    f"hits {hits(weapon, 0)}, {hits(weapon, 1)} against a shield",
                )
                for weapon in REACH
            ),
        ),
        (
            "Inspiration",
            (
                ("sun", "spent by the attacker: one Heart more; by the target: one Shield more"),
                ("mountaintop", "bright again: stand on the High Ground at the start of a turn, or move onto it"),
                ("laurel-crown", "bright again: defeat a knight"),
            ),
        ),
        (
            "Hearts",
            (
                ("hearts", "Full Heart: three actions a turn"),
                ("broken-heart", "Broken Heart: two actions; the next hit defeats you"),
            ),
        ),
    ),
)

LEAFLET: Final = f"""
## Goal

Be the last knight standing.

## Setting up

Each player takes a clan: a knight, {len(SET)} tokens and the Inspiration token, three weapon markers,
{sum(card.count for card in BATTLE)} battle cards. Stand your knight on the start space in the middle of your side of
the arena. Everybody begins with a Full Heart, no weapon, Inspiration on its bright side, all tokens in hand. Clans that
nobody plays stay in the box.

Two players take Purple and Aqua; three take Purple, Yellow and Blue; four take Purple, Red, Aqua and Blue; five leave
out Green; or choose in turn as you like.

## A turn

A knight that stands on the High Ground turns its Inspiration bright. Then all **program** at once: lay one token face
down on each of the slots 1, 2 and 3 of your tracker, with a Broken Heart only on 1 and 2. You choose the tokens and
their order; where to go and whom to strike is decided later.

Now the slots are played one after the other. All turn over the token of the slot together. A weapon token **attacks**
if that very weapon is in your hand; otherwise your knight **takes it up** and puts the old one down. So Sword, Sword
means: draw, then strike. Who wants to do nothing plays Move and stays.

After the last slot all tokens go back to hand, and the next turn begins.

## Each slot: 1. Move

Everybody with a Move token secretly chooses to stay or to go to a neighbouring space (write down its letter and
number, or point on a count of three). A space held by a knight without a Move token in this slot is closed. All moves
happen at the same moment: following, changing places and riding in a ring are fine. If several want the same space,
each says at once **insist** or **yield**: exactly one who insists gets it, otherwise nobody. Whoever wants the space
of a knight that does not leave stays too. Moving onto the High Ground turns Inspiration bright.

## 2. Swap, 3. Shield, 4. Parry

Take up weapons and show them by the markers beside your tracker. Shield and Parry last until the end of the slot,
against every attack.

## 5. Attack

Every attacker with somebody in reach secretly names a target, or nobody. Reach counts spaces; nothing blocks it.
Shuffle the attackers' knights for a random order. If several share a target they may agree who goes first. When your
target has already been attacked in this slot you may choose another one in reach. A knight hit or defeated in this
slot still makes its own attack.

For each attack the **target's clan** lays out battle cards:

{piles()}

Use the Hearts of the target's state, Full or Broken. If the target **shields**, replace one Heart by a Shield. Then
both decide in secret whether to spend Inspiration (turn it dark): the attacker's adds a Heart, the target's a Shield,
as long as one of the {SHIELD_CARDS} is left. Shuffle, and the attacker draws one card.

- **Shield: a miss.** If the target parries, the attacker drops the weapon.
- **Heart: a hit.** A Full Heart becomes a Broken Heart, and the third token of this turn goes back unseen. A Broken
  Heart is defeated. Whoever defeats a knight turns Inspiration bright.

## The end

Defeated knights leave the board at the end of the slot. A single knight left has won. If the last ones fall in the
same slot they share the victory. After thirty turns without a hit it is a draw of all who stand.

## A storm, if you like

From a turn you agree on, a storm closes in from the rim: at the end of that turn every knight on the outer ring of
spaces takes a hit, and after every second turn the next ring is in the storm too.
"""


def kit(options: DutyOptions) -> Kit:
    """Six clans and the arena of the size and layout that the options choose."""
    everybody = range(6)
    knights = tuple(
        Item(f"{CLANS[c]}:knight", clan_face(c, CLANS[c].capitalize(), "mounted-knight")) for c in everybody
    )
    return Kit(
        (
            Pieces("battle", "Battle cards", clans_of(*map(battle_cards, everybody))),
            Pieces("tokens", "Tokens", clans_of(*map(tokens, everybody)), None, "disc", TOKEN_SIZE),
            Pieces("weapons", "Weapon markers", clans_of(*map(weapons, everybody)), None, "chit", (26.0, 26.0)),
            Pieces("knights", "Knights", knights, None, "stand", (24.0, 90.0)),
        ),
        LEAFLET,
        (arena(options.board_radius, options.start_layout),),
        (AID,),
    )
