"""Of Knights and Ninjas: arranging positions for tests, puzzles and bug reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundtable.engine import BadPosition, put
from roundtable.engine.flow import Flow, table

from .cards import KIND, KINDS, MEANING, WALL_ARCHER
from .questions import holds, plays_against, revolt
from .rules.attack import Campaign, lay
from .rules.turn import PLACES, Draft, Reign, Turn
from .state import NinjasState

KEYS: Final = (
    *("turn", "gems", "hands", "forts", "draw", "discard", "rest", "reshuffles"),
    *("target", "ladder", "struck", "attack", "draft", "youngest"),
)


def arrange(s: NinjasState, asks: str, lies: Mapping[str, Any]) -> None:
    """Lay out kingdoms and piles.

    `lies` may name: ``turn`` (whose turn it is, seat 0 unless named), ``gems`` (one number per seat), ``hands`` and
    ``forts`` (one list of cards per seat; a Jester on a wall is ``jester:archer`` or ``jester:minstrel``), ``draw`` and
    ``discard`` (cards from the top, or how many), ``rest`` (where all other cards lie: ``draw``, ``discard`` or the
    seat that holds them; the draw pile unless named), ``reshuffles``, ``youngest`` (duel), and

    - for ``choose_action`` nothing more: the turn player has drawn and is about to act;
    - for ``continue_attack``: ``target``, ``ladder`` (true if one is in play), ``struck`` (false if no attack card has
      been played yet this turn);
    - for ``respond`` and ``respond_pre_attack``: ``target``, and ``attack``, the cards played, besides the hand;
    - for ``draft`` (duel): ``draft``, the cards to be drafted from the top; ``turn`` is the drafter.
    """
    for name in lies:
        if name not in KEYS:
            raise BadPosition(f"unknown part of a position: {name!r}")
    left = list(s.pieces)
    s.turn = _seat(s, lies.get("turn", 0))
    s.turns = 1 + s.players  # nobody's first turn
    s.gems = tuple(int(n) for n in lies.get("gems", s.gems))
    if len(s.gems) != s.players:
        raise BadPosition(f"name the gems of each of the {s.players} seats")
    s.reshuffles = int(lies.get("reshuffles", 0))
    if s.goal_shrinks():
        s.goal = max(1, s.start_goal - s.reshuffles)
    s.youngest = _seat(s, lies.get("youngest", 0))
    for seat, cards in enumerate(_per_seat(s, lies, "hands")):
        s.hands = put(s.hands, seat, _take(left, cards))
    for seat, cards in enumerate(_per_seat(s, lies, "forts")):
        _fortify(s, seat, cards, left)
    s.ladder = _take(left, ["ladder"] if lies.get("ladder") else [])
    attack = [str(word) for word in lies.get("attack", ())]
    s.hands = put(s.hands, s.turn, s.hands[s.turn] + _take(left, [w for w in attack if w != WALL_ARCHER]))
    s.draft = _take(left, lies.get("draft", ()))
    _piles(s, lies, left)
    _enter(s, asks, lies, tuple(attack))


def _enter(s: NinjasState, asks: str, lies: Mapping[str, Any], attack: tuple[str, ...]) -> None:
    if asks == "draft":
        s.drafter = s.turn
        _stack(s, (Reign(), "next_turn"), (Draft(), "look"))
        return
    turn = (Reign(), "turn_passes")
    if asks == "choose_action":
        _stack(s, turn, (Turn(), "choose"))
        return
    if asks not in ("continue_attack", "respond", "respond_pre_attack"):
        raise BadPosition(f"a position cannot begin with {asks!r}: begin with choose_action and play on from there")
    s.target = _seat(s, lies.get("target", -1))
    if asks == "continue_attack":
        s.struck = bool(lies.get("struck", True))
        _stack(s, turn, (Turn(), "end"), (Campaign(attack), "go_on"))
        return
    hand = s.hands[s.turn]
    bits = holds(hand)
    if not revolt(plays_against(s, s.turn, s.target, bits), hand, bits).accepts(attack):
        raise BadPosition(f"{list(attack)} cannot be played against seat {s.target}")
    _stack(s, turn, (Turn(), "end"), (Campaign(attack), "go_on"), (lay(s, attack), "window"))


def _stack(s: NinjasState, *entries: tuple[Flow, str]) -> None:
    s.stack = tuple(flow for flow, _ in entries)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in entries)


def _seat(s: NinjasState, value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value < s.players:
        raise BadPosition(f"there is no seat {value!r}")
    return value


def _per_seat(s: NinjasState, lies: Mapping[str, Any], name: str) -> Sequence[Sequence[str]]:
    lists: Sequence[Sequence[str]] = lies.get(name, ((),) * s.players)
    if len(lists) != s.players:
        raise BadPosition(f"{name}: name the cards of each of the {s.players} seats")
    return lists


def _held(word: str) -> str:
    kind = word.partition(":")[0]
    if kind not in KINDS:
        raise BadPosition(f"there is no card {word!r}")
    return kind


def _take(left: list[int], cards: Sequence[str]) -> tuple[int, ...]:
    """Cards by name out of those that are left."""
    taken = []
    for card in cards:
        piece = next((p for p in left if KIND[p] == _held(card)), 0)
        if not piece:
            raise BadPosition(f"there is no {card} left")
        left.remove(piece)
        taken.append(piece)
    return tuple(taken)


def _fortify(s: NinjasState, seat: int, words: Sequence[str], left: list[int]) -> None:
    for word in words:
        zone = PLACES.get(MEANING.get(word, ""))
        if zone is None:
            raise BadPosition(f"{word!r} is no fortification")
        piles = getattr(s, zone)
        setattr(s, zone, put(piles, seat, piles[seat] + _take(left, [word])))


def _piles(s: NinjasState, lies: Mapping[str, Any], left: list[int]) -> None:
    named = {name: lies.get(name, ()) for name in ("draw", "discard")}
    piles = {name: _take(left, cards) for name, cards in named.items() if not isinstance(cards, int)}
    left.sort(key=_scatter)
    for name, cards in named.items():
        if isinstance(cards, int):
            if cards > len(left):
                raise BadPosition(f"{name}: there are only {len(left)} cards left")
            piles[name] = tuple(left[:cards])
            del left[:cards]
    rest = lies.get("rest", "draw")
    if rest in piles:
        piles[rest] += tuple(left)
    else:
        seat = _seat(s, rest)
        s.hands = put(s.hands, seat, s.hands[seat] + tuple(left))
    s.draw, s.discard = piles["draw"], piles["discard"][::-1]  # the top of the discards lies last


def _scatter(piece: int) -> int:
    """An order in which the kinds are well mixed, so that a pile nobody named is like a shuffled one."""
    return piece * 37 % 101
