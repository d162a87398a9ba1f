"""The games for when the network goes: a site without a server, made once when the first browser asks what it may keep.

It is made in a process of its own, which ends with all the memory it took, and served below `/offline`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from roundtable.bots.workers import Workers
from roundtable.table.log_codes import LogCode
from roundtable.web.rendering import kept_by, service

log = structlog.get_logger()

PATIENCE: Final = 300.0  # seconds
HOME: Final = "offline/"

Builder = Callable[[Path], object]


class OfflineSite:
    """The folder, and the service worker that lets a browser keep it."""

    def __init__(self, folder: Path, builder: Builder | None) -> None:
        self.folder = folder
        self.builder = builder
        self.script = service("none", "./", [], [])  # keeps nothing, until there is something to keep
        self.making: asyncio.Task[None] | None = None

    def service_worker(self) -> str:
        if self.making is None and self.builder is not None:
            self.making = asyncio.create_task(self._make(self.builder))
        return self.script

    async def _make(self, builder: Builder) -> None:
        try:
            workers = await asyncio.to_thread(Workers, 1, seconds=PATIENCE)
            try:
                await asyncio.wrap_future(workers.submit(builder, self.folder))
            finally:
                await asyncio.to_thread(workers.close)
            version, *kept = kept_by((self.folder / "service.js").read_text(encoding="utf-8"))
            pages, files = ([f"{HOME}{name.removeprefix('./')}" for name in names] for names in kept)
            self.script = service(version, HOME, pages, files)
        except Exception as error:  # nobody can play offline, and everything else goes on
            log.error(LogCode.BACKGROUND_FAULT, task="offline site", error=repr(error))

    def close(self) -> None:
        if self.making is not None:
            self.making.cancel()


class OfflineFiles(StaticFiles):
    """Its folder; what never changes under its address is kept by browsers."""

    def __init__(self, folder: Path, pack: Callable[[str, Scope, FileResponse], FileResponse]) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.pack = pack

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        lasting = path.startswith("static/") and isinstance(response, FileResponse)
        if isinstance(response, FileResponse) and lasting:
            response = self.pack(path, scope, response)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response
