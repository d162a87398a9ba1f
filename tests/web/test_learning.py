"""Puzzles, the coach, who leads and what happened, in the browser."""

from __future__ import annotations

import re

import roundtable as rt
from roundtable.table.puzzles import read_all_puzzles

from .test_access import faults

SLUG = "of-knights-and-ninjas"
COVERED = """() => {
  const note = document.querySelector("#coach").getBoundingClientRect();
  const over = (b) => Math.max(0, Math.min(note.right, b.right) - Math.max(note.left, b.left))
    * Math.max(0, Math.min(note.bottom, b.bottom) - Math.max(note.top, b.top));
  return [...document.querySelectorAll(".lit:is([data-piece], [data-spot]), .prompt .button")]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => over(box) > 0.5 * box.width * box.height).length;
}"""

SAYS_ANOTHER = """(said) => {
  const note = document.querySelector("#coach");
  return note.hidden || !note.innerText.includes(said);
}"""


def test_a_puzzle_is_solved_explained_and_remembered(visitor) -> None:
    person = visitor()
    page = person.go(f"/games/{SLUG}/puzzles")
    puzzles = read_all_puzzles(rt.game(SLUG))
    assert page.locator(".puzzles li").count() == len(puzzles)
    assert page.get_by_role("button", name="Puzzle of the day").count() == 1
    assert faults(page) == []
    puzzle = next(each for each in puzzles.values() if each.best == ("keep",))  # one of its two buttons
    page.locator(f'form[action$="/puzzles/{puzzle.id}"] button').last.press("Enter")
    page.locator("#lesson:not([hidden])").wait_for()
    assert not any('"values":[{' in frame for frame in person.received), "nothing tells the answer before"
    assert page.get_by_role("button", name="Hint").count() == 0
    page.locator('[data-atom="keep"]').click()
    page.locator("#lesson .values li").first.wait_for()
    assert "Yes, that is best." in page.locator("#lesson").inner_text()
    assert page.locator("#lesson .values li").count() == len(puzzle.values)
    assert faults(page) == []
    page.get_by_role("link", name="More puzzles").click()
    assert page.locator(".puzzles .learnt").count() == 1


def test_the_coach_explains_what_is_new_covers_nothing_and_goes_for_good(visitor) -> None:
    for phone in (False, True):
        person = visitor(phone=phone)
        person.context.add_init_script(
            "try { if (!sessionStorage.began) localStorage.coach = 'on'; sessionStorage.began = 1; } catch {}"
        )
        person.begin(SLUG, players="3", bot="page")
        page = person.page
        note = page.locator("#coach")
        note.wait_for()
        first = note.locator(".note-words").inner_text()
        coach, legend = rt.game(SLUG).coach, rt.game(SLUG).legend
        assert any(words in first for words in [*coach.values(), *(each.text for each in legend)])
        assert page.evaluate(COVERED) == 0
        assert faults(page) == []
        note.locator(".coach-seen").click()
        page.wait_for_function(SAYS_ANOTHER, arg=first)
        if not note.is_visible():
            continue
        note.locator(".coach-off").click()
        note.wait_for(state="hidden")
        page.reload()
        page.locator(".prompt").wait_for()
        assert not note.is_visible()


def test_who_leads_is_said_and_what_happened_is_told_again(visitor) -> None:
    person = visitor()
    person.begin(SLUG, players="3", bot="page")
    page = person.page
    leads = page.locator(".rail .leads")
    leads.wait_for()
    assert re.search(r"leads?|Nobody", leads.inner_text())
    again = page.get_by_role("button", name="What happened?")
    for _ in range(40):
        if again.count():
            break
        person.act()
        page.wait_for_timeout(50)
    again.click()
    story = page.locator("#story")
    story.wait_for()
    told = story.locator(".note-words").inner_text()
    assert told and page.locator(".rail").inner_text().count(told[:12])
    page.keyboard.press("Escape")
    story.wait_for(state="hidden")
    page.locator(".since-strip, .opens-rail").first.wait_for(state="attached")
