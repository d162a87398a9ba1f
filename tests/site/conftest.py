"""A site without a server in a real browser: one built folder on a plain static file server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from roundtable.press import Settings, document
from roundtable.site.build import build
from tests.web.conftest import browsers, missing
from tests.web.people import Visitor

SECONDS = 120  # a busy computer loads Python slowly


class StaticHost:
    """Serves a folder, with the headers of its `_headers` file; can go away, and serve another folder instead."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gone = False
        self.asked: list[str] = []
        host = self

        class Handler(SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def translate_path(self, path: str) -> str:
                self.directory = str(host.folder)
                return super().translate_path(path)

            def do_GET(self) -> None:
                host.asked.append(self.path)
                if host.gone:
                    self.close_connection = True
                    self.connection.close()
                else:
                    super().do_GET()

            def end_headers(self) -> None:
                for line in host.headers():
                    self.send_header(*line.strip().split(": ", 1))
                super().end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def headers(self) -> list[str]:
        """Those of all pages."""
        text = (self.folder / "_headers").read_text(encoding="utf-8")
        return text.partition("/static/")[0].splitlines()[1:]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with leaflets for prints: whole games on paper have tests of their own."""
    if missing():
        pytest.skip(missing())
    folder = tmp_path_factory.mktemp("site") / "public"
    build(folder, partial(document, settings=Settings(only=("leaflet",))))
    return folder


@pytest.fixture(scope="package")
def host(built: Path) -> Iterator[StaticHost]:
    found = StaticHost(built)
    yield found
    found.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[object]:
    yield from browsers()


class SiteVisitor(Visitor):
    """Somebody at a site without a server."""

    def __init__(self, browser: Browser, address: str, phone: bool = False, keeps: bool = False) -> None:
        super().__init__(browser, address, phone, keeps=keeps)
        self.context.set_default_timeout(1000 * SECONDS)
        # what comes to the thread of the page from its worker
        self.context.add_init_script("""
            self.heard = [];
            const property = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
            Object.defineProperty(Worker.prototype, "onmessage", {
              set(hear) {
                property.set.call(this, (event) => { self.heard.push(event.data); hear.call(this, event); });
              },
            });
        """)

    def begin(self, slug: str, form: str = "play", **fields: str) -> None:
        self.go(f"/games/{slug}/")
        for name, value in fields.items():
            self.page.locator(f"main form.setup [name='{name}'][value='{value}']").check()
        words = {"play": "Play now", "pass": "Sit down together"}[form]
        self.page.locator("form.setup").get_by_role("button", name=words).click()
        self.page.locator(".table").wait_for()

    def finish(self, touches: int = 4, seconds: float = 2 * SECONDS) -> bool:
        return super().finish(touches, seconds)

    def wait_until_kept(self) -> None:
        """The service worker has kept everything, and is in charge."""
        self.page.evaluate("""() => new Promise((done) => {
          const { serviceWorker } = navigator;
          if (serviceWorker.controller) done();
          else serviceWorker.addEventListener("controllerchange", () => done());
        })""")

    def heard(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("self.heard.filter((each) => !each.value?.blob)")
        return found


def kept(page: Page) -> dict[str, list[Any]]:
    """All that the browser has kept."""
    found: dict[str, list[Any]] = page.evaluate("""() => new Promise((done, fail) => {
      const request = indexedDB.open("roundtable");
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        const db = request.result, out = {};
        const all = db.transaction(["tables", "log", "list"]);
        for (const name of ["tables", "log", "list"]) {
          all.objectStore(name).getAll().onsuccess = (event) => (out[name] = event.target.result);
        }
        all.oncomplete = () => { db.close(); done(out); };
      };
    })""")
    return found


@pytest.fixture
def visitor(chromium, host):
    people: list[SiteVisitor] = []

    def come(phone: bool = False, keeps: bool = False) -> SiteVisitor:
        people.append(SiteVisitor(chromium, host.address, phone, keeps))
        return people[-1]

    yield come
    for person in people:
        person.leave()
