"""Quests of the Round Table: the words of answers, and two grammars of the game's own.

A card that is discarded or committed is named by its kind; `play_...`, `strike_...`, `bid_...` and `preview_...` say
what else is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from roundtable.engine import STOP, Answer, Choice, OneOf, Subset

from ..cards import ADVENTURE_CARDS, ALLIES, AMOUR, KIND, MORDRED, MOST_FREE_BIDS, ORDER
from ..state import MOST_STAGES

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
JOIN: Final = "join"
DROP: Final = "drop"
DRAW: Final = "draw"
PASS: Final = "pass"
NOT_NOW: Final = "not_in_this_test"  # pass every window of this Test
PLAY: Final = {kind: f"play_{kind}" for kind in (*ALLIES, AMOUR)}  # card -> put it into play
STRIKE: Final = {ally: f"strike_{ally}" for ally in ALLIES}  # ally -> sacrifice Mordred to remove it
MOST_BID: Final = 16 + MOST_FREE_BIDS  # 16: the largest hand limit
BID: Final = ("", *(f"bid_{n}" for n in range(1, MOST_BID + 1)))
PREVIEW: Final = ("", *(f"preview_{n}" for n in range(1, MOST_STAGES + 1)))

PLAYED: Final = {atom: kind for kind, atom in PLAY.items()}
STRUCK: Final = {atom: ally for ally, atom in STRIKE.items()}

# The order in which a shedding plan is spelled: by card, each card's uses together, discards first.
_SPELLED: Final = {
    atom: i
    for i, atom in enumerate(
        atom
        for card in ADVENTURE_CARDS
        for atom in (
            card.id,
            *([PLAY[card.id]] if card.id in PLAY else ()),
            *(STRIKE.values() if card.id == MORDRED else ()),
        )
    )
}
CARD_OF: Final = {**{card.id: card.id for card in ADVENTURE_CARDS}, **PLAYED, **dict.fromkeys(STRUCK, MORDRED)}


def kinds(pile: Sequence[int]) -> list[str]:
    return [KIND[piece] for piece in pile]


def picked(pile: Sequence[int], names: Sequence[str]) -> tuple[int, ...]:
    """Pieces of these kinds from a pile, one for each name."""
    out: list[int] = []
    for name in names:
        out.append(next(piece for piece in pile if KIND[piece] == name and piece not in out))
    return tuple(out)


class Sortie(Subset):
    """Any of these cards, no two alike: what one takes into a fight."""

    def __init__(self, items: tuple[str, ...]) -> None:
        Choice.__init__(self)
        self.items = items
        self.lo = 0
        self.hi = len(items)

    def sample(self, rng: Random) -> Answer:
        chosen = int(rng.random() * (1 << self.hi))
        return tuple(item for i, item in enumerate(self.items) if chosen >> i & 1)


class Window(OneOf):
    """Pass or strike; during a Test also pass once for all its windows, which is spelled as a pass with a remark.

    >>> choice = Window(("pass", "strike_merlin"), True)
    >>> choice.offers(()), choice.canonical(("not_in_this_test",))
    (('pass', 'strike_merlin', 'not_in_this_test'), ('pass', 'not_in_this_test'))
    """

    def __init__(self, items: Sequence[str], test: bool) -> None:
        super().__init__(items)
        self.test = test

    def atoms(self, prefix: Answer) -> Sequence[str]:
        if self.test and prefix[:1] == (PASS,):
            return _PASSED if len(prefix) == 1 else _END if prefix[1:] == (NOT_NOW,) else ()
        return super().atoms(prefix)

    def offers(self, chosen: Answer) -> Sequence[str]:
        return (*self.items, NOT_NOW) if self.test and not chosen else self.atoms(self.canonical(chosen))

    def canonical(self, answer: Answer) -> Answer:
        return (PASS, NOT_NOW) if answer == (NOT_NOW,) else answer

    def sample(self, rng: Random) -> Answer:
        return self.complete((), rng)


_END: Final = (STOP,)
_PASSED: Final = (STOP, NOT_NOW)


class Shed(Choice):
    """Exactly `excess` cards of a hand, each discarded or put to another use.

    `uses` names the other uses of a kind; each of them can be made once.

    >>> choice = Shed(("boar", "boar", "merlin"), 2, {"merlin": ("play_merlin",)})
    >>> list(choice.every())
    [('boar', 'boar'), ('boar', 'merlin'), ('boar', 'play_merlin')]
    """

    def __init__(self, hand: Sequence[str], excess: int, uses: Mapping[str, tuple[str, ...]]) -> None:
        self.hand = hand
        self.excess = excess
        self.uses = uses

    def atoms(self, prefix: Answer) -> Sequence[str]:
        left = self.excess - len(prefix)
        if left < 0 or not self._held(prefix):
            return ()
        places = [_SPELLED[atom] for atom in prefix]
        if places != sorted(places):
            return ()
        if not left:
            return (STOP,)
        return [atom for atom in self._open(prefix) if self._room((*prefix, atom)) >= left - 1]

    def _held(self, chosen: Answer) -> bool:
        """Whether the hand has the cards for these atoms, and no other use is made twice."""
        spent: dict[str, int] = {}
        for atom in chosen:
            card = CARD_OF.get(atom, "")
            spent[card] = spent.get(card, 0) + 1
            if spent[card] > self.hand.count(card):
                return False
            if atom != card and (atom not in self.uses.get(card, ()) or chosen.count(atom) > 1):
                return False
        return True

    def _open(self, chosen: Answer) -> list[str]:
        """Atoms that may still be added, in the order in which they are spelled, none before the last one chosen."""
        last = _SPELLED[chosen[-1]] if chosen else -1
        out = []
        for card in sorted(set(self.hand), key=ORDER.__getitem__):
            if sum(1 for atom in chosen if CARD_OF[atom] == card) < self.hand.count(card):
                for atom in (card, *self.uses.get(card, ())):
                    if _SPELLED[atom] > last or (_SPELLED[atom] == last and atom == card):
                        out.append(atom)
        return out

    def _room(self, chosen: Answer) -> int:
        """How many cards can still be shed if only atoms from the last one on are used."""
        last = _SPELLED[chosen[-1]]
        room = 0
        for card in set(self.hand):
            left = self.hand.count(card) - sum(1 for atom in chosen if CARD_OF[atom] == card)
            if _SPELLED[card] < last:
                left = min(left, sum(1 for atom in self.uses.get(card, ()) if _SPELLED[atom] > last))
            room += left
        return room

    def offers(self, chosen: Answer) -> Sequence[str]:
        if len(chosen) >= self.excess or not self._held(chosen):
            return (STOP,) if len(chosen) == self.excess and self._held(chosen) else ()
        return [atom for atom in self._open(()) if self._held((*chosen, atom))]

    def completes(self, chosen: Answer, atom: str) -> bool:
        return len(chosen) + 1 == self.excess

    def canonical(self, answer: Answer) -> Answer:
        return tuple(sorted(answer, key=_place))

    def first_refused(self, answer: Answer) -> int:
        """An answer with too few cards is incomplete, whichever card comes first in it."""
        for i in range(len(answer)):
            spelled = i == 0 or _place(answer[i]) >= _place(answer[i - 1])
            if i == self.excess or not spelled or not self._held(answer[: i + 1]):
                return i
        return -1 if len(answer) == self.excess else len(answer)

    def sample(self, rng: Random) -> Answer:
        left = list(self.hand)
        out: list[str] = []
        for _ in range(self.excess):
            i = int(rng.random() * len(left))
            card = left[i]
            left[i] = left[-1]
            left.pop()
            if card in self.uses:
                uses = [card, *(atom for atom in self.uses[card] if atom not in out)]
                card = uses[int(rng.random() * len(uses))]
            out.append(card)
        if len(out) > 1:
            out.sort(key=_SPELLED.__getitem__)
        return tuple(out)


def _place(atom: str) -> int:
    return _SPELLED.get(atom, -1)
