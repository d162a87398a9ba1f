"""Lancelot: eight turns round the Round Table, each knight at its own pace, for Virtue Points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from roundtable.engine import BadOption, Event, Game, Line, Option

from . import positions, rules, text
from .board import BUILT_IN, RETURNS, STAY, board
from .cards import CARDS, COUNTERS, DEEDS, PRINTED, SQUIRE, TILE, VIRTUES
from .invariants import broken
from .scene import draw
from .state import ZONES, Legend
from .tally import tally


class Lancelot(Game):
    slug = "lancelot"
    title = "Lancelot"
    seats = (2, 4)
    minutes = "60-90"
    line = "Ride out from the Round Table past ten sites, choose when to come home, and gather the most Virtue Points."
    zones = ZONES
    questions = rules.QUESTIONS
    flows = rules.FLOWS
    # R45: on a tour one only goes forward, so a turn has at most so many moves, each with one more answer.
    limit = 40_000
    folder = Path(__file__).parent
    options = (
        Option(
            "data_set",
            "choice",
            BUILT_IN[0],
            "The figures printed on board and tiles; an edition changes them.",
            values=BUILT_IN,
            rule="2.9",
        ),
        Option(
            "site_limits_count",
            "choice",
            "players",
            "Whether the Dragon receives two different players per turn, or two visits.",
            values=("players", "visits"),
            rule="4.4",
        ),
        Option(
            "morgana_expels_grail",
            "choice",
            "present_only",
            "Whether Morgana's power only expels those at the Grail, or nobody may remain for the rest of the turn.",
            values=("present_only", "rest_of_turn"),
            rule="4.7",
        ),
        Option(
            "grail_block",
            "choice",
            "leader",
            "Whether a trailing Grail marker may not pass the leader only, or nobody ahead of it.",
            values=("leader", "anyone_ahead"),
            rule="4.7",
        ),
        Option(
            "grail_row",
            "choice",
            "arrival_order",
            "Whether a newcomer at the Grail stands behind all others, or takes the first place that is empty.",
            values=("arrival_order", "rightmost_free"),
            rule="4.7",
        ),
        Option(
            "advance_on_entry",
            "bool",
            False,
            "Bedivere and Gawain also let you enter their tracks directly on the second space.",
            rule="4.4",
        ),
        Option(
            "majority_virtues",
            "choice",
            "strict",
            "Whether Dexterity and Kindness ask for more than everybody else, or a shared lead is enough.",
            values=("strict", "shared"),
            rule="2.6",
        ),
        Option(
            "zero_leads_count",
            "bool",
            True,
            "For Honor and Charisma, nobody having any squires or deeds counts as a shared lead.",
            rule="2.6",
        ),
        Option(
            "zero_majority",
            "bool",
            False,
            "In the final scoring a category of which nobody has any counts as a tie of all.",
            rule="5.1",
        ),
        Option(
            "immediate_return",
            "bool",
            True,
            "In the first round a knight may go straight to another seat of the Round Table.",
            rule="4.4",
        ),
        Option("seat_gift_optional", "bool", False, "The effect of a seat may be refused.", rule="4.8"),
        Option(
            "disc_limit",
            "choice",
            "strict",
            "Whether eleven discs are all a player has, or there are always enough.",
            values=("strict", "none"),
            rule="2.1",
        ),
        Option("final_turn_magic", "bool", True, "Magic may be used at the end of the last turn too.", rule="4.9"),
        Option(
            "first_player",
            "choice",
            "random",
            "Who is first to choose a seat: drawn at random, or the player of that number, counted from 0.",
            values=("random", 0, 1, 2, 3),
            rule="3",
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "standard": {},
        "generous": {"majority_virtues": "shared", "advance_on_entry": True, "seat_gift_optional": True},
        "contested": {
            "site_limits_count": "visits",
            "morgana_expels_grail": "rest_of_turn",
            "grail_block": "anyone_ahead",
            "zero_leads_count": False,
        },
    }
    preset_lines: Mapping[str, str] = {
        "generous": "Some Virtues are easier to win, some tracks quicker to enter, and seats' effects can be refused.",
        "contested": "The Dragon and the Grail are harder to reach, and having none of a thing is never a lead.",
    }

    def start(self, players: int, options: dict[str, Any]) -> Legend:
        s = Legend(players, options)
        s.stack, s.steps = (rules.Quest(),), (0,)
        return s

    def check(self, players: int, options: dict[str, Any]) -> None:
        first = options["first_player"]
        if first != "random" and first >= players:
            raise BadOption(f"option first_player: there are only {players} players, counted from 0")

    def ranking(self, s: Legend) -> list[list[int]]:
        return rules.ranking(s)

    def tally(self, v: Legend, told: Sequence[Event]) -> Sequence[Line]:
        return tally(v, told)

    def invariants(self, s: Legend) -> Iterator[str]:
        return broken(s)

    def piece_name(self, piece: int) -> str:
        return TILE[piece]

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        squires = tuple(str(n) for n in range(1, PRINTED[SQUIRE] + 1))
        words = ("decline", "none", "yes", "no", "pass", "discard_cards", "exchange", "discard_squires", "deed")
        places = (*board(options["data_set"]).spaces, *RETURNS, STAY)
        return (*places, *COUNTERS, *CARDS, *VIRTUES, *DEEDS, *words, *squires)

    def arrange(self, s: Legend, asks: str, lies: Mapping[str, Any]) -> None:
        positions.arrange(s, asks, lies)

    def callings(self, s: Legend, names: Sequence[str]) -> Sequence[str]:
        return text.callings(s, names)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return text.say(event, names)

    def prompt(self, v: Legend, seat: int) -> str:
        return text.prompt(v, seat)

    def label(self, v: Legend, atom: str) -> str:
        return text.label(v, atom)

    def why_not(self, v: Legend, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return text.why_not(v, seat, prefix, atom)

    def scene(self, v: Legend, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        return draw(v, seat, names, chosen)


GAME = Lancelot()
