"""The kit finds planted faults: for each property a game that breaks it, and nothing but that one fault is planted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roundtable.engine import (
    DONE,
    Ask,
    Choice,
    Fields,
    Flow,
    Game,
    Known,
    Match,
    OneOf,
    Question,
    Zone,
    move,
    nobody,
    owner,
    rule,
)
from roundtable.engine.conformance import PROPERTIES, check
from roundtable.engine.prompting import ask
from roundtable.scene import Meaning
from roundtable.table.rehearsal import moment
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


# -- leaks of what was chosen or drawn in secret -----------------------------------------------------------------------


class Covered(module.Lots):  # type: ignore[misc]
    """A sound game: lots are laid face down, and nobody else learns which."""

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        for seat, answer in s.answers.items():
            s.tell("taken", seat=seat, lot=move(COVERED, s, (lot_of(answer),), ("hands", seat), ("under", seat)))
        return self.covered(s)

    def covered(self, s: Any) -> Any:
        return "lay"


def lot_of(answer: Any) -> int:
    return int(module.FIRST - 1 + int(answer[0]))


def guess_worth(w: Any, i: int, rng: Any) -> int:
    return rng.randrange(1, 7) if i < 9 else 0


class CoveredState(BrokenState):
    """With a place for lots that are laid face down, a sum that each seat keeps to itself, and the bank's own notes."""

    def __init__(self, players: int, options: Any) -> None:
        super().__init__(players, options)
        self.under = ((),) * players
        self.sums: tuple[int, ...] = (0,) * players
        self.notes: dict[str, int] = {}


COVERED = Fields(
    zones={**Lots.fields.zones, "under": Zone(owner)},
    public=("rounds", "shared", "marks"),
    known={
        "sums": Known(owner, blank=0, guess=guess_worth),
        "notes": Known(nobody, blank={}, guess=lambda w, i, rng: {"bank": guess_worth(w, i, rng)}, single=True),
    },
)


def covered(flow: type[Flow] = Covered, **hooks: Any) -> Game:
    """Lots laid face down, with one flow, question or hook replaced."""
    made = {"state": CoveredState, "fields": COVERED, "invariants": lambda s: iter(()), "limit": 24}
    return broken(flow=flow, **{**made, **hooks})


class TellsTheLot(Covered):
    def covered(self, s: Any) -> Any:
        s.tell("taken", seat=0, worth=[answer[0] for answer in s.answers.values()])
        return "lay"


class CopiesTheWorth(Covered):
    """A public field that is computed from a hidden piece."""

    def covered(self, s: Any) -> Any:
        s.marks = tuple(pile[-1] - module.FIRST for pile in s.under)
        return "lay"


class CountsTheDeck(Covered):
    """The same, computed once and before anybody has answered."""

    @rule("3.1")
    def deal(self, s: Any, chance: Any) -> Any:
        super().deal(s, chance)
        s.marks = (sum(s.deck[:1]) % 10,)


class Remembered(Flow):
    """A chapter that carries a secret choice: the parameters of a flow are public, and here they become choices."""

    def __init__(self, lot: str) -> None:
        self.lot = lot

    @rule("4.1")
    def guess(self, s: Any, chance: Any) -> Any:
        return Ask("lay", (1,))


class OffersTheRest(Covered):
    def covered(self, s: Any) -> Any:
        return Remembered(s.answers[0][0])

    @rule("4.1")
    def on(self, s: Any, chance: Any) -> Any:
        return "lay"


def lay_or_guess(s: Any, seat: int) -> Choice:
    frame = s.stack[-1]
    if isinstance(frame, Remembered):
        return OneOf([str(n) for n in range(1, 13) if str(n) != frame.lot])
    return module.lay(s, seat)  # type: ignore[no-any-return]


def draws_guesses(v: Any, seat: int | None, names: Any, chosen: Any = ()) -> Any:
    drawn = module.scene(v, seat, names, chosen)
    return replace(drawn, prompt=ask(lay_or_guess(v, seat or 0), "Guess.", chosen, str) if drawn.prompt else None)


class AsksTheBold(Covered):
    """Whoever laid a high lot is asked once more."""

    def covered(self, s: Any) -> Any:
        bold = tuple(seat for seat in range(s.players) if s.under[seat][-1] > module.FIRST + 5)
        return Ask("lay", bold[:1]) if bold and s.hands[bold[0]] else "lay"

    @rule("4.1")
    def once_more(self, s: Any, chance: Any) -> Any:
        return "lay"


LAST: dict[int, str] = {}


class Remembers(Covered):
    """Keeps the last lot of each seat beside the state, where the scene finds it."""

    def covered(self, s: Any) -> Any:
        LAST.update({seat: answer[0] for seat, answer in s.answers.items()})
        return "lay"


def draws_the_last(v: Any, seat: int | None, names: Any, chosen: Any = ()) -> Any:
    return replace(module.scene(v, seat, names, chosen), status=f"last: {LAST}")


class KeepsASum(Covered):
    """Each seat keeps a secret number, which is told to all when it has chosen it."""

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.sums = tuple(int(s.answers[seat][0]) for seat in range(s.players))
        for seat in range(s.players):
            s.tell("taken", seat=seat, sum=self.told(s, seat))
        s.marks = (*s.marks, 1)
        return "lay" if len(s.marks) < 3 else DONE

    def told(self, s: Any, seat: int) -> Any:
        return COVERED.secret(s, "sums", seat)


class TellsTheSum(KeepsASum):
    def told(self, s: Any, seat: int) -> Any:
        return s.sums[seat]


class NotesOfTheBank(Covered):
    """A mapping that nobody may see, drawn at the start; half of it gets into a public field."""

    @rule("3.1")
    def deal(self, s: Any, chance: Any) -> Any:
        super().deal(s, chance)
        s.notes = {"bank": chance.below(6) + 1}
        s.marks = (s.notes["bank"] // 2,)


class Nameless(module.Lots):  # type: ignore[misc]
    """Keeps something that no name can tell."""

    @rule("4.1")
    def compare(self, s: Any, chance: Any) -> Any:
        s.marks = (Meaning("Rounds", "trophy", "Rounds taken.", "5.1"),)
        return super().compare(s, chance)


def says_nothing(v: Any, seat: int | None, names: Any, chosen: Any = ()) -> Any:
    """Does not tell for whom the table waits."""
    return replace(module.scene(v, seat, names, chosen), waiting="")


def nobody_ready(v: Any, seat: int | None, names: Any, chosen: Any = ()) -> Any:
    """Does not tell who has answered already."""
    scene = module.scene(v, seat, names, chosen)
    return replace(scene, panels=tuple(replace(panel, ready=False) for panel in scene.panels))


def even(match: Match, lot: int) -> float:
    """A live table of bots."""
    return moment(match, lot, "champion")


def boastful(match: Match, lot: int) -> float:
    """The same table, where whoever holds the highest lot of all cannot wait."""
    state: Any = match.state
    highest = any(module.FIRST + 11 in state.hands[seat] for seat in match.asked)
    return even(match, lot) - 0.3 * highest


EXTRA = ("rounds", "shared", "marks")  # with the fields that only broken games have
OTHERS = {name: zone for name, zone in Lots.fields.zones.items() if name != "laid"}

TWICE = tuple(Meaning(name, "trophy", "How many rounds were taken.", "5.1") for name in ("Rounds", "Wins"))

FAULTS: list[tuple[str, str, Any]] = [
    ("secrecy", "the choice", broken(lay=peeking)),
    ("discretion", "asked: (", broken(flow=AsksTheAble, invariants=lambda s: iter(()))),
    ("secrecy", "the log", broken(flow=Gossips)),
    ("discretion", "the log", covered(flow=TellsTheLot)),
    ("discretion", "the scene", covered(flow=Remembers, scene=draws_the_last)),
    ("discretion", "'lot': '", covered(flow=OffersTheRest, lay=lay_or_guess, scene=draws_guesses)),
    ("discretion", "asked: (", covered(flow=AsksTheBold)),
    ("discretion", "marks: (", covered(flow=CopiesTheWorth)),
    ("discretion", "marks: (", covered(flow=CountsTheDeck)),
    ("discretion", "'sum': ", covered(flow=TellsTheSum)),
    ("discretion", "marks: (", covered(flow=NotesOfTheBank)),
    ("views", "numbers of hidden pieces", broken(flow=Marks)),
    ("choices", "dead end", broken(lay=lambda s, seat: DeadEnd(module.lay(s, seat).atoms(())))),
    ("pieces", "missing", broken(flow=Loses)),
    ("clones", "an old clone has changed", broken(flow=Shares)),
    ("clones", "is a list", broken(flow=Lists)),
    ("ends", "not ended after", broken(flow=Endless, invariants=lambda s: iter(()))),
    ("ends", "ranking", broken(ranking=lambda s: [[0]])),
    ("files", "not the match that was saved", broken(flow=OwnDice)),
    ("replay", "makes a difference", broken(flow=Counts)),
    ("positions", "holds a tuple, which has no name", broken(flow=Nameless)),
    ("positions", "has other answers", broken(piece_name=lambda piece: "lot")),
    ("time", "by what others cannot see", (Lots, boastful)),
    ("undo", "leads elsewhere", broken(flow=Seals, invariants=lambda s: iter(()))),
    ("plays", "a bug in the rules", broken(flow=Fails)),
    ("worlds", "no world found", broken(plausible=lambda w: False)),
    ("refusals", "raised", broken(why_not=no_reason)),
    ("refusals", "without a reason", broken(why_not=lambda *args: ("", ""))),
    ("words", "no prompt", broken(prompt=lambda v, seat: "")),
    ("words", "are awaited", broken(scene=says_nothing)),
    ("words", "set() ready", broken(scene=nobody_ready)),
    ("vocabulary", "not in the vocabulary", broken(vocabulary=lambda players, options: ["1", "2"])),
    ("invariants", "never true", broken(invariants=lambda s: iter(["never true"]))),
    ("legend", "means both `Rounds` and `Wins`", broken(legend=TWICE)),
    ("legend", "cites paragraph 9.9", broken(legend=(Meaning("Rounds", "trophy", "Rounds taken.", "9.9"),))),
    ("legend", "the stat `Rounds` is not in the legend", broken(legend=TWICE[1:])),
    ("declared", "`laid` is not declared", broken(fields=Fields(zones=OTHERS, public=EXTRA))),
    ("declared", "paragraph 4.1 is cited", broken(page="# Lots\n\n## 3.1 Dealing\n")),
]


@pytest.mark.parametrize(("name", "words", "game"), FAULTS, ids=[f"{f[0]}-{i}" for i, f in enumerate(FAULTS)])
def test_the_kit_names_the_planted_fault(name: str, words: str, game: Any) -> None:
    game, clock = game if isinstance(game, tuple) else (game, None)
    report = check(game, matches=12, depth=0.5, clock=clock)
    messages = [fault.message for fault in report.properties[name].faults]
    assert any(words in message for message in messages), report.data()


def test_every_property_has_a_planted_fault() -> None:
    assert {fault[0] for fault in FAULTS} == set(PROPERTIES)


TWO_SIDED = Fields(
    zones={**COVERED.zones, "under": Zone(owner, shows=lambda lot: lot - module.FIRST)},
    public=COVERED.public,
    known=COVERED.known,
)
SOUND = {
    "lots": Lots,
    "covered": covered(),
    "sums": covered(flow=KeepsASum),
    "one side is open": covered(flow=CopiesTheWorth, fields=TWO_SIDED),
}


@pytest.mark.parametrize("game", SOUND.values(), ids=SOUND)
def test_the_sound_game_passes(game: Game) -> None:
    report = check(game, matches=10, depth=0.5, clock=even)
    assert not report.faults, report.data()
    assert all(prop.checks for prop in report.properties.values())


def test_a_fault_comes_with_the_match_that_shows_it() -> None:
    report = check(broken(flow=Fails), players=[2], matches=1)
    fault = report.properties["plays"].faults[0]
    assert fault.match_text.startswith('{"format": "roundtable-match/1"')
    assert '"game": "lots"' in fault.match_text
