"""Knight's Duty: secret programs, a hexagonal arena, and the last knight standing wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from roundtable.engine import BadOption, Event, Game, Line, Option

from . import positions, rules, text
from .cards import CLANS, EMPTY, TOKEN, TOKENS, board, seat_of
from .invariants import broken
from .scene import draw
from .state import ZONES, Duty
from .tally import tally


class KnightsDuty(Game):
    slug = "knights-duty"
    title = "Knight's Duty"
    seats = (2, 6)
    minutes = "10-30"
    line = "Program your knight in secret, outwit the others in the arena, and be the last one standing."
    zones = ZONES
    questions = rules.QUESTIONS
    flows = (rules.Knights, rules.Turn, rules.Slot, rules.Attack)
    limit = 60_000  # R36: at most 30 x (2n - 1) turns, each with a handful of answers per knight
    folder = Path(__file__).parent
    options = (
        Option(
            "clan_selection",
            "choice",
            "draft",
            "How the clans are given out: chosen in seat order, spread evenly, at random, or as listed.",
            values=("draft", "spread", "random", "fixed"),
            rule="3",
        ),
        Option("clans", "list", (), "The clan of each seat, for a fixed selection only.", values=CLANS, rule="3"),
        Option("board_radius", "int", 4, "The size of the arena: spaces from the High Ground to the rim.", lo=2, hi=6),
        Option(
            "start_layout",
            "choice",
            "side_middle",
            "Whether knights start in the middle of their side or in a corner space.",
            values=("side_middle", "corner"),
        ),
        Option("allow_empty_slots", "bool", False, "A slot of the tracker may be left empty."),
        Option(
            "agreements",
            "choice",
            "negotiated",
            "Whether rivals for a space or a target may settle it among themselves, or the contest simply fails.",
            values=("negotiated", "none"),
        ),
        Option(
            "swap_places",
            "choice",
            "allow",
            "Whether two knights may exchange their spaces.",
            values=("allow", "block"),
        ),
        Option(
            "attack_order",
            "choice",
            "random",
            "Attacks of one slot come in random order, or clockwise from a lead that passes on each turn.",
            values=("random", "rotating"),
        ),
        Option(
            "inspiration_order",
            "choice",
            "simultaneous",
            "Whether attacker and target decide on Inspiration at once, or one after the other.",
            values=("simultaneous", "attacker_first", "target_first"),
        ),
        Option(
            "shield_limit",
            "choice",
            "cards",
            "Whether a pile can hold no more than the four Shield cards a clan owns.",
            values=("cards", "unlimited"),
        ),
        Option(
            "third_action_when_hit",
            "choice",
            "lost",
            "Whether a knight hit in this turn loses its third action at once or only from the next turn on.",
            values=("lost", "played"),
        ),
        Option(
            "quiet_turn_limit",
            "int",
            30,
            "Turns in a row without a hit that end the match in a draw; 0: never.",
            hi=1000,
        ),
        Option("max_turns", "int", 0, "The match ends after so many turns; 0: no such limit.", hi=1000),
        Option(
            "limit_result",
            "choice",
            "draw",
            "Whether a match ended by a limit is a draw of all who stand or goes by hearts.",
            values=("draw", "hearts"),
        ),
        Option(
            "storm_start", "int", 0, "The turn in which a storm begins to close in from the rim; 0: no storm.", hi=1000
        ),
        Option("storm_step", "int", 2, "How many turns the storm takes for each ring.", lo=1, hi=100),
        Option("bow_parry_immune", "bool", False, "A missed bow shot is never fumbled against a parry."),
        Option(
            "target_inspiration",
            "choice",
            "add_shield",
            "What the target's Inspiration does to the pile: one Shield more, or one Heart less.",
            values=("add_shield", "remove_heart"),
        ),
        Option(
            "parry_regains_inspiration", "bool", False, "A parry that makes an attacker fumble brings Inspiration back."
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "standard": {},
        "quick": {"clan_selection": "spread", "board_radius": 3, "storm_start": 6},
        "stormy": {"storm_start": 5},
        "silent": {"agreements": "none", "clan_selection": "spread"},
    }
    preset_lines: Mapping[str, str] = {
        "quick": "A smaller arena, clans spread evenly, and a storm that closes in from turn 6.",
        "stormy": "A storm closes in from the rim, from turn 5 on.",
        "silent": "No bargaining: whoever wants the same space or target fails. Clans are spread evenly.",
    }

    def start(self, players: int, options: dict[str, Any]) -> Duty:
        s = Duty(players, options)
        s.stack, s.steps = (rules.Knights(),), (0,)
        return s

    def check(self, players: int, options: dict[str, Any]) -> None:
        if options["clan_selection"] == "fixed" and len(options["clans"]) != players:
            raise BadOption(f"option clans: name {players} different clans, one per seat")
        if not (options["quiet_turn_limit"] or options["max_turns"] or options["storm_start"]):
            raise BadOption("a match without quiet_turn_limit, max_turns or storm_start might never end")

    def ranking(self, s: Duty) -> list[list[int]]:
        return rules.ranking(s)

    def tally(self, v: Duty, told: Sequence[Event]) -> Sequence[Line]:
        return tally(v, told)

    def invariants(self, s: Duty) -> Iterator[str]:
        return broken(s)

    def piece_name(self, piece: int) -> str:
        return TOKEN[piece]

    def pool(self, piece: int) -> int:
        return seat_of(piece)

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        words = (*CLANS, *TOKENS, EMPTY, rules.STAY, rules.NONE, "insist", "yield", "strike", "wait", "use", "keep")
        return (*words, *board(options["board_radius"]).labels)

    def arrange(self, s: Duty, asks: str, lies: Mapping[str, Any]) -> None:
        positions.arrange(s, asks, lies)

    def callings(self, s: Duty, names: Sequence[str]) -> Sequence[str]:
        return text.callings(s, names)

    def say(self, event: Event, names: Sequence[str]) -> str:
        return text.say(event, names)

    def prompt(self, v: Duty, seat: int) -> str:
        return text.prompt(v, seat)

    def label(self, v: Duty, atom: str) -> str:
        return text.label(v, atom)

    def why_not(self, v: Duty, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return text.why_not(v, seat, prefix, atom)

    def scene(self, v: Duty, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        return draw(v, seat, text.callings(v, names), chosen)


GAME = KnightsDuty()
