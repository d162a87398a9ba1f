"""How heavy and how fast a site is, in a real browser on this computer: what comes over the wire as a static host that
compresses serves it, how long until a scene, how long bots think there, how much memory a tab takes.

Needs Playwright and a Chromium; a developer has both.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import pickle
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Final

import roundtable as rt
from roundtable.engine import Game

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES: Final = 10  # after so many the memory of a tab is looked at again
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
FIRST: Final = 120_000  # milliseconds to wait for a scene, at most
# A thinker of the site by itself: how long it takes for each parcel, without its start.
THINK: Final = """async ([parcels]) => {
  const base = document.querySelector("script[type=module]").src;
  const worker = new Worker(new URL("thinker.js", base), { type: "module" });
  const ask = (parcel) => new Promise((done) => {
    worker.onmessage = ({ data }) => done(data.answer);
    worker.postMessage({ key: 1, parcel: Uint8Array.from(parcel) });
  });
  await ask(parcels[0]);
  const out = [];
  for (const parcel of parcels) {
    const began = performance.now();
    if (await ask(parcel)) out.push(performance.now() - began);
  }
  worker.terminate();
  return out;
}"""


class NoBrowser(Exception):
    """Nothing can be measured here; one clear line."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """A static host that compresses by gzip: its address, and the sizes of all that it has sent."""
    sent: list[int] = []
    packed: dict[Path, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = folder / self.path.split("?")[0].strip("/")
            path = path / "index.html" if path.is_dir() else path
            found = path.is_file()
            if found and path not in packed:
                packed[path] = gzip.compress(path.read_bytes(), 6)
            content = packed[path] if found else b""
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            self.send_response(200 if found else 404)
            for name, value in (("Content-Type", kind), ("Content-Encoding", "gzip"), ("Cache-Control", "max-age=600")):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            sent.append(len(content))

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", sent
    finally:
        server.shutdown()
        server.server_close()


def measure(folder: Path, slug: str, note: Callable[[str], None]) -> dict[str, float]:
    """The figures of a site in that folder; sizes in KB, times in ms, memory in MB."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise NoBrowser("bench site needs Playwright: pip install playwright") from error
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise NoBrowser("bench site needs Chromium (Debian: apt-get install chromium)")
    figures: dict[str, float] = {}
    with serving(folder) as (address, sent), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium, args=list(FLAGS))
        try:
            context = browser.new_context(service_workers="block", reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(FIRST)
            note("the front page")
            page.goto(address)
            figures["front_ms"] = page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive")
            figures["front_kb"] = sum(sent) / 1000
            for name in ("cold", "warm"):
                note(f"a first scene, {name}")
                figures[f"scene_{name}_ms"] = _scene(page, f"{address}/table/{slug}/?open=play&bot=squire")
                figures.setdefault("first_match_kb", sum(sent) / 1000)
            first = _memory(page)
            for bot in ("squire", "knight"):
                note(f"thoughts of a {bot}")
                times = page.evaluate(THINK, [[list(parcel) for parcel in _parcels(rt.game(slug), bot)]])
                figures[f"{bot}_ms"], figures[f"{bot}_worst_ms"] = median(times), max(times)
            note("memory")
            for _ in range(MATCHES):
                _scene(page, f"{address}/table/{slug}/?open=play&bot=squire")
            figures["memory_mb"], figures["memory_after_matches_mb"] = first, _memory(page)
        finally:
            browser.close()
    return {name: round(figure, 1) for name, figure in figures.items()}


def _scene(page: Page, address: str) -> float:
    began = perf_counter()
    page.goto(address)
    page.locator(".table").wait_for()
    return 1000 * (perf_counter() - began)


def _memory(page: Page) -> float:
    """What the largest process of the browser that shows pages takes."""
    sizes = [0]
    for status in Path("/proc").glob("[0-9]*/statm"):
        try:
            command = status.with_name("cmdline").read_bytes()
            if b"--type=renderer" in command and _ours(int(status.parent.name)):
                sizes.append(int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        except (OSError, ValueError, IndexError):
            continue
    return max(sizes) / 1e6


def _ours(process: int) -> bool:
    """Whether it was started by this process, or by one that was."""
    while process > 1:
        if process == os.getpid():
            return True
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def _parcels(game: Game, bot: str, count: int = 12) -> Iterator[bytes]:
    """Questions that leave a choice, as the site's table sends them to a thinker."""
    match, rng = game.match(game.usual_players(), 7), Random(7)
    while match.asked and count:
        seat = match.asked[0]
        choice = match.choice(seat)
        if choice.forced() is None and rng.random() < 0.2:
            count -= 1
            yield pickle.dumps((game, bot, match.view(seat), seat, "7", False))
        match.answer(seat, choice.sample(rng))
