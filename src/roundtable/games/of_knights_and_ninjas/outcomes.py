"""Of Knights and Ninjas: an attack and its answer, face to face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundtable.engine import Event
from roundtable.engine.game import Picture
from roundtable.engine.grammar import count
from roundtable.scene import Face, Outcome, Party

from .cards import CALLED, MEANING
from .faces import face

Names = Sequence[str]


def _faces(words: Sequence[str]) -> tuple[Face, ...]:
    return tuple([face(MEANING[word]) for word in words])


def _answered(e: Event, names: Names) -> Outcome:
    beaten = not e["left"]
    return Outcome(
        "An attack is answered",
        (
            Party(names[e["target"]], e["target"], _faces(e["attack"]), f"strength {e['strength']}"),
            Party(names[e["seat"]], e["seat"], _faces(e["cards"]), f"against it {e['against']}"),
        ),
        "The attack is beaten off" if beaten else f"{e['strength']} − {e['against']}: {e['left']} left",
        "crossed-swords",
    )


def _special(says: str, verdict: str, attack: Callable[[Event], Sequence[str]]) -> Picture:
    def picture(e: Event, names: Names) -> Outcome:
        return Outcome(
            "An attack is answered",
            (
                Party(names[e["target"]], e["target"], _faces(attack(e))),
                Party(names[e["seat"]], e["seat"], _faces((e["card"],)), CALLED[MEANING[e["card"]]], says, "good"),
            ),
            verdict,
            "crossed-swords",
        )

    return picture


def _one(e: Event) -> Sequence[str]:
    return (e["kind"],)


def _alike(e: Event) -> Sequence[str]:
    return tuple([e["kind"] for _ in range(e["cards"])])


def _all(e: Event) -> Sequence[str]:
    return tuple(e["cards"])


def _robbed(e: Event, names: Names) -> Outcome:
    gems = count(e["amount"], "gem")
    return Outcome(
        "On the road",
        (
            Party(names[e["victim"]], e["victim"], (), "had the gems", f"−{gems}", "bad"),
            Party(names[e["seat"]], e["seat"], _faces((e["card"],)), CALLED["highwayman"], f"+{gems}", "good"),
        ),
        "",
        "cut-diamond",
    )


OUTCOMES: Final[dict[str, Picture]] = {
    "answered": _answered,
    "traitor": _special("turns it round", "The attack goes the other way", _alike),
    "princess": _special("takes the attacker home", "The attack is over", _one),
    "executioner": _special("ends the attack", "The attack is over", _one),
    "minstrel": _special("sends it back", "The cards return to the attacker", _all),
    "highwayman": _robbed,
}
