"""Quests of the Round Table in words: prompts, labels, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from roundtable.engine import HIDDEN, Event
from roundtable.engine.grammar import count, listed, verb, whose
from roundtable.scene import Moment

from .cards import (
    ALLIES,
    AMOUR,
    CARDS,
    FOES,
    KIND,
    MERLIN,
    MORDRED,
    QUESTS,
    RANK_BP,
    RANK_NAMES,
    STAGES,
    TESTS,
    WEAPONS,
)
from .questions import QUESTIONS
from .questions.answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, NOT_NOW, PASS, PLAYED, PREVIEW, STRUCK, kinds
from .questions.building import NEXT_STAGE, can_sponsor
from .questions.choices import price, shed_uses
from .state import NOBODY, QuestsState

Names = Sequence[str]


def name(kind: str) -> str:
    return CARDS[kind].name


def cards(some: Iterable[str]) -> str:
    """Cards in words, copies counted: "2 × Thieves and Sword"."""
    found = list(some)
    return listed(
        f"{found.count(kind)} × {name(kind)}" if found.count(kind) > 1 else name(kind) for kind in dict.fromkeys(found)
    )


# -- questions -------------------------------------------------------------------------------------------------------


def prompt(v: QuestsState, seat: int) -> str:
    return _PROMPTS[v.question](v, seat)


def _sponsor(v: QuestsState, seat: int) -> str:
    card = CARDS[v.card()]
    if not can_sponsor(kinds(v.hand[seat]), card.id):
        return f"{card.name}: your hand cannot build its {card.stages} stages, so you decline."
    return f"Will you sponsor {card.name} and build its {card.stages} stages from your hand?"


def _set_up(v: QuestsState, seat: int) -> str:
    return f"Build the {STAGES[v.card()]} stages of {name(v.card())}: every foe stage stronger than the one before."


def _join(v: QuestsState, seat: int) -> str:
    sizes = ", ".join(str(len(stage)) for stage in v.stages if stage)
    return f"Will you ride out on {name(v.card())}? Cards in its stages: {sizes}."


def _limit(v: QuestsState, seat: int) -> str:
    held = kinds(v.hand[seat])
    uses = shed_uses(v, seat)
    allies = ["put allies into play"] * any(kind in ALLIES for kind in held)
    amour = ["play an Amour"] * (AMOUR in uses and AMOUR in held)
    mordred = ["send Mordred against an ally"] * (MORDRED in uses and MORDRED in held)
    others = [*allies, *amour, *mordred]
    instead = f" Instead of discarding you may {listed(others, last='or')}." if others else ""
    return f"You hold {count(len(held), 'card')}: shed {count(len(held) - v.options.max_hand, 'card')}.{instead}"


def _merlin(v: QuestsState, seat: int) -> str:
    if v.master(MERLIN) == seat:
        return "Merlin can show you one stage that lies face down, once in this quest."
    if any(KIND[piece] == MERLIN for piece in v.hand[seat]):
        return "You may play Merlin now to look at a stage that lies face down."
    return "Whoever has Merlin may look ahead; you pass."


def _foe(v: QuestsState, seat: int) -> str:
    head = f"Stage {v.stage} of {v.built()}"
    mine = f"you have {v.quest_bp(seat)} without playing a card"
    if v.turned >= v.stage:
        need = "reach" if v.options.equal_strength == "passes" else "exceed"
        return f"{head}: {need} {v.stage_bp(v.stage)}; {mine}."
    last = max((v.stage_bp(i) for i in range(1, v.turned + 1)), default=0)
    size = count(len(v.stages[v.stage - 1]), "card")
    above = f", stronger than {last}" if last else ""
    return f"{head}: a foe of {size}, face down{above}; {mine}."


def _bid(v: QuestsState, seat: int) -> str:
    offers = QUESTIONS[v.question].choice(v, seat).atoms(())
    bids = [BID.index(atom) for atom in offers if atom in BID]
    plays = [name(PLAYED[atom]) for atom in offers if atom in PLAYED]
    test = name(KIND[v.stages[v.stage - 1][0]])
    now = f"highest bid {v.bid}" if v.bid else f"no bid yet, {v.minimum} is the least"
    free = f", {v.free_bids(seat)} of it free" if v.free_bids(seat) else ""
    first = f" You may first play {listed(plays, last='or')}." if plays else ""
    if bids:
        up = f" to {bids[-1]}" if len(bids) > 1 else ""
        return f"{test}, {now}: bid {bids[0]}{up}{free}, or drop out.{first}"
    most = v.bid_capacity(seat)
    return f"{test}, {now}: you can bid {f'only {most}{free}' if most else 'nothing'}, and must drop out.{first}"


def _pay(v: QuestsState, seat: int) -> str:
    free = f", {v.free_bids(seat)} of it free" if v.free_bids(seat) else ""
    return f"You won with a bid of {v.bid}{free}: discard {count(price(v), 'card')}."


def _tournament(v: QuestsState, seat: int) -> str:
    bonus = CARDS[v.card()].bonus
    more = f", and {bonus} more" if bonus else ""
    return f"Will you enter the {name(v.card())}? The winner gains a shield for every entrant{more}."


def _joust(v: QuestsState, seat: int) -> str:
    what = "The final" if v.finalists else name(v.card())
    turn = "" if v.round == 1 else f", round {v.round}"
    return f"{what}{turn}: the highest battle points win; you have {v.tournament_bp(seat)} without playing a card."


def _arms(v: QuestsState, seat: int) -> str:
    hand = kinds(v.hand[seat])
    if any(kind in WEAPONS for kind in hand):
        return "The King calls to arms: give up one weapon."
    foes = min(2, sum(1 for kind in hand if kind in FOES))
    if not foes:
        return "The King calls to arms, but you have neither weapon nor foe to give up."
    return f"The King calls to arms and you have no weapon: give up {count(foes, 'foe')}."


def _window(v: QuestsState, seat: int) -> str:
    if any(KIND[piece] == MORDRED for piece in v.hand[seat]):
        if v.content[seat]:
            return "You keep Mordred back in this Test."
        return "You may sacrifice Mordred to remove an ally from play."
    return "Whoever holds Mordred may strike now; you pass."


def _prosperity(v: QuestsState, seat: int) -> str:
    return "Will you draw two cards?"


_PROMPTS: Final[dict[str, Callable[[QuestsState, int], str]]] = {
    "sponsor_quest": _sponsor,
    "setup_quest": _set_up,
    "join_quest": _join,
    "hand_limit": _limit,
    "merlin_preview": _merlin,
    "play_foe_stage": _foe,
    "bid_test": _bid,
    "test_discard": _pay,
    "join_tournament": _tournament,
    "play_tournament": _joust,
    "call_to_arms": _arms,
    "mordred_window": _window,
    "prosperity_draw": _prosperity,
}

_WORDS: Final = {
    ACCEPT: "Sponsor it",
    JOIN: "Join",
    DECLINE: "Decline",
    DROP: "Drop out",
    DRAW: "Draw two cards",
    PASS: "Pass",
    NOT_NOW: "Not in this Test",
    NEXT_STAGE: "Next stage",
}


def label(v: QuestsState, atom: str) -> str:
    if atom in CARDS:
        return f"Discard {name(atom)}" if v.question in _DISCARDING else name(atom)
    if atom in PLAYED:
        return f"Play {name(PLAYED[atom])}"
    if atom in STRUCK:
        return f"Mordred against {name(STRUCK[atom])}"
    if atom in BID:
        return f"Bid {BID.index(atom)}"
    if atom in PREVIEW:
        return f"Look at stage {PREVIEW.index(atom)}"
    return _WORDS.get(atom, atom)


_DISCARDING: Final = ("hand_limit", "test_discard", "call_to_arms")


# -- the log ---------------------------------------------------------------------------------------------------------


def say(event: Event, names: Names) -> str:
    """An event as a sentence; events that another sentence already tells say nothing."""
    return _SENTENCES[event.name](event, names)


def _line(template: str) -> Callable[[Event, Names], str]:
    """A sentence from a template; {who} is the seat, {cards} are cards."""

    def tell(e: Event, names: Names) -> str:
        facts: dict[str, Any] = dict(e.facts)
        if "seat" in facts:
            facts["who"] = names[facts["seat"]]
        if isinstance(facts.get("cards"), tuple):
            facts["cards"] = cards(facts["cards"])
        return template.format(**facts)

    return tell


def _story(e: Event, names: Names) -> str:
    card = CARDS[e["card"]]
    if card.id in QUESTS:
        raised = "all foes" if card.raises == FOES else listed(name(foe) for foe in card.raises) if card.raises else ""
        note = f"{card.stages} stages" + (f", {raised} raised" if raised else "")
        return f"Turn {e['turn']}: {names[e['seat']]} draws the quest {card.name} ({note})."
    return f"Turn {e['turn']}: {names[e['seat']]} draws {card.name}."


def _drawn(e: Event, names: Names) -> str:
    who = names[e["seat"]] + (" (sponsor)" if e["why"] else "")
    drawn = e["cards"]
    if HIDDEN in drawn:
        return f"{who} draws {count(len(drawn), 'card')}."
    return f"{who} draws {cards(KIND[piece] for piece in drawn)}."


def _laid(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} lays the stages face down; cards in them: {listed(str(n) for n in e['sizes'])}."


def _shown(e: Event, names: Names) -> str:
    kind = e["cards"][0]
    if kind in TESTS:
        return f"Stage {e['stage']} is a Test: {name(kind)}."
    return f"Stage {e['stage']}: {' + '.join(name(card) for card in e['cards'])} = {e['bp']}."


def _foreseen(e: Event, names: Names) -> str:
    return f"Merlin shows you stage {e['stage']}: {cards(e['cards'])}."


def _sum(rank: str, e: Event) -> str:
    parts = [rank, *(f"{name(kind)} {points}" for kind, points in e["sum"])]
    return f"{' + '.join(parts)} = {e['bp']}" if len(parts) > 1 else rank


def _fought(e: Event, names: Names) -> str:
    rank = f"{RANK_NAMES[e['rank']]} {RANK_BP[e['rank']]}"
    return f"{names[e['seat']]}: {_sum(rank, e)}, {'goes on' if e['passed'] else 'is out'}."


def _jousted(e: Event, names: Names) -> str:
    rank = f"rank {e['rank']}"
    return f"{names[e['seat']]}: {_sum(rank, e)}."


def _mordred(e: Event, names: Names) -> str:
    if e["owner"] == NOBODY:
        return f"{names[e['seat']]} sends Mordred against {name(e['ally'])}, who has already gone."
    master = whose(names[e["owner"]]) + (" own" if e["owner"] == e["seat"] else "")
    return f"{names[e['seat']]} sacrifices Mordred: {master} {name(e['ally'])} leaves play."


def _promoted(e: Event, names: Names) -> str:
    left = f", with {count(e['shields'], 'shield')} left" if e["shields"] else ""
    return f"{names[e['seat']]} becomes {RANK_NAMES[e['rank']]}{left}."


def _completed(e: Event, names: Names) -> str:
    bonus = f", {e['bonus']} of them for the King's recognition" if e["bonus"] else ""
    return f"{names[e['seat']]} completes the quest: {count(e['stages'] + e['bonus'], 'shield')}{bonus}."


def _spent(e: Event, names: Names) -> str:
    return "The King's recognition has been given." if e["won"] else "The King's recognition goes unclaimed."


def _never(e: Event, names: Names) -> str:
    if not e["stages"]:
        return "The stages never reached are put away unseen."
    told = (f"stage {e['first'] + i}: {cards(stage)}" for i, stage in enumerate(e["stages"]))
    return f"Never reached: {'; '.join(told)}."


def _committed(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} plays {cards(e['cards'])}."


def _bid_made(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} bids {e['bid']}" + (f" ({e['free']} free)." if e["free"] else ".")


def _test_won(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} wins the Test with {e['bid']} and discards {count(e['cards'], 'card')}."


def _lists(e: Event, names: Names) -> str:
    who = [names[q] for q in e["seats"]]
    return f"In the lists: {listed(who)}." if len(who) > 1 else f"{who[0]} enters alone."


def _won_tournament(e: Event, names: Names) -> str:
    bonus = f", {e['bonus']} of them the bonus" if e["bonus"] else ""
    return f"{names[e['seat']]} wins the tournament: {count(e['entrants'] + e['bonus'], 'shield')}{bonus}."


def _tied(e: Event, names: Names) -> str:
    then = "they fight another round" if e["again"] else "they win together"
    return f"{listed(names[q] for q in e['seats'])} share the lead: {then}."


def _final(e: Event, names: Names) -> str:
    return f"{listed(names[q] for q in e['seats'])} reach the goal together: a final tournament decides."


def _lost(e: Event, names: Names) -> str:
    who, n = names[e["seat"]], e["shields"]
    return f"{who} loses {count(n, 'shield')}." if n else f"{who} has no shield to lose."


def _deed(e: Event, names: Names) -> str:
    return f"{names[e['seat']]} gains {count(e['shields'], 'shield')} for a chivalrous deed."


def _shuffled(deck: str) -> Callable[[Event, Names], str]:
    def tell(e: Event, names: Names) -> str:
        return f"The {deck} deck is shuffled anew: {count(e['cards'], 'card')}."

    return tell


def _recognition(e: Event, names: Names) -> str:
    quest = "the next quest that is sponsored" if e["next_only"] else "a quest next"
    return f"The King recognises whoever completes {quest}: {count(e['shields'], 'more shield')}."


def _court(e: Event, names: Names) -> str:
    gone = e["allies"]
    return (
        f"The court is called to Camelot: {cards(gone)} {verb(len(gone), 'leave')} play."
        if gone
        else "Nobody has an ally to send to Camelot."
    )


def _gave(e: Event, names: Names) -> str:
    who = names[e["seat"]]
    return f"{who} gives up {cards(e['cards'])}." if e["cards"] else f"{who} has neither weapon nor foe to give up."


def _won(e: Event, names: Names) -> str:
    who = listed(names[q] for q in e["seats"])
    if e["limit"]:
        return f"The last turn is over: {who} {'leads and wins' if len(e['seats']) == 1 else 'share the win'}."
    return f"{who} {verb(len(e['seats']), 'win')}{' together' if len(e['seats']) > 1 else ''}."


_SENTENCES: Final[dict[str, Callable[[Event, Names], str]]] = {
    "begun": _line("{who} begins."),
    "story": _story,
    "story_reshuffled": _shuffled("story"),
    "adventure_reshuffled": _shuffled("adventure"),
    "drawn": _drawn,
    "shed": _line("{who} discards {cards}."),
    "played": _line("{who} puts {cards} into play."),
    "mordred": _mordred,
    "promoted": _promoted,
    "no_sponsor": _line("Nobody sponsors the quest."),
    "declined_to_sponsor": _line("{who} declines to sponsor."),
    "sponsored": _line("{who} sponsors the quest."),
    "quest_laid": _laid,
    "joined": _line("{who} joins."),
    "declined_to_join": _line("{who} stays at home."),
    "nobody_joined": _line("Nobody rides out."),
    "stages_taken_back": _line("{who} takes the stages back."),
    "foe_announced": _line("Stage {stage} is a foe."),
    "stage_shown": _shown,
    "previewed": _line("{who} looks at stage {stage} with Merlin."),
    "foreseen": _foreseen,
    "committed": _committed,
    "fought": _fought,
    "bidding_opened": _line("The least bid is {minimum}."),
    "bid": _bid_made,
    "dropped": _line("{who} drops out."),
    "nobody_bids": _line("Nobody passes the Test."),
    "test_won": _test_won,
    "paid": _line("{who} discards {cards} for the Test."),
    "completed": _completed,
    "recognition_spent": _spent,
    "never_played": _never,
    "entered": _line("{who} enters the tournament."),
    "declined_to_enter": _line("{who} does not enter."),
    "nobody_entered": _line("Nobody enters the tournament."),
    "lists": _lists,
    "jousted": _jousted,
    "tied": _tied,
    "tournament_won": _won_tournament,
    "final": _final,
    "deed": _deed,
    "amour_lost": lambda e, names: f"{whose(names[e['seat']])} Amour leaves play.",
    "shields_lost": _lost,
    "recognition": _recognition,
    "court_called": _court,
    "gave_up": _gave,
    "declined_to_draw": _line("{who} draws nothing."),
    "won": _won,
}

HEADINGS: Final = frozenset({"story", "stage_shown", "foe_announced"})
MOMENTS: Final = {
    "completed": Moment("laurels", "unfurl", 3),
    "test_won": Moment("laurels", "unfurl"),
    "tournament_won": Moment("knight-banner", "unfurl", 2),
    "promoted": Moment("checked-shield", "unfurl", 2),
    "won": Moment("round-table", "unfurl"),
}
