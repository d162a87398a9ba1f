"""Ways out of a table: for a while, for good, before it begins; and what is left of it among one's matches."""


def sit(host, guest) -> None:
    host.begin("of-knights-and-ninjas", form="friends", players="2")
    guest.go(host.page.url)
    guest.page.get_by_role("button", name="Sit here").click()
    guest.page.get_by_role("button", name="I am ready").click()
    host.page.get_by_text("ready", exact=True).nth(1).wait_for()


def menu(person) -> None:
    person.page.get_by_role("button", name="Settings, and leaving the table").click()


def test_a_bot_plays_until_one_is_back(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    menu(person)
    person.page.get_by_role("button", name="Let a bot play for me").click()
    back = person.page.get_by_role("button", name="Take your seat back")
    back.or_(person.page.locator(".honour")).first.wait_for()


def test_a_match_is_given_up_and_counts_no_more(visitor):
    """Given a match against bots, when it is given up, then it is closed, said so, and listed as such."""
    person = visitor()
    page = person.page
    person.begin("lancelot", players="2", bot="page")
    table = page.url
    page.locator(".prompt.yours").wait_for()
    person.go("/")
    assert "your turn" in page.locator(".tables li").first.inner_text()
    person.go(table)
    menu(person)
    page.get_by_text("Give the match up").click()
    page.get_by_role("button", name="Give it up").click()
    page.wait_for_url("**/")
    assert "closed" in page.locator(".tables li").first.inner_text()
    person.go(table)
    page.get_by_text("gave this match up").first.wait_for()
    assert page.locator("#table :is(button, .hex).lit").count() == 0


def test_who_leaves_for_good_is_followed_by_a_bot(visitor):
    anna, ben = visitor(), visitor()
    sit(anna, ben)
    anna.page.get_by_role("button", name="Start").click()
    for person in (anna, ben):
        person.page.locator(".table").wait_for()
    menu(ben)
    ben.page.get_by_text("Leave for good").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    ben.page.wait_for_url("**/")
    ben.go(anna.page.url)
    ben.page.get_by_text("You are watching.").wait_for()
    assert ben.scenes()[-1]["seat"] is None
    assert anna.play(30, until=lambda: anna.touched > 3)


def test_the_host_takes_a_table_away_that_has_not_begun(visitor):
    anna, ben = visitor(), visitor()
    sit(anna, ben)
    anna.page.get_by_role("button", name="Take the table away").click()
    anna.page.wait_for_url("**/")
    ben.page.get_by_text("took this table away").first.wait_for()


def test_a_newcomer_is_asked_for_a_name_once(visitor):
    person = visitor()
    page = person.go("/")
    page.get_by_label("What shall the others call you?").fill("Ygraine")
    page.get_by_role("button", name="Keep it").click()
    page.locator(".masthead").get_by_text("Ygraine").wait_for()
    assert page.locator(".greeting").count() == 0
