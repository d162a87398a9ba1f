"""Of Knights and Ninjas, section 11: what a good player knows, as a value of positions and as priorities per question.

`choose` is what the greedy bot does, given a view and nothing else; its scores are in gems: one gem is worth 1.
`value` is for searches, `judge` for those of Champions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from roundtable.engine import HIDDEN, Answer, Choice

from .cards import BIT, COMMON, HELD, HELD_BIT, JESTER, KIND, KIND_BIT, KINDS, MEANING, PRE_ATTACKS, STRENGTH
from .choices import ACCEPT, ARCHER, CASTLE, DECLINE, END_TURN, LADDER, SEAT, holds, monk_forms, plays, wall
from .state import NOBODY, Deed, Rivals

WIN: Final = 100.0
CARD: Final = 0.25  # gems for one point of a card's worth

# 11.13, 11.16: what is kept longest.
WORTH: Final = {
    "peasant": 1.0,
    "soldier": 2.4,
    "knight": 3.6,
    "king": 5.0,
    "queen": 6.0,
    "ninja": 6.0,
    "dragon": 5.0,
    "archer": 3.0,
    "castle": 3.0,
    "minstrel": 4.0,
    "ladder": 1.2,
    "catapult": 2.2,
    "princess": 3.4,
    "executioner": 5.0,
    "traitor": 5.0,
    "highwayman": 5.5,
    "herald": 2.4,
    "merchant": 3.4,
    "monk": 2.6,
    "jester": 8.0,
}
WORTH.update({kind: 1.0 + STRENGTH[kind] for kind in COMMON if kind not in WORTH})  # of an edition


def choose(game: Any, view: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer with the best score; chance decides between equals."""
    forced = choice.forced()
    if forced is not None:
        return forced
    return _ADVICE[view.question](view, choice, seat, rng)


# -- for searches ----------------------------------------------------------------------------------------------------

# A duel is judged when the next turn begins, a larger table after a round or so: what rivals do to one another counts.
SEARCH: Final = {"depth": 1, "horizon": 1, "party": 12, "insight": True, "width": 0.2, "first": 1.0}
CHAMPION: Final = {"horizon": -1}  # a duel as soon as the turn is over: what to expect of the next one is learnt


@dataclass
class Weights:
    """What things are worth when a turn begins: the chances of two players are as e to the power of their values.

    Fitted to who won 5,000 duels and 20,000 matches of four, played by these rules with a random answer now and then.
    """

    missing: tuple[float, ...]  # by the gems that are missing to the goal
    hand: tuple[float, ...]  # piece -> what it is worth in hand
    turn: tuple[float, ...]  # by how many turns come before one's own
    strike: tuple[float, ...]  # with an attack in hand that takes what is missing, by the same
    sure: tuple[float, ...]  # with a ninja or Jester for the last two gems, by the same
    castle: float
    archer: float
    minstrel: float
    few: float  # with at most one card
    revolt: float  # each peasant beside the first


IN_HAND: Final = {  # in a duel, at a larger table
    "peasant": (0.17, 0.38),
    "soldier": (0.12, 0.37),
    "knight": (0.25, 0.48),
    "king": (0.45, 0.75),
    "queen": (0.7, 0.9),
    "ninja": (0.65, 0.8),
    "dragon": (0.4, 0.7),
    "archer": (0.07, 0.38),
    "castle": (-0.08, 0.3),
    "minstrel": (0.5, 0.85),
    "ladder": (0.05, 0.28),
    "catapult": (0.0, 0.29),
    "princess": (0.55, 0.59),
    "executioner": (0.75, 0.73),
    "traitor": (0.95, 0.81),
    "highwayman": (0.6, 1.35),
    "herald": (0.1, 0.32),
    "merchant": (0.17, 0.37),
    "monk": (0.25, 0.32),
    "jester": (1.0, 1.35),
}


def in_hand(table: int) -> tuple[float, ...]:
    return tuple(IN_HAND[kind][table] if kind in IN_HAND else 0.1 * STRENGTH.get(kind, 0) for kind in KIND)


DUEL: Final = Weights(
    missing=(1.5, 1.3, 1.05, 0.65, 0.4, 0.2, 0.0, -0.2, -0.4, -0.65, -1.05, -1.3, -1.5),
    hand=in_hand(0),
    turn=(0.05, -0.05),
    strike=(0.0, 0.0),
    sure=(0.9, 0.4),
    castle=0.05,
    archer=0.25,
    minstrel=0.0,
    few=0.0,
    revolt=0.0,
)
STANDARD: Final = Weights(
    missing=(0.7, 1.6, 1.2, 0.5, 0.3, -0.15, -0.55, -0.9, -1.2, -1.6, -1.7),
    hand=in_hand(1),
    turn=(-0.25, 0.45, 0.2, -0.1),
    strike=(0.6, 0.3, 0.15, 0.05),
    sure=(0.75, 0.15, 0.0, -0.05),
    castle=0.4,
    archer=0.65,
    minstrel=0.5,
    few=-0.75,
    revolt=-0.2,
)
SURE: Final = ("ninja", JESTER)
STOPPERS: Final = ("executioner", "minstrel", JESTER)


def value(s: Rivals, seat: int) -> float:
    """11.1 Gems, hand, walls, and whose turn is next."""
    weights = DUEL if s.players == 2 else STANDARD
    turn = s.drafter if s.question == "draft" else s.turn
    wait = min((seat - turn) % s.players, len(weights.turn) - 1)
    missing = max(0, s.goal - s.gems[seat])
    worth = weights.missing[min(missing, len(weights.missing) - 1)] + weights.turn[wait]
    hand = s.hands[seat]
    peasants = strongest = 0
    sure = False
    for piece in hand:
        kind = KIND[piece]
        worth += weights.hand[piece]
        peasants += kind == "peasant"
        strongest = max(strongest, STRENGTH.get(kind, 0))
        sure = sure or kind in SURE
    if len(hand) < 2:
        worth += weights.few
    if peasants > 1:
        worth += weights.revolt * (peasants - 1)
    if max(strongest, peasants, 2 * sure) >= missing:
        worth += weights.strike[wait]
    if sure and missing <= 2:
        worth += weights.sure[wait]
    if s.castles[seat]:
        worth += weights.castle
    if s.archers[seat]:
        worth += weights.archer
    if s.minstrels[seat]:
        worth += weights.minstrel
    return worth


# What duels of Knights have taught: the same things are worth something else where both think.  Only Champions know it,
# so that the two strengths differ: more thought alone was not seen to make a Champion.
LEARNT: Final = {  # in hand
    "peasant": 0.08,
    "soldier": 0.12,
    "knight": 0.17,
    "king": 0.25,
    "queen": 0.37,
    "ninja": 0.24,
    "dragon": 0.12,
    "archer": 0.05,
    "castle": 0.0,
    "minstrel": 0.27,
    "ladder": 0.02,
    "catapult": -0.02,
    "princess": 0.21,
    "executioner": 0.35,
    "traitor": 0.25,
    "highwayman": 0.38,
    "herald": 0.04,
    "merchant": 0.25,
    "monk": 0.09,
    "jester": 0.5,
}
IN_DUEL: Final = tuple(LEARNT.get(kind, 0.05 * STRENGTH.get(kind, 0)) for kind in KIND)
LEAD: Final = (2.0, 1.54, 1.29, 0.81, 0.58, 0.24, 0.0)  # by the gems that are missing
SURE_STRIKE: Final = (0.38, 0.3)  # with a ninja or Jester for the last two gems, on the move or not
MOVE: Final = 0.19  # a turn to come,
WATCHED: Final = -0.012  # less for each card of the rival
PICK: Final = 0.08  # to be the one who drafts
CASTLE_HOLDS: Final = 0.11  # against a rival who cannot get past it now
ARCHER_HOLDS: Final = 0.18
TAXED: Final = -0.19  # a castle, if the rival has a monk
FREE: Final = 0.1  # a ninja or dragon that the rival cannot stop
BARE: Final = 0.08  # a rival who can answer no common attack
BARGAIN: Final = 0.021  # a merchant, for each card of the rival
MANY: Final = -0.07  # each card beyond the fourteenth, more than one can ever play


def _bits(*kinds: str) -> int:
    return sum(KIND_BIT[kind] for kind in kinds)


PAST_CASTLE: Final = _bits("ladder", "catapult", "dragon", "ninja", JESTER)
PAST_ARCHER: Final = _bits("archer", "ninja", JESTER)
STOP_NINJA: Final = _bits(*STOPPERS)
STOP_DRAGON: Final = STOP_NINJA | KIND_BIT["princess"]
ANSWER: Final = _bits(*STOPPERS, "traitor", *COMMON)
MONK: Final = KIND_BIT["monk"]
NINJA: Final = KIND_BIT["ninja"]
DRAGON: Final = KIND_BIT["dragon"]
MERCHANT: Final = KIND_BIT["merchant"]
STRIKES: Final = _bits(*SURE)


def judge(s: Rivals, seat: int) -> float:
    """What a Champion thinks of a duel when a turn or pick begins: as `value`, but also how the two hands meet.

    Fitted to who won 3,000 duels of searching bots, with a random answer now and then.
    """
    if s.players > 2:
        return value(s, seat)
    rival = holds(s.hands[1 - seat])
    size = len(s.hands[1 - seat])
    free = (FREE * (not rival & STOP_NINJA), FREE * (not rival & STOP_DRAGON))
    worth = 0.0
    mine = 0
    for piece in s.hands[seat]:
        bit = BIT[piece]
        mine |= bit
        worth += IN_DUEL[piece]
        if bit == NINJA:
            worth += free[0]
        elif bit == DRAGON:
            worth += free[1]
        elif bit == MERCHANT:
            worth += BARGAIN * size
    worth += MANY * max(0, len(s.hands[seat]) - 14)
    missing = max(0, s.goal - s.gems[seat])
    worth += LEAD[min(missing, len(LEAD) - 1)]
    picks = s.question == "draft"
    moves = (s.drafter if picks else s.turn) == seat
    if moves:
        worth += PICK if picks else MOVE + WATCHED * size
    if missing <= 2 and mine & STRIKES:
        worth += SURE_STRIKE[0 if moves else 1]
    if s.castles[seat]:
        worth += CASTLE_HOLDS * (not rival & PAST_CASTLE) + TAXED * bool(rival & MONK)
    if s.archers[seat] and not rival & PAST_ARCHER:
        worth += ARCHER_HOLDS
    if not rival & ANSWER:
        worth += BARE
    return worth


def quiet(v: Rivals) -> bool:
    """When a turn begins, and no attack is under way."""
    return v.question in ("choose_action", "draft")


def alternatives(v: Rivals, choice: Choice, seat: int) -> list[Answer]:
    """The answers that score next best."""
    if v.question not in ("choose_action", "continue_attack", "respond"):
        return []
    score, guess = _SCORES[v.question], Guess(v)
    return sorted(choice.every(), key=lambda answer: score(v, guess, seat, answer), reverse=True)[:5]


# -- what deeds tell of hands ----------------------------------------------------------------------------------------

DOUBT: Final = 0.02  # how much better a play must look before somebody would surely have made it
TRIES: Final = 30  # to find a likelier place for a card


def worlds(game: Any, v: Rivals, seat: int, foreseen: Any) -> Callable[[Random], Rivals]:
    """Worlds in which nobody holds what would have served better than what was done."""
    if v.players == 2:
        return partial(game.world, v)
    doubts = [missed(game, v, rival) if rival != seat else [] for rival in range(v.players)]

    def likely(rng: Random) -> Rivals:
        w: Rivals = game.world(v, rng)
        pieces, masks = list(w.draw), [0] * len(w.draw)
        for hand, seen, doubt in zip(w.hands, v.hands, doubts):
            if doubt:
                pieces += hand[len(seen) - len(doubt) :]
                masks += doubt
        for i in range(len(w.draw), len(pieces)):
            if BIT[pieces[i]] & masks[i]:
                for _ in range(TRIES):
                    j = int(rng.random() * len(pieces))
                    if not BIT[pieces[j]] & masks[i] and not BIT[pieces[i]] & masks[j]:
                        pieces[i], pieces[j] = pieces[j], pieces[i]
                        break
        at = len(w.draw)
        w.draw = tuple(pieces[:at])
        hands = list(w.hands)
        for rival, doubt in enumerate(doubts):
            if doubt:
                known = len(hands[rival]) - len(doubt)
                hands[rival] = (*hands[rival][:known], *pieces[at : at + len(doubt)])
                at += len(doubt)
        w.hands = tuple(hands)
        return w

    return likely


def missed(game: Any, v: Rivals, rival: int) -> list[int]:
    """For each hidden card of a rival, as bits, the kinds that it can hardly be."""
    cards: list[int] = []
    for deed in map(Deed._make, v.past):
        if deed.seat == rival:
            played = [HELD_BIT[word] for word in deed.answer if word in HELD_BIT]
            _fit(cards, deed.hands[rival])
            for bit in played:
                cards.remove(max([card for card in cards if not card & bit] or cards, key=int.bit_count))
            kinds = better(game, v, deed)
            cards = [card | kinds for card in cards]
    _fit(cards, v.hands[rival].count(HIDDEN))
    return cards


def _fit(cards: list[int], size: int) -> None:
    """New cards may be anything; which ones have left is unclear, so one had better forget what tells most."""
    while len(cards) > size:
        cards.remove(max(cards, key=int.bit_count))
    cards += [0] * (size - len(cards))


def better(game: Any, v: Rivals, deed: Deed) -> int:
    """The kinds, as bits, of which one card more would clearly have served better than what was done."""
    seat, question = deed.seat, deed.question
    then = v.clone()
    then.gems, then.goal, then.target = deed.gems, deed.goal, deed.target
    then.struck, then.kind = deed.struck, deed.kind
    then.strength, then.aggressor, then.road, then.holder = deed.strength, deed.aggressor, deed.road, deed.holder
    then.castles, then.archers, then.minstrels = [
        tuple([(HIDDEN,) * (wall >> i & 1) for wall in deed.walls]) for i in range(3)
    ]
    then.ladder, then.robbed = (HIDDEN,) * deed.ladder, deed.robbed
    hands = [(HIDDEN,) * size for size in deed.hands]
    then.hands = tuple(hands)
    guess, score = Guess(then), _SCORES[question]
    enough = score(then, guess, seat, deed.answer) + DOUBT
    played = [HELD[word] for word in deed.answer if word in HELD]
    held = [COPIES[kind][played[:i].count(kind)] for i, kind in enumerate(played)]
    s = then.clone()
    bits = 0
    for kind, copies in COPIES.items():
        n = played.count(kind)
        if n == len(copies):
            continue
        hands[seat] = (*held, copies[n])
        s.hands = tuple(hands)
        for answer in game.questions[question].choice(s, seat).every():
            if [HELD.get(word) for word in answer].count(kind) > n and score(s, guess, seat, answer) > enough:
                bits |= BIT[copies[n]]
                break
    return bits


COPIES: Final = {kind: tuple([piece for piece, name in enumerate(KIND) if name == kind]) for kind in KINDS}


# -- what one can know -----------------------------------------------------------------------------------------------


def worth(v: Rivals, kind: str) -> float:
    """How much a card in hand is worth, in points; some cards depend on the walls in sight (11.16)."""
    points = WORTH[kind]
    if kind in ("ladder", "catapult", "monk") and not any(v.castles):
        return points * 0.5
    return points


def cost(v: Rivals, words: Iterable[str]) -> float:
    return CARD * sum(worth(v, HELD.get(word, "archer")) for word in words)


def unseen(v: Rivals) -> dict[str, int]:
    """How many cards of each kind the viewer cannot locate."""
    seen = {p for piles in (v.hands, v.castles, v.archers, v.minstrels, v.shown) for pile in piles for p in pile}
    seen.update(v.discard, v.ladder, v.lane, v.draft)
    left = dict.fromkeys(KINDS, 0)
    for piece in v.pieces:
        if piece not in seen:
            left[KIND[piece]] += 1
    return left


class Guess:
    """11.4 What a rival may hold: the cards known to lie in the hand, and a share of the unseen ones."""

    def __init__(self, v: Rivals) -> None:
        self.v = v
        self.left: dict[str, int] = {}  # counted when it is needed
        self.total = 1

    def holds_any(self, seat: int, kinds: Iterable[str]) -> float:
        """The chance that the hand holds a card of one of these kinds."""
        if not self.left:
            self.left = unseen(self.v)
            self.total = max(1, sum(self.left.values()))
        wanted = set(kinds)
        hand = self.v.hands[seat]
        if any(piece != HIDDEN and KIND[piece] in wanted for piece in hand):
            return 1.0
        share = sum(self.left[kind] for kind in wanted) / self.total
        return 1.0 - max(0.0, 1.0 - share) ** hand.count(HIDDEN)


def stoppers(kind: str, strength: int) -> tuple[str, ...]:
    """The cards that leave nothing of an attack."""
    if kind == "ninja":
        return STOPPERS
    if kind == "dragon":
        return (*STOPPERS, "princess")
    strong = tuple(common for common in COMMON if STRENGTH[common] >= strength)
    return (*STOPPERS, "traitor", *strong, *(("princess",) if kind == "knight" else ()))


def threat(v: Rivals, seat: int) -> float:
    """11.2, 11.3 How much more a gem counts if it is taken from this player."""
    if v.gems[seat] >= v.goal - 3:
        return 1.0
    return 0.4 if v.gems[seat] >= v.goal - 5 else 0.0


# -- attacking -------------------------------------------------------------------------------------------------------


def attack_score(v: Rivals, guess: Guess, seat: int, target: int, words: Answer) -> float:
    """11.3 to 11.7: expected gems of an attack, what it costs, and what a traitor would do."""
    kind = MEANING[words[0]]
    strength = STRENGTH[kind] * len(words)
    gems = min(strength, v.gems[target])
    through = 1.0 - guess.holds_any(target, stoppers(kind, strength))
    score = gems * (1.0 + threat(v, target)) * through - 0.5 * cost(v, words)
    if v.gems[seat] + gems >= v.goal and gems:
        score += WIN * through
    if kind in COMMON:
        lost = min(strength, v.gems[seat])
        wins = v.gems[target] + lost >= v.goal
        score -= guess.holds_any(target, ("traitor",)) * (lost + (WIN * 0.3 if wins else 0.0))
    if (kind == "dragon" and v.castles[target]) or (kind == "ninja" and v.archers[target]):
        score += 0.4 * through
    return score


def pre_attack_score(v: Rivals, guess: Guess, seat: int, target: int, word: str) -> float:
    """A pre-attack is worth what the best attack is that it opens the way for."""
    kind = MEANING[word]
    opened = wall(v, target)
    if kind == "ladder":
        opened |= LADDER
    else:
        opened &= ~(CASTLE | LADDER) if kind == "catapult" else ~ARCHER
    bits = holds(v.hands[seat])
    best = 0.0
    for other in plays(bits, opened, False, False, v.deck):
        if other != word and HELD[other] != HELD.get(word):
            best = max(best, attack_score(v, guess, seat, target, (other,)))
    stopped = guess.holds_any(target, ("minstrel", "executioner") if kind == "archer" else ("minstrel",))
    return best * (1.0 - stopped) - 0.5 * cost(v, (word,)) + (0.2 if kind == "catapult" else 0.0)


def play_score(v: Rivals, guess: Guess, seat: int, target: int, words: Answer) -> float:
    if MEANING[words[0]] in PRE_ATTACKS:
        return pre_attack_score(v, guess, seat, target, words[0])
    return attack_score(v, guess, seat, target, words)


# -- the questions ---------------------------------------------------------------------------------------------------


def best(options: Iterable[tuple[float, Answer]], rng: Random) -> Answer:
    return max(options, key=lambda option: (option[0], rng.random()))[1]


def least(v: Rivals, seat: int, n: int) -> tuple[str, ...]:
    """The n cards of the hand that are worth least, in the order of the card list."""
    hand = sorted(v.hands[seat], key=lambda piece: worth(v, KIND[piece]))
    return tuple(KIND[piece] for piece in sorted(hand[:n]))


def _scored(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    score, guess = _SCORES[v.question], Guess(v)
    return best(((score(v, guess, seat, answer), answer) for answer in choice.every()), rng)


def _deed_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    deed = answer[0]
    if deed == "attack":
        return play_score(v, guess, seat, SEAT[answer[1]], answer[2:])
    if deed == "fortify":
        return _fortify_score(v, seat, answer[1:])
    if deed == "special":
        return _special_score(v, seat, answer[1:])
    if deed == "discard":
        return -0.3 - CARD * worth(v, answer[1])
    return _redeal_score(v, seat) if deed == "redeal" else 0.0


def _redeal_score(v: Rivals, seat: int) -> float:
    """11.19 Better the fewer cards the rival has left."""
    return 0.3 - 0.15 * (len(v.hands[1 - seat]) - len(v.hands[seat]))


def _fortify_score(v: Rivals, seat: int, words: Answer) -> float:
    """11.8, 11.9, 11.11 Walls guard gems; both together are strongest."""
    kinds = [MEANING[word] for word in words]
    score = 0.0
    if "castle" in kinds:
        score += 0.3 + 0.1 * v.gems[seat]
    if "archer" in kinds:
        score += 0.3 + 0.1 * v.gems[seat]
    if "minstrel" in kinds:
        close = v.gems[seat] >= v.goal - 3
        score += (2.0 if close else 0.2) if v.players > 2 else 0.2 * min(2, len(v.hands[1 - seat]))
    return score - 0.5 * cost(v, words)


def _special_score(v: Rivals, seat: int, words: Answer) -> float:
    kind = MEANING[words[0]]
    score = -0.5 * cost(v, words[:1])
    if kind == "herald":
        return score + 0.7
    if kind == "merchant":  # 11.14
        target = SEAT[words[1]]
        price = 2 if v.players == 2 else 1
        if v.gems[target] + price >= v.goal:
            return -WIN
        return score + 0.6 * (len(v.hands[target]) // 2) - 1.5 * price
    taxed = sum(bool(v.castles[q]) for q in range(v.players) if q != seat)
    return score + 0.8 * taxed + (WIN if v.gems[seat] + taxed >= v.goal else 0.0)


def _further_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    return 0.1 if answer[0] == END_TURN else play_score(v, guess, seat, v.target, answer)


def _answer_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    """11.10 Small losses are borne; strong cards are spent on strong or decisive attacks."""
    kind = MEANING.get(answer[0], "")
    left = v.strength
    if kind in COMMON:
        left = max(0, v.strength - STRENGTH[kind] * len(answer))
    elif kind:
        left = 0
    lost = min(left, v.gems[seat])
    decisive = lost > 0 and v.gems[v.aggressor] + lost >= v.goal
    score = -lost - (WIN if decisive else 0.0) - (cost(v, answer) if kind else 0.0)
    if kind == "traitor":
        gains = min(v.strength, v.gems[v.aggressor])
        score += 0.6 * gains + (WIN * 0.5 if v.gems[seat] + gains >= v.goal else 0.0)
    elif kind == "princess":
        score += CARD * WORTH[v.kind]
    elif kind == "minstrel" and v.players > 2:  # 11.11
        score += 0.5 + threat(v, seat)
    elif kind == "executioner" and seat == v.target:  # it ends the turn as well
        score += 0.1
    return score


def _guard_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    return 0.0 if answer[0] == ACCEPT else 0.15 * v.gems[seat] + 2.0 * threat(v, seat) + 0.3 - cost(v, answer)


def _side_effect(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    """A castle may be worth sparing for one's own monk."""
    monk = any(KIND[piece] == "monk" for piece in v.hands[seat])
    return ("spare",) if v.kind == "dragon" and monk else ("destroy",)


def _robbery_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    """11.12 For the win, against a win, for three gems, or for two late in the deck."""
    if answer[0] == DECLINE:
        return 0.0
    if v.gems[seat] + v.road >= v.goal or v.gems[v.holder] + v.road >= v.goal:
        return WIN - cost(v, answer)
    late = 0.5 if len(v.draw) < 40 else 0.0
    own = 0.5 if v.robbed == seat else 0.0
    return 0.7 * v.road + late + own - cost(v, answer)


def _offer_score(v: Rivals, guess: Guess, seat: int, answer: Answer) -> float:
    return -cost(v, answer)


def _herald_offer(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    return least(v, seat, 2 if v.players == 2 else 1)


def _herald_pick(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    options = []
    for answer in choice.every():
        owner = SEAT.get(answer[0], NOBODY)
        kind = KIND[v.shown[owner][0]] if owner != NOBODY else answer[0]
        options.append((worth(v, kind), answer))
    return best(options, rng)


def _monk_pay(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    """11.15 Poor cards rather than a gem, the more so if the gem would bring the other one near the goal."""
    forms = monk_forms(v, seat)
    cards = least(v, seat, forms.get("cards", 0))
    if "gems" not in forms:
        return ("cards", *cards)
    price = forms["gems"] * (1.0 + (v.gems[v.turn] >= v.goal - 3) * 3.0)
    return ("cards", *cards) if cards and cost(v, cards) < price else ("gems",)


def _minstrel_discard(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    return least(v, seat, 2)


def _draft(v: Rivals, choice: Choice, seat: int, rng: Random) -> Answer:
    """11.18 Numbers count, so only the poorest cards are given away."""
    return ("give",) if WORTH[KIND[v.draft[0]]] < DRAFT_KEEPS else ("keep",)


DRAFT_KEEPS: Final = 2.0

_SCORES: Final[dict[str, Callable[[Rivals, Guess, int, Answer], float]]] = {
    "choose_action": _deed_score,
    "continue_attack": _further_score,
    "respond_pre_attack": _guard_score,
    "respond": _answer_score,
    "highwayman": _robbery_score,
    "herald_offer": _offer_score,
}
_ADVICE: Final[dict[str, Callable[[Rivals, Choice, int, Random], Answer]]] = {
    "choose_action": _scored,
    "continue_attack": _scored,
    "respond_pre_attack": _scored,
    "respond": _scored,
    "unique_side_effect": _side_effect,
    "highwayman": _scored,
    "herald_offer": _herald_offer,
    "herald_pick": _herald_pick,
    "monk_pay": _monk_pay,
    "minstrel_discard": _minstrel_discard,
    "draft": _draft,
}
