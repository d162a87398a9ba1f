"""Whole matches through the page: every game on a desk, some on a phone, one by keyboard alone."""

import pytest

import roundtable as rt

QUICK = {  # a full one takes minutes of clicking
    "knights-duty": {"preset": "quick"},
    "quests-of-the-round-table": {"preset": "very_short"},
}


@pytest.mark.parametrize("slug", list(rt.slugs()))
def test_a_match_on_a_desk(visitor, slug):
    person = visitor()
    fewest = str(rt.game(slug).seats[0])
    person.begin(slug, players=fewest, bot="page", **QUICK.get(slug, {}))
    assert person.finish(), person.look()
    page = person.page
    assert page.locator(".ranks thead th").count() == int(fewest)
    assert page.get_by_role("button", name="Rematch").is_visible()
    assert person.sideways() == 0


@pytest.mark.parametrize("slug", ["of-knights-and-ninjas", "quests-of-the-round-table"])
def test_a_match_on_a_phone(visitor, slug):
    person = visitor(phone=True, dark=True)
    person.begin(slug, players="2", bot="page", **QUICK.get(slug, {}))
    assert person.finish(), person.look()
    assert person.sideways() == 0


def test_a_match_by_keyboard_alone(visitor):
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page", preset="quick")
    lost = []

    def watch() -> None:
        if person.focused() == "BODY":
            lost.append(person.look())

    assert person.play(90, press=True, until=watch)
    assert not lost
    assert page.evaluate("document.activeElement.id") == "ask-end"


def test_what_can_be_chosen_is_reached_by_tab(visitor):
    """Tab from the question comes to every lit thing; Enter chooses it."""
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page")
    page.locator(".prompt.yours").wait_for()
    page.locator("#ask").focus()
    names = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        names.add(page.evaluate("document.activeElement.dataset?.atom ?? ''"))
    offered = set(page.locator("[data-atom]").evaluate_all("all => all.map((each) => each.dataset.atom)"))
    assert offered and offered <= names
