"""Knights & Damosels, section 4.8: the Battle of Camlann, an end game of two sides."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, Seats, move, rule

from ..cards import CHIVALRY, DECK, KIND, MATRICES, NAMED, PIECE
from ..questions import SIDES, drawable
from ..state import ARTHUR, FIELDS, MORDRED, DamoselsState
from .service import pay

ROUNDS_OF_IMMUNITY: Final = 2  # for each player that a side is short of (R43)
STALL: Final = 12  # rounds without a defeat that end a battle under the printed matrix (R51)
BALLOTS: Final = 9  # a damosel has no more cards (R48)


class Camlann(Flow):
    """4.8 Drawing, sides, immunity, and battle rounds until one player, one side or nobody is left."""

    @rule("4.8")
    def muster(self, s: DamoselsState, chance: Chance) -> Next:
        s.phase = "camlann"
        s.turn = 0
        s.tell("camlann")
        return None

    @rule("4.8")
    def draw(self, s: DamoselsState, chance: Chance) -> Next:
        """R42: every Damosel victor in order of rank takes back one of the cards that won it."""
        if s.turn == s.players or s.figures[s.order[s.turn]][0] < 3:
            return "sides"
        seat = s.order[s.turn]
        s.turn += 1
        if s.options.camlann_draw_mode == "choose":
            return Ask("camlann_draw", (seat,))
        s.answers = {seat: (chance.pick(drawable(s, seat)),)}
        return None

    @rule("4.8")
    def drawn(self, s: DamoselsState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            card = DECK[s.damosels[seat]][NAMED[answer[0]]]
            source = next(q for q, row in enumerate(s.rows) if card in row)
            move(FIELDS, s, (card,), ("rows", source), ("rows", seat))
            s.tell("drew_back", seat=seat, source=source, chivalry=CHIVALRY[card])
        return "draw"

    @rule("4.8")
    def sides(self, s: DamoselsState, chance: Chance) -> Next:
        return Ask("camlann_side", tuple(sorted(s.order[2:])))

    @rule("4.8")
    def take_sides(self, s: DamoselsState, chance: Chance) -> Next:
        sides = {s.order[0]: ARTHUR, s.order[1]: MORDRED}
        for seat, answer in s.answers.items():
            sides[seat] = SIDES.index(answer[0])
        s.sides = tuple(sides[seat] for seat in range(s.players))
        s.immune = immunity(s.sides)
        s.battle = s.calm = 0
        s.tell("sides_taken", leaders=s.order[:2], sides=s.sides, immune=s.immune)
        for seat in range(s.players):
            if not s.rows[seat]:  # R49: lost before the first round, but counted in the side
                s.tell("fell_out", seat=seat, wounded=0)
        return None

    @rule("4.8")
    def fight(self, s: DamoselsState, chance: Chance) -> Next:
        if ended(s, chance):
            return DONE
        s.battle += 1
        fighters = tuple(q for q in range(s.players) if len(s.rows[q]) > 1)  # hands are open: a last card plays itself
        return Ask("camlann_fight", fighters)

    @rule("4.8")
    def clash(self, s: DamoselsState, chance: Chance) -> Next:
        shown = {q: PIECE[s.answers[q][0]] if q in s.answers else s.rows[q][0] for q in range(s.players) if s.rows[q]}
        harms = {q: harm(s, q, shown) for q in shown}  # R45: all at the same time
        s.tell("clashed", round=s.battle, shown=tuple(shown.items()), harms=tuple(harms.items()))
        for seat, card in shown.items():
            if harms[seat] == "defeated":
                move(FIELDS, s, (card,), ("rows", seat), ("fallen", 0))
            elif harms[seat] == "wounded":
                move(FIELDS, s, (card,), ("rows", seat), ("wounded", seat))
            elif s.wounded[seat]:
                move(FIELDS, s, s.wounded[seat][:1], ("wounded", seat), ("rows", seat))
            if not s.rows[seat]:  # R46
                s.tell("fell_out", seat=seat, wounded=len(s.wounded[seat]))
        if s.battle > s.immune[1]:
            s.calm = 0 if "defeated" in harms.values() else s.calm + 1
        if not any(s.rows):
            s.victor = elect(s, tuple(shown), chance)
            return DONE
        return "fight"


def immunity(sides: tuple[int, ...]) -> tuple[int, int]:
    """R43: the smaller side and its last round of immunity, fixed when the sides are formed.

    >>> immunity((ARTHUR, ARTHUR, MORDRED, MORDRED, MORDRED, MORDRED))
    (0, 4)
    """
    short = sides.count(ARTHUR) - sides.count(MORDRED)
    return (MORDRED if short > 0 else ARTHUR), ROUNDS_OF_IMMUNITY * abs(short)


def harm(s: DamoselsState, seat: int, shown: dict[int, int]) -> str:
    """What the other side does to a revealed card: "defeated", "wounded" or "" (R44, R45)."""
    side = s.sides[seat]
    if side == s.immune[0] and s.battle <= s.immune[1]:
        return ""
    defeats, wounds = MATRICES[s.options.camlann_matrix][KIND[CHIVALRY[shown[seat]]]]
    enemies = [KIND[CHIVALRY[card]] for q, card in shown.items() if s.sides[q] != side]
    if any(kind in defeats for kind in enemies):
        return "defeated"
    return "wounded" if any(kind in wounds for kind in enemies) else ""


def ended(s: DamoselsState, chance: Chance) -> bool:
    """Whether the battle is decided before the next round."""
    left = tuple(q for q in range(s.players) if s.rows[q])
    if not left:  # R49: nobody had a card to begin with
        s.victor = s.order[0]
        s.tell("battle_won", seat=s.victor, how="rank")
    elif len(left) == 1:
        s.victor = left[0]
        s.tell("battle_won", seat=s.victor, how="last")
    elif len({s.sides[q] for q in left}) == 1:
        if s.options.camlann_survivors == "election":
            s.victor = elect(s, left, chance)
        else:
            s.victor = max(left, key=lambda q: survivor_key(s, q))
            s.tell("battle_won", seat=s.victor, how="most_cards", side=s.sides[s.victor])
    elif s.options.camlann_matrix == "printed" and s.calm >= STALL:
        s.victor = elect(s, left, chance)
    else:
        return False
    return True


def survivor_key(s: DamoselsState, seat: int) -> tuple[int, int, int, int]:
    """R47: cards on the hand, wounded cards, worship, rank."""
    return len(s.rows[seat]), len(s.wounded[seat]), s.worship[seat], -s.order.index(seat)


def discarded(worship: dict[int, int]) -> int:
    """R48: what each elector who has worship pays, until the poorest of them is down to 1.

    >>> discarded({0: 20, 1: 3, 2: 0}), discarded({0: 0})
    (2, 0)
    """
    return min((w for w in worship.values() if w), default=1) - 1


def ballots(worship: dict[int, int]) -> dict[int, int]:
    """R48: how many cards each elector puts in for the worship that is left.

    >>> ballots({0: 20, 1: 3, 2: 0})
    {0: 9, 1: 1, 2: 0}
    """
    if not any(worship.values()):
        return dict.fromkeys(worship, 1)
    gone = discarded(worship)
    return {q: min(BALLOTS, w - gone) if w else 0 for q, w in worship.items()}


def elect(s: DamoselsState, electors: Seats, chance: Chance) -> int:
    """R48: worship buys cards, and one of them names the winner."""
    worship = {q: s.worship[q] for q in electors}
    put_in = ballots(worship)
    paid = {q: discarded(worship) for q in electors if worship[q]}
    for seat, gone in paid.items():
        pay(s, seat, -gone)
    winner = chance.pick(tuple(q for q, cards in put_in.items() for _ in range(cards)))
    s.tell("elected", seat=winner, ballots=tuple(put_in.items()), paid=tuple(paid.items()))
    return winner
