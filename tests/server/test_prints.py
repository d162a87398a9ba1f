"""PDFs are made once, cost no lasting memory, and are sent again only to those who do not have them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.requests import Request

import roundtable as rt
from roundtable.engine import Game
from roundtable.server import pages
from roundtable.server.limits import RATES
from roundtable.server.registry import TableRegistry
from roundtable.server.settings import Settings
from roundtable.server.store.sqlite import SqliteStore
from roundtable.table import Refused
from roundtable.table.limits import Limit, Rate

GREEDY = 200 * 2**20  # bytes that our printer needs


def printer(game: Game) -> bytes:
    paper = bytearray(GREEDY)
    paper[::4096] = b"x" * len(paper[::4096])  # so that it is there
    return f"%PDF {game.slug} {len(paper)}".encode() * 1000


def memory() -> int:
    """Bytes that this process holds."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def request(registry: TableRegistry, slug: str, tag: str = "", client: str = "192.0.2.1") -> Request:
    app = SimpleNamespace(state=SimpleNamespace(registry=registry))
    headers = [(b"if-none-match", tag.encode())] if tag else []
    return Request(
        {"type": "http", "path_params": {"slug": slug}, "headers": headers, "client": (client, 1), "app": app}
    )


def test_pdfs_cost_no_lasting_memory_and_are_made_once(tmp_path):
    async def run() -> None:
        rates = {**RATES, "exports": Limit("PDFs", place=Rate(0.001, 8.0))}
        settings = Settings(data=tmp_path / "data", printer=printer, rates=rates)
        registry = TableRegistry(settings, SqliteStore(tmp_path / "tables.sqlite3"))
        assert registry.prints is not None
        before = memory()
        for slug in rt.slugs():
            response = await pages.printed(request(registry, slug))
            assert response.status_code == 200
        assert memory() - before < GREEDY / 4
        made = registry.prints.made[rt.slugs()[0]]
        assert made.path.read_bytes().startswith(b"%PDF")
        changed = made.path.stat().st_mtime_ns
        again = await pages.printed(request(registry, rt.slugs()[0]))
        assert made.path.stat().st_mtime_ns == changed
        tag = again.headers["etag"]
        assert (await pages.printed(request(registry, rt.slugs()[0], tag))).status_code == 304
        assert "max-age" in again.headers["cache-control"]
        with pytest.raises(Refused, match="too many"):
            for _ in range(2):
                await pages.printed(request(registry, rt.slugs()[0]))
        other = request(registry, rt.slugs()[0], client="192.0.2.2")
        assert (await pages.printed(other)).status_code == 200

    asyncio.run(run())
