"""Every sentence that random matches say is good English: log, prompts, labels, hints, reasons, status and tally.

The slips that sentences made from facts are prone to are listed in `roundtable.engine.grammar`.  Seeds are fixed.  To
read more than one match of each setting, set ROUNDTABLE_MATCHES: so many of each game, over all numbers of players and
all options in turn.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

import roundtable as rt
from roundtable.engine import STOP, Game, Match
from roundtable.engine.conformance import settings
from roundtable.engine.grammar import faults
from roundtable.scene import Area, Mark, Scene

MATCHES = int(os.environ.get("ROUNDTABLE_MATCHES", "0"))
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
GAMES = [rt.game(slug) for slug in rt.slugs()]


def said(match: Match, rng: Random) -> Iterator[tuple[str, bool]]:
    """What is to be read at this moment, and whether it must be a whole sentence."""
    yield match.leads, bool(match.leads)
    for viewer in (*match.asked[:2], None):
        yield from in_scene(match.scene(viewer))
    for seat in match.asked[:1]:
        view, choice = match.view(seat), match.choice(seat)
        chosen = choice.sample(rng)
        prefix = chosen[: rng.randrange(len(chosen) + 1)]
        yield from in_scene(match.game.scene(view, seat, match.names, prefix))
        offers = choice.offers(prefix)
        words = match.game.vocabulary(match.players, match.options)
        for atom in rng.sample(words, min(len(words), 12)):
            if atom not in offers and atom != STOP:
                yield match.game.why_not(view, seat, prefix, atom)[0], False


def in_scene(scene: Scene) -> Iterator[tuple[str, bool]]:
    yield from ((text, False) for text in (scene.status, scene.waiting, scene.over))
    if scene.prompt is not None:
        yield scene.prompt.sentence, True
        yield scene.prompt.progress, False
        for pick in scene.prompt.picks:
            yield pick.label, False
            yield pick.hint, False
    for panel in scene.panels:
        yield from in_marks(panel.marks)
        yield from ((f"{stat.name}: {stat.detail}", False) for stat in panel.stats)
        for area in panel.areas:
            yield from in_area(area)
    for area in scene.areas:
        yield from in_area(area)


def in_area(area: Area) -> Iterator[tuple[str, bool]]:
    yield area.note, False
    for piece in area.pieces:
        yield piece.label, False
        yield from in_marks(piece.marks)
        if piece.face is not None:
            yield piece.face.text, False
    for spot in area.spots:
        yield from in_marks(spot.marks)


def in_marks(marks: tuple[Mark, ...]) -> Iterator[tuple[str, bool]]:
    yield from ((mark.text, False) for mark in marks)


def read(game: Game, players: int, setting: dict[str, object], seed: int) -> set[tuple[str, bool]]:
    """All that is said in one match; scenes and reasons at some of its moments."""
    rng = Random(f"{game.slug} {players} {sorted(setting)} {seed}")
    match = game.match(players, seed=seed, options=setting, names=NAMES[:players], keep=1)
    texts: set[tuple[str, bool]] = set()
    while match.asked:
        if rng.random() < 0.15:
            texts |= set(said(match, rng))
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
    texts |= set(said(match, rng))
    texts |= {(sentence, True) for viewer in (0, 1, None) for sentence in match.sentences(viewer)}
    return texts | {(row.label, False) for row in match.tally}


def tables(game: Game) -> Iterator[tuple[int, dict[str, object], int]]:
    """Players, options and seed of each match: each setting with one number of players, or as many as are wanted."""
    counts = range(game.seats[0], game.seats[1] + 1)
    every = [(players, i, setting) for players in counts for i, setting in enumerate(settings(game, players))]
    if MATCHES:
        for n in range(MATCHES):
            players, _, setting = every[n % len(every)]
            yield players, setting, n // len(every)
    else:
        yield from ((players, setting, 0) for players, i, setting in every if counts[i % len(counts)] == players)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_said_is_good_english(game: Game) -> None:
    found: dict[str, str] = {}
    for players, setting, seed in tables(game):
        called = game.callings(game.start(players, game.settle(players, setting)), NAMES[:players])
        for text, whole in read(game, players, setting, seed):
            for fault in faults(text, whole, (*NAMES, *called)) if text else ():
                found.setdefault(fault, text)
    assert not found, "\n".join(f"{fault}: {text}" for fault, text in sorted(found.items()))
