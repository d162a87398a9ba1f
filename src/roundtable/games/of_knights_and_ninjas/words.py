"""Of Knights and Ninjas in words: prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roundtable.engine import HIDDEN, Event
from roundtable.engine.grammar import a, capital, count, listed, many, things, verb, whose
from roundtable.scene import Moment

from .cards import CALLED, CARD, HELD, JESTER, KIND, MEANING, WALL_ARCHER
from .questions import ACCEPT, DECLINE, END_TURN, QUESTIONS, SEAT, monk_forms
from .rules.table import in_lane
from .state import NinjasState

Names = Sequence[str]
Offers = Sequence[str]  # with what an answer may begin

WORDS: Final = {
    "fortify": "Fortify",
    "attack": "Attack",
    "special": "Special action",
    "discard": "Discard",
    "redeal": "Call for a re-deal",
    END_TURN: "End the turn",
    ACCEPT: "Accept",
    "destroy": "Destroy it",
    "spare": "Spare it",
    "gems": "Pay in gems",
    "cards": "Pay in cards",
    "keep": "Keep",
    "give": "Give away",
    WALL_ARCHER: "Archer from your wall",
}


def calling(seat: int, names: Names = ()) -> str:
    return names[seat] if names else f"Player {seat + 1}"


def label(v: NinjasState, atom: str, names: Names = ()) -> str:
    """An atom in words."""
    if atom == DECLINE:
        return f"Let {them(v.road)} pass"
    if atom in WORDS:
        return WORDS[atom]
    if atom in SEAT:
        return calling(SEAT[atom], names)
    if atom in HELD and HELD[atom] != atom:
        return f"{CARD[JESTER].name} as {CALLED[MEANING[atom]]}"
    return CARD[atom].name if atom in CARD else atom.capitalize()


def card(word: str) -> str:
    """A played card in a sentence.

    >>> card("king"), card("jester:archer"), card("wall:archer")
    ('king', 'jester as archer', 'archer')
    """
    if word in HELD and HELD[word] != word:
        return f"{CALLED[JESTER]} as {CALLED[MEANING[word]]}"
    return CALLED[MEANING[word]]


def force(words: Sequence[str]) -> str:
    """The cards of an attack or answer: "a knight", "3 peasants", "a jester as king"."""
    if len(words) == 1:
        return a(card(words[0]))
    jesters = sum(HELD[word] == JESTER for word in words)
    among = f", {jesters} of them {a(CALLED[JESTER]) if jesters == 1 else many(CALLED[JESTER])}" if jesters else ""
    return f"{count(len(words), CALLED['peasant'])}{among}"


# -- prompts ---------------------------------------------------------------------------------------------------------


def prompt(v: NinjasState, seat: int, names: Names = ()) -> str:
    """The open question, made from what is offered."""
    return _PROMPTS[v.question](v, seat, names, QUESTIONS[v.question].choice(v, seat).atoms(()))


def step(chosen: tuple[str, ...], names: Names) -> str:
    """What is asked next while an answer is being composed ("" for the question as it stands)."""
    if not chosen:
        return ""
    if chosen[0] == "attack":
        if len(chosen) == 1:
            return "Whom do you attack?"
        whom = calling(SEAT[chosen[1]], names)
        return f"How many march against {whom}?" if len(chosen) > 2 else f"What do you send against {whom}?"
    if chosen[0] == "special":
        return "Whom do you trade with?" if len(chosen) > 1 else "Which special action?"
    steps = {"fortify": "Which walls do you raise?", "discard": "Which card do you discard?"}
    return steps.get(chosen[0], "Which cards do you give?" if chosen[0] == "cards" else "")


DEEDS: Final = {
    "fortify": "fortify",
    "attack": "attack a rival",
    "special": "play a special action",
    "discard": "discard a card",
    "redeal": "call for a re-deal",
    END_TURN: "end your turn",
}


def _choose_action(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    deeds = [DEEDS[deed] for deed in offers]
    if not v.hands[seat]:  # only the archer on the wall is left
        deeds[0] = f"{deeds[0]} with the {CALLED['archer']} from your wall"
    return ("" if v.hands[seat] else "Your hand is empty. ") + capital(listed(deeds, last="or")) + "."


def _continue(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    rival = calling(v.target, names)
    if len(offers) == 1:
        return f"You have nothing more that could be sent against {rival}: end your turn."
    return f"Go on against {rival}, or end your turn."


def _respond_pre_attack(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    wall = "archer" if v.kind == "archer" else "castle"
    played = f"{calling(v.turn, names)} plays {force(in_lane(v))} against your {CALLED[wall]}."
    return f"{played} {'Do you let it happen?' if len(offers) > 1 else 'You have no answer to it.'}"


def _respond(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    back = "Your own attack comes back" if seat == v.turn else f"{calling(v.aggressor, names)} attacks you"
    stake = f"lose {at_stake(v, seat)}"
    accept = f"Answer it, or accept it and {stake}" if len(offers) > 1 else f"You have no answer to it: you {stake}"
    return f"{back} with {force(in_lane(v))}, strength {v.strength}. {accept}."


def at_stake(v: NinjasState, seat: int) -> str:
    """What the attack costs whoever accepts it."""
    stakes = [count(min(v.strength, v.gems[seat]), "gem")]
    wall = {"dragon": ("castle", v.castles), "ninja": ("archer", v.archers)}.get(v.kind)
    if wall is not None and wall[1][seat]:
        perhaps = "perhaps " if v.options.unique_side_effects == "choice" else ""
        stakes.append(f"{perhaps}your {CALLED[wall[0]]}")
    return listed(stakes)


def _side_effect(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    deed, wall = ("burn", "castle") if v.kind == "dragon" else ("kill", "archer")
    return f"Shall your {CALLED[v.kind]} {deed} {whose(calling(v.target, names))} {CALLED[wall]}?"


def _highwayman(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    road = f"The road is open: {count(v.road, 'gem')} on the way to {calling(v.holder, names)}."
    if len(offers) == 1:
        return f"{road} You have no {CALLED['highwayman']} to rob {them(v.road)}."
    return f"{road} Do you rob {them(v.road)}?"


def them(gems: int) -> str:
    return "it" if gems == 1 else "them"


def _herald_offer(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    what = "two cards" if v.players == 2 else "a card"
    return f"{whose(calling(v.turn, names))} {CALLED['herald']} calls. Choose {what} to show."


def _herald_pick(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    return "Take one of the cards shown."


def _monk_pay(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    forms = monk_forms(v, seat)
    how = listed((count(amount, form[:-1]) for form, amount in forms.items()), last="or")
    return f"{whose(calling(v.turn, names))} {CALLED['monk']} taxes your {CALLED['castle']}: pay {how}."


def _minstrel_discard(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    return f"The {CALLED['minstrel']} plays: discard two cards."


def _draft(v: NinjasState, seat: int, names: Names, offers: Offers) -> str:
    drawn = a(card(KIND[v.draft[0]])) if v.draft[0] != HIDDEN else "a card"
    return f"You draw {drawn}. Keep it, or give it to {calling(1 - seat, names)} and draw again."


_PROMPTS: Final[dict[str, Callable[[NinjasState, int, Names, Offers], str]]] = {
    "choose_action": _choose_action,
    "continue_attack": _continue,
    "respond_pre_attack": _respond_pre_attack,
    "respond": _respond,
    "unique_side_effect": _side_effect,
    "highwayman": _highwayman,
    "herald_offer": _herald_offer,
    "herald_pick": _herald_pick,
    "monk_pay": _monk_pay,
    "minstrel_discard": _minstrel_discard,
    "draft": _draft,
}


# -- the log ---------------------------------------------------------------------------------------------------------


def say(event: Event, names: Names) -> str:
    """An event as a sentence."""
    return SENTENCES[event.name](event, names)


def _dealt(e: Event, names: Names) -> str:
    dealt = f"{count(e['cards'], 'card')} each. " if e["cards"] else ""
    return f"{dealt}{_goal(e['goal'])}. {names[e['seat']]} begins."


def _duel(e: Event, names: Names) -> str:
    return f"A duel: {count(e['gems'], 'gem')} each. {_goal(e['goal'])}."


def _goal(gems: int) -> str:
    return f"{count(gems, 'gem')} {verb(gems, 'win')}"


def _drew(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} draws {_which(e['cards'])}."


def _fortified(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} fortifies with {things(card(word) for word in e['cards'])}."


def _discarded(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} discards {things(card(word) for word in e['cards'])}."


def _pre_attack(e: Event, names: Names) -> str:
    who, rival, kind = names[e["seat"]], whose(names[e["target"]]), MEANING[e["card"]]
    if kind == "ladder":
        return f"{who} sets {a(card(kind))} against {rival} {CALLED['castle']}."
    if kind == "catapult":
        return f"{who} aims {a(card(kind))} at {rival} {CALLED['castle']}."
    shooter = f"the {card(kind)} on the wall" if e["card"] == WALL_ARCHER else a(card(e["card"]))
    return f"{who} lets {shooter} shoot at {rival} {CALLED['archer']}."


def _pre_attack_done(e: Event, names: Names) -> str:
    rival, kind, used = whose(names[e["target"]]), MEANING[e["card"]], card(e["card"])
    if kind == "ladder":
        archer = f"The {used} stands, but the {CALLED['archer']} still guards the wall."
        return archer if e["archer"] else "The way up is free."
    wall = "castle" if kind == "catapult" else "archer"
    shooter = f"the {used}" if kind == "catapult" else f"{whose(names[e['seat']])} {used}"
    return f"{rival} {CALLED[wall]} falls, and {shooter} is discarded."


def _ladder_left(e: Event, names: Names) -> str:
    return f"The {CALLED['ladder']} is discarded."


def _walls_fell(e: Event, names: Names) -> str:
    walls = e["walls"]
    return f"{whose(names[e['seat']])} {listed(CALLED[wall] for wall in walls)} {verb(len(walls), 'fall')}."


def _attack(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} attacks {names[e['target']]} with {force(e['cards'])} ({e['strength']})."


def _accepted(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} accepts the attack."


def _answered(e: Event, names: Names) -> str:
    sum_ = f"{e['strength']} − {e['against']} = {e['left']}" if e["left"] else "the attack is beaten off"
    return f"{names[e['seat']]} answers with {force(e['cards'])} ({e['against']}): {sum_}."


def _traitor(e: Event, names: Names) -> str:
    what = f"the {card(e['kind'])} turns" if e["cards"] == 1 else f"{count(e['cards'], card(e['kind']))} turn"
    return f"{names[e['seat']]} plays {a(card(e['card']))}: {what} against {names[e['target']]}."


def _princess(e: Event, names: Names) -> str:
    return f"{names[e['seat']]}'s {card(e['card'])} takes the {card(e['kind'])} home."


def _executioner(e: Event, names: Names) -> str:
    end = f"ends the attack and {names[e['turn']]}'s turn" if e["ends"] else "ends the attack"
    return f"{names[e['seat']]}'s {card(e['card'])} {end}."


def _minstrel(e: Event, names: Names) -> str:
    end = ", and the turn ends" if e["ends"] else ""
    return (
        f"{whose(names[e['seat']])} {card(e['card'])} plays: {names[e['target']]} takes back {force(e['cards'])}{end}."
    )


def _side_effect_told(e: Event, names: Names) -> str:
    deed, wall = ("burns", "castle") if e["kind"] == "dragon" else ("kills", "archer")
    deed = deed if e["deed"] == "destroy" else "spares"
    return f"The {card(e['kind'])} {deed} {whose(names[e['target']])} {CALLED[wall]}."


def _no_gems(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} has no gem to lose."


def _gems_leave(e: Event, names: Names) -> str:
    gems = e["amount"]
    return f"{count(gems, 'gem')} {verb(gems, 'leave')} {names[e['seat']]} for {names[e['to']]}."


def _highwayman_told(e: Event, names: Names) -> str:
    gems = "the gem" if e["amount"] == 1 else f"the {count(e['amount'], 'gem')}"
    return f"{whose(names[e['seat']])} {card(e['card'])} takes {gems} from {names[e['victim']]}."


def _gems_kept(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} keeps {them(e['amount'])} and has {count(e['gems'], 'gem')} now."


def _special(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} plays {a(card(e['card']))}."


def _herald_shown(e: Event, names: Names) -> str:
    shown = "; ".join(f"{names[seat]} shows {things(card(kind) for kind in kinds)}" for seat, kinds in e["shown"])
    return f"{names[e['seat']]}'s herald: {shown}."


def _herald_took(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} takes the {card(e['card'])} from {names[e['owner']]}."


def _merchant(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} pays {names[e['target']]} {count(e['gems'], 'gem')} and takes {_which(e['cards'])}."


def _which(cards: Sequence[int]) -> str:
    """Cards that changed hands: named to those who know them, counted for the others."""
    if HIDDEN in cards:
        return "a card" if len(cards) == 1 else count(len(cards), "card")
    return things(card(KIND[piece]) for piece in cards)


def _taxed_gems(e: Event, names: Names) -> str:
    return f"{names[e['monk']]}'s monk taxes {names[e['seat']]}: {count(e['amount'], 'gem')}."


def _taxed_cards(e: Event, names: Names) -> str:
    return f"{names[e['monk']]}'s monk taxes {names[e['seat']]}: {_which(e['cards'])}."


def _reshuffled(e: Event, names: Names) -> str:
    goal = f" {count(e['goal'], 'gem')} now {verb(e['goal'], 'win')}." if e["goal"] != e["before"] else ""
    return f"The deck is reshuffled.{goal}"


def _exhausted(e: Event, names: Names) -> str:
    who, most = listed(names[seat] for seat in e["seats"]), count(e["gems"], "gem")
    if len(e["seats"]) == len(names):
        return f"The deck is used up. It is a draw: {most} each."
    ends = "becomes ruler" if len(e["seats"]) == 1 else "rule together"
    return f"The deck is used up. {who} {ends} with {most}."


def _draft_dealt(e: Event, names: Names) -> str:
    return f"New draft: {count(e['cards'], 'card')}. {names[e['seat']]} picks first."


def _kept_card(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} keeps {_which(e['card'])}."


def _gave_card(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} gives {_which(e['card'])} to {names[e['to']]}."


def _ruler(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} holds {count(e['gems'], 'gem')} and becomes ruler."


def _who(sentence: str) -> Callable[[Event, Names], str]:
    def tell(e: Event, names: Names) -> str:
        return sentence.format(names[e["seat"]])

    return tell


SENTENCES: Final[dict[str, Callable[[Event, Names], str]]] = {
    "dealt": _dealt,
    "duel": _duel,
    "turn_started": _who("{}'s turn."),
    "minstrel_left": _who("{}'s minstrel leaves."),
    "drew": _drew,
    "no_cards": _who("{} has no cards."),
    "fortified": _fortified,
    "discarded": _discarded,
    "pre_attack": _pre_attack,
    "pre_attack_done": _pre_attack_done,
    "ladder_left": _ladder_left,
    "walls_fell": _walls_fell,
    "attack": _attack,
    "accepted": _accepted,
    "answered": _answered,
    "traitor": _traitor,
    "princess": _princess,
    "executioner": _executioner,
    "minstrel": _minstrel,
    "side_effect": _side_effect_told,
    "no_gems": _no_gems,
    "gems_leave": _gems_leave,
    "highwayman": _highwayman_told,
    "gems_kept": _gems_kept,
    "special": _special,
    "herald_shown": _herald_shown,
    "herald_took": _herald_took,
    "merchant": _merchant,
    "taxed_gems": _taxed_gems,
    "taxed_cards": _taxed_cards,
    "reshuffled": _reshuffled,
    "exhausted": _exhausted,
    "draft_dealt": _draft_dealt,
    "kept_card": _kept_card,
    "gave_card": _gave_card,
    "redeal": _who("{} calls for a re-deal."),
    "ruler": _ruler,
}

HEADINGS: Final = frozenset({"turn_started", "draft_dealt"})
MOMENTS: Final = {
    "traitor": Moment("backstab", "clash", 2),
    "executioner": Moment("broadsword", "clash", 2),
    "highwayman": Moment("cut-diamond", "gleam", 3),
    "ruler": Moment("crown", "unfurl"),
}
