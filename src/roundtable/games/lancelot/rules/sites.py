"""Lancelot, 4.5-4.7: what happens where a knight lands.  One flow per site, in the order of the path."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Next, move, put, rule

from ..cards import (
    BLANK,
    DEED,
    DISTANT,
    DRAGON,
    EYE,
    GALAHAD,
    GOOD,
    GOODS,
    GRAIL,
    ISLE,
    JOUST,
    LADIES,
    LAKE,
    MALEAGANT,
    MORGANA,
    MOST_CARDS,
    PERCIVAL,
    PLOTS,
    STRONGHOLD,
    TRISTAN,
    VIRTUE,
    WHARVES,
)
from ..state import FIELDS, NOBODY, LancelotState
from .goods import gain, gain_magic, score, use_disc
from .virtues import learnable, untaught

DECLINE: Final = "decline"
NONE: Final = "none"
DRAGON_LIMIT: Final = 2


# -- Joust and Stronghold (4.5) ----------------------------------------------------------------------------------------


class Track(Flow):
    """4.5 Joust and Stronghold: counters of every space advanced over."""

    @rule("4.5", "4.10")
    def offer(self, s: LancelotState, chance: Chance) -> Next:
        return Ask("choose_counters", (s.active,)) if s.offer else DONE

    @rule("4.5")
    def take(self, s: LancelotState, chance: Chance) -> Next:
        """R10: each of them may be refused."""
        seat = s.active
        taken = s.answers[seat]
        for counter in taken:
            gain(s, seat, GOOD[counter], 1)
        s.tell("counters_taken", seat=seat, taken=taken, offered=s.offer)
        s.offer = ()
        return DONE


def offered(s: LancelotState, start: int, to: int) -> tuple[str, ...]:
    """R9, R13: one counter per icon of the spaces advanced over, as far as the reserve goes."""
    board = s.board
    first = to - board.number[to] + 1  # R8: where the track begins, unless the knight was on it already
    if first <= start < to:
        first = start + 1
    left, out = list(s.reserve), []
    for space in range(first, to + 1):
        for good in board.icons[space]:
            if left[good]:
                left[good] -= 1
                out.append(GOODS[good])
    return tuple(out)


# -- Distant Lands (4.5) -----------------------------------------------------------------------------------------------


class DistantLands(Flow):
    """4.5 A wharf: a card of its colour and Plots; two of each with Tristan."""

    @rule("4.5", "4.10")
    def offer(self, s: LancelotState, chance: Chance) -> Next:
        return Ask("choose_cards", (s.active,)) if any(cards_offered(s, s.active)) else DONE

    @rule("4.5")
    def take(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        taken = s.answers[seat]
        for card in taken:
            gain(s, seat, GOOD[card], 1)
        s.tell("cards_taken", seat=seat, taken=taken)
        return DONE


def cards_offered(s: LancelotState, seat: int) -> tuple[int, int, int, int]:
    """The wharf's colour, at most how many of it, of Plots, and of both together; all 0 if nothing can be taken."""
    own = s.owned[seat]
    room = MOST_CARDS - sum(own[LADIES:])
    colour = WHARVES[s.board.number[s.at[seat]] - 1]
    most = min(room, 2 if s.advantages[TRISTAN] == seat else 1)
    c, q = min(most, s.reserve[colour]), min(most, s.reserve[PLOTS])
    return (colour, c, q, min(room, c + q)) if c or q else (0, 0, 0, 0)


# -- Merlin and the Lake (4.5) -----------------------------------------------------------------------------------------


class Isle(Flow):
    """4.5 Merlin: nothing on the first space, magic on the second."""

    @rule("4.5")
    def magic(self, s: LancelotState, chance: Chance) -> Next:
        if s.board.number[s.at[s.active]] == 2:
            gain_magic(s, s.active)
        return DONE


class Lake(Flow):
    """4.5 The Lake: one player per turn, step by step to the Excalibur counter (R3)."""

    @rule("4.5")
    def enter(self, s: LancelotState, chance: Chance) -> Next:
        if s.lake == NOBODY:  # R20: nobody else may come this turn, nor the same player again
            s.lake = s.active
            s.tell("lake_entered", seat=s.active)
        return None

    @rule("4.5")
    def excalibur(self, s: LancelotState, chance: Chance) -> Next:
        if s.board.number[s.at[s.active]] == s.excalibur:
            s.fetched = s.active
            s.tell("counter_fetched", seat=s.active)
        return DONE


# -- Percival and Galahad (4.6) ----------------------------------------------------------------------------------------


class Percival(Flow):
    """4.6 Learn one Virtue whose terms are met; nothing is spent (R15)."""

    @rule("4.6", "4.10")
    def virtue(self, s: LancelotState, chance: Chance) -> Next:
        return Ask("choose_virtue", (s.active,)) if learnable(s, s.active) else DONE

    @rule("4.6")
    def learn(self, s: LancelotState, chance: Chance) -> Next:
        """R19: one Virtue per visit, and only with a disc that lay there before."""
        seat = s.active
        virtue = s.answers[seat][0]
        if virtue == DECLINE:
            s.tell("virtue_declined", seat=seat)
            return DONE
        i = VIRTUE[virtue]
        crowned = s.crowns[i] == seat  # R41: only a crown that lies there now
        vp = s.board.values[i][crowned]
        s.galahad = put(s.galahad, seat, s.galahad[seat] & ~(1 << i))
        s.percival = put(s.percival, seat, s.percival[seat] | 1 << i)
        score(s, seat, "virtues", vp)
        s.tell("virtue_learnt", seat=seat, virtue=virtue, vp=vp, crowned=crowned)
        return DONE


class Galahad(Flow):
    """4.6 Put a disc on a Virtue to be learnt at a later visit to Percival."""

    @rule("4.6", "4.10")
    def virtue(self, s: LancelotState, chance: Chance) -> Next:
        return Ask("choose_galahad_virtue", (s.active,)) if untaught(s, s.active) else DONE

    @rule("4.6")
    def place(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        virtue = s.answers[seat][0]
        if virtue != DECLINE:
            s.galahad = put(s.galahad, seat, s.galahad[seat] | 1 << VIRTUE[virtue])
            use_disc(s, seat)
        s.tell("galahad_visited", seat=seat, virtue="" if virtue == DECLINE else virtue)
        return DONE


# -- Dragon (4.6) ------------------------------------------------------------------------------------------------------


class Dragon(Flow):
    """4.6 Complete a deed: no way back (R21)."""

    @rule("4.6", "4.10")
    def deed(self, s: LancelotState, chance: Chance) -> Next:
        combinations = deeds_open(s, s.active)
        if len(combinations) > 1:
            return Ask("choose_deed", (s.active,))
        s.answers = {s.active: combinations[0]}
        return None

    @rule("4.6")
    def complete(self, s: LancelotState, chance: Chance) -> Next:
        seat, answer = s.active, s.answers[s.active]
        tile = DEED[answer[0]]
        deed = s.board.deed(tile)
        waived = answer[1] if len(answer) > 1 and answer[1] != NONE else ""
        paid = dict(deed.waived)[waived] if waived else deed.cost
        for good, n in enumerate(paid):
            if n:
                gain(s, seat, good, -n)
        move(FIELDS, s, (tile,), ("dragon", 0), ("deeds", seat))
        score(s, seat, "deeds", deed.vp)
        s.visitors = (*s.visitors, seat)
        s.tell("deed_done", seat=seat, deed=deed.name, paid=paid, waived=waived, excalibur=deed.excalibur, vp=deed.vp)
        return DONE


def deeds_open(s: LancelotState, seat: int) -> list[tuple[str, ...]]:
    """Every combination of tile and waived weapon this player can pay; only a holder of Maleagant has the second."""
    own, bearer, discount = s.owned[seat], s.bearer == seat, s.advantages[MALEAGANT] == seat
    out: list[tuple[str, ...]] = []
    for tile in s.dragon:
        deed = s.board.deed(tile)
        if deed.excalibur and not bearer:  # R22: the Sword, not the counter
            continue
        if can_pay(own, deed.cost):
            out.append((deed.name, NONE) if discount else (deed.name,))
        if discount:  # R23
            out += [(deed.name, weapon) for weapon, cost in deed.waived if can_pay(own, cost)]
    return out


def can_pay(own: tuple[int, ...], cost: tuple[int, ...]) -> bool:
    swords, maces, lances, magic = cost
    return own[0] >= swords and own[1] >= maces and own[2] >= lances and own[3] >= magic


def dragon_has_room(s: LancelotState, seat: int) -> bool:
    """R20: two different players per turn, or two visits."""
    visitors = s.visitors
    if len(visitors) < DRAGON_LIMIT:
        return True
    if s.options.site_limits_count == "visits":
        return False
    return seat in visitors or len(set(visitors)) < DRAGON_LIMIT


def dragon_open(s: LancelotState, seat: int) -> bool:
    """4.4 There is room, and a tile that this player can complete (R21, R40)."""
    return dragon_has_room(s, seat) and bool(deeds_open(s, seat))


# -- Morgana and the Grail (4.6, 4.7) ----------------------------------------------------------------------------------


class Morgana(Flow):
    """4.6 Whoever has the eye beside Morgana may use her power on arrival (R25)."""

    @rule("4.6", "4.10")
    def power(self, s: LancelotState, chance: Chance) -> Next:
        return Ask("use_morgana", (s.active,)) if s.morgana[s.active] == EYE else DONE

    @rule("4.6")
    def declare(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        if s.answers[seat][0] == "no":
            s.tell("morgana_kept", seat=seat)
            return DONE
        s.morgana = put(s.morgana, seat, BLANK)
        s.passes |= 1 << seat  # R26
        s.declared = True
        present = tuple(q for q in range(s.players) if s.at[q] == s.board.grail)
        for q in present:  # R27
            s.sent |= 1 << q
        s.tell("morgana_used", seat=seat, sent=present)
        return DONE


class Grail(Flow):
    """4.7 Arriving and remaining move the Grail marker once."""

    @rule("4.7")
    def step(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        old = s.grail[seat]
        new = min(grail_step(s, seat), s.board.grail_last)
        if new != old:
            s.grail = put(s.grail, seat, new)
            s.grail_order = (*(q for q in s.grail_order if q != seat), seat)  # on top of whoever stands there
        s.tell("grail_step", seat=seat, old=old, new=new)
        return DONE


def grail_step(s: LancelotState, seat: int) -> int:
    """Leading, alone or tied: one space.  Trailing: two, never past the leader (R30)."""
    own, lead = s.grail[seat], max(s.grail)
    if own == lead:
        return own + 1
    if s.options.grail_block == "anyone_ahead" and own + 1 in s.grail:
        return own + 1
    return min(own + 2, lead)


def must_leave(s: LancelotState, seat: int) -> str:
    """R28: why a knight may not remain at the Grail, "" if it may."""
    if s.grail[seat] >= s.board.grail_last:
        return "end"
    if s.options.morgana_expels_grail == "rest_of_turn":
        if s.declared:
            return "morgana"
    elif s.sent >> seat & 1:
        return "morgana"
    if not s.home:
        return ""
    grail = s.board.grail
    return "" if any(s.at[q] != grail for q in s.travelling()) else "alone"


FLOWS: Final[dict[int, Flow]] = {
    JOUST: Track(),
    STRONGHOLD: Track(),
    DISTANT: DistantLands(),
    ISLE: Isle(),
    LAKE: Lake(),
    PERCIVAL: Percival(),
    GALAHAD: Galahad(),
    DRAGON: Dragon(),
    MORGANA: Morgana(),
    GRAIL: Grail(),
}
