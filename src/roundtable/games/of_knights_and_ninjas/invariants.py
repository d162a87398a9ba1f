"""Of Knights and Ninjas: what must hold after every answer; each names the paragraph that says so."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import COMMON, DUEL_GEMS, GEMS, JESTER, KIND, LEFT_OUT
from .questions import may_discard, may_redeal
from .state import NOBODY, NinjasState


def broken(s: NinjasState) -> Iterator[str]:
    """The invariants that do not hold."""
    gems = s.players * (DUEL_GEMS if s.players == 2 else GEMS)
    if sum(s.gems) + s.road != gems or min(s.gems) < 0:
        yield f"2.2: {s.gems} and {s.road} on the road do not make {gems} gems"
    if bool(s.road) != (s.question == "highwayman") or bool(s.road) != (s.holder != NOBODY):
        yield "4.7: gems are on the road exactly while the Highwayman window is open"
    yield from _walls(s)
    if s.question == "choose_action" and s.minstrels[s.turn]:
        yield "4.1: a minstrel stays in its owner's turn"
    if len(s.ladder) > 1 or (s.ladder and (s.question == "choose_action" or s.target == NOBODY)):
        yield "4.8: a ladder is in play without an attack"
    if s.result != "exhausted" and s.goal != (
        max(1, s.start_goal - s.reshuffles) if s.goal_shrinks() else s.start_goal
    ):
        yield f"4.9: the goal is {s.goal} after {s.reshuffles} reshuffles"
    if s.reshuffles > s.options.max_reshuffles:
        yield "5.2: too many reshuffles"
    yield from _attack(s)
    if s.result == "ruler" and not (s.gems[s.winner] >= s.goal and s.gained == s.winner):
        yield "5.1: the winner has not just reached the goal"
    if not s.question and not s.stack and not s.result:
        yield "5: the match is over without a reason"
    if s.players == 2 and s.question == "choose_action":
        few = len(s.hands[s.turn]) <= 3
        if (may_redeal(s, s.turn) and not few) or (may_discard(s, s.turn) and few and may_redeal(s, s.turn)):
            yield "4.10: a re-deal needs few cards, a discard many"


def _walls(s: NinjasState) -> Iterator[str]:
    for kind, piles in (("castle", s.castles), ("archer", s.archers), ("minstrel", s.minstrels)):
        for pile in piles:
            if len(pile) > 1:
                yield f"4.3: more than one {kind}"
            for piece in pile:
                if KIND[piece] != kind and (KIND[piece] != JESTER or kind == "castle"):
                    yield f"4.3: a {KIND[piece]} lies as {kind}"
    if s.players == 2 and any(s.minstrels):
        yield "4.10: a minstrel stays in the duel"
    if any(KIND[piece] in LEFT_OUT[s.options.deck_preset] for piece in s.pieces):
        yield "2.1: a card that is not in this deck"


def _attack(s: NinjasState) -> Iterator[str]:
    attacked = s.question in ("respond", "respond_pre_attack")
    if attacked and not s.turned and s.minstrels[s.target]:
        yield "4.4: an attack on a player with a minstrel"
    if s.question == "respond" and not s.turned and s.kind in COMMON:
        if s.archers[s.target] or (s.castles[s.target] and not s.ladder):
            yield "4.4: a common attack through a wall"
    if attacked and s.defender != (s.target if s.turned % 2 == 0 else s.turn):
        yield "4.4: somebody else is attacked"
    if s.question == "continue_attack" and s.ends:
        yield "4.8: the attack goes on after its end"
    if s.road > s.strength:
        yield "4.6: more gems moved than the attack was strong"
    if attacked and (s.aggressor == s.turn) != (s.turned % 2 == 0):
        yield "4.6: the direction does not follow the traitors"
    if s.question not in ("", "respond", "respond_pre_attack", "minstrel_discard") and s.lane:
        yield "4.0: cards of an attack are left lying"
