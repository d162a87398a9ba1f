"""The menu: every game, its options with their sentences, presets, saved matches."""

import asyncio
from pathlib import Path

from textual.widgets import Input, Label, OptionList, Select, Switch

import roundtable as rt
from roundtable.tui.app import RoundTable
from roundtable.tui.host import TableHost
from roundtable.tui.menu import MenuScreen, SetupScreen
from roundtable.tui.setup import Setup
from roundtable.tui.table import TableScreen


def with_menu(tmp_path: Path, scene, size=(100, 40)) -> None:
    async def go() -> None:
        app = RoundTable(tmp_path, pace=0)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(app, pilot)

    asyncio.run(go())


async def choose(app, pilot, name: str) -> None:
    listed = app.screen.query_one(OptionList)
    listed.highlighted = next(i for i, line in enumerate(listed.options) if str(line.id).endswith(name))
    await pilot.press("enter")
    await pilot.pause()


def test_the_menu_lists_every_game(tmp_path):
    async def scene(app, pilot):
        assert isinstance(app.screen, MenuScreen)
        lines = {line.id: str(line.prompt) for line in app.screen.query_one(OptionList).options}
        game = rt.game("knights-duty")
        assert game.title in lines["knights-duty"] and game.tagline in lines["knights-duty"]
        assert "2–6 players" in lines["knights-duty"] and game.minutes in lines["knights-duty"]

    with_menu(tmp_path, scene)


def test_a_small_screen_has_room_for_five_games(tmp_path):
    """All that there are; if somebody has more, the list is scrolled."""

    async def scene(app, pilot):
        listed = app.screen.query_one(OptionList)
        assert 5 * listed.virtual_size.height <= max(5, len(rt.slugs())) * listed.size.height

    with_menu(tmp_path, scene, size=(80, 24))


def test_options_presets_and_a_new_match(tmp_path):
    async def scene(app, pilot):
        await choose(app, pilot, "knights-duty")
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        shown = " ".join(str(label.visual) for label in screen.query(Label))
        for option in rt.game("knights-duty").options.listed():
            assert option.text in shown
        sentence = screen.query_one("#preset-sentence", Label)
        screen.query_one("#preset", Select).value = "quick"
        await pilot.pause()
        assert str(sentence.visual) == rt.game("knights-duty").preset_taglines["quick"]
        assert screen.query_one("#option-board_radius", Input).value == "3"
        assert screen.query_one("#option-clan_selection", Select).value == "spread"
        screen.query_one("#people", Input).value = "Anna, Ben"
        screen.query_one("#players", Select).value = 3
        screen.query_one("#option-allow_empty_slots", Switch).value = True
        screen.query_one("#option-max_turns", Input).value = "many"
        await pilot.press("f5")
        await pilot.pause()
        assert app.screen is screen  # and says which option is wrong
        screen.query_one("#option-max_turns", Input).value = "9"
        await pilot.press("f5")
        await pilot.pause()
        table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        assert isinstance(table.host, TableHost)
        match = table.host.match
        assert match.names == ("Anna", "Ben", "Bedivere (squire)")
        assert match.options.data()["max_turns"] == 9 and match.options.data()["storm_start"] == 6
        assert match.options.data()["allow_empty_slots"] is True

    with_menu(tmp_path, scene)


def test_a_saved_match_goes_on_from_the_menu(tmp_path):
    recorded = Setup(rt.game("knights-duty"), 2, ("Anna",), seed=5).start(tmp_path)
    recorded.match.answer(0, "red")
    recorded.match.save(recorded.path)
    (tmp_path / "broken.jsonl").write_text("no match file\n")

    async def scene(app, pilot):
        await choose(app, pilot, ".jsonl")
        assert isinstance(app.screen, TableScreen) and isinstance(app.screen.host, TableHost)
        assert app.screen.host.match.entries[0].answer == ("red",)

    with_menu(tmp_path, scene)
