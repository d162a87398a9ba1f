"""Game: the rules of one game, stateless; everything the engine needs to know about it in one object.

A game is made by one call with all its parts, and named `GAME`.  A part that is missing or misspelt is an error when
the game is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Generic, Protocol, TypeVar

from roundtable.scene import Emblem, Meaning, Moment, Outcome, Scene, Sentence
from roundtable.scene.print import Kit

from . import zones as z
from .chance import Chance
from .choice import Answer, Choice, Question
from .fields import Fields
from .flow import Flow, run, table
from .generics import O_co, S_co
from .knowledge import Knowledge
from .match import Match, Seed, seats_of
from .mistakes import in_a_line
from .naming import describe
from .options import BadOption, Options, Presets
from .research import Research
from .state import BadGame, Event, Pile, State

ROUND_TABLE: Final = Emblem("round-table", "slate")

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class BadPosition(ValueError):
    """A position that cannot be: unknown names, pieces too many, or an invariant broken."""


class Row:
    """A line of the account at the end: a number for every seat; a `total` is the sum of the lines above it.

    Lines below a total, or without one, tell what else decided.
    """

    def __init__(self, label: str, points: Sequence[int], total: bool = False) -> None:
        self.label = label
        self.points = tuple(points)
        self.total = total

    def data(self) -> dict[str, object]:
        return {"label": self.label, "points": list(self.points), "total": self.total}


def summed(
    label: str, total: Sequence[int], parts: Mapping[str, Sequence[int]], start: str = "At the start"
) -> list[Row]:
    """Lines that add up to the total: what nothing explains was there at the start, then every part that somebody has.

    >>> lines = summed("Points", (3, 4), {"Deeds": (2, 3), "Gifts": (0, 0)})
    >>> [(line.label, line.points) for line in lines]
    [('At the start', (1, 1)), ('Deeds', (2, 3)), ('Points', (3, 4))]
    """
    known = [sum(column) for column in zip(*parts.values(), strict=True)]
    rest = {start: [whole - part for whole, part in zip(total, known, strict=True)]}
    lines = [Row(part, points) for part, points in {**rest, **parts}.items() if any(points)]
    return [*lines, Row(label, total, True)]


Picture = Callable[[Event, Sequence[str]], Outcome | None]  # an event as a picture, with the callings


class Draw(Protocol[S_contra]):
    """How the table looks to a viewer, made from the view only; `chosen` is a partly composed answer."""

    def __call__(self, v: S_contra, seat: int | None, names: Sequence[str], chosen: Answer = (), /) -> Scene: ...


def plain_label(v: State, atom: str) -> str:
    return atom


def own_names(s: State, names: Sequence[str]) -> Sequence[str]:
    return names


def no_reason(v: State, seat: int, prefix: Answer, atom: str) -> tuple[str, str]:
    return f"'{atom}' cannot be chosen here", ""


def no_tally(v: State, told: Sequence[Event]) -> Sequence[Row]:
    return ()


def no_lead(v: State, names: Sequence[str]) -> str:
    return ""


def same_again(v: State) -> Mapping[str, object]:
    return {}


def one_pool(piece: int) -> int:
    return 0


def uncounted(s: State) -> int:
    return 0


def any_world(w: State) -> bool:
    return True


@dataclass(kw_only=True, eq=False)
class Game(Generic[S_co, O_co]):
    """A game, made by one call.  In what follows `s` is a state, `v` a view, `w` a world."""

    slug: str
    title: str
    seats: tuple[int, int]  # fewest and most players
    minutes: str
    tagline: str  # one sentence for people
    emblem: Emblem = ROUND_TABLE
    folder: Path = Path()  # where rules.md and lessons/ lie
    page: str = ""  # the text of the rules page, if there is no rules.md
    rules_version: int = 1  # raised when a log of before would no longer replay to the same states
    edition: str = field(default="", init=False)  # the text of the changes to its tables that it was loaded with
    origin: str = field(default="", init=False)  # its slug, or the path it was loaded from

    options: type[O_co]
    presets: Presets = field(default_factory=dict)
    preset_taglines: Mapping[str, str] = field(default_factory=dict)  # of presets that change something

    state: Callable[[int, O_co], S_co]  # what lies where before anything has happened
    flows: Sequence[type[Flow]]  # all chapters; a match begins with the first
    questions: Mapping[str, Question[S_co]]
    fields: Fields  # every field of the state, and who may see it
    limit: int  # no match has more answers than this
    ranking: Callable[[S_co], list[list[int]]]  # groups of seats, best first, once the match is over
    piece_name: Callable[[int], str]  # the name of a piece's kind; pieces of one name are alike in every respect
    vocabulary: Callable[[int, O_co], Sequence[str]]  # every atom that can ever be offered
    invariants: Callable[[S_co], Iterator[str]]  # those of the rules that do not hold; nothing if all is well

    say: Callable[[Event, Sequence[str]], str]  # an event as a sentence for the log ("": left out), with the callings
    headings: frozenset[str] = frozenset()  # events with which a turn, round or stage begins in the log
    moments: Mapping[str, Moment] = field(default_factory=dict)  # events that deserve to be seen, not only read
    outcomes: Mapping[str, Picture] = field(default_factory=dict)  # events that are shown as a picture, and held
    sites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of events: facts that are ids of places
    prompt: Callable[[S_co, int], str]  # the open question as a sentence to that seat
    scene: Draw[S_co]
    label: Callable[[S_co, str], str] = plain_label  # an atom in words, for buttons and spoken text
    callings: Callable[[S_co, Sequence[str]], Sequence[str]] = own_names  # how the players are called at this table
    why_not: Callable[[S_co, int, Answer, str], tuple[str, str]] = no_reason  # after a prefix; and the paragraph
    legend: Sequence[Meaning] = ()  # what every stat and every sign on a mark, stat or phase means
    coach: Mapping[str, str] = field(default_factory=dict)  # questions and signs of moments: what to know at first
    leads: Callable[[S_co, Sequence[str]], str] = no_lead  # who leads and why, from the public's view; "": not yet
    tally: Callable[[S_co, Sequence[Event]], Sequence[Row]] = no_tally  # at the end, from what is public

    lots: Sequence[str] = ()  # what chance draws beside pieces, by the words of a script
    next_match: Callable[[S_co], Mapping[str, object]] = same_again  # options that follow from how this one ended
    pool: Callable[[int], int] = one_pool  # pieces of different pools never mix (see `Zone.pool`)
    fill: Callable[[S_co, Random], None] | None = None  # lays the hidden pieces of a world, if piles have constraints
    plausible: Callable[[S_co], bool] = any_world  # whether everything that everybody can infer holds in this world
    arrange: Callable[[S_co, str, Mapping[str, object]], None] | None = None  # sets up a position, see `position`
    bot: Knowledge[S_co] = field(default_factory=Knowledge)
    press: Callable[[O_co], Kit] | None = None  # what can be printed
    research: Research[S_co] = field(default_factory=Research)
    turns: Callable[[S_co], int] = uncounted  # how many turns, or rounds, have begun

    def __post_init__(self) -> None:
        if not self.page and not (self.folder / "rules.md").is_file():
            raise TypeError(f"{self.title} has no rules page: give the folder of its rules.md, or the page")

    # -- what every game gets ----------------------------------------------------------------------------------------

    def settle(self, players: int, options: Mapping[str, object] | None = None, preset: str = "") -> O_co:
        """All options with their values, for a table of so many; `BadOption` says what is wrong."""
        if not self.seats[0] <= players <= self.seats[1]:
            raise BadOption(f"{self.title} is for {self.seats[0]} to {self.seats[1]} players, not {players}")
        if preset and preset not in self.presets:
            raise BadOption(f"unknown preset {preset!r}; known: {', '.join(self.presets) or 'none'}")
        settled = self.options.settle({**self.presets.get(preset, {}), **(options or {})})
        settled.check(players)
        return settled

    def check_fields(self) -> None:
        """Refuse a game whose state has fields that are not declared (`BadGame`); done when it is loaded."""
        if isinstance(self.state, type) and (taken := self.fields.taken(self.state)):
            raise BadGame(f"{self.title}: {taken[0]}")
        try:
            s = self.start(self.seats[0], self.settle(self.seats[0]))
        except Exception as error:
            raise BadGame(f"{self.title}: no match can begin: {in_a_line(error)}") from error
        self.fields.admit(s, self.title)

    def match(
        self,
        players: int = 0,
        seed: Seed = 0,
        options: Mapping[str, object] | None = None,
        preset: str = "",
        names: Sequence[str] = (),
        chance: Sequence[object] = (),
        keep: int | None = None,
    ) -> Match[S_co]:
        """A new match, played up to its first question; `chance` and `keep` as in `Match`."""
        players = players or len(names) or self.seats[0]
        return Match(self, players, self.settle(players, options, preset), seed, names, chance, keep=keep)

    def start(self: Game[S, O], players: int, options: O) -> S:
        """The state before anything has happened, with the first flow on its stack."""
        s = self.state(players, options)
        s.stack, s.steps = (self.flows[0](),), (0,)
        return s

    def first(self: Game[S, O], players: int, options: O, chance: Chance) -> S:
        """A state at its first question, without a match around it (searches, simulations)."""
        s = self.start(players, options)
        run(s, chance)
        return s

    def position(
        self,
        players: int,
        asks: str,
        lies: Mapping[str, object],
        options: Mapping[str, object] | None = None,
        chance: Sequence[object] = (),
        names: Sequence[str] = (),
        seed: Seed = 0,
    ) -> Match[S_co]:
        """A match that begins in the middle: what lies where, and which question is asked.

        `lies` is in the words of the game's `arrange`, or a described moment (`Match.position`).
        `chance` scripts what will be drawn next (an item for a pick, an order for a shuffle), pieces by their names;
        after the script comes the seed's own chance, and `match.left_over` tells what was not drawn yet.
        The position is checked against the game's invariants.
        """
        return Match(
            self, players, self.settle(players, options), seed, names, chance, {"asks": asks, "lies": dict(lies)}
        )

    def choice(self: Game[S], s: S, seat: int) -> Choice:
        """The grammar of this seat's legal answers to the open question."""
        try:
            question = self.questions[s.question]
        except KeyError:
            known = ", ".join(self.questions)
            raise BadGame(f"the rules ask '{s.question}', which is not among the questions: {known}") from None
        choice = question.choice(s, seat)
        choice.question = s.question
        choice.rule = question.rule
        return choice

    def view(self: Game[S], s: S, seat: int | None) -> S:
        """What a seat (None: a spectator) may know."""
        return z.view(self.fields, s, seat)

    def world(self: Game[S], v: S, rng: Random, fill: Callable[[S, Random], None] | None = None) -> S:
        """A full state that agrees with the view; made without looking at the truth, by its own or another `fill`."""
        return z.world(self.fields, v, rng, fill or self.fill or self._fill, self.plausible, self._sealed)

    def _fill(self, w: State, rng: Random) -> None:
        z.fill(self.fields, self.pool, w, rng)

    def _sealed(self: Game[S], w: S, seat: int, rng: Random) -> Answer:
        return self.choice(w, seat).sample(rng)

    def describe(self: Game[S], s: S) -> dict[str, object]:
        """All that a state or a view holds by names, as plain data."""
        return describe(self, s)

    def astray(self, s: State) -> str:
        """Pieces that are missing, doubled or strange ("" if every piece lies in exactly one place)."""
        zones = self.fields.zones.items()
        lying = sorted(piece for name, zone in zones for pile in z.piles(s, name, zone) for piece in pile)
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
        return self.page or (self.folder / "rules.md").read_text(encoding="utf-8")

    def lessons(self) -> dict[str, str]:
        """The texts of its lessons by name, in the order of their files, such as lessons/1-first-match.toml."""
        found = sorted((self.folder / "lessons").glob("[0-9]*.toml")) if self.folder != Path() else []
        return {path.stem.partition("-")[2]: path.read_text(encoding="utf-8") for path in found}

    def puzzles(self) -> str:
        """The text of its file of puzzles; "" if it has none."""
        path = self.folder / "puzzles.jsonl"
        return path.read_text(encoding="utf-8") if not self.page and path.is_file() else ""

    def paragraph(self, number: str) -> str:
        """One numbered paragraph or ruling (`R7`) of the rules page, with its heading."""
        found = re.search(rf"^#+ {re.escape(number)}\.? .*?(?=^#+ |\Z)", self.rules(), re.M | re.S)
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

    def sentence(self, event: Event, callings: Sequence[str]) -> Sentence | None:
        """An event as it stands in the log; None if it is left out."""
        text = self.say(event, callings)
        if not text:
            return None
        picture = self.outcomes.get(event.name)
        return Sentence(
            text=text,
            heading=event.name in self.headings,
            moment=self.moments.get(event.name),
            at=self._places(event),
            outcome=picture(event, callings) if picture is not None else None,
        )

    def _places(self, event: Event) -> tuple[str, ...]:
        """Where on the table an event is seen: at the panel of its seat, and on what its `sites` say."""
        seat = event.get("seat")
        panel = (f"panel-{seat}",) if isinstance(seat, int) and seat >= 0 else ()
        named = [event.get(fact) for fact in self.sites.get(event.name, ())]
        return (*panel, *(place for place in named if isinstance(place, str) and place))

    def usual_players(self) -> int:
        """With how many it is played if nobody says otherwise: four, as far as it can be."""
        return sorted((self.seats[0], 4, self.seats[1]))[1]

    def data(self) -> dict[str, object]:
        """For `roundtable games --json`."""
        return {
            "slug": self.slug,
            "title": self.title,
            "players": list(seats_of(self.seats)),
            "minutes": self.minutes,
            "tagline": self.tagline,
            "emblem": {"icon": self.emblem.icon, "tincture": self.emblem.tincture, "pattern": self.emblem.pattern},
            "options": [option.data() for option in self.options.listed()],
            "presets": {name: dict(values) for name, values in self.presets.items()},
            "preset_taglines": dict(self.preset_taglines),
        }
