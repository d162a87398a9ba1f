"""Everybody can read it: axe finds nothing on any page or in any phase; what a screen reader finds is a golden file."""

import os
import re

import pytest
from playwright.sync_api import expect

import roundtable as rt

from .conftest import ROOT
from .phases import MATCHES, PHASES, reach, viewer

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
GOLDEN = ROOT / "tests" / "web" / "golden"
FILES = sorted(path.stem for path in MATCHES.glob("*.jsonl"))
TOUCH = 44

# What can be chosen or pressed and is smaller than a finger, in pixels.
SMALL = """(touch) => [
    ...document.querySelectorAll(":is(button, .hex).lit, .prompt .button, .tool, .nameplate"),
  ]
  .map((thing) => [thing, thing.getBoundingClientRect()])
  .filter(([thing, box]) => box.width && Math.min(box.width, box.height) < touch - 0.5)
  .map(([thing, box]) => `${thing.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)"""

# Text that is cut off, and pieces of the board that cannot be seen without scrolling.
CUT = """() => [...document.querySelectorAll(".card .banner, .button span, .nameplate .name, .phases li, .area-title")]
  .filter((thing) => thing.clientWidth && thing.scrollWidth > thing.clientWidth + 2)
  .map((thing) => `${thing.className} ${thing.textContent.trim().slice(0, 40)}`)"""

# Pieces before a player that lie over the player's name.
COVERED = """() => {
  const box = (thing) => thing.getBoundingClientRect();
  const over = (rival, piece) => piece.offsetParent && box(piece).top < box(rival.querySelector(".name")).bottom - 8;
  return [...document.querySelectorAll(".rival")]
    .filter((rival) => [...rival.querySelectorAll(".piece")].some((piece) => over(rival, piece)))
    .map((rival) => `the name of ${rival.getAttribute("aria-label")} is covered`);
}"""


def faults(page) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is not there (python3 x.py setup)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # without preloading: axe would lay imported style sheets into the page, which its policy forbids
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0]['failureSummary'][:300]}"
        for each in found["violations"]
    ]


def scrolled(person) -> list[str]:
    hidden = person.page.locator(".board").evaluate("(board) => board.scrollHeight - board.clientHeight")
    return [f"{hidden} pixels of the board must be scrolled to"] if hidden > 1 else []


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_pages(visitor, dark):
    person = visitor(dark=dark, phone=dark)
    person.go("/me")
    games = [path for slug in rt.slugs() for path in (f"/games/{slug}", f"/rules/{slug}")]
    for path in ("/", "/me", "/settings", "/credits", "/protocol", *games):
        page = person.go(path)
        if path.startswith("/rules/"):
            page.locator(".gallery li").first.wait_for()
        assert faults(page) == [], path
        assert person.sideways() == 0, path


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_setting_up_and_what_is_refused(visitor, dark):
    host, second, third = visitor(dark=dark), visitor(), visitor(phone=True, dark=dark)
    host.begin("of-knights-and-ninjas", form="friends", players="2")
    host.page.get_by_text("--host 0.0.0.0").wait_for()  # nobody else could open a link to 127.0.0.1
    for summary in host.page.locator("summary").all():
        summary.click()
    assert faults(host.page) == []
    second.go(host.page.url)
    second.page.get_by_role("button", name="Sit here").click()
    third.go(host.page.url)  # a full table
    assert third.page.get_by_role("button", name="Sit here").count() == 0
    assert faults(third.page) == [] and third.sideways() == 0
    third.page.evaluate("fetch(location.pathname + '/start', {method: 'POST'})")
    page = host.go("/games/lancelot")
    page.evaluate("document.querySelector('form.setup [name=players]').value = '9'")
    page.locator("form.setup [name=players]").first.check()
    page.locator("form.setup").get_by_role("button", name="Play now").click()
    page.locator(".notice").wait_for()
    assert faults(page) == []
    for path in ("/no-such-page", "/table/nosuchtable", "/replay/nosuchtable"):
        assert faults(host.go(path)) == [], path
    for person in (host, third):
        person.troubles.clear()  # the browser itself complains about refusals


def test_the_end_and_the_replay(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    assert person.finish(0)
    assert faults(person.page) == []
    person.page.get_by_role("link", name="Replay").click()
    person.page.locator(".scrub").wait_for()
    assert faults(person.page) == []


def test_escape_uncovers_the_table(visitor):
    """On a phone the log lies over the table: Escape puts it away, and the focus is where it was opened."""
    person = visitor(phone=True)
    person.begin("lancelot", players="2", bot="page")
    rail = person.page.locator(".rail")
    opens = person.page.get_by_role("button", name=re.compile("^Log and chat"))
    opens.click()
    rail.wait_for()
    rail.locator(".log").focus()
    person.page.keyboard.press("Escape")
    rail.wait_for(state="hidden")
    expect(opens).to_be_focused()


@pytest.mark.parametrize("name", FILES)
def test_every_phase(visitor, name):
    """On a desk nothing scrolls, on a phone nothing goes sideways and a finger finds everything; axe is content."""
    desk, phone = visitor(), visitor(phone=True, dark=True)
    wrong = []
    for person in (desk, phone):
        person.begin(reach(next(p for p in PHASES if p.match == name)).game.slug, bot="page")
    for phase in (p for p in PHASES if p.match == name):
        match = reach(phase)
        for person in (desk, phone):
            person.show(match, viewer(match), phase.chosen)
            found = person.page.evaluate(CUT) + person.page.evaluate(COVERED)
            if (person is phone) == phase.golden:
                found += faults(person.page)
            if person.sideways():
                found.append(f"{person.sideways()} pixels sideways")
            if person is phone:
                found += person.page.evaluate(SMALL, TOUCH)
            elif not match.over:
                found += scrolled(person)
            wrong += [f"{phase.id} {'phone' if person is phone else 'desk'}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "size", [(1366, 768), (768, 1024), (844, 390)], ids=["laptop", "tablet", "phone held sideways"]
)
def test_other_screens(visitor, size, name):
    """No words are cut.  On a laptop nothing scrolls; elsewhere nothing goes sideways, and what is lit is in sight."""
    laptop = size == (1366, 768)
    person = visitor(phone=not laptop)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    phases = [phase for phase in PHASES if phase.match == name and phase.golden and phase.question]
    person.begin(reach(phases[0]).game.slug, bot="page")
    wrong = []
    for phase in phases:
        match = reach(phase)
        person.show(match, viewer(match), phase.chosen)
        found = person.page.evaluate(CUT) + person.page.evaluate(COVERED)
        if laptop:
            found += scrolled(person)
        else:
            found += person.page.evaluate(SMALL, TOUCH)
            if person.sideways():
                found.append(f"{person.sideways()} pixels sideways")
            lit = [each.bounding_box() for each in person.page.locator("#table :is(button, .hex).lit").all()]
            if lit and not any(box and 0 <= box["y"] < size[1] - 20 for box in lit):
                found.append("nothing that can be chosen is in sight")
        wrong += [f"{phase.id}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", FILES)
def test_what_a_screen_reader_finds(visitor, name):
    """Several phases as the accessibility tree tells them; GOLDEN=write writes the files anew."""
    person = visitor()
    phases = [phase for phase in PHASES if phase.match == name and phase.golden]
    person.begin(reach(phases[0]).game.slug, bot="page")
    for phase in phases:
        match = reach(phase)
        person.show(match, viewer(match), phase.chosen)
        trees = [person.page.locator(part).aria_snapshot() for part in (".bar", ".felt")]  # the log has its own tests
        seen = re.sub(r"/(table|replay)/\w+", r"/\1/ID", "\n".join(trees)) + "\n"
        golden = GOLDEN / f"{phase.id}.yaml"
        if os.environ.get("GOLDEN") == "write":
            golden.write_text(seen, encoding="utf-8")
        assert seen == golden.read_text(encoding="utf-8"), f"{phase.id}: if it shall be so, GOLDEN=write"
