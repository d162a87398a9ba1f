"""Of Knights and Ninjas, 4.4 to 4.8: the attack on one rival, its responses, and the gems on the road.

Who is asked follows from public facts alone: the attacked player if he holds any card, and in the Highwayman window
everybody eligible who holds any card, quietly and one after the other.  What may lead to that window is final: whether
it could still be taken back would tell whether somebody has declined.
"""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, OVER, Answer, Ask, Chance, Flow, Instead, Next, Seats, move, rule

from ..cards import COMMON, MEANING, PRE_ATTACKS, STRENGTH, WALL_ARCHER
from ..questions import ACCEPT, DECLINE, END_TURN, can_use_wall_archer
from ..state import FIELDS, NOBODY, NinjasState
from .special import MinstrelPlays
from .table import DISCARD, LADDER, LANE, discard_play, gain, in_lane, lose, play, return_play, wins

ACCEPTS: Final = (ACCEPT,)
DECLINES: Final = (DECLINE,)


class Campaign(Flow):
    """4.4, 4.8 Play after play against the same rival, until gems move or either side ends it (R47)."""

    def __init__(self, first: Answer) -> None:
        self.first = first

    @rule("4.4")
    def first_play(self, s: NinjasState, chance: Chance) -> Next:
        return lay(s, self.first)

    @rule("4.8")
    def go_on(self, s: NinjasState, chance: Chance) -> Next:
        if s.ends or (not s.hands[s.turn] and not can_use_wall_archer(s, s.turn, s.target)):
            return DONE
        return Ask("continue_attack", (s.turn,))

    @rule("4.4", "4.8")
    def next_play(self, s: NinjasState, chance: Chance) -> Next:
        words = s.answers[s.turn]
        s.remember("continue_attack", s.turn, words)
        return DONE if words[0] == END_TURN else lay(s, words)

    @rule("4.8")
    def again(self, s: NinjasState, chance: Chance) -> Next:
        return "go_on"


def lay(s: NinjasState, words: Answer) -> Flow:
    """4.4 The played cards lie between attacker and target until they are answered."""
    if words[0] == WALL_ARCHER:
        move(FIELDS, s, s.archers[s.turn], ("archers", s.turn), LANE)
    else:
        play(s, s.turn, words, LANE)
    s.kind = MEANING[words[0]]
    s.aggressor, s.defender, s.turned = s.turn, s.target, 0
    s.strength = STRENGTH[s.kind] * len(words)
    if s.kind in PRE_ATTACKS:
        s.tell("pre_attack", seat=s.turn, target=s.target, card=words[0])
        return PreAttack()
    s.struck = True
    s.tell("attack", seat=s.turn, target=s.target, cards=words, strength=s.strength)
    return Assault()


class PreAttack(Flow):
    """4.5 A ladder, a catapult or an archer against the fortification."""

    @rule("4.5")
    def window(self, s: NinjasState, chance: Chance) -> Next:
        if s.options.respond_to_pre_attacks and s.hands[s.target]:  # R9
            return Ask("respond_pre_attack", (s.target,), final=True)
        s.answers = {s.target: ACCEPTS}
        return None

    @rule("4.5")
    def response(self, s: NinjasState, chance: Chance) -> Next:
        s.remember("respond_pre_attack", s.target, s.answers[s.target])
        word = s.answers[s.target][0]
        if word == ACCEPT:
            return None
        if MEANING[word] == "minstrel":
            return Instead(minstrel(s, word))
        executed(s, word)
        return DONE

    @rule("4.5")
    def effect(self, s: NinjasState, chance: Chance) -> Next:
        archer = bool(s.archers[s.target])
        s.tell("pre_attack_done", seat=s.turn, target=s.target, card=in_lane(s)[0], archer=archer)
        if s.kind == "ladder":  # R18
            move(FIELDS, s, s.lane, LANE, LADDER)
            return DONE
        tear_down(s, "castles" if s.kind == "catapult" else "archers")
        discard_play(s)
        return DONE


class Assault(Flow):
    """4.6 An attack: the defender's window, again after each traitor, and only then what comes of it (R20)."""

    @rule("4.6")
    def window(self, s: NinjasState, chance: Chance) -> Next:
        if s.hands[s.defender]:
            return Ask("respond", (s.defender,), final=True)
        s.answers = {s.defender: ACCEPTS}
        return None

    @rule("4.6")
    def response(self, s: NinjasState, chance: Chance) -> Next:
        words = s.answers[s.defender]
        s.remember("respond", s.defender, words)
        word = words[0]
        if word == ACCEPT:
            s.tell("accepted", seat=s.defender)
            return None
        kind = MEANING[word]
        if kind in COMMON:
            answered(s, words)
            return None
        if kind == "traitor":
            turn_round(s, word)
            return "window"
        if kind == "minstrel":
            return Instead(minstrel(s, word))
        if kind == "princess":
            enchanted(s, word)
        else:
            executed(s, word)
        return DONE

    @rule("4.6")
    def side_effect(self, s: NinjasState, chance: Chance) -> Next:
        discard_play(s)
        if not threatened(s):
            return "gems"
        if s.options.unique_side_effects == "choice":  # R19
            return Ask("unique_side_effect", (s.turn,), final=True)
        s.answers = {s.turn: ("destroy",)}
        return None

    @rule("4.6")
    def destroyed(self, s: NinjasState, chance: Chance) -> Next:
        s.tell("side_effect", seat=s.turn, target=s.target, kind=s.kind, deed=s.answers[s.turn][0])
        if s.answers[s.turn][0] == "destroy":
            tear_down(s, threatened(s))
        return None

    @rule("4.6")
    def gems(self, s: NinjasState, chance: Chance) -> Next:
        amount = min(s.strength, s.gems[s.defender])  # R46: first subtract, then cap
        if not amount:  # R23
            if s.strength:
                s.tell("no_gems", seat=s.defender)
            return DONE
        s.ends = True  # R6: wherever the gems end up
        return Instead(Road(amount))


def answered(s: NinjasState, words: Answer) -> None:
    """A common card or a revolt takes its strength from the attack; surplus is lost."""
    against = STRENGTH[MEANING[words[0]]] * len(words)
    before, s.strength = s.strength, max(0, s.strength - against)
    s.tell(
        "answered",
        seat=s.defender,
        target=s.aggressor,
        attack=in_lane(s),
        cards=words,
        strength=before,
        against=against,
        left=s.strength,
    )
    discard_play(s)
    play(s, s.defender, words, DISCARD)


def turn_round(s: NinjasState, word: str) -> None:
    """R12, R14, R15: the attack goes the other way, past all fortifications; a fresh window for whom it now meets."""
    s.tell("traitor", seat=s.defender, target=s.aggressor, card=word, kind=s.kind, cards=len(s.lane))
    play(s, s.defender, (word,), DISCARD)
    s.aggressor, s.defender = s.defender, s.aggressor
    s.turned += 1


def enchanted(s: NinjasState, word: str) -> None:
    """The princess takes the knight or dragon along; the turn goes on (R48)."""
    s.tell("princess", seat=s.defender, target=s.aggressor, card=word, kind=s.kind)
    play(s, s.defender, (word,), DISCARD)
    return_play(s, s.defender)


def executed(s: NinjasState, word: str) -> None:
    """The attack is over, and with it the turn, unless the turn player stopped his own attack (R13)."""
    s.ends = s.defender == s.target
    s.tell("executioner", seat=s.defender, target=s.aggressor, card=word, kind=s.kind, ends=s.ends, turn=s.turn)
    discard_play(s)
    play(s, s.defender, (word,), DISCARD)


def minstrel(s: NinjasState, word: str) -> Flow:
    """The cards in play return to the turn player's hand (R10, R11, R13), and the turn ends if the target played."""
    s.ends = s.defender == s.target
    s.tell("minstrel", seat=s.defender, target=s.turn, card=word, cards=in_lane(s), ends=s.ends)
    return_play(s, s.turn)
    play(s, s.defender, (word,), LANE)
    return MinstrelPlays(s.defender)


def threatened(s: NinjasState) -> str:
    """What a successful dragon or ninja may destroy: the zone of the rival's castle or archer."""
    zone = {"dragon": "castles", "ninja": "archers"}.get(s.kind, "")
    return zone if zone and getattr(s, zone)[s.target] else ""


def tear_down(s: NinjasState, zone: str) -> None:
    move(FIELDS, s, getattr(s, zone)[s.target], (zone, s.target), DISCARD)


class Road(Flow):
    """4.7 Captured gems are on the road, where a Highwayman may take them."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    @rule("4.7")
    def leave(self, s: NinjasState, chance: Chance) -> Next:
        lose(s, s.defender, self.amount)
        s.road, s.holder, s.robbed = self.amount, s.aggressor, s.defender
        s.tell("gems_leave", seat=s.defender, to=s.aggressor, amount=self.amount)
        return None

    @rule("4.7")
    def window(self, s: NinjasState, chance: Chance) -> Next:
        return Ask("highwayman", eligible(s), quiet=True, passing=DECLINE)

    @rule("4.7")
    def robbery(self, s: NinjasState, chance: Chance) -> Next:
        for seat, answer in s.answers.items():
            if answer[0] != DECLINE:
                s.tell("highwayman", seat=seat, victim=s.holder, amount=s.road, card=answer[0])
                play(s, seat, answer, DISCARD)
                s.robbed, s.holder = s.holder, seat
                return "window"
        return None

    @rule("4.7", "5.1")
    def arrive(self, s: NinjasState, chance: Chance) -> Next:
        for other in eligible(s):  # nobody robbed, so all of them let the gems pass
            s.remember("highwayman", other, DECLINES)
        seat, amount = s.holder, s.road
        s.road, s.holder, s.robbed = 0, NOBODY, NOBODY
        gain(s, seat, amount)
        s.tell("gems_kept", seat=seat, amount=amount, gems=s.gems[seat])
        return OVER if wins(s, seat) else DONE  # R5: only now


def eligible(s: NinjasState) -> Seats:
    """R3, R4, R45: who may rob, clockwise from the left of the holder; who holds no card is publicly out of it."""
    who = s.options.highwayman_eligibility
    if who == "auto":
        who = "anyone" if s.players == 2 else "out_of_turn"
    if who == "anyone":
        out: Seats = ()
    elif who == "out_of_turn":
        out = (s.turn, s.robbed)
    else:
        out = (s.turn, s.target)
    return tuple(seat for seat in s.rivals(s.holder) if seat not in out and s.hands[seat])
