"""The table screen with Knight's Duty: keys, mouse, why not, rules, undo, hot seat, the end."""

from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep

import pytest
from textual.binding import Binding
from textual.widgets import Markdown

import roundtable as rt
from roundtable.engine import commitment
from roundtable.table.thoughts import advise
from roundtable.tui import host, pieces
from roundtable.tui.host import TableHost
from roundtable.tui.modals import Curtain, Reading, WhyNot
from roundtable.tui.panes import Picture, TablePanes
from roundtable.tui.setup import Setup, resume
from roundtable.tui.table import RULE, TableScreen

SPREAD = {"clan_selection": "spread"}  # nothing to choose before the first tokens
SHORT = {**SPREAD, "board_radius": 2, "storm_start": 2, "storm_step": 1}


async def lay_tokens(player, *keys: str) -> None:
    await player.asked()
    await player.press(*keys, "enter")


def where(player, on: str) -> tuple[int, int]:
    """A place inside the board on which a click means this id."""
    board = player.table.query_one("#board", Picture)
    for y, content in enumerate(board.paint(board.size.width, board.parent.size.height)):
        for x in range(content.cell_length):
            if content.get_style_at_offset(x).meta.get("on") == on:
                return x, y
    raise AssertionError(f"{on} is not on the board")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_whole_match_by_keys(at_table, size):
    async def scene(player):
        await player.play_to_the_end()
        match = player.match
        assert match.over and match.ranking
        assert rt.verify(player.file).claimed == match.ranking
        text = player.text()
        assert "1." in text and "Recorded in" in text and "Rematch" in text
        tally = str(player.app.screen.query_one("#tally").render())
        for line in match.tally:  # everybody's numbers, best first
            row = next(each for each in tally.splitlines() if line.label in each)
            assert row.split()[-3:] == [str(line.points[q]) for group in match.ranking for q in group]
        seed = match.seed
        await player.press("m")
        await player.asked()
        assert player.match is not match and player.match.seed != seed and not player.match.over

    at_table(scene, size=size, players=3, options=SHORT)


def test_the_table_shows_what_section_12_asks_for(at_table):
    async def scene(player):
        await player.asked()
        text = player.text()
        for words in ("Arena", "Turn 1", "Move", "Parry", "Attack", "Full Heart", "Unarmed", "★", "Purple", "(you)"):
            assert words in text
        assert "0 of 3 slots" in text
        await player.press("1", "1")
        assert "Chosen: Sword → Sword" in player.hint() and "2 of 3 slots" in player.text()

    at_table(scene, players=2, options=SPREAD)


def test_an_answer_is_composed_taken_back_and_confirmed(at_table):
    async def scene(player):
        await player.asked()
        await player.press("enter")
        assert "Choose first" in player.hint()
        await player.press("1", "2", "backspace")
        assert player.keyboard.chosen == ("sword",)
        await player.press("down", "space")
        assert player.keyboard.chosen == ("sword", "spear")
        await player.press("6")
        assert player.table.prompt.complete and "confirms" in player.hint()
        assert not player.match.entries or player.match.entries[-1].seat != 0
        await player.press("enter")
        assert ("sword", "spear", "move") in [entry.answer for entry in player.match.entries if entry.seat == 0]

    at_table(scene, players=2, options=SPREAD)


def test_a_click_on_a_lit_hex_moves_there_and_on_another_says_why_not(at_table):
    async def scene(player):
        await lay_tokens(player, "6", "6", "6")
        await player.until(lambda: player.match.question == "choose_move" and player.keyboard.asked)
        far = next(spot.id for spot in player.table.scene.areas[0].spots if spot.tone == "high")
        await player.pilot.click("#board", offset=where(player, far))
        await player.pilot.pause()
        assert f"{far} is 4 spaces away: a Move token goes one space (rules 4.6)" in player.hint()
        goal = next(pick.on for pick in player.table.prompt.picks if pick.on)
        await player.pilot.click("#board", offset=where(player, goal))
        await player.press("enter")
        assert ("choose_move", (goal,)) in [(e.question, e.answer) for e in player.match.entries if e.seat == 0]

    at_table(scene, players=2, options=SPREAD)


def test_a_click_on_a_pick_chooses_it(at_table):
    async def scene(player):
        await player.asked()
        await player.pilot.click("#picks", offset=(1, 0))
        await player.pilot.pause()
        assert player.keyboard.chosen == (player.table.prompt.picks[0].atom,)

    at_table(scene, players=2, options=SPREAD)


def test_why_not_gives_the_reason_and_the_paragraph(at_table):
    async def scene(player):
        await player.asked()
        await player.press("1", "1", "question_mark")
        assert isinstance(player.app.screen, WhyNot)
        await player.press(*"sword", "enter")
        assert "you have only 2 Sword tokens (rules 4.4)" in player.text()
        await player.press("f2")
        assert isinstance(player.app.screen, Reading) and "4.4" in player.text()
        await player.press("escape", "escape")
        assert player.app.screen is player.table and player.keyboard.chosen == ("sword", "sword")

    at_table(scene, players=2, options=SPREAD)


def test_rules_paragraph_whole_rules_and_help(at_table):
    async def scene(player):
        await player.asked()
        await player.press("r")
        number = player.table.prompt.rule
        assert f"Rules {number}" in player.text()
        title = player.match.game.paragraphs()[number]
        assert title in player.text()
        await player.press("R")
        await player.until(lambda: player.match.game.title in player.text())
        await player.press("escape", "h")
        assert "Keys" in player.text()
        told = player.app.screen.query_one(Markdown).source
        assert all(f"**{each.name}**: {each.text}" in told for each in player.match.game.legend)
        await player.press("escape")
        assert player.app.screen is player.table

    at_table(scene, players=2, options=SPREAD)


def test_a_link_of_the_rules_leads_to_its_ruling(at_table):
    async def scene(player):
        await player.asked()
        await player.press("R")
        page = player.app.screen.query_one(Markdown)
        assert "R27. " not in player.text()
        page.post_message(Markdown.LinkClicked(page, "#r27"))
        await player.until(lambda: "R27. " in player.text())

    at_table(scene, players=2, game="lancelot")


def test_undo_when_fair_and_the_reason_when_not(at_table):
    async def fair(player):
        await player.asked()
        await player.press("1", "enter")  # Anna's clan; Ben is asked
        assert isinstance(player.app.screen, Curtain) and "Anna takes back" in player.text()
        await player.press("u")
        await player.asked()
        assert player.keyboard.at == 0 and not player.match.entries
        assert resume(player.file).match.entries == []

    async def unfair(player):
        await lay_tokens(player, "6", "6", "6")
        await player.asked()
        await player.press("u")
        assert player.hint().startswith("No undo: ")

    async def sit_down_first(player):
        await player.press("enter")
        await fair(player)

    at_table(sit_down_first, people=("Anna", "Ben"), players=2)
    at_table(unfair, players=2, options=SPREAD)


def test_hot_seat_never_shows_the_others_tokens(at_table):
    async def scene(player):
        assert isinstance(player.app.screen, Curtain)
        assert "Pass the keyboard to Anna, press Enter" in player.text()
        await player.press("enter")
        await player.press("1", "3", "5", "enter")  # Sword, Bow, Parry
        for words in ("Sword", "Bow", "Parry", "Unarmed", "tracker"):
            assert words not in player.text()
        assert "Pass the keyboard to Ben, press Enter" in player.text()
        await player.press("enter")
        assert player.keyboard.at == 1 and not isinstance(player.app.screen, Curtain)
        assert "Chosen" not in player.text()
        await player.press("6", "6", "6", "enter")  # three moves; slot 1 is revealed and Ben may move
        assert player.match.question == "choose_move" and player.keyboard.at == 1
        players = "\n".join(text.plain for text in player.table.paint_players(44, 30))
        assert "Sword 2  ▒▒ ▒▒" in players and "Move   Move   Move" in players
        log = " ".join(told.text for told in player.keyboard.sentences())
        for words in ("Bow", "Parry"):
            assert words not in players and words not in log

    at_table(scene, people=("Anna", "Ben"), players=2, options=SPREAD)


def test_a_whole_hot_seat_match(at_table):
    async def scene(player):
        await player.play_to_the_end(3)
        assert player.keyboard.at is None  # nobody's secrets at the end

    at_table(scene, people=("Anna", "Ben"), players=3, options=SHORT)


def test_quit_and_resume_is_the_same_match(at_table):
    seen = {}

    async def begin(player):
        await lay_tokens(player, "1", "6", "6")
        await player.asked()
        seen["file"], seen["data"] = player.file, player.match.state.data()
        seen["text"] = player.match.text()
        await player.press("q")

    async def go_on(player):
        await player.asked()
        assert player.match.state.data() == seen["data"] and player.match.text() == seen["text"]
        assert player.keyboard.people == (0,) and player.match.names[1].endswith("(squire)")
        await player.play_to_the_end()

    at_table(begin, players=3, options=SHORT)
    at_table(go_on, first=resume(seen["file"]))
    assert rt.verify(seen["file"]).match.over


@pytest.mark.parametrize("over", ["", "h", "question_mark"])
def test_ctrl_c_leaves_from_any_page_and_tells_how_to_go_on(at_table, monkeypatch, over):
    async def scene(player):
        left = []
        monkeypatch.setattr(player.app, "exit", lambda *args, message="", **how: left.append(str(message)))
        await player.asked()
        await player.press(*([over] if over else []), "ctrl+c")
        assert left == [f"The match is saved; go on with: roundtable play --resume {player.file}"]

    at_table(scene, players=2, options=SPREAD)


def test_the_text_of_a_card_is_read_by_arrow_and_by_click(at_table):
    async def scene(player):
        await player.asked()
        await player.press("down")
        assert player.hint() == "2 left, takes it up. Reach 3. 2 Hearts, 2 Shields."
        await player.press("up")
        assert player.hint() == "2 left, takes it up. Reach 2. 3 Hearts, 1 Shield."
        await lay_tokens(player, "6", "6", "6")
        await player.until(lambda: player.match.question == "choose_move" and player.keyboard.asked)
        await player.pilot.click("#board", offset=where(player, "knight-1"))
        await player.pilot.pause()
        assert player.hint().startswith("Aqua knight, Full Heart, unarmed, at I3: ")

    at_table(scene, size=(120, 50), players=2, options=SPREAD)


def test_a_key_that_means_nothing_is_told(at_table):
    async def scene(player):
        await player.asked()
        await player.press("9")
        assert "Nothing here has the key 9" in player.hint()
        await player.press("6")
        assert "Nothing here" not in player.hint()

    at_table(scene, players=2, options=SPREAD)


class Lost:
    """A bot of one's own that does not work yet."""

    def __init__(self, game, seat, seed):
        pass

    def choose(self, view, choice):
        raise KeyError("where am I?")


@pytest.mark.parametrize("bot", ["knight@5", "tests.tui.test_table:Lost"])
def test_every_bot_that_can_be_named_sits_at_the_table_and_is_resumed(at_table, bot):
    async def scene(player):
        await player.until(lambda: player.match.ready == (1,))  # it has answered, while the person still thinks
        assert player.keyboard.people == (0,)
        assert ("where am I?" in player.hint()) == (bot != "knight@5")
        assert TableHost(resume(player.file)).doc.seats[1].bot == bot

    at_table(scene, players=2, bot=bot, options=SPREAD)


def test_labels_fold_and_light(at_table):
    async def scene(player):
        await player.asked()
        high = next(spot.label for spot in player.table.scene.areas[0].spots if spot.tone == "high")
        assert high not in player.text()
        await player.press("o")
        assert high in player.text()
        assert "is ready" not in player.text() and not player.table.query_one("#log-pane").display
        await player.press("l")
        assert player.table.query_one("#log-pane").display
        await player.press("z")
        assert not player.table.query_one("#side").display
        theme = player.app.theme
        await player.press("t")
        assert player.app.theme != theme

    at_table(scene, size=(80, 24), players=2, options=SPREAD)


def test_every_key_of_a_pick_differs_from_every_command():
    commands = {binding.key for binding in Binding.make_bindings([*TablePanes.BINDINGS, *TableScreen.BINDINGS])}
    assert not commands & set(pieces.KEYS) and len(set(pieces.KEYS)) == len(pieces.KEYS)


def test_setup_keeps_the_seed_and_names_the_bots(tmp_path: Path):
    match = Setup(rt.game("knights-duty"), 3, ("Bedivere",), seed=9).start(tmp_path).match
    assert match.names == ("Bedivere", "Elaine (squire)", "Gareth (squire)")
    assert match.header()["commitment"] == commitment(9)


def test_a_fault_of_the_game_ends_in_one_line_and_keeps_the_match(at_table, monkeypatch):
    async def scene(player):
        await player.asked()
        before = player.file.read_text()

        def fail(entry):
            raise ZeroDivisionError("the rules divide by zero")

        monkeypatch.setattr(player.match, "_play_on", fail)
        await player.press("6", "6", "6", "enter")
        assert player.app.return_code == 2 and player.file.read_text() == before

    at_table(scene, people=("Anna",), players=2, options=SPREAD)


def test_a_full_disk_is_told_and_mended(at_table, monkeypatch):
    async def scene(player):
        await player.asked()

        def full(host, records):
            raise OSError("No space left on device")

        await player.until(lambda: player.match.ready == (1,))
        before = player.file.read_text()
        with monkeypatch.context() as disk:
            disk.setattr(TableHost, "_append", full)
            await player.press("6", "6", "6", "enter")
            assert "No space left" in player.hint() and player.file.read_text() == before
        assert player.keyboard.asked and player.keyboard.chosen == ("move", "move", "move")
        await player.press("enter")
        assert ("move", "move", "move") in [entry.answer for entry in player.match.entries]
        assert resume(player.file).match.text() == player.match.text()

    at_table(scene, players=2, options=SPREAD)


def test_enter_takes_the_only_choice(at_table, tmp_path):
    recorded = Setup(rt.game("quests-of-the-round-table"), 2, ("Anna",), seed=3).start(tmp_path)
    match, rng = recorded.match, Random(3)
    while not (0 in match.asked and match.question == "merlin_preview"):
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    given = len(match.entries)

    async def scene(player):
        await player.asked()
        assert len(player.table.prompt.picks) == 1 and "⏎ takes the only one" in player.hint()
        await player.press("enter")
        assert player.match.entries[given].seat == 0 and player.match.entries[given].answer == ("pass",)

    at_table(scene, first=recorded)


def test_a_champion_gives_a_hint_while_the_screen_goes_on(at_table, monkeypatch):
    begin = Event()

    def when_it_may(game, view, seat, seed, seconds):
        assert begin.wait(20)
        return advise(game, view, seat, seed, 0.05)

    monkeypatch.setattr(host, "advise", when_it_may)

    async def scene(player):
        await player.until(lambda: player.match.ready == (1,))  # or its answer might come in between
        await player.press("exclamation_mark")
        assert "thinks" in player.hint()
        await player.press("1")  # the keys are heard meanwhile
        assert player.keyboard.chosen == ("sword",)
        begin.set()
        await player.until(lambda: "Hint: " in player.hint())
        best = player.keyboard.hint.candidates[0]
        assert " → ".join(best.words) in player.hint()
        await player.press("exclamation_mark")
        assert player.keyboard.chosen == tuple(best.atoms) and player.table.prompt.complete
        await player.press("enter")
        assert tuple(best.atoms) in [entry.answer for entry in player.match.entries if entry.seat == 0]
        assert player.keyboard.hint is None

    at_table(scene, players=2, options=SPREAD)


def test_what_happened_since_the_last_answer_is_told(at_table):
    async def scene(player):
        await lay_tokens(player, "6", "6", "6")
        await player.until(lambda: player.match.question == "choose_move" and player.keyboard.asked)
        before = len(player.keyboard.log)
        await player.press("1", "enter")
        await player.asked()
        new = [sentence.text for sentence in player.keyboard.log[before:]]
        assert new and player.keyboard.news() == new
        assert f"{len(new)} new in the log" in player.text()
        await player.press("full_stop")
        assert isinstance(player.app.screen, Reading)
        await player.until(lambda: new[-1].split(".")[0] in player.text())

    at_table(scene, players=2, options=SPREAD)


def test_one_rule_a_key_chooses_another_chooses_instead_and_enter_answers(at_table):
    async def scene(player):
        await player.asked()
        assert RULE in player.hint() and player.match.question == "choose_clan"
        first, second = (pick.atom for pick in player.table.prompt.picks[:2])
        await player.press("1")
        assert not player.match.entries and player.keyboard.chosen == (first,) and "confirms" in player.hint()
        await player.press("2")  # the others are still on offer
        assert not player.match.entries and player.keyboard.chosen == (second,)
        shown = "".join(text.plain for text in player.table.paint_picks(70, 4)).split()
        assert shown[shown.index("2✓") - 1] != "1✓"
        await player.press("backspace")
        assert player.keyboard.chosen == () and RULE in player.hint()
        await player.press("2", "enter")
        assert (player.match.entries[0].seat, player.match.entries[0].answer) == (0, (second,))

    at_table(scene, players=2)


def test_of_a_bot_that_cannot_think_one_is_told_and_something_is_answered_for_it(at_table, monkeypatch):
    class Hanging:
        def choose(self, view, choice):
            sleep(3.0)

    monkeypatch.setattr("roundtable.tui.host.PATIENCE", 0.2)
    monkeypatch.setattr("roundtable.tui.host.make", lambda *args: Hanging())

    async def scene(player):
        await player.until(lambda: "failed, a random answer is given" in player.table.told)
        assert [entry for entry in player.match.entries if entry.seat != 0]

    at_table(scene, players=2, options=SPREAD)


def test_a_table_that_should_have_been_woken_already_is_woken_now(at_table):
    """On a busy computer the time has come before the timer is set; one of no seconds is never heard of again."""

    async def scene(player):
        await player.asked()
        woken = []
        player.table.run_table = lambda: woken.append(monotonic())
        player.table.host.wake = monotonic() - 1.0
        player.table.follow()
        await player.until(lambda: woken)

    at_table(scene, players=2, options=SPREAD)
