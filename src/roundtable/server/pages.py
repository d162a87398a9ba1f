"""Pages and forms.  Each form either does what it says and leads to a page, or says in one sentence why not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from time import monotonic
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

import roundtable as rt
from roundtable.bots import strengths
from roundtable.engine import BadOption, Game
from roundtable.engine.match import Match
from roundtable.table import SETUP, Doc, Person, Refused
from roundtable.table.clocks import CLOCKS
from roundtable.table.frames import data as frame_data
from roundtable.table.people import changed
from roundtable.table.replay import moment_of, replayed, viewers
from roundtable.table.setup import (
    Form,
    change_leave,
    change_ready,
    change_seat,
    change_settings,
    change_start,
    last,
    ticked,
)
from roundtable.web import VENDOR
from roundtable.web.booklet import booklet
from roundtable.web.faces import faces as web_faces
from roundtable.web.rendering import HERALDRY, game_data, said
from roundtable.web.rendering import manifest as web_manifest

from .encoding import encode
from .host import TableHost
from .matches import RANK, described, matched
from .protocol import protocol
from .registry import TableRegistry
from .tokens import COOKIE
from .visitor import place_of_visitor, same_origin, token_of

FIELDS: Final = 200  # of a form
MONTH: Final = 30 * 24 * 3600
FRAMES: Final = 50  # of a replay in one answer
PUBLIC: Final = "there are enough public tables from you; send your friends the link"


# -- what pages share ------------------------------------------------------------------------------------------------


def registry_of(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


async def visitor(request: Request) -> Person | None:
    """Who is asking, if we know them."""
    if not hasattr(request.state, "person"):
        request.state.person = await registry_of(request).person(token_of(request))
    person: Person | None = request.state.person
    return person


def check_rate(request: Request, kind: str, what: str, person: str = "") -> None:
    """`Refused` if there were too many of a kind from there, or from this person."""
    if not registry_of(request).limiter.take(kind, person, place_of_visitor(request), monotonic()):
        raise Refused(f"{what}; try again in a moment", 429)


async def greeted(request: Request) -> Person:
    """Who is asking; a new person if we do not know them, with a cookie."""
    person = await visitor(request)
    if person is None:
        check_rate(request, "persons", "too many newcomers from your address")
        person, request.state.new_token = await registry_of(request).welcome()
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


async def page(request: Request, template: str, code: int = 200, **variables: object) -> Response:
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
        "heraldry": HERALDRY,
        "path": request.url.path,
        "notice": "",
        "online": True,
    }
    text = request.app.state.templates.get_template(template).render({**shared, **variables})
    headers = {"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}
    return with_cookie(request, Response(text, code, headers))


def game_of(request: Request) -> Game:
    slug = request.path_params["slug"]
    if slug not in rt.slugs():
        raise HTTPException(404, "There is no such game.")
    return rt.game(slug)


async def table_of(request: Request) -> TableHost:
    host = await registry_of(request).table(request.path_params["id"])
    if host is None:
        raise HTTPException(404, "There is no such table.")
    return host


async def read_form(request: Request) -> Form:
    """The fields of a form sent by one of our own pages (or a program)."""
    registry = registry_of(request)
    if not same_origin(request):
        raise HTTPException(403, "Forms of other sites are not taken.")
    person = await visitor(request)
    check_rate(request, "forms", "too many forms at once", person.id if person is not None else "")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind not in ("", "application/x-www-form-urlencoded"):
        raise HTTPException(415, "Forms are sent as application/x-www-form-urlencoded.")
    size, chunks = 0, []
    async for chunk in request.stream():
        size += len(chunk)
        if size > registry.settings.body:
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
    registry, person = registry_of(request), await visitor(request)
    me = person.id if person is not None else ""
    tables = [described(doc, me) for doc in await registry.open_tables()]
    mine = [matched(doc, me, registry) for doc in await registry.store.tables_of(me, 20)] if me else []
    mine.sort(key=lambda match: RANK[str(match["stands"])])
    return await page(request, "front.html", tables=tables, mine=mine)


async def open_tables(request: Request) -> Response:
    docs = await registry_of(request).open_tables()
    return Response(encode({"tables": [described(doc, "") for doc in docs]}), media_type="application/json")


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
        editions=[one.title for one in registry_of(request).settings.editions if one.game == game.slug],
        printable=registry_of(request).prints is not None,
        workshop=registry_of(request).workshop is not None,
        notice=notice,
        form={name: values[-1] if len(values) == 1 else list(values) for name, values in (form or {}).items()},
    )


async def printed(request: Request) -> Response:
    """The game as a PDF to print, cut out and play with."""
    game, registry = game_of(request), registry_of(request)
    if registry.prints is None:
        raise HTTPException(404, "this server prints nothing")
    check_rate(request, "exports", "too many of these at once")
    pdf = await registry.prints.pdf(game)
    headers = {"ETag": f'"{pdf.tag}"', "Cache-Control": "public, max-age=3600"}
    if pdf.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return FileResponse(pdf.path, headers=headers, media_type="application/pdf", filename=f"{game.slug}.pdf")


async def faces(request: Request) -> Response:
    """The faces of a game's cards, for whoever reads its rules."""
    data = await asyncio.to_thread(faces_of, game_of(request).slug)
    return Response(data, media_type="application/json", headers={"cache-control": "max-age=3600"})


@cache
def faces_of(slug: str) -> bytes:
    """Made beforehand for the games of the house; for others from a few random matches, once."""
    made = VENDOR / f"faces-{slug}.json"
    return made.read_bytes() if made.exists() else encode(web_faces(rt.game(slug)))


async def rules(request: Request) -> Response:
    game = game_of(request)
    html, contents = booklet(game.slug)
    return await page(request, "rules.html", game=game_data(game), html=html, contents=contents)


async def table(request: Request) -> Response:
    return await table_page(request, await table_of(request))


async def table_page(request: Request, host: TableHost, notice: str = "", status: int = 200) -> Response:
    table = host.table
    if table.doc.state == SETUP:
        await greeted(request)  # whoever is invited is about to sit down
    person = await visitor(request)
    me = person.id if person is not None else ""
    doc, game = table.doc, table.game
    shared = {"table": frame_data(table.view(me)), "game": game_data(game), "notice": notice}
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
        shown=encode(shared["table"]).decode(),
        **shared,
    )


def option_words(game: Game, doc: Doc) -> list[dict[str, object]]:
    return [
        {
            "option": option.name,
            "text": option.text,
            "value": said(doc.options.get(option.name)),
            "changed": said(doc.options.get(option.name)) != said(option.default),
        }
        for option in game.options.listed()
    ]


async def me(request: Request) -> Response:
    await greeted(request)
    return await page(request, "me.html")


async def preferences(request: Request) -> Response:
    return await page(request, "settings.html")


async def credits(request: Request) -> Response:
    return await page(request, "credits.html")


async def manifest(request: Request) -> Response:
    text = web_manifest(request.app.state.static)
    return Response(text, media_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})


async def service_worker(request: Request) -> Response:
    """What a browser keeps of these pages, for when the network goes."""
    text = registry_of(request).offline.service_worker()
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def protocol_page(request: Request) -> Response:
    return await page(request, "protocol.html", html=protocol())


# -- forms -----------------------------------------------------------------------------------------------------------


async def change_me(request: Request) -> Response:
    form = await read_form(request)
    person = await greeted(request)
    registry = registry_of(request)
    name, colour, pattern, charge = (last(form, field) for field in ("name", "colour", "pattern", "charge"))
    await rename(request, registry, changed(person, name, colour, pattern, charge, registry.settings.name_length))
    back = last(form, "next", "/me")
    parts = urlsplit(back)
    safe = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.netloc and back.isprintable()
    return to(request, back if safe else "/me")


async def rename(request: Request, registry: TableRegistry, person: Person) -> None:
    if person != request.state.person:
        await registry.rename(getattr(request.state, "new_token", "") or token_of(request), person)
        request.state.person = person


def in_edition(registry: TableRegistry, game: Game, title: str) -> Game:
    """The game in one of the editions that the operator allows; as it is, if none is named."""
    if not title:
        return game
    for edition in registry.settings.editions:
        if (edition.game, edition.title) == (game.slug, title):
            return rt.game(game.slug, edition)
    raise Refused("there is no such edition here", 400)


def opening(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """The form that opens a table: play, friends or pass."""

    async def open_table(request: Request) -> Response:
        game, form, registry = game_of(request), await read_form(request), registry_of(request)
        try:
            person = await greeted(request)
            check_rate(request, "tables", "too many new tables at once", person.id)
            if kind == "friends" and ticked(form, "public"):
                check_rate(request, "public", PUBLIC, person.id)
            person = changed(person, last(form, "name"), "", "", "", registry.settings.name_length)
            await rename(request, registry, person)
            doc = await registry.open_table(person, in_edition(registry, game, last(form, "edition")), form, kind)
        except Refused as refused:
            return await game_page(request, game, refused.reason, refused.status, form)
        except BadOption as error:
            return await game_page(request, game, str(error), 400, form)
        return to(request, f"/table/{doc.id}")

    return open_table


def changing(
    change: Callable[[Doc, Game, Person, Form], None], gone: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """A form of a table; who has `gone` by it is not led back to the table."""

    async def change_table(request: Request) -> Response:
        host, form = await table_of(request), await read_form(request)
        person = await greeted(request)
        try:
            if change is change_settings and ticked(form, "public") and not host.table.doc.public:
                check_rate(request, "public", PUBLIC, person.id)
            await host.change(lambda doc: change(doc, host.table.game, person, form))
        except Refused as refused:
            return await table_page(request, host, refused.reason, refused.status)
        except BadOption as error:
            return await table_page(request, host, str(error), 400)
        left = gone and not host.table.doc.held() & set(host.table.doc.seats_of(person.id))
        return to(request, "/" if left else f"/table/{host.table.doc.id}")

    return change_table


seat, ready, settings, start = map(changing, (change_seat, change_ready, change_settings, change_start))
leave = changing(change_leave, gone=True)


async def rematch(request: Request) -> Response:
    host = await table_of(request)
    await read_form(request)
    registry, person = registry_of(request), await greeted(request)
    check_rate(request, "tables", "too many new tables at once", person.id)
    try:
        return to(request, f"/table/{await registry.rematch(host, person)}")
    except Refused as refused:
        if refused.status == 409 and host.table.doc.rematch:  # somebody else was faster
            return to(request, f"/table/{host.table.doc.rematch}")
        return await table_page(request, host, refused.reason, refused.status)


async def new_token(request: Request) -> Response:
    """A token for a program of somebody's own."""
    await read_form(request)
    check_rate(request, "persons", "too many tokens at once")
    person, token = await registry_of(request).welcome()
    return JSONResponse({"token": token, "name": person.name}, 201, {"Cache-Control": "no-store"})


# -- replays -----------------------------------------------------------------------------------------------------------


async def finished(request: Request) -> tuple[Doc, Match]:
    try:
        found = await registry_of(request).replay(request.path_params["id"])
    except Refused as refused:
        raise HTTPException(refused.status, refused.reason) from refused
    if found is None:
        raise HTTPException(404, "There is no such table.")
    return found


async def replay(request: Request) -> Response:
    check_rate(request, "replays", "too many replays at once")
    doc, match = await finished(request)
    person = await visitor(request)
    return await page(
        request,
        "replay.html",
        table=described(doc, person.id if person is not None else ""),
        game=game_data(match.game),
        answers=len(match.entries),
        data=f"/replay/{doc.id}/data",
        after=f"/replay/{doc.id}",
        bots=[{"name": each.name, "title": each.title} for each in strengths(match.game)],
        moment=moment_of(match, request.query_params.get("at", "")),
        origin=str(request.base_url).rstrip("/"),
        pictured=registry_of(request).pictures is not None,
    )


async def replay_data(request: Request) -> Response:
    check_rate(request, "replays", "too many replays at once")
    _, match = await finished(request)
    query = request.query_params
    eyes = query.get("seat", "public")
    if eyes not in viewers(match):
        raise HTTPException(400, "seat: the number of a seat, public or all")
    numbers = [query.get("from", "0"), query.get("to", query.get("from", "0"))]
    if not all(n.isascii() and n.isdigit() and len(n) < 7 for n in numbers):
        raise HTTPException(400, "from and to: how many answers")
    first, to = (min(int(n), len(match.entries)) for n in numbers)
    texts: list[bytes] = []
    for frame in replayed(match, eyes, first, min(to, first + FRAMES - 1)):
        texts.append(encode(frame_data(frame)))
        await asyncio.sleep(0)  # a page of them takes a tenth of a second, in which others want to be answered
    text = b'{"frames":[' + b",".join(texts) + b"]}"
    return Response(text, 200, {"Cache-Control": "private, max-age=3600"}, "application/json")


async def match_file(request: Request) -> Response:
    check_rate(request, "exports", "too many of these at once")
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
