"""Zones: what each viewer may know, made from the table of a game's fields (`fields.py`), and moving pieces.

What somebody once saw of a piece that now lies hidden is data (`state.known`), kept up by `move`, `peek` and `shuffle`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from .chance import Chance
from .choice import Answer
from .fields import Fields, Zone
from .state import ALL, HIDDEN, SPECTATOR, TRUTH, UNTOLD, BadGame, Pile, Secret, State, put

S = TypeVar("S", bound=State)

Place = tuple[str, int]  # a zone's field and the index of a pile in it (0 for a single pile)


def piles(s: State, name: str, zone: Zone) -> tuple[Pile, ...]:
    """The piles of a zone, also of a single one."""
    value: Any = getattr(s, name)
    return (value,) if zone.single else value


def _redact(pile: Pile, bit: int, known: dict[int, int], ordered: bool) -> Pile:
    if not known:
        return (HIDDEN,) * len(pile)
    if ordered:
        return tuple(piece if known.get(piece, 0) & bit else HIDDEN for piece in pile)
    seen = sorted(piece for piece in pile if known.get(piece, 0) & bit)
    return (*seen, *(HIDDEN,) * (len(pile) - len(seen)))


def view(table: Fields, s: S, seat: int | None) -> S:
    """What a seat (or, with None, a spectator) may know: the only function that reads the truth for somebody.

    A clone holds what is declared and nothing else, or the state is refused; so the public fields are there already,
    and the others are laid out anew as the table grants them.
    """
    me = SPECTATOR if seat is None else seat
    bit = 1 << me
    if len(getattr(s, "__dict__", ())) != table.size:  # as in `Fields.admit`, without a call
        table.admit(s)
    v = s.clone()
    v.viewer = me
    known = s.known
    for name, zone in table.veiled:
        value: Any = getattr(s, name)
        masks = zone.masks
        if zone.single:
            if not (masks[0] if masks else zone.sees(s, 0)) & bit:
                setattr(v, name, _redact(value, bit, known, zone.ordered))
        else:
            changed: list[Pile] | None = None
            for i, pile in enumerate(value):
                if pile and not (masks[i] if masks else zone.sees(s, i)) & bit:
                    if changed is None:
                        changed = list(value)
                    changed[i] = _redact(pile, bit, known, zone.ordered)
            if changed is not None:
                setattr(v, name, tuple(changed))
    for name, fact in table.known.items():
        setattr(v, name, fact.seen_by(me, s, getattr(s, name)))
    if known:  # common knowledge stays so; who else has peeked, and in which order, is nobody's business
        v.known = {piece: mask if mask == ALL else bit for piece, mask in sorted(known.items()) if mask & bit}
    if s.answers:
        v.answers = {me: s.answers[me]} if me in s.answers else {}
    if s.quiet:  # elsewhere it is public who has answered, though not what
        v.waiting = (me,) if me in s.waiting else ()
    return v


def reopened(v: S) -> S:
    """The view as if the others' sealed answers were still to come: a search gives them anew in each of its worlds."""
    waiting = tuple([seat for seat in v.asked if seat not in v.answers])
    if v.quiet or waiting == v.waiting:
        return v
    again = v.clone()
    again.waiting = waiting
    return again


def learnt(table: Fields, before: State, s: State, viewers: int) -> bool:
    """Whether any of the viewers (a mask) sees a piece or a fact that they did not see before; as their views tell."""
    for name, fact in table.known.items():
        value: Any = getattr(s, name)
        for i in range(1 if fact.single else len(value)):
            if fact.sees(s, i) & ~fact.sees(before, i) & viewers:
                return True
    was: dict[int, int] = {}
    now: dict[int, int] = {}
    same = s.known == before.known
    for name, zone in table.zones.items():
        old, new = piles(before, name, zone), piles(s, name, zone)
        if old is new and zone.masks and same:
            continue
        for there, state, each in ((was, before, old), (now, s, new)):
            for i, pile in enumerate(each):
                mask = zone.masks[i] if zone.masks else zone.sees(state, i)
                for piece in pile:
                    there[piece] = mask | state.known.get(piece, 0)
    return any(mask & ~was.get(piece, 0) & viewers for piece, mask in now.items())


class NoWorld(Exception):
    """No full state was found that agrees with a view: a fault of the game's `fill` or `plausible`."""


def fill(table: Fields, pool_of: Callable[[int], int] | None, w: State, rng: Random) -> None:
    """Lay the pieces that the view does not show, at random, where it shows hidden ones."""
    shown: set[int] = set()
    for name, zone in table.zones.items():
        for pile in piles(w, name, zone):
            shown.update(pile)
    pools: dict[int, list[int]] = {}
    for piece in w.pieces:
        if piece not in shown:
            pools.setdefault(pool_of(piece) if pool_of is not None else 0, []).append(piece)
    for pool in pools.values():
        rng.shuffle(pool)
    for name, zone in table.veiled:
        value: Any = getattr(w, name)
        if zone.single:
            if HIDDEN in value:
                setattr(w, name, _filled(value, pools[zone.pool(w, 0) if zone.pool is not None else 0]))
        else:
            changed = list(value)
            for i, pile in enumerate(value):
                if HIDDEN in pile:
                    changed[i] = _filled(pile, pools[zone.pool(w, i) if zone.pool is not None else 0])
            setattr(w, name, tuple(changed))


def _filled(pile: Pile, pool: list[int]) -> Pile:
    return tuple(pool.pop() if piece == HIDDEN else piece for piece in pile)


def world(
    table: Fields,
    v: S,
    rng: Random,
    filler: Callable[[S, Random], None],
    plausible: Callable[[S], bool],
    sealed: Callable[[S, int, Random], Answer],
    tries: int = 100,
) -> S:
    """A full state that agrees with the view, made without ever looking at the truth.

    `filler` lays the hidden pieces, `plausible` refuses what everybody can rule out, and `sealed` makes up the answers
    that others have given to the open question.
    """
    if v.viewer == TRUTH:
        raise ValueError("a world is made from a view, never from the truth")
    for _ in range(tries):
        w = v.clone()
        w.viewer = TRUTH
        if v.quiet and not v.waiting and v.question:  # somebody is being asked, nobody can tell who
            left = v.asked
            if v.viewer in v.asked:  # those before me while I was not asked yet, those after me once I passed
                mine = v.asked.index(v.viewer)
                left = v.asked[mine + 1 :] if v.viewer in v.answers else v.asked[:mine]
            seat = left[int(rng.random() * len(left))]
            w.waiting = (seat,)
            w.answers = {other: v.answers.get(other, (v.passing,)) for other in v.asked[: v.asked.index(seat)]}
        filler(w, rng)
        for name, fact in table.known.items():
            setattr(w, name, fact.guessed(v.viewer, w, getattr(w, name), rng))
        if plausible(w):
            if len(v.answers) < len(v.ready):
                w.answers = {seat: v.answers[seat] if seat in v.answers else sealed(w, seat, rng) for seat in v.ready}
            return w
    raise NoWorld(f"no world found for seat {v.viewer} at '{v.question}'")


# -- moving pieces: the only way pieces change places, so that knowledge stays right ---------------------------------


def pile(table: Fields, s: State, place: Place) -> Pile:
    value: Any = getattr(s, place[0])
    found: Pile = value if table.zones[place[0]].single else value[place[1]]
    return found


def lay(table: Fields, s: State, place: Place, pieces: Pile) -> None:
    """Replace a pile."""
    if table.zones[place[0]].single:
        setattr(s, place[0], pieces)
    else:
        setattr(s, place[0], put(getattr(s, place[0]), place[1], pieces))


def move(table: Fields, s: State, pieces: Pile, source: Place, target: Place) -> Secret:
    """Move pieces from one pile onto the end of another and keep `known` right.

    Returns the pieces as a `Secret` for the log: whoever sees them in either place sees which they are.
    """
    name, i = source
    onto, j = target
    zones = table.zones
    try:
        zone, into = zones[name], zones[onto]
    except KeyError as error:
        raise BadGame(f"there is no zone {error}; there are {', '.join(zones)}") from None
    mask = zone.masks[i] if zone.masks else zone.sees(s, i)
    mask |= into.masks[j] if into.masks else into.sees(s, j)
    whole: Any = getattr(s, name)
    if zone.single:
        left = _without(whole, pieces)
        setattr(s, name, left)
    else:
        every = list(whole)
        left = every[i] = _without(every[i], pieces)
        setattr(s, name, tuple(every))
    whole = getattr(s, onto)
    if into.single:
        setattr(s, onto, whole + pieces)
    else:
        every = list(whole)
        every[j] += pieces
        setattr(s, onto, tuple(every))
    after = into.masks[j] if into.masks else into.sees(s, j)
    mask |= after
    if s.known or mask != after:
        _remember(s, pieces, () if zone.ordered else left, mask, after)
    if s.out is None:
        return UNTOLD
    moved = Secret(pieces, mask)
    s.out.moves.append(moved)
    return moved


def move_each(table: Fields, s: State, moved: Sequence[Pile], source: str, target: str) -> None:
    """Every seat moves its pieces from its pile in one zone to its pile in another: `move` for all seats at once.

    For zones that are seen by the same viewers whatever lies in them.
    """
    zone, into = table.zones[source], table.zones[target]
    left: list[Pile] = list(getattr(s, source))
    grown: list[Pile] = list(getattr(s, target))
    for i, pieces in enumerate(moved):
        if pieces:
            left[i] = _without(left[i], pieces)
            grown[i] += pieces
            after = into.masks[i] if into.masks else into.sees(s, i)
            mask = (zone.masks[i] if zone.masks else zone.sees(s, i)) | after
            if s.known or mask != after:
                _remember(s, pieces, () if zone.ordered else left[i], mask, after)
            if s.out is not None:
                s.out.moves.append(Secret(pieces, mask))
    setattr(s, source, tuple(left))
    setattr(s, target, tuple(grown))


def _without(lying: Pile, pieces: Pile) -> Pile:
    """A pile when some of its pieces have left."""
    n = len(pieces)
    if n == 1:
        if pieces[0] not in lying:
            raise BadGame(f"the piece {pieces[0]} does not lie where it is to be moved from: {lying}")
        i = lying.index(pieces[0])
        return lying[:i] + lying[i + 1 :] if i else lying[1:]
    if lying[:n] == pieces:
        return lying[n:]
    rest = list(lying)
    try:
        for piece in pieces:
            rest.remove(piece)
    except ValueError:
        raise BadGame(f"the pieces {pieces} do not lie where they are to be moved from: {lying}") from None
    return tuple(rest)


def _remember(s: State, pieces: Pile, left: Pile, mask: int, after: int) -> None:
    """Pieces have moved and `mask` knows which, while `after` still see them; `left` stayed behind in no order."""
    known = dict(s.known)
    for piece in pieces:
        told = known.pop(piece, 0) | mask
        if told & ~after:
            known[piece] = told
    if mask != ALL and known and left:
        # Whoever did not see which pieces left can no longer be sure of those that stayed.
        for piece in (*left, *pieces):
            if piece in known:
                known[piece] &= mask
                if not known[piece]:
                    del known[piece]
    s.known = known


def peek(s: State, pieces: Pile, mask: int) -> None:
    """Let some seats see hidden pieces where they lie."""
    if s.out is not None:
        s.out.moves.append(Secret(pieces, mask))
    s.known = {**s.known, **{piece: s.known.get(piece, 0) | mask for piece in pieces}}


def shuffle(table: Fields, s: State, place: Place, chance: Chance) -> None:
    """Shuffle a pile: nobody knows any more which piece lies where."""
    pieces = pile(table, s, place)
    if s.known:
        s.known = {piece: mask for piece, mask in s.known.items() if piece not in pieces}
    lay(table, s, place, chance.shuffled(pieces))
