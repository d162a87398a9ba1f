"""Of Knights and Ninjas: raid your rivals' gems, guard your own, and never trust an open road."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from roundtable.engine import BadOption, Event, Game, Line, Option, peek

from . import positions, rules, text
from .cards import DECKS, DUEL_GEMS, GEMS, KIND
from .choices import vocabulary
from .invariants import broken
from .scene import draw
from .state import ZONES, Rivals
from .tally import tally
from .why import why_not


class OfKnightsAndNinjas(Game):
    slug = "of-knights-and-ninjas"
    title = "Of Knights and Ninjas"
    seats = (2, 6)
    minutes = "20"
    line = "Raid your rivals' gems, wall in your own, bluff about the rest, and be the first to own ten."
    zones = ZONES
    questions = rules.QUESTIONS
    flows = rules.FLOWS
    limit = 20_000  # R28: ten times through the deck, a few answers for every card
    folder = Path(__file__).parent
    options = (
        Option(
            "deck_preset",
            "choice",
            "listed_100",
            "Which cards are used: all as listed, without the Queen, or the 95 of the older edition.",
            values=DECKS,
            rule="2.1",
        ),
        Option(
            "starting_hand", "int", 4, "Cards dealt to each player at the start (not in the duel).", hi=8, rule="3.1"
        ),
        Option(
            "first_turn_draw",
            "choice",
            2,
            "Cards the very first player draws in the first turn.",
            values=(1, 2),
            rule="4.1",
        ),
        Option(
            "first_player",
            "choice",
            "random",
            "Who has the first turn: a seat, or chance (not in the duel).",
            values=("random", *range(6)),
            rule="3.1",
        ),
        Option("goal", "int", 0, "Gems that win at the start; 0: ten, in the duel all twelve.", hi=30, rule="5.1"),
        Option("goal_shrinks", "bool", True, "Every reshuffle lowers the goal by one gem.", rule="4.9"),
        Option("duel_goal_shrinks", "bool", False, "The goal shrinks in the duel too.", rule="4.9"),
        Option(
            "max_reshuffles",
            "int",
            10,
            "The reshuffle at which the match ends and the most gems win.",
            lo=1,
            hi=10,
            rule="5.2",
        ),
        Option(
            "highwayman_eligibility",
            "choice",
            "auto",
            "Who may rob gems on the road: those out of turn who were not just robbed, bystanders of the attack only, "
            "or anyone; by itself anyone in the duel and those out of turn otherwise.",
            values=("auto", "out_of_turn", "bystanders_only", "anyone"),
            rule="4.7",
        ),
        Option(
            "respond_to_pre_attacks", "bool", True, "Minstrels and executioners also answer pre-attacks.", rule="4.5"
        ),
        Option(
            "pre_attack_first_only",
            "bool",
            True,
            "Pre-attacks come before the first attack card of the turn.",
            rule="4.4",
        ),
        Option(
            "unique_side_effects",
            "choice",
            "choice",
            "Whether dragon and ninja may spare a castle or archer or always destroy it.",
            values=("choice", "automatic"),
            rule="4.6",
        ),
        Option(
            "merchant_payment_can_win", "bool", True, "Gems received from a merchant can win the match.", rule="5.1"
        ),
        Option(
            "duel_remove_expansions",
            "bool",
            False,
            "The duel is played without Queen, Monks and Minstrels.",
            rule="3.2",
        ),
        Option("duel_draft_size", "int", 15, "Cards in each draft of the duel.", lo=1, hi=30, rule="4.10"),
        Option(
            "youngest_seat",
            "choice",
            "random",
            "Who drafts first in the duel when gems and cards are equal: a seat, or chance.",
            values=("random", 0, 1),
            rule="4.10",
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "chivalry": {},
        "first_edition": {"starting_hand": 2, "first_turn_draw": 1, "deck_preset": "core_95"},
    }
    preset_lines: Mapping[str, str] = {
        "first_edition": "The 95 cards of the older edition; two at the start, one in the first turn.",
    }

    def start(self, players: int, options: dict[str, Any]) -> Rivals:
        s = Rivals(players, options)
        s.stack, s.steps = (rules.Reign(),), (0,)
        return s

    def check(self, players: int, options: dict[str, Any]) -> None:
        own = DUEL_GEMS if players == 2 else GEMS
        if options["goal"] and not own < options["goal"] <= own * players:
            raise BadOption(f"option goal: with {players} players it is 0 or from {own + 1} to {own * players}")
        if options["first_player"] != "random" and options["first_player"] >= players:
            raise BadOption(f"option first_player: there is no seat {options['first_player']} at a table of {players}")

    def ranking(self, s: Rivals) -> list[list[int]]:
        return rules.ranking(s)

    def tally(self, v: Rivals, told: Sequence[Event]) -> Sequence[Line]:
        return tally(v, told)

    def invariants(self, s: Rivals) -> Iterator[str]:
        return broken(s)

    def piece_name(self, piece: int) -> str:
        return KIND[piece]

    def fill(self, w: Rivals, rng: Random) -> None:
        super().fill(w, rng)
        if w.question == "draft":  # everybody knows that the drafter has looked at the top card
            peek(w, w.draft[:1], 1 << w.drafter)

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        return vocabulary(options["deck_preset"])

    def arrange(self, s: Rivals, asks: str, lies: Mapping[str, Any]) -> None:
        positions.arrange(s, asks, lies)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return text.say(event, names)

    def prompt(self, v: Rivals, seat: int) -> str:
        return text.prompt(v, seat)

    def label(self, v: Rivals, atom: str) -> str:
        return text.label(v, atom)

    def why_not(self, v: Rivals, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return why_not(v, seat, prefix, atom)

    def scene(self, v: Rivals, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        return draw(v, seat, names, chosen)


GAME = OfKnightsAndNinjas()
