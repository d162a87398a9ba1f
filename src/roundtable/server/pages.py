"""Pages and forms.  Each form either does what it says and leads to a page, or says in one sentence why not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

import roundtable as rt
from roundtable.bots import strengths
from roundtable.engine import BadOption, Game
from roundtable.engine.match import Match

from . import wire
from .booklet import booklet, protocol
from .clocks import CLOCKS
from .documents import Refused, describe
from .hall import Hall, change_ready, change_seat, change_settings, change_start, last
from .model import SETUP, Doc, Person
from .replay import replayed, viewers
from .seats import CHARGES, COLOURS, COOKIE, PATTERNS, changed
from .table import Table
from .visitor import client_of, same_origin, token_of

Form = Mapping[str, Sequence[str]]

FIELDS: Final = 200  # of a form
MONTH: Final = 30 * 24 * 3600
FRAMES: Final = 50  # of a replay in one answer


# -- what pages share ------------------------------------------------------------------------------------------------


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def visitor(request: Request) -> Person | None:
    """Who is asking, if we know them."""
    if not hasattr(request.state, "person"):
        request.state.person = await hall_of(request).person(token_of(request))
    person: Person | None = request.state.person
    return person


async def greeted(request: Request) -> Person:
    """Who is asking; a new person if we do not know them, with a cookie."""
    person = await visitor(request)
    if person is None:
        hall = hall_of(request)
        if not hall.tokens.take(client_of(request)):
            raise Refused("too many newcomers from your address; try again in a moment", 429)
        person, request.state.new_token = await hall.welcome()
        request.state.person = person
    return person


def with_cookie(request: Request, response: Response) -> Response:
    token = getattr(request.state, "new_token", "") or (
        request.cookies.get(COOKIE, "") if getattr(request.state, "person", None) is not None else ""
    )
    if token:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=12 * MONTH, httponly=True, samesite="lax", secure=secure)
    return response


async def page(request: Request, template: str, code: int = 200, **variables: Any) -> Response:
    person = await visitor(request)
    theme = request.cookies.get("theme", "")
    shared = {
        "me": {
            "name": person.name if person is not None else "",
            "arms": person.arms if person is not None else None,
            "known": person is not None,
        },
        "games": [game_data(rt.game(slug)) for slug in rt.slugs()],
        "static": request.app.state.static,
        "theme": theme if theme in ("day", "night") else "",
        "heraldry": {"colours": COLOURS, "patterns": PATTERNS, "charges": CHARGES},
        "path": request.url.path,
        "notice": "",
    }
    text = request.app.state.templates.get_template(template).render({**shared, **variables})
    headers = {"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}
    return with_cookie(request, Response(text, code, headers))


def game_data(game: Game) -> dict[str, Any]:
    data = game.data()
    data["usual_players"] = game.usual_players()
    rules = {option.name: option.rule for option in game.options}
    for option in data["options"]:
        option["rule"] = rules[option["name"]]
    data["presets"] = [
        {
            "name": name,
            "values": values,
            "text": ", ".join(f"{k.replace('_', ' ')} {said(v)}" for k, v in values.items()),
        }
        for name, values in data["presets"].items()
    ]
    return data


def said(value: Any) -> str:
    """An option's value in words.

    >>> said(True), said(("a", "b")), said(())
    ('yes', 'a, b', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def game_of(request: Request) -> Game:
    slug = request.path_params["slug"]
    if slug not in rt.slugs():
        raise HTTPException(404, "There is no such game.")
    return rt.game(slug)


async def table_of(request: Request) -> Table:
    table = await hall_of(request).table(request.path_params["id"])
    if table is None:
        raise HTTPException(404, "There is no such table.")
    return table


async def read_form(request: Request) -> Form:
    """The fields of a form sent by one of our own pages (or a program)."""
    hall = hall_of(request)
    if not same_origin(request):
        raise HTTPException(403, "Forms of other sites are not taken.")
    if not hall.posts.take(client_of(request)):
        raise HTTPException(429, "Too many forms at once; try again in a moment.")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind not in ("", "application/x-www-form-urlencoded"):
        raise HTTPException(415, "Forms are sent as application/x-www-form-urlencoded.")
    size, chunks = 0, []
    async for chunk in request.stream():
        size += len(chunk)
        if size > hall.settings.body:
            raise HTTPException(413, "The form is too long.")
        chunks.append(chunk)
    try:
        pairs = parse_qsl(b"".join(chunks).decode(), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
    except (ValueError, UnicodeError) as error:
        raise HTTPException(400, "The form cannot be read.") from error
    form: dict[str, list[str]] = {}
    for name, value in pairs:
        form.setdefault(name, []).append(value)
    return form


def to(request: Request, path: str) -> Response:
    return with_cookie(request, RedirectResponse(path, 303))


# -- pages -----------------------------------------------------------------------------------------------------------


async def front(request: Request) -> Response:
    hall, person = hall_of(request), await visitor(request)
    me = person.id if person is not None else ""
    tables = [describe(doc, me) for doc in await hall.store.open_tables(30)]
    mine = [describe(doc, me) for doc in await hall.store.tables_of(me, 20)] if me else []
    return await page(request, "front.html", tables=tables, mine=mine)


async def open_tables(request: Request) -> Response:
    docs = await hall_of(request).store.open_tables(30)
    return Response(wire.encode({"tables": [describe(doc, "") for doc in docs]}), media_type="application/json")


async def game(request: Request) -> Response:
    return await game_page(request, game_of(request))


async def game_page(
    request: Request, game: Game, notice: str = "", status: int = 200, form: Form | None = None
) -> Response:
    return await page(
        request,
        "game.html",
        status,
        game=game_data(game),
        strengths=strengths(game),
        clocks=CLOCKS,
        printable=hall_of(request).settings.printer is not None,
        notice=notice,
        form={name: values[-1] if len(values) == 1 else list(values) for name, values in (form or {}).items()},
    )


async def printed(request: Request) -> Response:
    """The game as a PDF to print, cut out and play with; made once, in a thread of its own."""
    game, printer = game_of(request), hall_of(request).settings.printer
    if printer is None:
        raise HTTPException(404, "this server prints nothing")
    pdf = await asyncio.to_thread(pdf_of, printer, game.slug)
    headers = {"content-disposition": f'attachment; filename="{game.slug}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


def pdf_of(printer: Callable[[Game], bytes], slug: str) -> bytes:
    with _PRESS:  # one at a time: whoever comes second finds it done
        if slug not in _PDFS:
            _PDFS[slug] = printer(rt.game(slug))
        return _PDFS[slug]


_PRESS: Final = Lock()
_PDFS: Final[dict[str, bytes]] = {}


async def rules(request: Request) -> Response:
    game = game_of(request)
    html, contents = booklet(game.slug)
    return await page(request, "rules.html", game=game_data(game), html=html, contents=contents)


async def table(request: Request) -> Response:
    return await table_page(request, await table_of(request))


async def table_page(request: Request, table: Table, notice: str = "", status: int = 200) -> Response:
    if table.doc.state == SETUP:
        await greeted(request)  # whoever is invited is about to sit down
    person = await visitor(request)
    me = person.id if person is not None else ""
    doc, game = table.doc, table.game
    shared = {"table": table.data(me), "game": game_data(game), "notice": notice}
    if doc.state != SETUP:
        return await page(request, "table.html", status, socket=f"/table/{doc.id}/socket", **shared)
    return await page(
        request,
        "setup.html",
        status,
        strengths=strengths(game),
        clocks=CLOCKS,
        invite=str(request.url.replace(path=f"/table/{doc.id}", query="")),
        host=doc.host == me,
        words=option_words(game, doc),
        shown=wire.encode(shared["table"]).decode(),
        **shared,
    )


def option_words(game: Game, doc: Doc) -> list[dict[str, Any]]:
    return [
        {
            "option": option.name,
            "text": option.text,
            "value": said(doc.options.get(option.name)),
            "changed": said(doc.options.get(option.name)) != said(option.default),
        }
        for option in game.options
    ]


async def me(request: Request) -> Response:
    await greeted(request)
    return await page(request, "me.html")


async def credits(request: Request) -> Response:
    return await page(request, "credits.html")


async def protocol_page(request: Request) -> Response:
    return await page(request, "protocol.html", html=protocol())


# -- forms -----------------------------------------------------------------------------------------------------------


async def change_me(request: Request) -> Response:
    form = await read_form(request)
    person = await greeted(request)
    hall = hall_of(request)
    name, colour, pattern, charge = (last(form, field) for field in ("name", "colour", "pattern", "charge"))
    await rename(request, hall, changed(person, name, colour, pattern, charge, hall.settings.name_length))
    back = last(form, "next", "/me")
    parts = urlsplit(back)
    safe = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.netloc and back.isprintable()
    return to(request, back if safe else "/me")


async def rename(request: Request, hall: Hall, person: Person) -> None:
    if person != request.state.person:
        await hall.rename(getattr(request.state, "new_token", "") or token_of(request), person)
        request.state.person = person


def opening(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """The form that opens a table: play, friends or pass."""

    async def open_table(request: Request) -> Response:
        game, form, hall = game_of(request), await read_form(request), hall_of(request)
        try:
            if not hall.opened.take(client_of(request)):
                raise Refused("too many new tables at once; try again in a moment", 429)
            person = await greeted(request)
            person = changed(person, last(form, "name"), "", "", "", hall.settings.name_length)
            await rename(request, hall, person)
            doc = await hall.open_table(person, game, form, kind)
        except Refused as refused:
            return await game_page(request, game, refused.reason, refused.status, form)
        except BadOption as error:
            return await game_page(request, game, str(error), 400, form)
        return to(request, f"/table/{doc.id}")

    return open_table


def changing(change: Callable[[Doc, Person, Form], None]) -> Callable[[Request], Awaitable[Response]]:
    """A form of the set-up page."""

    async def change_table(request: Request) -> Response:
        table, form = await table_of(request), await read_form(request)
        person = await greeted(request)
        try:
            await table.change(lambda doc: change(doc, person, form))
        except Refused as refused:
            return await table_page(request, table, refused.reason, refused.status)
        except BadOption as error:
            return await table_page(request, table, str(error), 400)
        return to(request, f"/table/{table.doc.id}")

    return change_table


seat, ready, settings, start = map(changing, (change_seat, change_ready, change_settings, change_start))


async def rematch(request: Request) -> Response:
    table = await table_of(request)
    await read_form(request)
    hall, person = hall_of(request), await greeted(request)
    try:
        return to(request, f"/table/{await hall.rematch(table, person)}")
    except Refused as refused:
        if refused.status == 409 and table.doc.rematch:  # somebody else was faster
            return to(request, f"/table/{table.doc.rematch}")
        return await table_page(request, table, refused.reason, refused.status)


async def new_token(request: Request) -> Response:
    """A token for a program of somebody's own."""
    await read_form(request)
    hall = hall_of(request)
    if not hall.tokens.take(client_of(request)):
        raise HTTPException(429, "Too many tokens at once; try again in a moment.")
    person, token = await hall.welcome()
    return JSONResponse({"token": token, "name": person.name}, 201, {"Cache-Control": "no-store"})


# -- replays -----------------------------------------------------------------------------------------------------------


async def finished(request: Request) -> tuple[Doc, Match]:
    try:
        found = await hall_of(request).replay(request.path_params["id"])
    except Refused as refused:
        raise HTTPException(refused.status, refused.reason) from refused
    if found is None:
        raise HTTPException(404, "There is no such table.")
    return found


async def replay(request: Request) -> Response:
    doc, match = await finished(request)
    person = await visitor(request)
    return await page(
        request,
        "replay.html",
        table=describe(doc, person.id if person is not None else ""),
        game=game_data(match.game),
        answers=len(match.entries),
        data=f"/replay/{doc.id}/data",
    )


async def replay_data(request: Request) -> Response:
    _, match = await finished(request)
    query = request.query_params
    eyes = query.get("seat", "public")
    if eyes not in viewers(match):
        raise HTTPException(400, "seat: the number of a seat, public or all")
    numbers = [query.get("from", "0"), query.get("to", query.get("from", "0"))]
    if not all(n.isascii() and n.isdigit() and len(n) < 7 for n in numbers):
        raise HTTPException(400, "from and to: how many answers")
    first, to = (min(int(n), len(match.entries)) for n in numbers)
    frames = replayed(match, eyes, first, min(to, first + FRAMES - 1))
    return Response(
        wire.encode({"frames": frames}), 200, {"Cache-Control": "private, max-age=3600"}, "application/json"
    )


async def match_file(request: Request) -> Response:
    doc, match = await finished(request)
    headers = {"Content-Disposition": f'attachment; filename="{doc.game}-{doc.id}.jsonl"'}
    return PlainTextResponse(match.text(), 200, headers)


# -- refusals ----------------------------------------------------------------------------------------------------------


async def refused(request: Request, status: int, message: str) -> Response:
    titles = {403: "Not allowed", 404: "Not found", 429: "Too fast", 500: "Our fault", 503: "Not now"}
    title = titles.get(status, "That did not work")
    if request.url.path.startswith("/api/") or request.url.path.endswith("/data"):
        return JSONResponse({"error": message}, status)
    return await page(request, "error.html", status, status=status, title=title, message=message)
