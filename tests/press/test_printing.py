"""The document: its pages, its options, its speed; and editions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import process_time

import pytest
from click.testing import CliRunner

from roundtable.cli import run
from roundtable.cli.press import press
from roundtable.games import edition, game, slugs
from roundtable.press import Settings, assets, document, kit, sheets_of
from roundtable.press.editing import revised
from roundtable.press.looks import tints

pytest.importorskip("typst", reason="needs the extra 'print'")


def page_count(pdf: bytes) -> int:
    return max(int(n) for n in re.findall(rb"/Type\s*/Pages[^>]*?/Count (\d+)|/Count (\d+)", pdf)[0] if n)


@pytest.fixture(autouse=True)
def no_edition(monkeypatch):
    monkeypatch.setenv(edition.VARIABLE, "")


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_in_under_five_seconds(slug):
    found = game(slug)
    made = kit(found)
    assets.fonts(), assets.icons()  # once per machine
    before = process_time()
    pdf = document(found, Settings(), made)
    assert process_time() - before < 5
    assert pdf.startswith(b"%PDF")
    assert page_count(pdf) == sheets_of(found, Settings(), made)


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_leaflet_alone_has_two_pages(slug, paper):
    pdf = document(game(slug), Settings(paper=paper, only=("leaflet",)))
    assert page_count(pdf) == 2


@pytest.mark.parametrize(
    "settings",
    [
        Settings(backs=False, marks=False, leaflet=False),
        Settings(paper="letter", flip="short", bleed=3, saver=True, boards="fit"),
        Settings(boards="whole", only=("boards", "tokens")),
    ],
)
def test_options_make_documents(settings):
    found = game("lancelot")
    assert page_count(document(found, settings)) == sheets_of(found, settings, kit(found))


def test_without_icons_and_typefaces(monkeypatch):
    monkeypatch.setattr(assets, "icons", dict)
    monkeypatch.setattr(assets, "fonts", list)
    assert document(game("of-knights-and-ninjas"), Settings(only=("gems", "leaflet"))).startswith(b"%PDF")


def test_the_saver_fills_nothing():
    assert tints("rubric", saver=True)["field"] == tints("woad", saver=True)["field"] == "#ffffff"


def test_options_of_the_game_choose_what_is_printed():
    ninjas, duty = game("of-knights-and-ninjas"), game("knights-duty")
    assert kit(ninjas, {"deck_preset": "core_95"}).count("realm") == 95
    assert kit(duty, {"board_radius": 2}).boards[0].size < kit(duty).boards[0].size


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command(tmp_path, capsys):
    out = tmp_path / "gems.pdf"
    assert run(["print", "of-knights-and-ninjas", "--only", "gems", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "2 pages" in capsys.readouterr().out


def test_the_list():
    result = CliRunner().invoke(press, ["quests-of-the-round-table", "--list"])
    assert re.search(r"adventure +125", result.output)


def test_an_unknown_component_is_one_line(capsys):
    assert run(["print", "lancelot", "--only", "dice"]) == 2
    assert capsys.readouterr().err.startswith("roundtable: there is no component 'dice'; there are: cards, tokens")


# -- editions --------------------------------------------------------------------------------------------------------

MINE = """game = "of-knights-and-ninjas"

[cards.peasant]
count = 20
title = "Farmhand"

[cards.duke]
like = "king"
title = "Duke"
count = 4
"""


def written(tmp_path, text):
    path = tmp_path / "my_cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_edition_changes_and_adds_cards(tmp_path):
    changed = revised(kit(game("of-knights-and-ninjas")), edition.read(written(tmp_path, MINE)))
    items = {item.id: item for item in changed.pieces[0].items}
    assert (items["peasant"].count, items["peasant"].face.title) == (20, "Farmhand")
    assert (items["duke"].count, items["duke"].face.title, items["duke"].face.value) == (4, "Duke", "4")
    assert changed.count("realm") == 100


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (MINE.replace("count = 20", 'count = "x"'), "line 4: cards.peasant.count: 'x' is not a whole number"),
        (MINE.replace("count = 20", "cuont = 20"), "line 4: cards.peasant.cuont: there is no such field"),
        (MINE.replace("cards.peasant", "cards.pheasant"), "line 3: cards.pheasant: there is no card 'pheasant'"),
        (MINE.replace('"king"', '"kong"'), "line 8: cards.duke.like: there is no card 'kong'"),
        (MINE.replace("of-knights-and-ninjas", "lancelot"), "line 1: game: 'lancelot' is not"),
        (MINE.replace("[cards.duke]", "[cards.duke"), "line 7"),
        (MINE + 'pattern = "tartan"\n', "line 11: cards.duke.pattern: 'tartan' is not one of"),
    ],
)
def test_a_bad_edition_is_one_line_with_line_and_field(tmp_path, capsys, text, complaint):
    path = written(tmp_path, text)
    assert run(["print", "of-knights-and-ninjas", "--data", str(path), "--list"]) == 2
    said = capsys.readouterr().err
    assert complaint in said and said.count("\n") == 1


def test_a_data_table_is_printed_and_its_mistakes_are_placed(tmp_path, capsys):
    standard = (game("lancelot").folder / "reconstructed_v1.toml").read_text(encoding="utf-8")
    good = written(tmp_path, standard.replace("deed_04 = { lance = 2, vp = 1", "deed_04 = { lance = 2, vp = 5"))
    tile = next(item for item in kit(game("lancelot"), {"data_set": str(good)}).pieces[1].items if item.id == "deed_04")
    assert tile.face.value == "5"
    bad = written(tmp_path, standard.replace("deed_04 = { lance = 2, vp = 1", "deed_04 = { lance = 2, vp = 500"))
    line = next(n for n, text in enumerate(bad.read_text().splitlines(), 1) if text.startswith("deed_04"))
    assert run(["print", "lancelot", "--data", str(bad), "--list"]) == 2
    assert f"my_cards.toml, line {line}: deeds.deed_04.vp: 500 is not" in capsys.readouterr().err


@dataclass(frozen=True)
class Toy:
    id: str
    count: int


def test_a_table_that_is_open_takes_the_edition_into_play(tmp_path, monkeypatch):
    path = written(tmp_path, 'game = "toy"\n[cards.ball]\ncount = 3\n[cards.kite]\nlike = "ball"\n')
    monkeypatch.setenv(edition.VARIABLE, str(path))
    assert edition.edited("toy", (Toy("ball", 1), Toy("top", 2))) == (Toy("ball", 3), Toy("kite", 1), Toy("top", 2))
    assert edition.edited("other", (Toy("ball", 1),)) == (Toy("ball", 1),)
    edition.fit_for_play(edition.read(path))
    edition.edited("toy", (Toy("ball", 1),), new_cards=False)
    with pytest.raises(edition.BadEdition, match=r"line 5: cards\.kite\.like"):
        edition.fit_for_play(edition.read(path))


def test_a_closed_table_is_not_played_with_an_edition(tmp_path):
    path = written(tmp_path, 'game = "knights-duty"\n')
    with pytest.raises(edition.BadEdition, match="in print only"):
        edition.fit_for_play(edition.read(path))
