"""A table for scenarios: arrange knights, let each answer by its colour, look at what came of it."""

from __future__ import annotations

from typing import Any

from roundtable.games.knights_duty import GAME
from roundtable.games.knights_duty.state import DutyState

IDLE = {
    "choose_move": "stay",
    "agree_move": "yield",
    "declare_target": "none",
    "agree_strike": "strike",
    "retarget": "none",
    "use_inspiration": "keep",
}


class Table:
    """Knights by colour; whoever is not told what to answer idles."""

    def __init__(
        self,
        knights: dict[str, dict[str, Any]],
        asks: str,
        chance: list[Any] | None = None,
        options: dict[str, Any] | None = None,
        **lies: Any,
    ) -> None:
        """Script attack orders by colours."""
        self.clans = list(knights)
        script = [
            tuple(self.clans.index(clan) for clan in item) if isinstance(item, tuple) else item for item in chance or ()
        ]
        self.match = GAME.position(
            players=len(knights), asks=asks, lies={"knights": knights, **lies}, options=options, chance=script
        )

    @property
    def state(self) -> DutyState:
        state = self.match.state
        assert isinstance(state, DutyState)
        return state

    @property
    def asked(self) -> set[str]:
        return {self.clans[seat] for seat in self.match.asked}

    def legal(self, clan: str) -> list[str]:
        return sorted(self.match.choice(self.clans.index(clan)).atoms(()))

    def answer(self, **answers: Any) -> None:
        """All who are asked answer the open question, the others' default is to idle."""
        question = self.match.question
        for seat in self.match.asked:
            clan = self.clans[seat]
            if question == "program_actions":
                default: Any = ["move"] * self.state.allowed[seat]
            else:
                default = IDLE[question]
            self.match.answer(seat, answers.pop(clan, default))
        assert not answers, f"not asked: {answers}"

    def idle_until(self, question: str, slot: int = 0) -> None:
        """All idle until that question (of that slot) comes up, or the match is over."""
        while self.match.question and (self.match.question != question or (slot and self.state.slot != slot)):
            self.answer()

    def happened(self, name: str) -> list[dict[str, Any]]:
        """The particulars of all events of that name."""
        return [event.facts for event in self.match.events if event.name == name]

    def seat(self, clan: str) -> int:
        return self.clans.index(clan)

    def told(self, fact: str, clan: str) -> Any:
        """A fact of a knight by its name, as the match describes itself."""
        facts: Any = self.match.describe()[fact]
        return facts[self.seat(clan)]

    def at(self, clan: str) -> str:
        return str(self.told("at", clan))

    def weapon(self, clan: str) -> str:
        return str(self.told("weapon", clan))

    def hearts(self, clan: str) -> int:
        return self.state.hearts[self.seat(clan)]

    def inspired(self, clan: str) -> bool:
        return bool(self.told("inspired", clan))

    @property
    def pile(self) -> tuple[int, int]:
        return self.state.pile

    def places(self) -> dict[str, int]:
        out, place = {}, 1
        for group in self.match.ranking:
            for seat in group:
                out[self.clans[seat]] = place
            place += len(group)
        return out


def duel(purple: dict[str, Any], red: dict[str, Any], asks: str = "choose_move", **more: Any) -> Table:
    return Table({"purple": purple, "red": red}, asks, **more)


def attack(weapon: str = "sword", act: str = "move", options: dict[str, Any] | None = None, **more: Any) -> Table:
    """P attacks R, two spaces away, in slot 1; R has played `act`."""
    t = duel(
        {"at": "E4", "weapon": weapon, "program": [weapon, "move", "move"]},
        {"at": "E6", "program": [act, "move", "move"]},
        "choose_move" if act == "move" else "declare_target",
        options=options,
        **more,
    )
    t.idle_until("declare_target")
    t.answer(purple="red")
    return t


def two_on_red(chance: list[Any], red: str = "full", **more: Any) -> Table:
    """P and B, both with swords, attack R; P comes first."""
    sword = {"weapon": "sword", "program": ["sword", "move", "move"]}
    t = Table(
        {
            "purple": {"at": "E4", **sword, "inspired": False},
            "blue": {"at": "E6", **sword, "inspired": False},
            "red": {"at": "E5", "heart": red, "inspired": False},
            **more,
        },
        "choose_move",
        chance=[("purple", "blue"), *chance],
    )
    t.answer()
    t.answer(purple="red", blue="red")
    t.answer()
    return t
