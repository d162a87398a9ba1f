"""The kit finds planted faults: for each property a game that breaks it, and nothing but that one fault is planted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roundtable.engine import DONE, Ask, Choice, Fields, Flow, Game, OneOf, Question, move, rule
from roundtable.engine.conformance import PROPERTIES, check
from tests.engine import lots

Lots = lots.GAME
module: Any = __import__("sys").modules[Lots.state.__module__]


class BrokenState(module.LotsState):  # type: ignore[misc]
    """With two more fields, for flows that misuse them."""

    def __init__(self, players: int, options: Any) -> None:
        super().__init__(players, options)
        self.shared: dict[int, int] = {}
        self.marks: Any = ()


def broken(flow: type[Flow] = module.Lots, lay: Callable[..., Choice] = module.lay, **hooks: Any) -> Game:
    """Lots with one flow, question or hook replaced."""
    fields = Fields(zones=Lots.fields.zones, public=EXTRA)
    made = {"state": BrokenState, "flows": (flow,), "questions": {"lay": Question("4.1", lay)}, "fields": fields}
    return replace(Lots, **{**made, **hooks})


# -- the faults ------------------------------------------------------------------------------------------------------


def peeking(s: Any, seat: int) -> Choice:
    """Leaves out the last lot when the neighbour holds the highest: a leak through the choices."""
    own = [str(lot - module.FIRST + 1) for lot in sorted(s.hands[seat])]
    neighbour = s.hands[(seat + 1) % s.players]
    return OneOf(own[:-1] if len(own) > 1 and module.FIRST + 11 in neighbour else own)


class DeadEnd(OneOf):
    def atoms(self, prefix: tuple[str, ...]) -> Any:
        return super().atoms(prefix) if prefix != ("1",) else ()


class Marks(module.Lots):  # type: ignore[misc]
    """Remembers the dealt cards by their numbers in a field that everybody sees: a stable id of face-down cards."""

    @rule("3.1")
    def lay(self, s: Any, chance: Any) -> Any:
        s.marks = s.hands[0]
        return super().lay(s, chance)


class Loses(module.Lots):  # type: ignore[misc]
    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.deck = s.deck[1:]
        return super().compare(s, chance)


class Shares(module.Lots):  # type: ignore[misc]
    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.shared[len(s.shared)] = 1
        return super().compare(s, chance)


class Lists(module.Lots):  # type: ignore[misc]
    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.marks = [1, 2]
        return super().compare(s, chance)


class Endless(module.Lots):  # type: ignore[misc]
    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        return "lay"


class AsksTheAble(module.Lots):  # type: ignore[misc]
    """Asks only those who hold a high lot, which tells everybody who does."""

    @rule("4.1")
    def lay(self, s: Any, chance: Any) -> Any:
        able = tuple(q for q in range(s.players) if any(lot > module.FIRST + 5 for lot in s.hands[q]))
        return Ask("lay", able) if able else DONE

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        for seat, answer in s.answers.items():
            move(module.FIELDS, s, (module.FIRST - 1 + int(answer[0]),), ("hands", seat), ("laid", seat))
        return "lay"


class Gossips(module.Lots):  # type: ignore[misc]
    """Tells the lowest lot of every hand in a public event."""

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.tell("taken", seat=0, lowest=tuple(min(hand) for hand in s.hands))
        return super().compare(s, chance)


class OwnDice(module.Lots):  # type: ignore[misc]
    @rule("3.1")
    def deal(self, s: Any, chance: Any) -> Any:
        deck = list(s.deck)
        random.shuffle(deck)
        s.deck = tuple(deck)
        for seat in range(s.players):
            move(module.FIELDS, s, s.deck[: s.options.hand], ("deck", 0), ("hands", seat))


COUNTER = itertools.count()


class Counts(module.Lots):  # type: ignore[misc]
    """Writes down something that is not in the log."""

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.marks = (next(COUNTER),)
        return super().compare(s, chance)


class Fails(module.Lots):  # type: ignore[misc]
    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        raise RuntimeError("a bug in the rules")


def no_reason(v: Any, seat: int, prefix: Any, atom: str) -> Any:
    raise LookupError(atom)


class Seals(module.Lots):  # type: ignore[misc]
    """Asks the players one by one, so that answers can be taken back, and counts outside the log."""

    @rule("4.1")
    def lay(self, s: Any, chance: Any) -> Any:
        if not s.hands[0]:
            return DONE
        return Ask("lay", (len(s.marks) % 2,)) if len(s.marks) < 6 else DONE

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.marks = (*s.marks, next(COUNTER))
        return "lay"


EXTRA = ("rounds", "shared", "marks")  # with the fields that only broken games have
OTHERS = {name: zone for name, zone in Lots.fields.zones.items() if name != "laid"}

FAULTS: list[tuple[str, str, Any]] = [
    ("secrecy", "the choice", broken(lay=peeking)),
    ("secrecy", "", broken(flow=AsksTheAble, invariants=lambda s: iter(()))),
    ("secrecy", "the log", broken(flow=Gossips)),
    ("views", "numbers of hidden pieces", broken(flow=Marks)),
    ("choices", "dead end", broken(lay=lambda s, seat: DeadEnd(module.lay(s, seat).atoms(())))),
    ("pieces", "missing", broken(flow=Loses)),
    ("clones", "an old clone has changed", broken(flow=Shares)),
    ("clones", "is a list", broken(flow=Lists)),
    ("ends", "not ended after", broken(flow=Endless, invariants=lambda s: iter(()))),
    ("ends", "ranking", broken(ranking=lambda s: [[0]])),
    ("files", "not the match that was saved", broken(flow=OwnDice)),
    ("replay", "makes a difference", broken(flow=Counts)),
    ("undo", "leads elsewhere", broken(flow=Seals, invariants=lambda s: iter(()))),
    ("plays", "a bug in the rules", broken(flow=Fails)),
    ("worlds", "no world found", broken(plausible=lambda w: False)),
    ("refusals", "raised", broken(why_not=no_reason)),
    ("refusals", "without a reason", broken(why_not=lambda *args: ("", ""))),
    ("words", "no prompt", broken(prompt=lambda v, seat: "")),
    ("vocabulary", "not in the vocabulary", broken(vocabulary=lambda players, options: ["1", "2"])),
    ("invariants", "never true", broken(invariants=lambda s: iter(["never true"]))),
    ("declared", "`laid` is not declared", broken(fields=Fields(zones=OTHERS, public=EXTRA))),
    ("declared", "paragraph 4.1 is cited", broken(page="# Lots\n\n## 3.1 Dealing\n")),
]


@pytest.mark.parametrize(("name", "words", "game"), FAULTS, ids=[f"{f[0]}-{i}" for i, f in enumerate(FAULTS)])
def test_the_kit_names_the_planted_fault(name: str, words: str, game: Any) -> None:
    report = check(game, matches=12, depth=0.5)
    messages = [fault.message for fault in report.properties[name].faults]
    assert any(words in message for message in messages), report.data()


def test_every_property_has_a_planted_fault() -> None:
    assert {fault[0] for fault in FAULTS} == set(PROPERTIES)


def test_the_sound_game_passes() -> None:
    report = check(Lots, matches=10, depth=0.5)
    assert not report.faults, report.data()
    assert all(prop.checks for prop in report.properties.values())


def test_a_fault_comes_with_the_match_that_shows_it() -> None:
    report = check(broken(flow=Fails), players=[2], matches=1)
    fault = report.properties["plays"].faults[0]
    assert fault.match_text.startswith('{"format": "roundtable-match/1"')
    assert '"game": "lots"' in fault.match_text
