"""Knight's Duty in words: callings, prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from roundtable.engine import Event
from roundtable.engine.callings import called, person
from roundtable.engine.grammar import capital, count, listed, verb
from roundtable.scene import Moment

from .cards import CLAN, CLAN_NAMES, CLANS, EMPTY, TOKEN_NAMES
from .state import BROKEN, NOBODY, DutyState

TEAMS: Final = ("Lions", "Eagles", "Unicorns")
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
    return called([CLANS[clan].capitalize() if clan >= 0 else "" for clan in clans], names)


def clan_of(v: DutyState, seat: int) -> str:
    return CLANS[v.clans[seat]].capitalize()


def team(number: int) -> str:
    return f"the {TEAMS[number]}"


def label(v: DutyState, atom: str) -> str:
    if atom in CLAN:
        return CLAN_NAMES[CLAN[atom]] if v.question == "choose_clan" else f"{atom.capitalize()}"
    return WORDS.get(atom, atom)


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: DutyState, seat: int) -> str:
    return _PROMPTS[v.question](v, seat)


def _choose_clan(v: DutyState, seat: int) -> str:
    return "Choose your clan: it fixes your colour and your side of the arena."


def _program(v: DutyState, seat: int) -> str:
    return f"Lay {count(v.allowed[seat], 'token')} face down on your tracker, slot by slot."


def _choose_move(v: DutyState, seat: int) -> str:
    return "Move to a space beside you, or stay."


def _agree_move(v: DutyState, seat: int) -> str:
    goal = v.goals[seat]
    rivals = [clan_of(v, q) for q in range(v.players) if q != seat and v.goals[q] == goal]
    return f"{listed(rivals)} also {verb(len(rivals), 'want')} {v.field.labels[goal]}. Insist or yield?"


def _declare_target(v: DutyState, seat: int) -> str:
    return f"Whom do you attack with the {v.weapon[seat]}?"


def _agree_strike(v: DutyState, seat: int) -> str:
    target = v.targets[seat]
    others = [clan_of(v, q) for q in range(v.players) if q != seat and v.targets[q] == target]
    return f"{listed(others)} {verb(len(others), 'attack')} {clan_of(v, target)} too. Strike first or wait?"


def _retarget(v: DutyState, seat: int) -> str:
    return f"{clan_of(v, v.targets[seat])} was attacked before you. Choose your target anew, or nobody."


def _use_inspiration(v: DutyState, seat: int) -> str:
    attacker = v.order[0]
    target = v.targets[attacker]
    other = target if seat == attacker else attacker
    hearts, shields = v.pile
    attack = f"You attack {clan_of(v, target)}" if seat == attacker else f"{clan_of(v, attacker)} attacks you"
    heard = ""
    if v.used[seat == attacker]:  # R23: in order, and the other one was first
        heard = f" {clan_of(v, other)} uses Inspiration."
    elif v.inspired[other] and v.options.inspiration_order == FIRST[seat == attacker]:
        heard = f" {clan_of(v, other)} keeps Inspiration."
    effect = "one more Heart"
    if seat == target:
        effect = "one Heart less" if v.options.target_inspiration == "remove_heart" else "one more Shield"
    return f"{attack}: {count(hearts, 'Heart')} and {count(shields, 'Shield')}.{heard} Use Inspiration for {effect}?"


FIRST: Final = ("attacker_first", "target_first")  # the order in which the target, the attacker comes second
_PROMPTS: Final = {
    "choose_clan": _choose_clan,
    "program_actions": _program,
    "choose_move": _choose_move,
    "agree_move": _agree_move,
    "declare_target": _declare_target,
    "agree_strike": _agree_strike,
    "retarget": _retarget,
    "use_inspiration": _use_inspiration,
}


# -- the log -----------------------------------------------------------------------------------------------------------


def say(event: Event, names: Sequence[str]) -> str:
    """An event as a sentence; events that another sentence already tells say nothing."""
    tell = _SENTENCES.get(event.name)
    return tell(event, names) if tell is not None else ""


def _clan_taken(e: Event, names: Sequence[str]) -> str:
    clan = e["clan"]
    return f"{person(names, e['seat'])} leads {CLANS[clan].capitalize()}, the clan {CLAN_NAMES[clan]}."


def _placed(e: Event, names: Sequence[str]) -> str:
    stand = listed(f"{names[q]} on {space}" for q, space in e["spaces"])
    record = " Once the match is over, its record shows every token." if e["first"] else ""
    return f"The knights take their places: {stand}.{record}"


def _teams(e: Event, names: Sequence[str]) -> str:
    told = listed(f"{team(number)} ({listed(names[q] for q in mates)})" for number, mates in e["teams"])
    return f"They fight in teams: {told}. A team stands as long as one of its knights does."


def _storm_near(e: Event, names: Sequence[str]) -> str:
    safe = e["safe"]
    where = f"farther than {count(safe, 'space')} from the High Ground" if safe else "not on the High Ground"
    return f"The storm closes in: from this turn on it strikes whoever ends a turn {where}."


def _regained(e: Event, names: Sequence[str]) -> str:
    who = names[e["seat"]]
    return {
        "high_ground_start": f"{who} stands on the High Ground and is inspired again.",
        "high_ground_landing": f"{who} reaches the High Ground and is inspired.",
        "defeat": f"The victory inspires {who} again.",
        "parry": f"The parry inspires {who} again.",
    }[e["why"]]


def _ready(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['seat']]} is ready ({count(e['tokens'], 'token')})."


def _revealed(e: Event, names: Sequence[str]) -> str:
    acts = {"attack": " (attack)", "swap": " (take up)"}
    shown = (f"{names[q]} {token}{acts.get(act, '')}" for q, token, act in e["shown"])
    return f"Slot {e['slot']}: {', '.join(shown)}."


def _stayed(e: Event, names: Sequence[str]) -> str:
    return f"{listed(names[q] for q in e['seats'])} {verb(len(e['seats']), 'stay')} in place."


def _contest(e: Event, names: Sequence[str]) -> str:
    insist = e["insist"]
    wanted = f"{listed(names[q] for q in e['seats'])} want {e['label']}"
    if not e["asked"]:
        return f"{wanted}: nobody gets it."
    if len(insist) == 1:
        return f"{wanted}: only {names[insist[0]]} insists."
    how = f"{listed(names[q] for q in insist)} insist" if insist else "all yield"
    return f"{wanted}: {how}, so nobody gets it."


def _failed(e: Event, names: Sequence[str]) -> str:
    """Only what the contest has not told."""
    who = names[e["seat"]]
    if e["why"] == "blocked":
        return f"{who}'s way to {e['label']} is blocked by {names[e['by']]}."
    return f"{who} cannot change places at {e['label']}." if e["why"] == "swap blocked" else ""


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


def _inspiration_first(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['seat']]} {'uses' if e['uses'] else 'keeps'} Inspiration."


def _inspiration(e: Event, names: Sequence[str]) -> str:
    used = [names[q] for q, uses in ((e["seat"], e["used"][0]), (e["target"], e["used"][1])) if uses]
    keeps = [names[q] for q in e["keeps"]]
    said = [f"{listed(who)} {verb(len(who), word)}" for who, word in ((used, "use"), (keeps, "keep")) if who]
    parts = [f"{', '.join(said)} Inspiration."] if said else []
    hearts, cards = e["hearts"], e["hearts"] + e["shields"]
    if hearts:
        what = "is a Heart" if hearts == 1 else "are Hearts"
        parts.append(f"{hearts} of {cards} cards {what} ({round(100 * hearts / cards)} %).")
    return " ".join(parts)


def _card(e: Event, names: Sequence[str]) -> str:
    return "A Heart: hit." if e["card"] == "heart" else "A Shield: miss."


def _worthless(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['target']]} was defeated already." if e["worthless"] else ""


def _storm(e: Event, names: Sequence[str]) -> str:
    return f"The storm strikes {names[e['seat']]}: the heart {'breaks' if e['hearts'] == BROKEN else 'is lost'}."


def _removed(e: Event, names: Sequence[str]) -> str:
    place = f" (place {e['place']})" if e["place"] else ""
    return f"{names[e['seat']]} leaves the field{place}."


def _over(e: Event, names: Sequence[str]) -> str:
    """Who has won, and why it ends here."""
    sides = best(e["seats"], e["teams"], names)
    who, several = listed(sides), len(sides) > 1
    if e["how"] == "series":
        most = f"with {count(e['points'][e['seats'][0]], 'point')}"
        if e["teams"]:
            most += " for each knight"
        elif several:
            most += " each"
        return (
            f"The series is over: a draw between {who}, {most}."
            if several
            else f"{capital(who)} {verb(len(e['seats']), 'win')} the series {most}."
        )
    if e["how"] == "winner":
        if not e["teams"]:
            return f"{who} is the last knight standing."
        ((number, mates),) = e["teams"]
        return f"Only knights of {team(number)} are left: {listed(names[q] for q in mates)} win."
    if e["how"] == "nobody":
        return f"Nobody is left standing: a draw between {who}."
    why = f"{count(e['calm'], 'turn')} without a hit" if e["how"] == "quiet" else f"Turn {e['turn']} was the last one"
    if several:
        return f"{why}: a draw between {who}."
    return f"{why}: {who} {verb(len(e['seats']), 'be')} ahead and {verb(len(e['seats']), 'win')}."


def best(seats: Sequence[int], teams: Sequence[tuple[int, Sequence[int]]], names: Sequence[str]) -> list[str]:
    """Those who are ahead: knights, or teams with their knights."""
    if teams:
        return [f"{team(number)} ({listed(names[q] for q in mates)})" for number, mates in teams]
    return [names[q] for q in seats]


def _bout_over(e: Event, names: Sequence[str]) -> str:
    gained = listed(f"{names[q]} {n}" for q, n in enumerate(e["gained"]))
    return f"{_over(e, names)} Points of bout {e['bout']}: {gained}."


def _line(template: str) -> Callable[[Event, Sequence[str]], str]:
    """A sentence from a template; {who}, {by} and {target} are seats."""

    def tell(e: Event, names: Sequence[str]) -> str:
        seats: dict[str, object] = {key: names[e[fact]] for key, fact in _SEATS if isinstance(e.get(fact), int)}
        return template.format(**{**e.facts, **seats})

    return tell


_SEATS: Final = (("who", "seat"), ("by", "by"), ("target", "target"))

_SENTENCES: Final[dict[str, Callable[[Event, Sequence[str]], str]]] = {
    "clan_taken": _clan_taken,
    "placed": _placed,
    "teams": _teams,
    "bout_started": _line("Bout {bout} of {bouts}."),
    "turn_started": _line("Turn {turn}."),
    "lead": _line("{who} leads the attacks of this turn."),
    "storm_near": _storm_near,
    "inspiration_regained": _regained,
    "tracker_ready": _ready,
    "slot_revealed": _revealed,
    "third_action_lost": _line("{who} was hit in this turn and loses the third action."),
    "stayed": _stayed,
    "contest": _contest,
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
    "inspiration_first": _inspiration_first,
    "inspiration_answers": _inspiration,
    "no_heart": _line("No Heart in the pile: a miss."),
    "card_drawn": _card,
    "fumbled": _line("A miss against a parry: {who} drops the {weapon}."),
    "hit": _worthless,
    "heart_broken": _line("{who}'s heart is broken."),
    "defeated": _line("{who} is defeated by {by}."),
    "knight_removed": _removed,
    "team_out": lambda e, names: f"The last of {team(e['team'])} has left the field.",
    "storm_hit": _storm,
    "bout_over": _bout_over,
    "match_over": _over,
}

HEADINGS: Final = frozenset({"bout_started", "turn_started", "slot_revealed"})
MOMENTS: Final = {
    "heart_broken": Moment("hearts", "break"),
    "defeated": Moment("hearts", "break", 3),
    "bout_over": Moment("laurels", "unfurl"),
    "match_over": Moment("laurels", "unfurl"),
}
