"""Zones: views deny by default, knowledge follows the pieces, shuffles forget, worlds respect what was seen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from roundtable.engine import (
    ALL,
    HIDDEN,
    Fields,
    Keyed,
    Options,
    Pile,
    Piles,
    Secret,
    State,
    Zone,
    everybody,
    move,
    nobody,
    owner,
)
from roundtable.engine.state import Sink
from roundtable.engine.zones import fill, move_each, peek, shuffle, view, world


class Cards(State):
    deck: Pile
    hands: Piles
    kept: Piles
    open: Pile


FIELDS = Fields(
    zones={
        "deck": Zone(nobody, single=True, ordered=True),
        "hands": Zone(owner),
        "kept": Zone(owner, ordered=True),
        "open": Zone(everybody, single=True),
    }
)
PIECES = tuple(range(10000, 10010))


def cards() -> Cards:
    s = Cards(3, Options(), PIECES)
    s.deck, s.hands, s.open = PIECES[6:], (PIECES[:2], PIECES[2:4], PIECES[4:6]), ()
    s.kept = ((), (), ())
    s.out = Sink()
    return s


def worlds(v: Cards, n: int = 50) -> list[Cards]:
    def filler(w: Cards, rng: Random) -> None:
        fill(FIELDS, None, w, rng)

    def plausible(w: Cards) -> bool:
        return True

    def sealed(w: Cards, seat: int, rng: Random) -> tuple[str, ...]:
        raise AssertionError("nobody was asked")

    rng = Random(1)
    return [world(FIELDS, v, rng, filler, plausible, sealed) for _ in range(n)]


def test_a_view_shows_what_the_table_grants_and_nothing_else() -> None:
    s = cards()
    v = view(FIELDS, s, 1)
    assert v.hands == ((HIDDEN, HIDDEN), (10002, 10003), (HIDDEN, HIDDEN)) and v.deck == (HIDDEN,) * 4
    public = view(FIELDS, s, None)
    assert {piece for hand in public.hands for piece in hand} == {HIDDEN}
    assert s.hands[0] == (10000, 10001), "the truth is untouched"


def test_a_card_given_from_the_open_stays_known_to_all() -> None:
    s = cards()
    told = move(FIELDS, s, (10000,), ("hands", 0), ("open", 0))
    assert told.mask == ALL
    move(FIELDS, s, (10000,), ("open", 0), ("hands", 2))
    for viewer in (0, 1, None):
        assert view(FIELDS, s, viewer).hands[2] == (10000, HIDDEN, HIDDEN)
    assert all(10000 in w.hands[2] for w in worlds(view(FIELDS, s, 1)))


@pytest.mark.parametrize("seen", [{}, {10000: 0b110, 10003: ALL}])
def test_seats_that_move_at_once_do_what_each_does_alone(seen: dict[int, int]) -> None:
    one, all_at_once = cards(), cards()
    one.known = all_at_once.known = seen
    moved: tuple[Pile, ...] = ((10001,), (), (10004, 10005))
    for source, target in (("hands", "kept"), ("kept", "hands")):
        for seat in (0, 2):
            move(FIELDS, one, moved[seat], (source, seat), (target, seat))
        move_each(FIELDS, all_at_once, moved, source, target)
        assert all_at_once.data() == one.data()
    assert one.out is not None and all_at_once.out is not None
    told = [[(secret.pieces, secret.mask) for secret in s.out.moves] for s in (one, all_at_once) if s.out]
    assert told[0] == told[1] and len(told[0]) == 4


def test_a_card_passed_in_secret_is_known_to_giver_and_taker() -> None:
    s = cards()
    told = move(FIELDS, s, (10002,), ("hands", 1), ("hands", 2))
    assert told.mask == 0b110
    assert view(FIELDS, s, 1).hands[2] == (10002, HIDDEN, HIDDEN)
    assert view(FIELDS, s, 0).hands[2] == (HIDDEN,) * 3


def test_who_does_not_see_which_card_leaves_is_no_longer_sure_of_the_rest() -> None:
    s = cards()
    peek(s, (10002,), 0b001)
    assert view(FIELDS, s, 0).hands[1] == (10002, HIDDEN)
    move(FIELDS, s, (10003,), ("hands", 1), ("deck", 0))
    assert view(FIELDS, s, 0).hands[1] == (HIDDEN,), "it might have been the one I saw"


def test_a_peeked_card_is_followed_to_where_it_is_drawn_and_lost_in_a_shuffle() -> None:
    s = cards()
    peek(s, (10006,), 0b010)
    assert view(FIELDS, s, 1).deck == (10006, HIDDEN, HIDDEN, HIDDEN)
    twin = s.clone()
    move(FIELDS, s, (10006,), ("deck", 0), ("hands", 0))
    assert view(FIELDS, s, 1).hands[0] == (10006, HIDDEN, HIDDEN)
    shuffle(FIELDS, twin, ("deck", 0), Keyed(1))
    assert view(FIELDS, twin, 1).deck == (HIDDEN,) * 4 and sorted(twin.deck) == list(PIECES[6:])


def test_who_else_has_peeked_is_nobodys_business() -> None:
    s = cards()
    peek(s, (10006,), 0b011)
    assert view(FIELDS, s, 0).known == {10006: 0b001}
    assert view(FIELDS, s, 2).known == {}


def test_worlds_hold_every_piece_once_and_vary() -> None:
    s = cards()
    v = view(FIELDS, s, 0)
    made = worlds(v)
    for w in made:
        assert sorted((*w.deck, *w.open, *(p for hand in w.hands for p in hand))) == list(PIECES)
        assert w.hands[0] == s.hands[0]
    assert len({w.hands[1] for w in made}) > 10


def test_a_world_is_never_made_from_the_truth() -> None:
    with pytest.raises(ValueError, match="never from the truth"):
        worlds(cards())


def test_events_tell_each_viewer_what_it_may_know() -> None:
    from roundtable.engine import Event

    event = Event("gave", {"seat": 1, "card": Secret((10002,), 0b110)})
    seen: Any = [event.seen_by(viewer) for viewer in (0, 1, 2, 7)]
    assert [e["card"] for e in seen] == [(HIDDEN,), (10002,), (10002,), (HIDDEN,)]
    assert Event("whispered", {}, 0b001).seen_by(1) is None
