"""2.9 The data table: one file, replaceable by the owner of a printed game, checked on the way in."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from roundtable.engine import FIRST_PIECE, BadOption
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.board import board
from roundtable.games.lancelot.cards import TILES

BUILT_IN = (GAME.folder / "reconstructed_v1.toml").read_text(encoding="utf-8")


def table(folder: Path, *changes: tuple[str, str]) -> str:
    """The path of a copy of the built-in table with these changes."""
    text = BUILT_IN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_built_in_table_is_the_one_of_the_rules() -> None:
    b = board("reconstructed_v1")
    deeds = [b.deed(tile) for tile in TILES]
    assert [sum(deed.cost[i] for deed in deeds) for i in range(4)] == [21, 17, 12, 4]
    assert sum(deed.excalibur for deed in deeds) == 3
    assert (sum(deed.vp for deed in deeds), sum(deed.whirlpools for deed in deeds)) == (23, 21)
    assert [sum(v[i] for v in b.values) for i in (0, 1)] == [28, 40]
    assert (b.lake_length, b.grail_last, b.vp_track) == (7, 30, 50)


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        ('joust = [["squire"], ["sword"],', 'joust = [[], ["sword", "squire"], ["magic"],'),
        ("lake = 7 ", "lake = 9 "),
        ("strength = { low = 4, high = 6 }", "strength = { low = 5, high = 9 }"),
        ("deed_02 = { sword = 4, vp = 1, whirlpools = 1 }", "deed_02 = { lance = 1, vp = 3, whirlpools = 4 }"),
    )
    match = GAME.match(players=3, seed=2, options={"data_set": path})
    b = match.state.board  # type: ignore[attr-defined]
    assert (b.spaces[5], b.icons[0], len(b.icons[1])) == ("joust.6", (), 2)
    assert (b.lake_length, b.values[5], b.deed(FIRST_PIECE + 1).cost) == (9, (5, 9), (0, 0, 1, 0))
    rng = Random(2)
    while match.asked:
        (seat,) = match.asked
        match.scene(seat)
        match.answer(seat, match.choice(seat).sample(rng))
        assert not list(GAME.invariants(match.state))  # type: ignore[arg-type]


def test_an_empty_space_offers_nothing(tmp_path: Path) -> None:
    path = table(tmp_path, ('joust = [["squire"]', "joust = [[]"))
    knights = {"red": {"seat": "arthur"}, "blue": {"seat": "merlin"}}
    match = GAME.position(2, "choose_move", {"knights": knights, "round": 1}, {"data_set": path})
    match.answer(0, "joust.1")
    assert match.asked == (1,)


def test_the_stronghold_may_lie_the_other_way_round(tmp_path: Path) -> None:
    path = table(
        tmp_path, ('track = "sword"', 'track = "x"'), ('track = "lance"', 'track = "sword"'), ('"x"', '"lance"')
    )
    knights = {"red": {"at": "stronghold.sword.1"}, "blue": {"at": "stronghold.lance.3"}}
    match = GAME.position(2, "choose_move", {"knights": knights}, {"data_set": path})
    assert match.asked == (0,)  # sword is now the rightmost track


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("lake = 7", "lake = 0", "lake: 0 is not a whole number from 1 to 30"),
        ("lake = 7", 'lake = "7"', "lake: '7' is not a whole number"),
        ("lake = 7", "", "lake: missing"),
        ("lake = 7", "lake = 7\npond = 1", "pond: there is no such field"),
        ("deed_03 = { mace = 3", "deed_03 = { club = 3", "deeds.deed_03.club: there is no such field"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { vp = 1", "deeds.deed_03: a deed costs at least one"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { mace = -3, vp = 1", "deeds.deed_03.mace: -3"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { mace = 3, vp = true", "deeds.deed_03.vp: True"),
        ("deed_16", "deed_17", "deeds.deed_17: there is no such field"),
        ("excalibur = true", 'excalibur = "yes"', "deeds.deed_01.excalibur: 'yes' is not true or false"),
        ("honor = { low = 5", "honor = { low = 8", "virtues.honor.high: 7 is not a whole number from 8 to 50"),
        ("heroism = { low = 3, high = 5 }", "", "virtues.heroism: missing"),
        ('[["squire"], ["sword"]', '[["squire"], ["shield"]', "joust, space 2: ['shield']"),
        ('track = "mace"', 'track = "sword"', "stronghold 2.track: 'sword'"),
        ("[virtues]", "[virtues", "not a TOML file"),
    ],
)
def test_a_wrong_table_is_refused_by_the_name_of_the_field(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = table(tmp_path, (old, new))
    with pytest.raises(BadOption) as error:
        GAME.settle(2, {"data_set": path})
    message = str(error.value)
    assert message.startswith(f"option data_set: {path}: ") and words in message and "\n" not in message


def test_a_missing_file_and_a_strange_name(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"none\.toml: the file cannot be read: No such file"):
        GAME.settle(2, {"data_set": str(tmp_path / "none.toml")})
    with pytest.raises(BadOption, match=r"'printed' is not reconstructed_v1 or the path of a \.toml file"):
        GAME.settle(2, {"data_set": "printed"})


def test_a_corrected_file_is_read_anew(tmp_path: Path) -> None:
    path = table(tmp_path)
    assert board(path).lake_length == 7
    table(tmp_path, ("lake = 7", "lake = 4"))
    assert board(path).lake_length == 4
    shutil.copy(GAME.folder / "reconstructed_v1.toml", path)
    assert board(path).lake_length == 7
