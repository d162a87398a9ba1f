"""Knight's Duty in words: callings, prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from roundtable.engine import Event
from roundtable.scene import Moment

from .cards import CLAN, CLAN_NAMES, CLANS, EMPTY, TOKEN_NAMES
from .state import BROKEN, NOBODY, DutyState

TOKEN_WORDS: Final = {**TOKEN_NAMES, EMPTY: "Leave empty"}


WORDS: Final = {
    "stay": "Stay",
    "none": "Nobody",
    "insist": "Insist",
    "yield": "Yield",
    "strike": "Strike",
    "wait": "Wait",
    "use": "Use Inspiration",
    "keep": "Keep it",
    **TOKEN_WORDS,
}


def callings(s: DutyState, names: Sequence[str]) -> Sequence[str]:
    """Knights are called by their colour once they have one."""
    return _called(s.clans, tuple(names))


@lru_cache(1024)
def _called(clans: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(CLANS[clan].capitalize() if clan >= 0 else name for clan, name in zip(clans, names, strict=True))


def prompt(v: DutyState, seat: int) -> str:
    question = v.question
    if question == "choose_clan":
        return "Choose your clan: it fixes your colour and your side of the arena."
    if question == "program_actions":
        return f"Lay {v.allowed[seat]} tokens face down on your tracker, slot by slot."
    if question == "choose_move":
        return "Move to a space beside you, or stay."
    if question == "agree_move":
        goal = v.goals[seat]
        rivals = [clan_of(v, q) for q in range(v.players) if q != seat and v.goals[q] == goal]
        return f"{_list(rivals)} also wants {v.field.labels[goal]}. Insist or yield?"
    if question == "declare_target":
        return f"Whom do you attack with the {v.weapon[seat]}?"
    if question == "agree_strike":
        others = [clan_of(v, q) for q in range(v.players) if q != seat and v.targets[q] == v.targets[seat]]
        return f"{_list(others)} attacks {clan_of(v, v.targets[seat])} too. Strike first or wait?"
    if question == "retarget":
        return f"{clan_of(v, v.targets[seat])} was struck before you. Choose your target anew."
    attacker = v.order[0]
    target = v.targets[attacker]
    hearts, shields = v.pile
    odds = f"{count(hearts, 'Heart')} and {count(shields, 'Shield')}"
    if seat == attacker:
        return f"You attack {clan_of(v, target)}: {odds}. Use Inspiration for one more Heart?"
    effect = "one Heart less" if v.options.target_inspiration == "remove_heart" else "one more Shield"
    return f"{clan_of(v, attacker)} attacks you: {odds}. Use Inspiration for {effect}?"


def clan_of(v: DutyState, seat: int) -> str:
    return CLANS[v.clans[seat]].capitalize()


def label(v: DutyState, atom: str) -> str:
    if atom in CLAN:
        return CLAN_NAMES[CLAN[atom]] if v.question == "choose_clan" else f"{atom.capitalize()}"
    return WORDS.get(atom, atom)


def _list(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else "nobody"


# -- the log ---------------------------------------------------------------------------------------------------------


def say(event: Event, names: Sequence[str]) -> str:
    """An event as a sentence; events that another sentence already tells say nothing."""
    tell = _SENTENCES.get(event.name)
    return tell(event, names) if tell is not None else ""


def _clan_taken(e: Event, names: Sequence[str]) -> str:
    clan = e["clan"]
    return f"{CLANS[clan].capitalize()} is {CLAN_NAMES[clan]}."


def _regained(e: Event, names: Sequence[str]) -> str:
    who = names[e["seat"]]
    return {
        "high_ground_start": f"{who} stands on the High Ground and is inspired again.",
        "high_ground_landing": f"{who} reaches the High Ground and is inspired.",
        "defeat": f"The victory inspires {who} again.",
        "parry": f"The parry inspires {who} again.",
    }[e["why"]]


def _revealed(e: Event, names: Sequence[str]) -> str:
    acts = {"attack": " (attack)", "swap": " (take up)"}
    return (
        f"Slot {e['slot']}: "
        + ", ".join(f"{names[q]} {token}{acts.get(act, '')}" for q, token, act in e["shown"])
        + "."
    )


def _agreement(e: Event, names: Sequence[str]) -> str:
    who, insist = _list(names[q] for q in e["seats"]), e["insist"]
    if len(insist) == 1:
        return f"{who} want {e['label']}: {names[insist[0]]} insists and gets the way free."
    how = "nobody insists" if not insist else f"{_list(names[q] for q in insist)} insist"
    return f"{who} want {e['label']}: {how}, nobody enters."


def _failed(e: Event, names: Sequence[str]) -> str:
    who, by = names[e["seat"]], e["by"]
    if e["why"] == "blocked":
        return f"{who}'s way to {e['label']} is blocked by {names[by]}."
    if e["why"] == "swap blocked":
        return f"{who} cannot change places at {e['label']}."
    return f"{who} yields {e['label']} and stays." if e["why"] == "yielded" else f"{who} does not get to {e['label']}."


def _targets(e: Event, names: Sequence[str]) -> str:
    pairs = (f"{names[q]} → {names[t] if t != NOBODY else 'nobody'}" for q, t in e["targets"])
    return f"Targets: {', '.join(pairs)}."


def _waits(e: Event, names: Sequence[str]) -> str:
    return ", ".join(f"{names[q]} {'waits' if waits else 'strikes'}" for q, waits in e["waits"]) + "."


def _retargeted(e: Event, names: Sequence[str]) -> str:
    target = e["target"]
    return f"{names[e['seat']]} chooses anew: {names[target] if target != NOBODY else 'nobody'}."


def _pile(e: Event, names: Sequence[str]) -> str:
    guard = " (defending)" if e["defending"] else ""
    return (
        f"{names[e['seat']]} attacks {names[e['target']]}{guard} with the {e['weapon']}: "
        f"{count(e['hearts'], 'Heart')}, {count(e['shields'], 'Shield')}."
    )


def count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _inspiration(e: Event, names: Sequence[str]) -> str:
    used = [names[q] for q, uses in ((e["seat"], e["used"][0]), (e["target"], e["used"][1])) if uses]
    hearts, cards = e["hearts"], e["hearts"] + e["shields"]
    chance = f"{hearts} of {cards} cards are Hearts ({round(100 * hearts / cards)} %)."
    return f"{_list(used)} {'uses' if len(used) == 1 else 'use'} Inspiration. {chance}" if used else chance


def _card(e: Event, names: Sequence[str]) -> str:
    return "A Heart: hit." if e["card"] == "heart" else "A Shield: miss."


def _worthless(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['target']]} was defeated already." if e["worthless"] else ""


def _storm(e: Event, names: Sequence[str]) -> str:
    return f"The storm strikes {names[e['seat']]}" + (": the heart breaks." if e["hearts"] == BROKEN else ".")


def _over(e: Event, names: Sequence[str]) -> str:
    who = _list(names[q] for q in e["seats"])
    if e["how"] == "winner":
        return f"{who} is the last knight standing."
    if e["how"] == "nobody":
        return f"Nobody is left standing: a draw between {who}."
    calm = f"{e['calm']} turns without a hit" if e["calm"] else "The last turn is over"
    return f"{calm}: a draw between {who}." if len(e["seats"]) > 1 else f"{calm}: {who} is ahead and wins."


def _line(template: str) -> Callable[[Event, Sequence[str]], str]:
    """A sentence from a template; {who}, {by} and {target} are seats."""

    def tell(e: Event, names: Sequence[str]) -> str:
        seats: dict[str, Any] = {key: names[e[fact]] for key, fact in _SEATS if isinstance(e.get(fact), int)}
        return template.format(**{**e.facts, **seats})

    return tell


_SEATS: Final = (("who", "seat"), ("by", "by"), ("target", "target"))

_SENTENCES: Final[dict[str, Callable[[Event, Sequence[str]], str]]] = {
    "clan_taken": _clan_taken,
    "turn_started": _line("Turn {turn}."),
    "inspiration_regained": _regained,
    "tracker_ready": _line("{who} is ready ({tokens} tokens)."),
    "slot_revealed": _revealed,
    "third_action_lost": _line("{who} loses the third action."),
    "move_agreement": _agreement,
    "move_failed": _failed,
    "moved": _line("{who} moves {start} → {to}."),
    "equipped": lambda e, names: (
        f"{names[e['seat']]} takes up the {e['weapon']}" + (f" and lays down the {e['old']}." if e["old"] else ".")
    ),
    "defending": _line("{who} raises the shield."),
    "parrying": _line("{who} is ready to parry."),
    "attack_forfeited": _line("{who} has nobody in range."),
    "targets_declared": _targets,
    "strike_agreement": _waits,
    "attack_order": lambda e, names: f"Order of the attacks: {', '.join(names[q] for q in e['order'])}.",
    "retargeted": _retargeted,
    "pile_built": _pile,
    "inspiration_answers": _inspiration,
    "no_heart": _line("No Heart in the pile: a miss."),
    "card_drawn": _card,
    "fumbled": _line("A miss against a parry: {who} drops the {weapon}."),
    "hit": _worthless,
    "heart_broken": _line("{who}'s heart is broken."),
    "defeated": _line("{who} is defeated by {by}."),
    "knight_removed": _line("{who} leaves the field (place {place})."),
    "storm_hit": _storm,
    "match_over": _over,
}

HEADINGS: Final = frozenset({"turn_started", "slot_revealed"})
MOMENTS: Final = {
    "heart_broken": Moment("hearts", "break"),
    "defeated": Moment("hearts", "break", 3),
    "match_over": Moment("laurels", "unfurl"),
}
