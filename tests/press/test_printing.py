"""The document: its pages, its options, its speed."""

from __future__ import annotations

import re
from time import process_time

import pytest
from click.testing import CliRunner

from roundtable.cli import run
from roundtable.cli.press import press
from roundtable.games import game, slugs
from roundtable.press import Settings, assets, document, kit, sheets_of
from roundtable.press.looks import tints

pytest.importorskip("typst", reason="needs the extra 'print'")


def page_count(pdf: bytes) -> int:
    return max(int(n) for n in re.findall(rb"/Type\s*/Pages[^>]*?/Count (\d+)|/Count (\d+)", pdf)[0] if n)


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_in_under_five_seconds(slug):
    found = game(slug)
    made = kit(found)
    assets.fonts(), assets.icons()  # once per machine
    before = process_time()
    pdf = document(found, Settings(), made)
    assert process_time() - before < 5
    assert pdf.startswith(b"%PDF")
    assert page_count(pdf) == sum(sheets_of(found, Settings(), made))


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
    assert page_count(document(found, settings)) == sum(sheets_of(found, settings, kit(found)))


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
