"""Quests of the Round Table: a stage and a round of the lists, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event
from roundtable.engine.game import Picture
from roundtable.engine.grammar import count
from roundtable.scene import Outcome, Party

from .faces import face

Names = Sequence[str]


def _fighter(name: str, seat: int, parts: Sequence[tuple[str, int]], points: int, end: str, well: bool) -> Party:
    cards = tuple([face(kind) for kind, _ in parts])
    return Party(name, seat, cards, f"{points} points", end, "good" if well else "bad")


def _stage(e: Event, names: Names) -> Outcome | None:
    """The last one who fights tells of all: it is one picture."""
    if not e["field"]:
        return None
    fighters = [
        _fighter(names[seat], seat, parts, bp, "goes on" if passed else "is out", passed)
        for seat, parts, bp, passed in e["field"]
    ]
    through = sum(passed for *_, passed in e["field"])
    verdict = f"{through} of {len(fighters)} go on" if through else "Nobody goes on"
    foe = Party("The foe", None, tuple([face(kind) for kind in e["foes"]]), f"{e['goal']} points")
    title = f"Stage {e['stage']}: {e['goal']} to reach"
    return Outcome(title, (foe, *fighters), verdict if len(fighters) > 1 else "")


def _round(e: Event, names: Names) -> Outcome | None:
    if not e["field"]:
        return None
    best = max(bp for _, _, bp in e["field"])
    knights = [
        _fighter(names[seat], seat, parts, bp, "the most" if bp == best else "is out", bp == best)
        for seat, parts, bp in e["field"]
    ]
    return Outcome("The tournament", tuple(knights))


def _test(e: Event, names: Names) -> Outcome:
    paid = f"discards {count(e['cards'], 'card')}" if e["cards"] else "discards nothing"
    return Outcome("The Test is passed", (Party(names[e["seat"]], e["seat"], (), f"bid {e['bid']}", paid, "good"),))


OUTCOMES: Final[dict[str, Picture]] = {"fought": _stage, "jousted": _round, "test_won": _test}
