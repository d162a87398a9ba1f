"""Knight's Duty: a combat as the card that was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event
from roundtable.engine.game import Picture
from roundtable.engine.grammar import count
from roundtable.scene import Face, Outcome, Party

from .faces import token_face

HEART: Final = Face("Heart", "hearts", "drawn card", "rubric", "lozengy", text="The attack hits.")
SHIELD: Final = Face("Shield", "shield", "drawn card", "woad", "paly", text="The attack misses.")


def _drawn(e: Event, names: Sequence[str]) -> Outcome:
    hit = e["card"] == "heart"
    pile = f"{count(e['hearts'], 'heart')}, {count(e['shields'], 'shield')}"
    weapon = e["weapon"]
    end, tone = ("hits", "good") if hit else ("misses", "")
    attacker = Party(names[e["seat"]], e["seat"], (token_face(weapon),), weapon, end, tone)
    struck = Party(
        names[e["target"]],
        e["target"],
        (HEART if hit else SHIELD,),
        f"drawn from {pile}",
        "is struck" if hit else "stands",
        "bad" if hit else "good",
    )
    return Outcome(f"{names[e['seat']]} attacks {names[e['target']]}", (attacker, struck), "", "crossed-swords")


OUTCOMES: Final[dict[str, Picture]] = {"card_drawn": _drawn}
