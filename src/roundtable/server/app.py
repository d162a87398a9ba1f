"""The application: routes, headers, health; everything a request passes on its way."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog
from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundtable.table import Refused
from roundtable.table.log_codes import LogCode
from roundtable.web import BUNDLE, PACKED, bundled, packed_name
from roundtable.web.rendering import environment

from . import after, connection, learning, metrics, pages, workshop_pages
from .offline import OfflineFiles
from .registry import TableRegistry
from .store import StoreFailure

log = structlog.get_logger()

WEB: Final = Path(__file__).parents[1] / "web"

READY: Final = 3.0  # seconds in which a store that is ready has written something

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


FRAMED: Final = [  # the one page that may stand in a frame of other sites
    (b"content-security-policy", POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode()),
    *(header for header in HEADERS if header[0] not in (b"content-security-policy", b"x-frame-options")),
]


HSTS: Final = (b"strict-transport-security", b"max-age=31536000")  # for whoever has come by TLS
# Parts of pages: nothing that a browser would show or run by itself.
PARTS: Final = (".js", ".css", ".woff2", ".json", ".wasm", ".zip")
PART_HEADERS: Final = [(b"x-content-type-options", b"nosniff")]


class Guard:
    """Security headers on every answer, a metric for each, and no traceback to anybody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        part = scope["path"].startswith(("/static/", "/offline/static/")) and scope["path"].endswith(PARTS)
        whole = FRAMED if scope["path"].startswith("/embed/") else HEADERS
        headers = PART_HEADERS if part else [*whole, HSTS] if scope["scheme"] == "https" else whole

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
                metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        if two_lengths(scope):
            refusal = PlainTextResponse("A request has one length, not two.\n", 400, {"Connection": "close"})
            await refusal(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)


def two_lengths(scope: Scope) -> bool:
    """Whether a request says twice how long it is: a proxy and we might believe different ones."""
    names = {name for name, _ in scope["headers"]}
    return b"content-length" in names and b"transfer-encoding" in names


class Files(StaticFiles):
    """Static files under a version: for ever if it is the present one, not at all otherwise."""

    def __init__(self, directory: Path, version: str) -> None:
        super().__init__(directory=directory, check_dir=False)
        self.version = version
        self.joined = bool(bundled())
        self.names: dict[str, str] = {}  # of files that exist: the name of what is compressed of them

    async def get_response(self, path: str, scope: Scope) -> Response:
        version, _, rest = path.partition("/")
        if self.joined and "/" not in rest and rest.endswith((".js", ".css")) and (BUNDLE / rest).is_file():
            rest = f"vendor/{BUNDLE.name}/{rest}"
        response = await super().get_response(rest, scope)
        if isinstance(response, FileResponse):
            response = self.packed(rest, scope, response)
        lasting = version == self.version and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response

    def packed(self, rest: str, scope: Scope, plain: FileResponse) -> FileResponse:
        """The same file compressed, if there is one and whoever asks can read it."""
        name = self.names.get(rest)
        if name is None:
            name = self.names[rest] = packed_name(Path(plain.path).read_bytes())
        asked = Headers(scope=scope).get("accept-encoding", "")
        taken = {word.split(";")[0].strip() for word in asked.split(",")}
        for coding, suffix in (("br", ".br"), ("gzip", ".gz")):
            path = PACKED / f"{name}{suffix}"
            if coding in taken and path.exists():
                headers = {"Content-Encoding": coding, "Vary": "Accept-Encoding"}
                return FileResponse(path, headers=headers, media_type=plain.media_type)
        plain.headers["Vary"] = "Accept-Encoding"
        return plain


def version_of(folder: Path) -> str:
    """A hash of all files: another version, another address."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


async def healthz(request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def readyz(request: Request) -> Response:
    """Whether this process should be given visitors: it is not draining, and its store can write."""
    registry: TableRegistry = request.app.state.registry
    if registry.draining:
        return PlainTextResponse("draining\n", 503)
    try:
        async with asyncio.timeout(READY):
            await registry.store.ping()
    except (StoreFailure, TimeoutError) as failure:
        log.error(LogCode.STORE_NOT_READY, error=str(failure) or f"no answer in {READY} s")
        return PlainTextResponse("the store cannot write\n", 503)
    return PlainTextResponse("ready\n")


async def show_metrics(request: Request) -> Response:
    """For whoever knows the token; without one they are only at an address of their own (`serve --metrics`)."""
    settings = request.app.state.registry.settings
    if not settings.metrics_token:
        raise HTTPException(404, "There are no figures at this address.")
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(token.encode(), settings.metrics_token.encode()):
        raise HTTPException(401, "These figures are for the operator.", {"WWW-Authenticate": "Bearer"})
    return Response(generate_latest(metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = await pages.refused(request, error.status_code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return await pages.refused(request, error.status, error.reason)


async def store_failure(request: Request, error: Exception) -> Response:
    metrics.faults.labels("store").inc()
    log.error(LogCode.STORE_REFUSED, path=request.url.path, error=str(error))
    return PlainTextResponse("The store cannot be reached at the moment; try again soon.\n", 503)


async def gone(request: Request, error: Exception) -> Response:
    """The visitor left in the middle of a form: nobody hears this answer, and nothing is wrong."""
    return PlainTextResponse("", 499)


async def fault(request: Request, error: Exception) -> Response:
    metrics.faults.labels("page").inc()
    log.error(LogCode.PAGE_FAULT, path=request.url.path, error=repr(error), exc_info=error)
    return PlainTextResponse("Something went wrong here. It has been noted.\n", 500)


def routes(version: str) -> list[Mount | Route | WebSocketRoute]:
    form = ["POST"]
    return [
        Route("/", pages.front),
        Route("/games/{slug}", pages.game),
        Route("/games/{slug}/play", pages.opening("play"), methods=form),
        Route("/games/{slug}/friends", pages.opening("friends"), methods=form),
        Route("/games/{slug}/pass", pages.opening("pass"), methods=form),
        Route("/games/{slug}/learn", learning.learn),
        Route("/games/{slug}/learn/{lesson}", learning.begin_lesson, methods=form),
        Route("/games/{slug}/puzzles", learning.puzzles),
        Route("/games/{slug}/puzzles/{puzzle}", learning.begin_puzzle, methods=form),
        Route("/games/{slug}/print.pdf", pages.printed),
        Route("/games/{slug}/faces.json", pages.faces),
        Route("/workshop/{slug}", workshop_pages.front),
        Route("/workshop/{slug}", workshop_pages.begin, methods=form),
        Route("/workshop/{slug}/{id}", workshop_pages.show),
        Route("/workshop/{slug}/{id}", workshop_pages.change, methods=form),
        Route("/workshop/{slug}/{id}/preview", workshop_pages.preview, methods=form),
        Route("/workshop/{slug}/{id}/forget", workshop_pages.forget, methods=form),
        Route("/workshop/{slug}/{id}/simulate", workshop_pages.simulate, methods=form),
        Route("/workshop/{slug}/{id}/trial", workshop_pages.trial),
        Route("/workshop/{slug}/{id}/play", workshop_pages.play, methods=form),
        Route("/workshop/{slug}/{id}/edition.toml", workshop_pages.toml),
        Route("/workshop/{slug}/{id}/print.pdf", workshop_pages.pdf),
        Route("/rules/{slug}", pages.rules),
        Route("/me", pages.me),
        Route("/me", pages.change_me, methods=form),
        Route("/settings", pages.preferences),
        Route("/credits", pages.credits),
        Route("/protocol", pages.protocol_page),
        Route("/table/{id}", pages.table),
        Route("/table/{id}/seat", pages.seat, methods=form),
        Route("/table/{id}/ready", pages.ready, methods=form),
        Route("/table/{id}/settings", pages.settings, methods=form),
        Route("/table/{id}/start", pages.start, methods=form),
        Route("/table/{id}/leave", pages.leave, methods=form),
        Route("/table/{id}/rematch", pages.rematch, methods=form),
        WebSocketRoute("/table/{id}/socket", connection.endpoint),
        Route("/replay/{id}", pages.replay),
        Route("/replay/{id}/data", pages.replay_data),
        Route("/replay/{id}/match.jsonl", pages.match_file),
        Route("/replay/{id}/picture.png", after.picture),
        Route("/replay/{id}/match.png", after.moving),
        Route("/replay/{id}/review", after.told),
        Route("/replay/{id}/review", after.begin, methods=form),
        Route("/replay/{id}/guess", after.guess),
        Route("/replay/{id}/notes", after.notes),
        Route("/replay/{id}/notes", after.note, methods=form),
        Route("/replay/{id}/play-on", after.play_on, methods=form),
        Route("/embed/{id}", after.embed),
        Route("/api/tables", pages.open_tables),
        Route("/api/token", pages.new_token, methods=form),
        Route("/manifest.webmanifest", pages.manifest),
        Route("/service.js", pages.service_worker),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", show_metrics),
        Mount("/static", Files(WEB / "static", version)),
    ]


def build(registry: TableRegistry) -> ASGIApp:
    """The application around a registry of tables."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await registry.open()
        yield
        await registry.close()

    version = version_of(WEB / "static")
    offline = OfflineFiles(registry.offline.folder, Files(WEB / "static", version).packed)
    app = Starlette(
        routes=[*routes(version), Mount("/offline", offline)],
        lifespan=life,
        exception_handlers={
            HTTPException: http_error,
            Refused: refusal,
            StoreFailure: store_failure,
            ClientDisconnect: gone,
            Exception: fault,
        },
    )
    app.state.registry = registry
    app.state.static = f"/static/{version}"
    app.state.templates = environment()
    return Guard(app)
