"""The pages and forms of the workshop."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from roundtable.engine import BadOption, Game
from roundtable.games.edition_draft import LIKE
from roundtable.table import Refused
from roundtable.table.people import clean
from roundtable.table.setup import Form, last
from roundtable.web.rendering import game_data

from .encoding import encode
from .pages import check_rate, game_of, greeted, page, read_form, registry_of, to, visitor
from .workshop import LENGTH, MOST, Draft, Look, Workshop, look, print_out

PREFIX = "f."  # of a field of the edition in a form


def workshop_of(request: Request) -> Workshop:
    workshop = registry_of(request).workshop
    if workshop is None:
        raise HTTPException(404, "This server has no workshop.")
    return workshop


async def draft_of(request: Request) -> Draft:
    return await workshop_of(request).draft(game_of(request).slug, request.path_params["id"])


async def own_draft(request: Request) -> tuple[Draft, Form]:
    """A draft to which a form was sent: one's own, or `Refused`."""
    form, draft, person = await read_form(request), await draft_of(request), await greeted(request)
    check_rate(request, "workshop", "too many changes at once", person.id)
    if draft.owner != person.id:
        raise Refused("this is somebody else's edition; take a copy of it", 403)
    return draft, form


async def front(request: Request) -> Response:
    """One's own editions of a game, and a form to begin one."""
    workshop, game, person = workshop_of(request), game_of(request), await visitor(request)
    drafts = await workshop.drafts_of(person.id, game.slug) if person is not None else []
    return await page(request, "workshop.html", game=game_data(game), drafts=drafts)


async def begin(request: Request) -> Response:
    form, workshop, game = await read_form(request), workshop_of(request), game_of(request)
    person = await greeted(request)
    check_rate(request, "workshop", "too many changes at once", person.id)
    copied = await workshop.draft(game.slug, last(form, "copy")) if last(form, "copy") else None
    name = clean(last(form, "name"), LENGTH) or (f"{copied.name} II" if copied is not None else "My edition")
    draft = await workshop.begin(person.id, game.slug, name[:LENGTH], copied.changes if copied is not None else {})
    return to(request, f"/workshop/{game.slug}/{draft.id}")


async def show(request: Request) -> Response:
    workshop, draft = workshop_of(request), await draft_of(request)
    check_rate(request, "workshop", "too many looks at once")
    seen = await workshop.do(look, draft.game, workshop.text(draft.game, draft.changes))
    return await edition_page(request, draft, seen)


async def edition_page(request: Request, draft: Draft, seen: Look, status: int = 200, notice: str = "") -> Response:
    person = await visitor(request)
    return await page(
        request,
        "edition.html",
        status,
        game=game_data(game_of(request)),
        draft=draft,
        look=asdict(seen),
        mine=person is not None and person.id == draft.owner,
        changed={name.rpartition(".")[0] for name in draft.changes},
        most=MOST,
        printable=registry_of(request).settings.printer is not None,
        link=str(request.url.replace(path=f"/workshop/{draft.game}/{draft.id}", query="")),
        notice=notice,
    )


def changes_in(form: Form) -> dict[str, str]:
    return {name.removeprefix(PREFIX): values[-1] for name, values in form.items() if name.startswith(PREFIX)}


async def change(request: Request) -> Response:
    """Keep the fields of one row, or say at which one something is wrong."""
    draft, form = await own_draft(request)
    workshop = workshop_of(request)
    changes = changes_in(form) | new_row(form)
    draft, seen = await workshop.change(draft, changes, clean(last(form, "name"), LENGTH))
    if not seen.error:
        row = next(iter(changes), "").rpartition(".")[0]
        return to(request, f"/workshop/{draft.game}/{draft.id}{f'#{row}' if row else ''}")
    before = await workshop.do(look, draft.game, workshop.text(draft.game, draft.changes))
    wrong = Look(before.tables, before.faces, seen.field, seen.error)
    return await edition_page(request, draft, wrong, 400, f"{seen.field}: {seen.error}" if seen.field else seen.error)


def new_row(form: Form) -> dict[str, str]:
    """A new card, like another one; its id is made from its name."""
    table, like, name = last(form, "table"), last(form, LIKE), clean(last(form, "new"), LENGTH)
    if not (table and like and name):
        return {}
    id = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_") or "card"
    return {f"{table}.{id}.{LIKE}": like, f"{table}.{id}.name": name}


async def preview(request: Request) -> Response:
    """How the edition would look with the fields of this form; nothing is kept."""
    draft, form = await own_draft(request)
    workshop = workshop_of(request)
    seen = await workshop.do(look, draft.game, workshop.text(draft.game, {**draft.changes, **changes_in(form)}))
    data = {"faces": seen.faces, "field": seen.field, "error": seen.error}
    return Response(encode(data), media_type="application/json", headers={"Cache-Control": "no-store"})


async def forget(request: Request) -> Response:
    """A row, or the whole edition, as it was."""
    draft, form = await own_draft(request)
    workshop = workshop_of(request)
    row = last(form, "row")
    kept = {name: word for name, word in draft.changes.items() if row and not name.startswith(f"{row}.")}
    await workshop.change(Draft(draft.id, draft.owner, draft.game, draft.name, kept, draft.trial), {})
    return to(request, f"/workshop/{draft.game}/{draft.id}{f'#{row}' if row else ''}")


async def simulate(request: Request) -> Response:
    draft, form = await own_draft(request)
    workshop = workshop_of(request)
    check_rate(request, "trials", "too many trials", draft.owner)
    players, deals = (int(word) if (word := last(form, name)).isdecimal() else 0 for name in ("players", "deals"))
    await workshop.simulate(draft, players, deals)
    return to(request, f"/workshop/{draft.game}/{draft.id}#trial")


async def trial(request: Request) -> Response:
    """How far bots have come."""
    found = (await draft_of(request)).trial
    data = {"done": found.done, "of": found.of, "over": found.over} if found is not None else {"over": True}
    return Response(encode(data), media_type="application/json", headers={"Cache-Control": "no-store"})


async def play(request: Request) -> Response:
    """A table with bots, in this edition; whoever has the link may open one."""
    form, draft, person = await read_form(request), await draft_of(request), await greeted(request)
    workshop, registry = workshop_of(request), registry_of(request)
    check_rate(request, "tables", "too many new tables at once", person.id)
    game: Game = await asyncio.to_thread(workshop.playable, draft)
    try:
        doc = await registry.open_table(person, game, form, "friends" if last(form, "friends") else "play")
    except BadOption as error:
        raise Refused(str(error), 400) from error
    return to(request, f"/table/{doc.id}")


async def toml(request: Request) -> Response:
    workshop, draft = workshop_of(request), await draft_of(request)
    return _file(workshop.text(draft.game, draft.changes).encode(), f"{_file_name(draft)}.toml", "application/toml")


async def pdf(request: Request) -> Response:
    workshop, draft = workshop_of(request), await draft_of(request)
    printer = registry_of(request).settings.printer
    if printer is None:
        raise HTTPException(404, "This server prints nothing.")
    check_rate(request, "exports", "too many of these at once")
    made = await workshop.do(print_out, printer, draft.game, workshop.text(draft.game, draft.changes))
    return _file(made, f"{_file_name(draft)}.pdf", "application/pdf")


def _file(data: bytes, name: str, kind: str) -> Response:
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _file_name(draft: Draft) -> str:
    return re.sub("[^a-z0-9]+", "-", draft.name.lower()).strip("-") or "edition"
