"""The pages of a game's lessons and of its puzzles, and the forms that begin one."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from roundtable.table.lessons import BadLesson, read_all
from roundtable.table.puzzles import LEVELS, of_the_day, read_all_puzzles
from roundtable.table.setup import Refused
from roundtable.web.rendering import game_data

from .pages import check_rate, game_of, greeted, page, read_form, registry_of, to


async def learn(request: Request) -> Response:
    game = game_of(request)
    return await page(request, "learn.html", game=game_data(game), lessons=list(read_all(game).items()))


async def puzzles(request: Request) -> Response:
    game = game_of(request)
    fault = ""
    try:
        found = read_all_puzzles(game)
    except BadLesson as error:
        found, fault = {}, str(error)
    today = of_the_day(found, datetime.now(UTC).date())
    shown: dict[str, object] = {"puzzles": list(found.values()), "today": today, "levels": LEVELS, "fault": fault}
    return await page(request, "puzzles.html", 200, game=game_data(game), **shown)


async def begin_lesson(request: Request) -> Response:
    return await _begin(request, "lesson")


async def begin_puzzle(request: Request) -> Response:
    return await _begin(request, "puzzle")


async def _begin(request: Request, kind: str) -> Response:
    game, registry = game_of(request), registry_of(request)
    await read_form(request)
    person = await greeted(request)
    check_rate(request, "tables", "too many new tables at once", person.id)
    try:
        doc = await registry.open_table(person, game, {kind: [request.path_params[kind]]}, kind)
    except BadLesson as error:
        raise Refused(str(error)) from error
    return to(request, f"/table/{doc.id}")
