"""Of Knights and Ninjas: the options, their presets, and what cannot be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from roundtable.engine import BadOption
from roundtable.engine.options import Options, Presets, option

from .cards import DECKS, DUEL_GEMS, GEMS


@dataclass(frozen=True)
class NinjasOptions(Options):
    deck_preset: str = option(
        "listed_100",
        "Which cards are used: all as listed, without the Queen, or the 95 of the older edition.",
        values=DECKS,
        rule="2.1",
    )
    starting_hand: int = option(4, "Cards dealt to each player at the start (not in the duel).", hi=8, rule="3.1")
    first_turn_draw: Literal[1, 2] = option(2, "Cards the very first player draws in the first turn.", rule="4.1")
    first_player: Literal["random", 0, 1, 2, 3, 4, 5] = option(
        "random", "Who has the first turn: a seat, or chance (not in the duel).", rule="3.1"
    )
    goal: int = option(0, "Gems that win at the start; 0: ten, in the duel all twelve.", hi=30, rule="5.1")
    goal_shrinks: bool = option(True, "Every reshuffle lowers the goal by one gem.", rule="4.9")
    duel_goal_shrinks: bool = option(False, "The goal shrinks in the duel too.", rule="4.9")
    max_reshuffles: int = option(
        10, "The reshuffle at which the match ends and the most gems win.", lo=1, hi=10, rule="5.2"
    )
    highwayman_eligibility: Literal["auto", "out_of_turn", "bystanders_only", "anyone"] = option(
        "auto",
        "Who may rob gems on the road: those out of turn who were not just robbed, bystanders of the attack only, "
        "or anyone; by itself anyone in the duel and those out of turn otherwise.",
        rule="4.7",
    )
    respond_to_pre_attacks: bool = option(True, "Minstrels and executioners also answer pre-attacks.", rule="4.5")
    pre_attack_first_only: bool = option(True, "Pre-attacks come before the first attack card of the turn.", rule="4.4")
    unique_side_effects: Literal["choice", "automatic"] = option(
        "choice", "Whether dragon and ninja may spare a castle or archer or always destroy it.", rule="4.6"
    )
    merchant_payment_can_win: bool = option(True, "Gems received from a merchant can win the match.", rule="5.1")
    duel_remove_expansions: bool = option(False, "The duel is played without Queen, Monks and Minstrels.", rule="3.2")
    duel_draft_size: int = option(15, "Cards in each draft of the duel.", lo=1, hi=30, rule="4.10")
    youngest_seat: Literal["random", 0, 1] = option(
        "random", "Who drafts first in the duel when gems and cards are equal: a seat, or chance.", rule="4.10"
    )

    def check(self, players: int) -> None:
        own = DUEL_GEMS if players == 2 else GEMS
        if self.goal and not own < self.goal <= own * players:
            raise BadOption(f"option goal: with {players} players it is 0 or from {own + 1} to {own * players}")
        if self.first_player != "random" and self.first_player >= players:
            raise BadOption(f"option first_player: there is no seat {self.first_player} at a table of {players}")


PRESETS: Final[Presets] = {
    "chivalry": {},
    "first_edition": {"starting_hand": 2, "first_turn_draw": 1, "deck_preset": "core_95"},
}
PRESET_TAGLINES: Final = {
    "first_edition": "The 95 cards of the older edition; two at the start, one in the first turn.",
}
