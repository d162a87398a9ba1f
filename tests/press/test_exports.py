"""Sheets as a home printer wants them, pictures of one's own, and exports for other tables."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from roundtable.cli import run
from roundtable.games import game, slugs
from roundtable.press import Settings, document, kit
from roundtable.press.printing import Page, sides

Slots = list[dict[str, object]]


def pages_of(slug: str, settings: Settings = Settings()) -> tuple[list[Page], list[Page]]:  # noqa: B008
    found = game(slug)
    return sides(kit(found), settings, found.title)


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_card_lies_alone_on_a_sheet(slug, paper):
    both, one = pages_of(slug, Settings(paper=paper))
    assert all(len(cast("Slots", page["slots"])) > 1 for page in [*both, *one] if page["kind"] == "pieces")


def test_a_card_left_over_lies_below_two_player_aids():
    """Of Knights and Ninjas: a hundred cards are eleven sheets and one card."""
    both, one = pages_of("of-knights-and-ninjas")
    front, back = both[-2:]
    assert [slot["id"] for slot in cast("Slots", front["slots"])] == ["aid", "aid", "jester"]
    assert [slot["id"] for slot in cast("Slots", back["slots"])] == ["jester"]
    assert [page["kind"] for page in one] == ["aids"]


@pytest.mark.parametrize("slug", slugs())
def test_blank_pages_only_where_wanted(slug):
    both, one = pages_of(slug)
    assert not [page for page in [*both, *one] if page["kind"] == "blank"]
    _, filled = pages_of(slug, Settings(blanks=True))
    assert [page["kind"] == "blank" for page in filled] == [False, True] * len(one)


def test_round_tokens_and_figures_have_marks_around_each():
    for shape in ("disc", "stand"):
        sheet = next(page for pages in pages_of("knights-duty") for page in pages if page.get("shape") == shape)
        cuts, slots = cast("list[tuple[float, ...]]", sheet["cuts"]), cast("Slots", sheet["slots"])
        assert len(cuts) == 8 * len(slots)
        for x, y, *_ in cuts:  # in the gaps, never on a piece
            assert not any(
                cast("float", s["x"]) < x < cast("float", s["x"]) + cast("float", s["w"])
                and cast("float", s["y"]) < y < cast("float", s["y"]) + cast("float", s["h"])
                for s in slots
            )
    plain = Settings(marks=False)
    assert not any(page.get("cuts") for pages in pages_of("knights-duty", plain) for page in pages)


def test_cards_of_a_kind_are_told_apart():
    """Each knight and damosel has a charge, each card of Lancelot a name and a charge, no two alike side by side."""
    court = {pieces.id: pieces for pieces in kit(game("knights-and-damosels")).pieces}
    charges = [item.face.icon for id in ("knights", "damosels") for item in court[id].items]
    assert len(set(charges)) == 12
    cards = kit(game("lancelot")).pieces[0]
    assert cards.total == 85 and len({item.face.kind for item in cards.items}) == 85
    assert all(one.signs != two.signs for one, two in pairwise(cards.items))


def test_readers_find_nothing_to_warn_about():
    pdf = document(game("of-knights-and-ninjas"), Settings(only=("gems",)))
    assert b"/MarkInfo" in pdf and b"/Suspects" not in pdf


# -- pictures of one's own ---------------------------------------------------------------------------------------------


@pytest.fixture
def art(tmp_path: Path) -> Path:
    folder = tmp_path / "art"
    folder.mkdir()
    Image.new("RGB", (60, 60), (0, 255, 0)).save(folder / "dragon.png")
    Image.new("RGB", (60, 60), (0, 0, 255)).save(folder / "adventure-back.png")
    return folder


def shares(path: Path) -> dict[tuple[int, int, int], float]:
    picture = Image.open(path).convert("RGB")
    found = picture.getcolors(picture.width * picture.height) or []
    return {cast("tuple[int, int, int]", colour): n / (picture.width * picture.height) for n, colour in found}


def test_a_designers_pictures_are_on_the_cards(tmp_path, art, capsys):
    out = tmp_path / "out"
    quests = ["print", "quests-of-the-round-table", "--only", "adventure", "--art", str(art)]
    assert run([*quests, "--as", "png", "--dpi", "40", "--out", str(out)]) == 0
    seen = [shares(path) for path in sorted(out.iterdir())]
    assert sum(page.get((0, 255, 0), 0) > 0.01 for page in seen) == 1, "the only Dragon"
    assert sum(page.get((0, 0, 255), 0) > 0.5 for page in seen) >= 10, "the backs"


@pytest.mark.parametrize(
    ("name", "line"),
    [("wyvern.png", "wyvern.png: nothing in this game is called 'wyvern'"), ("dragon.txt", "there is no .png, ")],
)
def test_a_picture_of_nothing_is_one_line(name, line, tmp_path, capsys):
    (tmp_path / name).write_bytes(b"?")
    assert run(["print", "quests-of-the-round-table", "--art", str(tmp_path)]) == 2
    assert line in capsys.readouterr().err


def test_a_picture_that_is_none_is_one_line(tmp_path, capsys):
    (tmp_path / "dragon.png").write_bytes(b"not a picture")
    assert run(["print", "quests-of-the-round-table", "--only", "adventure", "--art", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("roundtable: ") and len(error.splitlines()) == 1


# -- exports -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_decks_for_tabletop_simulator(slug, tmp_path, capsys):
    """Every card once in a deck, every picture that is named lies in the folder and has room for its cards."""
    out = tmp_path / slug
    made = kit(game(slug))
    where = ["--as", "tabletop-simulator", "--dpi", "30", "--url", "https://example.org/art", "--out", str(out)]
    assert run(["print", slug, *where]) == 0
    saved = json.loads((out / f"{slug}.json").read_text(encoding="utf-8"))
    cards = [
        card for one in saved["ObjectStates"] if "CustomDeck" in one for card in one.get("ContainedObjects", [one])
    ]
    assert len(cards) == sum(pieces.total for pieces in made.pieces if pieces.shape in ("card", "tile"))
    for card in cards:
        (number, sheet), *none = card["CustomDeck"].items()
        assert not none and card["CardID"] // 100 == int(number)
        assert card["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"] <= 70
        for url in (sheet["FaceURL"], sheet["BackURL"]):
            assert (out / url.removeprefix("https://example.org/art/")).exists()
    others = [one for one in saved["ObjectStates"] if "CustomImage" in one]
    tokens = sum(pieces.total for pieces in made.pieces if pieces.shape not in ("card", "tile"))
    assert len(others) == tokens + len(made.boards)


def test_a_folder_that_holds_something_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run(["print", "knights-duty", "--as", "png", "--out", str(tmp_path)]) == 2
    assert "is there already and not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
