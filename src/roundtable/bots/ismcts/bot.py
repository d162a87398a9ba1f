"""The bot: gives each question its budget of time or simulations, and models the opponents who are asked with it.

With `empathy` the bot first puts itself into the place of everybody who is asked at the same time, briefly and many
times over, and searches there as a Knight would.  What it finds are guesses at their answers (opponent modelling): in
its simulations they give these, and as long as the true answers stay hidden `worlds` may go by what was `foreseen`.
"""

from __future__ import annotations

import gc
from functools import partial
from math import inf
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from roundtable.engine import Answer, Choice, Game, State
from roundtable.engine.knowledge import Foreseen, Guesses, Parameters
from roundtable.engine.zones import reopened

from .search import ENOUGH, Clock, Search
from .tree import Candidate, merged

if TYPE_CHECKING:
    from roundtable.bots.workers import Workers

BRIEF: Final = 25  # simulations of a search in somebody else's place
GUESSES: Final = 40  # such searches in one place, at most
STARTING: Final = 60.0  # seconds that processes may take to start


class SearchBot:
    """Searches for `seconds` or for so many `iterations`; with a seed and iterations alone it always answers alike."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str,
        seconds: float = 0.1,
        iterations: int = 0,
        jobs: int = 1,
        parameters: Parameters | None = None,
        clock: Clock = perf_counter,
        champion: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.champion = champion
        self.rng = Random(f"{seed}/{seat}")
        self.seconds = seconds
        self.iterations = iterations
        self.jobs = jobs
        self.clock = clock
        self.known = game.bot.of_champion() if champion else game.bot
        self.parameters = parameters or self.known.parameters
        self.workers = _workers(jobs, game) if jobs > 1 else None
        self.before: Search | None = None
        self.knight = game.bot  # as whom it thinks in the places of others
        self.foreseen: dict[str, tuple[State, Guesses]] = {}

    def choose(self, view: State, choice: Choice) -> Answer:
        return self.weigh(view, choice)[0].answer

    def weigh(self, view: State, choice: Choice) -> list[Candidate]:
        """What there is to choose from, best first; nothing is searched for where that is not worth the time."""
        forced = choice.forced()
        if forced is not None:
            return [Candidate(forced, 0, 0.5)]
        if view.question in self.parameters.plain and self.known.choose is not None:
            return [Candidate(self.known.choose(self.game, view, choice, self.seat, self.rng), 0, 0.5)]
        return self.candidates(view)

    def candidates(self, view: State) -> list[Candidate]:
        """The answers that were tried, best first."""
        view = reopened(view)
        if self.workers is not None:
            return self._together(self.workers, view)
        collecting = gc.isenabled()
        gc.disable()  # a collection may take longer than a search may be late; there is time for it afterwards
        try:
            return self._alone(view)
        finally:
            if collecting:
                gc.enable()

    def _alone(self, view: State) -> list[Candidate]:
        seconds, iterations = self._foresee(view)
        search = Search(
            self.game, view, self.seat, self.rng, self.known, self.parameters, seconds, self.clock, self.foreseen
        )
        if self.before is not None:
            search.reuse(self.before)
        self.before = search
        search.run(iterations)
        search.forget()
        found = search.root.leaves()
        if not found:  # not even one simulation was finished in time
            advice = search.root.advice or [search.root.choice.sample(self.rng)]
            found = [Candidate(advice[0], 0, 0.5)]
        return found

    def _foresee(self, view: State) -> tuple[float, int]:
        """Guess what the others who are asked at once answer; tells the time and the simulations that are left."""
        empathy, seconds, iterations = self.parameters.empathy, self.seconds, self.iterations
        others = [seat for seat in view.waiting if seat != self.seat]
        then, _ = self.foreseen.get(view.question, (None, {}))
        if not empathy or not others or then is view:
            return seconds, iterations
        began = self.clock()
        times = min(GUESSES, int(empathy * iterations) // (BRIEF * len(others))) if iterations else GUESSES
        end = began + ENOUGH * empathy * seconds if seconds else inf
        guesses: dict[int, list[Answer]] = {seat: [] for seat in others}
        determinize = self.knight.worlds(self.game, view, self.seat, {})
        for _ in range(times):
            world = determinize(self.rng)
            for seat in others:
                guess = self._in_place_of(seat, self.game.view(world, seat), end)
                if guess is not None:
                    guesses[seat].append(guess)
        self.foreseen[view.question] = view, {seat: found for seat, found in guesses.items() if found}
        if iterations:
            iterations = max(1, iterations - times * BRIEF * len(others))
        if seconds:
            seconds = max(0.001, seconds - (self.clock() - began))
        return seconds, iterations

    def _in_place_of(self, seat: int, view: State, end: float) -> Answer | None:
        """What a Knight who thinks briefly answers there; None if there is no time."""
        forced = self.game.choice(view, seat).forced()
        left = end - self.clock()
        if forced is not None or left <= 0:
            return forced
        seconds = left if left < inf else 0.0
        search = Search(self.game, view, seat, self.rng, self.knight, self.knight.parameters, seconds, self.clock)
        search.run(BRIEF)
        return search.root.leaves()[0].answer if search.simulations == BRIEF else None

    def _together(self, workers: Workers, view: State) -> list[Candidate]:
        """Several processes search on their own (root parallelization); their counts are added up."""
        seconds, iterations = self._foresee(view)
        settings = (seconds, iterations, 1, self.parameters, self.clock, self.champion)
        searches = [
            workers.submit(_search, self.game, self.seat, self.rng.getrandbits(62), settings, view, self.foreseen)
            for _ in range(self.jobs)
        ]
        return merged([search.result() for search in searches])

    def close(self) -> None:
        if self.workers is not None:
            self.workers.close()
            self.workers = None


def _workers(jobs: int, game: Game) -> Workers:
    """So many processes that know the game; all are ready before the first search begins, whose time is short."""
    from roundtable.bots.workers import Workers  # slow to load, and seldom needed

    workers = Workers(jobs, partial(_know, game))
    workers.wait_until_ready(STARTING)
    return workers


def _know(game: Game) -> None:
    """Nothing more: a game that is sent to a worker is loaded there."""


Settings = tuple[float, int, int, Parameters, Clock, bool]  # of a bot: seconds, iterations, jobs and so on


def _search(game: Game, seat: int, seed: int, settings: Settings, view: State, foreseen: Foreseen) -> list[Candidate]:
    bot = SearchBot(game, seat, seed, *settings)
    bot.foreseen = dict(foreseen)  # with this very view, so nobody is guessed at twice
    return bot.candidates(view)
