"""Knights & Damosels: secret gifts, a Merlin who sees whose they are, and three ways to win the Court."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from roundtable.engine import FIRST_PIECE, BadOption, Event, Game, Line, Option

from . import positions, rules, text
from .cards import CHIVALRIES, EVENTS, FIRST_EVENT, PIECE_NAME, WORSHIP_PRINTED
from .invariants import broken
from .knowledge import fill
from .rules.camlann import SIDES
from .rules.joust import ANY
from .rules.knight import CHALLENGES, PASS, TAKES
from .rules.service import FACES
from .scene import draw
from .state import ZONES, Court
from .tally import tally


class KnightsAndDamosels(Game):
    slug = "knights-and-damosels"
    title = "Knights & Damosels"
    seats = (3, 6)  # R52
    minutes = "30-60"
    line = "Give in secret, serve King Arthur, trust Merlin or not, and become the most revered at his Court."
    zones = ZONES
    questions = rules.QUESTIONS
    flows = rules.FLOWS
    limit = 200_000  # R40: `round_limit` rounds with a bounded number of requests, offers and passes of jousts in each
    folder = Path(__file__).parent
    options = (
        Option(
            "joust", "bool", False, "Whoever wants a card that another has just taken may joust for it.", rule="4.6"
        ),
        Option(
            "camlann", "bool", False, "After the ranking all fight in the Battle of Camlann, which decides.", rule="4.8"
        ),
        Option(
            "service_variant",
            "choice",
            "none",
            "Whether a Service card names a favoured chivalry in place of the secret choice of duty or betrayal.",
            values=("none", "fortune"),
            rule="6.2",
        ),
        Option(
            "service_turns",
            "choice",
            "one_per_turn",
            "Whether a player offers one card in a turn, circuit after circuit, or all of them at once.",
            values=("one_per_turn", "all_at_once"),
            rule="4.4.1",
        ),
        Option("service_pass", "bool", False, "A player may hold back cards that match the event.", rule="4.4.1"),
        Option(
            "service_end",
            "choice",
            "immediate",
            "With jousts: whether service ends with the last match, or only after a circuit without a challenge.",
            values=("immediate", "after_challenges"),
            rule="4.4.1",
        ),
        Option(
            "pair_rule",
            "choice",
            "betrayer",
            "Two cards share, one betrays: whether the betrayer gains from it or the two cancel out.",
            values=("betrayer", "cancel"),
            rule="4.5",
        ),
        Option(
            "absent_damosel",
            "choice",
            "single",
            "Fewer than six players: a card of one unused damosel, of all mixed, or of each joins the gifts.",
            values=("single", "pool", "fill_to_six"),
            rule="4.2",
        ),
        Option(
            "event_discards",
            "choice",
            "hidden",
            "Whether the events that Arthur and Merlin discard are shown.",
            values=("hidden", "open"),
            rule="4.1",
        ),
        Option(
            "joust_again",
            "bool",
            True,
            "Whoever lost a joust may challenge for another card in the same turn.",
            rule="4.6",
        ),
        Option(
            "joust_round_limit",
            "choice",
            20,
            "After so many passes with the same thrusts a joust is broken off.",
            values=(2, 4, 10, 20, 50),
            rule="4.6",
        ),
        Option(
            "worship_bank",
            "int",
            0,
            f"All the worship there is ({WORSHIP_PRINTED} on the cards); 0: as much as is needed.",
            hi=999,
            rule="6.3",
        ),
        Option(
            "first_merlin",
            "choice",
            "random",
            "The seat of the first Merlin, who is the oldest player at a real table.",
            values=("random", 0, 1, 2, 3, 4, 5),
            rule="3",
        ),
        Option("round_limit", "int", 40, "The game ends after so many rounds at the latest.", lo=1, hi=200, rule="4.7"),
        Option(
            "camlann_draw_mode",
            "choice",
            "choose",
            "Whether a Damosel victor chooses the card to take back before the battle, or draws it.",
            values=("choose", "random"),
            rule="4.8",
        ),
        Option(
            "camlann_matrix",
            "choice",
            "symmetric",
            "What beats what in the battle: a circle of three kinds, or the words of the rule card.",
            values=("symmetric", "printed"),
            rule="4.8",
        ),
        Option(
            "camlann_survivors",
            "choice",
            "most_cards",
            "Several survivors of one side: whether the one with the most cards wins, or an election is held.",
            values=("most_cards", "election"),
            rule="4.8",
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "basic": {},
        "with-jousts": {"joust": True},
        "full-camelot": {"joust": True, "camlann": True},
        "fortune": {"service_variant": "fortune"},
    }
    preset_lines: Mapping[str, str] = {
        "with-jousts": "You may joust for a card that another has just taken.",
        "full-camelot": "Jousts, and after the ranking the Battle of Camlann, which decides.",
        "fortune": "A Service card names a favoured chivalry; nobody chooses between duty and betrayal.",
    }

    def start(self, players: int, options: dict[str, Any]) -> Court:
        s = Court(players, options)
        s.stack, s.steps = (rules.FLOWS[0](),), (0,)
        return s

    def check(self, players: int, options: dict[str, Any]) -> None:
        if options["first_merlin"] != "random" and options["first_merlin"] >= players:
            raise BadOption(f"option first_merlin: there is no seat {options['first_merlin']} at a table of {players}")
        if 0 < options["worship_bank"] < players:
            raise BadOption("option worship_bank: every player starts with 1 worship, so the bank needs that many")

    def ranking(self, s: Court) -> list[list[int]]:
        return rules.ranking(s)

    def tally(self, v: Court, told: Sequence[Event]) -> Sequence[Line]:
        return tally(v, told)

    def invariants(self, s: Court) -> Iterator[str]:
        return broken(s)

    def piece_name(self, piece: int) -> str:
        return PIECE_NAME[piece]

    def fill(self, w: Court, rng: Random) -> None:
        fill(w, rng)

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        events = tuple(event.id for event in EVENTS)
        cards = tuple(PIECE_NAME[FIRST_PIECE:FIRST_EVENT])
        faces = tuple(atom for pair in FACES for atom in pair)
        challenges = tuple(atom for seat in range(players) for atom in CHALLENGES[seat]) if options["joust"] else ()
        camlann = (*SIDES, *cards) if options["camlann"] else ()
        return (
            *events,
            *CHIVALRIES,
            *TAKES[63],
            PASS,
            *faces,
            *challenges,
            *(ANY if options["joust"] else ()),
            *camlann,
        )

    def arrange(self, s: Court, asks: str, lies: Mapping[str, Any]) -> None:
        positions.arrange(s, asks, lies)

    def callings(self, s: Court, names: Sequence[str]) -> Sequence[str]:
        return names

    def say(self, event: Event, names: Sequence[str]) -> str:
        return text.say(event, names)

    def prompt(self, v: Court, seat: int) -> str:
        return text.prompt(v, seat)

    def label(self, v: Court, atom: str) -> str:
        return text.label(v, atom)

    def why_not(self, v: Court, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        return text.why_not(v, seat, prefix, atom)

    def scene(self, v: Court, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        return draw(v, seat, names, chosen)


GAME = KnightsAndDamosels()
