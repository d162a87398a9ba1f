"""Quests of the Round Table as drawn: the story, the road of stages, ranks, shields, courts and bids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roundtable.engine import HIDDEN, Pile
from roundtable.engine.grammar import count, listed
from roundtable.engine.prompting import ask, waiting
from roundtable.scene import Area, Mark, Panel, Piece, Prompt, Scene, Stat, drawn, seated

from . import words
from .cards import (
    AMOUR,
    CARDS,
    FOE_BP,
    KIND,
    MERLIN,
    ORDER,
    PLAYABLE,
    QUESTS,
    RANK_BP,
    RANK_NAMES,
    RANK_NEEDS,
    STAGES,
    TESTS,
    TOURNAMENTS,
    WEAPON_BP,
)
from .faces import ARMS, RANK_ICONS, card
from .questions import QUESTIONS
from .questions.answers import ACCEPT, BID, CARD_OF, PLAYED, PREVIEW, STRUCK, kinds
from .questions.building import SetUp, layout
from .questions.choices import price
from .rules import ranking
from .rules.hand import enter_play
from .rules.stage import quest_sum
from .rules.tournament import tournament_sum
from .state import NOBODY, QuestsState

FACE_DOWN: Final = (Mark("semi-closed-eye", "face down", "faint"),)
CHOSEN: Final = (Mark("card-play", "chosen", "lit"),)
IDLE: Final = (Mark("cancel", "does not count here", "faint"),)


def draw(v: QuestsState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
    """The table as the viewer may see it."""
    names = tuple(names)
    asked = seat is not None and seat in v.waiting
    return Scene(
        game="quests-of-the-round-table",
        title="Quests of the Round Table",
        status=status(v),
        panels=tuple(panel(v, q, seat, names, chosen if q == seat else ()) for q in range(v.players)),
        areas=(*piles(v), *road(v, seat, chosen), *contest(v, names)),
        prompt=prompt(v, seat, names, chosen) if asked and seat is not None else None,
        phases=phases(v),
        waiting=waiting(v, seat, names),
        over=result(v, names),
    )


# -- where the match stands ------------------------------------------------------------------------------------------


def status(v: QuestsState) -> str:
    parts = [f"Turn {v.turn}"]
    if v.story:
        parts.append(words.name(v.card()))
    if v.finalists:
        parts.append("final tournament")
    if v.round > 1:
        parts.append(f"round {v.round}")
    return " · ".join(parts)


@drawn("story", "question", "stage", "round", "finalists")
def phases(v: QuestsState) -> tuple[Mark, ...]:
    card = v.card()
    if card in QUESTS:
        now = {"sponsor_quest": "sponsor", "setup_quest": "build", "join_quest": "join"}.get(v.question, "")
        steps = [
            ("sponsor", "knight-banner", "Sponsor"),
            ("build", "stone-stack", "Build"),
            ("join", "mounted-knight", "Join"),
        ]
        steps += [(str(i), "crossed-swords", f"Stage {i}") for i in range(1, STAGES[card] + 1)]
        now = now or str(v.stage)
    elif card in TOURNAMENTS or v.finalists:
        now = "enter" if v.question == "join_tournament" else str(max(1, v.round))
        steps = [("enter", "mounted-knight", "Enter")] if card else []
        steps += [(str(i), "crossed-swords", f"Round {i}") for i in range(1, max(2, v.round) + 1)]
    else:
        return ()
    return tuple(Mark(icon, word, "lit" if name == now else "") for name, icon, word in steps)


def result(v: QuestsState, names: Sequence[str]) -> str:
    if v.question or not v.winners:
        return ""
    best = [names[q] for q in v.winners]
    return f"{best[0]} wins" if len(best) == 1 else f"{listed(best)} share the win"


# -- the middle of the table -----------------------------------------------------------------------------------------


def piles(v: QuestsState) -> tuple[Area, ...]:
    return (
        story(v),
        deck("story-deck", "Stories", "story", len(v.story_deck)),
        told(v),
        deck("deck", "Adventures", "adventure", len(v.adventure_deck)),
        discarded(v),
    )


@drawn("story", "pending")
def story(v: QuestsState) -> Area:
    cards = tuple(card(piece) for piece in (*v.story, *v.pending))
    return Area("story", "Story", "row", cards, note=f"{CARDS[v.card()].stages} stages" if v.card() in QUESTS else "")


@drawn("story_discard")
def told(v: QuestsState) -> Area:
    cards = tuple(card(piece) for piece in v.story_discard)
    return Area("story-discard", "Told", "stack", cards, note=count(len(cards), "card"))


@drawn("adventure_discard", "buried")
def discarded(v: QuestsState) -> Area:
    seen = tuple(card(piece) for piece in v.adventure_discard)
    lost = f" and {len(v.buried)} face down" if v.buried else ""
    return Area("discard", "Discarded", "stack", seen, note=count(len(seen), "card") + lost)


@lru_cache(1024)
def deck(id: str, title: str, back: str, cards: int) -> Area:
    """A face-down pile: its top card stands for all."""
    top = (Piece(f"{back}-top", f"the {back} deck", back=back),) if cards else ()
    return Area(id, title, "stack", top, note=count(cards, "card"))


def road(v: QuestsState, seat: int | None, chosen: tuple[str, ...]) -> tuple[Area, ...]:
    """The stages of the quest one after the other; while the sponsor builds them, as far as he has come."""
    if v.card() not in QUESTS:
        return ()
    if v.question == "setup_quest" and seat == v.sponsor:
        return drafts(v, v.sponsor, chosen)
    return tuple(stage(v, i) for i in range(1, v.built() + 1))


@drawn("story", "stages", "stage", "turned", "question", "active")
def stage(v: QuestsState, i: int) -> Area:
    pile = v.stages[i - 1]
    name, now = f"Stage {i}", i == v.stage
    who = v.active if now else ()
    if HIDDEN in pile:
        down = tuple(Piece(f"stage-{i}-{k}", "a card lying face down", back="adventure") for k in range(len(pile)))
        foe = "a foe, " if now and v.question in ("merlin_preview", "play_foe_stage") else ""
        note = f"{foe}{count(len(pile), 'card')}"
        return Area(f"stage-{i}", name, "row", down, note=note, present=now, way=i - 1, who=who)
    worth = "Test" if KIND[pile[0]] in TESTS else f"{v.stage_bp(i)} points"
    marks = () if i <= v.turned else FACE_DOWN
    cards = tuple(card(p, v.card(), marks) for p in pile)
    return Area(f"stage-{i}", name, "row", cards, note=worth, present=now, way=i - 1, who=who)


def drafts(v: QuestsState, seat: int, chosen: tuple[str, ...]) -> tuple[Area, ...]:
    """What the sponsor has laid so far, with the battle points of every stage."""
    quest = v.card()
    left = list(v.hand[seat])
    areas = []
    stages = layout(chosen)
    for i in range(1, STAGES[quest] + 1):
        names = stages[i - 1] if i <= len(stages) else []
        pieces = []
        for name in names:
            piece = next(p for p in left if KIND[p] == name)
            left.remove(piece)
            pieces.append(card(piece, quest))
        note = "" if not names else "Test" if names[0] in TESTS else f"{points(quest, names)} points"
        areas.append(Area(f"stage-{i}", f"Stage {i}", "row", tuple(pieces), note=note, way=i - 1))
    return tuple(areas)


def points(quest: str, names: Sequence[str]) -> int:
    return sum(FOE_BP[quest].get(name, 0) + WEAPON_BP.get(name, 0) for name in names)


def contest(v: QuestsState, names: Sequence[str]) -> tuple[Area, ...]:
    """The bidding of a Test, or the lists of a tournament."""
    if v.minimum:
        high = f"highest bid {v.bid} by {names[v.bidder]}" if v.bid else f"no bid yet, least bid {v.minimum}"
        return (Area("bidding", "Bidding", "row", note=high),)
    if v.round:
        told = (f"{names[q]} {v.tournament_bp(q)}" for q in v.active)
        return (Area("lists", "In the lists", "row", note=" · ".join(told)),)
    return ()


# -- the players -----------------------------------------------------------------------------------------------------


def panel(v: QuestsState, q: int, viewer: int | None, names: tuple[str, ...], chosen: tuple[str, ...]) -> Panel:
    groups = ranking(v) if not v.question else []
    place = next((1 + sum(len(g) for g in groups[:i]) for i, group in enumerate(groups) if q in group), 0)
    hand = own_hand(v, q, chosen, v.question == "setup_quest") if q == v.viewer else held(q, len(v.hand[q]))
    numbers, marks, laid = public(v, q, len(v.hand[q]))
    areas = (hand, *laid)
    return seated(
        q, names[q], ARMS[q], numbers, marks, areas, q in v.waiting, q == viewer, place=place, ready=q in v.ready
    )


@drawn(
    *("options", "story", "active", "court", "round", "finalists", "current", "sponsor", "joined", "stage"),
    *("bidder", "bid", "previewed"),
    own=("rank", "shields", "amour", "field", "counted"),
)
def public(v: QuestsState, q: int, cards: int) -> tuple[tuple[Stat, ...], tuple[Mark, ...], tuple[Area, ...]]:
    """What everybody sees of a player, looked up in one go."""
    return stats(v, q, cards), badges(v, q), before(v, q)


@drawn(
    *("options", "story", "active", "court", "round", "finalists"),
    own=("rank", "shields", "amour", "field", "counted"),
)
def stats(v: QuestsState, q: int, cards: int) -> tuple[Stat, ...]:
    rank = v.rank[q]
    needs = RANK_NEEDS[rank]
    goal = f"/{needs}" if needs else ""
    share = min(1.0, v.shields[q] / needs) if needs else None
    out = [
        Stat("Rank", RANK_NAMES[rank], RANK_ICONS[rank], speaks=True),
        Stat("Shields", f"{v.shields[q]}{goal}", "checked-shield", share=share),
        Stat("Hand", str(cards), "card-pick"),
    ]
    if q in v.active or v.court[q]:
        out.append(Stat("Points", formula(v, q), "swords-power"))
    if v.free_bids(q):
        out.append(Stat("Free bids", str(v.free_bids(q)), "coins"))
    return tuple(out)


def jousting(v: QuestsState) -> bool:
    """Whether points are those of a tournament, where not every ally counts (R31)."""
    return bool(v.round) or bool(v.finalists) or v.card() in TOURNAMENTS


def formula(v: QuestsState, q: int) -> str:
    """Battle points as they are now, and what they are made of."""
    if jousting(v):
        rank, parts, total = v.tournament_rank_bp(q), tournament_sum(v, q), v.tournament_bp(q)
    else:
        rank, parts, total = RANK_BP[v.rank[q]], quest_sum(v, q), v.quest_bp(q)
    return f"{total} = {' + '.join(str(n) for n in (rank, *(n for _, n in parts)))}" if parts else str(total)


@drawn("story", "current", "sponsor", "active", "joined", "stage", "round", "bidder", "bid", "previewed")
def badges(v: QuestsState, q: int) -> tuple[Mark, ...]:
    marks = []
    if q == v.current:
        marks.append(Mark("hourglass", "current player", "lit"))
    if q == v.sponsor:
        marks.append(Mark("knight-banner", "sponsor", "lit"))
    if q in v.active:
        marks.append(Mark("mounted-knight", "in the lists" if v.round else "participant", "good"))
    elif q in v.joined:  # others are still being asked, or this one has failed
        joins = "joins" if v.card() in QUESTS else "enters" if v.card() in TOURNAMENTS else "draws"
        marks.append(Mark("cross-mark", "out", "bad") if v.stage or v.round else Mark("check-mark", joins, "good"))
    if q == v.bidder:
        marks.append(Mark("two-coins", f"bids {v.bid}", "lit"))
    if q in v.previewed:
        marks.append(Mark("eye-target", "has looked ahead", ""))
    return tuple(marks)


@lru_cache(1024)
def held(q: int, cards: int) -> Area:
    """A hand as the others see it."""
    down = tuple(Piece(f"hand-{q}-{i}", "a card in hand", back="adventure") for i in range(cards))
    return Area(f"hand-{q}", "Hand", "stack", down, note=count(cards, "card"))


@drawn("story", own=("hand",))
def own_hand(v: QuestsState, q: int, chosen: tuple[str, ...], building: bool) -> Area:
    pile = tuple(sorted(v.hand[q], key=_by_table))
    used = picked_up(pile, chosen)
    laid = used if building else []
    quest = v.card() if v.card() in QUESTS else ""
    fan = tuple(card(piece, quest, CHOSEN if piece in used else ()) for piece in pile if piece not in laid)
    return Area(f"hand-{q}", "Your hand", "fan", fan, note=count(len(fan), "card"))


def _by_table(piece: int) -> int:
    return ORDER[KIND[piece]]


def picked_up(pile: Pile, chosen: tuple[str, ...]) -> list[int]:
    """The cards of a hand that a partly composed answer has used."""
    out: list[int] = []
    for atom in chosen:
        found = [piece for piece in pile if KIND[piece] == CARD_OF.get(atom) and piece not in out]
        out += found[:1]
    return out


@drawn("options", "story", "court", "round", "finalists", own=("amour", "field", "counted"))
def before(v: QuestsState, q: int) -> tuple[Area, ...]:
    """What lies before a player: the court, the Amour, the weapons of this stage."""
    court = []
    for piece in v.court[q]:
        idle = jousting(v) and not v.counts(q, KIND[piece])
        marks = IDLE if idle else ()
        court.append(card(piece, "", marks, str(v.ally_bp(q, KIND[piece]) or "")))
    areas = [Area(f"court-{q}", "Court", "row", tuple(court))] if court else []
    if v.amour[q]:
        areas.append(Area(f"amour-{q}", "Amour", "row", tuple(card(piece) for piece in v.amour[q])))
    if v.field[q]:
        areas.append(Area(f"field-{q}", "Weapons", "row", tuple(card(piece) for piece in v.field[q])))
    return tuple(areas)


# -- the prompt ------------------------------------------------------------------------------------------------------


def prompt(v: QuestsState, seat: int, names: Sequence[str], chosen: tuple[str, ...]) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule
    pile = tuple(sorted(v.hand[seat], key=_by_table))
    used = picked_up(pile, chosen)

    def on(atom: str) -> str:
        if atom in STRUCK:
            owner = v.master(STRUCK[atom])
            return next((f"card-{p}" for p in v.court[owner] if KIND[p] == STRUCK[atom]), "") if owner != NOBODY else ""
        if atom in PREVIEW:
            return f"stage-{PREVIEW.index(atom)}"
        return next((f"card-{p}" for p in pile if KIND[p] == CARD_OF.get(atom) and p not in used), "")

    def hint(atom: str) -> str:
        return hints(v, seat, names, atom, chosen)

    return ask(
        choice, words.prompt(v, seat), chosen, lambda atom: words.label(v, atom), on, hint, progress(v, seat, chosen)
    )


def hints(v: QuestsState, seat: int, names: Sequence[str], atom: str, chosen: tuple[str, ...]) -> str:
    if v.question == "setup_quest" and atom in CARDS:
        return building_hint(v, seat, chosen, atom)
    if atom == ACCEPT:
        back = "; if nobody joins, you take them back" if v.options.no_participants == "take_back" else ""
        return f"you draw as many cards as you lay, and {STAGES[v.card()]} more{back}"
    if v.question in ("play_foe_stage", "play_tournament") and atom in PLAYABLE:
        return f"then {total_with(v, seat, (*chosen, atom))} points"
    if atom in BID:
        cards = max(0, BID.index(atom) - v.free_bids(seat))
        return f"you would discard {count(cards, 'card')}" if cards else "costs no card"
    if atom in STRUCK:
        owner = v.master(STRUCK[atom])
        return "yours" if owner == seat else f"of {names[owner]}" if owner != NOBODY else ""
    if atom in PLAYED and v.question == "bid_test":
        w = v.clone()
        enter_play(w, seat, PLAYED[atom])  # specials of this and of other allies included
        more = w.free_bids(seat) - v.free_bids(seat)
        return count(more, "more free bid") if more else "no free bids now"
    if atom in PREVIEW and v.master(MERLIN) != seat:
        return "puts Merlin into play"
    return ""


def building_hint(v: QuestsState, seat: int, chosen: tuple[str, ...], atom: str) -> str:
    """What a card would make of the stage."""
    plan, _ = SetUp(kinds(v.hand[seat]), v.card()).plan(chosen, True)
    if atom in TESTS:
        return "a stage by itself"
    added = FOE_BP[v.card()].get(atom, 0) or WEAPON_BP.get(atom, 0)
    return f"stage of {plan.bp + added}" if plan.foe else f"{added} points"


def total_with(v: QuestsState, seat: int, chosen: tuple[str, ...]) -> int:
    """The battle points one would have with these cards."""
    w = v.clone()
    weapons = sum(WEAPON_BP.get(kind, 0) for kind in chosen)
    for kind in chosen:
        if kind not in WEAPON_BP:
            enter_play(w, seat, kind)
    if v.question == "play_foe_stage":
        return w.quest_bp(seat) + weapons
    fresh = tuple(kind for kind in chosen if kind not in WEAPON_BP and kind != AMOUR)
    w.counted = (*w.counted[:seat], w.counted[seat] + fresh, *w.counted[seat + 1 :])
    return w.tournament_bp(seat) + weapons


def progress(v: QuestsState, seat: int, chosen: tuple[str, ...]) -> str:
    """How far a multi-step answer has come."""
    if v.question == "setup_quest":
        return building_progress(v, seat, chosen)
    if v.question == "play_foe_stage":
        more = "" if v.options.equal_strength == "passes" else "more than "
        goal = f", {more}{v.stage_bp(v.stage)} needed" if v.turned >= v.stage else ""
        return f"{total_with(v, seat, chosen)} points{goal}"
    if v.question == "play_tournament":
        return f"{total_with(v, seat, chosen)} points"
    if v.question == "hand_limit":
        return f"{len(chosen)} of {count(len(v.hand[seat]) - v.options.max_hand, 'card')}"
    if v.question == "test_discard":
        return f"{len(chosen)} of {count(price(v), 'card')}"
    return ""


def building_progress(v: QuestsState, seat: int, chosen: tuple[str, ...]) -> str:
    """For example "2 of 3 stages, 45 points; the next must exceed 20"."""
    quest = v.card()
    plan, _ = SetUp(kinds(v.hand[seat]), quest).plan(chosen, True)
    n = STAGES[quest]
    stages = layout(chosen)
    head = f"{len(stages)} of {n} stages"
    if plan.foe:
        if plan.bp <= plan.last:
            return f"{head}, {plan.bp} points; must exceed {plan.last}"
        return f"{head}, {plan.bp} points" + (f", above {plan.last}" if plan.last else "")
    if not plan.left:
        return f"{head}, ready"
    head = f"{n - plan.left} of {n} stages"
    return f"{head}; the next foe stage must exceed {plan.last}" if plan.last else head
