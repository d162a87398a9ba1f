"""Lessons in a real browser, by keyboard alone: Enter goes on, guesses, and chooses what the lesson points at."""

from __future__ import annotations

import os
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page

import roundtable as rt
from tests.web.test_access import GOLDEN, faults

TAUGHT = [slug for slug in rt.slugs() if rt.game(slug).lessons()]
FIRST = [(slug, "first-match", phone) for slug in TAUGHT for phone in (False, True)]
SHORT = [(slug, name, bool(n % 2)) for slug in TAUGHT for n, name in enumerate(rt.game(slug).lessons()) if n]

# Whether the lesson waits for a key, what it says, and how much of what one wants to touch lies under it.
LOOK = """() => {
  const bubble = document.querySelector("#lesson");
  if (!bubble || bubble.hidden) return ["wait", "", 0];
  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const here = bubble.getBoundingClientRect();
  const focus = document.activeElement.getBoundingClientRect();
  const yours = bubble.querySelector(".lesson-yours") !== null;
  const hidden = yours ? over(here, focus) / Math.max(1, focus.width * focus.height) : 0;
  const busy = document.querySelector(".prompt.busy") !== null;
  const ready = (yours && !busy) || bubble.querySelector(".lesson-next, .lesson-guess");
  const end = bubble.querySelector("a.button") ? "end" : ready ? "key" : "wait";
  const inside = here.left >= 0 && here.top >= 0 && here.right <= innerWidth + 1 && here.bottom <= innerHeight + 1;
  return [end, bubble.querySelector(".lesson-words").textContent.trim(), inside ? hidden : 9];
}"""


def follow(page: Page, seconds: float = 240) -> list[str]:
    """Press Enter until the lesson ends; what it said."""
    said: list[str] = []
    until = monotonic() + seconds
    while monotonic() < until:
        state, words, hidden = page.evaluate(LOOK)
        if words and words not in said:
            said.append(words)
        if state == "end":
            return said
        if state == "key":
            assert hidden < 0.5, f"the bubble covers what is to be touched, or leaves the screen: {words}"
            page.keyboard.press("Enter")
        sleep(0.03)
    focus = page.evaluate("document.activeElement.outerHTML.slice(0, 160)")
    bubble = page.evaluate("document.querySelector('#lesson').outerHTML")
    raise AssertionError(f"the lesson does not go on after: {said[-1:]}; the keys are at {focus} {bubble}")


@pytest.mark.parametrize(("slug", "name", "phone"), [*FIRST, *SHORT])
def test_a_lesson_is_followed_by_keyboard(visitor, slug: str, name: str, phone: bool) -> None:
    page = visitor(phone=phone, dark=phone).page
    page.goto(f"/games/{slug}/learn")
    page.locator(f'form[action="/games/{slug}/learn/{name}"] button').press("Enter")
    page.wait_for_selector("#lesson:not([hidden])")
    said = follow(page)
    assert len(said) >= 3
    if name == "first-match" and not phone:
        assert faults(page) == []
        page.keyboard.press("Enter")
        page.wait_for_selector("#lesson", state="hidden")
        page.wait_for_selector(".prompt")
    page.goto(f"/games/{slug}/learn")
    assert page.locator(".lessons .learnt").count() == 1, "progress is kept"


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_screen_reader_finds_the_first_match(visitor, slug: str) -> None:
    """What is said, and what can be done, at the first step and where the pupil is first asked."""
    page = visitor().page
    page.goto("/me")
    page.locator("main [name=name]").fill("Ann")
    page.locator("main [name=name]").press("Enter")
    page.wait_for_load_state()
    page.goto(f"/games/{slug}/learn")
    page.locator(f'form[action="/games/{slug}/learn/first-match"] button').press("Enter")
    page.wait_for_selector("#lesson:not([hidden])")
    trees = [page.locator(part).aria_snapshot() for part in ("#lesson", ".felt")]
    for _ in range(40):
        page.wait_for_timeout(300)
        if page.locator("#lesson .lesson-yours").count():
            break
        page.keyboard.press("Enter")
    trees += [page.locator(part).aria_snapshot() for part in ("#lesson", ".prompt")]
    seen = "\n".join(trees) + "\n"
    golden = GOLDEN / f"lesson-{slug}.yaml"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(seen, encoding="utf-8")
    assert seen == golden.read_text(encoding="utf-8"), f"{slug}: if it shall be so, GOLDEN=write"


def test_a_key_pressed_twice_does_not_leave_a_lesson(visitor) -> None:
    """The step that comes next takes nothing until it could be noticed: a second Enter belonged to the step before."""
    page = visitor().page
    page.goto("/games/lancelot/learn")
    page.locator('form[action$="/learn/coming-home"] button').press("Enter")
    page.wait_for_selector("#lesson:not([hidden])")
    said = page.evaluate(
        """() => new Promise((done) => {
          const words = () => document.querySelector(".lesson-words").textContent.trim();
          const first = words();
          new MutationObserver(() => {
            if (words() === first) return;
            const second = words();
            document.querySelector(".lesson-next, .lesson-guess").click();
            setTimeout(() => done([second, words()]), 150);
          }).observe(document.querySelector("#lesson"), {subtree: true, childList: true, characterData: true});
          setTimeout(() => document.querySelector(".lesson-next").click(), 400);
        })"""
    )
    assert said[0] == said[1]


def test_somebody_new_is_first_offered_to_learn(visitor) -> None:
    page = visitor().page
    page.goto("/")
    assert page.locator(".tile .button").first.inner_text().startswith("Learn in five minutes")
    page.goto("/games/lancelot")
    assert page.locator("main .button").first.inner_text() == "Learn in five minutes"


def test_progress_that_cannot_be_read_breaks_no_page(visitor) -> None:
    page = visitor().page
    page.goto("/games/lancelot/learn")
    for broken in ("{", "[1]", '{"lancelot": 7}', "null"):
        page.evaluate("text => localStorage.setItem('lessons', text)", broken)
        page.reload()
        assert page.locator(".lessons .sheet").count() >= 1


def test_another_answer_is_met_kindly(visitor) -> None:
    page = visitor().page
    page.goto("/games/quests-of-the-round-table/learn")
    page.locator('form[action$="/learn/first-match"] button').click()
    page.wait_for_selector("#lesson:not([hidden])")
    for _ in range(3):
        page.locator(".lesson-next").click()
    page.locator('.prompt [data-atom="decline"]').click()
    page.wait_for_selector(".lesson-other")
    assert "shields are won out there" in page.locator(".lesson-other").inner_text()
    assert page.locator('.prompt [data-atom="join"]').is_visible(), "the answer was not taken"
