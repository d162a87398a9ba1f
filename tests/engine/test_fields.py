"""Fields: each is declared once or the game does not load; facts that only some know are blank to the others."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine import (
    SPECTATOR,
    BadGame,
    Event,
    Fields,
    Known,
    Options,
    Pile,
    State,
    Zone,
    everybody,
    nobody,
    owner,
)
from roundtable.engine.fields import OF_THE_COPY, PER_VIEWER, PUBLIC
from roundtable.engine.state import fields
from roundtable.engine.zones import learnt, view, world
from tests.engine import lots


def a_sum(w: Any, i: int, rng: Random) -> int:
    return rng.randrange(1, 7)


def no_answers(w: Any, seat: int, rng: Random) -> tuple[str, ...]:
    raise AssertionError("nobody was asked")


class Auction(State):
    """Secret limits, one per seat, and a reserve price that only seat 1 knows."""

    lot: Pile
    limits: tuple[int, ...]
    reserve: int
    notes: dict[str, int]
    open: bool

    def __init__(self) -> None:
        super().__init__(3, Options(), (10000,))
        self.lot = (10000,)
        self.limits = (4, 5, 6)
        self.reserve = 3
        self.notes = {"mine": 9}
        self.open = False


def auctioneer(s: Auction, i: int) -> int:
    return 0xFF if s.open else 1 << 1


LOT = {"lot": Zone(everybody, single=True)}
SECRETS = {
    "limits": Known(owner, blank=0, guess=a_sum),
    "reserve": Known(auctioneer, blank=-1, guess=a_sum, single=True),
    "notes": Known(nobody, blank={}, guess=lambda w, i, rng: {"mine": a_sum(w, i, rng)}, single=True),
}
TABLE = Fields(zones=LOT, public=("open",), known=SECRETS)


def refused(table: Fields, s: State | None = None) -> str:
    with pytest.raises(BadGame) as error:
        table.admit(s or Auction(), "Auction")
    return str(error.value)


def test_the_engine_declares_every_field_of_its_own_once() -> None:
    declared = (*PUBLIC, *PER_VIEWER, *OF_THE_COPY)
    assert sorted(declared) == list(fields(State(2, Options())))


def test_a_field_that_nobody_declared_is_refused_by_name() -> None:
    table = Fields(zones=LOT, public=("open",), known={"limits": SECRETS["limits"], "notes": SECRETS["notes"]})
    assert refused(table) == "Auction: the state's field `reserve` is not declared: say in FIELDS who may see it"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (Fields(zones=LOT, public=("open", "lot"), known=SECRETS), "Auction: `lot` is declared twice"),
        (Fields(zones=LOT, public=("open", "bids"), known=SECRETS), "`bids` is declared, but the state does not"),
        (Fields(zones=LOT, public=("open", "out"), known=SECRETS), "`out` is a name of the engine's own"),
        (Fields(zones=LOT, public=("open", "tell"), known=SECRETS), "`tell` is a name of the engine's own"),
        (Fields(zones={"lot": Zone(everybody)}, public=("open",), known=SECRETS), "for a single pile say single=True"),
        (
            Fields(zones=LOT, public=("open",), known={**SECRETS, "reserve": Known(owner, blank=0, guess=a_sum)}),
            "`reserve` must be a tuple",
        ),
    ],
)
def test_a_declaration_that_does_not_fit_the_state_is_refused(table: Fields, message: str) -> None:
    assert message in refused(table)


def test_a_field_that_takes_the_name_of_an_engines_field_is_refused() -> None:
    class Stray(Auction):
        out: Any

    assert "`out` is a name of the engine's own" in refused(TABLE, Stray())


def test_a_field_added_while_the_match_runs_gets_into_no_view() -> None:
    s: Any = Auction()
    view(TABLE, s, 0)
    s.bribe = 3
    with pytest.raises(BadGame, match="Auction: the state's field `bribe` is not declared"):
        view(TABLE, s, 0)


def test_a_game_with_an_undeclared_field_does_not_load(tmp_path: Path) -> None:
    source = lots.PATH.read_text()
    broken = source.replace('    public=("rounds",),\n', "")
    assert broken != source
    path = tmp_path / "undeclared.py"
    path.write_text(broken)
    with pytest.raises(BadGame, match="Lots: the state's field `rounds` is not declared"):
        rt.game(str(path))


def test_a_fact_is_seen_by_those_whom_the_table_names_and_blank_to_the_others() -> None:
    s = Auction()
    seen = [view(TABLE, s, viewer) for viewer in (0, 1, 2, None)]
    assert [v.limits for v in seen] == [(4, 0, 0), (0, 5, 0), (0, 0, 6), (0, 0, 0)]
    assert [v.reserve for v in seen] == [-1, 3, -1, -1]
    assert [v.notes for v in seen] == [{}] * 4
    assert (s.limits, s.reserve) == ((4, 5, 6), 3), "the truth is untouched"
    s.open = True
    assert view(TABLE, s, None).reserve == 3


def test_a_world_guesses_the_facts_that_its_viewer_does_not_know() -> None:
    v, rng = view(TABLE, Auction(), 0), Random(1)
    made = [world(TABLE, v, rng, lambda w, rng: None, lambda w: True, no_answers) for _ in range(60)]
    assert {w.limits[0] for w in made} == {4}
    assert {w.limits[1] for w in made} == {w.reserve for w in made} == {1, 2, 3, 4, 5, 6}
    assert all(view(TABLE, w, 0).data() == v.data() for w in made)


def test_the_log_tells_a_fact_to_those_who_may_know_it() -> None:
    s = Auction()
    event = Event("limited", {"seat": 1, "limit": TABLE.secret(s, "limits", 1), "reserve": TABLE.secret(s, "reserve")})
    heard: Any = [event.seen_by(viewer) for viewer in (0, 1, SPECTATOR)]
    assert [(e["limit"], e["reserve"]) for e in heard] == [(0, -1), (5, 3), (0, -1)]


def test_a_fact_that_is_opened_has_been_learnt() -> None:
    before, now = Auction(), Auction()
    assert not learnt(TABLE, before, now, 0xFF)
    now.open = True
    assert learnt(TABLE, before, now, 1 << 0) and not learnt(TABLE, before, now, 1 << 1)
