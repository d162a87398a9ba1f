"""Quests of the Round Table: the options, their presets, and what cannot be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from roundtable.engine import BadOption
from roundtable.engine.options import Options, Presets, option

from .cards import RANKS


@dataclass(frozen=True)
class QuestsOptions(Options):
    starting_hand: int = option(12, "Cards dealt to everybody at the start.", lo=6, hi=12, rule="3")
    max_hand: int = option(12, "The most cards one may hold after drawing.", lo=8, hi=16, rule="4.3")
    turn_order: Literal["clockwise", "random_each_turn"] = option(
        "clockwise", "Whether the next story is drawn by the player to the left or by anybody, at random.", rule="4.1"
    )
    stage_draw: Literal["on_join_only", "each_stage"] = option(
        "on_join_only", "Whether participants draw a card once, when they join, or before every stage.", rule="4.4.5"
    )
    stage_reveal: Literal["before_play", "after_play"] = option(
        "before_play",
        "Whether a foe stage is shown before the participants choose their cards or only after.",
        rule="4.4.5",
    )
    reveal_unplayed_stages: bool = option(True, "Stages never reached are shown when they are discarded.", rule="4.4.9")
    no_participants: Literal["sponsor_draws", "take_back"] = option(
        "sponsor_draws",
        "When nobody joins: the sponsor draws as after any quest, or takes the stages back into his hand.",
        rule="4.4.4",
    )
    lovers_scope: Literal["any_player", "same_player"] = option(
        "any_player", "Whether Tristan and Iseult help each other across the table or only side by side.", rule="2.1"
    )
    merlin_power: bool = option(True, "Merlin may look at a stage that lies face down.", rule="4.4.6")
    mordred_power: Literal["windows", "off"] = option(
        "windows", "Whether Mordred can be sacrificed to remove an ally or is only a foe.", rule="4.7"
    )
    hand_limit_plays: Literal["ally_only", "ally_and_amour"] = option(
        "ally_only", "What may be put into play to get down to the hand limit.", rule="4.3"
    )
    test_base_minimum: int = option(
        1, "The least first bid in a Test without a printed minimum.", lo=1, hi=5, rule="4.4.8"
    )
    solo_test_minimum: int = option(3, "The least bid of somebody who starts a Test alone.", lo=1, hi=6, rule="4.4.8")
    tournament_table_allies: Literal["excluded", "included"] = option(
        "excluded", "Whether allies already on the table count in a tournament.", rule="4.5"
    )
    tournament_tie_rule: Literal["replay_once_then_share", "replay_until_single"] = option(
        "replay_once_then_share",
        "Tied leaders fight once more and then share, or fight on, up to five rounds.",
        rule="4.5",
    )
    tiebreak_weapons: Literal["fresh", "stay"] = option(
        "fresh",
        "Whether tied leaders fight again with new weapons only, or those of the round before stay and count too.",
        rule="4.5",
    )
    tiebreak_draw: bool = option(False, "Tied leaders draw a card before they fight again.", rule="4.5")
    second_tie_bonus: bool = option(True, "A shared win also pays the tournament's bonus.", rule="4.5")
    sole_entrant_draws: bool = option(True, "Whoever enters a tournament alone draws a card too.", rule="4.5")
    recognition_expiry: Literal["on_completion", "next_sponsored_quest"] = option(
        "on_completion",
        "King's Recognition waits until a quest is completed, or is used up by the next one sponsored.",
        rule="4.4.9",
    )
    recognition_stacks: bool = option(True, "Two cards of King's Recognition are worth 4 shields, not 2.", rule="4.4.9")
    prosperity_optional: bool = option(False, "Everybody may decline the cards of Prosperity.", rule="4.6")
    keep_excess_shields: bool = option(True, "Shields beyond the price of a promotion are kept.", rule="4.9")
    victory_rank: str = option(
        "knight_of_the_round_table",
        "The rank that wins; a lower one makes a shorter game.",
        values=tuple(reversed(RANKS[1:])),
        rule="5",
    )
    final_tournament: bool = option(
        True, "Several who reach the goal together fight it out; if not, they share the win.", rule="4.8"
    )
    max_turns: int = option(300, "The match ends after so many turns; 0: no such limit.", hi=1000, rule="5")
    equal_strength: Literal["passes", "fails"] = option(
        "passes", "Whether whoever is exactly as strong as a stage passes it, or must be stronger.", rule="4.4.7"
    )

    def check(self, players: int) -> None:
        if self.starting_hand > self.max_hand:
            raise BadOption("option starting_hand: nobody is dealt more cards than max_hand allows")


PRESETS: Final[Presets] = {
    "standard": {},
    "table": {"stage_reveal": "after_play", "stage_draw": "each_stage"},
    "short": {"victory_rank": "champion_knight"},
    "very_short": {"victory_rank": "knight"},
    "simple": {"mordred_power": "off", "merlin_power": False},
    "table_short": {"stage_reveal": "after_play", "stage_draw": "each_stage", "victory_rank": "champion_knight"},
    "table_very_short": {"stage_reveal": "after_play", "stage_draw": "each_stage", "victory_rank": "knight"},
    "table_simple": {
        "stage_reveal": "after_play",
        "stage_draw": "each_stage",
        "mordred_power": "off",
        "merlin_power": False,
    },
}
PRESET_TAGLINES: Final = {
    "table": "Foes are shown only after all have laid their cards; a card is drawn before every stage.",
    "short": "Whoever becomes Champion Knight first has won.",
    "very_short": "Whoever becomes Knight first has won.",
    "simple": "Merlin does not look ahead, and Mordred is only a foe.",
    "table_short": "Table, and Champion Knight wins.",
    "table_very_short": "Table, and Knight wins.",
    "table_simple": "Table, without the powers of Merlin and Mordred.",
}
