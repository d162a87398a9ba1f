"""After the match in the browser: a review comes in, moves are guessed, one plays on; a frame holds a replay."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def elsewhere(body: str) -> Iterator[str]:
    """Somebody else's page, on another host."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"" if self.path == "/favicon.ico" else body.encode())

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_a_match_is_reviewed_guessed_noted_and_played_on(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    assert person.finish(0)
    page = person.page
    page.get_by_role("link", name="Replay").click()
    page.locator(".after").wait_for()
    page.get_by_role("button", name="Review").click()
    page.locator(".after .curve polyline").first.wait_for(timeout=60_000)
    page.get_by_label("Answer", exact=True).fill("3")
    page.get_by_text("3 of").wait_for()
    page.get_by_role("button", name="Guess").click()
    page.locator(".guessing li button").first.wait_for()
    page.locator(".you").wait_for()  # as that seat saw it
    page.locator(".guessing li button").first.click()
    page.locator(".guessing .right").wait_for()
    page.get_by_role("button", name="Enough").click()
    page.locator(".after .notes summary").click()
    page.get_by_label("Beside this moment").fill("a bold one")
    page.get_by_role("button", name="Note it").click()
    page.locator(".after .notes").get_by_text("a bold one").wait_for()
    page.get_by_text("Play on from here, share").click()
    link = page.get_by_label("Link to this moment").input_value()
    framed = page.get_by_label("On your own page").input_value()
    assert "?at=" in link and "/embed/" in framed
    assert person.sideways() <= 0
    page.get_by_role("button", name="Play on as").click()
    page.locator(".prompt").wait_for()
    assert "/table/" in page.url
    with elsewhere(framed) as other:
        page.goto(other)
        frame = page.frame_locator("iframe")
        frame.locator(".scrub").wait_for()
        assert " of " in frame.locator(".scrub output").inner_text()
        assert frame.locator(".after").count() == 0  # to look at, and nothing else
