"""Flows: the ways a step can go on, sealed and quiet questions, and states that stay apart."""

from __future__ import annotations

from random import Random

from roundtable.engine import DONE, OVER, Ask, Chance, Fields, Flow, Instead, Keyed, Next, Options, State, rule
from roundtable.engine.flow import answer, run, table
from roundtable.engine.zones import reopened, view, world


class Trail(State):
    trail: tuple[str, ...]


FIELDS = Fields(zones={}, public=("trail",))


class Inner(Flow):
    def __init__(self, name: str) -> None:
        self.name = name

    @rule("2.1")
    def enter(self, s: Trail, chance: Chance) -> Next:
        s.trail = (*s.trail, self.name)
        return Instead(Inner("again")) if self.name == "first" else None

    @rule("2.2")
    def leave(self, s: Trail, chance: Chance) -> Next:
        s.trail = (*s.trail, f"leave {self.name}")
        return DONE

    @rule("2.3")
    def never(self, s: Trail, chance: Chance) -> Next:
        raise AssertionError("DONE leaves the chapter")


class Outer(Flow):
    @rule("1.1")
    def begin(self, s: Trail, chance: Chance) -> Next:
        return Inner("first")

    @rule("1.2")
    def ask(self, s: Trail, chance: Chance) -> Next:
        s.trail = (*s.trail, "ask")
        return Ask("all", (2, 0, 1))

    @rule("1.3")
    def tell(self, s: Trail, chance: Chance) -> Next:
        s.trail = (*s.trail, *(f"{seat}{given[0]}" for seat, given in s.answers.items()))
        return Ask("nobody", ())

    @rule("1.4")
    def window(self, s: Trail, chance: Chance) -> Next:
        assert s.answers == {}, "a question to nobody is skipped"
        return Ask("window", (1, 2, 0), quiet=True, passing="no")

    @rule("1.5")
    def after(self, s: Trail, chance: Chance) -> Next:
        s.trail = (*s.trail, *(f"{seat} says {given[0]}" for seat, given in s.answers.items()))
        return "ask" if len(s.trail) < 12 else OVER

    @rule("1.6")
    def never(self, s: Trail, chance: Chance) -> Next:
        raise AssertionError("OVER ends the match")


def begin() -> Trail:
    s = Trail(3, Options())
    s.trail = ()
    s.stack, s.steps = (Outer(),), (0,)
    run(s, Keyed(0))
    return s


def reply(s: Trail, seat: int, word: str) -> None:
    answer(s, seat, (word,), Keyed(0))


def test_steps_are_known_by_name_and_paragraph() -> None:
    steps = table(Outer)
    assert steps.names == ("begin", "ask", "tell", "window", "after", "never")
    assert steps.rules[0] == ("1.1",) and steps.index["after"] == 4


def test_chapters_nest_and_follow_each_other() -> None:
    s = begin()
    assert s.trail == ("first", "again", "leave again", "ask")
    assert (s.question, s.waiting) == ("all", (2, 0, 1))


def test_answers_are_sealed_and_their_order_of_arrival_does_not_matter() -> None:
    one, two = begin(), begin()
    for seat in (0, 1, 2):
        reply(one, seat, "x")
    for seat in (2, 1, 0):
        assert "0x" not in two.trail
        reply(two, seat, "x")
    assert one.data() == two.data() and one.trail[-3:] == ("2x", "0x", "1x"), "in the order of the question"


def test_a_clone_is_independent_even_in_the_middle_of_a_question() -> None:
    s = begin()
    reply(s, 0, "x")
    twin, before = s.clone(), s.data()
    for seat in (1, 2):
        reply(twin, seat, "y")
    assert s.data() == before and twin.question == "window"


def window() -> Trail:
    s = begin()
    for seat in range(3):
        reply(s, seat, "x")
    return s


def test_a_quiet_question_goes_round_and_nobody_else_can_tell_where_it_is() -> None:
    s = window()
    assert s.waiting == (1,)
    seen = [view(FIELDS, s, viewer) for viewer in (0, 1, 2, None)]
    assert [v.waiting for v in seen] == [(), (1,), (), ()]
    reply(s, 1, "no")
    assert s.waiting == (2,)
    later = [view(FIELDS, s, viewer) for viewer in (0, 2, None)]
    assert [v.waiting for v in later] == [(), (2,), ()]
    assert later[0].data() == seen[0].data(), "seat 0 cannot tell whether seat 1 has answered"
    reply(s, 2, "yes")
    assert s.trail[-3:] == ("1 says no", "2 says yes", "ask"), "the first that does not pass ends it"


def test_it_is_public_who_has_answered_though_not_what() -> None:
    s = begin()
    reply(s, 0, "x")
    for viewer in (0, 1, 2, None):
        v = view(FIELDS, s, viewer)
        assert (v.waiting, v.ready) == ((2, 1), (0,))
        assert v.answers == ({0: ("x",)} if viewer == 0 else {})


def worlds(v: Trail, n: int = 60) -> list[Trail]:
    def no_fill(w: Trail, rng: Random) -> None:
        return None

    def plausible(w: Trail) -> bool:
        return True

    def sealed(w: Trail, seat: int, rng: Random) -> tuple[str, ...]:
        return (rng.choice("xyz"),)

    rng = Random(1)
    return [world(FIELDS, v, rng, no_fill, plausible, sealed) for _ in range(n)]


def test_worlds_make_up_the_sealed_answers_of_others() -> None:
    s = begin()
    reply(s, 2, "x")
    reply(s, 0, "y")
    made = worlds(view(FIELDS, s, 0))
    assert all(view(FIELDS, w, 0).data() == view(FIELDS, s, 0).data() for w in made)
    assert {w.answers[2] for w in made} == {("x",), ("y",), ("z",)} and {w.answers[0] for w in made} == {("y",)}
    for w in made[:5]:
        reply(w, 1, "z")
        assert w.question == "window", "the last answer opens them all"


def test_a_search_gives_sealed_answers_anew() -> None:
    s = begin()
    reply(s, 2, "x")
    reply(s, 0, "y")
    v = view(FIELDS, s, 0)
    assert (v.waiting, reopened(v).waiting, reopened(v).answers) == ((1,), (2, 1), {0: ("y",)})
    assert v.waiting == (1,) and reopened(reopened(v)).waiting == (2, 1)
    assert {w.waiting for w in worlds(reopened(v))} == {(2, 1)}
    quiet = view(FIELDS, window(), 0)
    assert reopened(quiet) is quiet


def test_worlds_of_a_quiet_question_ask_somebody_who_can_be_asked() -> None:
    s = window()
    for_zero = {w.waiting for w in worlds(view(FIELDS, s, 0))}
    assert for_zero == {(1,), (2,)}, "seat 0 comes last and has not been asked"
    reply(s, 1, "no")
    for_one = {w.waiting for w in worlds(view(FIELDS, s, 1))}
    assert for_one == {(2,), (0,)}, "seat 1 has passed: the window is with somebody after it"
    for_none = {w.waiting for w in worlds(view(FIELDS, s, None))}
    assert for_none == {(1,), (2,), (0,)}
    assert view(FIELDS, s, 1).ready == (), "and who has passed is nobody's business"


def test_over_ends_everything() -> None:
    s = begin()
    while s.waiting:
        reply(s, s.waiting[0], "no")
    assert (s.question, s.stack, s.waiting) == ("", (), ())
