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
from dataclasses import dataclass
from random import Random

from roundtable.engine import (
    DONE,
    FIRST_PIECE,
    Answer,
    Ask,
    Chance,
    Choice,
    Event,
    Fields,
    Flow,
    Game,
    Next,
    OneOf,
    Options,
    Pile,
    Piles,
    Question,
    State,
    Zone,
    everybody,
    move,
    nobody,
    option,
    owner,
    put,
    rule,
    shuffle,
)  # fmt: skip
from roundtable.engine.grammar import count
from roundtable.engine.knowledge import Knowledge
from roundtable.engine.prompting import ask, waiting
from roundtable.scene import Area, Arms, Face, Meaning, Panel, Piece, Scene, Stat
from roundtable.scene.print import Item, Kit, Pieces

FIRST = FIRST_PIECE + 1  # the piece of lot 1


@dataclass(frozen=True)
class LotsOptions(Options):
    hand: int = option(3, "How many lots each player is dealt.", lo=1, hi=3, rule="3.1")


class LotsState(State):
    options: LotsOptions
    deck: Pile
    hands: Piles
    laid: Piles
    rounds: tuple[int, ...]  # rounds taken, per seat

    def __init__(self, players: int, options: LotsOptions) -> None:
        super().__init__(players, options, tuple(range(FIRST, FIRST + 12)))
        self.deck, self.hands, self.laid, self.rounds = self.pieces, ((),) * players, ((),) * players, (0,) * players


FIELDS = Fields(
    zones={
        "deck": Zone(nobody, single=True, ordered=True),
        "hands": Zone(owner),
        "laid": Zone(everybody, ordered=True),
    },
    public=("rounds",),
)


class Lots(Flow):
    @rule("3.1")
    def deal(self, s: LotsState, chance: Chance) -> Next:
        shuffle(FIELDS, s, ("deck", 0), chance)
        for seat in range(s.players):
            move(FIELDS, s, s.deck[: s.options.hand], ("deck", 0), ("hands", seat))
        return None

    @rule("4.1")
    def lay(self, s: LotsState, chance: Chance) -> Next:
        return Ask("lay", tuple(range(s.players))) if s.hands[0] else DONE

    @rule("4.1")
    def compare(self, s: LotsState, chance: Chance) -> Next:
        lots = {seat: FIRST - 1 + int(answer[0]) for seat, answer in s.answers.items()}
        for seat, lot in lots.items():
            s.tell("laid", seat=seat, lot=move(FIELDS, s, (lot,), ("hands", seat), ("laid", seat)))
        winner = max(lots, key=lots.__getitem__)
        s.rounds = put(s.rounds, winner, s.rounds[winner] + 1)
        s.tell("taken", seat=winner)
        return "lay"


def lay(s: LotsState, seat: int) -> Choice:
    return OneOf(tuple(str(lot - FIRST + 1) for lot in sorted(s.hands[seat])))


def ranking(s: LotsState) -> list[list[int]]:
    return [[q for q in range(s.players) if s.rounds[q] == n] for n in sorted(set(s.rounds), reverse=True)]


def invariants(s: LotsState) -> Iterator[str]:
    if sum(s.rounds) != len(s.laid[0]):
        yield "every round has one winner"


def name(lot: int) -> str:
    return f"lot {lot - FIRST + 1}"


def vocabulary(players: int, options: LotsOptions) -> Sequence[str]:
    return [str(n) for n in range(1, 13)]


def prompt(v: LotsState, seat: int) -> str:
    return "Lay down one of your lots."


def why_not(v: LotsState, seat: int, prefix: Answer, atom: str) -> tuple[str, str]:
    return f"you do not hold lot {atom}", "4.1"


def say(event: Event, names: Sequence[str]) -> str:
    if event.name == "laid":
        return f"{names[event['seat']]} lays {name(event['lot'][0])}."
    return f"{names[event['seat']]} takes the round."


def scene(v: LotsState, seat: int | None, names: Sequence[str], chosen: Answer = ()) -> Scene:
    def piece(lot: int, place: str) -> Piece:
        if lot < 0:
            return Piece(place, "a hidden lot", back="lot")
        return Piece(place, name(lot), Face(name(lot), "scroll-unfurled", value=str(lot - FIRST + 1)))

    def panel(q: int) -> Panel:
        hand = Area(f"hand-{q}", "Hand", "fan", tuple(piece(p, f"hand-{q}-{i}") for i, p in enumerate(v.hands[q])))
        laid = Area(f"laid-{q}", "Laid", "row", tuple(piece(p, f"laid-{q}-{i}") for i, p in enumerate(v.laid[q])))
        arms = Arms(names[q][0], ("#a32a22", "#2c4c86", "#2f7a5c", "#c79a2b")[q])
        stats = (Stat("Rounds", str(v.rounds[q]), "laurels"),)
        asked, ready = q in v.waiting, q in v.ready
        return Panel(q, names[q], arms, stats, areas=(hand, laid), active=asked, ready=ready, you=q == seat)

    question = None
    if seat in v.waiting and seat is not None:
        question = ask(GAME.choice(v, seat), prompt(v, seat), chosen, str)
    panels = tuple(panel(q) for q in range(v.players))
    status = f"{count(len(v.laid[0]), 'round')} played"
    return Scene("lots", "Lots", status, panels, prompt=question, waiting=waiting(v, seat, names))


def choose(game: Game, v: LotsState, choice: Choice, seat: int, rng: Random) -> Answer:
    """A sensible answer: the highest lot that is left."""
    return (str(max(v.hands[seat]) - FIRST + 1),)


def kit(options: LotsOptions) -> Kit:
    """What can be printed: the twelve lots."""
    lots = tuple(Item(f"lot-{n}", Face(f"Lot {n}", "scroll-unfurled", value=str(n))) for n in range(1, 13))
    return Kit((Pieces("lots", "Lots", lots, back=Face("Lots", "scroll-unfurled")),), __doc__ or "")


LEGEND = (Meaning("Rounds", "laurels", "The rounds that a player has taken; whoever has most at the end wins.", "5.1"),)

GAME = Game(
    slug="lots",
    title="Lots",
    seats=(2, 4),
    minutes="1",
    tagline="The highest lot wins the round.",
    page=__doc__ or "",
    options=LotsOptions,
    state=LotsState,
    flows=(Lots,),
    questions={"lay": Question("4.1", lay)},
    fields=FIELDS,
    limit=12,
    ranking=ranking,
    invariants=invariants,
    piece_name=name,
    vocabulary=vocabulary,
    prompt=prompt,
    why_not=why_not,
    say=say,
    scene=scene,
    legend=LEGEND,
    bot=Knowledge(choose=choose),
    press=kit,
)
