"""Quests of the Round Table: what must hold after every answer.

Conservation, views and replays are checked by the engine for every game; what changes from one moment to the next is
tested on logs.
"""

from __future__ import annotations

from collections.abc import Iterator

from roundtable.engine import HIDDEN

from .cards import ALLIES, AMOUR, CARDS, KIND, RANK_NEEDS, STAGES, TESTS, WEAPONS
from .questions.building import can_sponsor
from .state import NOBODY, QuestsState


def broken(s: QuestsState) -> Iterator[str]:
    """The invariants that do not hold, each with the paragraph of the rules page that says so."""
    yield from _cards(s)
    yield from _players(s)
    if s.sponsor != NOBODY and s.built():
        yield from _quest(s)
    if s.question == "setup_quest" and not can_sponsor([KIND[p] for p in s.hand[s.sponsor]], s.card()):
        yield "4.4.1: the sponsor cannot build the quest"
    if not s.story and not s.finalists:
        if any(s.stages) or any(s.field) or any(s.amour):
            yield "4.4.9: stages, fields or Amours are left between stories"
    if s.question == "bid_test" and s.bid and (s.bidder not in s.active or s.bid < s.minimum):
        yield "4.4.8: the highest bid is not a bid of a participant"
    limit = s.options.max_turns
    if limit and s.turn > limit:
        yield "5: too many turns"
    if s.question and s.winners:
        yield "5: the match goes on although it is won"


def _cards(s: QuestsState) -> Iterator[str]:
    if len(s.pending) > CARDS["kings_recognition"].count or any(
        KIND[piece] != "kings_recognition" for piece in s.pending
    ):
        yield "4.6: something else than King's Recognition is pending"
    if len(s.story) > 1:
        yield "4.1: more than one story card is being resolved"
    for seat in range(s.players):
        if any(KIND[piece] not in ALLIES for piece in s.court[seat]):
            yield f"2.1: the court of seat {seat} holds something else than allies"
        if len(s.amour[seat]) > 1 or any(KIND[piece] != AMOUR for piece in s.amour[seat]):
            yield f"2.1: seat {seat} has more than one Amour in play"
        names = [KIND[piece] for piece in s.field[seat]]
        if len(set(names)) != len(names) or any(name not in WEAPONS for name in names):
            yield f"4.4.7: seat {seat} has a weapon twice in the field"
    in_play = [KIND[piece] for court in s.court for piece in court]
    if len(set(in_play)) != len(in_play):
        yield "2.1: an ally is in two places"


def _players(s: QuestsState) -> Iterator[str]:
    most = s.options.max_hand
    for seat in range(s.players):
        if s.question != "hand_limit" and len(s.hand[seat]) > most:
            yield f"4.3: seat {seat} holds {len(s.hand[seat])} cards"
        rank, shields = s.rank[seat], s.shields[seat]
        if shields < 0 or (rank < len(RANK_NEEDS) - 1 and shields >= RANK_NEEDS[rank]):
            yield f"4.9: seat {seat} has {shields} shields in rank {rank}"


def _quest(s: QuestsState) -> Iterator[str]:
    if s.built() != STAGES[s.card()]:
        yield f"4.4.2: the quest has {s.built()} stages"
    tests, last = 0, 0
    for i in range(s.built()):
        stage = s.stages[i]
        if HIDDEN in stage:  # in a view
            continue
        head, *arms = (KIND[piece] for piece in stage)
        if head in TESTS:
            tests += 1
            if arms:
                yield f"4.4.2: stage {i + 1} is a Test with weapons"
            continue
        if len(set(arms)) != len(arms) or any(name not in WEAPONS for name in arms):
            yield f"4.4.2: stage {i + 1} does not hold one foe and different weapons"
        if s.stage_bp(i + 1) <= last:
            yield f"4.4.2: stage {i + 1} is not stronger than the one before"
        last = s.stage_bp(i + 1)
    if tests > 1:
        yield "4.4.2: the quest has two Tests"
    if s.sponsor in s.active or not set(s.active) <= set(s.joined):
        yield "4.4.4: somebody plays on who did not join"
    if any(KIND[stage[0]] in TESTS for stage in s.stages[: max(0, s.stage - 1)]) and len(s.active) > 1:
        yield "4.4.8: more than one participant is left after a Test"
