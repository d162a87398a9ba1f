"""Naming: a state read by names, and made of names again.

`describe` tells everything that a state holds: what lies where, the facts of the game, whom the question was put to,
how far the procedure has come.  `restore` lays it all out again; so a described state is a position (`Match.position`).
A game says in its fields what its numbers are called (`Fields(names=...)`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .flow import Flow, table
from .mistakes import in_a_line
from .state import HIDDEN, SPECTATOR, BadGame, Pile, State, fields

if TYPE_CHECKING:
    from .game import Game
    from .parts import Parts

Words = Sequence[str] | Callable[[Any], Sequence[str]]  # the names of 0, 1, 2, ...; perhaps those of this state

UNSEEN: Final = "?"  # a piece that a viewer may not know
PROCEDURE: Final = "procedure"  # the part by which a described state is told from a game's own positions
_PLAIN: Final = (bool, int, str)


class Naming:
    """What the numbers of a field are called.

    `words`: number i is the i-th of them, and -1 is "".  `bits`: a number is a set of them, or of seats if there are no
    words.  `keys`: what the entries of the innermost tuples belong to.

    >>> Naming(("sword", "bow")).tell(None, (1, -1))
    ['bow', '']
    >>> Naming(("sword", "bow"), bits=True).tell(None, (3, 0)), Naming(keys=("red", "blue")).tell(None, (4, 2))
    ([['sword', 'bow'], []], {'red': 4, 'blue': 2})
    """

    def __init__(self, words: Words = (), *, keys: Sequence[str] = (), bits: bool = False) -> None:
        self.words = words
        self.keys = tuple(keys)
        self.bits = bits

    def named(self, s: State | None) -> Sequence[str]:
        return self.words(s) if callable(self.words) else self.words

    def tell(self, s: State | None, value: object) -> object:
        """The value of a field by names, as plain data."""
        return self._tell(self.named(s), value)

    def _tell(self, words: Sequence[str], value: object) -> object:
        if isinstance(value, tuple):
            told = [self._tell(words, item) for item in value]
            flat = not any(isinstance(item, tuple) for item in value)
            return dict(zip(self.keys, told)) if flat and value and len(value) == len(self.keys) else told
        if isinstance(value, dict):
            return [[key, self._tell((), item)] for key, item in value.items()]
        if type(value) is not int:
            return value
        if self.bits:
            return [words[i] if words else i for i in range(value.bit_length()) if value >> i & 1]
        return words[value] if 0 <= value < len(words) else "" if words and value == -1 else value

    def read(self, s: State, told: object, like: object) -> object:
        """The value of a field from what was told; `like` is its value at the start.  `ValueError` if it cannot be."""
        found = self._read(self.named(s), told, like)
        _same_kind(found, like)
        return found

    def _read(self, words: Sequence[str], told: object, like: object) -> object:
        if isinstance(like, dict):
            return {key: self._read((), item, 0) for key, item in _pairs(told)}
        if isinstance(told, Mapping):
            if set(told) != set(self.keys):
                raise ValueError(f"an entry for each of {', '.join(self.keys) or 'nothing'} is wanted")
            return tuple(self._read(words, told[key], 0) for key in self.keys)
        if isinstance(told, (list, tuple)):
            if self.bits and not isinstance(like, tuple):
                return sum(1 << bit for bit in {_bit(words, item) for item in told})
            inner = like[0] if isinstance(like, tuple) and like else 0 if self.bits else ()
            return tuple(self._read(words, item, inner) for item in told)
        if isinstance(told, str) and words:
            return _index(words, told)
        if type(told) not in _PLAIN:
            raise ValueError(f"{told!r} is no number and no word")
        return told


def _pairs(told: object) -> list[tuple[Any, object]]:
    if not isinstance(told, (list, tuple)) or not all(
        isinstance(item, (list, tuple)) and len(item) == 2 for item in told
    ):
        raise ValueError(f"pairs are wanted, not {told!r}")
    return [(key, item) for key, item in told]


def _index(words: Sequence[str], word: str) -> int:
    if word == "":
        return -1
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return list(words).index(word)


def _bit(words: Sequence[str], item: object) -> int:
    if isinstance(item, str) and item in words:
        return list(words).index(item)
    if type(item) is int and not words and 0 <= item <= SPECTATOR:
        return item
    raise ValueError(f"{item!r} is none of {', '.join(words) or 'the seats'}")


def _same_kind(found: object, like: object) -> None:
    """Refuse numbers for words and words for numbers, where the start shows what is meant."""
    if isinstance(found, tuple) != isinstance(like, tuple):
        raise ValueError(f"{'a list' if isinstance(like, tuple) else 'a single thing'} is wanted")
    if isinstance(found, tuple) and isinstance(like, tuple):
        for item in found if like else ():
            if isinstance(item, tuple) == isinstance(like[0], tuple):
                _same_kind(item, like[0])
    elif type(found) is not type(like):
        raise ValueError(f"{found!r} is no {'number' if type(like) is int else 'word'}")


PLAIN: Final = Naming()


# -- reading -----------------------------------------------------------------------------------------------------------


def describe(game: Game, s: State) -> dict[str, object]:
    """Everything that a state or a view holds, by names and as plain data."""
    out: dict[str, object] = {"question": s.question, "asked": list(s.asked), "waiting": list(s.waiting)}
    out |= {name: getattr(s, name) for name in ("quiet", "final", "passing") if getattr(s, name)}
    if s.answers:
        out["answers"] = [[seat, list(answer)] for seat, answer in s.answers.items()]

    def named(pile: Pile) -> list[str]:
        return [UNSEEN if piece == HIDDEN else game.piece_name(piece) for piece in pile]

    for name, zone in game.fields.zones.items():
        value: Any = getattr(s, name)
        out[name] = named(value) if zone.single else [named(pile) for pile in value]
    for name in (*game.fields.public, *game.fields.known):
        value = getattr(s, name)
        if _is_plain(value):
            out[name] = game.fields.called.get(name, PLAIN).tell(s, value)
        elif value is not getattr(game.start(s.players, s.options), name):
            raise BadGame(f"{game.title}: the field `{name}` holds a {type(value).__name__}, which has no name")
    if s.known:
        out["seen"] = _seen(game, s)
    out[PROCEDURE] = [_chapter(flow, at) for flow, at in zip(s.stack, s.steps, strict=True)]
    return out


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    if isinstance(value, dict):
        return all(type(key) in _PLAIN and _is_plain(item) for key, item in value.items())
    return type(value) in _PLAIN


def _chapter(flow: Flow, at: int) -> list[object]:
    """A chapter, its next step ("" if there is none) and, if it has any, its parameters."""
    steps = table(type(flow))
    step = steps.names[at] if at < len(steps.names) else ""
    given = {name: PLAIN.tell(None, getattr(flow, name)) for name in fields(flow)}
    return [steps.name, step, given] if given else [steps.name, step]


def _seen(game: Game, s: State) -> list[object]:
    """Hidden pieces that some have seen: zone, pile, place in it, and who."""
    out: list[object] = []
    for name, zone in game.fields.zones.items():
        value: Any = getattr(s, name)
        for i, pile in enumerate((value,) if zone.single else value):
            for at, piece in enumerate(pile):
                if piece in s.known:
                    out.append([name, i, at, [eyes for eyes in range(SPECTATOR + 1) if s.known[piece] >> eyes & 1]])
    return out


# -- and back ----------------------------------------------------------------------------------------------------------


def restore(game: Game, s: State, parts: Parts) -> None:
    """Lay out a described state on that of the start; `BadPosition` names the part that does not fit."""
    box: dict[tuple[int, str], list[int]] = {}  # pieces of one name and pool are alike
    for piece in s.pieces:
        box.setdefault((game.pool(piece), game.piece_name(piece)), []).append(piece)
    laid: list[int] = []

    def take(name: str, told: object, i: int = 0) -> Pile:
        zone = game.fields.zones[name]
        pool = zone.pool(s, i) if zone.pool is not None else 0
        if not isinstance(told, (list, tuple)):
            raise parts.refuse(name, f"pieces by their names are wanted, not {told!r}")
        pile = []
        for word in told:
            if not isinstance(word, str) or not box.get((pool, word)):
                raise parts.refuse(name, f"there is no {word!r} left to lay")
            pile.append(box[pool, word].pop(0))
        laid.extend(pile)
        return tuple(pile)

    for name, zone in game.fields.zones.items():
        rows = parts.each(name) if name in parts else _missing(parts, name)
        start: Any = getattr(s, name)
        if not zone.single and start and len(rows) != len(start):
            raise parts.refuse(name, f"{len(start)} piles are wanted, not {len(rows)}")
        setattr(s, name, take(name, rows) if zone.single else tuple(take(name, row, i) for i, row in enumerate(rows)))
    lying = set(laid)
    s.pieces = tuple(piece for piece in s.pieces if piece in lying)
    for name in (*game.fields.public, *game.fields.known):
        like: object = getattr(s, name)
        if _is_plain(like):
            told = parts.get(name) if name in parts else _missing(parts, name)
            try:
                setattr(s, name, game.fields.called.get(name, PLAIN).read(s, told, like))
            except ValueError as error:
                raise parts.refuse(name, str(error)) from error
    _procedure(game, s, parts)
    _question(game, s, parts)
    for told in parts.each("seen"):
        _see(game, s, parts, told)
    parts.done("a described moment")
    try:  # what the types cannot tell, whoever looks at it finds
        for seat in (*range(s.players), None):
            game.scene(game.view(s, seat), seat, [f"Player {i + 1}" for i in range(s.players)])
        for seat, answer in s.answers.items():
            if not game.choice(s, seat).accepts(answer):
                raise parts.refuse("answers", f"seat {seat} cannot have answered {' '.join(answer)}")
    except (LookupError, TypeError, AttributeError, AssertionError) as error:
        raise parts.refuse(PROCEDURE, f"such a moment cannot be: {in_a_line(error)}") from error


def _missing(parts: Parts, name: str) -> Sequence[object]:
    raise parts.refuse(name, "a described moment names every part, and this one is missing")


def _procedure(game: Game, s: State, parts: Parts) -> None:
    chapters = {flow.__name__: flow for flow in game.flows}
    stack, at = [], []
    for told in parts.each(PROCEDURE):
        if not isinstance(told, (list, tuple)) or len(told) not in (2, 3) or told[0] not in chapters:
            raise parts.refuse(PROCEDURE, f"a chapter and its next step are wanted, not {told!r}")
        flow, steps = chapters[told[0]], table(chapters[told[0]])
        if told[1] and told[1] not in steps.index:
            raise parts.refuse(PROCEDURE, f"{told[0]} has no step {told[1]!r}; it has {', '.join(steps.names)}")
        given = told[2] if len(told) == 3 else {}
        try:
            stack.append(flow(**{name: PLAIN._read((), value, ()) for name, value in given.items()}))
        except (TypeError, ValueError, AttributeError) as error:
            raise parts.refuse(PROCEDURE, f"{told[0]}: {error}") from error
        at.append(steps.index[told[1]] if told[1] else len(steps.names))
    s.stack, s.steps = tuple(stack), tuple(at)


def _question(game: Game, s: State, parts: Parts) -> None:
    s.question = parts.word("question", (*game.questions, ""))
    s.asked = parts.numbers("asked", (), 0, s.players - 1)
    s.waiting = parts.numbers("waiting", (), 0, s.players - 1)
    s.quiet, s.final = parts.flag("quiet"), parts.flag("final")
    s.passing = str(parts.get("passing", ""))
    for told in parts.each("answers"):
        if not isinstance(told, (list, tuple)) or len(told) != 2 or told[0] not in s.asked or told[0] in s.waiting:
            raise parts.refuse("answers", f"a seat that is not waited for any more and its answer, not {told!r}")
        s.answers = {**s.answers, told[0]: tuple(str(atom) for atom in told[1])}
    if bool(s.question) != bool(s.stack) or bool(s.question) != bool(s.waiting):
        raise parts.refuse("question", "an open question has somebody who is waited for and a procedure to go on with")
    if not set(s.waiting) <= set(s.asked) or (not s.quiet and {*s.waiting, *s.answers} != set(s.asked)):
        raise parts.refuse("waiting", "whoever is asked has answered or is waited for")


def _see(game: Game, s: State, parts: Parts, told: Any) -> None:
    try:
        name, i, at, eyes = told
        value = getattr(s, name)
        piece = (value if game.fields.zones[name].single else value[i])[at]
        s.known = {**s.known, piece: sum(1 << _bit((), one) for one in eyes)}
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise parts.refuse("seen", f"zone, pile, place and who has seen it are wanted, not {told!r}") from error
