"""After the match: reviews, guesses, notes, playing on, embedding.  Only of finished matches, which are open to all."""

from __future__ import annotations

import secrets
from time import time
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from roundtable.bots import strength
from roundtable.table import Doc, Refused, review
from roundtable.table.people import clean
from roundtable.table.replay import moment_of, played_on
from roundtable.table.setup import last
from roundtable.web.rendering import game_data

from .encoding import encode
from .matches import described
from .pages import check_rate, finished, greeted, page, read_form, registry_of, to, visitor
from .pictures import Pictures
from .store import Paper
from .tokens import new_id
from .visitor import place_of_visitor

NOTES: Final = "notes"  # papers of this kind: what was noted beside the moves of a match
NOTE: Final = 300  # characters
MANY: Final = 200  # notes of one match


def json(data: object, status: int = 200) -> Response:
    return Response(encode(data), status, {"Cache-Control": "no-store"}, "application/json")


def number(text: str, most: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= most):
        raise HTTPException(400, f"{what}: a number up to {most}")
    return int(text)


async def told(request: Request) -> Response:
    """A review, as far as it has come; `{}` if nobody has asked for it."""
    check_rate(request, "replays", "too many replays at once")
    doc, match = await finished(request)
    seat = number(request.query_params.get("seat", "0"), match.players - 1, "seat")
    return json(await registry_of(request).reviews.told(doc.id, match, seat) or {})


async def begin(request: Request) -> Response:
    """Ask for the review of a seat's answers."""
    form = await read_form(request)
    doc, match = await finished(request)
    person = await greeted(request)
    check_rate(request, "reviews", "too many reviews at once", person.id)
    seat = number(last(form, "seat", "0"), match.players - 1, "seat")
    reviews = registry_of(request).reviews
    await reviews.begin(doc.id, match, seat, (place_of_visitor(request), person.id))
    return json(await reviews.told(doc.id, match, seat) or {}, 202)


async def guess(request: Request) -> Response:
    """Answers among which to guess what a seat gave at its next choice, and which it was; `{}` after the last."""
    check_rate(request, "replays", "too many replays at once")
    _, match = await finished(request)
    query = request.query_params
    seat = number(query.get("seat", "0"), match.players - 1, "seat")
    first = number(query.get("from", "0"), len(match.entries) + 1, "from")
    move = next((each for each in review.choices_of(match, seat) if each >= first), None)
    if move is None:
        return json({})
    said, right = review.guesses(match, move)
    return json({"move": move, "said": said, "right": right})


async def play_on(request: Request) -> Response:
    """A new table that begins at a moment of this match: oneself on one seat, bots on the others."""
    form = await read_form(request)
    doc, match = await finished(request)
    registry, person = registry_of(request), await greeted(request)
    check_rate(request, "tables", "too many new tables at once", person.id)
    at = number(last(form, "at"), len(match.entries), "at")
    seat = number(last(form, "seat"), match.players - 1, "seat")
    bot = last(form, "bot", "squire")
    if strength(match.game, bot) is None:
        raise Refused(f"there is no bot {bot!r}", 400)
    new = Doc(new_id(), doc.game, person.id, doc.players, {}, [], "", round(time(), 3))
    records = played_on(new, doc, match, at, seat, person, bot, secrets.token_hex(16))
    await registry.begin_from(new, records)
    return to(request, f"/table/{new.id}")


# -- notes -------------------------------------------------------------------------------------------------------------


async def _noted(request: Request, doc: Doc) -> list[dict[str, object]]:
    paper = await registry_of(request).store.paper(NOTES, doc.id)
    found: list[dict[str, object]] = msgspec.json.decode(paper.data) if paper is not None else []
    return found


def _shown(notes: list[dict[str, object]], me: str) -> Response:
    """Without the ids of persons, which are nobody's business."""
    shown = [{"move": n["move"], "name": n["name"], "text": n["text"], "yours": n["person"] == me} for n in notes]
    return json({"notes": shown})


async def notes(request: Request) -> Response:
    check_rate(request, "replays", "too many replays at once")
    doc, _ = await finished(request)
    person = await visitor(request)
    return _shown(await _noted(request, doc), person.id if person is not None else "")


async def note(request: Request) -> Response:
    """Write a note beside a move; an empty one takes one's own away.  For those who played."""
    form = await read_form(request)
    doc, match = await finished(request)
    person = await greeted(request)
    if not doc.seats_of(person.id):
        raise Refused("notes are written by those who played", 403)
    move = number(last(form, "move"), len(match.entries), "move")
    text = clean(last(form, "text"), NOTE)
    found = [n for n in await _noted(request, doc) if not (n["move"] == move and n["person"] == person.id)]
    if text:
        if len(found) >= MANY:
            raise Refused("there are enough notes beside this match", 429)
        found.append({"move": move, "person": person.id, "name": person.name, "text": text})
    found.sort(key=lambda n: int(str(n["move"])))
    paper = Paper(NOTES, doc.id, "", time(), msgspec.json.encode(found))
    await registry_of(request).store.keep_paper(paper)
    return _shown(found, person.id)


# -- pictures ----------------------------------------------------------------------------------------------------------


async def picture(request: Request) -> Response:
    """A moment as everybody saw it, for links that are shared."""
    check_rate(request, "pictures", "too many pictures at once")
    doc, match = await finished(request)
    at = number(request.query_params.get("at", str(len(match.entries))), len(match.entries), "at")
    return png(await painting(request).moment(doc.id, match, at))


async def moving(request: Request) -> Response:
    """The whole match as a picture that moves."""
    check_rate(request, "exports", "too many of these at once")
    doc, match = await finished(request)
    return png(await painting(request).whole(doc.id, match))


def painting(request: Request) -> Pictures:
    pictures = registry_of(request).pictures
    if pictures is None:
        raise HTTPException(404, "this server draws nothing")
    return pictures


def png(body: bytes) -> Response:
    return Response(body, 200, {"Cache-Control": "public, max-age=86400"}, "image/png")


# -- elsewhere ---------------------------------------------------------------------------------------------------------


async def embed(request: Request) -> Response:
    """A replay for a frame on somebody else's page: nobody is known in it, and nothing can be done but look."""
    check_rate(request, "replays", "too many replays at once")
    doc, match = await finished(request)
    request.state.person = None  # whoever looks, and whatever cookie they have
    return await page(
        request,
        "replay.html",
        table=described(doc, ""),
        game=game_data(match.game),
        answers=len(match.entries),
        data=f"/replay/{doc.id}/data",
        after="",
        bots=[],
        moment=moment_of(match, request.query_params.get("at", "")),
        origin=str(request.base_url).rstrip("/"),
        pictured=registry_of(request).pictures is not None,
    )
