"""Everybody can read it: axe finds nothing on any page, and each table's accessibility tree is a golden file."""

import os

import pytest

import roundtable as rt

from .conftest import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def faults(page) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is not there (python3 x.py setup)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0]['failureSummary'][:300]}"
        for each in found["violations"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_pages(visitor, dark):
    person = visitor(dark=dark)
    person.go("/me")
    for path in ("/", "/games/lancelot", "/rules/knights-duty", "/me", "/credits"):
        assert faults(person.go(path)) == [], path
    person.begin("lancelot", form="friends")
    assert faults(person.page) == []
    page = person.go("/no-such-page")
    person.troubles.clear()  # the browser itself complains about the 404
    assert faults(page) == []


@pytest.mark.parametrize("slug", list(rt.slugs()))
def test_tables(visitor, slug):
    for dark in (False, True):
        person = visitor(phone=dark, dark=dark)
        person.begin(slug, bot="page")
        person.play(12, until=lambda person=person: person.touched >= 4)
        assert faults(person.page) == []
        assert person.sideways() == 0


def test_the_end_and_the_replay(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    assert person.finish(0)
    assert faults(person.page) == []
    person.page.get_by_role("link", name="Replay").click()
    person.page.locator(".scrub").wait_for()
    assert faults(person.page) == []


@pytest.mark.parametrize("slug", list(rt.slugs()))
def test_what_a_screen_reader_finds(visitor, slug):
    """The first question of a match, as the accessibility tree tells it; GOLDEN=write writes the files anew."""
    person = visitor()
    person.begin(slug, bot="page", players=str(rt.game(slug).seats[0]))
    match = rt.game(slug).match(
        players=rt.game(slug).seats[0], seed=7, names=["Anna", "Ben", "Carl"][: rt.game(slug).seats[0]]
    )
    person.show(match, match.asked[0])
    seen = person.page.locator("#table").aria_snapshot() + "\n"
    golden = ROOT / "tests" / "web" / "golden" / f"{slug}.yaml"
    if os.environ.get("GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(seen, encoding="utf-8")
    assert seen == golden.read_text(encoding="utf-8"), "if it shall be so: GOLDEN=write"
