"""Quests of the Round Table: full states that agree with a view.

Only two things constrain hidden cards: face-down stages form a legal quest, and whoever is building one can.  Both are
laid constructively; the rest is dealt at random.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from roundtable.engine import HIDDEN, Pile, put
from roundtable.engine import zones as z

from .cards import FOE_BP, FOES, KIND, STAGES, STORY, TESTS, WEAPON_BP, WEAPONS
from .questions.building import WEAPON_AT, can_sponsor
from .state import FIELDS, QuestsState

_TRIES: Final = 20
_NO_LIMIT: Final = 1 << 20


def pool(piece: int) -> int:
    """Adventure cards and story cards never mix."""
    return 1 if piece >= STORY[0] else 0


def fill(w: QuestsState, rng: Random) -> None:
    """Lay the hidden pieces of a world."""
    if any(HIDDEN in stage for stage in w.stages):
        lay_stages(w, rng)
    if w.question == "setup_quest" and HIDDEN in w.hand[w.sponsor]:
        deal_sponsor(w, rng)
    z.fill(FIELDS, pool, w, rng)


def unseen(w: QuestsState) -> list[int]:
    """The adventure cards that the view does not show."""
    seen = {piece for name, zone in FIELDS.zones.items() for pile in z.piles(w, name, zone) for piece in pile}
    return [piece for piece in w.pieces if piece < STORY[0] and piece not in seen]


def lay_stages(w: QuestsState, rng: Random) -> None:
    """Fill the face-down stages with a legal quest of the known sizes around what is known of it."""
    known: list[Pile] = [stage if HIDDEN not in stage else () for stage in w.stages[: w.built()]]
    sizes = [len(stage) for stage in w.stages[: w.built()]]
    # R10: with `stage_reveal=after_play` the stage being played was announced as a foe's, though it lies face down.
    foes_only = w.stage if w.stage > w.turned and w.question in ("merlin_preview", "play_foe_stage") else 0
    built = Masonry(w.card(), sizes, known, foes_only, unseen(w), rng).build()
    if built is None:
        raise z.NoWorld("no legal quest fits what is known of its stages")
    for i, stage in enumerate(built):
        w.stages = put(w.stages, i, stage)


def deal_sponsor(w: QuestsState, rng: Random) -> None:
    """Give the sponsor a hand that can build the quest he has agreed to (R4)."""
    size, quest = len(w.hand[w.sponsor]), w.card()
    cards = unseen(w)
    for _ in range(_TRIES):
        hand = rng.sample(cards, size)
        if can_sponsor([KIND[piece] for piece in hand], quest):
            w.hand = put(w.hand, w.sponsor, tuple(hand))
            return
    sizes = [1] * STAGES[quest]
    while sum(sizes) <= size:
        built = Masonry(quest, sizes, [()] * len(sizes), 0, cards, rng).build()
        if built is not None:
            used = tuple(piece for stage in built for piece in stage)
            w.hand = put(w.hand, w.sponsor, (*used, *w.hand[w.sponsor][len(used) :]))
            return
        sizes[int(rng.random() * len(sizes))] += 1
    raise z.NoWorld("no hand of that size can build the quest")


Cut = tuple[str, ...]  # a stage by the kinds of its cards


class Masonry:
    """Builds a random legal quest with given numbers of cards in its stages, some of which may be known."""

    def __init__(
        self, quest: str, sizes: list[int], known: list[Pile], foes_only: int, cards: list[int], rng: Random
    ) -> None:
        self.worth = FOE_BP[quest]
        self.sizes = sizes
        self.known = known
        self.foes_only = foes_only  # number of a stage that is no Test
        self.rng = rng
        self.cards: dict[str, list[int]] = {}
        for piece in cards:
            self.cards.setdefault(KIND[piece], []).append(piece)
        self.heads = [KIND[piece] for piece in cards if KIND[piece] in FOES or KIND[piece] in TESTS]
        self.weapons = [weapon for weapon in WEAPONS if weapon in self.cards]
        self.tested = any(stage and KIND[stage[0]] in TESTS for stage in known)
        self.limits = self._limits()

    def build(self) -> list[Pile] | None:
        """A random quest; where luck does not find one, the weakest there is."""
        left = {kind: len(pieces) for kind, pieces in self.cards.items()}
        for _ in range(_TRIES):
            cuts = self._attempt(dict(left))
            if cuts is not None:
                return self._pieces(cuts)
        cuts = []
        return self._pieces(cuts) if self._search(cuts, 0, self.tested, left) else None

    def _pieces(self, cuts: list[Cut]) -> list[Pile]:
        return [known or tuple(self.cards[kind].pop() for kind in cut) for known, cut in zip(self.known, cuts)]

    def _points(self, stage: Pile) -> int:
        return sum(self.worth.get(KIND[p], 0) + WEAPON_BP.get(KIND[p], 0) for p in stage)

    def _cut_points(self, cut: Cut) -> int:
        return self.worth[cut[0]] + sum(WEAPON_BP[weapon] for weapon in cut[1:])

    def _may_test(self, i: int, last: int, tested: bool) -> bool:
        """Whether stage i (from 0) can be a Test."""
        return not tested and self.sizes[i] == 1 and self.foes_only != i + 1 and last <= self.limits[i + 1][0]

    def _limits(self) -> list[tuple[int, int]]:
        """For every stage, the most points that the foe stage before it may have, if cards were plenty.

        Two numbers each: without a Test from there on, and with one to come.
        """
        tests = any(kind in TESTS for kind in self.heads)
        limits = [(_NO_LIMIT, _NO_LIMIT)]
        for i in reversed(range(len(self.sizes))):
            none, one = limits[0]
            if self.known[i]:
                points = self._points(self.known[i])
                here = (
                    (points - 1 if points <= none else -1, points - 1 if points <= one else -1)
                    if points
                    else (none, one)
                )
            else:
                here = (self._most(self.sizes[i], none) - 1, self._most(self.sizes[i], one) - 1)
                if tests and self.sizes[i] == 1 and self.foes_only != i + 1:
                    here = (here[0], max(here[1], none))
            limits.insert(0, here)
        return limits

    def _most(self, size: int, limit: int) -> int:
        """The most points, up to a limit, of a foe stage of that size."""
        totals = {sum(WEAPON_BP[weapon] for weapon in arm) for arm in combinations(self.weapons, size - 1)}
        values = {self.worth[kind] for kind in self.heads if kind in self.worth}
        return max((foe + total for foe in values for total in totals if foe + total <= limit), default=0)

    def _options(self, size: int) -> list[tuple[int, Cut]]:
        """Every foe stage of that size, the weakest first."""
        foes = dict.fromkeys(kind for kind in self.heads if kind in self.worth)
        arms = list(combinations(self.weapons, size - 1))
        return sorted((self._cut_points((foe, *arm)), (foe, *arm)) for foe in foes for arm in arms)

    def _attempt(self, left: dict[str, int]) -> list[Cut] | None:
        """One stage after the other by luck, without looking back."""
        cuts: list[Cut] = []
        last, tested = 0, self.tested
        for i, stage in enumerate(self.known):
            cut = () if stage else self._draw(i, last, tested, left)
            if cut is None:
                return None
            cuts.append(cut)
            for kind in cut:
                left[kind] -= 1
            if cut and cut[0] in TESTS:
                tested = True
            else:
                last = max(last, self._cut_points(cut) if cut else self._points(stage))
        return cuts

    def _draw(self, i: int, last: int, tested: bool, left: dict[str, int]) -> Cut | None:
        """The weakest of as many fitting stages as are still to come: so the later ones find room above it."""
        best: Cut | None = None
        wanted = len(self.sizes) - i
        for _ in range(8 * wanted):
            head = self.heads[int(self.rng.random() * len(self.heads))]
            if not left[head]:
                continue
            if head in TESTS:
                if best is None and self._may_test(i, last, tested):
                    return (head,)
                continue
            cut = (head, *self._arms(self.sizes[i] - 1))
            if len(cut) < self.sizes[i] or not all(left[kind] for kind in cut):
                continue
            points = self._cut_points(cut)
            if last < points <= self.limits[i + 1][not tested]:
                if best is None or points < self._cut_points(best):
                    best = cut
                wanted -= 1
                if not wanted:
                    break
        return best

    def _arms(self, n: int) -> list[str]:
        """So many different weapons, in the order of their table."""
        if n > len(self.weapons):
            return []
        return sorted(self.rng.sample(self.weapons, n), key=WEAPON_AT.__getitem__) if n else []

    def _search(self, cuts: list[Cut], last: int, tested: bool, left: dict[str, int]) -> bool:
        """Try everything, the weakest first."""
        i = len(cuts)
        if i == len(self.sizes):
            return True
        if self.known[i]:
            points = self._points(self.known[i])
            if points and points <= last:
                return False
            return self._with((), cuts, points or last, tested, left)
        if self._may_test(i, last, tested):
            for test in TESTS:
                if left.get(test) and self._with((test,), cuts, last, True, left):
                    return True
        for points, cut in self._options(self.sizes[i]):
            if last < points <= self.limits[i + 1][not tested] and all(left[kind] for kind in cut):
                if self._with(cut, cuts, points, tested, left):
                    return True
        return False

    def _with(self, cut: Cut, cuts: list[Cut], last: int, tested: bool, left: dict[str, int]) -> bool:
        """Go on with this stage; take it back if that leads nowhere."""
        cuts.append(cut)
        for kind in cut:
            left[kind] -= 1
        if self._search(cuts, last, tested, left):
            return True
        for kind in cut:
            left[kind] += 1
        cuts.pop()
        return False
