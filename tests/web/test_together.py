"""People together: two browsers and a lost connection, pass and play, spectators, chat, replays."""

import json

import roundtable as rt

from .phases import PHASES, reach, viewer


def test_two_people_one_of_whom_loses_the_connection(visitor):
    anna, ben = visitor(), visitor()
    anna.begin("knights-duty", form="friends", players="2", preset="quick")
    ben.go(anna.page.url)
    ben.page.get_by_role("button", name="Sit here").click()
    ben.page.get_by_role("button", name="I am ready").click()
    anna.page.get_by_text("ready", exact=True).nth(1).wait_for()
    anna.page.get_by_role("button", name="Start").click()
    anna.page.locator(".table").wait_for()
    ben.page.locator(".table").wait_for()

    def turns(times: int) -> None:
        for _ in range(times):
            for person in (anna, ben):
                if not person.act():
                    person.page.wait_for_timeout(20)

    turns(6)
    sockets = []
    ben.page.route_web_socket("**/socket?*", lambda route: sockets.append((route, route.connect_to_server())))
    ben.page.reload()
    ben.page.locator(".table").wait_for()
    turns(4)
    for end in sockets[-1]:
        end.close()
    ben.page.locator(".lost").wait_for()
    ben.page.locator(".lost").wait_for(state="detached")
    assert len(sockets) == 2
    for _ in range(600):
        turns(1)
        if anna.look()[0] == ben.look()[0] == "over":
            break
    assert anna.look()[0] == ben.look()[0] == "over"
    assert anna.page.locator(".honour h2").inner_text() == ben.page.locator(".honour h2").inner_text()


def test_a_page_that_was_on_its_way_when_somebody_got_ready(visitor):
    anna, ben = visitor(), visitor()
    anna.begin("knights-duty", form="friends", players="2")
    ben.go(anna.page.url)
    ben.page.get_by_role("button", name="Sit here").click()
    anna.page.get_by_text("not ready yet", exact=True).wait_for()
    scripts = []
    anna.page.route("**/page.js", lambda route: scripts.append(route))
    anna.page.goto(anna.page.url, wait_until="commit")
    while not scripts:
        anna.page.wait_for_timeout(20)
    ben.page.get_by_role("button", name="I am ready").click()
    ben.page.get_by_role("button", name="Not ready after all").wait_for()
    scripts.pop().continue_()
    anna.page.unroute("**/page.js")
    anna.page.get_by_text("ready", exact=True).nth(1).wait_for()
    ben.page.goto("about:blank")
    anna.page.get_by_text("ready, away", exact=True).wait_for()
    ben.page.go_back()
    anna.page.get_by_text("ready", exact=True).nth(1).wait_for()


def test_pass_and_play_covers_the_screen(visitor):
    person = visitor()
    page = person.go("/games/knights-duty")
    page.locator("form.setup [name=players][value='2']").check()
    page.locator("form.setup [name=preset][value='quick']").check()
    page.get_by_label("Person 1", exact=True).first.fill("Ygraine")
    page.get_by_label("Person 2", exact=True).first.fill("Uther")
    page.get_by_role("button", name="Sit down together").click()
    curtain = page.locator("#curtain[open]")
    curtain.wait_for()
    assert "Ygraine" in curtain.inner_text()
    asked = set()

    def note() -> None:
        if curtain.count():
            asked.add(curtain.locator("h2").inner_text())

    assert person.play(90, until=note)
    assert len(asked) == 2
    assert all(scene["seat"] is None or scene["seat"] in (0, 1) for scene in person.scenes())


def test_a_spectator_sees_no_secret(visitor):
    player, guest = visitor(), visitor()
    player.begin("of-knights-and-ninjas", players="3", bot="page")
    guest.go(player.page.url)
    guest.page.locator(".table").wait_for()
    assert player.finish()
    guest.page.locator(".honour").wait_for()
    assert guest.scenes()
    for frame in guest.scenes():
        assert frame["seat"] is None
        assert frame["scene"]["prompt"] is None
        for panel in frame["scene"]["panels"]:
            hand = next(area for area in panel["areas"] if area["id"].startswith("hand"))
            known = [p["label"] for p in hand["pieces"] if p["face"] and p["marks"] == []]
            assert not known, known
    assert not [text for text in guest.received if json.loads(text)["is"] in ("prompt", "why")]


def test_chat_with_mute(visitor):
    anna, ben = visitor(), visitor()
    anna.begin("of-knights-and-ninjas", players="2", bot="page")
    ben.go(anna.page.url)
    ben.page.locator(".table").wait_for()
    anna.page.get_by_label("Say something").fill("Well met!")
    anna.page.get_by_role("button", name="Say").click()
    ben.page.locator(".talk").get_by_text("Well met!").wait_for()
    ben.page.get_by_role("button", name="Mute").click()
    assert ben.page.locator(".talk").count() == 0


def test_a_replay_from_every_seat_and_with_nothing_hidden(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="3", bot="page")
    assert person.finish(0)
    page = person.page
    page.get_by_role("link", name="Replay").click()
    page.locator(".scrub").wait_for()
    page.get_by_label("Answer", exact=True).fill("5")
    page.get_by_text("5 of").wait_for()
    seen_by = page.get_by_label("Seen by")
    hands = page.locator("[data-area^=hand-]")
    down = hands.locator(".back")
    hidden = down.count()
    assert page.locator(".you").count() == 0 < hidden
    seen_by.select_option("0")
    page.locator(".you").wait_for()
    assert 0 < down.count() < hidden
    seen_by.select_option("all")
    page.locator(".you").wait_for(state="detached")
    assert down.count() == 0 < hands.locator(".piece").count()
    page.get_by_role("button", name="One answer on").click()
    page.get_by_text("6 of").wait_for()
    page.get_by_label("Answer", exact=True).focus()
    page.keyboard.press("End")
    page.get_by_role("table").get_by_role("columnheader").nth(2).wait_for()  # the page of honour


def test_a_hint_is_asked_read_and_taken(visitor):
    person = visitor()
    page = person.page
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    page.locator(".prompt.yours").wait_for()
    button = page.get_by_role("button", name="Hint", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    candidate = page.locator(".candidate").first
    candidate.wait_for()
    assert button.get_attribute("aria-expanded") == "true"
    page.wait_for_function("document.getElementById('live').textContent.startsWith('Hint')")
    asked = [json.loads(text) for text in person.received if json.loads(text)["is"] == "hint"]
    best = asked[-1]["candidates"][0]
    assert candidate.locator(".words").inner_text() == ", ".join(best["words"])
    page.keyboard.press("Escape")
    assert page.locator(".hint").count() == 0 and person.focused() != "BODY"
    button.click()
    candidate.wait_for()
    candidate.click()
    page.locator(".hint").wait_for(state="detached")  # the question is another one now, or the answer is composed


def test_no_hints_where_they_are_not_allowed(visitor):
    person = visitor()
    person.go("/games/of-knights-and-ninjas")
    person.page.get_by_label("Hints allowed").first.uncheck()
    person.page.locator("form.setup").get_by_role("button", name="Play now").click()
    person.page.locator(".prompt.yours").wait_for()
    assert person.page.get_by_role("button", name="Hint", exact=True).count() == 0


def test_why_something_cannot_be_chosen(visitor):
    person = visitor()
    page = person.page
    person.begin("knights-duty", players="2", bot="page")
    assert person.play(30, until=lambda: page.locator("[data-piece=supply-move]").count() > 0)
    while not page.get_by_role("button", name="Confirm").count():
        laid = page.locator(".so-far li").count()
        page.locator("[data-piece=supply-move].lit").click()
        page.locator(".so-far li").nth(laid).wait_for()
    page.get_by_role("button", name="Confirm").click()
    page.locator(".hex.lit").first.wait_for()
    page.locator(".hex:not(.lit)").first.click(force=True)
    reader = page.locator("dialog .reader")
    reader.wait_for()
    reader.locator(".why").wait_for()
    assert reader.locator(".why a").count() == 1
    page.keyboard.press("Escape")
    assert person.focused() != "BODY"


def test_play_now_seats_as_many_as_the_page_of_the_game_says(visitor):
    person = visitor()
    page = person.go("/games/knights-duty")
    players = page.locator("form.setup [name=players]:checked").input_value()
    person.go("/")
    page.locator(".tile", has_text="Knight's Duty").get_by_role("button", name="Play now").click()
    page.locator(".table").wait_for()
    assert page.locator(".panel").count() == int(players) == 4


def test_a_rival_who_can_be_chosen_is_lit_and_takes_the_touch_anywhere(visitor):
    person = visitor(phone=True)
    match = reach(next(phase for phase in PHASES if phase.id == "of-knights-and-ninjas-action"))
    person.begin(match.game.slug, bot="page")
    person.show(match, viewer(match))
    rival = person.page.locator(".rival:has([data-spot^=panel-])").first
    shadow = "(panel) => getComputedStyle(panel).boxShadow"
    plain = rival.evaluate(shadow)
    person.page.locator(".prompt [data-atom=attack]").click()
    person.page.locator(".rival .nameplate.lit").first.wait_for()
    assert rival.evaluate(shadow) != plain
    box = rival.bounding_box()
    rival.click(position={"x": box["width"] - 3, "y": box["height"] - 3})  # the corner farthest from the name
    person.page.locator(".so-far li").nth(1).wait_for()


def test_what_can_be_chosen_is_brought_into_sight(visitor):
    """Whoever has scrolled down when asked where to ride sees the road again, not only its last stretch."""
    person = visitor(phone=True)
    page = person.page
    person.begin("lancelot", players="2", bot="page")
    page.locator(".prompt.yours", has_text="Choose your seat").wait_for()
    page.evaluate("scrollTo(0, document.querySelector('.tracks').offsetTop)")
    lit = page.locator("#table .site.lit")
    lit.last.evaluate("(chair) => chair.click()")  # Guinevere or Merlin: nothing more to choose there
    page.locator(".prompt.yours", has_text="where do you ride").wait_for()
    boxes = [each.bounding_box() for each in lit.all()]
    top, bottom = (page.locator(each).bounding_box() for each in (".bar", ".prompt"))
    seen = [box for box in boxes if box["y"] >= top["y"] + top["height"] and box["y"] + box["height"] <= bottom["y"]]
    assert 2 * len(seen) > len(boxes) > 8


def test_a_held_seat_says_so_and_is_taken_back(visitor):
    person = visitor()
    match = rt.game("knights-duty").match(players=2, seed=7, names=["Anna", "Ben"])
    person.begin("knights-duty", players="2", bot="page")
    person.show(match, 0, held=True)
    page = person.page
    page.locator(".prompt").get_by_text("A bot answers for you until you take your seat back.").wait_for()
    assert page.locator(".prompt [data-atom]").count() == page.locator("#table .lit:is(button)").count() == 0
    assert "a bot answers meanwhile" in page.locator(".you .nameplate").inner_text()  # "held", or already the place
    page.get_by_role("button", name="Take your seat back").click()
    for _ in range(100):
        if {"do": "back", "seat": 0} in person.said:
            break
        page.wait_for_timeout(20)
    assert {"do": "back", "seat": 0} in person.said


def test_the_only_answer_gives_itself(visitor):
    """A question is also put to those who cannot choose; they need not press a button for it, and are told so."""
    person = visitor()
    match = reach(next(phase for phase in PHASES if phase.id == "of-knights-and-ninjas-nested"))
    person.begin(match.game.slug, bot="page")
    person.show(match, viewer(match))
    person.page.get_by_text("There is no other answer; it gives itself in a moment.").wait_for()
    person.page.locator(".prompt.busy").wait_for(timeout=25_000)  # drawn by lot, 20 s at most
    assert [said["do"] for said in person.said if said["do"] in ("compose", "answer")] == ["answer"]


def test_an_answer_is_undone_as_long_as_that_is_fair(visitor):
    anna, ben = visitor(), visitor()
    anna.begin("knights-duty", form="friends", players="2")
    ben.go(anna.page.url)
    ben.page.get_by_role("button", name="Sit here").click()
    ben.page.get_by_role("button", name="I am ready").click()
    anna.page.get_by_text("ready", exact=True).nth(1).wait_for()
    anna.page.get_by_role("button", name="Start").click()
    anna.page.locator(".prompt.yours [data-atom=red]").click()
    ben.page.locator(".prompt.yours").wait_for()
    assert ben.page.locator("[data-atom=red]").count() == 0
    anna.page.get_by_role("button", name="Undo").click()
    anna.page.locator(".prompt.yours [data-atom=red]").wait_for()
    ben.page.locator(".prompt.waits").wait_for()
    anna.page.locator("[data-atom=blue]").click()
    ben.page.locator(".prompt.yours [data-atom=red]").click()
    anna.page.locator(".undo[aria-disabled=true]").click(force=True)  # too late now, and it says why
    anna.page.locator(".refused").wait_for()


def test_a_rematch_and_no_sound_unless_wanted(visitor):
    person = visitor()
    page = person.page
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    page.get_by_role("button", name="Settings, and leaving the table").click()
    assert page.get_by_role("group", name="Sounds").get_by_label("Off").is_checked()
    page.keyboard.press("Escape")
    assert person.finish(0)
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and url != first)
    page.locator(".table, .seats").first.wait_for()
    person.go(first)
    page.get_by_role("link", name="To the rematch").wait_for()


def test_quick_phrases(visitor):
    person = visitor()
    person.begin("of-knights-and-ninjas", players="2", bot="page")
    person.page.get_by_text("Quick phrases").click()
    person.page.get_by_role("button", name="Well struck!").click()
    person.page.locator(".talk").get_by_text("Well struck!").wait_for()


def test_one_click_is_one_frame(visitor):
    anna = visitor()
    sent: list[str] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    anna.begin("knights-duty")
    anna.page.locator(".prompt.yours").wait_for()
    sent.clear()
    while not sent:
        anna.act()
    anna.page.wait_for_timeout(300)
    asked = [json.loads(text)["do"] for text in sent]
    assert asked[0] == "answer" and "compose" not in asked
