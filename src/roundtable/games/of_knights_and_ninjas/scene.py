"""Of Knights and Ninjas on the table: kingdoms with gems and walls, the battle lane, the road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from roundtable.engine import HIDDEN, Choice
from roundtable.engine.grammar import count, listed, verb
from roundtable.engine.prompting import ask, waiting
from roundtable.scene import Area, Mark, Panel, Piece, Prompt, Scene, Stat, drawn

from . import words
from .cards import CALLED, COMMON, HELD, JESTER, KIND, MEANING, STRENGTH, WALL_ARCHER
from .faces import GEM, arms, card
from .questions import ACCEPT, DECLINE, END_TURN, QUESTIONS, SEAT, may_redeal, monk_forms
from .reasons import why_not
from .rules import ranking
from .state import NOBODY, NinjasState

WALL_ZONES: Final = ("castles", "archers", "minstrels")
PHASES: Final = (
    ("card-draw", "Draft", ("draft",)),
    ("card-play", "Action", ("choose_action", "herald_offer", "herald_pick", "monk_pay")),
    ("crossed-swords", "Attack", ("continue_attack", "unique_side_effect")),
    ("shield", "Answer", ("respond", "respond_pre_attack", "minstrel_discard")),
    ("road", "Road", ("highwayman",)),
)
DEFAULTS: Final = (ACCEPT, DECLINE, END_TURN)  # what silence means, or what anybody can always do


def draw(v: NinjasState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
    """The table as the viewer may see it."""
    names = tuple(names)
    asked = seat is not None and seat in v.waiting
    prompt = _prompt(v, seat, names, chosen) if seat is not None and asked else None
    reasons = _reasons(v, seat, chosen) if seat is not None and asked else {}
    first = seat or 0
    return Scene(
        game="of-knights-and-ninjas",
        title="Of Knights and Ninjas",
        status=status(v, names),
        panels=tuple(_panel(v, (first + i) % v.players, seat, names, reasons) for i in range(v.players)),
        areas=_areas(v, names),
        prompt=prompt,
        phases=phases(v.question, v.players == 2),
        waiting=waiting(v, seat, names, "The road is open"),  # never who is asked about gems on it (section 7)
        over=_result(v, names),
    )


@cache
def phases(question: str, duel: bool) -> tuple[Mark, ...]:
    return tuple(
        Mark(icon, word, "lit" if question in questions else "")
        for icon, word, questions in PHASES
        if word != "Draft" or duel
    )


def status(v: NinjasState, names: Sequence[str]) -> str:
    parts = ["Draft" if v.drafter != NOBODY else f"Turn {v.turns}: {names[v.turn]}"]
    parts.append(f"{count(v.goal, 'gem')} to win")
    if v.reshuffles:
        parts.append(count(v.reshuffles, "reshuffle"))
    return " · ".join(parts)


def _result(v: NinjasState, names: Sequence[str]) -> str:
    if v.result == "ruler":
        next_one = " and begins the next match" if v.players > 2 else ""  # the duel begins with a draft
        return f"{names[v.winner]} rules with {count(v.gems[v.winner], 'gem')}{next_one}"
    if v.result == "exhausted":
        best = ranking(v)[0]
        if v.players == 2 and len(best) == 2:
            return f"The deck is used up: a draw, {count(v.gems[0], 'gem')} each"
        together = " together" if len(best) > 1 else " and begins the next match" if v.players > 2 else ""
        return f"The deck is used up: {listed(names[q] for q in best)} {verb(len(best), 'rule')}{together}"
    return ""


# -- kingdoms --------------------------------------------------------------------------------------------------------


def _panel(v: NinjasState, q: int, viewer: int | None, names: tuple[str, ...], reasons: Mapping[str, str]) -> Panel:
    groups = ranking(v) if not v.question else []
    place = next((1 + sum(len(g) for g in groups[:i]) for i, group in enumerate(groups) if q in group), 0)
    mine, on_turn = q == viewer, q == v.turn
    signs = []
    if on_turn and v.question and v.drafter == NOBODY:
        signs.append(ON_TURN)
    if q == v.first:
        signs.append(BEGAN)
    doing = [DRAFTS] if q == v.drafter else []
    if v.players == 2 and on_turn and v.question == "choose_action":
        doing.append(MAY_REDEAL if may_redeal(v, q) else MAY_DISCARD)
    return _kingdom(
        v,
        q,
        names[q],
        tuple(signs),
        tuple(doing),
        bool(v.question),
        bool(v.ladder) and q == v.target,
        reasons.get(f"seat{q}"),
        tuple(sorted(reasons.items())) if mine else (),
        q in v.waiting,
        q in v.ready,
        mine,
        place,
    )


@drawn("players", "goal", own=("gems", "hands", "castles", "archers", "minstrels"))
def _kingdom(
    v: NinjasState,
    q: int,
    name: str,
    signs: tuple[Mark, ...],
    doing: tuple[Mark, ...],
    going: bool,
    ladder: bool,
    reason: str | None,
    why: tuple[tuple[str, str], ...],
    active: bool,
    ready: bool,
    you: bool,
    place: int,
) -> Panel:
    """`reason`: why this rival cannot be chosen now; `why`: the same of own cards."""
    marks = list(signs)
    if going and v.gems[q] >= v.goal:
        marks.append(Mark("crown", "needs one more gem", "lit"))
    elif going and v.gems[q] >= v.goal - 3:
        marks.append(Mark("crown", "close to the goal", "lit"))
    if v.minstrels[q] and reason is None:
        marks.append(Mark("lyre", "cannot be attacked", "good"))
    marks += doing
    if reason is not None:
        marks.append(Mark("cancel", reason, "faint"))
    return Panel(
        seat=q,
        name=name,
        arms=arms(q),
        stats=_stats(v.gems[q], v.goal, len(v.hands[q])),
        marks=tuple(marks),
        areas=(_gems(v, q), _walls(v, q, ladder), _hand(v, q, you, why)),
        active=active,
        ready=ready,
        you=you,
        place=place,
    )


ON_TURN: Final = Mark("hourglass", "on turn", "lit")
BEGAN: Final = Mark("round-table", "began", "faint")
DRAFTS: Final = Mark("card-draw", "drafts", "lit")
MAY_DISCARD: Final = Mark("card-discard", "may discard", "faint")
MAY_REDEAL: Final = Mark("card-exchange", "may call a re-deal", "faint")


@lru_cache(1024)
def _stats(gems: int, goal: int, cards: int) -> tuple[Stat, ...]:
    return (
        Stat("Gems", f"{gems} / {goal}", "cut-diamond", share=min(1.0, gems / goal)),
        Stat("Cards", str(cards), "card-pickup"),
    )


@drawn(own=("gems",))
def _gems(v: NinjasState, q: int) -> Area:
    stones = tuple(Piece(f"gem-{q}-{i}", "gem", GEM, shape="gem") for i in range(v.gems[q]))
    return Area(f"gems-{q}", "Gems", "row", stones)


@drawn("players", own=("castles", "archers", "minstrels"))
def _walls(v: NinjasState, q: int, ladder: bool) -> Area:
    """Castle, archer and minstrel; a Jester shows what it stands for."""
    pieces = []
    for zone in WALL_ZONES:
        for piece in getattr(v, zone)[q]:
            pieces.append(card(piece, "", v.players == 2, zone[:-1]))
    note = "a ladder leans on the castle" if ladder else ""
    return Area(f"walls-{q}", "Walls", "row", tuple(pieces), note=note, ground="wall")


@drawn("players", own=("hands",))
def _hand(v: NinjasState, q: int, own: bool, why: tuple[tuple[str, str], ...]) -> Area:
    """Own cards by kind; of others' cards backs, and faces of those the viewer knows of."""
    pieces = []
    reasons = dict(why)
    for i, piece in enumerate(sorted(v.hands[q], key=lambda p: (p == HIDDEN, p))):
        shown = card(piece, f"hand-{q}-{i}", v.players == 2)
        if piece != HIDDEN and not own:
            shown = replace(shown, marks=(Mark("eye-target", "you know this card", "faint"),))
        elif piece != HIDDEN and KIND[piece] in reasons:
            shown = replace(shown, marks=(Mark("cancel", reasons[KIND[piece]], "faint"),))
        pieces.append(shown)
    return Area(f"hand-{q}", "Hand", "fan" if own else "row", tuple(pieces))


# -- the middle of the table -----------------------------------------------------------------------------------------


def _areas(v: NinjasState, names: tuple[str, ...]) -> tuple[Area, ...]:
    areas = [_draw_pile(v), _discard_pile(v)]
    if v.players == 2 and v.draft:
        top = _pile(v.draft[::-1], "draft", True)[-1:]  # large, in the middle: it is what the question is about
        areas.append(Area("draft", "Draft", "row", top, note=f"{len(v.draft)} left"))
    if v.lane or v.ladder:
        areas += _lane(v, names)
    if v.road:
        gems = tuple(Piece(f"gem-road-{i}", "gem", GEM, shape="gem") for i in range(v.road))
        areas.append(Area("road", "The road", "row", gems, note=f"from {names[v.robbed]} to {names[v.holder]}"))
    if any(v.shown):
        shown = tuple(
            replace(card(piece, "", v.players == 2), owner=q) for q in range(v.players) for piece in v.shown[q]
        )
        areas.append(Area("herald", "Shown to the herald", "row", shown))
    return tuple(areas)


@drawn("draw", "players")
def _draw_pile(v: NinjasState) -> Area:
    return Area(
        "draw", "Draw pile", "stack", _pile(v.draw[::-1], "draw", v.players == 2), note=count(len(v.draw), "card")
    )


@drawn("discard", "players")
def _discard_pile(v: NinjasState) -> Area:
    note = count(len(v.discard), "card")
    return Area("discard", "Discard pile", "stack", _pile(v.discard, "discard", v.players == 2), note=note)


def _pile(pile: Sequence[int], name: str, duel: bool) -> tuple[Piece, ...]:
    """A pile as it is drawn, its top last."""
    return tuple(card(piece, f"{name}-{i}", duel) for i, piece in enumerate(pile))


@drawn("players", "ladder", "lane", "kind", "question", "aggressor", "defender", "strength", "turned")
def _lane(v: NinjasState, names: tuple[str, ...]) -> tuple[Area, ...]:
    """The attack in play and whom it meets, face to face; a ladder that was set stays beside it."""
    duel = v.players == 2
    ladder = tuple([card(piece, "", duel) for piece in v.ladder])
    pieces = tuple([card(piece, "", duel, v.kind if KIND[piece] == JESTER else "") for piece in v.lane])
    if not v.lane or v.question == "minstrel_discard":
        return (Area("lane", "Battle lane", "row", (*ladder, *pieces)),)
    note = f"{names[v.aggressor]} → {names[v.defender]}"
    if v.strength:
        note += f", strength {v.strength}"
    if v.turned:
        note += f", turned by {count(v.turned, CALLED['traitor'])}"
    meets = "answers, or loses gems" if v.question == "respond" else ""
    return (
        Area("lane", "Attack", "row", pieces, note=note, facing=v.aggressor, total=str(v.strength or "")),
        Area("met", "Answer", "row", ladder, note=meets, facing=v.defender),
    )


# -- the prompt ------------------------------------------------------------------------------------------------------


def _choice(v: NinjasState, seat: int) -> Choice:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule
    return choice


def _prompt(v: NinjasState, seat: int, names: Sequence[str], chosen: tuple[str, ...]) -> Prompt:
    def label(atom: str) -> str:
        return words.label(v, atom, names)

    def on(atom: str) -> str:
        return _where(v, seat, chosen, atom)

    def hint(atom: str) -> str:
        return _hint(v, seat, chosen, atom)

    sentence = words.step(chosen, names) or words.prompt(v, seat, names)
    made = ask(_choice(v, seat), sentence, chosen, label, on, hint, _progress(v, seat, chosen))
    picks = tuple(replace(pick, tone="default") if pick.atom in DEFAULTS else pick for pick in made.picks)
    return replace(made, picks=picks)


def _where(v: NinjasState, seat: int, chosen: tuple[str, ...], atom: str) -> str:
    """On which piece or panel an atom is chosen."""
    if atom in SEAT:
        if v.question == "herald_pick":
            return f"card-{v.shown[SEAT[atom]][0]}"
        return f"panel-{SEAT[atom]}"
    if atom == WALL_ARCHER:
        return f"card-{v.archers[seat][0]}"
    if atom not in HELD:
        return ""
    pile = v.shown[1 - seat] if v.question == "herald_pick" else v.hands[seat]
    copies = [piece for piece in sorted(pile) if KIND[piece] == HELD[atom]]
    used = sum(HELD.get(word) == HELD[atom] for word in chosen)
    return f"card-{copies[min(used, len(copies) - 1)]}"


def _hint(v: NinjasState, seat: int, chosen: tuple[str, ...], atom: str) -> str:
    if atom in SEAT:
        q = SEAT[atom]
        if v.question == "herald_pick":
            return CALLED[KIND[v.shown[q][0]]]
        standing = [CALLED[zone[:-1]] for zone in WALL_ZONES if getattr(v, zone)[q]]
        return ", ".join([count(v.gems[q], "gem"), count(len(v.hands[q]), "card"), *standing])
    if v.question == "respond":
        return _outcome(v, seat, chosen, atom)
    if atom == "gems":
        return count(monk_forms(v, seat)["gems"], "gem")
    if atom == "cards":
        return count(monk_forms(v, seat)["cards"], "card")
    strength = STRENGTH.get(MEANING.get(atom, ""), 0)
    return f"strength {strength}" if strength and v.question in ("choose_action", "continue_attack") else ""


def _outcome(v: NinjasState, seat: int, chosen: tuple[str, ...], atom: str) -> str:
    """What an answer would leave of the attack."""
    kind = MEANING.get(atom, "")
    if atom == ACCEPT:
        return f"you lose {count(min(v.strength, v.gems[seat]), 'gem')}"
    if kind in COMMON:
        against = STRENGTH[kind] * (len(chosen) + 1)
        return f"{v.strength} − {against} = {max(0, v.strength - against)}"
    return {
        "traitor": "turns it round",
        "princess": f"takes the {CALLED.get(v.kind, '')}",
        "executioner": "ends it" + (" and the turn" if seat == v.target else ""),
        "minstrel": "sends it back" + (" and ends the turn" if seat == v.target else ""),
    }.get(kind, "")


def _progress(v: NinjasState, seat: int, chosen: tuple[str, ...]) -> str:
    marching = sum(MEANING.get(word) == "peasant" for word in chosen)
    if marching and (not chosen or chosen[0] not in ("discard", "cards")) and v.question != "herald_offer":
        return f"{count(marching, CALLED['peasant'])}, strength {marching * STRENGTH['peasant']}"
    if v.question == "minstrel_discard" or (v.question == "herald_offer" and v.players == 2):
        return f"{len(chosen)} of 2 cards"
    if v.question == "monk_pay" and chosen[:1] == ("cards",):
        return f"{len(chosen) - 1} of {monk_forms(v, seat)['cards']} cards"
    return ""


def _reasons(v: NinjasState, seat: int, chosen: tuple[str, ...]) -> dict[str, str]:
    """Why other cards or rivals cannot be chosen while cards or rivals are: kind or seat word -> reason."""
    offers = set(_choice(v, seat).offers(chosen))
    out = {}
    if any(atom in HELD for atom in offers):
        usable = {HELD[atom] for atom in offers if atom in HELD}
        for kind in {KIND[piece] for piece in v.hands[seat]} - usable:
            out[kind] = why_not(v, seat, chosen, kind)[0]
    if chosen == ("attack",):
        for word, q in SEAT.items():
            if q < v.players and q != seat and word not in offers:
                out[word] = why_not(v, seat, chosen, word)[0]
    return out
