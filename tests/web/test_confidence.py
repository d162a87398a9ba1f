"""Choosing with confidence: reading comes before choosing, and what harms is asked about once."""

from dataclasses import replace
from typing import Any

from .phases import PHASES, reach, viewer, whole


def shown(visitor, phase_id: str, phone: bool = False):
    person = visitor(phone=phone)
    match = reach(next(phase for phase in PHASES if phase.id == phase_id))
    person.begin(match.game.slug, bot="page")
    person.show(match, viewer(match))
    return person


def press(person, selector: str, milliseconds: int) -> None:
    """A finger rests on something for so long."""
    box = person.page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = person.context.new_cdp_session(person.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    person.page.wait_for_timeout(milliseconds)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def chosen(person) -> list[str]:
    return [said["do"] for said in person.said if said["do"] in ("answer", "compose")]


def test_a_long_press_reads_what_is_lit_and_never_plays_it(visitor):
    person = shown(visitor, "quests-of-the-round-table-foe", phone=True)
    page = person.page
    lit = ".you .piece.lit"
    page.locator(lit).first.scroll_into_view_if_needed()
    press(person, lit, 700)
    page.locator("dialog .reader").wait_for()
    page.wait_for_timeout(300)
    assert chosen(person) == [] and page.locator("dialog .reader").is_visible()
    page.get_by_role("button", name="Back to the table").click()
    page.locator(lit).first.tap()
    page.locator(".so-far li").first.wait_for()


def test_the_i_reads_the_next_thing_and_no_more(visitor):
    person = shown(visitor, "of-knights-and-ninjas-response", phone=True)
    page = person.page
    page.get_by_role("button", name="Read what is touched next").tap()
    page.locator("#table .piece.lit").first.tap()
    page.locator("dialog .reader").wait_for()
    assert chosen(person) == []
    page.get_by_role("button", name="Back to the table").click()
    page.locator("#table .piece.lit").first.tap()
    page.locator(".so-far li, .prompt.busy").first.wait_for()


def test_every_move_is_asked_about_where_that_is_wished(visitor):
    person = shown(visitor, "lancelot-road")
    page = person.page
    page.evaluate("localStorage.confirm = 'all'")
    page.locator(".site.lit").first.click()
    page.locator(".prompt.doubts").wait_for()
    assert chosen(person) == []
    page.get_by_role("button", name="Not that").click()
    assert page.locator(".prompt.doubts").count() == 0 and chosen(person) == []
    page.locator(".site.lit").first.click()
    page.locator("[data-sure]").click()
    page.locator(".prompt.busy").wait_for()
    assert chosen(person) == ["answer"]


def test_what_has_a_warning_is_asked_about_once(visitor, monkeypatch):
    """Given a pick with a warning, when it is touched, then the prompt says it, and the second touch chooses."""
    phase = next(phase for phase in PHASES if phase.id == "lancelot-road")
    match = reach(phase)
    seat = viewer(match)
    scene = match.scene(seat)
    assert scene.prompt is not None
    harmful = replace(scene.prompt.picks[0], warning="That ends your ride.")
    drawn = replace(scene, prompt=replace(scene.prompt, picks=(harmful, *scene.prompt.picks[1:])))
    monkeypatch.setattr(match, "scene", lambda *_: drawn)
    person = visitor()
    person.begin("lancelot", bot="page")
    person.show(match, seat)
    page = person.page
    page.locator(f"[data-spot='{harmful.on}']").click()
    page.get_by_text("That ends your ride.").wait_for()
    assert chosen(person) == []
    page.locator("[data-sure]").click()
    page.locator(".prompt.busy").wait_for()
    assert chosen(person) == ["answer"]


def test_the_preview_opens_on_movement_and_covers_nothing_that_can_be_chosen(visitor):
    person = shown(visitor, "knights-duty-program")
    page = person.page
    token = page.locator(".you .piece.lit").nth(1)
    box = token.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.move(box["x"] + 24, box["y"] + 24)
    peek = page.locator("#peek")
    peek.wait_for(state="visible")
    card = peek.bounding_box()
    for other in page.locator("#table .lit").all():
        each = other.bounding_box()
        beside = each["x"] >= card["x"] + card["width"] or each["x"] + each["width"] <= card["x"]
        assert beside or each["y"] >= card["y"] + card["height"] or each["y"] + each["height"] <= card["y"]
    page.reload()  # the pointer rests where something is drawn anew
    page.locator(".you .piece.lit").first.wait_for()
    page.wait_for_timeout(900)
    assert not peek.is_visible()


def test_coming_home_is_asked_about_where_one_could_ride_on():
    """Lancelot: a seat of the Round Table ends the ride of this turn, so it has a warning; other ways have none."""
    from roundtable.games.lancelot.board import RETURNS

    match = whole("lancelot")
    for i, entry in enumerate(match.entries):
        state: Any = match.before(i)[0]
        if entry.question == "choose_move" and state.at[entry.seat] >= 0:
            prompt = match.fork(i).scene(entry.seat).prompt
            assert prompt is not None
            homes = [pick for pick in prompt.picks if pick.atom in RETURNS]
            ways = [pick for pick in prompt.picks if pick.atom not in RETURNS]
            if homes and ways:
                assert all("ends your ride" in pick.warning for pick in homes)
                assert not any(pick.warning for pick in ways)
                return
    raise AssertionError("nobody could come home")
