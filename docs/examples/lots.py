"""# Lots

The highest lot wins the round; most rounds win the match.

## 2.1 The lots
Twelve lots, numbered 1 to 12.

## 3.1 Dealing
Shuffle the lots and deal `hand` of them to each player. The rest stays hidden.

## 4.1 A round
All players lay down one lot, secretly and at once. The highest takes the round; the lots laid down stay open.

## 5.1 The end
When the hands are empty, whoever took most rounds wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from roundtable.engine import (
    DONE,
    FIRST_PIECE,
    Ask,
    Chance,
    Choice,
    Event,
    Flow,
    Game,
    Next,
    OneOf,
    Option,
    Pile,
    Piles,
    Question,
    State,
    Zone,
    everybody,
    move,
    nobody,
    owner,
    put,
    rule,
    shuffle,
)  # fmt: skip
from roundtable.scene import Area, Arms, Face, Panel, Piece, Scene, Stat, ask

FIRST = FIRST_PIECE + 1  # the piece of lot 1


class LotsState(State):
    deck: Pile
    hands: Piles
    laid: Piles
    rounds: tuple[int, ...]  # rounds taken, per seat


ZONES = {
    "deck": Zone(nobody, single=True, ordered=True),
    "hands": Zone(owner),
    "laid": Zone(everybody, ordered=True),
}


class Lots(Flow):
    @rule("3.1")
    def deal(self, s: LotsState, chance: Chance) -> Next:
        shuffle(ZONES, s, ("deck", 0), chance)
        for seat in range(s.players):
            move(ZONES, s, s.deck[: s.options["hand"]], ("deck", 0), ("hands", seat))
        return None

    @rule("4.1")
    def lay(self, s: LotsState, chance: Chance) -> Next:
        return Ask("lay", tuple(range(s.players))) if s.hands[0] else DONE

    @rule("4.1")
    def compare(self, s: LotsState, chance: Chance) -> Next:
        lots = {seat: FIRST - 1 + int(answer[0]) for seat, answer in s.answers.items()}
        for seat, lot in lots.items():
            s.tell("laid", seat=seat, lot=move(ZONES, s, (lot,), ("hands", seat), ("laid", seat)))
        winner = max(lots, key=lots.__getitem__)
        s.rounds = put(s.rounds, winner, s.rounds[winner] + 1)
        s.tell("taken", seat=winner)
        return "lay"


def lay(s: LotsState, seat: int) -> Choice:
    return OneOf(tuple(str(lot - FIRST + 1) for lot in sorted(s.hands[seat])))


class LotsGame(Game):
    slug = "lots"
    title = "Lots"
    seats = (2, 4)
    minutes = "1"
    line = "The highest lot wins the round."
    options = (Option("hand", "int", 3, "How many lots each player is dealt.", lo=1, hi=3, rule="3.1"),)
    zones = ZONES
    questions = {"lay": Question("4.1", lay)}
    flows = (Lots,)
    limit = 12

    def start(self, players: int, options: dict[str, Any]) -> LotsState:
        s = LotsState(players, options, tuple(range(FIRST, FIRST + 12)))
        s.deck, s.hands, s.laid, s.rounds = s.pieces, ((),) * players, ((),) * players, (0,) * players
        s.stack, s.steps = (Lots(),), (0,)
        return s

    def rules(self) -> str:
        return __doc__ or ""

    def ranking(self, s: LotsState) -> list[list[int]]:
        return [[q for q in range(s.players) if s.rounds[q] == n] for n in sorted(set(s.rounds), reverse=True)]

    def invariants(self, s: LotsState) -> Iterator[str]:
        if sum(s.rounds) != len(s.laid[0]):
            yield "every round has one winner"

    def piece_name(self, piece: int) -> str:
        return f"lot {piece - FIRST + 1}"

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        return [str(n) for n in range(1, 13)]

    def prompt(self, v: LotsState, seat: int) -> str:
        return "Lay down one of your lots."

    def why_not(self, v: LotsState, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return f"you do not hold lot {atom}", "4.1"

    def say(self, event: Event, names: Sequence[str]) -> str:
        if event.name == "laid":
            return f"{names[event['seat']]} lays {self.piece_name(event['lot'][0])}."
        return f"{names[event['seat']]} takes the round."

    def scene(self, v: LotsState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
        def piece(lot: int, place: str) -> Piece:
            if lot < 0:
                return Piece(place, "a hidden lot", back="lot")
            return Piece(place, self.piece_name(lot), Face(self.piece_name(lot), "scroll", value=str(lot - FIRST + 1)))

        def panel(q: int) -> Panel:
            hand = Area(f"hand-{q}", "Hand", "fan", tuple(piece(p, f"hand-{q}-{i}") for i, p in enumerate(v.hands[q])))
            laid = Area(f"laid-{q}", "Laid", "row", tuple(piece(p, f"laid-{q}-{i}") for i, p in enumerate(v.laid[q])))
            arms = Arms(names[q][0], ("#a32a22", "#2c4c86", "#2f7a5c", "#c79a2b")[q])
            stats = (Stat("Rounds", str(v.rounds[q])),)
            return Panel(q, names[q], arms, stats, areas=(hand, laid), active=q in v.waiting, you=q == seat)

        prompt = None
        if seat in v.waiting and seat is not None:
            prompt = ask(self.choice(v, seat), self.prompt(v, seat), chosen, str)
        panels = tuple(panel(q) for q in range(v.players))
        return Scene("lots", "Lots", f"{len(v.laid[0])} rounds played", panels, prompt=prompt)


GAME = LotsGame()
