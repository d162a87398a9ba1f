"""The page of a game's lessons, and the form that begins one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from roundtable.table.lessons import read_all
from roundtable.web.rendering import game_data

from .pages import check_rate, game_of, greeted, page, read_form, registry_of, to


async def learn(request: Request) -> Response:
    game = game_of(request)
    return await page(request, "learn.html", game=game_data(game), lessons=list(read_all(game).items()))


async def begin(request: Request) -> Response:
    game, registry = game_of(request), registry_of(request)
    await read_form(request)
    person = await greeted(request)
    check_rate(request, "tables", "too many new tables at once", person.id)
    doc = await registry.open_table(person, game, {"lesson": [request.path_params["lesson"]]}, "lesson")
    return to(request, f"/table/{doc.id}")
