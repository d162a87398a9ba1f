"""Knight's Duty: the options, their presets, and what cannot be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from roundtable.engine import BadOption
from roundtable.engine.options import Options, Presets, option

from .cards import CLANS

SIDES: Final = {"none": 0, "two": 2, "three": 3}
BOUTS: Final = 9


@dataclass(frozen=True)
class DutyOptions(Options):
    clan_selection: Literal["draft", "spread", "random", "fixed"] = option(
        "draft", "How the clans are given out: chosen in seat order, spread evenly, at random, or as listed.", rule="3"
    )
    clans: tuple[str, ...] = option((), "The clan of each seat, for a fixed selection only.", values=CLANS, rule="3")
    board_radius: int = option(4, "The size of the arena: spaces from the High Ground to the rim.", lo=2, hi=6)
    start_layout: Literal["side_middle", "corner"] = option(
        "side_middle", "Whether knights start in the middle of their side or in a corner space."
    )
    allow_empty_slots: bool = option(False, "A slot of the tracker may be left empty.")
    agreements: Literal["negotiated", "none"] = option(
        "negotiated",
        "Whether rivals for a space or a target may settle it among themselves, or the contest simply fails.",
    )
    swap_places: Literal["allow", "block"] = option("allow", "Whether two knights may exchange their spaces.")
    attack_order: Literal["random", "rotating"] = option(
        "random", "Attacks of one slot come in random order, or clockwise from a lead that passes on each turn."
    )
    inspiration_order: Literal["simultaneous", "attacker_first", "target_first"] = option(
        "simultaneous", "Whether attacker and target decide on Inspiration at once, or one after the other."
    )
    shield_limit: Literal["cards", "unlimited"] = option(
        "cards", "Whether a pile can hold no more than the four Shield cards a clan owns."
    )
    third_action_when_hit: Literal["lost", "played"] = option(
        "lost", "Whether a knight hit in this turn loses its third action at once or only from the next turn on."
    )
    quiet_turn_limit: int = option(30, "Turns in a row without a hit that end the match in a draw; 0: never.", hi=1000)
    max_turns: int = option(0, "The match ends after so many turns; 0: no such limit.", hi=1000)
    limit_result: Literal["draw", "hearts"] = option(
        "draw", "Whether a match ended by a limit is a draw of all who stand or goes by hearts."
    )
    storm_start: int = option(0, "The turn in which a storm begins to close in from the rim; 0: no storm.", hi=1000)
    storm_step: int = option(2, "How many turns the storm takes for each ring.", lo=1, hi=100)
    bow_parry_immune: bool = option(False, "A missed bow shot is never fumbled against a parry.")
    target_inspiration: Literal["add_shield", "remove_heart"] = option(
        "add_shield", "What the target's Inspiration does to the pile: one Shield more, or one Heart less."
    )
    parry_regains_inspiration: bool = option(False, "A parry that makes an attacker fumble brings Inspiration back.")
    start_inspired: bool = option(True, "Inspiration lies bright at the start of a match.", rule="3")
    teams: Literal["none", "two", "three"] = option(
        "none",
        "Every knight for itself, or in equal teams, which the seats join in turn (4 or 6 players).",
        rule="6.1",
    )
    series_length: int = option(
        1, "How many bouts a match has; each gives points, and most points win.", lo=1, hi=BOUTS, rule="6.2"
    )

    def check(self, players: int) -> None:
        if self.clan_selection == "fixed" and len(self.clans) != players:
            raise BadOption(f"option clans: name {players} different clans, one per seat")
        sides = SIDES[self.teams]
        if sides and (players % sides or players == sides):
            raise BadOption(f"option teams: {players} players do not make {self.teams} equal teams of two or more")
        if not (self.quiet_turn_limit or self.max_turns or self.storm_start):
            raise BadOption("a match without quiet_turn_limit, max_turns or storm_start might never end")


PRESETS: Final[Presets] = {
    "standard": {},
    "quick": {"clan_selection": "spread", "board_radius": 3, "storm_start": 6},
    "stormy": {"storm_start": 5},
    "silent": {"agreements": "none", "clan_selection": "spread"},
}
PRESET_TAGLINES: Final = {
    "quick": "A smaller arena, clans spread evenly, and a storm that closes in from turn 6.",
    "stormy": "A storm closes in from the rim, from turn 5 on.",
    "silent": "No bargaining: whoever wants the same space or target fails. Clans are spread evenly.",
}
