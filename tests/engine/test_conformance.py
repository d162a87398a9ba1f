"""The kit finds planted faults: for each property a game that breaks it, and nothing but that one fault is planted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from roundtable.engine import DONE, Ask, Choice, Flow, OneOf, Question, move, rule
from roundtable.engine.conformance import PROPERTIES, check
from tests.engine import lots

Lots: Any = lots.GAME
module: Any = __import__("sys").modules[type(Lots).__module__]


class Broken(type(Lots)):  # type: ignore[misc]
    """Lots with one flow, question or hook replaced."""

    def __init__(self, flow: type[Flow] | None = None, lay: Callable[..., Choice] | None = None, **hooks: Any) -> None:
        self.flow = flow or module.Lots
        if lay is not None:
            self.questions = {"lay": Question("4.1", lay)}
        for name, hook in hooks.items():
            setattr(self, name, hook)

    def start(self, players: int, options: dict[str, Any]) -> Any:
        s = super().start(players, options)
        s.stack = (self.flow(),)
        s.shared = {}
        s.marks = ()
        return s


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
            move(module.ZONES, s, (module.FIRST - 1 + int(answer[0]),), ("hands", seat), ("laid", seat))
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
            move(module.ZONES, s, s.deck[: s.options["hand"]], ("deck", 0), ("hands", seat))


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


FAULTS: list[tuple[str, str, Any]] = [
    ("secrecy", "the choice", Broken(lay=peeking)),
    ("secrecy", "", Broken(flow=AsksTheAble, invariants=lambda s: iter(()))),
    ("secrecy", "the log", Broken(flow=Gossips)),
    ("views", "numbers of hidden pieces", Broken(flow=Marks)),
    ("choices", "dead end", Broken(lay=lambda s, seat: DeadEnd(module.lay(s, seat).atoms(())))),
    ("pieces", "missing", Broken(flow=Loses)),
    ("clones", "an old clone has changed", Broken(flow=Shares)),
    ("clones", "is a list", Broken(flow=Lists)),
    ("ends", "not ended after", Broken(flow=Endless, invariants=lambda s: iter(()))),
    ("ends", "ranking", Broken(ranking=lambda s: [[0]])),
    ("files", "not the match that was saved", Broken(flow=OwnDice)),
    ("replay", "makes a difference", Broken(flow=Counts)),
    ("undo", "leads elsewhere", Broken(flow=Seals, invariants=lambda s: iter(()))),
    ("plays", "a bug in the rules", Broken(flow=Fails)),
    ("worlds", "no world found", Broken(plausible=lambda w: False)),
    ("refusals", "raised", Broken(why_not=no_reason)),
    ("refusals", "without a reason", Broken(why_not=lambda *args: ("", ""))),
    ("words", "no prompt", Broken(prompt=lambda v, seat: "")),
    ("vocabulary", "not in the vocabulary", Broken(vocabulary=lambda players, options: ["1", "2"])),
    ("invariants", "never true", Broken(invariants=lambda s: iter(["never true"]))),
    ("declared", "in no zone", Broken(zones={name: zone for name, zone in Lots.zones.items() if name != "laid"})),
    ("declared", "paragraph 4.1 is cited", Broken(rules=lambda: "# Lots\n\n## 3.1 Dealing\n")),
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
    report = check(Broken(flow=Fails), players=[2], matches=1)
    fault = report.properties["plays"].faults[0]
    assert fault.match_text.startswith('{"format": "roundtable-match/1"')
    assert '"game": "lots"' in fault.match_text
