"""A light table: what it weighs on the wire, and what happens when the line is cut."""

import gzip

import pytest

import roundtable as rt
from roundtable.web import PACKED, STATIC, packed_name

from .conftest import missing

MOST = 120_000  # bytes of a table for whoever comes for the first time


@pytest.fixture(scope="module")
def packed():
    if missing():
        pytest.skip(missing())
    pytest.importorskip("brotli")
    from roundtable.web import assets

    assets.join(assets.MODULES)
    assets.pack()


@pytest.mark.parametrize("slug", list(rt.slugs()))
def test_a_table_weighs_little(visitor, packed, slug):
    """Given an empty cache, when a table is opened by its link, then all that comes over the wire is little."""
    host, guest = visitor(), visitor()
    host.begin(slug, bot="page")
    wire = guest.context.new_cdp_session(guest.page)
    wire.send("Network.enable")
    weights: list[float] = []
    wire.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    guest.page.goto(host.page.url, wait_until="networkidle")
    guest.page.locator(".table").wait_for()
    assert 8 < len(weights) < 20  # the modules of the table come as two files
    assert sum(weights) < MOST, sum(weights)


def test_files_that_were_joined_are_not_served_once_a_source_has_changed(packed, monkeypatch):
    import roundtable.web as web

    assert {"table.js", "at-table.css"} <= web.bundled()
    monkeypatch.setattr(web, "sources", lambda: "changed since")
    assert web.bundled() == frozenset()


def test_what_is_compressed_is_the_same_without_comments(packed):
    text = (STATIC / "wire.js").read_bytes()
    lean = gzip.decompress((PACKED / f"{packed_name(text)}.gz").read_bytes()).decode()
    left = [line.strip() for line in lean.splitlines()]
    assert len(left) == len(text.decode().splitlines())
    assert "class Wire {" in lean and not any(line.startswith("//") for line in left)


def test_files_are_served_as_the_visitor_can_read_them(visitor, packed):
    person = visitor()
    page = person.go("/")
    style = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    for accepted, coding in (("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)):
        answer = person.context.request.get(style, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == coding and answer.headers["vary"] == "Accept-Encoding"
        assert "--page:" in answer.text()


def test_a_dead_line_is_noticed_and_what_was_clicked_is_kept(visitor):
    """Given a line that swallows everything, when something is clicked, then the page says so within three seconds,
    and the answer is given when the line is back."""
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page")
    dead = [True]
    heard: list[str] = []

    def pipe(socket) -> None:
        server = socket.connect_to_server()

        def hear(text) -> None:
            if dead[0]:
                heard.append(str(text))
            else:
                server.send(text)

        socket.on_message(hear)

    page.locator(".prompt.yours").wait_for()
    page.route_web_socket("**/socket?*", pipe)
    page.reload()
    page.locator(".prompt.yours [data-atom]").first.click()
    page.locator(".lost").wait_for(timeout=10_000)  # three seconds, and a busy machine
    assert any('"answer"' in text for text in heard)
    dead[0] = False
    page.locator(".lost").wait_for(state="detached")
    page.locator("#table .prompt:not(.busy)").wait_for()
    assert person.scenes()[-1]["seq"] > person.scenes()[0]["seq"]
