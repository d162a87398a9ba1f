"""Knight's Duty on the table: the arena, the corners with heart, weapon, Inspiration and tracker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import sqrt
from typing import Final

from roundtable.engine import HIDDEN
from roundtable.engine.grammar import capital, listed, verb
from roundtable.engine.prompting import ask, waiting
from roundtable.scene import Area, Arms, Mark, Panel, Piece, Prompt, Scene, Spot, Stat, drawn

from . import words
from .cards import CLAN_COLOURS, CLANS, EMPTY, HEARTS, REACH, SHIELDS, TOKEN, TOKENS, Board
from .faces import CHARGES, ICONS, PATTERNS, TEAM_SIGNS, knight_face, token_face
from .questions import QUESTIONS
from .rules import ranking
from .rules.ending import bout_ranking, raging, safe_radius, team_mates
from .state import BROKEN, DEFEATED, FULL, NOBODY, NOWHERE, DutyState

PHASES: Final = (
    ("move", "boots", "Move"),
    ("swap", "cycle", "Swap"),
    ("shield", "shield", "Shield"),
    ("parry", "sword-clash", "Parry"),
    ("attack", "crossed-swords", "Attack"),
)
HEART_WORDS: Final = {FULL: "Full Heart", BROKEN: "Broken Heart", 0: "Defeated"}


def draw(v: DutyState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
    """The table as the viewer may see it."""
    people = tuple(names)
    names = tuple([str(name) for name in words.callings(v, people)])  # a scene is sent: no strings of another class
    side = v.clans[seat] if seat is not None else -1
    place = places(v, not v.question)
    return Scene(
        game="knights-duty",
        title="Knight's Duty",
        status=status(v),
        panels=tuple([panel(v, q, seat, names, people[q], chosen, place[q]) for q in range(v.players)]),
        areas=(arena(v, side, v.options.start_layout, *aim(v, seat, chosen)),),
        prompt=prompt(v, seat, chosen) if seat is not None and seat in v.waiting else None,
        phases=phases(phase(v)),
        waiting=waiting(v, seat, names),
        over=result(v, names),
    )


def status(v: DutyState) -> str:
    if not v.turn:
        return "Choosing clans"
    parts = [f"Bout {v.bout} of {v.options.series_length}"] if v.options.series_length > 1 else []
    parts.append(f"Turn {v.turn}")
    if 1 <= v.slot <= 3:
        parts.append(f"slot {v.slot}")
    if v.calm > 10:
        parts.append(f"{v.calm} quiet turns")
    if raging(v):
        parts.append(f"storm outside ring {safe_radius(v)}")
    return " · ".join(parts)


def phase(v: DutyState) -> str:
    return "move" if v.question in ("choose_move", "agree_move") else "attack" if any(v.acts) else ""


@cache
def phases(now: str) -> tuple[Mark, ...]:
    return tuple(Mark(icon, word, "lit" if name == now else "") for name, icon, word in PHASES)


def result(v: DutyState, names: Sequence[str]) -> str:
    if v.question or not v.result:
        return ""
    first = ranking(v)[0]
    best = words.best(first, team_mates(v, first), names)
    if len(best) == 1:
        return f"{capital(best[0])} {verb(len(first), 'win')}"
    return f"Draw between {listed(best)}"


@cache
def arms(clan: int) -> Arms:
    if clan < 0:
        return Arms("?", "#8a8a8a", blank=True)
    return Arms(CLANS[clan][0].upper(), CLAN_COLOURS[clan][0], PATTERNS[clan], CHARGES[clan])


@drawn("options", "players", "teams", "standing", "fell", "hearts", "points")
def places(v: DutyState, over: bool) -> tuple[int, ...]:
    """The place of everybody at the end; before that of those whose last knight has fallen, 0 for the others."""
    fight = () if over else tuple([v.teams[q] for q in v.standing])
    out = [0] * v.players
    better = 0
    for group in ranking(v) if over else bout_ranking(v):
        for q in group:
            if v.teams[q] not in fight:
                out[q] = 1 + better
        better += len(group)
    return tuple(out)


def panel(
    v: DutyState,
    q: int,
    viewer: int | None,
    names: tuple[str, ...],
    person: str,
    chosen: tuple[str, ...],
    place: int,
) -> Panel:
    laying = chosen if programming(v, q, viewer) else None
    who = "" if person == names[q] else person
    lost, club = third_lost(v, q), allegiance(v, q)
    return corner(v, q, names, who, q in v.waiting, q in v.ready, q == viewer, place, lost, laying, club)


@drawn(
    own=(
        *("clans", "hearts", "weapon", "inspired", "acts", "targets", "fell"),
        *("shown", "tracker", "programmed", "allowed"),
    )
)
def corner(
    v: DutyState,
    q: int,
    names: tuple[str, ...],
    person: str,
    active: bool,
    ready: bool,
    you: bool,
    place: int,
    lost: bool,
    laying: tuple[str, ...] | None,
    club: tuple[Stat, ...],
) -> Panel:
    """A player's corner; `laying` is what was chosen so far of the tokens for the tracker."""
    marks = []
    if v.acts[q] == "shield":
        marks.append(Mark("shield", "defending", "good"))
    if v.acts[q] == "parry":
        marks.append(Mark("sword-clash", "parrying", "good"))
    if v.targets[q] != NOBODY and v.acts[q] == "attack":
        marks.append(Mark("crossed-swords", f"attacks {names[v.targets[q]]}", "bad"))
    return Panel(
        seat=q,
        name=names[q],
        arms=arms(v.clans[q]),
        stats=(*stats(v.hearts[q], v.weapon[q], v.inspired[q]), *club),
        marks=tuple(marks),
        areas=(tracker(v, q, lost),) if laying is None else (planned(q, laying, v.allowed[q]), supply(q, laying)),
        active=active,
        ready=ready,
        you=you,
        out=bool(v.fell[q]),
        place=place,
        person=person,
    )


@lru_cache
def stats(hearts: int, weapon: str, inspired: bool) -> tuple[Stat, ...]:
    return (
        Stat("Heart", HEART_WORDS[hearts], "hearts" if hearts == FULL else "broken-heart", speaks=True),
        Stat("Weapon", weapon.capitalize() or "Unarmed", ICONS.get(weapon, "fist"), speaks=True),
        Stat("Inspiration", "ready" if inspired else "spent", "sun" if inspired else "night-sky"),
    )


def allegiance(v: DutyState, q: int) -> tuple[Stat, ...]:
    """6.1, 6.2: whom a knight fights for, and what it has won in a series."""
    out: tuple[Stat, ...] = ()
    if v.options.teams != "none":
        out = (Stat("Team", words.TEAMS[v.teams[q]], TEAM_SIGNS[v.teams[q]], speaks=True),)
    if v.options.series_length > 1:
        out = (*out, Stat("Points", str(v.points[q]), "laurels"))
    return out


@drawn(own=("shown", "tracker", "programmed", "allowed"))
def tracker(v: DutyState, q: int, lost: bool) -> Area:
    """The three circles: revealed tokens, face-down ones, and the third crossed out where it is lost (R27)."""
    shown = [token(piece, f"shown-{q}-{i}") for i, piece in enumerate(v.shown[q])]
    down = [
        token(piece, f"tracker-{q}-{slot}", lost and slot == 3)
        for piece, slot in zip(v.tracker[q], v.programmed[q], strict=True)
    ]
    note = "third action lost" if lost else "two actions" if v.allowed[q] < 3 else ""
    return Area(f"tracker-{q}", "Tracker", "row", (*shown, *down), note=note)


def third_lost(v: DutyState, q: int) -> bool:
    """R27: hit in this turn, so the third token is not played; one that is being played in slot 3 still counts."""
    hit = v.hearts[q] == BROKEN and v.allowed[q] == 3 and v.options.third_action_when_hit == "lost"
    return hit and not (v.slot == 3 and v.acts[q])


def programming(v: DutyState, q: int, viewer: int | None) -> bool:
    return q == viewer and v.question == "program_actions" and q in v.waiting


@lru_cache
def planned(q: int, chosen: tuple[str, ...], allowed: int) -> Area:
    """The tracker while its owner fills it, slot by slot; slots that are still to be filled are seen."""
    laid = tuple(
        Piece(
            f"tracker-{q}-{slot}", words.TOKEN_WORDS[kind], token_face(kind), "token", f"slot-{q}-{slot}", shape="token"
        )
        for slot, kind in enumerate(chosen, 1)
        if kind != EMPTY
    )
    slots = tuple([Spot(f"slot-{q}-{slot}", f"slot {slot}", x=float(slot - 1)) for slot in range(1, allowed + 1)])
    return Area(f"tracker-{q}", "Tracker", "grid", laid, slots)


@lru_cache
def supply(q: int, chosen: tuple[str, ...]) -> Area:
    """The tokens that are left to lay, one of each kind with its number."""
    left = {kind: n - chosen.count(kind) for kind, n in TOKENS.items()}
    pieces = (
        Piece(f"supply-{kind}", f"{called}, {n or 'none'} left", token_face(kind), "token", shape="token", count=n)
        for kind, n in left.items()
        for called in [words.TOKEN_WORDS[kind]]
    )
    return Area(f"supply-{q}", "Your tokens", "fan", tuple(pieces))


@lru_cache(1024)
def token(piece: int, place: str, lost: bool = False) -> Piece:
    marks = (Mark("hazard-sign", "lost", "bad"),) if lost else ()
    if piece == HIDDEN:
        return Piece(place, "a face-down token", back="token", shape="token", marks=marks)
    kind = TOKEN[piece]
    return Piece(place, words.TOKEN_WORDS[kind], token_face(kind), back="token", shape="token", marks=marks)


def aim(v: DutyState, seat: int | None, chosen: tuple[str, ...]) -> tuple[int, int]:
    """Where the viewer stands and how far the weapon reaches that would be in hand, while tokens are laid or targets
    named; (nowhere, 0) else."""
    if seat is None or seat not in v.waiting or v.question not in ("program_actions", "declare_target", "retarget"):
        return NOWHERE, 0
    weapon = next((token for token in reversed(chosen) if token in REACH), v.weapon[seat])
    return v.at[seat], REACH.get(weapon, 0)


@drawn("clans", "hearts", "weapon", "at", "field")
def arena(v: DutyState, side: int, layout: str, here: int, far: int) -> Area:
    """The board, turned so that the viewer's own side is at the bottom; what the weapon in hand reaches is shaded."""
    knights = tuple(
        [knight(v.field, q, v.clans[q], v.hearts[q], v.weapon[q], at) for q, at in enumerate(v.at) if at != NOWHERE]
    )
    turns = (3 - side) % 6 if side >= 0 else 0
    return Area("arena", "Arena", "hexes", knights, spaces(v.field, turns, layout, here, far))


@lru_cache
def spaces(field: Board, turns: int, layout: str, here: int, far: int) -> tuple[Spot, ...]:
    starts = {field.start(clan, layout): clan for clan in range(6)}
    spots = []
    for i, (q, r) in enumerate(field.spaces):
        for _ in range(turns):
            q, r = -r, q + r
        tone = "high" if i == field.high_ground else "start" if i in starts else ""
        clan = CLANS[starts[i]] if i in starts else ""
        marks = (Mark(CHARGES[starts[i]], f"{clan} side", "faint"),) if clan else ()
        near = far > 0 and 0 < field.distance[here][i] <= far
        at = (q + r / 2, r * sqrt(3) / 2)
        ground = CLAN_COLOURS[starts[i]][0] if clan else ""
        label = field.labels[i]
        spots.append(Spot(label, label, *at, tone, marks, clan.capitalize(), tincture=ground, reach=near))
    return tuple(spots)


@lru_cache(2048)
def knight(field: Board, q: int, i: int, hearts: int, weapon: str, at: int) -> Piece:
    clan, label = CLANS[i].capitalize(), field.labels[at]
    words = f"{clan} knight, {HEART_WORDS[hearts]}, {weapon or 'unarmed'}, at {label}"
    heart = ("hearts", "good") if hearts == FULL else ("broken-heart", "bad")
    marks = (
        Mark(heart[0], HEART_WORDS[hearts], heart[1]),
        Mark(ICONS.get(weapon, "fist"), weapon.capitalize() or "Unarmed"),
    )
    return Piece(f"knight-{q}", words, knight_face(i), spot=label, owner=q, marks=marks, shape="figure")


def prompt(v: DutyState, seat: int, chosen: tuple[str, ...]) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule

    def on(atom: str) -> str:
        if v.question == "program_actions":
            return f"supply-{atom}" if atom != EMPTY else ""
        if atom in v.field.named:
            return atom
        if v.question in ("declare_target", "retarget") and atom in CLANS:
            return f"knight-{v.clans.index(CLANS.index(atom))}"
        return ""

    def hint(atom: str) -> str:
        if v.question == "choose_clan":
            return atom.capitalize()
        if v.question == "program_actions":
            if atom == EMPTY:
                return "nothing happens in this slot"
            return f"{TOKENS[atom] - chosen.count(atom)} left" + preview(v, seat, chosen, atom)
        if v.question in ("declare_target", "retarget") and atom in CLANS:
            return chances(v, seat, v.clans.index(CLANS.index(atom)))
        if atom in v.field.named and v.field.named[atom] in v.at:
            return "only if it is left"
        return ""

    progress = f"{len(chosen)} of {v.allowed[seat]} slots" if v.question == "program_actions" else ""
    if progress and (far := aim(v, seat, chosen)[1]):
        progress += f"; shaded: in reach of your weapon ({far})"
    return ask(choice, words.prompt(v, seat), chosen, lambda atom: words.label(v, atom), on, hint, progress)


def preview(v: DutyState, seat: int, chosen: tuple[str, ...], atom: str) -> str:
    """What a weapon token would do in the next slot if nothing goes wrong."""
    if atom not in REACH:
        return ""
    in_hand = next((token for token in reversed(chosen) if token in REACH), v.weapon[seat])
    return f", attacks (reach {REACH[atom]})" if atom == in_hand else ", takes it up"


def chances(v: DutyState, seat: int, target: int) -> str:
    if v.hearts[target] == DEFEATED:
        return "defeated already: nothing to gain"
    weapon, guard = v.weapon[seat], v.acts[target] == "shield"
    hearts, shields = HEARTS[weapon] - guard, SHIELDS[weapon] + guard
    odds = f"{round(100 * hearts / (hearts + shields))} % to hit"
    if v.inspired[seat]:
        odds += f", {round(100 * (hearts + 1) / (hearts + shields + 1))} % inspired"
    return odds + (", parrying" if v.acts[target] == "parry" else ", defending" if guard else "")
