"""Pages of a server can be kept too: when the network goes, the games are there; when it is back, so is the table."""

from __future__ import annotations

import json

from tests.web.conftest import serving

from .conftest import SECONDS, SiteVisitor


def test_a_server_that_goes_leaves_the_games(chromium, tmp_path):
    """Given somebody at a server, when it cannot be reached, then an open table says so and one can play here."""
    with serving(tmp_path) as address:
        person = SiteVisitor(chromium, address, keeps=True)
        page = person.go("/")
        manifest = json.loads(person.context.request.get("/manifest.webmanifest").text())
        assert manifest["start_url"] == "./" and {"192x192", "512x512"} <= {each["sizes"] for each in manifest["icons"]}
        for icon in manifest["icons"]:
            assert person.context.request.get(icon["src"]).ok
        person.wait_until_kept()
        keeps = "caches.keys().then((names) => caches.open(names.at(-1))).then((kept) => kept.keys())"
        for _ in range(SECONDS):
            page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
            if page.evaluate(f"{keeps}.then((all) => all.length > 100)"):
                break
            page.wait_for_timeout(1000)
        page.wait_for_timeout(500)
        page.goto("/games/knights-duty")
        page.locator("form.setup").get_by_role("button", name="Play now").click()
        page.locator(".table").wait_for()
    page.locator(".lost").wait_for()
    person.troubles.clear()  # the browser complains about the server that has gone
    person.page.close()
    person.page = person.context.new_page()
    person.go("/")
    assert person.page.url.endswith("/offline/")
    person.page.goto("/offline/table/knights-duty/?open=play&players=2&preset=quick&bot=page")
    person.page.locator(".table").wait_for()
    assert person.finish()
    person.leave()
