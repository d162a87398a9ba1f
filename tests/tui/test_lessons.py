"""Lessons in the terminal: the same ones, by keys."""

from pathlib import Path

import pytest

import roundtable as rt
from roundtable.table.puzzles import read_all_puzzles
from roundtable.tui import pieces
from roundtable.tui.host import TableHost
from roundtable.tui.progress import TIPS, kept
from roundtable.tui.setup import Setup, begin_lesson, resume

LESSONS = [(slug, name) for slug in rt.slugs() for name in rt.game(slug).lessons()]


async def answer(player, way: list[str]) -> None:
    """The next key towards the wanted answer, or any."""
    chosen, prompt = player.keyboard.chosen, player.table.prompt
    if prompt.complete and (not way or len(chosen) == len(way)):
        await player.press("enter")
        return
    offered = [pick.atom for pick in prompt.picks]
    left = [atom for atom in way[len(chosen) :] if atom in offered]
    await player.press(pieces.key_of(offered.index((left or offered)[0])))


async def follow(player) -> list[str]:
    """Go through the lesson as it says; what it said."""
    said: list[str] = []
    for _ in range(400):
        lesson = player.keyboard.lesson
        if lesson is None or lesson.waits == "others" or player.app.screen is not player.table:
            await player.pilot.pause(0.01)
            if player.keyboard.over and player.app.screen is not player.table:
                return said
            continue
        if lesson.say not in said:
            said.append(lesson.say)
            assert lesson.say[:20] in str(player.table.query_one("#sentence").visual)
        if lesson.waits == "end":
            return said
        if lesson.waits == "guess":
            await player.press("1")
        elif lesson.waits == "next":
            await player.press("enter")
        else:
            await answer(player, lesson.way)
    raise AssertionError(f"it does not go on after {said[-1:]}")


@pytest.mark.parametrize(("slug", "name"), LESSONS)
def test_a_lesson_is_followed_by_keys(at_table, tmp_path: Path, slug: str, name: str) -> None:
    game = rt.game(slug)

    async def scene(player) -> None:
        said = await follow(player)
        assert len(said) >= 3

    first = begin_lesson(game, game.lessons()[name], f"{name}.toml", tmp_path)
    at_table(scene, first, size=(80, 24) if name == "first-match" else (120, 40))


def test_after_the_lesson_one_plays_on_and_the_match_is_in_its_file(at_table, tmp_path: Path) -> None:
    game = rt.game("knights-duty")
    first = begin_lesson(game, game.lessons()["first-match"], "first-match.toml", tmp_path)

    async def scene(player) -> None:
        await follow(player)
        await player.press("enter")
        assert player.keyboard.lesson is None
        await player.until(lambda: player.keyboard.asked)
        assert resume(player.file).match.entries[-1].answer == player.match.entries[-1].answer

    at_table(scene, first)


def test_another_answer_is_met_kindly(at_table, tmp_path: Path) -> None:
    game = rt.game("quests-of-the-round-table")
    first = begin_lesson(game, game.lessons()["first-match"], "first-match.toml", tmp_path)

    async def scene(player) -> None:
        await player.press("enter", "enter", "enter")
        await player.asked()
        await player.press(pieces.key_of([pick.atom for pick in player.table.prompt.picks].index("decline")), "enter")
        assert "shields are won out there" in player.hint()
        assert player.keyboard.asked

    at_table(scene, first)


def test_a_puzzle_is_solved_and_remembered(at_table, tmp_path: Path) -> None:
    game = rt.game("of-knights-and-ninjas")
    puzzle = next(iter(read_all_puzzles(game).values()))

    async def scene(player) -> None:
        for _ in range(60):
            lesson = player.keyboard.lesson
            if lesson.waits == "end":
                break
            await answer(player, list(puzzle.best))
        assert "Yes, that is best." in str(player.table.query_one("#sentence").visual)

    at_table(scene, begin_lesson(game, puzzle.line(), "puzzles.jsonl", tmp_path))
    assert kept(tmp_path, game.slug) == {puzzle.id}


def test_a_tip_is_given_once_and_can_be_sent_away(at_table, tmp_path: Path) -> None:
    game = rt.game("knights-duty")

    async def scene(player) -> None:
        assert game.coach["choose_clan"] in player.hint()

    first = Setup(game, 2, ("Ann",)).start(tmp_path)
    at_table(scene, first, size=(120, 40))
    host = TableHost(first)
    assert not host.first_time("choose_clan") and host.first_time("choose_move") and not host.first_time("choose_move")
    host.no_more_tips()
    assert kept(tmp_path, TIPS) and not host.first_time("program_actions")
    (tmp_path / "progress.json").write_text("{", encoding="utf-8")
    assert kept(tmp_path, TIPS) == set()
