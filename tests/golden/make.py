"""Make the golden matches of a game's present rules: `python -m tests.golden.make [GAME ...]`.

Run it once for each new version of a game's rules.  Files of earlier versions stay: they are what people have kept.
Where there are files of the present version already, it adds one for each option that none of them uses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import roundtable as rt
from roundtable.bots import make
from roundtable.engine import BadOption, Game, Option
from roundtable.engine.match import Match, seats_of

from .trace import digest

FOLDER: Final = Path(__file__).parent
MATCHES: Final = 12  # at least; more where the values of options need them
BOTS: Final = ("squire", "page", "random")


def tables(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Tables at which, taken together, every number of players and every value of every option is played."""
    counts = seats_of(game.seats)
    left = {option.name: worth_trying(game, option) for option in game.options.listed()}
    made = idle = 0
    while made < MATCHES or idle < len(counts):  # values that fit no table are left when every number was tried
        players = counts[made % len(counts)]
        lists = {option.name: option.values[:players] for option in game.options.listed() if option.kind == "list"}
        options: dict[str, Any] = {}
        for name, values in left.items() if made else ():  # the first match has no options
            fit = next((value for value in values if fits(game, players, {**lists, **options, name: value})), None)
            if fit is not None:
                values.remove(fit)
                options |= {**lists, name: fit}
        made += 1
        idle = 0 if options else idle + 1
        yield players, options


def lacking(game: Game, heads: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Tables with options that came later than these files."""
    for option in game.options.listed():
        used = {json.dumps(head["options"].get(option.name, option.default)) for head in heads}
        for value in worth_trying(game, option)[: 1 if len(used) == 1 else 0]:
            yield game.usual_players(), {option.name: value}


def worth_trying(game: Game, option: Option) -> list[Any]:
    """Values beside the default: the samples, or for a number the smallest that fits the largest table."""
    values = [value for value in option.samples() if value != option.default]
    if option.kind == "int" and not any(fits(game, game.seats[1], {option.name: value}) for value in values):
        values += [n for n in range(option.lo, option.hi) if fits(game, game.seats[1], {option.name: n})][1:2]
    return values


def fits(game: Game, players: int, options: dict[str, Any]) -> bool:
    try:
        game.settle(players, options)
    except BadOption:
        return False
    return True


def played(game: Game, players: int, options: dict[str, Any], seed: int) -> Match:
    """A match of mixed bots from its beginning to its end."""
    match = game.match(players, seed, options)
    bots = [make(BOTS[(seat + seed) % len(BOTS)], game, seat, seed) for seat in range(players)]
    while match.asked:
        for seat in match.asked:
            match.answer(seat, bots[seat].choose(match.view(seat), match.choice(seat)))
    return match


def main(slugs: list[str]) -> None:
    for slug in slugs or rt.slugs():
        game = rt.game(slug)
        folder = FOLDER / slug / str(game.rules_version)
        folder.mkdir(parents=True, exist_ok=True)
        there = sorted(folder.glob("*.jsonl"))
        heads = [json.loads(file.read_text(encoding="utf-8").split("\n")[0]) for file in there]
        marks = folder / "digests.json"
        digests = json.loads(marks.read_text(encoding="utf-8")) if there else {}
        wanted = lacking(game, heads) if there else tables(game)
        for n, (players, options) in enumerate(wanted, len(there) + 1):
            match = played(game, players, options, n)
            name = f"{n:02}.jsonl"
            match.save(folder / name)
            digests[name] = digest(match)
        marks.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
        print(f"{slug}, rules version {game.rules_version}: {len(digests)} matches")


if __name__ == "__main__":
    main(sys.argv[1:])
