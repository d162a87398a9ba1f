"""Of Knights and Ninjas: arranging positions for tests, puzzles and bug reports (docs/design/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.engine import BadPosition, put
from roundtable.engine.flow import Flow, table
from roundtable.engine.grammar import listed
from roundtable.engine.parts import Parts

from .cards import COMMON, DUEL_GEMS, GEMS, HELD, JESTER_AS, KIND, KINDS, MEANING, WALL_ARCHER, WALLS
from .questions import QUESTIONS, herald_possible, holds, monk_possible, plays_against, revolt
from .rules.attack import Assault, Campaign, Road, lay
from .rules.special import Herald, MinstrelPlays
from .rules.table import discard_play, play
from .rules.turn import PLACES, Draft, Reign, Turn, special
from .state import NinjasState

WORDS: Final = (*KINDS, *JESTER_AS.values(), WALL_ARCHER)  # as what a card is played
FORTS: Final = tuple(word for word in WORDS if MEANING[word] in WALLS and word != WALL_ARCHER)
ATTACKED: Final = ("continue_attack", "respond", "respond_pre_attack", "unique_side_effect", "highwayman")
SPECIAL: Final = {"herald_offer": "herald", "herald_pick": "herald", "monk_pay": "monk"}
DUEL: Final = ("draft", "minstrel_discard")
ROUNDS: Final = 1_000


def arrange(s: NinjasState, asks: str, lies: Mapping[str, object]) -> None:
    """Lay out kingdoms and piles.

    `lies` may name: ``turn`` (whose turn it is, seat 0 unless named), ``first`` (who had the first turn), ``gems`` (one
    number per seat), ``hands`` and ``forts`` (one list of cards per seat; a Jester on a wall is ``jester:archer`` or
    ``jester:minstrel``), ``draw`` and ``discard`` (cards from the top, or how many), ``rest`` (where all other cards
    lie: ``draw``, ``discard``, the seat that holds them, or ``out`` of the match; the draw pile unless named),
    ``reshuffles``, ``youngest`` (duel), and

    - for ``choose_action``: ``drawn`` (false if the turn player has yet to draw; the turn begins);
    - for all questions of an attack: ``target``, ``ladder`` (true if one is in play);
    - for ``continue_attack``: ``struck`` (false if no attack card has been played yet this turn);
    - for ``respond``, ``respond_pre_attack``, ``unique_side_effect`` and ``highwayman``: ``attack``, the cards played,
      besides the hand; for ``respond`` also ``turned``, how many traitors have turned it round;
    - for ``highwayman``: ``road``, the gems on it, besides those of the seats; ``holder`` and ``robbed``, between whom
      they are (the turn player and the target unless named);
    - for ``herald_offer``, ``herald_pick`` and ``monk_pay``: ``played``, the card if it is a Jester; ``herald_pick``
      also ``shown``, one list of cards per seat, besides the hands;
    - for ``minstrel_discard`` (duel): ``by``, the seat whose minstrel plays (the turn player unless named);
    - for ``draft`` (duel): ``draft``, the cards to be drafted from the top; ``turn`` is the drafter.
    """
    if asks not in QUESTIONS:
        raise BadPosition(f"there is no question {asks!r}; there are {listed(QUESTIONS)}")
    if asks in DUEL and s.players > 2:
        raise BadPosition(f"{asks} is asked in the duel of two players only")
    parts = Parts(lies)
    left = list(s.pieces)
    s.turn = parts.seat("turn", 0, s.players)
    s.first = parts.seat("first", s.turn, s.players)
    s.turns = 1 + s.players  # nobody's first turn
    own = DUEL_GEMS if s.players == 2 else GEMS
    s.gems = parts.numbers("gems", s.gems, 0, own * s.players)
    if len(s.gems) != s.players:
        raise parts.refuse("gems", f"a number for each of the {s.players} seats is wanted")
    s.reshuffles = parts.number("reshuffles", 0, 0, s.options.max_reshuffles - 1)
    if s.goal_shrinks():
        s.goal = max(1, s.start_goal - s.reshuffles)
    if s.players == 2:
        chosen = s.options.youngest_seat
        s.youngest = parts.seat("youngest", 0 if chosen == "random" else chosen, 2)
    for seat, cards in enumerate(_per_seat(s, parts, "hands", KINDS)):
        s.hands = put(s.hands, seat, _take(parts, "hands", left, cards))
    for seat, cards in enumerate(_per_seat(s, parts, "forts", FORTS)):
        _fortify(s, parts, seat, cards, left)
    _enter(s, asks, parts, left)
    _piles(s, parts, left)
    parts.done(asks)


def _enter(s: NinjasState, asks: str, parts: Parts, left: list[int]) -> None:
    turn = (Reign(), "turn_passes")
    if asks == "draft":
        s.drafter = s.turn
        s.draft = _take(parts, "draft", left, parts.words("draft", KINDS))
        if len(s.draft) < 2:
            raise parts.refuse("draft", "two cards at least are wanted, for the last one must be kept")
        _stack(s, (Reign(), "next_turn"), (Draft(), "look"))
    elif asks == "choose_action":
        _stack(s, turn, (Turn(), "choose" if parts.flag("drawn", True) else "start"))
        if "drawn" in parts and not parts.flag("drawn"):
            s.turns -= 1  # the turn is counted when it begins
    elif asks in ATTACKED:
        _attack(s, asks, parts, left)
    elif asks in SPECIAL:
        kind = SPECIAL[asks]
        word = parts.word("played", (kind, JESTER_AS[kind]), kind)
        s.hands = put(s.hands, s.turn, s.hands[s.turn] + _take(parts, "played", left, [word]))
        flow = special(s, (word,))
        if asks == "herald_pick":
            for seat, cards in enumerate(_per_seat(s, parts, "shown", KINDS)):
                s.shown = put(s.shown, seat, _take(parts, "shown", left, cards))
            if s.shown[s.turn] or sum(map(len, s.shown)) < 2:
                raise parts.refuse("shown", "two cards at least of rivals are wanted, or there is nothing to choose")
        elif not (herald_possible if kind == "herald" else monk_possible)(s, s.turn):
            raise parts.refuse("hands", f"no rival has anything for a {kind}")
        step = "pick" if asks == "herald_pick" else "offer" if isinstance(flow, Herald) else "tax"
        _stack(s, turn, (Turn(), "end"), (flow, step))
    else:
        _minstrel(s, parts, left)


def _attack(s: NinjasState, asks: str, parts: Parts, left: list[int]) -> None:
    """The turn player is attacking: what has been played, and how far that has come."""
    s.target = parts.seat("target", -1, s.players)
    if s.target == s.turn:
        raise parts.refuse("target", "nobody attacks himself")
    s.ladder = _take(parts, "ladder", left, ["ladder"] if parts.flag("ladder") else [])
    frame: tuple[tuple[Flow, str], ...] = ((Reign(), "turn_passes"), (Turn(), "end"))
    if asks == "continue_attack":
        s.struck = parts.flag("struck", True)
        _stack(s, *frame, (Campaign(()), "go_on"))
        return
    attack = parts.words("attack", WORDS)
    held = [word for word in attack if word != WALL_ARCHER]
    s.hands = put(s.hands, s.turn, s.hands[s.turn] + _take(parts, "attack", left, held))
    hand = s.hands[s.turn]
    bits = holds(hand)
    if not revolt(plays_against(s, s.turn, s.target, bits), hand, bits).accepts(attack):
        raise parts.refuse("attack", f"{listed(attack)} cannot be played against seat {s.target}")
    frame = (*frame, (Campaign(attack), "go_on"))
    flow = lay(s, attack)
    if asks in ("respond", "respond_pre_attack"):
        s.turned = parts.number("turned", 0, 0, 9) if asks == "respond" else 0
        if s.turned and s.kind not in COMMON:
            raise parts.refuse("turned", f"a traitor does not turn a {s.kind} round")
        if s.turned % 2:
            s.aggressor, s.defender = s.defender, s.aggressor
        _stack(s, *frame, (flow, "window"))
    elif not isinstance(flow, Assault):
        raise parts.refuse("attack", f"{listed(attack)} is no attack but comes before one")
    elif asks == "unique_side_effect":
        _stack(s, *frame, (flow, "side_effect"))
    else:
        discard_play(s)
        s.ends = True
        s.road = parts.number("road", 0, 1, s.strength)
        s.holder = parts.seat("holder", s.turn, s.players)
        s.robbed = parts.seat("robbed", s.target, s.players)
        if s.holder == s.robbed:
            raise parts.refuse("robbed", "nobody robs himself")
        s.question = asks  # gems are on the road only while it is asked
        _stack(s, *frame, (Road(s.road), "window"))


def _minstrel(s: NinjasState, parts: Parts, left: list[int]) -> None:
    by = parts.seat("by", s.turn, 2)
    word = parts.word("played", ("minstrel", JESTER_AS["minstrel"]), "minstrel")
    s.hands = put(s.hands, by, s.hands[by] + _take(parts, "played", left, [word]))
    play(s, by, (word,), ("lane", 0))
    frame: tuple[tuple[Flow, str], ...] = ((Reign(), "turn_passes"),)
    if by != s.turn:  # it has answered an attack
        s.target, s.ends = by, True
        frame = (*frame, (Turn(), "end"), (Campaign(()), "go_on"))
    _stack(s, *frame, (MinstrelPlays(by), "begin"))


def _stack(s: NinjasState, *entries: tuple[Flow, str]) -> None:
    s.stack = tuple(flow for flow, _ in entries)
    s.steps = tuple(table(type(flow)).index[step] for flow, step in entries)


def _per_seat(s: NinjasState, parts: Parts, name: str, known: Sequence[str]) -> list[tuple[str, ...]]:
    rows = parts.each(name, ((),) * s.players)
    if len(rows) != s.players:
        raise parts.refuse(name, f"the cards of each of the {s.players} seats are wanted, not {len(rows)} lists")
    return [Parts({str(seat): row}, name).words(str(seat), known) for seat, row in enumerate(rows)]


def _take(parts: Parts, name: str, left: list[int], cards: Sequence[str]) -> tuple[int, ...]:
    """Cards by name out of those that are left."""
    taken = []
    for card in cards:
        piece = next((p for p in left if KIND[p] == HELD[card]), 0)
        if not piece:
            raise parts.refuse(name, f"there is no {HELD[card]} left")
        left.remove(piece)
        taken.append(piece)
    return tuple(taken)


def _fortify(s: NinjasState, parts: Parts, seat: int, words: Sequence[str], left: list[int]) -> None:
    for word in words:
        zone = PLACES[MEANING[word]]
        piles = getattr(s, zone)
        setattr(s, zone, put(piles, seat, piles[seat] + _take(parts, "forts", left, [word])))


def _piles(s: NinjasState, parts: Parts, left: list[int]) -> None:
    piles: dict[str, tuple[int, ...]] = {"out": ()}
    counts: dict[str, int] = {}
    for name in ("draw", "discard"):
        if isinstance(parts.get(name, ()), int):
            counts[name] = parts.number(name, 0, 0, len(s.pieces))
        else:
            piles[name] = _take(parts, name, left, parts.words(name, KINDS))
    left.sort(key=_scatter)
    for name, cards in counts.items():
        if cards > len(left):
            raise parts.refuse(name, f"there are only {len(left)} cards left")
        piles[name] = tuple(left[:cards])
        del left[:cards]
    rest = parts.get("rest", "draw")
    if isinstance(rest, str) and rest in piles:
        piles[rest] += tuple(left)
    else:
        seat = parts.seat("rest", 0, s.players)
        s.hands = put(s.hands, seat, s.hands[seat] + tuple(left))
    s.draw = piles["draw"]
    s.discard = piles["discard"][::-1] + s.discard  # the top of the discards lies last
    if piles["out"]:
        s.pieces = tuple(piece for piece in s.pieces if piece not in piles["out"])


def _scatter(piece: int) -> int:
    """An order in which the kinds are well mixed, so that a pile nobody named is like a shuffled one."""
    return piece * 37 % 101
