"""Of Knights and Ninjas: what deeds tell of hands, and worlds that agree with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from roundtable.engine import HIDDEN, Game
from roundtable.engine.knowledge import Foreseen

from ..cards import BIT, HELD, HELD_BIT, KIND, KINDS
from ..state import Deed, NinjasState
from .advice import SCORES
from .guess import Guess

DOUBT: Final = 0.02  # how much better a play must look before somebody would surely have made it
TRIES: Final = 30  # to find a likelier place for a card


def worlds(
    game: Game[NinjasState], v: NinjasState, seat: int, foreseen: Foreseen[NinjasState]
) -> Callable[[Random], NinjasState]:
    """Worlds in which nobody holds what would have served better than what was done."""
    if v.players == 2:
        return partial(game.world, v)
    doubts = [missed(game, v, rival) if rival != seat else [] for rival in range(v.players)]

    def likely(rng: Random) -> NinjasState:
        w = game.world(v, rng)
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


def missed(game: Game[NinjasState], v: NinjasState, rival: int) -> list[int]:
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


def better(game: Game[NinjasState], v: NinjasState, deed: Deed) -> int:
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
    guess, score = Guess(then), SCORES[question]
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
