"""A table for scenarios: kingdoms A, B, C, ... with their cards and gems; everybody answers by letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.state import NinjasState

LETTERS = "ABCDEF"


class Table:
    """`hands`, `forts` and answers go by the letters of the seats; what is not named is empty, gems are five each."""

    def __init__(
        self,
        hands: Mapping[str, Sequence[str]] | None = None,
        forts: Mapping[str, Sequence[str]] | None = None,
        players: int = 4,
        asks: str = "choose_action",
        options: dict[str, Any] | None = None,
        chance: Sequence[Any] = (),
        **lies: Any,
    ) -> None:
        letters = LETTERS[:players]
        for name in ("turn", "target", "rest"):
            if lies.get(name) in tuple(letters):
                lies[name] = letters.index(lies[name])
        lies["hands"] = [list((hands or {}).get(letter, ())) for letter in letters]
        lies["forts"] = [list((forts or {}).get(letter, ())) for letter in letters]
        names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")[:players]
        self.match = GAME.position(players, asks, lies, options, chance, names=names)

    @property
    def state(self) -> NinjasState:
        state = self.match.state
        assert isinstance(state, NinjasState)
        return state

    @property
    def lies(self) -> dict[str, Any]:
        """What lies where, by names, as the match describes itself."""
        return self.match.describe()

    @property
    def question(self) -> str:
        return self.match.question

    @property
    def asked(self) -> str:
        """The letters of those who must answer now."""
        return "".join(LETTERS[seat] for seat in self.match.asked)

    @property
    def eligible(self) -> str:
        """The letters of all whom the question is put to, in order."""
        return "".join(LETTERS[seat] for seat in self.state.asked)

    @property
    def gems(self) -> tuple[int, ...]:
        return self.state.gems

    @property
    def discards(self) -> list[str]:
        return sorted(self.lies["discard"])

    def hand(self, letter: str) -> list[str]:
        return sorted(self.lies["hands"][LETTERS.index(letter)])

    def fort(self, letter: str) -> list[str]:
        seat = LETTERS.index(letter)
        return [kind for kind in ("castle", "archer", "minstrel") if self.lies[f"{kind}s"][seat]]

    def answers(self, letter: str) -> list[tuple[str, ...]]:
        """All legal answers; seats as letters."""
        choice = self.match.choice(LETTERS.index(letter))
        return [tuple(_letter(atom) for atom in answer) for answer in choice.every()]

    def can(self, letter: str, *atoms: str) -> bool:
        return self.match.choice(LETTERS.index(letter)).accepts(tuple(_word(atom) for atom in atoms))

    def why(self, letter: str, *atoms: str) -> str:
        """The reason why an answer is refused."""
        refusal = self.match.choice(LETTERS.index(letter)).refusal(tuple(_word(atom) for atom in atoms))
        return refusal.reason if refusal is not None else ""

    def do(self, letter: str, *atoms: str) -> Table:
        self.match.answer(LETTERS.index(letter), tuple(_word(atom) for atom in atoms))
        return self

    def nobody_robs(self) -> Table:
        while self.question == "highwayman":
            self.do(self.asked, "decline")
        return self

    def happened(self, name: str) -> list[dict[str, Any]]:
        return [event.facts for event in self.match.events if event.name == name]


def _word(atom: str) -> str:
    return f"seat{LETTERS.index(atom)}" if atom in tuple(LETTERS) else atom


def _letter(atom: str) -> str:
    return LETTERS[int(atom[4:])] if atom.startswith("seat") else atom
