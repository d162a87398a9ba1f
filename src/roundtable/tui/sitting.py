"""A sitting: one match at one keyboard, with people and bots on its seats.

It knows whose person is at the keyboard, what that person has composed so far, and who must answer next.  Nothing here
draws; the table screen asks it what may be shown.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from roundtable import bots
from roundtable.engine import STOP, Answer, Choice, Game, Match, Refusal, matchfile
from roundtable.games import game as find_game
from roundtable.scene import Scene

from . import saves

# A bot's seat says so by its name in the match file, so that the match can be resumed: "Enid (squire)",
# "Tor (knight@200)", "Nimue (module:Class)".
BOT_NAME: Final = re.compile(rf" \(((?:{'|'.join(bots.names())})(?:@\d+)?|[\w.]+:\w+)\)$")
PATIENCE: Final = 30.0  # seconds; nobody at the keyboard waits longer for a bot of their own that hangs


@dataclass(frozen=True)
class Setup:
    """Everything that makes a new match at this keyboard."""

    game: Game
    players: int = 0
    people: tuple[str, ...] = ()
    bot: str = ""  # the usual one, if not given
    seed: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""

    def start(self, folder: Path) -> Sitting:
        """A new match, recorded from now on."""
        people = self.people or ("Player 1",)
        players = self.players or max(self.game.seats[0], len(people))
        if len(people) > players:
            raise Refusal("", f"{len(people)} people do not fit on {players} seats")
        if taken := [name for name in people if BOT_NAME.search(name)]:
            raise Refusal("", f"{taken[0]!r} is a name for bots")
        bot = self.bot or bots.usual(self.game).name
        bots.make(bot, self.game, 0, 0)  # is there such a bot?
        spare = [name for name in bots.NAMES if name not in people]
        rest = (f"{spare[i % len(spare)]} ({bot})" for i in range(players - len(people)))
        seed = secrets.randbits(62) if self.seed is None else self.seed
        match = self.game.match(players, seed, self.options, self.preset, (*people, *rest))
        sitting = Sitting(match, self)
        match.record(saves.new_file(folder, self.game.slug))
        return sitting

    def again(self) -> Setup:
        """The same table for another match."""
        return replace(self, seed=None)


def resume(path: Path, find: Callable[[str], Game] = find_game) -> Sitting:
    """Go on with a recorded match; seats that are not named as bots are people."""
    match = matchfile.load(path, find)
    people = tuple(name for name in match.names if not BOT_NAME.search(name))
    found = next((words[1] for name in match.names if (words := BOT_NAME.search(name))), "")
    setup = Setup(match.game, match.players, people, found, None, match.options)
    sitting = Sitting(match, setup)
    match.record(path)
    return sitting


class Sitting:
    """A match, its people and bots, and the answer that is being composed."""

    def __init__(self, match: Match, setup: Setup) -> None:
        self.match = match
        self.setup = setup
        self.bots: dict[int, bots.Guarded] = {}
        for seat, name in enumerate(match.names):
            if words := BOT_NAME.search(name):
                seed = f"{match.seed}+{len(match.entries)}"  # a resumed bot does not repeat its first answers
                self.bots[seat] = bots.Guarded(bots.make(words[1], match.game, seat, seed), PATIENCE, seed)
        self.people = tuple(seat for seat in range(match.players) if seat not in self.bots)
        self.at: int | None = self.people[0] if len(self.people) == 1 else None
        self.chosen: Answer = ()

    # -- who is at the keyboard --------------------------------------------------------------------------------------

    @property
    def person(self) -> int | None:
        """The person who is to answer now, the one at the keyboard first."""
        asked = [seat for seat in self.match.asked if seat in self.people]
        return self.at if self.at in asked else asked[0] if asked else None

    @property
    def pass_to(self) -> int | None:
        """To whom the keyboard must be passed before anything more may be shown."""
        return None if self.person == self.at else self.person

    @property
    def bot(self) -> int | None:
        """The bot that is to answer now."""
        return next((seat for seat in self.match.asked if seat in self.bots), None)

    def sit_down(self, seat: int) -> None:
        self.at = seat
        self.chosen = ()

    @property
    def asked(self) -> bool:
        """Whether the person at the keyboard has a question to answer."""
        return self.at is not None and self.at in self.match.asked

    # -- composing an answer -----------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The table as the person at the keyboard may see it; as everybody may, before anybody sat down."""
        scene: Scene = self.match.scene(self.at, self.chosen if self.asked else ())
        return scene

    def choice(self) -> Choice:
        if self.at is None:
            raise Refusal("", "nobody is at the keyboard")
        return self.match.choice(self.at)

    def choose(self, atom: str) -> None:
        """Add an atom to the answer; an answer of one word to which nothing can be added is given at once."""
        choice = self.choice()
        if atom not in choice.offers(self.chosen):
            raise self.why_not(atom) or Refusal(atom, "this cannot be chosen now", choice.rule)
        self.chosen = (*self.chosen, atom)
        if len(self.chosen) == 1 and list(choice.offers(self.chosen)) == [STOP]:
            self.give()

    def take_back(self) -> bool:
        """Leave out the last atom; False if there was none."""
        had = bool(self.chosen)
        self.chosen = self.chosen[:-1]
        return had

    def give(self) -> None:
        """Give the composed answer; it is on disk when this returns."""
        if self.at is None:
            raise Refusal("", "nobody is at the keyboard")
        self.match.answer(self.at, self.chosen)
        self.chosen = ()

    def undo(self) -> None:
        """Take back the last given answer of the person at the keyboard, if that is fair."""
        if self.at is None:
            raise Refusal("", "nobody is at the keyboard")
        self.match.undo(self.at)
        self.chosen = ()

    # -- asking why --------------------------------------------------------------------------------------------------

    def words(self) -> dict[str, str]:
        """Every atom that the game knows, with its label for the person at the keyboard."""
        match = self.match
        view = match.view(self.at)
        return {atom: match.game.label(view, atom) for atom in match.game.vocabulary(match.players, match.options)}

    def why_not(self, atom: str) -> Refusal | None:
        """Why an atom cannot be chosen now; None if it can."""
        choice = self.choice()
        if atom in choice.offers(self.chosen):
            return None
        return choice.refusal(choice.canonical((*self.chosen, atom)))

    def log(self, last: int = 150) -> Sequence[str]:
        """The latest sentences of the log, as far as the person at the keyboard may know them."""
        return self.match.lines(self.at, max(0, len(self.match.events) - last))
