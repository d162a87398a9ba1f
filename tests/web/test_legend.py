"""The legend in the browser: pointing at a stat or a mark tells what it means, and a dialog tells all."""

import roundtable as rt


def test_pointing_tabbing_and_tapping_tell_what_a_stat_means(visitor):
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page")
    meanings = {each.name: each for each in rt.game("knights-duty").legend}
    heart = page.locator("[data-means=Heart]").first
    note = page.locator("#meaning")
    for point in (heart.hover, heart.focus, heart.click):
        point()
        note.wait_for()
        assert meanings["Heart"].text in note.inner_text() and f"§ {meanings['Heart'].rule}" in note.inner_text()
        assert heart.get_attribute("aria-describedby") == "meaning"
        page.keyboard.press("Escape")
        note.wait_for(state="hidden")
        page.mouse.move(1, 1)


def test_a_dialog_has_the_whole_legend(visitor):
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page")
    page.get_by_role("button", name="Legend").click()
    page.locator("dialog .legend").wait_for()
    entries = page.locator("dialog .legend > div")
    legend = rt.game("knights-duty").legend
    assert entries.count() == len(legend) > 10
    words = entries.all_inner_texts()
    assert all(each.name in said and each.text in said for each, said in zip(legend, words, strict=True))
    assert page.locator(".legend a").first.get_attribute("href").endswith(f"#p{legend[0].rule}")
    page.get_by_role("button", name="Back to the table").click()
    page.locator("dialog .legend").wait_for(state="hidden")
