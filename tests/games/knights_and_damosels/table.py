"""A court for tests: players are called A, B, C ... clockwise; A is Arthur, the last one Merlin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import DAMOSEL_IDS
from roundtable.games.knights_and_damosels.state import NOBODY, DamoselsState

GIFTS = ["elaine:honor", "isoud:honor", "guenever:farmer", "morgan:sword", "nimue:valor"]
GRAIL = {"A": ["honor", "loyalty"], "B": ["honor", "farmer"], "C": ["valor"], "D": ["honor", "farmer"]}


class Table:
    """A match from a position, spoken to in letters.

    Rows may name cards ("isoud:honor") or only chivalries ("honor"): then some other damosel's card is taken.
    """

    def __init__(
        self,
        asks: str,
        rows: Mapping[str, Sequence[str]] | None = None,
        worship: dict[str, int] | None = None,
        players: int = 4,
        options: dict[str, Any] | None = None,
        chance: Sequence[Any] = (),
        seed: int = 0,
        **lies: Any,
    ) -> None:
        rows, worship = rows or {}, worship or {}
        named = {name for row in rows.values() for name in row if ":" in name} | set(lies.get("display", ()))
        people: list[dict[str, Any]] = []
        for seat in range(players):
            letter = "ABCDEF"[seat]
            row: list[str] = []
            for name in rows.get(letter, ()):
                row.append(name if ":" in name else some_card(name, seat, named, len(row)))
                named.add(row[-1])
            people.append({"row": row, "worship": worship.get(letter, 1)})
        self.match = GAME.position(players, asks, {"players": people, **lies}, options, chance, seed=seed)

    @property
    def s(self) -> DamoselsState:
        assert isinstance(self.match.state, DamoselsState)
        return self.match.state

    @property
    def lies(self) -> dict[str, Any]:
        """What lies where, by names, as the match describes itself."""
        return self.match.describe()

    @property
    def question(self) -> str:
        return self.match.question

    @property
    def asked(self) -> str:
        return "".join("ABCDEF"[seat] for seat in self.match.asked)

    def legal(self, letter: str) -> list[str]:
        return list(self.match.choice("ABCDEF".index(letter)).atoms(()))

    def does(self, **answers: str | Sequence[str]) -> Table:
        for letter, answer in answers.items():
            self.match.answer("ABCDEF".index(letter), answer)
        return self

    def worship(self, letters: str = "ABCDEF") -> list[int]:
        return [self.s.worship["ABCDEF".index(letter)] for letter in letters if "ABCDEF".index(letter) < self.s.players]

    def row(self, letter: str) -> list[str]:
        """Chivalries of a knight's row, once they are turned over."""
        return [card.split(":")[1] for card in self.lies["rows"]["ABCDEF".index(letter)]]

    def pile(self, damosel: str) -> list[str]:
        return list(self.lies["piles"][DAMOSEL_IDS.index(damosel)])

    def holders(self) -> str:
        """Who holds each slot of the display."""
        return "".join("-" if seat == NOBODY else "ABCDEF"[seat] for seat in self.s.holder)

    def told(self, name: str) -> list[dict[str, Any]]:
        return [event.facts for event in self.match.events if event.name == name]


def some_card(chivalry: str, seat: int, taken: set[str], turn: int) -> str:
    """A card of that chivalry that bears another damosel's name and lies nowhere yet; not always the same damosel's."""
    damosels = [DAMOSEL_IDS[(seat + 1 + turn + i) % 6] for i in range(6)]
    cards = (f"{damosel}:{chivalry}" for damosel in damosels if damosel != DAMOSEL_IDS[seat])
    return next(card for card in cards if card not in taken)


def gained(t: Table, start: int = 1) -> list[int]:
    return [worship - start for worship in t.worship()]


def joust(**more: Any) -> Table:
    """E22: A was granted sword/Isoud; B may challenge."""
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    worship = more.pop("worship", {"A": 1, "B": 2})
    return Table("knight_select", None, worship, display=display, held={1: 0}, turn=1, options={"joust": True}, **more)
