"""The games for OpenSpiel (extra `openspiel`).  Importing this module registers them:

>>> import pyspiel
>>> import roundtable.adapters.openspiel
>>> game = pyspiel.load_game("roundtable_knights_duty(players=4)")
>>> game.num_players(), game.new_initial_state().current_player()
(4, 0)

A state is a node of the game tree.  Chance is explicit: a shuffle is a row of chance nodes, one for each number drawn.
Parameters: `players`, `preset`, `options` ("board_radius:3;storm_start:6"), and `small`, an endgame that can be
searched to the last leaf (see `roundtable.engine.research`).
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pyspiel

from roundtable.engine import Answer, BadOption, Chance, Game, OutOfScript
from roundtable.engine.flow import answer, run
from roundtable.engine.state import State
from roundtable.games import game as find
from roundtable.games import offer, slugs

from .features import Features
from .stepper import NOBODY, Stepper, Table
from .words import describe


class Draws(Chance):
    """Numbers drawn so far; when they are used up, `OutOfScript` says how many outcomes the next draw has."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__()
        self.numbers = numbers

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.drawn == len(self.numbers):
            raise OutOfScript(n)
        self.drawn += 1
        return self.numbers[self.drawn - 1]


def recalled(past: bytes, last: str, seen: str, given: Answer | None = None) -> bytes:
    """The hash of a past to which something is added: what is seen now, and what was answered.

    If nothing looks different, nothing is added: that somebody answered out of sight is not to be counted.
    """
    if given is None and seen == last:
        return past
    did = "" if given is None else f"did: {' '.join(given)}"
    return hashlib.blake2b(past + f"{seen}\n{did}".encode(), digest_size=16).digest()


class Memory:
    """What was before: the answer a seat gave, the state in which it gave it, and what was before that.

    A player recalls what it saw whenever that changed, and its own answers: a chain of hashes that is worked out when
    it is asked for.
    """

    def __init__(self, table: Table, before: Memory | None, state: State, seat: int, given: Answer) -> None:
        self.table = table
        self.before = before
        self.state = state
        self.seat = seat
        self.given = given
        self.known: dict[int, tuple[bytes, str]] = {}

    def recall(self, player: int) -> tuple[bytes, str]:
        """The hash of all that the player has seen and done, and what it saw last."""
        path: list[Memory] = []
        one: Memory | None = self
        while one is not None and player not in one.known:
            path.append(one)
            one = one.before
        found = one.known[player] if one is not None else (b"", "")
        for one in reversed(path):
            found = one.known[player] = one._on(player, *found)
        return found

    def _on(self, player: int, past: bytes, last: str) -> tuple[bytes, str]:
        game = self.table.game
        seen = describe(game, game.view(self.state, player))
        return recalled(past, last, seen, self.given if self.seat == player else None), seen

    def __getstate__(self) -> dict[str, object]:
        known = {player: self.recall(player) for player in range(self.table.players)}
        return {**self.__dict__, "known": known, "before": None}  # all that is needed, and no deep recursion


class Node(Stepper):
    """A node of the game tree.  It never changes: `after` gives the next one, so copies share it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = table.fresh()
        self.memory: Memory | None = None
        self.pending: tuple[int, Answer] = (NOBODY, ())
        self.draws: tuple[int, ...] = ()
        self.outcomes = 0  # of the chance node that this is, if it is one
        self._play_on()

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "choice": None}  # the grammar is made anew when it is asked for

    @property
    def over(self) -> bool:
        return not self.outcomes and not self.state.question

    def after(self, action: int) -> Node:
        """The node to which a legal number, or an outcome of chance, leads."""
        new = copy.copy(self)
        if self.outcomes:
            new.draws = (*self.draws, action)
            new._play_on()
        else:
            new.step(action)
        return new

    def give(self, given: Answer) -> None:
        self.memory = Memory(self.table, self.memory, self.state, self.seat, given)
        self.pending, self.draws = (self.seat, given), ()
        self._play_on()

    def _play_on(self) -> None:
        """Play from the pending answer to the next question, or to a draw of which the outcome is open."""
        state = self.state.clone()
        seat, given = self.pending
        chance = Draws(self.draws)
        try:
            if seat == NOBODY:
                run(state, chance)
            else:
                answer(state, seat, given, chance)
        except OutOfScript as draw:
            self.outcomes, self.seat, self.prefix = draw.outcomes, NOBODY, ()
            return
        self.state, self.outcomes = state, 0
        self.ask()

    def elsewhere(self, player: int, rng: Random) -> Node:
        """A node that the player cannot tell from this one, made from what it may know alone."""
        new = copy.copy(self)
        if not self.outcomes:
            new.state = self.table.game.world(self.view(player), rng)
            new.ask(player)
            new.prefix = self.own(player)
        return new

    def observation(self, player: int) -> str:
        return f"seat {player}\n{describe(self.table.game, self.view(player), self.own(player))}"

    def information(self, player: int) -> str:
        """What the player sees, and a hash of all that it has seen and done."""
        past, last = self.memory.recall(player) if self.memory is not None else (b"", "")
        past = recalled(past, last, describe(self.table.game, self.view(player)))
        return f"{self.observation(player)}\nrecalls: {past.hex()}"

    def private(self, player: int) -> str:
        """The lines of the observation that a spectator does not see."""
        public = set(describe(self.table.game, self.view(None)).splitlines())
        return "\n".join(line for line in self.observation(player).splitlines() if line not in public)


class RoundTableState(pyspiel.State):  # type: ignore[misc]
    """A node as OpenSpiel wants it."""

    def __init__(self, game: RoundTableGame) -> None:
        super().__init__(game)
        self.node = game.root

    def current_player(self) -> int:
        node = self.node
        if node.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if node.seat == NOBODY else node.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.node.outcomes
        return [(i, 1 / n) for i in range(n)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else self.node.table.atoms[action] or "STOP"

    def is_terminal(self) -> bool:
        return self.node.over

    def returns(self) -> list[float]:
        return self.node.returns()

    def rewards(self) -> list[float]:
        return self.node.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RoundTableState:
        """Another state that the player cannot tell from this one."""
        twin: RoundTableState = self.clone()
        twin.node = self.node.elsewhere(player_id, Random(probability_sampler()))
        return twin

    def __str__(self) -> str:
        """The whole truth."""
        node = self.node
        drawn = f"\ndrawn: {' '.join(map(str, node.draws))}" if node.outcomes else ""
        return describe(node.table.game, node.state, node.prefix) + drawn


class Observer:
    """Observations as OpenSpiel wants them: text always, numbers unless only private facts are asked for."""

    def __init__(self, game: RoundTableGame, kind: pyspiel.IIGObservationType, params: object) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self.features = game.features
        self.public = kind.public_info
        self.alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall = kind.perfect_recall
        self.tensor = np.zeros(self.features.size, np.float32) if self.public else None
        self.dict = {"observation": self.tensor} if self.public else {}

    def set_from(self, state: RoundTableState, player: int) -> None:
        if self.tensor is not None:
            node = state.node
            view, prefix = (node.view(player), node.own(player)) if self.alone else (node.view(None), ())
            self.tensor[:] = np.frombuffer(self.features.row(view, player, prefix), np.float32)

    def string_from(self, state: RoundTableState, player: int) -> str:
        node = state.node
        if not self.public:
            return node.private(player) if self.alone else ""
        if not self.alone:
            return describe(node.table.game, node.view(None))
        return node.information(player) if self.recall else node.observation(player)


def game_name(slug: str) -> str:
    """A game's name in OpenSpiel.

    >>> game_name("knights-duty")
    'roundtable_knights_duty'
    """
    return f"roundtable_{slug.replace('-', '_')}"


def game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=game_name(game.slug),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "preset": "", "options": "", "small": ""},
    )


class RoundTableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; subclasses name it."""

    slug = ""

    def __init__(self, params: dict[str, int | str] | None = None) -> None:
        given = params or {}
        pairs = [pair for pair in str(given.get("options", "")).split(";") if pair]
        if not all(":" in pair for pair in pairs):  # an equals sign would confuse OpenSpiel
            raise BadOption(f"options {given['options']!r}: write them as name:value;name:value")
        options = {name.strip(): value for name, _, value in (pair.partition(":") for pair in pairs)}
        game = find(self.slug)
        preset, small = str(given.get("preset", "")), str(given.get("small", ""))
        table = Table(game, int(given.get("players", 0)), options, preset, small)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.atoms),
            max_chance_outcomes=max(64, len(table.fresh().pieces)),
            num_players=table.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.limit * 32,  # answers, and more atoms than any answer has
        )
        super().__init__(game_type(game), info, given)
        self.features = Features(table)
        self.root = Node(table)

    def new_initial_state(self) -> RoundTableState:
        return RoundTableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return find(self.slug).limit * 32

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def register(*own: str) -> None:
    """Make all games known to OpenSpiel, once; also somebody's own, given by the path of a file or folder."""
    for path in own:
        offer(path)
    known = set(pyspiel.registered_names())
    for slug in slugs():
        kind = game_type(find(slug))
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(kind.short_name, (RoundTableGame,), {"slug": slug}))


register()
