"""A table for scenarios: players P1 to P4 with the cards that matter, what they do, and what comes of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from roundtable.games.quests_of_the_round_table import GAME
from roundtable.games.quests_of_the_round_table.cards import ADVENTURE, FOES, KIND
from roundtable.games.quests_of_the_round_table.questions.building import SetUp, layout
from roundtable.games.quests_of_the_round_table.state import QuestsState

NEXT = "next_stage"
YORK = ["tournament_at_york"]  # a quiet next story
WINDOWS = ("mordred_window", "merlin_preview")
SPARE = ("evil_knight", "saxons", "thieves", "robber_knight", "saxon_knight", "sword", "horse", "lance", "battle_ax")


class Table:
    """Players are named P1 to P4.  A player's hand may be filled up with spare cards by ``"cards": 12``."""

    def __init__(
        self,
        players: list[dict[str, Any]],
        asks: str,
        options: dict[str, Any] | None = None,
        chance: Any = (),
        **lies: Any,
    ) -> None:
        spoken_for = [*lies.get("deck", ()), *lies.get("discard", ())]
        given = lies.get("stages", ())
        for stage in layout(tuple(given)) if given and isinstance(given[0], str) else given:
            spoken_for += stage
        for player in players:
            spoken_for += [
                *player.get("hand", ()),
                *player.get("court", ()),
                *(["amour"] if player.get("amour") else []),
            ]
        left = Counter(KIND[piece] for piece in ADVENTURE)
        left.subtract(spoken_for)
        spare = [kind for kind in SPARE for _ in range(max(0, left[kind]))]
        laid = []
        for player in players:
            hand = list(player.get("hand", ()))
            while len(hand) < player.get("cards", 0):
                hand.append(spare.pop(0))
            laid.append({**{k: x for k, x in player.items() if k != "cards"}, "hand": hand})
        self.match = GAME.position(
            players=len(players), asks=asks, lies={"players": laid, **lies}, options=options, chance=chance
        )

    @property
    def state(self) -> QuestsState:
        state = self.match.state
        assert isinstance(state, QuestsState)
        return state

    @property
    def lies(self) -> dict[str, Any]:
        """What lies where, by names, as the match describes itself."""
        return self.match.describe()

    @property
    def question(self) -> str:
        return self.match.question

    @property
    def asked(self) -> set[str]:
        return {f"P{seat + 1}" for seat in self.match.asked}

    def legal(self, who: str, *prefix: str) -> set[str]:
        """What may come next; the end of the answer is "."."""
        return {atom or "." for atom in self.match.choice(seat(who)).atoms(prefix)}

    def accepts(self, who: str, *answer: str) -> bool:
        choice = self.match.choice(seat(who))
        return choice.accepts(choice.canonical(answer))

    def do(self, who: str, *atoms: str) -> None:
        """Answer; windows that nobody uses are passed, unless this is a use of one."""
        if not (atoms and atoms[0].startswith(("strike_", "preview_", "pass"))):
            self.windows()
        while self.question in WINDOWS and atoms[0] != "pass" and seat(who) not in self.match.asked:
            self.match.answer(self.match.asked[0], "pass")
        self.match.answer(seat(who), atoms)

    def windows(self) -> None:
        """Everybody passes."""
        while self.question in WINDOWS:
            self.match.answer(self.match.asked[0], "pass")

    def shed(self) -> None:
        """Everybody over the limit discards spare cards."""
        self.windows()
        assert self.question == "hand_limit"
        for q in self.match.asked:
            hand = self.hand(f"P{q + 1}")
            spare = sorted(hand, key=lambda kind: (kind not in FOES, SPARE.index(kind) if kind in SPARE else 99))
            self.match.answer(q, spare[: len(hand) - self.state.options.max_hand])

    def idle(self, *kinds: str) -> None:
        """All asked decline, drop or play nothing, as long as such a question is open."""
        idle = {
            "join_quest": ("decline",),
            "join_tournament": ("decline",),
            "sponsor_quest": ("decline",),
            "bid_test": ("drop",),
        }
        self.windows()
        while self.question in kinds:
            self.match.answer(self.match.asked[0], idle.get(self.question, ()))
            self.windows()

    # -- looking -----------------------------------------------------------------------------------------------------

    def happened(self, name: str) -> list[dict[str, Any]]:
        """The particulars of all events of that name, seats by their names."""
        return [
            {key: f"P{event[key] + 1}" if key == "seat" else fact for key, fact in event.facts.items()}
            for event in self.match.events
            if event.name == name
        ]

    def points(self, name: str = "fought") -> list[tuple[str, int]]:
        """Who had how many battle points, in order."""
        return [(facts["seat"], facts["bp"]) for facts in self.happened(name)]

    def hand(self, who: str) -> list[str]:
        return list(self.lies["hand"][seat(who)])

    def court(self, who: str) -> list[str]:
        return list(self.lies["court"][seat(who)])

    def amour(self, who: str) -> bool:
        return bool(self.state.amour[seat(who)])

    def discarded(self) -> Counter[str]:
        return Counter(self.lies["adventure_discard"])

    def rank(self, who: str) -> str:
        return str(self.lies["rank"][seat(who)])

    def shields(self, who: str) -> int:
        return self.state.shields[seat(who)]

    def all_shields(self) -> list[int]:
        return list(self.state.shields)

    def current(self) -> str:
        return f"P{self.state.current + 1}"

    def active(self) -> list[str]:
        return [f"P{q + 1}" for q in self.state.active]


def seat(who: str) -> int:
    return int(who[1]) - 1


def quest(
    story: str, sponsor: str, stages: list[list[str]], players: list[dict[str, Any]], joins: list[str], **more: Any
) -> Table:
    """A quest whose participants stand before its first stage, after the card for joining; Merlin is asked first."""
    return Table(
        players,
        more.pop("asks", "merlin_preview"),
        story=story,
        sponsor=int(sponsor[1]) - 1,
        stages=stages,
        participants=[int(who[1]) - 1 for who in joins],
        story_deck=YORK,
        **more,
    )


def offers(hand: list[str], story: str, *prefix: str) -> set[str]:
    return {atom or "." for atom in SetUp(hand, story).atoms(prefix)}


def over_the_limit(hand: list[str], court: list[str] | None = None, **options: Any) -> Table:
    """P1 holds two cards too many."""
    return Table(
        [{"hand": hand, "cards": 12}, {"court": court or []}, {}],
        "hand_limit",
        options=options,
        story="queens_favor",
        story_deck=YORK,
        deck=["thieves", "thieves"],
    )
