"""Quests of the Round Table: sponsor quests or ride them, win shields, and be the first Knight of the Round Table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from roundtable.engine import BadOption, Event, Game, Line, Option

from . import positions, rules, text, worlds
from .answers import ACCEPT, BID, DECLINE, DRAW, DROP, JOIN, PASS, PLAY, PREVIEW, STRIKE
from .building import NEXT_STAGE
from .cards import ADVENTURE_CARDS, KIND, RANKS
from .invariants import broken
from .scene import draw
from .state import ZONES, Realm
from .tally import tally


class Quests(Game):
    slug = "quests-of-the-round-table"
    title = "Quests of the Round Table"
    seats = (2, 4)
    minutes = "45-75"
    line = "Sponsor quests or ride them, gather shields and allies, and be the first Knight of the Round Table."
    zones = ZONES
    questions = rules.QUESTIONS
    flows = rules.FLOWS
    limit = 200_000  # R42: 300 turns, each far below 600 answers; without `max_turns` play itself brings the end
    folder = Path(__file__).parent
    options = (
        Option("starting_hand", "int", 12, "Cards dealt to everybody at the start.", lo=6, hi=12, rule="3"),
        Option("max_hand", "int", 12, "The most cards one may hold after drawing.", lo=8, hi=16, rule="4.3"),
        Option(
            "turn_order",
            "choice",
            "clockwise",
            "Whether the next story is drawn by the player to the left or by anybody, at random.",
            values=("clockwise", "random_each_turn"),
            rule="4.1",
        ),
        Option(
            "stage_draw",
            "choice",
            "on_join_only",
            "Whether participants draw a card once, when they join, or before every stage.",
            values=("on_join_only", "each_stage"),
            rule="4.4.5",
        ),
        Option(
            "stage_reveal",
            "choice",
            "before_play",
            "Whether a foe stage is shown before the participants choose their cards or only after.",
            values=("before_play", "after_play"),
            rule="4.4.5",
        ),
        Option(
            "reveal_unplayed_stages",
            "bool",
            True,
            "Stages never reached are shown when they are discarded.",
            rule="4.4.9",
        ),
        Option(
            "no_participants",
            "choice",
            "sponsor_draws",
            "When nobody joins: the sponsor draws as after any quest, or takes the stages back into his hand.",
            values=("sponsor_draws", "take_back"),
            rule="4.4.4",
        ),
        Option(
            "lovers_scope",
            "choice",
            "any_player",
            "Whether Tristan and Iseult help each other across the table or only side by side.",
            values=("any_player", "same_player"),
            rule="2.1",
        ),
        Option("merlin_power", "bool", True, "Merlin may look at a stage that lies face down.", rule="4.4.6"),
        Option(
            "mordred_power",
            "choice",
            "windows",
            "Whether Mordred can be sacrificed to remove an ally or is only a foe.",
            values=("windows", "off"),
            rule="4.7",
        ),
        Option(
            "hand_limit_plays",
            "choice",
            "ally_only",
            "What may be put into play to get down to the hand limit.",
            values=("ally_only", "ally_and_amour"),
            rule="4.3",
        ),
        Option(
            "test_base_minimum",
            "int",
            1,
            "The least first bid in a Test without a printed minimum.",
            lo=1,
            hi=5,
            rule="4.4.8",
        ),
        Option(
            "solo_test_minimum",
            "int",
            3,
            "The least bid of somebody who starts a Test alone.",
            lo=1,
            hi=6,
            rule="4.4.8",
        ),
        Option(
            "tournament_table_allies",
            "choice",
            "excluded",
            "Whether allies already on the table count in a tournament.",
            values=("excluded", "included"),
            rule="4.5",
        ),
        Option(
            "tournament_tie_rule",
            "choice",
            "replay_once_then_share",
            "Tied leaders fight once more and then share, or fight on, up to five rounds.",
            values=("replay_once_then_share", "replay_until_single"),
            rule="4.5",
        ),
        Option("tiebreak_draw", "bool", False, "Tied leaders draw a card before they fight again.", rule="4.5"),
        Option("second_tie_bonus", "bool", True, "A shared win also pays the tournament's bonus.", rule="4.5"),
        Option("sole_entrant_draws", "bool", True, "Whoever enters a tournament alone draws a card too.", rule="4.5"),
        Option(
            "recognition_expiry",
            "choice",
            "on_completion",
            "King's Recognition waits until a quest is completed, or is used up by the next one sponsored.",
            values=("on_completion", "next_sponsored_quest"),
            rule="4.4.9",
        ),
        Option(
            "recognition_stacks",
            "bool",
            True,
            "Two cards of King's Recognition are worth 4 shields, not 2.",
            rule="4.4.9",
        ),
        Option("prosperity_optional", "bool", False, "Everybody may decline the cards of Prosperity.", rule="4.6"),
        Option("keep_excess_shields", "bool", True, "Shields beyond the price of a promotion are kept.", rule="4.9"),
        Option(
            "victory_rank",
            "choice",
            "knight_of_the_round_table",
            "The rank that wins; a lower one makes a shorter game.",
            values=tuple(reversed(RANKS[1:])),
            rule="5",
        ),
        Option(
            "final_tournament",
            "bool",
            True,
            "Several who reach the goal together fight it out; if not, they share the win.",
            rule="4.8",
        ),
        Option("max_turns", "int", 300, "The match ends after so many turns; 0: no such limit.", hi=1000, rule="5"),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
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
    preset_lines: Mapping[str, str] = {
        "table": "Foes are shown only after all have laid their cards; a card is drawn before every stage.",
        "short": "Whoever becomes Champion Knight first has won.",
        "very_short": "Whoever becomes Knight first has won.",
        "simple": "Merlin does not look ahead, and Mordred is only a foe.",
        "table_short": "Table, and Champion Knight wins.",
        "table_very_short": "Table, and Knight wins.",
        "table_simple": "Table, without the powers of Merlin and Mordred.",
    }

    def start(self, players: int, options: dict[str, Any]) -> Realm:
        s = Realm(players, options)
        s.stack, s.steps = (rules.Reign(),), (0,)
        return s

    def check(self, players: int, options: dict[str, Any]) -> None:
        if options["starting_hand"] > options["max_hand"]:
            raise BadOption("option starting_hand: nobody is dealt more cards than max_hand allows")

    def ranking(self, s: Realm) -> list[list[int]]:
        return rules.ranking(s)

    def tally(self, v: Realm, told: Sequence[Event]) -> Sequence[Line]:
        return tally(v, told)

    def invariants(self, s: Realm) -> Iterator[str]:
        return broken(s)

    def piece_name(self, piece: int) -> str:
        return KIND[piece]

    def pool(self, piece: int) -> int:
        return worlds.pool(piece)

    def fill(self, w: Realm, rng: Random) -> None:
        worlds.fill(w, rng)

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        words = (ACCEPT, DECLINE, JOIN, DROP, DRAW, PASS, NEXT_STAGE)
        cards = (card.id for card in ADVENTURE_CARDS)
        return (*words, *cards, *PLAY.values(), *STRIKE.values(), *BID[1:], *PREVIEW[1:])

    def arrange(self, s: Realm, asks: str, lies: Mapping[str, Any]) -> None:
        positions.arrange(s, asks, lies)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return text.say(event, names)

    def prompt(self, v: Realm, seat: int) -> str:
        return text.prompt(v, seat)

    def label(self, v: Realm, atom: str) -> str:
        return text.label(v, atom)

    def why_not(self, v: Realm, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return text.why_not(v, seat, prefix, atom)

    def scene(self, v: Realm, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        return draw(v, seat, names, chosen)


GAME = Quests()
