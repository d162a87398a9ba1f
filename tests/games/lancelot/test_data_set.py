"""2.9 The data table: what board and tiles print, replaceable by the owner of a printed game, checked on the way in."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from roundtable.engine import FIRST_PIECE, BadOption
from roundtable.games.edition import BadEdition
from roundtable.games.lancelot import GAME
from roundtable.games.lancelot.board import Board, board, printed
from roundtable.games.lancelot.cards import JOUST, TILES

BUILT_IN = (GAME.folder / "reconstructed_v1.toml").read_text(encoding="utf-8")


def changed(*changes: tuple[str, str]) -> Board:
    """The board of the built-in table with these changes."""
    text = BUILT_IN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return printed(tomllib.loads(text))


def test_the_built_in_table_is_the_one_of_the_rules() -> None:
    b = board("reconstructed_v1")
    deeds = [b.deed(tile) for tile in TILES]
    assert [sum(deed.cost[i] for deed in deeds) for i in range(4)] == [21, 17, 12, 4]
    assert sum(deed.excalibur for deed in deeds) == 3
    assert (sum(deed.vp for deed in deeds), sum(deed.whirlpools for deed in deeds)) == (23, 21)
    assert [sum(v[i] for v in b.values) for i in (0, 1)] == [28, 40]
    assert (b.lake_length, b.grail_last, b.vp_track) == (7, 30, 50)


def test_another_table() -> None:
    b = changed(
        ('joust = [["squire"], ["sword"],', 'joust = [[], ["sword", "squire"], ["magic"],'),
        ("lake = 7 ", "lake = 9 "),
        ("strength = { low = 4, high = 6 }", "strength = { low = 5, high = 9 }"),
        ("deed_02 = { sword = 4, vp = 1, whirlpools = 1 }", "deed_02 = { lance = 1, vp = 3, whirlpools = 4 }"),
    )
    assert (b.spaces[5], b.icons[0], len(b.icons[1])) == ("joust.6", (), 2)
    assert (b.lake_length, b.values[5], b.deed(FIRST_PIECE + 1).cost) == (9, (5, 9), (0, 0, 1, 0))


def test_an_empty_space_offers_nothing() -> None:
    match = GAME.match(players=2, seed=1)
    match.state.board = changed(('joust = [["squire"]', "joust = [[]"))
    while match.question != "choose_move":
        match.answer(match.asked[0], next(iter(match.choice(match.asked[0]).every())))
    first = match.asked[0]
    match.answer(first, "joust.1")
    assert match.state.board.site[match.state.at[first]] == JOUST
    assert first not in match.asked and sum(match.state.owned[first]) == 0


def test_the_stronghold_may_lie_the_other_way_round() -> None:
    b = changed(('track = "sword"', 'track = "x"'), ('track = "lance"', 'track = "sword"'), ('"x"', '"lance"'))
    assert b.tracks == ("lance", "mace", "sword")
    assert b.named["stronghold.sword.1"] > b.named["stronghold.lance.3"]  # sword is now the rightmost track


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("lake = 7", "lake = 0", "lake: 0 is not a whole number from 1 to 30"),
        ("lake = 7", 'lake = "7"', "lake: '7' is not a whole number"),
        ("deed_03 = { mace = 3", "deed_03 = { club = 3", "deeds.deed_03.club: there is no such field"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { vp = 1", "deeds.deed_03: a deed costs at least one"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { mace = -3, vp = 1", "deeds.deed_03.mace: -3"),
        ("deed_03 = { mace = 3, vp = 1", "deed_03 = { mace = 3, vp = true", "deeds.deed_03.vp: True"),
        ("deed_16", "deed_17", "deeds.deed_17: there is no such field"),
        ("excalibur = true", 'excalibur = "yes"', "deeds.deed_01.excalibur: 'yes' is not true or false"),
        ("honor = { low = 5", "honor = { low = 8", "virtues.honor.high: 7 is not a whole number from 8 to 50"),
        ("heroism = { low = 3, high = 5 }", "", "virtues.heroism: missing"),
        ('[["squire"], ["sword"]', '[["squire"], ["shield"]', "joust: space 2: ['shield']"),
        ('track = "mace"', 'track = "sword"', "stronghold.2.track: 'sword'"),
    ],
)
def test_a_wrong_table_is_refused_by_the_name_of_the_field(old: str, new: str, words: str) -> None:
    with pytest.raises(BadEdition) as error:
        changed((old, new))
    message = str(error.value)
    assert message.startswith(words) and "\n" not in message


def test_no_option_names_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BUILT_IN, encoding="utf-8")
    for name in (str(path), "printed"):
        with pytest.raises(BadOption, match=r"data_set: .* is not one of reconstructed_v1"):
            GAME.settle(2, {"data_set": name})
