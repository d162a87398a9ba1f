"""Geometry: where things lie on paper, and that backs fall behind their fronts."""

from __future__ import annotations

from itertools import product

import pytest

from roundtable.press import Settings
from roundtable.press.sheets import LAP, MARGIN, PAPERS, POSTER_MARGIN, Slot, grid, poster

from .probe import laid_out

SIZES = {"card": (63.0, 88.0), "tile": (36.0, 36.0), "chit": (20.0, 20.0), "disc": (24.0, 24.0)}


def turned_over(slot: Slot, width: float, height: float, flip: str) -> tuple[float, float]:
    """Where the top left corner of a back comes to lie, seen from the front, when the sheet is turned."""
    upright_axis = (flip == "long") == (height > width)
    if upright_axis:
        return width - slot.x - slot.w, slot.y
    return slot.x, height - slot.y - slot.h


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_cards_on_a_sheet(paper):
    page = grid(PAPERS[paper], 63, 88)
    assert (page.columns, page.rows) == (3, 3)


@pytest.mark.parametrize(("paper", "bleed", "cards"), [("a4", 1, 9), ("a4", 2, 9), ("a4", 3, 8), ("letter", 1, 9)])
def test_bleed_takes_its_room(paper, bleed, cards):
    page = grid(PAPERS[paper], 63, 88, 2 * bleed)
    assert page.room == cards
    for i in range(page.room):
        slot = page.slot(i)
        assert slot.x - bleed >= MARGIN - 1e-3 and slot.x + slot.w + bleed <= page.width - MARGIN + 1e-3
        assert slot.y - bleed >= MARGIN - 1e-3 and slot.y + slot.h + bleed <= page.height - MARGIN + 1e-3


@pytest.mark.parametrize(
    ("paper", "flip", "size", "gap"), [*product(PAPERS, ("long", "short"), SIZES.values(), (0, 4, 6))]
)
def test_every_back_falls_behind_its_front(paper, flip, size, gap):
    w, h = size
    page = grid(PAPERS[paper], w, h, gap)
    for i in range(page.room):
        front = page.slot(i)
        x, y = turned_over(page.behind(front, flip), page.width, page.height, flip)
        assert abs(x - front.x) < 0.1 and abs(y - front.y) < 0.1


def test_backs_stand_upright_when_a_card_is_turned_sideways():
    page = grid(PAPERS["a4"], 63, 88)
    assert not page.behind(page.slot(0), "long").turned
    assert page.behind(page.slot(0), "short").turned


@pytest.mark.parametrize(("paper", "flip"), list(product(PAPERS, ("long", "short"))))
def test_backs_in_the_document(paper, flip):
    """The same on the pages that Typst made, chivalry cards with backs of their own."""
    settings = Settings(paper=paper, flip=flip, only=("chivalry",))
    pieces = laid_out("knights-and-damosels", settings, "piece")
    fronts = [piece for piece in pieces if piece["side"] == "front"]
    backs = {(piece["page"], piece["id"]): piece for piece in pieces if piece["side"] == "back"}
    sheet = PAPERS[paper]
    assert len(fronts) == len(backs) == 54
    for front in fronts:
        assert front["page"] % 2 == 1
        back = backs[front["page"] + 1, front["id"]]
        x, y = turned_over(Slot(back["x"], back["y"], 63, 88), sheet.width, sheet.height, flip)
        assert abs(x - front["x"]) < 0.1 and abs(y - front["y"]) < 0.1


def test_cut_marks_lie_on_the_cuts_and_outside_the_cards():
    page = grid(PAPERS["a4"], 63, 88, 4)
    edges = {round(page.slot(i).x + dx, 3) for i in range(9) for dx in (0, 63)}
    for x1, y1, x2, y2 in page.cuts(9, 2):
        if x1 == x2:
            assert round(x1, 3) in edges
            assert max(y1, y2) <= page.slot(0).y - 2 or min(y1, y2) >= page.slot(8).y + 88 + 2


@pytest.mark.parametrize(("paper", "size"), list(product(PAPERS, [(420.0, 297.0), (386.0, 334.0), (255.0, 189.0)])))
def test_a_poster_shows_the_whole_board_with_overlaps(paper, size):
    sheets = poster(PAPERS[paper], *size)
    for tile in sheets.tiles:
        assert tile.w <= sheets.width - 2 * POSTER_MARGIN and tile.h <= sheets.height - 2 * POSTER_MARGIN
        for other in sheets.tiles:
            if (other.column, other.row) == (tile.column + 1, tile.row):
                assert tile.x + tile.w - other.x == pytest.approx(LAP)
            if (other.column, other.row) == (tile.column, tile.row + 1):
                assert tile.y + tile.h - other.y == pytest.approx(LAP)
    last = sheets.tiles[-1]
    assert (last.x + last.w, last.y + last.h) == pytest.approx(size)
