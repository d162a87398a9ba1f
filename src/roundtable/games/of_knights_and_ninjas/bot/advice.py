"""Of Knights and Ninjas: priorities per question, given a view and nothing else; what the greedy bot does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from roundtable.engine import Answer, Choice, Game

from ..cards import COMMON, HELD, KIND, MEANING, PRE_ATTACKS, STRENGTH
from ..questions import ACCEPT, ARCHER, CASTLE, DECLINE, END_TURN, LADDER, SEAT, holds, monk_forms, plays, wall
from ..state import NOBODY, NinjasState
from .guess import CARD, WIN, WORTH, Guess, cost, stoppers, threat, worth


def choose(game: Game, view: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    """The answer with the best score; chance decides between equals."""
    forced = choice.forced()
    if forced is not None:
        return forced
    return ADVICE[view.question](view, choice, seat, rng)


def alternatives(v: NinjasState, choice: Choice, seat: int) -> list[Answer]:
    """The answers that score next best."""
    if v.question not in ("choose_action", "continue_attack", "respond"):
        return []
    score, guess = SCORES[v.question], Guess(v)
    return sorted(choice.every(), key=lambda answer: score(v, guess, seat, answer), reverse=True)[:5]


# -- attacking ---------------------------------------------------------------------------------------------------------


def attack_score(v: NinjasState, guess: Guess, seat: int, target: int, words: Answer) -> float:
    """Expected gems of an attack, what it costs, and what a traitor would do."""
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


def pre_attack_score(v: NinjasState, guess: Guess, seat: int, target: int, word: str) -> float:
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


def play_score(v: NinjasState, guess: Guess, seat: int, target: int, words: Answer) -> float:
    if MEANING[words[0]] in PRE_ATTACKS:
        return pre_attack_score(v, guess, seat, target, words[0])
    return attack_score(v, guess, seat, target, words)


# -- the questions -----------------------------------------------------------------------------------------------------


def best(options: Iterable[tuple[float, Answer]], rng: Random) -> Answer:
    return max(options, key=lambda option: (option[0], rng.random()))[1]


def least(v: NinjasState, seat: int, n: int) -> tuple[str, ...]:
    """The n cards of the hand that are worth least, in the order of the card list."""
    hand = sorted(v.hands[seat], key=lambda piece: worth(v, KIND[piece]))
    return tuple(KIND[piece] for piece in sorted(hand[:n]))


def _scored(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    score, guess = SCORES[v.question], Guess(v)
    return best(((score(v, guess, seat, answer), answer) for answer in choice.every()), rng)


def _deed_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
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


def _redeal_score(v: NinjasState, seat: int) -> float:
    """Better the fewer cards the rival has left."""
    return 0.3 - 0.15 * (len(v.hands[1 - seat]) - len(v.hands[seat]))


def _fortify_score(v: NinjasState, seat: int, words: Answer) -> float:
    """Walls guard gems; both together are strongest."""
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


def _special_score(v: NinjasState, seat: int, words: Answer) -> float:
    kind = MEANING[words[0]]
    score = -0.5 * cost(v, words[:1])
    if kind == "herald":
        return score + 0.7
    if kind == "merchant":
        target = SEAT[words[1]]
        price = 2 if v.players == 2 else 1
        if v.gems[target] + price >= v.goal:
            return -WIN
        return score + 0.6 * (len(v.hands[target]) // 2) - 1.5 * price
    taxed = sum(bool(v.castles[q]) for q in range(v.players) if q != seat)
    return score + 0.8 * taxed + (WIN if v.gems[seat] + taxed >= v.goal else 0.0)


def _further_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
    return 0.1 if answer[0] == END_TURN else play_score(v, guess, seat, v.target, answer)


def _answer_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
    """Small losses are borne; strong cards are spent on strong or decisive attacks."""
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
    elif kind == "minstrel" and v.players > 2:
        score += 0.5 + threat(v, seat)
    elif kind == "executioner" and seat == v.target:  # it ends the turn as well
        score += 0.1
    return score


def _guard_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
    return 0.0 if answer[0] == ACCEPT else 0.15 * v.gems[seat] + 2.0 * threat(v, seat) + 0.3 - cost(v, answer)


def _side_effect(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    """A castle may be worth sparing for one's own monk."""
    monk = any(KIND[piece] == "monk" for piece in v.hands[seat])
    return ("spare",) if v.kind == "dragon" and monk else ("destroy",)


def _robbery_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
    """For the win, against a win, for three gems, or for two late in the deck."""
    if answer[0] == DECLINE:
        return 0.0
    if v.gems[seat] + v.road >= v.goal or v.gems[v.holder] + v.road >= v.goal:
        return WIN - cost(v, answer)
    late = 0.5 if len(v.draw) < 40 else 0.0
    own = 0.5 if v.robbed == seat else 0.0
    return 0.7 * v.road + late + own - cost(v, answer)


def _offer_score(v: NinjasState, guess: Guess, seat: int, answer: Answer) -> float:
    return -cost(v, answer)


def _herald_offer(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    return least(v, seat, 2 if v.players == 2 else 1)


def _herald_pick(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    options = []
    for answer in choice.every():
        owner = SEAT.get(answer[0], NOBODY)
        kind = KIND[v.shown[owner][0]] if owner != NOBODY else answer[0]
        options.append((worth(v, kind), answer))
    return best(options, rng)


def _monk_pay(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    """Poor cards rather than a gem, the more so if the gem would bring the other one near the goal."""
    forms = monk_forms(v, seat)
    cards = least(v, seat, forms.get("cards", 0))
    if "gems" not in forms:
        return ("cards", *cards)
    price = forms["gems"] * (1.0 + (v.gems[v.turn] >= v.goal - 3) * 3.0)
    return ("cards", *cards) if cards and cost(v, cards) < price else ("gems",)


def _minstrel_discard(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    return least(v, seat, 2)


def _draft(v: NinjasState, choice: Choice, seat: int, rng: Random) -> Answer:
    """Numbers count, so only the poorest cards are given away."""
    return ("give",) if WORTH[KIND[v.draft[0]]] < DRAFT_KEEPS else ("keep",)


DRAFT_KEEPS: Final = 2.0

SCORES: Final[dict[str, Callable[[NinjasState, Guess, int, Answer], float]]] = {
    "choose_action": _deed_score,
    "continue_attack": _further_score,
    "respond_pre_attack": _guard_score,
    "respond": _answer_score,
    "highwayman": _robbery_score,
    "herald_offer": _offer_score,
}
ADVICE: Final[dict[str, Callable[[NinjasState, Choice, int, Random], Answer]]] = {
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
