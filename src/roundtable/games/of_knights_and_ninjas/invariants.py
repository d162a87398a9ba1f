"""Of Knights and Ninjas, section 9: what must hold after every answer."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import COMMON, DUEL_GEMS, GEMS, JESTER, KIND, LEFT_OUT
from .choices import may_discard, may_redeal
from .state import NOBODY, Rivals


def broken(s: Rivals) -> Iterator[str]:
    """The invariants that do not hold, by their number in the rules.  (9.1, 9.15 to 9.17 are the kit's own checks.)"""
    gems = s.players * (DUEL_GEMS if s.players == 2 else GEMS)
    if sum(s.gems) + s.road != gems or min(s.gems) < 0:
        yield f"9.2: {s.gems} and {s.road} on the road do not make {gems} gems"
    if bool(s.road) != (s.question == "highwayman") or bool(s.road) != (s.holder != NOBODY):
        yield "9.2: gems are on the road exactly while the Highwayman window is open"
    yield from _walls(s)
    if s.question == "choose_action" and s.minstrels[s.turn]:
        yield "9.4: a minstrel stays in its owner's turn"
    if len(s.ladder) > 1 or (s.ladder and (s.question == "choose_action" or s.target == NOBODY)):
        yield "9.5: a ladder is in play without an attack"
    shrinks = s.options["duel_goal_shrinks" if s.players == 2 else "goal_shrinks"]
    if s.result != "exhausted" and s.goal != (max(1, s.start_goal - s.reshuffles) if shrinks else s.start_goal):
        yield f"9.6: the goal is {s.goal} after {s.reshuffles} reshuffles"
    if s.reshuffles > s.options["max_reshuffles"]:
        yield "9.6: too many reshuffles"
    yield from _attack(s)
    if s.result == "ruler" and not (s.gems[s.winner] >= s.goal and s.gained == s.winner):
        yield "9.12: the winner has not just reached the goal"
    if not s.question and not s.stack and not s.result:
        yield "9.12: the match is over without a reason"
    if s.players == 2 and s.question == "choose_action":
        few = len(s.hands[s.turn]) <= 3
        if (may_redeal(s, s.turn) and not few) or (may_discard(s, s.turn) and few and may_redeal(s, s.turn)):
            yield "9.18: a re-deal needs few cards, a discard many"


def _walls(s: Rivals) -> Iterator[str]:
    for kind, piles in (("castle", s.castles), ("archer", s.archers), ("minstrel", s.minstrels)):
        for pile in piles:
            if len(pile) > 1:
                yield f"9.3: more than one {kind}"
            for piece in pile:
                if KIND[piece] != kind and (KIND[piece] != JESTER or kind == "castle"):
                    yield f"9.3: a {KIND[piece]} lies as {kind}"
    if s.players == 2 and any(s.minstrels):
        yield "9.4: a minstrel stays in the duel"
    if any(KIND[piece] in LEFT_OUT[s.options["deck_preset"]] for piece in s.pieces):
        yield "9.1: a card that is not in this deck"


def _attack(s: Rivals) -> Iterator[str]:
    attacked = s.question in ("respond", "respond_pre_attack")
    if attacked and not s.turned and s.minstrels[s.target]:
        yield "9.7: an attack on a player with a minstrel"
    if s.question == "respond" and not s.turned and s.kind in COMMON:
        if s.archers[s.target] or (s.castles[s.target] and not s.ladder):
            yield "9.8: a common attack through a wall"
    if attacked and s.defender != (s.target if s.turned % 2 == 0 else s.turn):
        yield "9.9: somebody else is attacked"
    if s.question == "continue_attack" and s.ends:
        yield "9.10: the attack goes on after its end"
    if s.road > s.strength:
        yield "9.11: more gems moved than the attack was strong"
    if attacked and (s.aggressor == s.turn) != (s.turned % 2 == 0):
        yield "9.14: the direction does not follow the traitors"
    if s.question not in ("", "respond", "respond_pre_attack", "minstrel_discard") and s.lane:
        yield "9.1: cards of an attack are left lying"
