"""The pace of a table: what happened is held until it could be read, can be skipped, and never holds up others."""

import pytest

from .phases import MATCHES, whole


def at_pace(person, pace: str) -> None:
    person.context.add_init_script(f"try {{ localStorage.pace = '{pace}'; }} catch {{}}")


def answered(person) -> None:
    """Own decisions are made until the page has something to tell (the bots of this server play at once)."""
    person.begin("of-knights-and-ninjas", players="3", bot="page")
    page = person.page
    for _ in range(1000):
        news = page.locator(".go-on, .to-now")
        if news.count() and person.touched > 1:
            return
        if page.locator(".go-on").count():
            page.locator(".go-on").click()
        elif not person.act():
            page.wait_for_timeout(15)
    raise AssertionError("nothing was ever told")


def test_a_slow_table_tells_one_thing_after_the_other(visitor):
    """Given a slow pace, when bots have long played on, then the page still tells it sentence by sentence."""
    person = visitor()
    at_pace(person, "slow")
    answered(person)
    page = person.page
    told = page.locator(".log p").count()
    page.locator(".prompt.yours, .honour").first.wait_for(timeout=60_000)
    assert page.locator(".log p").count() > told


def test_what_is_told_can_be_skipped(visitor):
    person = visitor()
    at_pace(person, "slow")
    answered(person)
    page = person.page
    page.locator(".prompt.waits .to-now").click()
    page.locator(".prompt.yours, .honour").first.wait_for(timeout=8000)
    assert page.locator(".to-now").count() == 0


def test_tap_to_go_on_waits_for_a_tap(visitor):
    person = visitor()
    at_pace(person, "tap")
    answered(person)
    page = person.page
    on = page.get_by_role("button", name="Go on")
    on.wait_for()
    words = page.locator("#ask").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("#ask").inner_text() == words
    for _ in range(60):
        if page.locator(".prompt.yours, .honour").count():
            break
        on.click()
    assert page.locator(".prompt.yours, .honour").count()


def test_what_the_others_did_stands_there_when_one_is_asked_again(visitor):
    """Then the list has what happened since one's own answer, told in order, and nothing of before."""
    person = visitor()
    page = person.page
    person.begin("of-knights-and-ninjas", players="3", bot="page")
    asked = page.locator(".table:has(.prompt.yours:not(.busy)) .since li")
    log = page.locator(".log p:not(.heading)")
    assert person.play(30, until=lambda: 2 < asked.count() < log.count() - 8)  # an answer has been given
    more = page.locator(".since .tool")
    if more.count():
        more.click()
    told = page.locator(".since li").all_inner_texts()
    squeeze = ["".join(line.split()) for line in log.all_inner_texts()]
    assert 2 < len(told) < len(squeeze) and ["".join(line.split()) for line in told] == squeeze[-len(told) :]


def test_the_first_matches_are_slow_and_a_choice_is_remembered(visitor):
    person = visitor()
    page = person.go("/settings")
    page.evaluate("localStorage.clear()")
    page.evaluate(
        """import(document.querySelector("script[src$='preferences.js']").src.replace("preferences", "settings"))
        .then((all) => { window.all = all; })"""
    )
    assert page.evaluate("all.setting('pace')") == "slow"
    page.evaluate("for (const table of 'abc') all.ended.add(table)")
    assert page.evaluate("all.setting('pace')") == "normal"
    page.get_by_label("Tap to go on").check()
    assert page.evaluate("all.setting('pace')") == "tap"


def test_the_end_is_told_before_the_page_of_honour(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    person.page.evaluate("localStorage.pace = 'tap'")
    page = person.page
    held = 0
    for _ in range(600):
        if page.locator(".honour").count():
            break
        if page.locator(".go-on").count():
            held += "becomes ruler" in page.locator("#ask").inner_text()
            page.locator(".go-on").click()
        elif not person.act():
            page.wait_for_timeout(15)
    page.locator(".honour").wait_for()
    assert held
    assert page.evaluate("document.activeElement.id") == "ask-end"


def ending(name: str):
    """The first moment of a recorded match at which something ended and somebody is asked: before, after, who, what."""
    match = whole(name)
    for i in range(1, len(match.entries)):
        before, after = match.fork(i - 1), match.fork(i)
        for seat in after.asked:
            new = after.told(seat)[len(before.told(seat)) :]
            if seat in before.asked and any(sentence.outcome for sentence in new):
                return before, after, seat, next(sentence for sentence in new if sentence.outcome)
    raise AssertionError(f"{name}: nothing ever ends")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("name", [path.stem for path in MATCHES.glob("*.jsonl") if path.stem != "lancelot"])
def test_one_sees_how_it_ended_before_one_is_asked_again(visitor, name, phone):
    """Then the picture has everybody who took part, nothing is lit under it, and a tap goes on to the question."""
    before, after, seat, sentence = ending(name)
    person = visitor(phone=phone)
    page = person.page
    person.begin(before.game.slug, bot="page")
    person.show(before, seat)
    page.evaluate("localStorage.pace = 'tap'")
    person.follow(after, seat)
    page.locator(".outcome").first.wait_for()
    assert page.locator(".outcome .party").count() == len(sentence.outcome.parties)
    assert page.locator("#table :is(button, .hex).lit").count() == 0
    box = page.locator(".outcome").bounding_box()
    dock = page.locator(".prompt").bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= dock["y"] + 1
    for _ in range(9):
        if page.locator(".prompt.yours").count():
            break
        page.locator(".go-on").click()
    page.locator(".prompt.yours").wait_for()
    page.wait_for_timeout(50)
    assert page.locator(".outcome").count() == 0


def test_a_picture_stays_until_it_was_read_though_others_answer_meanwhile(visitor):
    """Given a picture before a question to several, when another one answers, then it stays, and ends by itself."""
    before, after, seat, _ = ending("knights-and-damosels")
    person = visitor()
    page = person.page
    person.begin(before.game.slug, bot="page")
    person.show(before, seat)
    page.evaluate("localStorage.pace = 'normal'")
    person.follow(after, seat)
    page.locator(".outcome").wait_for()
    person.follow(after, seat)
    page.wait_for_timeout(300)
    assert page.locator(".outcome").count() == 1
    page.locator(".prompt.yours").wait_for()
    assert page.locator(".outcome").count() == 0
