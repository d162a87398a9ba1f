"""Match: one playing of a game.  The log of answers is the match; everything else can be computed from it again.

A match takes answers, refuses illegal ones with a reason, and gives every seat its view, its scene and its log, each
made from what that seat may know and nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypedDict

from roundtable.scene import Scene, Sentence
from roundtable.version import VERSION

from . import flow
from .chance import BadChance, Chance, Keyed, Outcome, Scripted, commitment, outcomes, words
from .choice import Answer, Choice, Refusal
from .generics import S_co
from .naming import PROCEDURE, describe, restore
from .options import Options
from .state import SPECTATOR, Event, Sink
from .zones import learnt

if TYPE_CHECKING:
    from .game import Game, Row

FORMAT: Final = "roundtable-match/1"

Seed = int | str


class Position(TypedDict):
    """Where a match begins if not at the beginning: the question, and what lies where."""

    asks: str
    lies: Mapping[str, object]


def seats_of(bounds: tuple[int, int]) -> range:
    return range(bounds[0], bounds[1] + 1)


class Entry(Generic[S_co]):
    """One answer in the log of a match, and where the match stood before it."""

    def __init__(self, seat: int, question: str, answer: Answer, before: S_co, drawn: int, told: int) -> None:
        self.seat = seat
        self.question = question
        self.answer = answer
        self.before: S_co | None = before  # kept for speed; `Match.before` plays the log again where it is not
        self.drawn = drawn
        self.told = told

    def data(self) -> dict[str, object]:
        return {"seat": self.seat, "do": self.question, "with": list(self.answer)}


class Match(Generic[S_co]):
    """A match in play.

    `chance` are outcomes that come before those of the seed.  States make a match large: with `keep` only those before
    the last so many answers are kept, and earlier ones are played again when they are asked for.

    >>> import roundtable as rt
    >>> match = rt.game("knights-duty").match(players=2, seed=7)
    >>> match.question, match.asked
    ('choose_clan', (0,))
    >>> match.answer(0, "purple")
    >>> match.answer(1, "purple")
    Traceback (most recent call last):
    ...
    roundtable.engine.choice.Refusal: the clan Terror from the Bog is already taken: choose another (rules 4.2)
    """

    def __init__(
        self,
        game: Game[S_co],
        players: int,
        options: Options,
        seed: Seed = 0,
        names: Sequence[str] = (),
        chance: Sequence[object] = (),
        position: Position | None = None,
        keep: int | None = None,
    ) -> None:
        if keep is not None and keep < 1:
            raise ValueError("a match keeps at least the state before its last answer")
        self.game = game
        self.players = players
        self.options = options
        self.seed = seed
        self.names = tuple(names) + tuple(f"Player {i + 1}" for i in range(len(names), players))
        self.script = outcomes(chance)
        self.chance: Chance = Keyed(seed)
        if self.script:
            self.chance = Scripted(self.script, self.chance, game.piece_name)
        self.began = position
        self.keep = keep
        self.entries: list[Entry[S_co]] = []
        self.events: list[Event] = []
        self.steps: set[tuple[str, str]] = set()
        self.file: Path | None = None
        self.state = game.start(players, options)
        game.fields.admit(self.state, game.title)
        self._check_script()
        if position is None:
            self._play_on(None)
        else:
            self._arrange(position)

    # -- what is asked, and answering --------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """The name of the open question; "" when the match is over."""
        return self.state.question

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must answer now."""
        return self.state.waiting

    @property
    def over(self) -> bool:
        return not self.state.question

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that have given their sealed answer to the open question; none where it is asked quietly."""
        return self.state.ready

    @property
    def ranking(self) -> list[list[int]]:
        """Groups of seats, best first; empty while the match goes on."""
        return self.game.ranking(self.state) if self.over else []

    @property
    def tally(self) -> Sequence[Row]:
        """Where the points came from, for everybody's eyes; empty while the match goes on."""
        return self.game.tally(self.view(None), self.log(None)) if self.over else ()

    @property
    def leads(self) -> str:
        """Who leads and why, in a sentence for everybody's eyes; "" before there is a lead, and at the end.

        >>> import roundtable as rt
        >>> rt.game("of-knights-and-ninjas").match(players=3, names=["Ann", "Bob", "Cy"]).leads
        'Nobody leads: everybody has 5 gems, and 10 win.'
        """
        if self.over:
            return ""
        view = self.view(None)
        return self.game.leads(view, self.game.callings(view, self.names))

    def again(self) -> dict[str, object]:
        """The options of the next match of the same company: these, and what follows from how this one ended."""
        after = self.game.next_match(self.view(None)) if self.over else {}
        return {**self.options.data(), **after}

    def choice(self, seat: int) -> Choice:
        """The legal answers of a seat that is asked; made from its view, so it cannot tell a secret."""
        if seat not in self.state.waiting:
            raise Refusal("", self._not_asked(seat))
        view = self.view(seat)
        choice = self.game.choice(view, seat)
        game = self.game
        choice.why = lambda prefix, atom: game.why_not(view, seat, prefix, atom)
        return choice

    def answer(self, seat: int, answer: str | Iterable[str]) -> None:
        """Give a seat's answer.  An answer that is not legal raises `Refusal` and changes nothing."""
        given = self._checked(seat, answer)
        entry = Entry(seat, self.state.question, given, self.state.clone(), self.chance.drawn, len(self.events))
        try:
            self._play_on(entry)
            if self.file is not None:  # on disk before it counts
                self._append(self.file, [entry])
        except BaseException:
            self._back_to(entry)
            raise
        self.entries.append(entry)
        if self.keep is not None and len(self.entries) > self.keep:
            self.entries[-1 - self.keep].before = None

    def _checked(self, seat: int, answer: str | Iterable[str]) -> Answer:
        given = (answer,) if isinstance(answer, str) else answer
        if not isinstance(given, (list, tuple)) or not all(isinstance(atom, str) for atom in given):
            raise Refusal("", "an answer is a word or a list of words")
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise Refusal("", f"there is no seat {seat!r} at this table")
        choice = self.choice(seat)
        full = choice.canonical(tuple(given))
        refusal = choice.refusal(full)
        if refusal is not None:
            raise refusal
        return full

    def _not_asked(self, seat: int) -> str:
        if self.over:
            return "the match is over"
        return "this answer was already given" if seat in self.state.answers else "it is not for you to answer now"

    def _play_on(self, entry: Entry[S_co] | None) -> None:
        sink = Sink()
        self.state.out = sink
        try:
            if entry is None:
                flow.run(self.state, self.chance)
            else:
                flow.answer(self.state, entry.seat, entry.answer, self.chance)
        finally:
            self.state.out = None
        self.events += sink.events
        self.steps |= sink.steps

    def _back_to(self, entry: Entry[S_co]) -> None:
        assert entry.before is not None
        self.state = entry.before.clone()
        self.chance.rewind(entry.drawn)
        del self.events[entry.told :]

    @property
    def left_over(self) -> tuple[Outcome, ...]:
        """The scripted outcomes that have not been drawn yet."""
        return self.script[self.chance.drawn :]

    def _check_script(self) -> None:
        """Refuse words that nothing in this game is called, before anything is drawn."""
        if not self.script:
            return
        known = dict.fromkeys([*map(self.game.piece_name, self.state.pieces), *self.game.lots])
        for n, word in words(self.script):
            if word not in known:
                meant = get_close_matches(word, known, 1)
                hint = f"did you mean {meant[0]!r}?" if meant else f"chance draws {', '.join(known)}"
                raise BadChance(f"scripted chance {n}: there is no {word!r} in {self.game.title}; {hint}")

    def _arrange(self, position: Position) -> None:
        """Lay out the position: a described moment with its open question, or what the game's `arrange` reads."""
        from .game import BadPosition
        from .parts import Parts

        asks, lies = position["asks"], position["lies"]
        if isinstance(lies, Mapping) and PROCEDURE in lies:
            restore(self.game, self.state, Parts(lies))
            self._check_position(asks)
            return
        if self.game.arrange is None:
            raise BadPosition(f"{self.game.title} can arrange described moments only")
        self.game.arrange(self.state, asks, lies)
        self._check_position()
        self._play_on(None)
        self._check_position(asks)

    def _check_position(self, asks: str | None = None) -> None:
        from .game import BadPosition

        if asks is not None and self.question != asks:
            wanted, found = (f"'{name}'" if name else "the end" for name in (asks, self.question))
            raise BadPosition(f"this position does not lead to {wanted} but to {found}")
        wrong = [self.game.astray(self.state), *self.game.invariants(self.state)]
        for fault in wrong:
            if fault:
                raise BadPosition(fault)

    # -- what each seat may know -------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> S_co:
        """What a seat (None: a spectator) may know."""
        return self.game.view(self.state, seat)

    def scene(self, seat: int | None, chosen: Answer = ()) -> Scene:
        """How the table looks to that viewer; `chosen` is a partly composed answer."""
        return self.game.scene(self.view(seat), seat, self.names, chosen)

    def log(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened, as far as that viewer may know it."""
        me = SPECTATOR if seat is None else seat
        heard = (event.seen_by(me) for event in self.events[since:])
        return [event for event in heard if event is not None]

    def told(self, seat: int | None, since: int = 0) -> list[Sentence]:
        """The log as sentences, with what clients need to draw them."""
        callings = self.game.callings(self.state, self.names)
        said = (self.game.sentence(event, callings) for event in self.log(seat, since))
        return [sentence for sentence in said if sentence is not None]

    def sentences(self, seat: int | None, since: int = 0) -> list[str]:
        """The log as plain sentences."""
        return [sentence.text for sentence in self.told(seat, since)]

    # -- by names ----------------------------------------------------------------------------------------------------

    def describe(self) -> dict[str, object]:
        """All that the match holds at this moment by names, as plain data: the truth, for the keeper of the match.

        What one seat may know of it: `game.describe(match.view(seat))`.

        >>> import roundtable as rt
        >>> match = rt.game("knights-duty").match(players=2, seed=7, options={"clan_selection": "spread"})
        >>> match.describe()["clans"], match.describe()["at"], match.describe()["procedure"][-1]
        (['purple', 'aqua'], ['A3', 'I3'], ['Turn', 'lay_tokens'])
        """
        return describe(self.game, self.state)

    def position(self) -> Position:
        """The present moment as a position: `game.position(players, **match.position())` begins a match there.

        >>> import roundtable as rt
        >>> game = rt.game("knights-duty")
        >>> match = game.match(players=2, seed=7)
        >>> match.answer(0, "green")
        >>> again = game.position(2, **match.position())
        >>> again.asked, again.describe() == match.describe()
        ((1,), True)
        """
        return {"asks": self.question, "lies": self.describe()}

    # -- going back --------------------------------------------------------------------------------------------------

    def no_undo(self, seat: int) -> str:
        """Why this seat may not take back its last answer ("" if it may): nobody may have learnt from it."""
        s = self.state
        if s.quiet and s.question:  # the same to everybody, or it would tell who has answered
            return "a given answer is final"
        if seat in s.answers:  # sealed, and the question is still open
            return "a given answer is final" if s.final else ""
        if not self.entries:
            return "nothing has been answered yet"
        last, before = self.entries[-1], self._recalled(len(self.entries) - 1)
        if last.seat != seat:
            return "only the last answer can be taken back, by whoever gave it"
        if before.final or before.quiet:
            return "a given answer is final"
        if self.chance.drawn != last.drawn:
            return "something has been drawn since"
        if len(before.asked) > 1:
            return "the sealed answers have been opened"
        viewers = (1 << self.players) - 1 | 1 << SPECTATOR
        return "somebody has seen something new since" if learnt(self.game.fields, before, s, viewers) else ""

    def undo(self, seat: int) -> None:
        """Take back the seat's last answer, if that is fair."""
        reason = self.no_undo(seat)
        if reason:
            raise Refusal("", reason)
        state, entries, events, drawn = self.state, list(self.entries), list(self.events), self.chance.drawn
        file, self.file = self.file, None
        try:
            self._take_back(seat)
            if file is not None:
                self.save(file)
        except BaseException:  # what is not on disk has not happened
            self.state, self.entries, self.events = state, entries, events
            self.chance.rewind(drawn)
            raise
        finally:
            self.file = file

    def _take_back(self, seat: int) -> None:
        """Go back to before the seat's last answer; sealed answers that others gave since are given again."""
        at = len(self.entries) - 1
        while self.entries[at].seat != seat:
            at -= 1
        self._recalled(at)
        given, *others = self.entries[at:]
        self._back_to(given)
        del self.entries[at:]
        for entry in others:
            self.answer(entry.seat, entry.answer)

    def fork(self, at: int, keep: int | None = None) -> Match[S_co]:
        """A match of its own that begins with the first `at` answers of this one; it keeps all states, or `keep`."""
        twin = Match(self.game, self.players, self.options, self.seed, self.names, self.script, self.began, keep)
        for entry in self.entries[:at]:
            twin.answer(entry.seat, entry.answer)
        return twin

    def before(self, at: int) -> tuple[S_co, int]:
        """The state before answer number `at` and how many events had been told; the present at the end of the log.

        Where the state is not kept, the log is played again up to there; whoever wants many takes a `fork` first.
        """
        if at >= len(self.entries):
            return self.state, len(self.events)
        entry = self.entries[at]
        return entry.before or self.fork(at, keep=1).state, entry.told

    def _recalled(self, at: int) -> S_co:
        """The state before answer number `at`, kept from now on."""
        entry = self.entries[at]
        if entry.before is None:
            entry.before = self.before(at)[0]
        return entry.before

    # -- the match file ----------------------------------------------------------------------------------------------

    def header(self) -> dict[str, object]:
        """The first line of the match file.  It holds the seed, so it is for the keeper of the match only."""
        head: dict[str, object] = {
            "format": FORMAT,
            "engine": VERSION,
            "game": self.game.slug,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": self.options.data(),
            "seats": list(self.names),
            "commitment": commitment(self.seed),
            "seed": self.seed,
        }
        if self.game.edition:
            head["edition"] = self.game.edition
        if self.began is not None:
            head["position"] = self.began
        if self.script:
            head["chance"] = list(self.script)
        return head

    def text(self) -> str:
        """The whole match file."""
        lines = [self.header(), *(entry.data() for entry in self.entries)]
        if self.over:
            lines.append({"over": self.ranking})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        with draft.open("w", encoding="utf-8") as file:
            file.write(self.text())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)

    def record(self, path: str | os.PathLike[str]) -> None:
        """Save now, and keep the file up to date: every further answer is on disk before `answer` returns."""
        self.save(path)
        self.file = Path(path)

    def append(self, path: str | os.PathLike[str], answers: int) -> None:
        """Add the last so many answers to a match file that has all before them, or leave it as it was."""
        self._append(Path(path), self.entries[-answers:])

    def _append(self, path: Path, entries: Sequence[Entry]) -> None:
        lines = [*(entry.data() for entry in entries), *([{"over": self.ranking}] if self.over else [])]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        with path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                if file.write(text) != len(text):
                    raise OSError("the disk is full")
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)
                raise
