"""Game: the rules of one game, stateless; everything the engine needs to know about it in one object.

A game is a folder under `roundtable/games` whose package has a `GAME`, an instance of a subclass of `Game`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from . import zones as z
from .chance import Chance
from .choice import Choice, Question
from .flow import Flow, run, table
from .match import Match, Seed, seats_of
from .options import BadOption, Option, settle
from .state import Event, Pile, State


class BadPosition(ValueError):
    """A position that cannot be: unknown names, pieces too many, or an invariant broken."""


class Line:
    """A line of the account at the end: a number for every seat; a `total` is the sum of the lines above it.

    Lines below a total, or without one, tell what else decided.
    """

    def __init__(self, label: str, points: Sequence[int], total: bool = False) -> None:
        self.label = label
        self.points = tuple(points)
        self.total = total

    def data(self) -> dict[str, Any]:
        return {"label": self.label, "points": list(self.points), "total": self.total}


def summed(
    label: str, total: Sequence[int], parts: Mapping[str, Sequence[int]], start: str = "At the start"
) -> list[Line]:
    """Lines that add up to the total: what nothing explains was there at the start, then every part that somebody has.

    >>> lines = summed("Points", (3, 4), {"Deeds": (2, 3), "Gifts": (0, 0)})
    >>> [(line.label, line.points) for line in lines]
    [('At the start', (1, 1)), ('Deeds', (2, 3)), ('Points', (3, 4))]
    """
    known = [sum(column) for column in zip(*parts.values(), strict=True)]
    rest = {start: [whole - part for whole, part in zip(total, known, strict=True)]}
    lines = [Line(part, points) for part, points in {**rest, **parts}.items() if any(points)]
    return [*lines, Line(label, total, True)]


class Game:
    """Subclass it, fill in the attributes and the hooks, and name the instance `GAME`."""

    slug: str
    title: str
    seats: tuple[int, int]  # fewest and most players
    minutes: str
    line: str  # one sentence for people
    options: Sequence[Option] = ()
    presets: Mapping[str, Mapping[str, Any]] = {}
    preset_lines: Mapping[str, str] = {}  # one sentence for people about each preset that changes something
    zones: z.Zones
    questions: Mapping[str, Question]
    flows: Sequence[type[Flow]]  # all chapters, for positions and the coverage report
    limit: int  # no match has more answers than this
    folder: Path  # where rules.md lies
    edition: str = ""  # the text of the changes to its tables that it was loaded with

    # -- what a game must say ----------------------------------------------------------------------------------------

    def start(self, players: int, options: dict[str, Any]) -> State:
        """The state before anything has happened, with the first flow on its stack."""
        raise NotImplementedError

    def ranking(self, s: Any) -> list[list[int]]:
        """Groups of seats, best first, once the match is over."""
        raise NotImplementedError

    def piece_name(self, piece: int) -> str:
        """The name of a piece's kind; pieces with one name are alike in every respect."""
        raise NotImplementedError

    def vocabulary(self, players: int, options: dict[str, Any]) -> Sequence[str]:
        """Every atom that can ever be offered."""
        raise NotImplementedError

    def say(self, event: Event, names: Sequence[str]) -> str:
        """An event as a sentence for the log ("" to leave it out); `names` are the callings."""
        raise NotImplementedError

    def prompt(self, v: Any, seat: int) -> str:
        """The open question as a sentence to that seat."""
        raise NotImplementedError

    def label(self, v: Any, atom: str) -> str:
        """An atom in words, for buttons and spoken text."""
        return atom

    def scene(self, v: Any, seat: int | None, names: Sequence[str], chosen: tuple[str, ...] = ()) -> Any:
        """How the table looks to that viewer (a `roundtable.scene.Scene`), made from the view only."""
        raise NotImplementedError

    def callings(self, s: Any, names: Sequence[str]) -> Sequence[str]:
        """How the players are called at this table: by their names, unless the game has a better way."""
        return names

    def invariants(self, s: Any) -> Iterator[str]:
        """The invariants of the rules that do not hold; nothing if all is well."""
        return iter(())

    # -- what a game may say -----------------------------------------------------------------------------------------

    def check(self, players: int, options: dict[str, Any]) -> None:
        """Refuse combinations of options by raising `BadOption`."""

    def why_not(self, v: Any, seat: int, prefix: tuple[str, ...], atom: str) -> tuple[str, str]:
        """Why this atom cannot be chosen now: a reason in words, and the paragraph of the rules."""
        return f"'{atom}' cannot be chosen here", ""

    def pool(self, piece: int) -> int:
        """Pieces of different pools never mix (see `Zone.pool`)."""
        return 0

    def tally(self, v: Any, told: Sequence[Event]) -> Sequence[Line]:
        """Where the points came from, once the match is over; from what is public, and what was told to everybody."""
        return ()

    def fill(self, w: Any, rng: Random) -> None:
        """Lay the hidden pieces of a world; override for piles with constraints."""
        z.fill(self.zones, self.pool, w, rng)

    def plausible(self, w: Any) -> bool:
        """Whether everything that everybody can infer holds in this world."""
        return True

    def arrange(self, s: Any, asks: str, lies: Mapping[str, Any]) -> None:
        """Set up a position: lay what `lies` where it names and enter the flow that puts the question `asks`."""
        raise BadPosition(f"{self.title} cannot arrange positions")

    # -- what every game gets ----------------------------------------------------------------------------------------

    def settle(self, players: int, options: Mapping[str, Any] | None = None, preset: str = "") -> dict[str, Any]:
        """All options with their values, for a table of so many; `BadOption` says what is wrong."""
        if not self.seats[0] <= players <= self.seats[1]:
            raise BadOption(f"{self.title} is for {self.seats[0]} to {self.seats[1]} players, not {players}")
        if preset and preset not in self.presets:
            raise BadOption(f"unknown preset {preset!r}; known: {', '.join(self.presets) or 'none'}")
        settled = settle(self.options, {**self.presets.get(preset, {}), **(options or {})})
        self.check(players, settled)
        return settled

    def match(
        self,
        players: int = 0,
        seed: Seed = 0,
        options: Mapping[str, Any] | None = None,
        preset: str = "",
        names: Sequence[str] = (),
        chance: Chance | None = None,
    ) -> Match:
        """A new match, played up to its first question."""
        players = players or len(names) or self.seats[0]
        return Match(self, players, self.settle(players, options, preset), seed, names, chance)

    def first(self, players: int, options: dict[str, Any], chance: Chance) -> State:
        """A state at its first question, without a match around it (searches, simulations)."""
        s = self.start(players, options)
        run(s, chance)
        return s

    def position(
        self,
        players: int,
        asks: str,
        lies: Mapping[str, Any],
        options: Mapping[str, Any] | None = None,
        chance: Sequence[Any] | Chance = (),
        names: Sequence[str] = (),
        seed: Seed = 0,
    ) -> Match:
        """A match that begins in the middle: what lies where, and which question is asked.

        `chance` scripts what will be drawn next (an item for a pick, an order for a shuffle); after the script comes
        the seed's own chance.  The position is checked against the game's invariants.
        """
        return Match(
            self, players, self.settle(players, options), seed, names, chance, {"asks": asks, "lies": dict(lies)}
        )

    def choice(self, s: Any, seat: int) -> Choice:
        """The grammar of this seat's legal answers to the open question."""
        question = self.questions[s.question]
        choice = question.choice(s, seat)
        choice.question = s.question
        choice.rule = question.rule
        return choice

    def view(self, s: Any, seat: int | None) -> Any:
        return z.view(self.zones, s, seat)

    def world(self, v: Any, rng: Random) -> Any:
        """A full state that agrees with the view; made without looking at the truth."""
        return z.world(v, rng, self.fill, self.plausible)

    def astray(self, s: State) -> str:
        """Pieces that are missing, doubled or strange ("" if every piece lies in exactly one place)."""
        lying = sorted(piece for name, zone in self.zones.items() for pile in z.piles(s, name, zone) for piece in pile)
        if lying == sorted(s.pieces):
            return ""
        missing = [self.piece_name(p) for p in s.pieces if lying.count(p) == 0]
        doubled = [self.piece_name(p) for p in set(lying) if lying.count(p) > 1]
        return f"pieces astray: missing {missing}, doubled {doubled}"

    def named(self, pieces: Sequence[int], name: str) -> int:
        """The first of the pieces with that name."""
        for piece in pieces:
            if self.piece_name(piece) == name:
                return piece
        raise BadPosition(f"there is no {name!r} to be had")

    def names(self, pieces: Pile) -> tuple[str, ...]:
        return tuple(self.piece_name(piece) for piece in pieces)

    def rules(self) -> str:
        """The game's rules page, in our own words."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")

    def paragraph(self, number: str) -> str:
        """One numbered paragraph of the rules page, with its heading."""
        found = re.search(rf"^#+ {re.escape(number)}\.? .*?(?=^#+ \d|\Z)", self.rules(), re.M | re.S)
        return found.group(0).strip() if found else ""

    def paragraphs(self) -> dict[str, str]:
        """The numbered headings of the rules page: number -> title."""
        return {n.rstrip("."): title for n, title in re.findall(r"^#+ (\d+(?:\.\d+)*\.?) (.*)$", self.rules(), re.M)}

    def cited(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Every step of every flow with the paragraphs it obeys, for the coverage report."""
        out = {}
        for flow in self.flows:
            steps = table(flow)
            for name, rules in zip(steps.names, steps.rules, strict=True):
                out[steps.name, name] = rules
        return out

    def usual_players(self) -> int:
        """With how many it is played if nobody says otherwise: four, as far as it can be."""
        return sorted((self.seats[0], 4, self.seats[1]))[1]

    def data(self) -> dict[str, Any]:
        """For `roundtable games --json`."""
        return {
            "slug": self.slug,
            "title": self.title,
            "players": list(seats_of(self.seats)),
            "minutes": self.minutes,
            "line": self.line,
            "options": [option.data() for option in self.options],
            "presets": {name: dict(values) for name, values in self.presets.items()},
            "preset_lines": dict(self.preset_lines),
        }
