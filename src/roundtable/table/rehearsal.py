"""Rehearsal: one question at a table of bots, on a clock of its own, to see when it is answered.

That moment must tell nothing about what is hidden.  The conformance kit compares the moments of two truths that only
those who are asked can tell apart (`roundtable check`).
"""

from __future__ import annotations

from random import Random
from typing import Final

from roundtable.engine import BadGame, Match

from .core import TableSettings
from .model import BOT, PERSON, RUNNING, Doc, Kept, Seat
from .table import Table
from .thoughts import seconds_of, think
from .todo import Append, Thought

PACE: Final = (0.5, 1.1)
_ROUNDS: Final = 1000  # far more than any question needs; a game whose answers are refused would go on for ever
_CALL: Final = 0.01  # seconds from the question to a bot that has nothing to choose


def moment(match: Match, lot: int, bot: str, held: bool = False) -> float:
    """After how many seconds the first answer to the open question comes, by the lot of that number.

    All seats are the bot's, or (`held`) those of people who were late and for whom the bot answers.  It takes its time
    over a choice and none over what is forced; what it answers does not matter here.
    """
    game, players = match.game, match.players
    seats = [
        Seat(PERSON, f"P{i}", f"p{i}", bot=bot, held=True) if held else Seat(BOT, f"B{i}", bot=bot)
        for i in range(players)
    ]
    doc = Doc("rehearsal", game.slug, "p0", players, match.options.data(), seats, "7", 0.0, state=RUNNING)
    table = Table(game, Kept(doc, [], []), TableSettings(pace=PACE), Random(lot), beginning=lambda: match)
    quick = "squire" if seconds_of(bot) else bot
    now, thinking = 0.0, list[tuple[float, Thought]]()
    for _ in range(_ROUNDS):
        todo = table.run(now)
        if isinstance(todo.write, Append):
            return round(now, 3)
        if todo.write is not None:
            table.written()
            continue
        for thought in todo.thoughts:
            forced = game.choice(thought.view, thought.seat).forced() is not None
            thinking.append((now + _CALL + (0.0 if forced else seconds_of(bot)), thought))
        thinking.sort(key=_ready)
        now = min([todo.wake, *(ready for ready, _ in thinking)])
        while thinking and thinking[0][0] <= now:
            thought = thinking.pop(0)[1]
            table.thought(thought, think(game, quick, thought.view, thought.seat, "x"))
    raise BadGame(f"'{match.question}' is never answered: the table refuses what {bot.capitalize()} answers")


def _ready(one: tuple[float, Thought]) -> float:
    return one[0]
