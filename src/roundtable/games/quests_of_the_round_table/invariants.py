"""Quests of the Round Table, section 9: what must hold after every answer.

Conservation (9.1, 9.2), views (9.13) and replays (9.14) are checked by the engine for every game; what changes from one
moment to the next (9.4, 9.10 to 9.12) is tested on logs.
"""

from __future__ import annotations

from collections.abc import Iterator

from roundtable.engine import HIDDEN

from .building import can_sponsor
from .cards import ALLIES, AMOUR, CARDS, KIND, RANK_NEEDS, STAGES, TESTS, WEAPONS
from .state import NOBODY, Realm


def broken(s: Realm) -> Iterator[str]:
    """The invariants that do not hold, by their number in the rules."""
    yield from _cards(s)
    yield from _players(s)
    if s.sponsor != NOBODY and s.built():
        yield from _quest(s)
    if s.question == "setup_quest" and not can_sponsor([KIND[p] for p in s.hand[s.sponsor]], s.card()):
        yield "9.8: the sponsor cannot build the quest"
    if not s.story and not s.finalists:
        if any(s.stages) or any(s.field) or any(s.amour):
            yield "9.6: stages, fields or Amours are left between stories"
    if s.question == "bid_test" and s.bid and (s.bidder not in s.active or s.bid < s.minimum):
        yield "9.10: the highest bid is not a bid of a participant"
    limit = s.options["max_turns"]
    if limit and s.turn > limit:
        yield "9.16: too many turns"
    if s.question and s.winners:
        yield "9.16: the match goes on although it is won"


def _cards(s: Realm) -> Iterator[str]:
    if len(s.pending) > CARDS["kings_recognition"].count or any(
        KIND[piece] != "kings_recognition" for piece in s.pending
    ):
        yield "9.2: something else than King's Recognition is pending"
    if len(s.story) > 1:
        yield "9.2: more than one story card is being resolved"
    for seat in range(s.players):
        if any(KIND[piece] not in ALLIES for piece in s.court[seat]):
            yield f"9.5: the court of seat {seat} holds something else than allies"
        if len(s.amour[seat]) > 1 or any(KIND[piece] != AMOUR for piece in s.amour[seat]):
            yield f"9.5: seat {seat} has more than one Amour in play"
        names = [KIND[piece] for piece in s.field[seat]]
        if len(set(names)) != len(names) or any(name not in WEAPONS for name in names):
            yield f"9.15: seat {seat} has a weapon twice in the field"
    in_play = [KIND[piece] for court in s.court for piece in court]
    if len(set(in_play)) != len(in_play):
        yield "9.5: an ally is in two places"


def _players(s: Realm) -> Iterator[str]:
    most = s.options["max_hand"]
    for seat in range(s.players):
        if s.question != "hand_limit" and len(s.hand[seat]) > most:
            yield f"9.3: seat {seat} holds {len(s.hand[seat])} cards"
        rank, shields = s.rank[seat], s.shields[seat]
        if shields < 0 or (rank < len(RANK_NEEDS) - 1 and shields >= RANK_NEEDS[rank]):
            yield f"9.4: seat {seat} has {shields} shields in rank {rank}"


def _quest(s: Realm) -> Iterator[str]:
    if s.built() != STAGES[s.card()]:
        yield f"9.7: the quest has {s.built()} stages"
    tests, last = 0, 0
    for i in range(s.built()):
        stage = s.stages[i]
        if HIDDEN in stage:  # in a view
            continue
        head, *arms = (KIND[piece] for piece in stage)
        if head in TESTS:
            tests += 1
            if arms:
                yield f"9.7: stage {i + 1} is a Test with weapons"
            continue
        if len(set(arms)) != len(arms) or any(name not in WEAPONS for name in arms):
            yield f"9.7: stage {i + 1} does not hold one foe and different weapons"
        if s.stage_bp(i + 1) <= last:
            yield f"9.7: stage {i + 1} is not stronger than the one before"
        last = s.stage_bp(i + 1)
    if tests > 1:
        yield "9.7: the quest has two Tests"
    if s.sponsor in s.active or not set(s.active) <= set(s.joined):
        yield "9.9: somebody plays on who did not join"
    if any(KIND[stage[0]] in TESTS for stage in s.stages[: max(0, s.stage - 1)]) and len(s.active) > 1:
        yield "9.9: more than one participant is left after a Test"
