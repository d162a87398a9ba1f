"""Lancelot in words: callings, prompts, labels, terms, and the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from roundtable.engine import Event, grammar
from roundtable.engine.callings import called, person
from roundtable.engine.grammar import capital, listed, whose
from roundtable.scene import Moment

from .board import RETURNS, STAY, TABLE, Deed
from .cards import (
    ADVANTAGES,
    CARDS,
    CATEGORIES,
    CHAIR_LOOKS,
    CHAIRS,
    COLOURS,
    COUNTERS,
    DEED,
    DEEDS,
    GOOD,
    GOOD_LOOKS,
    LADIES,
    MOST_CARDS,
    PLOTS,
    SITE_LOOKS,
    SQUIRE,
    VIRTUE,
    VIRTUE_LOOKS,
    WEAPONS,
)
from .rules.sites import DECLINE, NONE, cards_offered, must_leave
from .rules.table import no_gift
from .rules.turn import PASS, legal_moves
from .state import NOBODY, LancelotState

MANY: Final = {  # good -> its plural
    **{weapon: f"{weapon}s" for weapon in WEAPONS},
    "magic": "magic",
    "squire": "squires",
    "ladies": "Ladies",
    "allied": "Allied Knights",
    "enemies": "Enemies",
    "plots": "Plots",
}
ONE: Final = {
    **{good: good for good in COUNTERS},
    "ladies": "Lady",
    "allied": "Allied Knight",
    "enemies": "Enemy",
    "plots": "Plot",
}
CATEGORY_WORDS: Final[dict[str, str]] = {**{good: MANY[good] for good in CATEGORIES if good in MANY}, "deed": "deeds"}


def callings(s: LancelotState, names: Sequence[str]) -> Sequence[str]:
    """Players are called by the colour of their knight, once they have one."""
    return called([COLOURS[colour].capitalize() if colour >= 0 else "" for colour in s.colours], names)


def colour(v: LancelotState, seat: int) -> str:
    return COLOURS[v.colours[seat]].capitalize()


def count(n: int, good: str) -> str:
    """A number of goods in words.

    >>> count(1, "sword"), count(0, "sword"), count(1, "ladies"), count(2, "magic")
    ('1 sword', 'no swords', '1 Lady', '2 magic')
    """
    return grammar.count(n, ONE[good], MANY[good])


def counted(goods: Sequence[str]) -> str:
    """Goods in words, copies together."""
    return listed(count(goods.count(good), good) for good in dict.fromkeys(goods))


def space_word(name: str) -> str:
    """A space, a site or a seat in words.

    >>> space_word("stronghold.mace.2"), space_word("distant.1"), space_word("table.arthur")
    ('Stronghold, mace track 2', 'Distant Lands 1', 'seat of Arthur')
    """
    site, _, rest = name.partition(".")
    if site == "table":
        return f"seat of {rest.capitalize()}" if rest else "the Round Table"
    title = SITE_LOOKS[site].name
    if site == "stronghold" and rest:
        track, _, number = rest.partition(".")
        return f"{title}, {track} track {number}"
    return f"{title} {rest}" if rest else title


def there(name: str) -> str:
    """A space or a site in a sentence.

    >>> there("joust"), there("joust.2"), there("merlin"), there("table")
    ('the Joust', 'Joust 2', 'Merlin', 'the Round Table')
    """
    return f"the {space_word(name)}" if name in ("dragon", "grail", "joust", "lake", "stronghold") else space_word(name)


def cost_words(cost: Sequence[int], excalibur: bool) -> str:
    """A price in words, Excalibur shown and not spent."""
    words = [count(n, good) for good, n in zip((*WEAPONS, "magic"), cost) if n]
    return listed([*words, "Excalibur"] if excalibur else words)


def deed_words(deed: Deed) -> str:
    return f"{cost_words(deed.cost, deed.excalibur)} for {deed.vp} VP"


# -- asking ------------------------------------------------------------------------------------------------------------


def prompt(v: LancelotState, seat: int) -> str:
    """The open question, made from what is offered."""
    tell = _PROMPTS[v.question]
    return tell if isinstance(tell, str) else tell(v, seat)


def _move_prompt(v: LancelotState, seat: int) -> str:
    at, board = v.at[seat], v.board
    offers = legal_moves(v, seat)
    ways = [board.named[atom] for atom in offers if atom in board.named]
    home = any(atom in RETURNS for atom in offers)
    if at == TABLE:
        return f"Leave the Round Table: where do you ride first?{' You may also go straight to another seat.' * home}"
    deeds = ["remain at the Grail"] * (STAY in offers) + ["ride on"] * any(to > at for to in ways)
    deeds += ["come home and choose your seat"] * home + ["begin your second tour"] * any(to < at for to in ways)
    why = must_leave(v, seat) if at == board.grail else ""
    before = f"You may not remain at the Grail: {MUST_LEAVE[why]}. " if why else ""
    return f"{before}{capital(listed(deeds, last='or'))}."


def _counters_prompt(v: LancelotState, seat: int) -> str:
    return f"The track offers {counted(v.offer)}. What do you take?"


def _cards_prompt(v: LancelotState, seat: int) -> str:
    colour_of, c, q, most = cards_offered(v, seat)
    held = sum(v.owned[seat][LADIES:])
    offer = [count(n, CARDS[good - LADIES]) for good, n in ((colour_of, c), (PLOTS, q)) if n]
    limit = f", {most} together" if most < c + q else ""
    return f"The wharf offers up to {listed(offer)}{limit}. You have {held} of {MOST_CARDS} cards."


def _morgana_prompt(v: LancelotState, seat: int) -> str:
    there = [colour(v, q) for q in range(v.players) if v.at[q] == v.board.grail]
    sends = f" It also sends {listed(there)} away from the Grail." if there else ""
    return f"Use Morgana's power, once in the game, for a second tour this turn?{sends}"


def _gift_prompt(v: LancelotState, seat: int) -> str:
    look = CHAIR_LOOKS[CHAIRS[v.chairs[seat]]]
    return f"The seat of {look.name}. {look.text} Do you accept?"


def _magic_prompt(v: LancelotState, seat: int) -> str:
    own = v.owned[seat]
    uses = ["discard cards", "exchange a card"] * any(own[LADIES:]) + ["dismiss squires"] * bool(own[SQUIRE])
    return f"You have {count(own[GOOD['magic']], 'magic')}. Use one to {listed(uses, last='or')}?"


_PROMPTS: Final[dict[str, str | Callable[[LancelotState, int], str]]] = {
    "choose_colour": "Choose the colour of your knight: you are called by it, and nothing else depends on it.",
    "choose_start_seat": "Choose your seat at the Round Table: its effect is yours at once, and it sets the order.",
    "place_crown": "Arthur honours you: on which Virtue's crown do you put your disc?",
    "take_gift": _gift_prompt,
    "choose_move": _move_prompt,
    "choose_counters": _counters_prompt,
    "choose_cards": _cards_prompt,
    "choose_virtue": "Percival teaches: which Virtue do you learn, if any?",
    "choose_galahad_virtue": "Galahad inspires: on which Virtue, if any, do you put a disc, to be learnt later?",
    "choose_deed": "Which deed do you complete?",
    "use_morgana": _morgana_prompt,
    "use_magic": _magic_prompt,
    "choose_tied_category": "You share the lead here. Which majority do you claim for 2 VP?",
}


def label(v: LancelotState, atom: str) -> str:
    if atom in DEEDS:
        return f"Deed {atom[-2:]}: {deed_words(v.board.deed(DEED[atom]))}"
    if v.question == "choose_deed" and atom in (*WEAPONS, NONE):
        return f"Leave out one {atom}" if atom != NONE else _LABELS[NONE]
    if v.question == "choose_tied_category" and atom in CATEGORY_WORDS:
        return f"Most {CATEGORY_WORDS[atom]}"
    if atom in COLOURS:
        return atom.capitalize()
    if atom in GOOD_LOOKS:
        return GOOD_LOOKS[atom].name
    if atom in VIRTUE:
        return VIRTUE_LOOKS[atom].name
    if atom in RETURNS or atom in v.board.named:
        return capital(space_word(atom))
    return _LABELS.get(atom) or (count(int(atom), "squire") if atom.isdigit() else atom)


_LABELS: Final = {
    STAY: "Remain at the Grail",
    DECLINE: "Decline",
    NONE: "Pay in full",
    PASS: "Pass",
    "yes": "Yes",
    "no": "No",
    "discard_cards": "Discard cards",
    "exchange": "Exchange a card",
    "discard_squires": "Dismiss squires",
    "deed": "Deeds",
}


# -- who moves, who must go --------------------------------------------------------------------------------------------

MUST_LEAVE: Final = {
    "end": "your marker has reached the end of the Grail track",
    "morgana": "Morgana has cleared it",
    "alone": "no knight is travelling elsewhere",
}


def why_next(v: LancelotState) -> str:
    """4.3 Who moves next, and why: for the strip of the move order."""
    if v.question != "choose_move":
        return f"{colour(v, v.active)} is on the move" if v.round and v.active != NOBODY else ""
    seat = v.order[0]
    who, at = colour(v, seat), v.at[seat]
    if v.round == 1:
        return f"{who} is next in table order"
    level = [q for q in v.order[1:] if v.at[q] == at]
    place = there(v.board.spaces[at])
    if level:
        return f"{who} moves next: it came to {place} before {listed(colour(v, q) for q in level)}"
    if len(v.order) == 1:
        return f"{who} is the last to move in this round"
    return f"{who} moves next: farthest ahead, at {place}"


NO_GIFT: Final = {  # with the word for whose they are
    "discs": "{} discs are all on the board",
    "crowns": "every crown has its disc",
    "eye": "{} Morgana counter was placed before",
    "own": "its advantage is {} own already",
    "magic": "there is no magic left",
}

# -- seats as hints ----------------------------------------------------------------------------------------------------


def seat_hint(v: LancelotState, seat: int, chair: int) -> str:
    """What a seat would do for this player now."""
    text = CHAIR_LOOKS[CHAIRS[chair]].text
    why = no_gift(v, seat, chair)
    if why:
        return f"No effect for you now: {NO_GIFT[why].format('your')}."
    owner = v.advantages[chair] if chair in ADVANTAGES else NOBODY
    return f"{text} Taken from {colour(v, owner)}." if owner != NOBODY else text


# -- the log -----------------------------------------------------------------------------------------------------------


def say(event: Event, names: Sequence[str]) -> str:
    """An event as a sentence; events that another sentence already tells say nothing."""
    tell = SENTENCES.get(event.name)
    return tell(event, names) if tell is not None else ""


def _riders(e: Event, names: Sequence[str]) -> str:
    first, *others = [f"{person(names, seat)}{' rides' * (seat == 0)} as {name}" for seat, name in enumerate(names)]
    return f"{listed([first, *others])}."


def _moved(e: Event, names: Sequence[str]) -> str:
    again = " on a second tour" if e["again"] else ""
    return f"{names[e['seat']]} rides from {there(e['start'])} to {there(e['to'])}{again}."


def _round(e: Event, names: Sequence[str]) -> str:
    order = e["order"]
    if len(order) == 1:
        return f"Round {e['round']}: only {names[order[0]]} is still on the way."
    return f"Round {e['round']}: {', '.join(names[q] for q in order)}."


def _seat_taken(e: Event, names: Sequence[str]) -> str:
    who, chair, start = names[e["seat"]], e["chair"].capitalize(), e["start"]
    if not start:
        return f"{who} takes the seat of {chair}."
    way = "goes straight" if start == "table" else f"comes home from {there(start)}"
    return f"{who} {way} to the seat of {chair}."


def _taken(e: Event, names: Sequence[str]) -> str:
    who, taken = names[e["seat"]], e["taken"]
    refused = list(e["offered"])
    for counter in taken:
        refused.remove(counter)
    if not taken:
        return f"{who} takes none of the counters ({counted(refused)})."
    return f"{who} takes {counted(taken)}" + (f" and refuses {counted(refused)}." if refused else ".")


def _cards_taken(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['seat']]} takes {counted(e['taken'])}." if e["taken"] else f"{names[e['seat']]} takes no cards."


def _learnt(e: Event, names: Sequence[str]) -> str:
    crown = ", with the crown" if e["crowned"] else ""
    return f"{names[e['seat']]} learns {VIRTUE_LOOKS[e['virtue']].name} for {e['vp']} VP{crown}."


def _galahad(e: Event, names: Sequence[str]) -> str:
    who, virtue = names[e["seat"]], e["virtue"]
    return f"{who} puts a disc on {VIRTUE_LOOKS[virtue].name}." if virtue else f"{who} puts no disc on a Virtue."


def _deed(e: Event, names: Sequence[str]) -> str:
    waived = f" (Maleagant spares a {e['waived']})" if e["waived"] else ""
    shown = " and shows Excalibur" if e["excalibur"] else ""
    paid = cost_words(e["paid"], False)
    return f"{names[e['seat']]} completes deed {e['deed'][-2:]}: pays {paid}{waived}{shown}, {e['vp']} VP."


def _morgana(e: Event, names: Sequence[str]) -> str:
    sent = listed(names[q] for q in e["sent"])
    away = f" {sent} must leave the Grail." if e["sent"] else ""
    return f"{names[e['seat']]} uses Morgana's power for a second tour.{away}"


def _grail(e: Event, names: Sequence[str]) -> str:
    who, old, new = names[e["seat"]], e["old"], e["new"]
    return f"{who}'s Grail marker goes {old} → {new}." if new != old else f"{who}'s Grail marker is at the end."


def _must_leave(e: Event, names: Sequence[str]) -> str:
    way = "goes on a second tour or home" if e["again"] else "must return"
    return f"{names[e['seat']]} may not remain at the Grail and {way}: {_THEIR[e['why']]}."


_THEIR: Final = {**MUST_LEAVE, "end": "the marker has reached the end of the track"}


def _advantage(e: Event, names: Sequence[str]) -> str:
    old = e["old"]
    chair = e["chair"].capitalize()
    return f"{names[e['seat']]} now has the advantage of {chair}" + (
        f", and no longer {names[old]}." if old >= 0 else "."
    )


def _turned_up(e: Event, names: Sequence[str]) -> str:
    deeds = "; ".join(f"{name[-2:]} asks {cost_words(cost, sword)} for {vp} VP" for name, cost, sword, vp in e["deeds"])
    return f"New at the Dragon: deed {deeds}. {grammar.count(e['left'], 'more deed')} in the stack."


def _sword(e: Event, names: Sequence[str]) -> str:
    who, old = names[e["seat"]], e["old"]
    if old == e["seat"]:
        return f"{who} has defended the Excalibur Sword."
    return f"{who} takes the Excalibur Sword" + (f" from {names[old]}." if old >= 0 else ".")


def _magic_used(e: Event, names: Sequence[str]) -> str:
    who, how, what = names[e["seat"]], e["how"], e["what"]
    if how == "exchange":
        return f"{who} uses magic: {count(1, what[0])} becomes {count(1, what[1])}."
    if how == "discard_squires":
        return f"{who} uses magic and dismisses {count(int(what[0]), 'squire')}."
    return f"{who} uses magic and discards {counted(what)}."


def _majority(e: Event, names: Sequence[str]) -> str:
    who, what, top = names[e["seat"]], CATEGORY_WORDS[e["category"]], e["top"]
    if len(top) == 1:
        return f"{who} has the most {what}: {e['vp']} VP."
    return f"{listed(names[q] for q in top)} share the most {what}; {who} claims them: {e['vp']} VP."


def _over(e: Event, names: Sequence[str]) -> str:
    places, points, chairs = e["places"], e["points"], e["chairs"]
    table = listed(f"{names[seat]} {vp} VP" for seat, vp in zip(places, points))
    level = [i for i in range(1, len(places)) if points[i] == points[i - 1]]
    ties = (
        f" The seat of {chairs[i - 1].capitalize()} puts {names[places[i - 1]]} before {names[places[i]]}."
        for i in level
    )
    return f"{names[places[0]]} wins: {table}.{''.join(ties)}"


def _line(template: str) -> Callable[[Event, Sequence[str]], str]:
    """A sentence from a template; {who} is the event's seat."""

    def tell(e: Event, names: Sequence[str]) -> str:
        facts: dict[str, Any] = {**e.facts, "who": names[e["seat"]]} if "seat" in e.facts else e.facts
        return template.format(**facts)

    return tell


def _crown(e: Event, names: Sequence[str]) -> str:
    return f"{names[e['seat']]} puts a disc on the crown of {VIRTUE_LOOKS[e['virtue']].name}."


def _no_majority(e: Event, names: Sequence[str]) -> str:
    return f"Nobody has any {CATEGORY_WORDS[e['category']]}: no award."


def _no_gift(e: Event, names: Sequence[str]) -> str:
    why = NO_GIFT[e["why"]].format(whose(names[e["seat"]]))
    return f"The seat of {e['chair'].capitalize()} gives {names[e['seat']]} nothing: {why}."


def _grail_scored(e: Event, names: Sequence[str]) -> str:
    who, level = names[e["seat"]], e["level"]
    ahead = f"{grammar.count(e['distance'], 'space')} ahead of the last" if e["distance"] else "level with all others"
    first = f"; {listed(names[q] for q in level)} came there later" if level else ""
    return f"{who} leads the quest for the Grail, {ahead}{first}: {e['vp']} VP."


SENTENCES: Final[dict[str, Callable[[Event, Sequence[str]], str]]] = {
    "colour_taken": lambda e, names: f"{person(names, e['seat'])} rides as {e['colour'].capitalize()}.",
    "riders": _riders,
    "first_player": _line("{who} is first to choose a seat."),
    "seat_taken": _seat_taken,
    "no_gift": _no_gift,
    "gift_refused": _line("{who} refuses what the seat gives."),
    "crown_placed": _crown,
    "morgana_placed": _line("{who} puts the eye beside Morgana."),
    "advantage_taken": _advantage,
    "guinevere_smiles": _line("Guinevere smiles on {who}: 1 VP."),
    "magic_gained": _line("{who} gains 1 magic."),
    "no_magic_left": _line("No magic is left for {who}."),
    "turn_started": _line("Turn {turn}."),
    "round_started": _round,
    "moved": _moved,
    "remained": _line("{who} remains at the Grail."),
    "must_leave": _must_leave,
    "counters_taken": _taken,
    "cards_taken": _cards_taken,
    "lake_entered": _line("{who} enters the Lake; nobody else may this turn."),
    "counter_fetched": _line("{who} reaches Excalibur and takes the counter."),
    "virtue_learnt": _learnt,
    "virtue_declined": _line("{who} learns no Virtue."),
    "galahad_visited": _galahad,
    "deed_done": _deed,
    "morgana_used": _morgana,
    "morgana_kept": _line("{who} keeps Morgana's power for later."),
    "grail_step": _grail,
    "deeds_turned_up": _turned_up,
    "sword_won": _sword,
    "counter_placed": _line("The Excalibur counter lies on Lake {space}."),
    "magic_used": _magic_used,
    "majority": _majority,
    "no_majority": _no_majority,
    "excalibur_scored": _line("{who} owns the Excalibur Sword: {vp} VP."),
    "grail_scored": _grail_scored,
    "match_over": _over,
}

HEADINGS: Final = frozenset({"turn_started", "round_started"})
MOMENTS: Final = {
    "counter_fetched": Moment("sword-in-stone", "rise", 2),
    "sword_won": Moment("shining-sword", "rise", 3),
    "match_over": Moment("laurels", "unfurl"),
}
