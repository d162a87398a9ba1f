"""Lancelot on the table: the ring of sites, the deeds, the Virtues board, the tracks and the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from roundtable.engine.prompting import ask
from roundtable.scene import Area, Arms, Face, Mark, Panel, Piece, Prompt, Scene, Shape, Spot, Stat, drawn, seated

from . import words
from .board import RETURNS, STAY, TABLE, Board, Deed
from .cards import (
    ADVANTAGES,
    BEDIVERE,
    CARDS,
    CATEGORIES,
    CHAIR_LOOKS,
    CHAIRS,
    COLOURS,
    COUNTERS,
    DEEDS,
    DISTANT,
    DRAGON,
    EYE,
    GAWAIN,
    GOOD,
    GOOD_LOOKS,
    GOODS,
    GRAIL,
    ISLE,
    JOUST,
    LADIES,
    LAKE,
    MALEAGANT,
    MORGANA,
    MORGANA_SIDES,
    MOST_CARDS,
    OFF,
    PERCIVAL,
    SITE_LOOKS,
    SITES,
    SOURCES,
    STRONGHOLD,
    TILE,
    TRISTAN,
    TURNS,
    VIRTUE_LOOKS,
    VIRTUES,
    WHARVES,
)
from .rules.questions import QUESTIONS
from .rules.scoring import at_the_top, grail_leader, ranking
from .rules.sites import deeds_open, dragon_has_room, grail_step, must_leave, offered
from .rules.virtues import learnable, untaught
from .state import NOBODY, NOWHERE, LancelotState

TINTS: Final = ("#a32a22", "#2f7a5c", "#c79a2b", "#2c4c86")
PATTERNS: Final = ("plain", "barry", "paly", "lozengy")
CHARGES: Final = ("lion", "oak-leaf", "sun", "fleur-de-lys")
GIFTS: Final = ("crown", "eye", "Joust +1", "Stronghold +1", "deeds −1", "cards +1", "1 magic", "1 VP")  # of the seats
SYMBOLS: Final = {JOUST: BEDIVERE, STRONGHOLD: GAWAIN, DRAGON: MALEAGANT, DISTANT: TRISTAN}
PHASES: Final = (
    ("Seats", "round-table"),
    ("Journey", "mounted-knight"),
    ("Magic", "magic-swirl"),
    ("Scoring", "laurels"),
)
SOURCE_WORDS: Final = {
    "virtues": "Virtues",
    "deeds": "Deeds",
    "guinevere": "Guinevere",
    **{category: f"Most {word}" for category, word in words.CATEGORY_WORDS.items()},
    "excalibur": "Excalibur",
    "grail": "Grail",
}


def draw(v: LancelotState, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Scene:
    """The table as the viewer may see it; only the deed stack hides anything."""
    names = tuple(names)
    waits = [words.colour(v, q) for q in v.waiting if q != seat]
    payable = tuple(dict.fromkeys(answer[0] for answer in deeds_open(v, seat))) if seat is not None else ()
    best = tops(v) if v.question else ()
    return Scene(
        game="lancelot",
        title="Lancelot",
        status=status(v),
        panels=tuple([panel(v, q, seat, names, best) for q in range(v.players)]),
        areas=(
            *((move_order(v),) if v.round and v.active != NOBODY else ()),
            ring(v),
            dragon(v, payable),
            virtues(v, seat),
            grail_track(v),
            points_track(v),
            reserve(v),
        ),
        prompt=prompt(v, seat, chosen) if seat is not None and seat in v.waiting else None,
        phases=phases(phase(v)),
        waiting=f"Waiting for {', '.join(waits)}" if waits else "",
        over=result(v),
    )


def status(v: LancelotState) -> str:
    if not v.turn:
        return "Choosing seats"
    if not v.question:
        return f"After {TURNS} turns"
    if v.question == "choose_tied_category":
        return "Final scoring"
    where = f"round {v.round}" if v.question != "use_magic" else "end of turn"
    return " · ".join(part for part in (f"Turn {v.turn} of {TURNS}", where, words.why_next(v)) if part)


def phase(v: LancelotState) -> str:
    if not v.question or v.question == "choose_tied_category":
        return "Scoring"
    return "Seats" if not v.turn else "Magic" if v.question == "use_magic" else "Journey"


@cache
def phases(now: str) -> tuple[Mark, ...]:
    return tuple(Mark(icon, word, "lit" if word == now else "") for word, icon in PHASES)


def result(v: LancelotState) -> str:
    if v.question:
        return ""
    first, second = ranking(v)[0][0], ranking(v)[1][0]
    best = v.points(first)
    nearer = f", by the seat of {CHAIRS[v.chairs[first]].capitalize()}" if best == v.points(second) else ""
    return f"{words.colour(v, first)} wins with {best} VP{nearer}"


# -- players -----------------------------------------------------------------------------------------------------------


@cache
def arms(i: int) -> Arms:
    return Arms(COLOURS[i][0].upper(), TINTS[i], PATTERNS[i], CHARGES[i])


def panel(v: LancelotState, q: int, viewer: int | None, names: tuple[str, ...], best: Tops) -> Panel:
    place = [group[0] for group in ranking(v)].index(q) + 1 if not v.question else 0
    return seated(
        seat=q,
        name=words.colour(v, q),
        arms=arms(v.colours[q]),
        stats=stats(v, q, bool(v.turn), not v.question),
        marks=marks(v, q, best),
        areas=(deeds(v, q),) if v.deeds[q] else (),
        active=q in v.waiting,
        you=q == viewer,
        place=place,
        person=names[q],
    )


@drawn("board", own=("deeds",))
def deeds(v: LancelotState, q: int) -> Area:
    return Area(f"deeds-{q}", "Deeds", "row", tuple(tile(v.board.deed(t)) for t in v.deeds[q]))


@drawn(own=("owned", "chairs", "deeds", "grail", "discs", "morgana", "tally"))
def stats(v: LancelotState, q: int, begun: bool, over: bool) -> tuple[Stat, ...]:
    own = v.owned[q]
    chair = CHAIRS[v.chairs[q]].capitalize() if v.chairs[q] != NOWHERE else "on the road" if begun else "none yet"
    out = [Stat("VP", str(v.points(q)), "laurels"), Stat("Seat", chair, "round-table")]
    if over:
        sources = zip(SOURCES, v.tally[q])
        return (*out, *(Stat(SOURCE_WORDS[source], str(vp)) for source, vp in sources if vp))
    cards = ", ".join(words.count(own[GOOD[card]], card) for card in CARDS if own[GOOD[card]])
    held = sum(own[LADIES:])
    out.append(Stat("Cards", f"{held}/{MOST_CARDS}", "card-pick", cards))
    out += [Stat(words.MANY[good].capitalize(), str(own[GOOD[good]]), GOOD_LOOKS[good].icon) for good in COUNTERS]
    out.append(Stat("Deeds", str(len(v.deeds[q])), "dragon-head"))
    out.append(Stat("Grail", str(v.grail[q]), "holy-grail"))
    out.append(Stat("Discs", str(v.discs[q]), "plain-circle"))
    if v.morgana[q] != OFF:
        out.append(Stat("Morgana", MORGANA_SIDES[v.morgana[q]], "warlock-eye"))
    return tuple(out)


Tops = tuple[tuple[str, tuple[int, ...]], ...]  # while the match goes on: categories, and who has the most


@drawn("players", "owned", "deeds", "options")
def tops(v: LancelotState) -> Tops:
    return tuple((category, at_the_top(v, category)) for category in CATEGORIES)


@drawn("advantages", "bearer", "fetched", "home", "round", "second", "passes", own=("at",))
def marks(v: LancelotState, q: int, best: Tops) -> tuple[Mark, ...]:
    out = [
        Mark(CHAIR_LOOKS[CHAIRS[c]].icon, CHAIRS[c].capitalize(), "good") for c in ADVANTAGES if v.advantages[c] == q
    ]
    if v.bearer == q:
        out.append(Mark("shining-sword", "Excalibur Sword +3", "good"))
    if v.fetched == q:
        out.append(Mark("sword-in-stone", "Excalibur counter", "good"))
    for category, top in best:
        if q in top:
            shared = "shared lead in" if len(top) > 1 else "most"
            out.append(Mark("crown", f"{shared} {words.CATEGORY_WORDS[category]} +2", "lit"))
    if v.home >> q & 1 and v.round:
        out.append(Mark("round-table", "home", "faint"))
    if v.second >> q & 1 and v.at[q] != TABLE:
        out.append(Mark("cycle", "second tour"))
    if v.passes >> q & 1:
        out.append(Mark("warlock-eye", "may begin a second tour", "good"))
    return tuple(out)


def knight(v: LancelotState, q: int, spot: str, id: str = "", mark: Mark | None = None) -> Piece:
    return figure(v.colours[q], q, bool(v.night >> q & 1), spot, id or f"knight-{q}", mark)


@lru_cache(4096)
def figure(i: int, q: int, night: bool, spot: str, id: str, mark: Mark | None) -> Piece:
    side = "night" if night else "day"
    name = COLOURS[i].capitalize()
    face = Face(name, "mounted-knight", "knight", TINTS[i], PATTERNS[i], COLOURS[i][0].upper())
    signs = (Mark("moon" if night else "sun", f"{side} side"),)
    shown = (*signs, mark) if mark else signs
    return Piece(id, f"{name} knight, {side} side", face, spot=spot, owner=q, marks=shown, shape="figure")


MOVES_NOW: Final = Mark("boots", "moves now", "lit")
TO_MOVE: Final = Mark("hourglass", "still to move")
HAS_MOVED: Final = Mark("check-mark", "has moved", "faint")
MOVES_FIRST: Final = Mark("boots", "moves first", "lit")


@drawn("players", "colours", "active", "order", "home", "night")
def move_order(v: LancelotState) -> Area:
    """The knights of this round: the one on the move, those still to move, and faintly those that have moved."""
    strip = [(v.active, MOVES_NOW)]
    strip += [(q, TO_MOVE) for q in v.order if q != v.active]
    moved = [q for q in v.travelling() if q not in v.order and q != v.active]
    strip += [(q, HAS_MOVED) for q in moved]
    pieces = tuple(knight(v, q, "", f"order-{q}", mark) for q, mark in strip)
    return Area("order", "Move order", "row", pieces)


# -- the ring ----------------------------------------------------------------------------------------------------------


@cache
def places(board: Board) -> dict[str, tuple[float, float]]:
    """Where each space is drawn: the table on top, then clockwise down, along the bottom (the Lake) and up again."""
    joust = board.site.count(JOUST)
    depth = max(board.number[i] for i, site in enumerate(board.site) if site == STRONGHOLD)
    right, quay = 11.0, joust + depth + 2.0
    out = {name: (1.0 + i * 1.2, 0.0) for i, name in enumerate(RETURNS)}
    for i, name in enumerate(board.spaces):
        site, k = board.site[i], board.number[i]
        if site == JOUST:
            out[name] = (right, float(k))
        elif site == STRONGHOLD:
            out[name] = (right - 2 + board.tracks.index(name.split(".")[1]), joust + 0.5 + k)
        elif site in (DISTANT, ISLE):
            out[name] = (right + 1 - k - (4 if site == ISLE else 0), quay)
        elif site == LAKE:
            out[name] = (right - 3 - k, quay + 1.5)
        else:
            out[name] = (0.0, quay - (site - PERCIVAL) * (quay - 1.5) / (GRAIL - PERCIVAL))
    left, bottom = min(x for x, _ in out.values()), quay + 1.5
    return {name: (x - (left + right) / 2, y - bottom / 2) for name, (x, y) in out.items()}  # round the middle


@drawn(
    *("players", "options", "board", "colours", "chairs", "at", "places", "night", "fetched", "excalibur", "dragon"),
    *("advantages", "lake", "visitors", "morgana", "grail", "declared", "sent", "home"),
)
def ring(v: LancelotState) -> Area:
    spots = list(grounds(v.board))
    for i in entrances(v.board):  # what changes is told at the first space of a site
        signs = (*icons(v.board, i), *standing(v, v.board.site[i]))
        spots[len(RETURNS) + i] = space(v.board, i, signs)
    pieces = [knight(v, q, RETURNS[v.chairs[q]]) for q in range(v.players) if v.chairs[q] != NOWHERE]
    pieces += travellers(v)
    if v.fetched == NOBODY:
        face = Face("Excalibur", "sword-in-stone", "counter", "gold", text="Reach it to win the Excalibur Sword.")
        pieces.append(Piece("excalibur", "Excalibur counter", face, spot=f"lake.{v.excalibur}", shape="token"))
    return Area("ring", "The journey", "ring", tuple(pieces), tuple(spots), whirlpools(v))


@cache
def seats(board: Board) -> tuple[Spot, ...]:
    at = places(board)
    return tuple(
        Spot(name, f"{i + 1} {name_of.capitalize()}", *at[name], "seat", (Mark(CHAIR_LOOKS[name_of].icon, GIFTS[i]),))
        for i, (name, name_of) in enumerate(zip(RETURNS, CHAIRS, strict=True))
    )


@cache
def grounds(board: Board) -> tuple[Spot, ...]:
    return (*seats(board), *(space(board, i, icons(board, i)) for i in range(len(board.spaces))))


@cache
def entrances(board: Board) -> tuple[int, ...]:
    return tuple(i for i, number in enumerate(board.number) if number <= 1)


@lru_cache(1024)
def space(board: Board, i: int, signs: tuple[Mark, ...]) -> Spot:
    """A space of the road; on those that follow one of the same name only the number is written."""
    name, number = board.spaces[i], str(board.number[i])
    label = space_label(name)
    follows = i > 0 and label.removesuffix(number) == space_label(board.spaces[i - 1]).rstrip("0123456789")
    return Spot(name, label, *places(board)[name], SITES[board.site[i]], signs, number if follows else "")


def space_label(name: str) -> str:
    return words.upper_first(words.space_word(name).removeprefix("Stronghold, "))


def travellers(v: LancelotState) -> list[Piece]:
    """The knights on the road; in a stack or row the bottom one comes first and is marked."""
    road = sorted((q for q in range(v.players) if v.at[q] != TABLE), key=v.places.__getitem__)
    out = []
    for n, q in enumerate(road):
        shares = any(v.at[other] == v.at[q] for other in road[n + 1 :])
        first = shares and all(v.at[other] != v.at[q] for other in road[:n])
        out.append(knight(v, q, v.board.spaces[v.at[q]], mark=MOVES_FIRST if first else None))
    return out


def whirlpools(v: LancelotState) -> str:
    if v.fetched != NOBODY:
        return f"{words.colour(v, v.fetched)} has the Excalibur counter"
    pools = "+".join(str(v.board.deed(t).whirlpools) for t in v.dragon) or "0"
    return f"Excalibur on Lake {v.excalibur}, from whirlpools {pools}"


@cache
def icons(board: Board, space: int) -> tuple[Mark, ...]:
    site, number = board.site[space], board.number[space]
    out = [Mark(GOOD_LOOKS[GOODS[good]].icon, GOOD_LOOKS[GOODS[good]].name) for good in board.icons[space]]
    if site == DISTANT:
        out += [
            Mark(GOOD_LOOKS[card].icon, words.MANY[card]) for card in (CARDS[WHARVES[number - 1] - LADIES], "plots")
        ]
    elif site == ISLE and number == 2:
        out.append(Mark(GOOD_LOOKS["magic"].icon, "Magic"))
    return tuple(out)


sign: Final = lru_cache(1024)(Mark)  # the same one for the same words, so that a space is the same until they change


def standing(v: LancelotState, site: int) -> list[Mark]:
    """Whose advantage, visitors and counters belong to a site."""
    out = []
    owner = v.advantages[SYMBOLS[site]] if site in SYMBOLS else NOBODY
    if owner != NOBODY:
        out.append(sign("plain-circle", f"{CHAIRS[SYMBOLS[site]].capitalize()}: {words.colour(v, owner)}", "good"))
    if site == LAKE:
        entered = f"{words.colour(v, v.lake)} has entered" if v.lake != NOBODY else "open to 1 player"
        out.append(sign("vortex", entered, "bad" if v.lake != NOBODY else "good"))
    elif site == DRAGON:
        out.append(sign("dragon-head", dragon_note(v)))
    elif site == MORGANA:
        sides = [f"{words.colour(v, q)} {MORGANA_SIDES[v.morgana[q]]}" for q in range(v.players) if v.morgana[q] != OFF]
        out += [sign("warlock-eye" if side.endswith("eye") else "semi-closed-eye", side) for side in sides]
    elif site == GRAIL:
        for q in range(v.players):
            why = must_leave(v, q) if v.at[q] == v.board.grail else ""
            if why:
                out.append(sign("cross-mark", f"{words.colour(v, q)} may not remain", "bad"))
    return out


# -- deeds and Virtues -------------------------------------------------------------------------------------------------


def deed_face(deed: Deed) -> Face:
    price = words.cost_words(deed.cost, deed.excalibur)
    pools = f"whirlpools {deed.whirlpools}"
    return Face(
        f"Deed {deed.name[-2:]}", "dragon-head", "deed", "rubric", "plain", f"{deed.vp}", pools, f"Pay {price}."
    )


@lru_cache
def tile(deed: Deed, payable: bool = False) -> Piece:
    signs = (Mark("check-mark", "you can complete it", "lit"),) if payable else ()
    return Piece(
        deed.name, f"Deed {deed.name[-2:]}: {words.deed_words(deed)}", deed_face(deed), back="deed", marks=signs
    )


@drawn("players", "options", "board", "colours", "visitors", "dragon", "deed_stack")
def dragon(v: LancelotState, payable: tuple[str, ...]) -> Area:
    """The tiles face up, those the viewer can pay aglow, and the stack."""
    up = [tile(v.board.deed(t), TILE[t] in payable) for t in v.dragon]
    down = (Piece("deed-stack-0", "a face-down deed", back="deed"),) if v.deed_stack else ()
    left = f"{len(v.deed_stack)} in the stack"
    return Area("dragon", "Deeds of the Dragon", "row", (*up, *down), note=f"{dragon_note(v)} · {left}")


def dragon_note(v: LancelotState) -> str:
    been = words.listed((words.colour(v, q) for q in v.visitors), "nobody")
    open_to = (
        "" if any(dragon_has_room(v, q) for q in range(v.players) if q not in v.visitors) else ", closed to others"
    )
    return f"2 players per turn: {been} so far{open_to}"


@drawn("players", "options", "board", "colours", "crowns", "galahad", "percival", "owned", "deeds")
def virtues(v: LancelotState, seat: int | None) -> Area:
    return Area("virtues", "Virtues", "grid", tuple([virtue(v, i, seat) for i in range(len(VIRTUES))]))


def virtue(v: LancelotState, i: int, seat: int | None) -> Piece:
    """A row of the Virtues board: crown, discs, and for the viewer how each term stands."""
    name = VIRTUES[i]
    crown = words.colour(v, v.crowns[i]) if v.crowns[i] != NOBODY else ""
    discs = tuple(
        (words.colour(v, q), learnt)
        for q in range(v.players)
        for learnt, mask in ((False, v.galahad[q]), (True, v.percival[q]))
        if mask >> i & 1
    )
    asks = seat is not None and not v.percival[seat] >> i & 1
    terms = tuple(words.terms(v, seat, name)) if seat is not None and asks else ()
    return virtue_row(name, *v.board.values[i], crown, discs, terms)


@lru_cache(4096)
def virtue_row(
    name: str,
    low: int,
    high: int,
    crown: str,
    discs: tuple[tuple[str, bool], ...],
    terms: tuple[tuple[str, bool], ...],
) -> Piece:
    look = VIRTUE_LOOKS[name]
    out = [Mark("crown", f"crown: {crown}")] if crown else []
    for colour, learnt in discs:
        if learnt:
            out.append(Mark("prayer", f"{colour} has learnt it", "good"))
        else:
            out.append(Mark("plain-circle", f"{colour} at Galahad"))
    out += [Mark("check-mark" if met else "cross-mark", word, "good" if met else "bad") for word, met in terms]
    face = Face(look.name, look.icon, "virtue", look.tincture, look.pattern, str(low), str(high), look.text)
    return Piece(f"virtue-{name}", f"{look.name}, {low} or {high} VP: {look.text}", face, marks=tuple(out))


# -- tracks and reserve ------------------------------------------------------------------------------------------------


@lru_cache(1024)
def marker(i: int, q: int, track: str, spot: str, icon: str, at: int) -> Piece:
    name = COLOURS[i].capitalize()
    face = Face(name, icon, "marker", TINTS[i], PATTERNS[i], COLOURS[i][0].upper())
    return Piece(f"{track}-{q}", f"{name} at {at}", face, spot=spot, owner=q, shape="figure")


@cache
def track_spots(track: str, last: int) -> tuple[Spot, ...]:
    return tuple(Spot(f"{track}.{n}", str(n), float(n), 0.0) for n in range(last + 1))


@drawn("board", "colours", "grail", "grail_order")
def grail_track(v: LancelotState) -> Area:
    """Markers on one space lie in the order in which they came, the bottom one first."""
    pieces = tuple(
        marker(v.colours[q], q, "quest", f"quest.{v.grail[q]}", "holy-grail", v.grail[q]) for q in v.grail_order
    )
    lead = max(v.grail)
    note = f"{words.colour(v, grail_leader(v))} leads by {lead - min(v.grail)}" if lead else "nobody has set out"
    return Area("quest", "Quest for the Grail", "track", pieces, track_spots("quest", v.board.grail_last), note)


@drawn("players", "board", "colours", "tally")
def points_track(v: LancelotState) -> Area:
    """The score; beyond the end of the track it goes round again."""
    last = v.board.vp_track
    spots = [v.points(q) if v.points(q) <= last else (v.points(q) - 1) % last + 1 for q in range(v.players)]
    pieces = tuple(marker(v.colours[q], q, "vp", f"vp.{spots[q]}", "laurels", v.points(q)) for q in range(v.players))
    return Area("vp", "Virtue Points", "track", pieces, track_spots("vp", last))


@drawn("reserve", "bearer")
def reserve(v: LancelotState) -> Area:
    pieces = [heap(good, left) for good, left in zip(GOODS, v.reserve)]
    if v.bearer == NOBODY:
        face = Face("Excalibur Sword", "shining-sword", "sword", "gold", text="3 VP at the end for its owner.")
        pieces.append(Piece("excalibur-sword", "the Excalibur Sword", face))
    return Area("reserve", "Reserve", "row", tuple(pieces))


@lru_cache(1024)
def heap(good: str, left: int) -> Piece:
    shape: Shape = "card" if good in CARDS else "token"
    face = good_face(good, "card" if good in CARDS else "counter")
    return Piece(f"reserve-{good}", f"{words.count(left, good)} left", face, shape=shape, count=left)


def good_face(good: str, kind: str, value: str = "") -> Face:
    look = GOOD_LOOKS[good]
    return Face(look.name, look.icon, kind, look.tincture, look.pattern, value, text=look.text)


# -- the prompt --------------------------------------------------------------------------------------------------------


def prompt(v: LancelotState, seat: int, chosen: tuple[str, ...]) -> Prompt:
    question = QUESTIONS[v.question]
    choice = question.choice(v, seat)
    choice.question, choice.rule = v.question, question.rule

    def on(atom: str) -> str:
        if atom in v.board.named or atom in RETURNS or atom in DEEDS:
            return atom
        if atom == STAY:
            return "grail"
        if atom in VIRTUES:
            return f"virtue-{atom}"
        if atom in GOOD and v.question in ("choose_counters", "choose_cards"):
            return f"reserve-{atom}"
        return ""

    def hint(atom: str) -> str:
        return hint_of(v, seat, atom)

    def label(atom: str) -> str:
        return words.label(v, atom)

    progress = ""
    if v.question in ("choose_counters", "choose_cards"):
        progress = f"taking {words.counted(chosen)}" if chosen else "taking nothing so far"
    return ask(choice, words.prompt(v, seat), chosen, label, on, hint, progress)


def hint_of(v: LancelotState, seat: int, atom: str) -> str:
    """What the player would get."""
    if atom in RETURNS:
        return words.seat_hint(v, seat, RETURNS.index(atom))
    if atom == STAY:
        return f"Grail marker {v.grail[seat]} → {min(grail_step(v, seat), v.board.grail_last)}"
    if atom in v.board.named:
        return space_hint(v, seat, v.board.named[atom])
    if atom in VIRTUES:
        low, high = v.board.values[VIRTUES.index(atom)]
        if v.question == "choose_virtue":
            return f"{high if v.crowns[VIRTUES.index(atom)] == seat else low} VP"
        return f"{low} VP, {high} with the crown: {VIRTUE_LOOKS[atom].text}"
    return ""


def space_hint(v: LancelotState, seat: int, to: int) -> str:
    board = v.board
    site = board.site[to]
    again = "Second tour. " if to < v.at[seat] else ""
    if site in (JOUST, STRONGHOLD):
        return f"{again}Offers {words.counted(offered(v, v.at[seat], to))}."
    if site == DISTANT:
        return f"{again}Offers {words.MANY[CARDS[WHARVES[board.number[to] - 1] - LADIES]]} and Plots."
    if site == ISLE:
        return again + ("1 magic." if board.number[to] == 2 else "Nothing yet; magic on the next space.")
    if site == LAKE:
        far = v.excalibur - 1
        return again + (
            f"Excalibur is {far} more {'step' if far == 1 else 'steps'} away." if far else "Excalibur is here."
        )
    if site == PERCIVAL:
        ready = [VIRTUE_LOOKS[name].name for i, name in enumerate(VIRTUES) if learnable(v, seat) >> i & 1]
        return f"{again}You can learn {words.listed(ready, 'no Virtue')} now."
    if site == GRAIL:
        return f"Grail marker {v.grail[seat]} → {min(grail_step(v, seat), board.grail_last)}"
    if site == MORGANA:
        return "You may use her power." if v.morgana[seat] == EYE else "Just a stop: you have no eye here."
    if site == DRAGON:
        ready = list(dict.fromkeys(f"deed {answer[0][-2:]}" for answer in deeds_open(v, seat)))
        return f"{again}You can complete {words.listed(ready)}."
    return again + (SITE_LOOKS[SITES[site]].text if untaught(v, seat) else "You have no disc to place.")
