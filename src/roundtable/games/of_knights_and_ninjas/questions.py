"""Of Knights and Ninjas: which plays and answers are legal (4.2, 4.4 to 4.6), and the grammars of answers.

Everything here follows from the asked player's own hand and from what everybody sees, so a question means the same on
the truth, on a view and on a world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from roundtable.engine import STOP, Answer, Branch, Choice, OneOf, Pile, Question, Subset

from .cards import (
    ATTACKERS,
    BIT,
    COMMON,
    DECKS,
    HELD,
    JESTER,
    JESTER_AS,
    KIND,
    KIND_BIT,
    KINDS,
    LEFT_OUT,
    MEANING,
    WALL_ARCHER,
    WALLS,
    jester_kinds,
)
from .options import NinjasOptions
from .state import NinjasState

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
END_TURN: Final = "end_turn"
PEASANT: Final = "peasant"
JESTER_PEASANT: Final = JESTER_AS[PEASANT]
SEAT_WORDS: Final = tuple(f"seat{seat}" for seat in range(6))
SEAT: Final = {word: seat for seat, word in enumerate(SEAT_WORDS)}
END: Final = (STOP,)

JESTER_BIT: Final = KIND_BIT[JESTER]
ATTACKER_BITS: Final = (1 << len(ATTACKERS)) - 1  # they come first in the card list

# What stands in the way of an attack (4.4), as a sum.
CASTLE: Final = 1
LADDER: Final = 2
ARCHER: Final = 4


# -- grammars --------------------------------------------------------------------------------------------------------


class Plays(Choice):
    """One play; a peasant may be followed by more of them, and by Jesters as peasants, in a revolt (4.4, R8)."""

    def __init__(self, plays: Sequence[str], peasants: int, jesters: int) -> None:
        self.plays = plays
        self.peasants = peasants
        self.jesters = jesters

    def atoms(self, prefix: Answer) -> Sequence[str]:
        if not prefix:
            return self.plays
        first = prefix[0]
        if first not in self.plays:
            return ()
        if first != PEASANT and first != JESTER_PEASANT:
            return END if len(prefix) == 1 else ()
        peasants, jesters = prefix.count(PEASANT), prefix.count(JESTER_PEASANT)
        if prefix[peasants:] != (JESTER_PEASANT,) * jesters or peasants > self.peasants or jesters > self.jesters:
            return ()
        more = [STOP]
        if not jesters and peasants < self.peasants:
            more.append(PEASANT)
        if jesters < self.jesters:
            more.append(JESTER_PEASANT)
        return more

    def sample(self, rng: Random) -> Answer:
        play = self.plays[int(rng.random() * len(self.plays))]
        return self.complete((play,), rng) if play in (PEASANT, JESTER_PEASANT) else (play,)

    def offers(self, chosen: Answer) -> Sequence[str]:
        offers = list(self.atoms(self.canonical(chosen)))
        if JESTER_PEASANT in chosen and offers and chosen.count(PEASANT) < self.peasants:
            offers.append(PEASANT)
        return offers

    def canonical(self, answer: Answer) -> Answer:
        jesters = answer.count(JESTER_PEASANT)
        if not jesters or answer.count(PEASANT) + jesters != len(answer):
            return answer
        return (PEASANT,) * (len(answer) - jesters) + (JESTER_PEASANT,) * jesters


class Walls(Choice):
    """Fortifications of pairwise different kinds, in the order castle, archer, minstrel (4.3, R34)."""

    def __init__(self, words: Sequence[str], jesters: int) -> None:
        self.words = words  # a card or a Jester for each kind that may still be laid
        self.jesters = jesters

    def atoms(self, prefix: Answer) -> Sequence[str]:
        place, jesters = -1, self.jesters
        for word in prefix:
            if word not in self.words or WALL_PLACE[word] <= place:
                return ()
            place = WALL_PLACE[word]
            jesters -= HELD[word] == JESTER
        if jesters < 0:
            return ()
        more = [w for w in self.words if WALL_PLACE[w] > place and (jesters or HELD[w] != JESTER)]
        return [STOP, *more] if prefix else more

    def offers(self, chosen: Answer) -> Sequence[str]:
        if not chosen or not self.atoms(self.canonical(chosen)):
            return self.atoms(chosen)
        kinds = [MEANING[word] for word in chosen]
        jesters = self.jesters - sum(HELD[word] == JESTER for word in chosen)
        more = [w for w in self.words if MEANING[w] not in kinds and (jesters or HELD[w] != JESTER)]
        return [STOP, *more]

    def canonical(self, answer: Answer) -> Answer:
        return tuple(sorted(answer, key=wall_place))


WALL_PLACE: Final = {word: WALLS.index(kind) for word, kind in MEANING.items() if kind in WALLS and word != WALL_ARCHER}


def wall_place(word: str) -> int:
    return WALL_PLACE.get(word, -1)


# -- what a hand can do ----------------------------------------------------------------------------------------------


def holds(hand: Pile) -> int:
    """The kinds in a hand, as bits."""
    bits = 0
    for piece in hand:
        bits |= BIT[piece]
    return bits


def kinds(bits: int) -> tuple[str, ...]:
    """The different kinds in a hand, in the order of the card list."""
    return _kinds(bits & ATTACKER_BITS) + _kinds(bits & ~ATTACKER_BITS)  # two small tables instead of a large one


_KINDS: Final[dict[int, tuple[str, ...]]] = {}


def _kinds(bits: int) -> tuple[str, ...]:
    found = _KINDS.get(bits)
    if found is None:
        found = _KINDS[bits] = tuple([kind for kind, bit in KIND_BIT.items() if bits & bit])
    return found


def cards(hand: Pile) -> tuple[str, ...]:
    """Every card of a hand by its kind, in the order of the card list."""
    return tuple(KIND[piece] for piece in sorted(hand))


def words_for(wanted: Sequence[str], bits: int, deck: int) -> list[str]:
    """How the wanted kinds can be played from a hand: by themselves, or by a Jester (R22)."""
    words = [kind for kind in wanted if bits & KIND_BIT[kind]]
    if bits & JESTER_BIT:
        stands_for = JESTER_STANDS_FOR[deck]
        words += [JESTER_AS[kind] for kind in wanted if kind in stands_for]
    return words


JESTER_STANDS_FOR: Final = tuple(frozenset(jester_kinds(preset)) for preset in DECKS)


# Answers to the questions below depend on few things, so they are computed once for each combination.  Only the kinds
# that matter go into a key, which bounds the tables.
def bits_of(*names: str) -> int:
    return sum(KIND_BIT[name] for name in names)


PLAY_BITS: Final = bits_of(*COMMON, "ninja", "dragon", "archer", "ladder", "catapult", JESTER)
RESPOND_BITS: Final = bits_of(*COMMON, "traitor", "princess", "executioner", "minstrel", JESTER)
_PLAYS: Final[dict[int, tuple[str, ...]]] = {}
_RESPONSES: Final[dict[tuple[int, str, bool, int], tuple[str, ...]]] = {}


def plays(bits: int, wall: int, pre_attacks: bool, wall_archer: bool, deck: int) -> tuple[str, ...]:
    """4.4 The table: what may be played from such a hand against such a wall."""
    key = (bits & PLAY_BITS) << 7 | deck << 5 | wall_archer << 4 | pre_attacks << 3 | wall
    found = _PLAYS.get(key)
    if found is None:
        found = _PLAYS[key] = _plays(bits, wall, pre_attacks, wall_archer, deck)
    return found


def _plays(bits: int, wall: int, pre_attacks: bool, wall_archer: bool, deck: int) -> tuple[str, ...]:
    wanted: list[str] = []
    own_archer = False
    if pre_attacks:  # R16: pre-attacks go against the fortification itself, in any order
        if wall & CASTLE:
            wanted += ["catapult"] if wall & LADDER else ["ladder", "catapult"]  # R18: one ladder is enough
        if wall & ARCHER:
            wanted.append("archer")
            own_archer = wall_archer
    if not wall & ARCHER:
        if not wall & CASTLE or wall & LADDER:
            wanted += COMMON
        wanted.append("dragon")
    wanted.append("ninja")
    words = words_for(wanted, bits, deck)
    return (*words, WALL_ARCHER) if own_archer else tuple(words)


def wall(s: NinjasState, seat: int) -> int:
    """What stands before a rival who is not protected by a minstrel."""
    return bool(s.castles[seat]) | bool(s.ladder) << 1 | bool(s.archers[seat]) << 2


def may_pre_attack(s: NinjasState) -> bool:
    """R17: only before the first attack card of the turn, unless the table plays otherwise."""
    return not s.struck or not s.options.pre_attack_first_only


def plays_against(s: NinjasState, seat: int, target: int, bits: int) -> tuple[str, ...]:
    """What the turn player may play against this rival now; nothing against a minstrel (R16)."""
    if s.minstrels[target]:
        return ()
    return plays(bits, wall(s, target), may_pre_attack(s), bool(s.archers[seat]), s.deck)


def can_use_wall_archer(s: NinjasState, seat: int, target: int) -> bool:
    """Whether the archer on the own wall could shoot at this rival's: everybody can see that."""
    shoots = s.archers[seat] and s.archers[target] and not s.minstrels[target]
    return bool(shoots) and may_pre_attack(s)


def revolt(words: Sequence[str], hand: Pile, bits: int) -> Plays:
    return Plays(words, copies(hand, bits, PEASANT), copies(hand, bits, JESTER))


def copies(hand: Pile, bits: int, kind: str) -> int:
    """How many cards of a kind are in a hand; most hands have none, and the bits tell that at once."""
    bit = KIND_BIT[kind]
    return len([piece for piece in hand if BIT[piece] == bit]) if bits & bit else 0


# -- the questions of the turn player --------------------------------------------------------------------------------


def choose_action(s: NinjasState, seat: int) -> Choice:
    """4.2 One of the four actions, or a re-deal; with an empty hand the wall's archer or the end of the turn."""
    hand = s.hands[seat]
    bits = holds(hand)
    deeds: dict[str, Choice | None] = {}
    walls = fortify_words(s, seat, bits)
    if walls:
        deeds["fortify"] = Walls(walls, copies(hand, bits, JESTER))
    targets = attack_targets(s, seat, hand, bits)
    if targets:
        deeds["attack"] = Branch(targets)
    if bits & SPECIAL_BITS:
        specials = special_actions(s, seat, bits)
        if specials:
            deeds["special"] = Branch(specials)
    if hand and may_discard(s, seat):
        deeds["discard"] = OneOf(kinds(bits))
    if may_redeal(s, seat):
        deeds["redeal"] = None
    elif not hand:
        deeds[END_TURN] = None
    return Branch(deeds)


SPECIAL_BITS: Final = bits_of("herald", "merchant", "monk", JESTER)
WALL_BITS: Final = bits_of(*WALLS, JESTER)


def fortify_words(s: NinjasState, seat: int, bits: int) -> tuple[str, ...]:
    """Kinds out of castle, archer and minstrel that do not lie there already (R34)."""
    key = (bits & WALL_BITS, bool(s.castles[seat]), bool(s.archers[seat]), s.deck)
    found = _WALLS.get(key)
    if found is None:
        wanted = [kind for kind, there in zip(WALLS, (key[1], key[2], False)) if not there]
        found = _WALLS[key] = tuple(sorted(words_for(wanted, bits, s.deck), key=wall_place))
    return found


_WALLS: Final[dict[tuple[int, bool, bool, int], tuple[str, ...]]] = {}


def attack_targets(s: NinjasState, seat: int, hand: Pile, bits: int) -> dict[str, Choice | None]:
    targets: dict[str, Choice | None] = {}
    peasants, jesters = copies(hand, bits, PEASANT), copies(hand, bits, JESTER)
    alike: dict[int, Plays] = {}  # rivals behind like walls share a grammar
    for rival in range(s.players):  # R23: also one without gems
        if rival != seat and not s.minstrels[rival]:  # R16
            before = wall(s, rival)
            choice = alike.get(before)
            if choice is None:
                choice = alike[before] = Plays(plays_against(s, seat, rival, bits), peasants, jesters)
            if choice.plays:
                targets[SEAT_WORDS[rival]] = choice
    return targets


def special_actions(s: NinjasState, seat: int, bits: int) -> dict[str, Choice | None]:
    deeds: dict[str, Choice | None] = {}
    for word in words_for(("herald", "merchant", "monk"), bits, s.deck):
        kind = MEANING[word]
        if kind == "merchant":
            targets = merchant_targets(s, seat)
            if targets:
                deeds[word] = OneOf(targets)
        elif herald_possible(s, seat) if kind == "herald" else monk_possible(s, seat):
            deeds[word] = None
    return deeds


def merchant_targets(s: NinjasState, seat: int) -> tuple[str, ...]:
    """R31: the full price, and a rival of whose cards a half can be taken."""
    if s.gems[seat] < merchant_price(s):
        return ()
    return tuple(SEAT_WORDS[q] for q in range(s.players) if q != seat and len(s.hands[q]) >= 2)


def merchant_price(s: NinjasState) -> int:
    return 2 if s.players == 2 else 1


def herald_possible(s: NinjasState, seat: int) -> bool:
    """R30: somebody has a card to show."""
    return any(s.hands[q] for q in range(s.players) if q != seat)


def monk_possible(s: NinjasState, seat: int) -> bool:
    return any(s.castles[q] and (s.hands[q] or s.gems[q]) for q in range(s.players) if q != seat)


def can_redeal(s: NinjasState) -> bool:
    """4.10 Something could be dealt."""
    return bool(s.draw or s.discard or any(s.castles) or any(s.archers))


def may_redeal(s: NinjasState, seat: int) -> bool:
    return s.players == 2 and len(s.hands[seat]) <= 3 and can_redeal(s)


def may_discard(s: NinjasState, seat: int) -> bool:
    """R24, R41: in the duel only with four cards, or when nothing can be dealt."""
    return s.players > 2 or len(s.hands[seat]) >= 4 or not can_redeal(s)


def continue_attack(s: NinjasState, seat: int) -> Choice:
    """4.8 Go on against the same rival, or stop."""
    hand = s.hands[seat]
    bits = holds(hand)
    return revolt((*plays_against(s, seat, s.target, bits), END_TURN), hand, bits)


def unique_side_effect(s: NinjasState, seat: int) -> Choice:
    return OneOf(("destroy", "spare"))  # R19


def herald_pick(s: NinjasState, seat: int) -> Choice:
    """Whose card; in the duel which of the rival's cards."""
    if s.players == 2:
        return OneOf(kinds(holds(s.shown[1 - seat])))
    return OneOf(tuple(SEAT_WORDS[q] for q in range(s.players) if s.shown[q]))


# -- the questions of the others -------------------------------------------------------------------------------------


def respond(s: NinjasState, seat: int) -> Choice:
    """4.6 The defender's answers to an attack."""
    hand = s.hands[seat]
    bits = holds(hand)
    return revolt(responses(bits, s.kind, bool(s.minstrels[seat]), s.deck), hand, bits)


def responses(bits: int, kind: str, minstrel_there: bool, deck: int) -> tuple[str, ...]:
    key = (bits & RESPOND_BITS, kind, minstrel_there, deck)
    found = _RESPONSES.get(key)
    if found is None:
        wanted: list[str] = []
        if kind in COMMON:
            wanted += (*COMMON, "traitor")
        if kind in ("knight", "dragon"):
            wanted.append("princess")
        wanted.append("executioner")  # R49: against a revolt too
        if not minstrel_there:  # R50
            wanted.append("minstrel")
        found = _RESPONSES[key] = (ACCEPT, *words_for(wanted, bits, deck))
    return found


def respond_pre_attack(s: NinjasState, seat: int) -> Choice:
    """4.5, R9: a minstrel against anything, an executioner only against an archer, who has a head."""
    wanted = ("executioner", "minstrel") if s.kind == "archer" else ("minstrel",)
    return OneOf((ACCEPT, *words_for(wanted, holds(s.hands[seat]), s.deck)))


def highwayman(s: NinjasState, seat: int) -> Choice:
    """4.7 Take the gems on the road, or let them pass."""
    bits = holds(s.hands[seat]) & HIGHWAY_BITS
    return OneOf((*words_for(("highwayman",), bits, s.deck), DECLINE) if bits else ONLY_DECLINE)


HIGHWAY_BITS: Final = bits_of("highwayman", JESTER)
ONLY_DECLINE: Final = (DECLINE,)


def herald_offer(s: NinjasState, seat: int) -> Choice:
    hand = s.hands[seat]
    return Subset(cards(hand), 2, 2) if s.players == 2 else OneOf(kinds(holds(hand)))  # R44


def monk_pay(s: NinjasState, seat: int) -> Choice:
    """R32, R44: the forms that can be paid, in full if any can."""
    hand = s.hands[seat]
    forms: dict[str, Choice | None] = {}
    for form, amount in monk_forms(s, seat).items():
        forms[form] = Subset(cards(hand), amount, amount) if form == "cards" else None
    return Branch(forms)


def monk_forms(s: NinjasState, seat: int) -> Mapping[str, int]:
    """Form of payment -> how much of it; empty for who has nothing."""
    have = {"gems": s.gems[seat], "cards": len(s.hands[seat])}
    price = MONK_DUEL_PRICE if s.players == 2 else MONK_PRICE
    full = {form: price[form] for form in price if have[form] >= price[form]}
    return full or {form: amount for form, amount in have.items() if amount}


MONK_PRICE: Final = {"gems": 1, "cards": 2}
MONK_DUEL_PRICE: Final = {"gems": 2, "cards": 3}


def minstrel_discard(s: NinjasState, seat: int) -> Choice:
    return Subset(cards(s.hands[seat]), 2, 2)


def draft(s: NinjasState, seat: int) -> Choice:
    return OneOf(("keep", "give"))


QUESTIONS: Final = {
    "choose_action": Question("4.2", choose_action),
    "continue_attack": Question("4.8", continue_attack),
    "respond_pre_attack": Question("4.5", respond_pre_attack),
    "respond": Question("4.6", respond),
    "unique_side_effect": Question("4.6", unique_side_effect),
    "highwayman": Question("4.7", highwayman),
    "herald_offer": Question("4.10", herald_offer),
    "herald_pick": Question("4.10", herald_pick),
    "monk_pay": Question("4.10", monk_pay),
    "minstrel_discard": Question("4.10", minstrel_discard),
    "draft": Question("4.10", draft),
}


def vocabulary(players: int, options: NinjasOptions) -> tuple[str, ...]:
    """Every word of every answer with this deck."""
    preset = options.deck_preset
    there = [kind for kind in KINDS if kind not in LEFT_OUT[preset]]
    deeds = ("fortify", "attack", "special", "discard", "redeal", END_TURN)
    answers = (ACCEPT, DECLINE, "destroy", "spare", "gems", "cards", "keep", "give")
    return (*deeds, *answers, *there, *(JESTER_AS[kind] for kind in jester_kinds(preset)), WALL_ARCHER, *SEAT_WORDS)
