"""Knight's Duty, sections 3 to 5: set-up, the turn, the five steps of a slot, the end.

Each flow is a chapter and each step a paragraph, in the order of play.  The questions stand at the end of the file.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import (
    DONE,
    OVER,
    Arrange,
    Ask,
    Chance,
    Choice,
    Flow,
    Next,
    OneOf,
    Pile,
    Question,
    Seats,
    move,
    move_each,
    put,
    rule,
)

from .cards import (
    CLAN,
    CLANS,
    EMPTY,
    HEARTS,
    REACH,
    SHIELD_CARDS,
    SHIELDS,
    SPREAD,
    TOKEN,
    TOKENS,
    program_of,
    tokens_of,
)
from .state import BROKEN, DEFEATED, FIELDS, FULL, NOBODY, NOWHERE, DutyState

STAY: Final = "stay"
NONE: Final = "none"


class Knights(Flow):
    """3 Set-up, then turn after turn."""

    @rule("3")
    def clans(self, s: DutyState, chance: Chance) -> Next:
        how = s.options.clan_selection
        if how == "draft":
            return "draft"
        if how == "spread":
            s.clans = SPREAD[s.players]
        elif how == "random":
            s.clans = chance.shuffled(range(6))[: s.players]
        else:
            s.clans = tuple(CLAN[clan] for clan in s.options.clans)
        for seat in range(s.players):
            s.tell("clan_taken", seat=seat, clan=s.clans[seat])
        return "place"

    @rule("4.2")
    def draft(self, s: DutyState, chance: Chance) -> Next:
        if -1 not in s.clans:
            return "place"
        seat = s.clans.index(-1)  # R3: in seat order
        only = choose_clan(s, seat).forced()
        if only is None:
            return Ask("choose_clan", (seat,))
        s.answers = {seat: only}
        return None

    @rule("4.2")
    def take_clan(self, s: DutyState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            s.clans = put(s.clans, seat, CLAN[answer[0]])
            s.tell("clan_taken", seat=seat, clan=s.clans[seat])
        return "draft"

    @rule("3")
    def place(self, s: DutyState, chance: Chance) -> Next:
        s.at = tuple(s.field.start(clan, s.options.start_layout) for clan in s.clans)  # R2
        s.standing = tuple(sorted(range(s.players), key=s.clans.__getitem__))
        return None

    @rule("4.1", again=True)
    def next_turn(self, s: DutyState, chance: Chance) -> Next:
        return Turn()


class Turn(Flow):
    """4.3-4.5, 4.11 One turn: program, up to three slots, tokens back."""

    @rule("4.3")
    def start(self, s: DutyState, chance: Chance) -> Next:
        s.turn += 1
        s.slot = 0
        s.hit = False
        s.lead = s.clans[0] if s.turn == 1 else next_lead(s)
        s.allowed = tuple(3 if heart == FULL else 2 for heart in s.hearts)
        s.tell("turn_started", turn=s.turn)
        for seat in s.standing:
            if s.at[seat] == s.field.high_ground:  # R32
                inspire(s, seat, "high_ground_start")
        return None

    @rule("4.4")
    def program(self, s: DutyState, chance: Chance) -> Next:
        return Ask("program_actions", s.standing, final=True)

    @rule("4.4")
    def lay_tokens(self, s: DutyState, chance: Chance) -> Next:
        laid: list[Pile] = [()] * s.players
        programmed: list[tuple[int, ...]] = [()] * s.players
        for seat, answer in s.answers.items():
            laid[seat], programmed[seat] = program_of(seat, answer)
            s.tell("tracker_ready", seat=seat, tokens=len(laid[seat]))
        move_each(FIELDS, s, laid, "supply", "tracker")
        s.programmed = tuple(programmed)
        return None

    @rule("4.5", again=True)
    def next_slot(self, s: DutyState, chance: Chance) -> Next:
        s.slot += 1
        if s.slot > 3:
            return None
        if s.slot == 3 and s.options.third_action_when_hit == "lost":
            for seat in s.standing:
                if s.hearts[seat] != FULL and s.tracker[seat]:  # R27: taken back without being shown
                    take_back(s, seat)
                    s.tell("third_action_lost", seat=seat)
        for seat in s.standing:
            if s.slot in s.programmed[seat]:
                return Slot()
        return "next_slot"

    @rule("4.11", "6")
    def end(self, s: DutyState, chance: Chance) -> Next:
        storm(s)
        if ended(s):
            return OVER
        s.supply = tuple(tokens_of(seat) for seat in range(s.players))  # R7: all tokens go home
        s.tracker = s.shown = s.programmed = ((),) * s.players
        s.calm = 0 if s.hit else s.calm + 1
        quiet, turns = s.options.quiet_turn_limit, s.options.max_turns
        if (quiet and s.calm >= quiet) or (turns and s.turn >= turns):  # R36
            s.result = "limit"
            s.tell("match_over", how="limit", seats=ranking(s)[0], calm=s.calm)
            return OVER
        return None


class Slot(Flow):
    """4.5-4.10 One slot: reveal, move, swap, defend, parry, attack, and the fallen leave."""

    @rule("4.5")
    def reveal(self, s: DutyState, chance: Chance) -> Next:
        acts, programmed = [""] * s.players, list(s.programmed)
        turned: list[Pile] = [()] * s.players
        for seat in s.standing:
            if s.slot in programmed[seat]:
                programmed[seat] = programmed[seat][1:]
                turned[seat] = s.tracker[seat][:1]
                kind = TOKEN[turned[seat][0]]
                if kind in REACH:  # R9, R10: a weapon in hand attacks, any other is taken up and does nothing more
                    acts[seat] = "attack" if kind == s.weapon[seat] else "swap"
                else:
                    acts[seat] = kind
        move_each(FIELDS, s, turned, "tracker", "shown")
        s.acts = tuple(acts)
        s.programmed = tuple(programmed)
        s.goals = (NOWHERE,) * s.players
        s.targets = (NOBODY,) * s.players
        s.waits = (False,) * s.players
        s.order = s.struck = ()
        s.tell(
            "slot_revealed",
            slot=s.slot,
            shown=tuple([(seat, TOKEN[turned[seat][0]], acts[seat]) for seat in s.standing if acts[seat]]),
        )
        return "choose_move" if "move" in acts else "swap_and_guard"

    @rule("4.6")
    def choose_move(self, s: DutyState, chance: Chance) -> Next:  # R11: directions are chosen now, not when programming
        return Ask("choose_move", tuple([seat for seat in s.acting("move") if free_beside(s, seat)]), final=True)

    @rule("4.6")
    def intents(self, s: DutyState, chance: Chance) -> Next:
        goals = list(s.goals)
        for seat, answer in s.answers.items():
            if answer[0] != STAY:
                goals[seat] = s.field.named[answer[0]]
        s.goals = tuple(goals)
        if s.answers:
            s.tell("move_intents", goals=s.goals, stays=tuple(q for q in s.answers if goals[q] == NOWHERE))
        if s.options.agreements == "negotiated":
            contestants = tuple(seat for seats in contests(s).values() for seat in seats)
            return Ask("agree_move", tuple(sorted(contestants)), final=True)
        s.answers = {}
        return None

    @rule("4.6")
    def resolve_moves(self, s: DutyState, chance: Chance) -> Next:
        settle_contests(s)
        settle_swaps(s)
        settle_blocked(s)
        arrive(s)
        return None

    @rule("4.7", "4.8")
    def swap_and_guard(self, s: DutyState, chance: Chance) -> Next:
        for seat in s.acting("swap"):
            old, new = s.weapon[seat], TOKEN[s.shown[seat][-1]]
            s.weapon = put(s.weapon, seat, new)
            s.tell("equipped", seat=seat, weapon=new, old=old)
        for seat in s.acting("shield"):
            s.tell("defending", seat=seat)
        for seat in s.acting("parry"):
            s.tell("parrying", seat=seat)
        return None if "attack" in s.acts else "end"

    @rule("4.9")
    def declare_target(self, s: DutyState, chance: Chance) -> Next:  # R19: at once and in secret; nobody moves any more
        attackers = s.acting("attack")
        aiming = tuple([seat for seat in attackers if in_range(s, seat)])
        for seat in attackers:
            if seat not in aiming:  # R18
                s.tell("attack_forfeited", seat=seat)
        return Ask("declare_target", aiming, final=True) if aiming else "end"

    @rule("4.9")
    def targets_declared(self, s: DutyState, chance: Chance) -> Next:
        take_targets(s)
        s.tell("targets_declared", targets=tuple((seat, s.targets[seat]) for seat in s.answers))
        if s.options.agreements == "negotiated":
            return Ask("agree_strike", tuple(seat for group in rivals(s) for seat in group), final=True)
        s.answers = {}
        return None

    @rule("4.9")
    def attack_order(self, s: DutyState, chance: Chance) -> Next:
        s.waits = tuple(s.answers.get(seat, ("",))[0] == "wait" for seat in range(s.players))
        if s.answers:
            s.tell("strike_agreement", waits=tuple((seat, s.waits[seat]) for seat in s.answers))
        order = list(base_order(s, chance))
        for group in rivals(s):  # R20: within a group those who strike come before those who wait
            places = [i for i, seat in enumerate(order) if seat in group]
            refill = sorted((order[i] for i in places), key=s.waits.__getitem__)
            for i, seat in zip(places, refill, strict=True):
                order[i] = seat
        s.order = tuple(order)
        if len(order) > 1:
            s.tell("attack_order", order=s.order)
        return None

    @rule("4.9")
    def attacks(self, s: DutyState, chance: Chance) -> Next:
        return Attack(s.order[0]) if s.order else "end"  # R22: the hit and the defeated strike all the same

    @rule("4.9")
    def next_attack(self, s: DutyState, chance: Chance) -> Next:
        s.order = s.order[1:]
        return "attacks"

    @rule("4.10")
    def end(self, s: DutyState, chance: Chance) -> Next:
        remove_defeated(s)
        s.acts = ("",) * s.players
        return OVER if ended(s) else DONE


class Attack(Flow):
    """4.9 One attack: choose anew if the target was struck before, then the combat."""

    def __init__(self, attacker: int) -> None:
        self.attacker = attacker

    @rule("4.9")
    def retarget(self, s: DutyState, chance: Chance) -> Next:
        return Ask("retarget", (self.attacker,)) if s.targets[self.attacker] in s.struck else "pile"  # R21

    @rule("4.9")
    def chosen_anew(self, s: DutyState, chance: Chance) -> Next:
        take_targets(s)
        s.tell("retargeted", seat=self.attacker, target=s.targets[self.attacker])
        return DONE if s.targets[self.attacker] == NOBODY else None

    @rule("4.9")
    def pile(self, s: DutyState, chance: Chance) -> Next:
        target, weapon = s.targets[self.attacker], s.weapon[self.attacker]
        defending = s.acts[target] == "shield"  # R28: never so on a Broken Heart in slot 3, which has no token
        s.pile = (HEARTS[weapon] - defending, SHIELDS[weapon] + defending)
        s.used = (False, False)
        hearts, shields = s.pile
        s.tell(
            "pile_built",
            seat=self.attacker,
            target=target,
            weapon=weapon,
            defending=defending,
            hearts=hearts,
            shields=shields,
        )
        return None

    @rule("4.9")
    def inspiration(self, s: DutyState, chance: Chance) -> Next:
        return Ask("use_inspiration", self.first_asked(s), final=True)

    @rule("4.9")
    def first_answers(self, s: DutyState, chance: Chance) -> Next:
        asked = tuple(s.answers)
        self.use(s)
        return Ask("use_inspiration", tuple(q for q in may_inspire(s, self.attacker) if q not in asked), final=True)

    @rule("4.9")
    def second_answers(self, s: DutyState, chance: Chance) -> Next:
        self.use(s)
        attacker, target = self.attacker, s.targets[self.attacker]
        hearts, shields = s.pile
        if s.options.target_inspiration == "remove_heart":
            s.pile = (max(0, hearts + s.used[0] - s.used[1]), shields)
        else:
            s.pile = (hearts + s.used[0], shields + s.used[1])
        s.tell("inspiration_answers", seat=attacker, target=target, used=s.used, hearts=s.pile[0], shields=s.pile[1])
        return None

    @rule("4.9")
    def draw(self, s: DutyState, chance: Chance) -> Next:
        attacker, target = self.attacker, s.targets[self.attacker]
        hearts, shields = s.pile
        s.struck = (*s.struck, target)
        if not hearts:  # R25
            s.tell("no_heart", seat=attacker, target=target)
            missed(s, attacker, target)
            return DONE
        # R26, R40: the cards are the target's, Full or Broken makes no difference here, and all go back afterwards.
        card = chance.pick(("heart",) * hearts + ("shield",) * shields)
        s.tell("card_drawn", seat=attacker, target=target, card=card)
        if card == "heart":
            struck(s, attacker, target)
        else:
            missed(s, attacker, target)
        return DONE

    def first_asked(self, s: DutyState) -> Seats:
        """R23: both at once, or in the order of `inspiration_order`."""
        seats = may_inspire(s, self.attacker)
        how = s.options.inspiration_order
        if how == "simultaneous" or len(seats) < 2:
            return seats
        return (self.attacker,) if how == "attacker_first" else (s.targets[self.attacker],)

    def use(self, s: DutyState) -> None:
        for seat, answer in s.answers.items():
            if answer[0] == "use":
                s.inspired = put(s.inspired, seat, False)
                s.used = (True, s.used[1]) if seat == self.attacker else (s.used[0], True)


# Only those with a real choice are asked where to move or whom to strike (4.1): public facts decide that, so being left
# out tells nothing.

# -- moving (4.6) ----------------------------------------------------------------------------------------------------


def free_beside(s: DutyState, seat: int) -> list[int]:
    """R12: the spaces beside one's own, except where a knight stands that does not move in this slot."""
    taken = [s.at[q] for q in s.standing if s.acts[q] != "move"]
    return [space for space in s.field.beside[s.at[seat]] if space not in taken]


def contests(s: DutyState) -> dict[int, Seats]:
    """Wanted space -> the movers who contest it.  A space whose knight stays is simply taken (R15)."""
    wanted: dict[int, Seats] = {}
    for seat in s.standing:
        if s.goals[seat] != NOWHERE:
            wanted[s.goals[seat]] = (*wanted.get(s.goals[seat], ()), seat)
    return {
        goal: seats
        for goal, seats in wanted.items()
        if len(seats) > 1 and not any(s.at[q] == goal and s.goals[q] == NOWHERE for q in s.standing)
    }


def settle_contests(s: DutyState) -> None:
    """R14: a contested space goes to the only one who insists."""
    for goal, seats in sorted(contests(s).items()):
        insist = tuple(seat for seat in seats if s.answers.get(seat, ("",))[0] == "insist")
        if s.answers:
            s.tell("move_agreement", label=s.field.labels[goal], seats=seats, insist=insist)
        for seat in seats:
            if insist != (seat,):
                fail(s, seat, "yielded" if len(insist) == 1 else "contested")


def settle_swaps(s: DutyState) -> None:
    """R13: two knights may exchange places unless the table forbids it."""
    if s.options.swap_places == "block":
        pairs = [
            (a, b)
            for a in range(s.players)
            for b in range(a)
            if NOWHERE not in (s.goals[a], s.goals[b]) and s.goals[a] == s.at[b] and s.goals[b] == s.at[a]
        ]
        for a, b in pairs:
            fail(s, a, "swap blocked")
            fail(s, b, "swap blocked")


def settle_blocked(s: DutyState) -> None:
    """R12: whoever wants the space of a knight that does not leave stays too, all the way back along the chain."""
    while True:
        stays = {s.at[seat]: seat for seat in s.standing if s.goals[seat] == NOWHERE}
        blocked = [seat for seat in s.standing if s.goals[seat] in stays]
        if not blocked:
            return
        for seat in blocked:
            fail(s, seat, "blocked", by=stays[s.goals[seat]])


def fail(s: DutyState, seat: int, why: str, by: int = NOBODY) -> None:
    s.tell("move_failed", seat=seat, label=s.field.labels[s.goals[seat]], why=why, by=by)
    s.goals = put(s.goals, seat, NOWHERE)


def arrive(s: DutyState) -> None:
    """All who can, move at the same time; whoever lands on the High Ground is inspired (R16, R33)."""
    movers = [seat for seat in s.standing if s.goals[seat] != NOWHERE]
    old = s.at
    s.at = tuple(goal if goal != NOWHERE else s.at[seat] for seat, goal in enumerate(s.goals))
    for seat in movers:
        s.tell("moved", seat=seat, start=s.field.labels[old[seat]], to=s.field.labels[s.at[seat]])
        if s.at[seat] == s.field.high_ground:
            inspire(s, seat, "high_ground_landing")


def inspire(s: DutyState, seat: int, why: str) -> None:
    """Turn a face-down Inspiration token up; a knight never has more than one (R31)."""
    if not s.inspired[seat]:
        s.inspired = put(s.inspired, seat, True)
        s.tell("inspiration_regained", seat=seat, why=why)


# -- attacking (4.9) -------------------------------------------------------------------------------------------------


def in_range(s: DutyState, attacker: int) -> Seats:
    """R17: knights on the board whom the weapon reaches; nothing blocks the way."""
    reach = REACH[s.weapon[attacker]]
    away = s.field.distance[s.at[attacker]]
    return tuple([q for q in s.standing if q != attacker and away[s.at[q]] <= reach])


def take_targets(s: DutyState) -> None:
    targets = list(s.targets)
    for seat, answer in s.answers.items():
        targets[seat] = NOBODY if answer[0] == NONE else s.clans.index(CLAN[answer[0]])
    s.targets = tuple(targets)


def rivals(s: DutyState) -> list[Seats]:
    """Groups of attackers who share a declared target."""
    groups: dict[int, Seats] = {}
    for seat in s.standing:
        if s.targets[seat] != NOBODY:
            groups[s.targets[seat]] = (*groups.get(s.targets[seat], ()), seat)
    return [group for group in groups.values() if len(group) > 1]


def base_order(s: DutyState, chance: Chance) -> Seats:
    """R20: by chance, drawn after the agreement, or clockwise from the lead clan."""
    attackers = tuple(seat for seat in s.standing if s.targets[seat] != NOBODY)
    if s.options.attack_order == "random":
        return chance.shuffled(attackers)
    return tuple(sorted(attackers, key=lambda seat: (s.clans[seat] - s.lead) % len(CLANS)))


def next_lead(s: DutyState) -> int:
    """6 The lead passes clockwise to the next clan whose knight stands."""
    lead = s.lead
    while True:
        lead = (lead + 1) % len(CLANS)
        if lead in s.clans and s.clans.index(lead) in s.standing:
            return lead


def may_inspire(s: DutyState, attacker: int) -> Seats:
    """Who of the two may use Inspiration: the target only while a Shield card is left to add (R24)."""
    target = s.targets[attacker]
    adds = s.options.target_inspiration == "remove_heart" or s.options.shield_limit == "unlimited"
    helps = adds or s.pile[1] < SHIELD_CARDS
    return tuple(seat for seat in (attacker, target) if s.inspired[seat] and (seat == attacker or helps))


def missed(s: DutyState, attacker: int, target: int) -> None:
    s.tell("missed", seat=attacker, target=target)
    if s.acts[target] == "parry" and not (s.weapon[attacker] == "bow" and s.options.bow_parry_immune):  # R30
        s.tell("fumbled", seat=attacker, weapon=s.weapon[attacker])
        s.weapon = put(s.weapon, attacker, "")
        if s.options.parry_regains_inspiration:
            inspire(s, target, "parry")


def struck(s: DutyState, attacker: int, target: int) -> None:
    """R29: a hit counts at once; only the removal waits for the end of the slot."""
    heart = s.hearts[target]
    s.tell("hit", seat=attacker, target=target, worthless=heart == DEFEATED)
    if heart == DEFEATED:  # R22: nothing more to gain
        return
    wound(s, target)
    if heart == BROKEN:
        s.tell("defeated", seat=target, by=attacker)
        inspire(s, attacker, "defeat")  # R31
    else:
        s.tell("heart_broken", seat=target)


def wound(s: DutyState, seat: int) -> None:
    s.hearts = put(s.hearts, seat, s.hearts[seat] - 1)
    s.hit = True


# -- leaving the field, the end (4.10, 5, 6) -------------------------------------------------------------------------


def take_back(s: DutyState, seat: int) -> None:
    """Face-down tokens go back unseen."""
    move(FIELDS, s, s.tracker[seat], ("tracker", seat), ("supply", seat))
    s.programmed = put(s.programmed, seat, ())


def remove_defeated(s: DutyState) -> None:
    if not s.hit:
        return
    gone = tuple(seat for seat in s.standing if s.hearts[seat] == DEFEATED)
    left = len(s.standing) - len(gone)
    for seat in gone:
        take_back(s, seat)
        s.at = put(s.at, seat, NOWHERE)
        s.standing = tuple(q for q in s.standing if q != seat)
        s.fell = put(s.fell, seat, s.turn * 10 + s.slot)
        s.tell("knight_removed", seat=seat, place=left + 1)


def storm(s: DutyState) -> None:
    """6 The storm, if it is on: one hit for every knight outside the safe ring, all at once."""
    first = s.options.storm_start
    if not first or s.turn < first:
        return
    safe = max(0, s.field.radius - 1 - (s.turn - first) // s.options.storm_step)
    centre = s.field.distance[s.field.high_ground]
    for seat in s.standing:
        if centre[s.at[seat]] <= safe:
            continue
        wound(s, seat)
        s.tell("storm_hit", seat=seat, hearts=s.hearts[seat])
    s.slot = 4  # storm removals rank after slot 3
    remove_defeated(s)


def ended(s: DutyState) -> bool:
    """5 One knight left wins; none left is a draw between those who fell together (R34)."""
    left = s.standing
    if len(left) > 1:
        return False
    s.result = "winner" if left else "nobody"
    s.tell("match_over", how=s.result, seats=ranking(s)[0], calm=s.calm)
    return True


def ranking(s: DutyState) -> list[list[int]]:
    """5 Whoever fell later is better (R35); at a limit the standing draw, or rank by hearts."""
    hearts = s.options.limit_result == "hearts"
    moments: dict[int, list[int]] = {}
    for seat in range(s.players):
        stands = 1_000_000 + (s.hearts[seat] if hearts else 0)
        moments.setdefault(s.fell[seat] or stands, []).append(seat)
    return [moments[moment] for moment in sorted(moments, reverse=True)]


# -- the questions ---------------------------------------------------------------------------------------------------


def choose_clan(s: DutyState, seat: int) -> Choice:
    return OneOf(tuple(clan for i, clan in enumerate(CLANS) if i not in s.clans))


def program_actions(s: DutyState, seat: int) -> Choice:
    """R6: every slot is filled, unless the table allows empty ones."""
    allowed = s.allowed[seat]
    return Arrange(WITH_EMPTY if s.options.allow_empty_slots else TOKENS, allowed)


WITH_EMPTY: Final = {**TOKENS, EMPTY: 3}


def choose_move(s: DutyState, seat: int) -> Choice:
    labels = s.field.labels
    return OneOf((STAY, *[labels[space] for space in free_beside(s, seat)]))


def agree_move(s: DutyState, seat: int) -> Choice:
    return OneOf(("insist", "yield"))


def declare_target(s: DutyState, seat: int) -> Choice:
    """R18: any opponent in range, or nobody; without one in range there is no question."""
    targets = in_range(s, seat)
    return OneOf((*(CLANS[s.clans[q]] for q in targets), NONE))


def agree_strike(s: DutyState, seat: int) -> Choice:
    return OneOf(("strike", "wait"))


def use_inspiration(s: DutyState, seat: int) -> Choice:
    return OneOf(("use", "keep"))


FLOWS: Final = (Knights, Turn, Slot, Attack)
QUESTIONS: Final = {
    "choose_clan": Question("4.2", choose_clan),
    "program_actions": Question("4.4", program_actions),
    "choose_move": Question("4.6", choose_move),
    "agree_move": Question("4.6", agree_move),
    "declare_target": Question("4.9", declare_target),
    "agree_strike": Question("4.9", agree_strike),
    "retarget": Question("4.9", declare_target),
    "use_inspiration": Question("4.9", use_inspiration),
}


# R37: there is always a legal answer: Move tokens to program, `stay`, `none`, `keep`.
