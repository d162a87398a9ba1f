"""After the match in the browser: the review comes in, moves are guessed, one plays on; a frame holds only a replay."""

from __future__ import annotations


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
    assert "?at=" in link and "/embed/" in page.get_by_label("On your own page").input_value()
    assert person.sideways() <= 0
    page.get_by_role("button", name="Play on as").click()
    page.locator(".prompt").wait_for()
    assert "/table/" in page.url


def test_a_frame_of_another_page_holds_the_replay(visitor, address):
    person = visitor()
    person.begin("knights-duty", players="2", bot="page", **{"option.board_radius": "2", "option.storm_start": "2"})
    assert person.finish(0)
    replay = person.page.get_by_role("link", name="Replay").get_attribute("href")
    page = person.page
    source = f"{address}{replay.replace('/replay/', '/embed/')}?at=2"
    body = f'<iframe src="{source}" width="900" height="600"></iframe>'
    page.route("http://elsewhere.test/", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("http://elsewhere.test/")
    frame = page.frame_locator("iframe")
    frame.locator(".scrub").wait_for()
    assert frame.get_by_text("2 of").count() == 1 and frame.locator(".after").count() == 0
