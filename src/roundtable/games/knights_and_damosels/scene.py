"""Knights & Damosels on the table: rows, gifts, Merlin's display, service, tilt-yard and Camlann.

Cards whose damosel the viewer knows are called by their name ("isoud:honor"); a card on display, or granted in this
phase, is called by its slot, for everybody alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final

from roundtable.engine import HIDDEN, Answer, Pile
from roundtable.engine.prompting import ask
from roundtable.scene import Area, Arms, Face, Heads, Mark, Panel, Piece, Prompt, Scene, Spot, Stat, drawn, seated

from . import words
from .cards import (
    BONUS,
    CHIVALRIES,
    CHIVALRY,
    DAMOSEL,
    DAMOSEL_GOAL,
    DAMOSEL_NAMES,
    DECK,
    DISASTER,
    EVENT,
    EVENT_NAME,
    EVENT_TYPE,
    KNIGHT_GOAL,
    LISTED,
    MAIN,
    NAMED,
    PIECE_NAME,
    SET,
    SIRS,
    WORDS,
    WORSHIP_GOAL,
)
from .faces import COLOURS, PATTERNS, chivalry_face, event_face, knight_face
from .rules import QUESTIONS, ranking
from .rules.camlann import SIDES
from .rules.ending import gifts_table, goals
from .rules.joust import prize
from .rules.knight import CHALLENGE, TAKE, challenged
from .rules.service import SHARED, down_mask, earnings, sharing_cards, struck_cards
from .state import ARTHUR, NOBODY, NONE, DamoselsState
from .worlds import certain

LETTERS: Final = "BGLIPT"  # Bors, Gawain, Launcelot, of the Isles, Percival, Tristram
CHARGES: Final = ("wheat", "lion", "holy-grail", "rose", "laurels", "hearts")
PHASES: Final = (
    ("event", "scroll-unfurled", "Event"),
    ("damosel", "rose", "Gifts"),
    ("knight", "visored-helm", "Knights"),
    ("service", "crown", "Service"),
    ("worship", "charm", "Worship"),
)


def draw(v: DamoselsState, seat: int | None, names: Sequence[str], chosen: Answer = ()) -> Scene:
    """The table as the viewer may see it, beginning with the viewer's own place."""
    names = tuple(names)
    first = seat or 0
    waits = [names[q] for q in v.waiting if q != seat]
    return Scene(
        game="knights-and-damosels",
        title="Knights & Damosels",
        status=status(v, names),
        panels=tuple(panels(v, seat, first, names)),
        areas=tuple(centre(v, seat, names)),
        prompt=prompt(v, seat, chosen) if seat is not None and seat in v.waiting else None,
        phases=phases(v.phase),
        waiting=f"Waiting for {', '.join(waits)}" if waits else "",
        over=result(v, names),
    )


def status(v: DamoselsState, names: Sequence[str]) -> str:
    if not v.question:
        return f"The game ended after round {v.round}"
    parts = [f"Round {v.round}", f"Arthur is {names[v.arthur]}, Merlin is {names[v.merlin]}"]
    if v.phase == "camlann":
        return f"Battle of Camlann · round {v.battle}" if v.battle else "Battle of Camlann"
    if v.phase == "service" and v.event and EVENT_TYPE[v.event[0]] != DISASTER:
        parts.append("reversed turn order")
    return " · ".join(parts)


@cache
def phases(phase: str) -> tuple[Mark, ...]:
    if phase in ("camlann", "end"):
        return (Mark("crossed-swords", "Camlann", "lit"),) if phase == "camlann" else ()
    return tuple(Mark(icon, word, "lit" if name == phase else "") for name, icon, word in PHASES)


def result(v: DamoselsState, names: Sequence[str]) -> str:
    if v.question or not v.order:
        return ""
    winner = ranking(v)[0][0]
    if v.victor != NOBODY:
        return f"{names[winner]} wins the Battle of Camlann"
    tier = v.figures[winner][0]
    return f"{names[winner]} wins" + (f" with {words.VICTORIES[tier]}" if tier else "")


# -- the players -----------------------------------------------------------------------------------------------------


@cache
def arms(knight: int) -> Arms:
    return Arms(LETTERS[knight], COLOURS[knight], PATTERNS[knight], CHARGES[knight])


def panels(v: DamoselsState, viewer: int | None, first: int, names: tuple[str, ...]) -> list[Panel]:
    standing = figures(v)
    return [panel(v, q, viewer, names, standing[q]) for q in (*range(first, v.players), *range(first))]


def panel(
    v: DamoselsState, q: int, viewer: int | None, names: tuple[str, ...], figure: tuple[int, int, int, int]
) -> Panel:
    _, given, earned, worship = figure
    earned += v.holder.count(q)
    slid = tuple([chivalry for chivalry, seat in enumerate(v.offered) if seat == q])
    granted = tuple([(i, v.faces[i], v.display[i][0]) for i, holder in enumerate(v.holder) if holder == q])
    areas = [row(v, q, v.phase == "camlann", slid, granted)]
    if v.wounded[q]:
        cards = tuple(open_card(card) for card in v.wounded[q])
        areas.append(Area(f"wounded-{q}", "Wounded, left to right", "row", cards))
    if q == viewer and v.phase != "camlann":
        areas.append(own_pile(v, q))
    over = not v.question and bool(v.order)
    return seated(
        seat=q,
        name=names[q],
        arms=arms(v.knights[q]),
        stats=stats(v.players, v.knights[q], v.damosels[q], given, earned, worship),
        marks=marks(v, q, given, earned, worship),
        areas=tuple(areas),
        active=q in v.waiting,
        you=q == viewer,
        out=v.phase == "camlann" and bool(v.battle) and not v.rows[q],
        place=ranking(v).index([q]) + 1 if over else 0,
    )


@lru_cache(1024)
def stats(n: int, knight: int, damosel: int, given: int, earned: int, worship: int) -> tuple[Stat, ...]:
    return (
        Stat("Given", f"{given}/{DAMOSEL_GOAL[n]}", "linked-rings"),
        Stat("Earned", f"{earned}/{KNIGHT_GOAL[n]}", "laurels"),
        Stat("Worship", f"{worship}/{WORSHIP_GOAL[n]}", "charm"),
        Stat("Knight", SIRS[knight], "visored-helm", speaks=True),
        Stat("Damosel", DAMOSEL_NAMES[damosel], "rose", speaks=True),
    )


def figures(v: DamoselsState) -> tuple[tuple[int, int, int, int], ...]:
    """Once the game has ended the figures stand, whatever happens at Camlann."""
    return v.figures or goals(v)


@drawn(
    *("players", "phase", "merlin", "jousters", "question", "right", "withdrawn"),
    *("figures", "lots", "sides", "immune", "battle"),
)
def marks(v: DamoselsState, q: int, given: int, earned: int, worship: int) -> tuple[Mark, ...]:
    out = []
    if v.phase in ("camlann", "end"):
        if v.figures and v.figures[q][0]:
            out.append(Mark("laurels", words.VICTORIES[v.figures[q][0]], "good"))
        if any(q in group for group in v.lots):
            out.append(Mark("perspective-dice-six-faces-random", "ranked by lot", "faint"))
        if v.sides:
            out.append(Mark("crown" if v.sides[q] == ARTHUR else "backstab", words.SIDE_NAMES[v.sides[q]]))
            left = v.immune[1] - max(v.battle, 1) + 1
            if v.sides[q] == v.immune[0] and left > 0:
                out.append(Mark("checked-shield", f"immune for {left} more rounds", "good"))
        return tuple(out)
    if q == v.arthur:
        out.append(Mark("crown", "Arthur", "lit"))
    if q == v.merlin:
        out.append(Mark("wizard-staff", "Merlin", "lit"))
    n = v.players
    races = (
        (DAMOSEL_GOAL[n] - given, 1, "a Damosel victory"),
        (KNIGHT_GOAL[n] - earned, 1, "a Knight victory"),
        (WORSHIP_GOAL[n] - worship, 7, "a Worship victory"),  # a card can earn 7
    )
    for short, step, victory in races:
        if short <= step:
            said = f"has reached {victory}" if short <= 0 else f"one step from {victory}"
            out.append(Mark("hazard-sign", said, "bad"))
    if v.jousters and v.question == "joust_thrust" and q in v.jousters:
        out.append(Mark("barbed-spear", "has the right" if q == v.right else "jousts", "lit" if q == v.right else ""))
    if v.withdrawn >> q & 1 and v.phase == "service":
        out.append(Mark("broken-heart", "holds back", "faint"))
    return tuple(out)


@drawn(own=("rows",))
def row(v: DamoselsState, q: int, hand: bool, slid: tuple[int, ...], granted: tuple[tuple[int, int, int], ...]) -> Area:
    """The knight's row by kinds: without the offered ones, which have slid up to the event, with those granted."""
    lying = [card for card in v.rows[q] if hand or CHIVALRY[card] not in slid]
    cards = [(CHIVALRY[card], open_card(card)) for card in lying]
    cards += [(face, slot_piece(slot, face, card)) for slot, face, card in granted]
    title = "Hand" if hand else "Earned"
    return Area(f"row-{q}", title, "row", tuple(piece for _, piece in sorted(cards, key=lambda item: item[0])))


@drawn("players", "knights", "damosels", "rows", "piles")
def own_pile(v: DamoselsState, q: int) -> Area:
    """Nine places; a gap tells where the card lies."""
    damosel = v.damosels[q]
    spots, cards = [], []
    for card in DECK[damosel]:
        name = CHIVALRIES[CHIVALRY[card]]
        holder = next((p for p in range(v.players) if card in v.rows[p]), NOBODY)
        lies = (
            f"with {words.sir(v, holder)}" if holder != NOBODY else "given away" if card not in v.piles[damosel] else ""
        )
        label = WORDS[CHIVALRY[card]]
        spots.append(
            Spot(f"pile-{name}", f"{label} {lies}".strip(), x=float(CHIVALRY[card] % 3), y=float(CHIVALRY[card] // 3))
        )
        if card in v.piles[damosel]:
            cards.append(open_card(card, spot=f"pile-{name}"))
    return Area(f"pile-{q}", f"{DAMOSEL_NAMES[damosel]}'s cards", "grid", tuple(cards), tuple(spots))


# -- the cards -------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def open_card(card: int, spot: str = "", owner: int | None = None, offered: str = "") -> Piece:
    """A chivalry card with both sides known."""
    name = DAMOSEL_NAMES[DAMOSEL[card]]
    seal = Mark("wax-seal", name)
    said = f"{WORDS[CHIVALRY[card]]} of {name}"
    return Piece(
        PIECE_NAME[card],
        said,
        chivalry_face(CHIVALRY[card]),
        "chivalry",
        spot,
        owner,
        (seal, Mark("crown", offered, "lit")) if offered else (seal,),
    )


@lru_cache(1024)
def slot_piece(slot: int, face: int, card: int, owned: bool = False) -> Piece:
    """A card on display or freshly granted: its chivalry, and its damosel if the viewer knows her."""
    known = card != HIDDEN
    seal = Mark("wax-seal", DAMOSEL_NAMES[DAMOSEL[card]], "lit") if known else Mark("wax-seal", "?", "faint")
    signs = [seal]
    if owned:
        signs.append(Mark("visored-helm", "your knight has it already", "faint"))
    said = f"{slot + 1} {WORDS[face]}" + (f", {DAMOSEL_NAMES[DAMOSEL[card]]}'s" if known else "")
    shown = chivalry_face(face)
    numbered = Face(
        shown.title, shown.icon, shown.kind, shown.tincture, shown.pattern, shown.value, str(slot + 1), shown.text
    )
    return Piece(f"slot-{slot + 1}", said, numbered, "chivalry", marks=tuple(signs))


@lru_cache(1024)
def event_card(card: int, place: str) -> Piece:
    if card == HIDDEN:
        return Piece(place, "a face-down event", back="event")
    return Piece(EVENT[card], f"{EVENT_NAME[card]} ({EVENT_TYPE[card]})", event_face(card), "event")


# -- the middle ------------------------------------------------------------------------------------------------------


def centre(v: DamoselsState, viewer: int | None, names: Sequence[str]) -> list[Area]:
    if not v.question and v.order:
        return [honours(v, names), gifts(v)]
    if v.phase == "camlann":
        return [*banners(v, names), gifts(v)]
    out = []
    if v.question == "joust_thrust":
        out.append(tilt_yard(v, names))
    out += event_areas(v, viewer)
    if v.display:
        out.append(display(v, viewer))
    return [*out, gifts(v)]


def event_areas(v: DamoselsState, viewer: int | None) -> list[Area]:
    """The event with its places of service, what Arthur or Merlin hold, and what has passed since the last shuffle."""
    out = []
    for name, title in (("drawn", "Arthur's events"), ("passed", "Merlin's events")):
        cards: tuple[int, ...] = getattr(v, name)
        if cards:
            out.append(held_events(name, title, cards))
    if v.event:
        out.append(service(v))
    return [*out, past_events(v)]


@lru_cache
def held_events(name: str, title: str, cards: Pile) -> Area:
    return Area(name, title, "row", tuple(event_card(card, f"{name}-{i}") for i, card in enumerate(cards)))


@drawn("discards", "deck")
def past_events(v: DamoselsState) -> Area:
    seen = tuple(event_card(card, f"discard-{i}") for i, card in enumerate(v.discards) if card != HIDDEN)
    unseen = len(v.discards) - len(seen)
    note = f"since the last shuffle; {len(v.deck)} in the pile, {unseen} unseen"
    return Area("events", "Past events", "row", seen, note=note)


@drawn("event", "favoured", "offered", "filled", "rows", "knights")
def service(v: DamoselsState) -> Area:
    event = v.event[0]
    spots, cards = [], [event_card(event, "event")]
    for c in SET[LISTED[event]]:
        bonus = (Mark("charm", "+1", "good"),) if c == BONUS[event] else ()
        favour = (Mark("perspective-dice-six-faces-random", "favoured", "good"),) if c == v.favoured else ()
        spots.append(Spot(f"place-{CHIVALRIES[c]}", WORDS[c], x=float(c % 3), y=float(c // 3), marks=bonus + favour))
        if v.offered[c] != NOBODY:
            card = next(card for card in v.rows[v.offered[c]] if CHIVALRY[card] == c)
            cards.append(
                open_card(
                    card,
                    f"place-{CHIVALRIES[c]}",
                    v.offered[c],
                    f"offered by {words.sir(v, v.offered[c])}",
                )
            )
    return Area("service", EVENT_NAME[event], "grid", tuple(cards), tuple(spots), note=share(v))


def share(v: DamoselsState) -> str:
    """What the cards offered so far would earn."""
    event = v.event[0]
    if EVENT_TYPE[event] == DISASTER:
        return "the majority is lost, the minority pays 2 worship each"
    sharing = (v.filled & MAIN[event]).bit_count()
    if not MAIN[event]:
        return "1 worship for every card"
    return (
        f"{SHARED} shared by {sharing}: {SHARED // sharing} each, Vassalage 1"
        if sharing
        else f"{SHARED} to share, Vassalage 1"
    )


@drawn(
    *("viewer", "players", "merlin", "knights", "damosels", "absent", "home", "seat_of", "rows", "piles"),
    *("display", "faces", "holder", "legal", "has"),
)
def display(v: DamoselsState, viewer: int | None) -> Area:
    left = [slot for slot, holder in enumerate(v.holder) if holder == NOBODY]
    mine = v.damosels[viewer] if viewer is not None else NONE
    sure = certain(v, mine) if mine != NONE and v.viewer != v.merlin else []
    pieces = []
    for slot in left:
        face = v.faces[slot]
        owned = viewer is not None and bool(v.has[viewer] >> face & 1)
        piece = slot_piece(slot, face, v.display[slot][0], owned)
        if slot in sure:
            gift = Mark("rose", "your own gift", "bad")
            piece = Piece(piece.id, piece.label, piece.face, piece.back, marks=(*piece.marks, gift))
        pieces.append(piece)
    note = "You see both sides." if viewer == v.merlin else "Only Merlin sees whose they are."
    return Area("display", "Merlin's display", "fan", tuple(pieces), note=note)


@drawn("players", "knights", "damosels", "absent", "rows")
def gifts(v: DamoselsState) -> Area:
    """Damosels against knights: how many cards each has given to each."""
    table = gifts_table(v)
    goal = DAMOSEL_GOAL[v.players]
    spots = []
    givers = (*v.damosels, *v.absent)
    for y, damosel in enumerate(givers):
        most = max(table[damosel])
        for q in range(v.players):
            count = table[damosel][q]
            cards = ", ".join(WORDS[CHIVALRY[card]] for card in sorted(v.rows[q]) if DAMOSEL[card] == damosel)
            said = f"{DAMOSEL_NAMES[damosel]} to {words.sir(v, q)}: {count}" + (f" ({cards})" if cards else "")
            leads = damosel in v.damosels and count == most and count > 0
            tone = "bad" if leads and count >= goal - 1 else "lit" if leads else ""
            spots.append(Spot(f"gift-{y}-{q}", said, x=float(q), y=float(y), tone=tone, count=count))
    knights = tuple(SIRS[v.knights[q]].split()[-1] for q in range(v.players))
    heads = Heads(knights, tuple(DAMOSEL_NAMES[damosel] for damosel in givers))
    note = f"{goal} with one knight make a Damosel victory"
    return Area("gifts", "Gifts", "grid", spots=tuple(spots), note=note, heads=heads)


def tilt_yard(v: DamoselsState, names: Sequence[str]) -> Area:
    challenger, holder = v.jousters
    spots = (Spot("lists-0", "challenger"), Spot("lists-1", "holder", x=1.0))
    knights = tuple(
        Piece(
            f"jouster-{q}",
            f"{words.sir(v, q)} ({names[q]}), {'has the right' if q == v.right else 'wants it'}",
            knight_face(v.knights[q], v.players),
            spot=f"lists-{i}",
            owner=q,
            marks=(Mark("crown", "has the right", "lit"),) if q == v.right else (),
        )
        for i, q in enumerate((challenger, holder))
    )
    return Area("joust", "Tilt-yard", "track", knights, spots, f"For the {WORDS[prize(v)]}, pass {v.passes}")


def banners(v: DamoselsState, names: Sequence[str]) -> list[Area]:
    out = []
    for side, title in enumerate(words.SIDE_NAMES):
        here = [q for q in range(v.players) if (v.sides and v.sides[q] == side) or (not v.sides and v.order[side] == q)]
        knights = tuple(
            Piece(f"banner-{q}", f"{words.sir(v, q)} ({names[q]})", knight_face(v.knights[q], v.players), owner=q)
            for q in here
        )
        shield = v.sides and v.immune[0] == side and v.battle <= v.immune[1]
        note = f"immune in rounds 1 to {v.immune[1]}" if shield else ""
        out.append(Area(f"side-{SIDES[side]}", title, "row", knights, note=note))
    fallen = tuple(open_card(card) for card in v.fallen)
    return [*out, Area("fallen", "Fallen cards", "stack", fallen)]


def honours(v: DamoselsState, names: Sequence[str]) -> Area:
    """The page of honour: the ranking with tier, figures and lots."""
    spots = []
    for place, (q,) in enumerate(ranking(v)):
        tier, given, earned, worship = v.figures[q]
        said = f"{place + 1}. {names[q]}: {words.VICTORIES[tier]}, given {given}, earned {earned}, worship {worship}"
        lot = (Mark("perspective-dice-six-faces-random", "by lot"),) if any(q in group for group in v.lots) else ()
        spots.append(Spot(f"place-{place + 1}", said, y=float(place), tone="high" if not place else "", marks=lot))
    return Area("honours", "Ranking", "track", spots=tuple(spots))


# -- the prompt ------------------------------------------------------------------------------------------------------


def prompt(v: DamoselsState, seat: int, chosen: Answer) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule

    def label(atom: str) -> str:
        return words.label(v, atom)

    def on(atom: str) -> str:
        return where(v, seat, atom)

    def hint(atom: str) -> str:
        return outlook(v, seat, (*chosen, atom)) if v.question.endswith("_faces") else ""

    progress = outlook(v, seat, chosen) if chosen and v.question.endswith("_faces") else ""
    return ask(choice, words.prompt(v, seat), chosen, label, on, hint, progress)


def where(v: DamoselsState, seat: int, atom: str) -> str:
    """The piece on which an atom is chosen."""
    if atom.startswith(TAKE):
        return f"slot-{atom[len(TAKE) :]}"
    if atom.startswith(CHALLENGE):
        if v.phase == "knight":
            return f"slot-{challenged(v, atom) + 1}"
        return card_in(v.rows[int(atom.split(":")[1])], NAMED[atom.rpartition(":")[2]])
    if atom in SIDES:
        return f"side-{atom}"
    if v.question in ("arthur_discard_event", "merlin_choose_event", "camlann_fight"):
        return atom
    name = atom.partition(":")[0]
    if name not in NAMED:
        return ""
    if v.question in ("damosel_give", "camlann_draw"):
        return PIECE_NAME[DECK[v.damosels[seat]][NAMED[name]]]
    return card_in(v.rows[seat], NAMED[name])


def card_in(row: tuple[int, ...], chivalry: int) -> str:
    return next((PIECE_NAME[card] for card in row if CHIVALRY[card] == chivalry), "")


def outlook(v: DamoselsState, seat: int, chosen: Answer) -> str:
    """What the chosen faces lead to for each number of face-down cards among the others; unchosen cards count as up."""
    down = down_mask(chosen)
    if v.question == "disaster_faces":
        mine = struck_cards(v, seat)
        others = sum(struck_cards(v, q).bit_count() for q in range(v.players) if q != seat)
        none, *some = [fate(v, seat, mine, down, k, others) for k in range(others + 1)]
    else:
        rivals = SET[v.filled & MAIN[v.event[0]] & ~sharing_cards(v, seat)]
        none, *some = [span(v, seat, down, rivals, k) for k in range(len(rivals) + 1)]
    if not some:
        return none
    return "; ".join((f"None of the others down: {none}", *(f"{k} down: {end}" for k, end in enumerate(some, 1))))


def fate(v: DamoselsState, seat: int, mine: int, down: int, others_down: int, others: int) -> str:
    """A Disaster's end for this player when so many of the other cards lie face down."""
    my_downs, my_ups = down.bit_count(), mine.bit_count() - down.bit_count()
    downs, ups = my_downs + others_down, my_ups + others - others_down
    if downs == ups:
        return "nothing happens"
    lost, kept = (my_downs, my_ups) if downs > ups else (my_ups, my_downs)
    return f"lose {lost}, pay {min(v.worship[seat], 2 * kept)}"


def span(v: DamoselsState, seat: int, down: int, rivals: tuple[int, ...], others_down: int) -> str:
    """The worship this player earns when so many rival cards lie face down: a number, or from the least to the most."""
    found = set()
    for faces in product((0, 1), repeat=len(rivals)):
        if sum(faces) == others_down:
            earned = earnings(v, down | sum(1 << c for c, face in zip(rivals, faces) if face))
            found.add(sum(worship for c, worship in earned.items() if v.offered[c] == seat))
    low, high = min(found), max(found)
    return f"+{low}" if low == high else f"+{low} to +{high}"
