"""Of Knights and Ninjas in words: prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from roundtable.engine import HIDDEN, Event
from roundtable.scene import Moment

from .cards import (
    CALLED,
    CARD,
    HELD,
    JESTER,
    KIND,
    MEANING,
    WALL_ARCHER,
)
from .questions import (
    ACCEPT,
    DECLINE,
    END_TURN,
    SEAT,
    can_redeal,
    monk_forms,
)
from .state import NinjasState

Names = Sequence[str]

WORDS: Final = {
    "fortify": "Fortify",
    "attack": "Attack",
    "special": "Special action",
    "discard": "Discard",
    "redeal": "Call for a re-deal",
    END_TURN: "End the turn",
    ACCEPT: "Accept",
    DECLINE: "Let them pass",
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


def a(words: str) -> str:
    return f"an {words}" if words[0] in "aeio" else f"a {words}"


def count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def listed(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else "nobody"


def force(words: Sequence[str]) -> str:
    """The cards of an attack or answer: "a knight", "3 peasants", "a jester as king"."""
    if len(words) == 1:
        return a(card(words[0]))
    jesters = sum(HELD[word] == JESTER for word in words)
    among = f" ({count(jesters, CALLED[JESTER])} among them)" if jesters else ""
    return f"{len(words)} {CALLED['peasant']}s{among}"


# -- prompts ---------------------------------------------------------------------------------------------------------


def prompt(v: NinjasState, seat: int, names: Names = ()) -> str:
    return _PROMPTS[v.question](v, seat, names)


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


def _choose_action(v: NinjasState, seat: int, names: Names) -> str:
    if not v.hands[seat]:
        return "Your hand is empty. Send the archer from your wall, or let it be."
    if v.players > 2:
        return "Fortify, attack a rival, play a special action, or discard a card."
    spare = "call for a re-deal" if len(v.hands[seat]) <= 3 and can_redeal(v) else "discard a card"
    return f"Fortify, attack, play a special action, or {spare}."


def _continue(v: NinjasState, seat: int, names: Names) -> str:
    return f"Go on against {calling(v.target, names)}, or end your turn."


def _respond_pre_attack(v: NinjasState, seat: int, names: Names) -> str:
    wall = "archer" if v.kind == "archer" else "castle"
    return f"{calling(v.turn, names)} plays {a(card(v.kind))} against your {wall}. Do you let it happen?"


def _respond(v: NinjasState, seat: int, names: Names) -> str:
    loss = min(v.strength, v.gems[seat])
    back = "Your own attack comes back" if seat == v.turn else f"{calling(v.aggressor, names)} attacks you"
    cost = f"Accept it and you lose {count(loss, 'gem')}" if loss else "You have no gem to lose"
    return f"{back} with {force(in_lane(v))} (strength {v.strength}). {cost}."


def in_lane(v: NinjasState) -> tuple[str, ...]:
    """The cards in play as they were declared."""
    return tuple(v.kind if KIND[piece] == v.kind else f"{JESTER}:{v.kind}" for piece in v.lane)


def _side_effect(v: NinjasState, seat: int, names: Names) -> str:
    rival = calling(v.target, names)
    return f"Burn {rival}'s castle?" if v.kind == "dragon" else f"Kill {rival}'s archer?"


def _highwayman(v: NinjasState, seat: int, names: Names) -> str:
    holder = calling(v.holder, names)
    return f"The road is open: {count(v.road, 'gem')} on the way to {holder}. Do you rob them?"


def _herald_offer(v: NinjasState, seat: int, names: Names) -> str:
    what = "two cards" if v.players == 2 else "a card"
    return f"{calling(v.turn, names)}'s herald calls. Choose {what} to show."


def _herald_pick(v: NinjasState, seat: int, names: Names) -> str:
    return "Take one of the cards shown."


def _monk_pay(v: NinjasState, seat: int, names: Names) -> str:
    forms = monk_forms(v, seat)
    how = " or ".join(count(amount, form[:-1]) for form, amount in forms.items())
    return f"{calling(v.turn, names)}'s monk taxes your castle: pay {how}."


def _minstrel_discard(v: NinjasState, seat: int, names: Names) -> str:
    return "The minstrel plays: discard two cards."


def _draft(v: NinjasState, seat: int, names: Names) -> str:
    drawn = a(card(KIND[v.draft[0]])) if v.draft[0] != HIDDEN else "a card"
    return f"You draw {drawn}. Keep it, or give it to {calling(1 - seat, names)} and draw again."


_PROMPTS: Final[dict[str, Callable[[NinjasState, int, Names], str]]] = {
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
    return f"{count(e['cards'], 'card')} each. {e['goal']} gems win. {names[e['seat']]} begins."


def _drew(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} draws {_which(e['cards'])}."


def _fortified(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} fortifies: {listed(card(word) for word in e['cards'])}."


def _discarded(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} discards {listed(a(card(word)) for word in e['cards'])}."


def _pre_attack(e: Event, names: Names) -> str:
    who, rival = names[e["seat"]], names[e["target"]]
    if e["card"] == "ladder":
        return f"{who} sets a ladder against {rival}'s castle."
    if e["card"] == "catapult":
        return f"{who} aims a catapult at {rival}'s castle."
    whose = "The archer on the wall" if e["card"] == WALL_ARCHER else a(card(e["card"])).capitalize()
    return f"{whose} of {who} draws on {rival}'s archer."


def _pre_attack_done(e: Event, names: Names) -> str:
    if e["kind"] == "ladder":
        return "The way up is free."
    return f"{names[e['target']]}'s {'castle' if e['kind'] == 'catapult' else 'archer'} falls."


def _attack(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} attacks {names[e['target']]} with {force(e['cards'])} ({e['strength']})."


def _accepted(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} takes it."


def _answered(e: Event, names: Names) -> str:
    sum_ = f"{e['strength']} − {e['against']} = {e['left']}" if e["left"] else "the attack is beaten off"
    return f"{names[e['seat']]} answers with {force(e['cards'])} ({e['against']}): {sum_}."


def _traitor(e: Event, names: Names) -> str:
    what = f"the {card(e['kind'])} turns" if e["cards"] == 1 else f"{e['cards']} {card(e['kind'])}s turn"
    return f"{names[e['seat']]} plays {a(card(e['card']))}: {what} against {names[e['target']]}."


def _princess(e: Event, names: Names) -> str:
    return f"{names[e['seat']]}'s {card(e['card'])} takes the {card(e['kind'])} home."


def _executioner(e: Event, names: Names) -> str:
    end = f"ends the attack and {names[e['turn']]}'s turn" if e["ends"] else "ends the attack"
    return f"{names[e['seat']]}'s {card(e['card'])} {end}."


def _minstrel(e: Event, names: Names) -> str:
    end = ", and the turn ends" if e["ends"] else ""
    return (
        f"{names[e['seat']]}'s {card(e['card'])} plays: {names[e['target']]} takes the attack back into the hand{end}."
    )


def _side_effect_told(e: Event, names: Names) -> str:
    wall = "castle" if e["kind"] == "dragon" else "archer"
    deed = {"castle": "burns", "archer": "kills"}[wall] if e["deed"] == "destroy" else "spares"
    return f"The {card(e['kind'])} {deed} {names[e['target']]}'s {wall}."


def _no_gems(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} has no gem to lose."


def _gems_leave(e: Event, names: Names) -> str:
    leave = "leaves" if e["amount"] == 1 else "leave"
    return f"{count(e['amount'], 'gem')} {leave} {names[e['seat']]} for {names[e['to']]}."


def _highwayman_told(e: Event, names: Names) -> str:
    them = "the gem" if e["amount"] == 1 else f"the {e['amount']} gems"
    return f"{names[e['seat']]}'s {card(e['card'])} takes {them} from {names[e['victim']]}."


def _gems_kept(e: Event, names: Names) -> str:
    them = "it" if e["amount"] == 1 else "them"
    return f"{names[e['seat']]} keeps {them}: {count(e['gems'], 'gem')}."


def _special(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} plays {a(card(e['card']))}."


def _herald_shown(e: Event, names: Names) -> str:
    shown = "; ".join(f"{names[seat]} shows {listed(a(card(kind)) for kind in kinds)}" for seat, kinds in e["shown"])
    return f"{names[e['seat']]}'s herald: {shown}."


def _herald_took(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} takes the {card(e['card'])} from {names[e['owner']]}."


def _merchant(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} pays {names[e['target']]} {count(e['gems'], 'gem')} and takes {_which(e['cards'])}."


def _which(cards: Sequence[int]) -> str:
    """Cards that changed hands: named to those who know them, counted for the others."""
    if HIDDEN in cards:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return listed(a(card(KIND[piece])) for piece in cards)


def _taxed_gems(e: Event, names: Names) -> str:
    return f"{names[e['monk']]}'s monk taxes {names[e['seat']]}: {count(e['amount'], 'gem')}."


def _taxed_cards(e: Event, names: Names) -> str:
    return f"{names[e['monk']]}'s monk taxes {names[e['seat']]}: {_which(e['cards'])}."


def _reshuffled(e: Event, names: Names) -> str:
    return f"The deck is reshuffled. {count(e['goal'], 'gem')} now {'wins' if e['goal'] == 1 else 'win'}."


def _exhausted(e: Event, names: Names) -> str:
    who, most = listed(names[seat] for seat in e["seats"]), count(e["gems"], "gem")
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
    "turn_started": _who("{}'s turn."),
    "minstrel_left": _who("{}'s minstrel leaves."),
    "drew": _drew,
    "no_cards": _who("{} has no cards."),
    "fortified": _fortified,
    "discarded": _discarded,
    "pre_attack": _pre_attack,
    "pre_attack_done": _pre_attack_done,
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
