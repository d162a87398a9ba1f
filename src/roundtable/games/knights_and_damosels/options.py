"""Knights & Damosels: the options, their presets, and what cannot be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from roundtable.engine import BadOption
from roundtable.engine.options import Options, Presets, option

from .cards import WORSHIP_PRINTED


@dataclass(frozen=True)
class DamoselsOptions(Options):
    joust: bool = option(False, "Whoever wants a card that another has just taken may joust for it.", rule="4.6")
    camlann: bool = option(False, "After the ranking all fight in the Battle of Camlann, which decides.", rule="4.8")
    service_variant: Literal["none", "fortune"] = option(
        "none",
        "Whether a Service card names a favoured chivalry in place of the secret choice of duty or betrayal.",
        rule="6.2",
    )
    service_turns: Literal["one_per_turn", "all_at_once"] = option(
        "one_per_turn",
        "Whether a player offers one card in a turn, circuit after circuit, or all of them at once.",
        rule="4.4.1",
    )
    service_pass: bool = option(False, "A player may hold back cards that match the event.", rule="4.4.1")
    service_end: Literal["immediate", "after_challenges"] = option(
        "immediate",
        "With jousts: whether service ends with the last match, or only after a circuit without a challenge.",
        rule="4.4.1",
    )
    pair_rule: Literal["betrayer", "cancel"] = option(
        "betrayer",
        "Two cards share, one betrays: whether the betrayer gains from it or the two cancel out.",
        rule="4.5",
    )
    absent_damosel: Literal["single", "pool", "fill_to_six"] = option(
        "single",
        "Fewer than six players: a card of one unused damosel, of all mixed, or of each joins the gifts.",
        rule="4.2",
    )
    event_discards: Literal["hidden", "open"] = option(
        "hidden", "Whether the events that Arthur and Merlin discard are shown.", rule="4.1"
    )
    joust_again: bool = option(
        True, "Whoever lost a joust may challenge for another card in the same turn.", rule="4.6"
    )
    joust_round_limit: Literal[2, 4, 10, 20, 50] = option(
        20, "After so many passes with the same thrusts a joust is broken off.", rule="4.6"
    )
    worship_bank: int = option(
        0, f"All the worship there is ({WORSHIP_PRINTED} on the cards); 0: as much as is needed.", hi=999, rule="6.3"
    )
    first_merlin: Literal["random", 0, 1, 2, 3, 4, 5] = option(
        "random", "The seat of the first Merlin, who is the oldest player at a real table.", rule="3"
    )
    round_limit: int = option(40, "The game ends after so many rounds at the latest.", lo=1, hi=200, rule="4.7")
    camlann_draw_mode: Literal["choose", "random"] = option(
        "choose", "Whether a Damosel victor chooses the card to take back before the battle, or draws it.", rule="4.8"
    )
    camlann_matrix: Literal["symmetric", "printed"] = option(
        "symmetric",
        "What beats what in the battle: a circle of three kinds, or the words of the rule card.",
        rule="4.8",
    )
    camlann_survivors: Literal["most_cards", "election"] = option(
        "most_cards",
        "Several survivors of one side: whether the one with the most cards wins, or an election is held.",
        rule="4.8",
    )

    def check(self, players: int) -> None:
        if self.first_merlin != "random" and self.first_merlin >= players:
            raise BadOption(f"option first_merlin: there is no seat {self.first_merlin} at a table of {players}")
        if 0 < self.worship_bank < players:
            raise BadOption("option worship_bank: every player starts with 1 worship, so the bank needs that many")


PRESETS: Final[Presets] = {
    "basic": {},
    "with-jousts": {"joust": True},
    "full-camelot": {"joust": True, "camlann": True},
    "fortune": {"service_variant": "fortune"},
}
PRESET_TAGLINES: Final = {
    "with-jousts": "You may joust for a card that another has just taken.",
    "full-camelot": "Jousts, and after the ranking the Battle of Camlann, which decides.",
    "fortune": "A Service card names a favoured chivalry; nobody chooses between duty and betrayal.",
}
