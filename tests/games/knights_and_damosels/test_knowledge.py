"""Who knows what, and when (section 7): the zones, `known`, and the worlds that a seat thinks with."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from roundtable.engine import HIDDEN, Quick, Refusal, flow
from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import CHIVALRY, DAMOSEL, DAMOSEL_IDS, EVENT_PIECES, card
from roundtable.games.knights_and_damosels.worlds import certain, odds

from .table import Table

NIMUE = DAMOSEL_IDS.index("nimue")
# A Elaine, B Guenever, C Isoud, D Morgan (Merlin); Nimue is the absent one.
GIFTS = ["elaine:honor", "isoud:honor", "guenever:farmer", "morgan:sword", "nimue:valor"]


def worlds(view: Any, count: int = 60) -> list[Any]:
    return [GAME.world(view, Random(i)) for i in range(count)]


def damosels(world: Any) -> list[str]:
    return [DAMOSEL_IDS[DAMOSEL[pile[0]]] for pile in world.display]


def test_merlin_sees_everything_and_the_others_the_chivalries() -> None:
    t = Table("knight_select", display=GIFTS)
    assert [pile[0] for pile in t.match.view(3).display] == [card(name) for name in GIFTS]
    assert t.match.view(3).piles == t.s.piles
    for viewer in (0, 1, 2, None):
        view = t.match.view(viewer)
        assert view.faces == tuple(CHIVALRY[card(name)] for name in GIFTS)
        hidden = [slot for slot, pile in enumerate(view.display) if pile == (HIDDEN,)]
        # Honor lies there twice, so A and C cannot tell theirs; B knows the own farmer.
        assert hidden == ([0, 1, 3, 4] if viewer == 1 else [0, 1, 2, 3, 4])
        for damosel, pile in enumerate(view.piles):
            mine = viewer is not None and damosel == view.damosels[viewer]
            assert (HIDDEN in pile) != mine


def test_worlds_of_a_giver_agree_with_the_own_gift() -> None:
    t = Table("knight_select", display=GIFTS)
    places = Counter(damosels(world).index("elaine") for world in worlds(t.match.view(0)))
    assert set(places) == {0, 1}, "Elaine's honor lies in one of the two slots that show honor"
    for world in worlds(t.match.view(1)):
        assert damosels(world)[2] == "guenever"
    spectator = {tuple(damosels(world)) for world in worlds(t.match.view(None))}
    assert len(spectator) > 30 and all(sorted(found) == sorted(set(found)) for found in spectator)


def test_a_refusal_tells_everybody() -> None:
    t = Table("knight_select", display=GIFTS).does(A="take:1")
    for viewer in (0, 1, 2, None):
        view = t.match.view(viewer)
        assert view.display[0] == (card("elaine:honor"),)
        assert view.known[card("elaine:honor")] == 255
        for world in worlds(view, 20):
            assert damosels(world)[0] == "elaine"
    for world in worlds(t.match.view(2), 20):  # so C knows now where the own honor is
        assert damosels(world)[1] == "isoud"
    assert odds(t.match.view(2))[1][DAMOSEL_IDS.index("isoud")] == 1.0


def test_a_grant_tells_whose_card_it_is_not() -> None:
    t = Table("knight_select", display=GIFTS).does(A="take:4")
    view = t.match.view(2)
    assert view.display[3] == (HIDDEN,)
    seen = {damosels(world)[3] for world in worlds(view, 100)}
    assert seen == {"guenever", "morgan", "nimue"}  # neither Elaine's (legal for A) nor Isoud's (C gave honor)
    assert odds(view)[3][DAMOSEL_IDS.index("elaine")] == 0.0


def test_what_merlin_said_cannot_be_undone() -> None:
    t = Table("knight_select", display=GIFTS).does(A="take:4")
    with pytest.raises(Refusal, match="final"):
        t.match.undo(0)


def test_an_accepted_challenge_tells_too() -> None:
    t = Table("knight_select", display=GIFTS, options={"joust": True}).does(A="take:4")
    t.does(B="challenge:0:sword")
    assert t.question == "joust_thrust"
    assert {damosels(world)[3] for world in worlds(t.match.view(None), 100)} == {"isoud", "morgan", "nimue"}


def test_odds_are_exact() -> None:
    """Every deal of damosels to slots that agrees with what C knows is equally likely."""
    t = Table("knight_select", display=GIFTS)
    view = t.match.view(2)
    table = odds(view)
    assert all(abs(sum(row) - 1) < 1e-9 for row in table)
    # C's honor is in slot 1 or 2; the other four damosels in the other four slots: every order is possible.
    assert table[0][DAMOSEL_IDS.index("isoud")] == pytest.approx(0.5)
    assert table[3][NIMUE] == pytest.approx(0.25)
    counted = Counter(damosels(world)[3] for world in worlds(view, 800))
    assert abs(counted["nimue"] / 800 - 0.25) < 0.05


def test_certain_is_what_the_odds_are_sure_of() -> None:
    rng, sure = Random(4), Counter[int]()
    for players in (3, 4, 5):
        match = GAME.match(players=players, seed=players)
        while match.asked and len(match.entries) < 150:
            seat = match.asked[0]
            match.answer(seat, match.choice(seat).sample(rng))
            for viewer in (*range(players), None):
                view = match.view(viewer)
                table = odds(view) if all(view.display) else []
                for damosel in view.damosels if table else ():
                    slots = [slot for slot, row in enumerate(table) if row[damosel] > 0.999]
                    assert certain(view, damosel) == slots
                    sure[len(slots)] += 1
    assert sure[0] > 100 and sure[1] > 100


def test_returned_gifts_are_open_again() -> None:
    held = ["guenever:armor", "isoud:armor", "morgan:armor"]
    t = Table("merlin_take", display=[*held, "elaine:armor", "nimue:farmer"], held={1: 0, 2: 1, 3: 2}, turn=3)
    t.does(D="take:5")
    view = t.match.view(None)
    assert HIDDEN not in (piece for pile in (*view.piles, *view.rows) for piece in pile)
    assert card("elaine:armor") in view.piles[0]


def test_events_are_remembered_until_the_shuffle() -> None:
    """What a seat saw as Arthur or Merlin holds in all its worlds until the discards are shuffled."""
    rng = Random(5)
    checked = 0
    for seed in range(6):
        match = GAME.match(players=3, seed=seed)
        seen: dict[int, set[int]] = {seat: set() for seat in range(3)}  # pieces known to lie in the discards
        while match.asked:
            s: Any = match.state
            if match.question == "arthur_discard_event" and len(s.deck) == 9:
                seen = {seat: set() for seat in range(3)}
            if match.question == "damosel_give" and not s.answers:
                for seat in range(3):
                    view = match.view(seat)
                    for world in worlds(view, 3):
                        assert seen[seat] <= set(world.discards)
                        assert sorted((*world.deck, *world.discards, *world.event)) == list(EVENT_PIECES)
                        checked += 1
            seat = match.asked[0]
            answer = match.choice(seat).sample(rng)
            before: Any = match.state.clone()
            match.answer(seat, answer)
            if before.question == "arthur_discard_event":
                seen[seat].add(card(answer[0]))
            elif before.question == "merlin_choose_event":
                passed = {card(name) for name in GAME.names(before.passed)} - {card(answer[0])}
                for knower in (before.arthur, before.merlin):
                    seen[knower] |= passed
    assert checked > 100


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize(
    "options", [{}, {"joust": True}, {"absent_damosel": "pool"}, {"absent_damosel": "fill_to_six"}]
)
def test_worlds_agree_with_everything_said(players: int, options: dict[str, Any]) -> None:
    """In every world of every seat, refusals, grants, own gifts and open cards are as they were seen."""
    settled = GAME.settle(players, options)
    rng = Random(players)
    chance = Quick(rng)
    for _ in range(6):
        s: Any = GAME.first(players, settled, chance)
        while s.waiting and s.round < 6:
            seat = s.waiting[0]
            if s.display and rng.random() < 0.3:
                for viewer in (*range(players), None):
                    _agrees(s, GAME.world(GAME.view(s, viewer), rng), viewer)
            flow.answer(s, seat, GAME.choice(s, seat).sample(rng), chance)


def _agrees(s: Any, world: Any, viewer: int | None) -> None:
    assert world.rows == s.rows and not GAME.astray(world) and not list(GAME.invariants(world))
    for slot, (piece,) in enumerate(world.display):
        assert CHIVALRY[piece] == s.faces[slot]
        if s.refused[slot] >= 0:
            assert DAMOSEL[piece] == s.damosels[s.refused[slot]]
    if viewer is not None:
        mine = s.damosels[viewer]
        assert [p for (p,) in world.display if DAMOSEL[p] == mine] == [p for (p,) in s.display if DAMOSEL[p] == mine]
        if viewer == s.merlin:
            assert world.display == s.display and world.piles == s.piles


def test_choices_of_others_never_depend_on_the_damosels() -> None:
    """4.3: what a player but Merlin may ask for is the same in every world of that player."""
    t = Table("knight_select", display=GIFTS).does(A="take:4")
    for world in worlds(t.match.view(None), 40):
        assert list(GAME.choice(world, 1).atoms(())) == t.legal("B")
