"""The workshop: editions that people make in the browser, on a server whose operator allows it.

Everything that an edition does, being read, drawn, played by bots and printed, happens in a worker process that is
replaced now and then, so that no edition touches a table or stays in memory.  Only who plays it loads it here.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from time import time
from typing import Final, ParamSpec, TypeVar

import msgspec
import structlog

import roundtable as rt
from roundtable.bots.workers import WorkerLost, Workers
from roundtable.engine import Game
from roundtable.games import edition
from roundtable.games.edition_draft import form_of, text_of
from roundtable.scene.print import Kit
from roundtable.table import Refused
from roundtable.table.log_codes import LogCode

from .store import Paper, Store
from .tokens import new_id

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

KIND: Final = "edition"  # of papers
LENGTH: Final = 40  # of a draft's name
CHANGES: Final = 400  # in one draft
NICE: Final = 10  # how much a worker gives way to tables
PATIENCE: Final = 120.0  # seconds for one thing that a worker does
USES: Final = 40  # of a worker; each edition that it read stays in its memory
BATCH: Final = 5  # deals after which the page is told how far a trial is
MOST: Final = 200  # deals of a trial
WAITING: Final = 6  # trials that may be under way
LOADED: Final = 60  # editions that a server process plays; what was loaded stays in memory


@dataclass(frozen=True)
class Simulator:
    """How editions are tried out; whoever starts the server brings it."""

    play: Callable[[str, str, int, Sequence[int]], list[object]]
    show: Callable[[str, str, int, Sequence[object]], list[dict[str, object]]]


@dataclass(frozen=True)
class Trial:
    """How far bots have come with a draft, and what they have shown."""

    players: int
    of: int
    done: int = 0
    plates: list[dict[str, object]] = field(default_factory=list)
    error: str = ""
    text: str = ""  # the edition that was played

    @property
    def over(self) -> bool:
        return bool(self.plates or self.error)


@dataclass(frozen=True)
class Draft:
    """An edition in the making."""

    id: str
    owner: str
    game: str
    name: str
    changes: dict[str, str] = field(default_factory=dict)
    trial: Trial | None = None


@dataclass(frozen=True)
class Look:
    """A draft as its page shows it: the form, the faces by row, and what is wrong with it."""

    tables: list[dict[str, object]] = field(default_factory=list)
    faces: dict[str, dict[str, object]] = field(default_factory=dict)
    field: str = ""
    error: str = ""


# -- in the worker -----------------------------------------------------------------------------------------------------


def look(slug: str, text: str) -> Look:
    """Load the edition and look at it; of one that is wrong only what is wrong."""
    try:
        game = rt.game(slug, edition.parsed("edition", text))
    except edition.BadEdition as error:
        return Look(field=error.field, error=error.message)
    tables = form_of(game, text)
    faces = faces_of(game.press(game.settle(game.seats[1]))) if game.press is not None else {}
    rows = {row.id for table in tables for row in table.rows}
    return Look([asdict(table) for table in tables], {row: face for row, face in faces.items() if row in rows})


def faces_of(kit: Kit) -> dict[str, dict[str, object]]:
    """The face of every card by its id, without the owner's part of it."""
    items = [item for pieces in kit.pieces for item in pieces.items]
    return {item.id.split(":")[-1]: asdict(item.face) for item in reversed(items)}


def print_out(printer: Callable[[Game], bytes], slug: str, text: str) -> bytes:
    return printer(rt.game(slug, edition.parsed("edition", text)))


def _begin() -> None:
    with suppress(OSError):
        os.nice(NICE)


# -- in the server -----------------------------------------------------------------------------------------------------


class Workshop:
    """The drafts of everybody, and the one worker that looks at them."""

    def __init__(self, store: Store, simulator: Simulator, drafts: int) -> None:
        self.store = store
        self.simulator = simulator
        self.most = drafts  # of one person
        self.workers: Workers | None = None
        self.used = 0
        self.turn = asyncio.Lock()  # the worker does one thing at a time
        self.trials: dict[str, asyncio.Task[None]] = {}  # by owner
        self.loaded: set[str] = set()

    async def close(self) -> None:
        for task in self.trials.values():
            task.cancel()
        if self.workers is not None:
            await asyncio.to_thread(self.workers.close)

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have it done by the worker; `Refused` if that cannot be."""
        async with self.turn:
            if self.used >= USES and self.workers is not None:
                await asyncio.to_thread(self.workers.close)
                self.workers = None
            if self.workers is None:
                self.workers, self.used = await asyncio.to_thread(Workers, 1, _begin, PATIENCE), 0
            self.used += 1
            try:
                return await asyncio.wrap_future(self.workers.submit(partial(work, *args, **kwargs)))
            except (TimeoutError, WorkerLost) as error:
                log.error(LogCode.WORKSHOP_FAILED, work=getattr(work, "__name__", ""), error=repr(error))
                raise Refused("the workshop could not do that in time; try again", 503) from error

    # -- drafts ------------------------------------------------------------------------------------------------------

    async def draft(self, slug: str, id: str) -> Draft:
        paper = await self.store.paper(KIND, id) if len(id) <= LENGTH else None
        found = msgspec.json.decode(paper.data, type=Draft) if paper is not None else None
        if found is None or found.game != slug:
            raise Refused("there is no such edition", 404)
        return found

    async def drafts_of(self, person: str, slug: str) -> list[Draft]:
        papers = await self.store.papers_of(person, KIND, self.most)
        return [draft for paper in papers if (draft := msgspec.json.decode(paper.data, type=Draft)).game == slug]

    async def begin(self, person: str, slug: str, name: str, changes: Mapping[str, str]) -> Draft:
        """A new draft; a copy, if there are changes."""
        if len(await self.store.papers_of(person, KIND, self.most)) >= self.most:
            raise Refused(f"you have {self.most} editions already; change one of them", 429)
        draft = Draft(new_id(), person, slug, name, dict(changes))
        await self._keep(draft)
        return draft

    async def change(self, draft: Draft, changes: Mapping[str, str], name: str = "") -> tuple[Draft, Look]:
        """Keep the changes if the edition can be played with them; how it looks, or what is wrong."""
        together = {**draft.changes, **changes}
        if len(together) > CHANGES or any(len(word) > 400 for pair in changes.items() for word in pair):
            raise Refused("that is too much for one edition", 413)
        text = self.text(draft.game, together)
        seen = await self.do(look, draft.game, text)
        if not seen.error:
            draft = replace(draft, changes=together, name=name or draft.name)
            await self._keep(draft)
        return draft, seen

    def text(self, slug: str, changes: Mapping[str, str]) -> str:
        try:
            return text_of(rt.game(slug), changes)
        except ValueError as error:
            raise Refused("that is no field of an edition", 400) from error

    async def _keep(self, draft: Draft) -> None:
        await self.store.keep_paper(Paper(KIND, draft.id, draft.owner, time(), msgspec.json.encode(draft)))

    # -- what is done with them --------------------------------------------------------------------------------------

    def playable(self, draft: Draft) -> Game:
        """The game in this edition, for a table; this process keeps it."""
        text = self.text(draft.game, draft.changes)
        if text not in self.loaded and len(self.loaded) >= LOADED:
            raise Refused("enough editions are being played here for now; download yours and play it at home", 429)
        found = rt.game(draft.game, edition.parsed(f"{draft.name}.toml", text))
        self.loaded.add(text)
        return found

    async def simulate(self, draft: Draft, players: int, deals: int) -> None:
        """Begin a trial in the background; one of each person at a time."""
        self.trials = {owner: task for owner, task in self.trials.items() if not task.done()}
        if draft.owner in self.trials:
            raise Refused("bots are still trying one of your editions; wait for them", 409)
        if len(self.trials) >= WAITING:
            raise Refused("the workshop is busy; try again in a minute", 429)
        seats = rt.game(draft.game).seats
        trial = Trial(players if players in seats else rt.game(draft.game).usual_players(), max(1, min(deals, MOST)))
        trial = replace(trial, text=self.text(draft.game, draft.changes))
        await self._told(draft, trial)
        self.trials[draft.owner] = asyncio.create_task(self._try(draft, trial))

    async def _try(self, draft: Draft, trial: Trial) -> None:
        told: list[object] = []
        try:
            while len(told) < trial.of:
                seeds = range(len(told), min(len(told) + BATCH, trial.of))
                told += await self.do(self.simulator.play, draft.game, trial.text, trial.players, seeds)
                await self._told(draft, replace(trial, done=len(told)))
            plates = await self.do(self.simulator.show, draft.game, trial.text, trial.players, told)
            await self._told(draft, replace(trial, done=len(told), plates=plates))
        except Exception as error:
            reason = error.reason if isinstance(error, Refused) else "the bots could not play it"
            log.error(LogCode.WORKSHOP_FAILED, work="trial", error=repr(error))
            await self._told(draft, replace(trial, done=len(told), error=reason))

    async def _told(self, draft: Draft, trial: Trial) -> None:
        """Write down how far it is; what was changed meanwhile stays."""
        await self._keep(replace(await self.draft(draft.game, draft.id), trial=trial))
