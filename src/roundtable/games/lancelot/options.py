"""Lancelot: the options, their presets, and what cannot be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from roundtable.engine import BadOption
from roundtable.engine.options import Options, Presets, option

from .board import BUILT_IN


@dataclass(frozen=True)
class LancelotOptions(Options):
    data_set: str = option(
        BUILT_IN[0], "The figures printed on board and tiles; an edition changes them.", values=BUILT_IN, rule="2.9"
    )
    site_limits_count: Literal["players", "visits"] = option(
        "players", "Whether the Dragon receives two different players per turn, or two visits.", rule="4.4"
    )
    morgana_expels_grail: Literal["present_only", "rest_of_turn"] = option(
        "present_only",
        "Whether Morgana's power only expels those at the Grail, or nobody may remain for the rest of the turn.",
        rule="4.7",
    )
    grail_block: Literal["leader", "anyone_ahead"] = option(
        "leader", "Whether a trailing Grail marker may not pass the leader only, or nobody ahead of it.", rule="4.7"
    )
    grail_row: Literal["arrival_order", "rightmost_free"] = option(
        "arrival_order",
        "Whether a newcomer at the Grail stands behind all others, or takes the first place that is empty.",
        rule="4.7",
    )
    advance_on_entry: bool = option(
        False, "Bedivere and Gawain also let you enter their tracks directly on the second space.", rule="4.4"
    )
    majority_virtues: Literal["strict", "shared"] = option(
        "strict",
        "Whether Dexterity and Kindness ask for more than everybody else, or a shared lead is enough.",
        rule="2.6",
    )
    zero_leads_count: bool = option(
        True, "For Honor and Charisma, nobody having any squires or deeds counts as a shared lead.", rule="2.6"
    )
    zero_majority: bool = option(
        False, "In the final scoring a category of which nobody has any counts as a tie of all.", rule="5.1"
    )
    immediate_return: bool = option(
        True, "In the first round a knight may go straight to another seat of the Round Table.", rule="4.4"
    )
    seat_gift_optional: bool = option(False, "The effect of a seat may be refused.", rule="4.8")
    disc_limit: Literal["strict", "none"] = option(
        "strict", "Whether eleven discs are all a player has, or there are always enough.", rule="2.1"
    )
    final_turn_magic: bool = option(True, "Magic may be used at the end of the last turn too.", rule="4.9")
    first_player: Literal["random", 0, 1, 2, 3] = option(
        "random",
        "Who is first to choose a seat: drawn at random, or the player of that number, counted from 0.",
        rule="3",
    )

    colours: Literal["seats", "chosen"] = option(
        "seats", "Whether seats have their colours (red, green, yellow, blue), or each player chooses one.", rule="3"
    )

    def check(self, players: int) -> None:
        first = self.first_player
        if first != "random" and first >= players:
            raise BadOption(f"option first_player: there are only {players} players, counted from 0")


PRESETS: Final[Presets] = {
    "standard": {},
    "generous": {"majority_virtues": "shared", "advance_on_entry": True, "seat_gift_optional": True},
    "contested": {
        "site_limits_count": "visits",
        "morgana_expels_grail": "rest_of_turn",
        "grail_block": "anyone_ahead",
        "zero_leads_count": False,
    },
}
PRESET_TAGLINES: Final = {
    "generous": "Some Virtues are easier to win, some tracks quicker to enter, and seats' effects can be refused.",
    "contested": "The Dragon and the Grail are harder to reach, and having none of a thing is never a lead.",
}
