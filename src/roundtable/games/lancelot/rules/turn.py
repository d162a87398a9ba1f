"""Lancelot, 3 and 4.1-4.4, 4.9: set-up, the rounds of movement, the end of a turn."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, Ask, Chance, Flow, Instead, Next, Seats, move, put, rule, shuffle

from ..board import RETURNS, STAY, TABLE
from ..cards import BEDIVERE, CHAIRS, COLOURS, FACE_UP, GAWAIN, GOOD, GRAIL, LADIES, MAGIC, SQUIRE, STRONGHOLD, TURNS
from ..state import FIELDS, NO_COLOUR, NOBODY, NOWHERE, LancelotState
from .goods import gain
from .scoring import Scoring
from .sites import FLOWS, dragon_open, must_leave, offered
from .table import ROUND_TABLE

PASS: Final = "pass"


class Quest(Flow):
    """3 Set-up, then eight turns and the final scoring."""

    @rule("3")
    def deeds(self, s: LancelotState, chance: Chance) -> Next:
        if s.options.colours == "seats":
            s.tell("riders")
        shuffle(FIELDS, s, ("deed_stack", 0), chance)
        turn_up_deeds(s)
        place_counter(s)
        return None

    @rule("3")
    def colours(self, s: LancelotState, chance: Chance) -> Next:
        if NO_COLOUR not in s.colours:
            return "first_player"
        seat, free = s.colours.index(NO_COLOUR), free_colours(s)  # R46: in the order of seats
        if len(free) > 1:
            return Ask("choose_colour", (seat,))
        s.answers = {seat: free}
        return None

    @rule("3")
    def take_colour(self, s: LancelotState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            s.colours = put(s.colours, seat, COLOURS.index(answer[0]))
            s.tell("colour_taken", seat=seat, colour=answer[0])
        return "colours"

    @rule("3")
    def first_player(self, s: LancelotState, chance: Chance) -> Next:
        chosen = s.options.first_player
        first = chance.pick(range(s.players)) if chosen == "random" else chosen
        s.order = (*range(first, s.players), *range(first))
        s.tell("first_player", seat=first)
        return None

    @rule("3")
    def choose_seat(self, s: LancelotState, chance: Chance) -> Next:
        if not s.order:
            return "next_turn"
        s.active = s.order[0]
        return Ask("choose_start_seat", (s.active,))

    @rule("3")
    def sit(self, s: LancelotState, chance: Chance) -> Next:
        s.order = s.order[1:]
        sit_down(s, s.active, s.answers[s.active][0], "")
        return ROUND_TABLE

    @rule("3")
    def seated(self, s: LancelotState, chance: Chance) -> Next:
        return "choose_seat"

    @rule("4.1")
    def next_turn(self, s: LancelotState, chance: Chance) -> Next:
        if s.turn == TURNS:
            return Instead(Scoring())
        return TURN

    @rule("4.1")
    def again(self, s: LancelotState, chance: Chance) -> Next:
        return "next_turn"


class Turn(Flow):
    """4.1, 4.9 One turn: movement, then the four steps of its end."""

    @rule("4.1")
    def start(self, s: LancelotState, chance: Chance) -> Next:
        s.turn += 1
        s.home = 0
        s.tell("turn_started", turn=s.turn)
        return MOVEMENT

    @rule("4.9")
    def refill(self, s: LancelotState, chance: Chance) -> Next:
        """Step 1: tiles may run out (R40)."""
        s.active = NOBODY
        turn_up_deeds(s)
        return None

    @rule("4.9")
    def excalibur(self, s: LancelotState, chance: Chance) -> Next:
        """Step 2: whoever fetched the counter takes the Sword; also in the last turn (R34)."""
        if s.fetched != NOBODY:
            s.tell("sword_won", seat=s.fetched, old=s.bearer)  # R42: a defender keeps it
            s.bearer, s.fetched = s.fetched, NOBODY
        place_counter(s)
        return None

    @rule("4.9")
    def magic(self, s: LancelotState, chance: Chance) -> Next:
        """Step 3: in table order."""
        if s.turn < TURNS or s.options.final_turn_magic:
            s.order = tuple([seat for seat in s.table_order() if s.owned[seat][MAGIC]])
        return None

    @rule("4.9", "4.10")
    def next_use(self, s: LancelotState, chance: Chance) -> Next:
        while s.order:
            seat = s.order[0]
            own = s.owned[seat]
            if own[MAGIC] and (own[SQUIRE] or any(own[LADIES:])):
                return Ask("use_magic", (seat,))
            s.order = s.order[1:]
        return "finish"

    @rule("4.9")
    def use(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.order[0]
        answer = s.answers[seat]
        if answer[0] == PASS:
            s.order = s.order[1:]
        else:
            use_magic(s, seat, answer)
        return "next_use"

    @rule("4.9")
    def finish(self, s: LancelotState, chance: Chance) -> Next:
        """Step 4: every knight shows its day side again (R43)."""
        s.night = s.second = s.passes = s.sent = 0
        s.round = 0
        s.lake = NOBODY
        s.visitors = ()
        s.declared = False
        return DONE


class Movement(Flow):
    """4.2-4.4 Round after round, until every knight is back."""

    @rule("4.2")
    def next_round(self, s: LancelotState, chance: Chance) -> Next:
        s.order = round_order(s)
        if not s.order:
            return DONE
        s.round += 1
        s.tell("round_started", round=s.round, order=s.order)
        return None

    @rule("4.3", "4.10")
    def next_knight(self, s: LancelotState, chance: Chance) -> Next:
        if not s.order:
            return "next_round"
        seat = s.active = s.order[0]
        at, board = s.at[seat], s.board
        if at == board.grail:
            why = must_leave(s, seat)
            if why:
                s.tell("must_leave", seat=seat, why=why, again=bool(s.passes >> seat & 1))
        elif s.fetched == NOBODY and board.lake <= at < board.lake + board.lake_length:
            s.answers = {seat: (board.spaces[at + 1],)}  # on to the counter, and no other way
            return None
        return Ask("choose_move", (seat,))

    @rule("4.4")
    def ride(self, s: LancelotState, chance: Chance) -> Next:
        seat = s.active
        to = s.answers[seat][0]
        s.order = s.order[1:]
        s.night ^= 1 << seat
        if to == STAY:
            s.tell("remained", seat=seat)
            return FLOWS[GRAIL]
        if to in RETURNS:
            return come_home(s, seat, to)
        return travel(s, seat, s.board.named[to])

    @rule("4.2")
    def resolved(self, s: LancelotState, chance: Chance) -> Next:
        return "next_knight"


TURN: Final = Turn()
MOVEMENT: Final = Movement()


def round_order(s: LancelotState) -> Seats:
    """4.3 Round 1: table order.  Later: farthest ahead first, then the bottom of the stack (R11, R12)."""
    if not s.round:
        return s.table_order()
    knights = [(-s.at[seat], s.places[seat], seat) for seat in s.travelling()]
    knights.sort()
    return tuple([seat for _, _, seat in knights])


def travel(s: LancelotState, seat: int, to: int) -> Flow:
    """Put the knight on its new space, on top of whoever stands there."""
    start, board, bit = s.at[seat], s.board, 1 << seat
    again = False
    if start == TABLE:
        s.chairs = put(s.chairs, seat, NOWHERE)
    elif to < start:  # R26: past the Round Table, on a second tour
        s.second |= bit
        s.passes &= ~bit
        again = True
    if start == board.grail:
        s.sent &= ~bit
    s.places = put(s.places, seat, next_place(s, to))
    s.at = put(s.at, seat, to)
    s.tell("moved", seat=seat, start=space_name(s, start), to=board.spaces[to], again=again)
    site = board.site[to]
    if site <= STRONGHOLD:
        s.offer = offered(s, start, to)
    return FLOWS[site]


def next_place(s: LancelotState, to: int) -> int:
    """The place of a newcomer: on top, or behind the last of the Grail row (R29)."""
    taken = [s.places[seat] for seat in range(s.players) if s.at[seat] == to]
    if not taken:
        return 0
    if to == s.board.grail and s.options.grail_row == "rightmost_free":
        return min(place for place in range(len(taken) + 1) if place not in taken)
    return max(taken) + 1


def come_home(s: LancelotState, seat: int, to: str) -> Flow:
    """4.8 An unused second tour is lost."""
    bit = 1 << seat
    s.passes &= ~bit
    s.sent &= ~bit
    sit_down(s, seat, to, space_name(s, s.at[seat]))
    s.at = put(s.at, seat, TABLE)
    return ROUND_TABLE


def sit_down(s: LancelotState, seat: int, where: str, start: str) -> None:
    chair = RETURNS.index(where)
    s.chairs = put(s.chairs, seat, chair)
    s.tell("seat_taken", seat=seat, chair=CHAIRS[chair], start=start)


def space_name(s: LancelotState, space: int) -> str:
    return s.board.spaces[space] if space != TABLE else "table"


# -- where a knight may go (4.4) ---------------------------------------------------------------------------------------


def legal_moves(s: LancelotState, seat: int) -> tuple[str, ...]:
    """Every destination of a knight that is not bound to the Lake: never none, for four chairs at least are free."""
    at, board, options = s.at[seat], s.board, s.options
    free = free_chairs(s.chairs)
    if at == TABLE and not options.immediate_return:  # R5
        free = ()
    elif at == board.grail and not must_leave(s, seat):
        free = (*free, STAY)
    again = bool(s.passes >> seat & 1)
    dragon = (at < board.dragon or again) and dragon_open(s, seat)
    return (
        board.ways(
            at,
            s.advantages[BEDIVERE] == seat,
            s.advantages[GAWAIN] == seat,
            options.advance_on_entry,
            s.lake == NOBODY,
            dragon,
            again,
        )
        + free
    )


_FREE: dict[tuple[int, ...], tuple[str, ...]] = {}


def free_chairs(chairs: tuple[int, ...]) -> tuple[str, ...]:
    """R5: the chairs without a knight; one's own former chair is as good as any."""
    found = _FREE.get(chairs)
    if found is None:
        found = _FREE[chairs] = tuple(RETURNS[i] for i in range(len(CHAIRS)) if i not in chairs)
    return found


# -- the end of a turn (4.9) -------------------------------------------------------------------------------------------


def turn_up_deeds(s: LancelotState) -> None:
    drawn = s.deed_stack[: FACE_UP - len(s.dragon)]
    if drawn:
        move(FIELDS, s, drawn, ("deed_stack", 0), ("dragon", 0))
        deeds = [s.board.deed(tile) for tile in drawn]
        facts = tuple((deed.name, deed.cost, deed.excalibur, deed.vp) for deed in deeds)
        s.tell("deeds_turned_up", deeds=facts, left=len(s.deed_stack))


def place_counter(s: LancelotState) -> None:
    s.excalibur = s.board.excalibur_space(s.dragon)
    s.tell("counter_placed", space=s.excalibur)


def use_magic(s: LancelotState, seat: int, answer: tuple[str, ...]) -> None:
    """One magic counter for one use."""
    gain(s, seat, MAGIC, -1)
    how = answer[0]
    if how == "discard_squires":
        gain(s, seat, SQUIRE, -int(answer[1]))
    elif how == "exchange":  # R44
        gain(s, seat, GOOD[answer[1]], -1)
        gain(s, seat, GOOD[answer[2]], 1)
    else:
        for card in answer[1:]:
            gain(s, seat, GOOD[card], -1)
    s.tell("magic_used", seat=seat, how=how, what=answer[1:])


def free_colours(s: LancelotState) -> tuple[str, ...]:
    return tuple([colour for i, colour in enumerate(COLOURS) if i not in s.colours])
