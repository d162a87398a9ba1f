"""Knight's Duty, section 4.9: the attacks of a slot, in which order they come and what each of them does."""

from __future__ import annotations

from roundtable.engine import DONE, Ask, Chance, Flow, Next, Seats, put, rule

from ..cards import CLAN, CLANS, HEARTS, SHIELDS
from ..questions import NONE, may_inspire
from ..state import BROKEN, DEFEATED, NOBODY, DutyState
from .knight import inspire, wound


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
        others = tuple(q for q in may_inspire(s, self.attacker) if q not in asked)
        if others:  # R23: one after the other, so the second one hears the first
            s.tell("inspiration_first", seat=asked[0], uses=not s.inspired[asked[0]])
        return Ask("use_inspiration", others, final=True)

    @rule("4.9")
    def second_answers(self, s: DutyState, chance: Chance) -> Next:
        self.use(s)
        attacker, target = self.attacker, s.targets[self.attacker]
        hearts, shields = s.pile
        keeps = may_inspire(s, attacker)
        if s.options.target_inspiration == "remove_heart":
            s.pile = (max(0, hearts + s.used[0] - s.used[1]), shields)
        else:
            s.pile = (hearts + s.used[0], shields + s.used[1])
        s.tell(
            "inspiration_answers",
            seat=attacker,
            target=target,
            used=s.used,
            keeps=keeps,
            hearts=s.pile[0],
            shields=s.pile[1],
        )
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
        weapon = s.weapon[attacker]
        s.tell("card_drawn", seat=attacker, target=target, card=card, weapon=weapon, hearts=hearts, shields=shields)
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
