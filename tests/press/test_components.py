"""Completeness: what lies on the pages is what the rules' tables of components list."""

from __future__ import annotations

from collections import Counter

import pytest

from roundtable.games import game, slugs
from roundtable.press import Settings, assets, kit

from .probe import copies, id_of, laid_out, on_pages


def ids(slug: str, name: str) -> set[str]:
    """The pieces that a row of a table means: those of that name, or the whole component of that title."""
    made = kit(game(slug))
    items = [item for pieces in made.pieces for item in pieces.items]
    found = {item.id for item in items if item.id.split(":")[-1] == id_of(name)}
    found = found or {item.id for item in items if item.face.title == name}
    found = found or {item.id for pieces in made.pieces if pieces.title == name for item in pieces.items}
    return found or {board.id for board in made.boards if board.title == name}


@pytest.mark.parametrize("slug", slugs())
def test_the_pages_hold_the_whole_kit(slug):
    """Counted in the finished document, piece by piece."""
    made = kit(game(slug))
    wanted = Counter[str]()
    for item in (item for pieces in made.pieces for item in pieces.items):
        wanted[item.id] += item.count
    assert on_pages(slug) == wanted + Counter({aid.id: aid.count for aid in made.aids})


@pytest.mark.parametrize("slug", slugs())
def test_the_kit_is_what_the_rules_list(slug):
    """Where the rules page has tables of components: each row, and nothing beside them but aids and boards."""
    made = kit(game(slug))
    boards = Counter(board.id for board in made.boards)  # some are described in words
    there = boards + Counter({item.id: item.count for pieces in made.pieces for item in pieces.items})
    accounted: set[str] = set()
    for name, n in copies(slug).items():
        meant = ids(slug, name)
        assert meant and not meant & accounted, name
        assert sum(there[id] for id in meant) == n, name
        accounted |= meant
    assert not accounted or set(there) - accounted <= set(boards)


@pytest.mark.parametrize("slug", slugs())
def test_every_front_has_its_back(slug):
    made = kit(game(slug))
    shown = on_pages(slug)
    backs = {item.id for pieces in made.pieces for item in pieces.items if item.back or pieces.back}
    assert on_pages(slug, "back") == {id: shown[id] for id in backs}


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_too_long_for_its_place(slug, paper):
    assert laid_out(slug, Settings(paper=paper), "overflow") == []


@pytest.mark.parametrize("slug", slugs())
def test_every_icon_is_there(slug):
    """With the icons of set-up at hand, no face falls back to a letter."""
    known = assets.icons()
    if not known:
        pytest.skip("set-up brought no icons")
    made = kit(game(slug))
    used = {item.face.icon for pieces in made.pieces for item in pieces.items} | {game(slug).emblem.icon}
    used |= {sign for pieces in made.pieces for item in pieces.items for sign in item.signs}
    used |= {icon for board in made.boards for place in board.places for icon in place.icons}
    used |= {icon for aid in made.aids for _, lines in aid.sections for icon, _ in lines if icon}
    assert used - set(known) == set()


@pytest.mark.parametrize("slug", slugs())
def test_kinds_differ_without_colour(slug):
    """Cards of different kinds differ in pattern or in the word of their kind, so grey printing tells them apart."""
    made = kit(game(slug))
    for pieces in made.pieces:
        looks: dict[tuple[object, ...], str] = {}
        for item in pieces.items:
            face = item.face
            seen = (face.pattern, face.kind, face.icon, face.title, face.value, face.corner, item.signs, face.text)
            assert looks.setdefault(seen, item.id.split(":")[-1]) == item.id.split(":")[-1]


@pytest.mark.parametrize("slug", slugs())
def test_places_of_a_board_lie_on_it_and_apart(slug):
    for board in kit(game(slug)).boards:
        boxes = []
        for place in board.places:
            high = place.w * 2 / 3**0.5 if place.shape == "hex" else place.h
            assert place.x - place.w / 2 >= 0 and place.x + place.w / 2 <= board.size[0]
            assert place.y - high / 2 >= 0 and place.y + high / 2 <= board.size[1]
            boxes.append((place, high))
        for i, (one, _) in enumerate(boxes):
            for other, _ in boxes[:i]:
                dx, dy = abs(one.x - other.x), abs(one.y - other.y)
                if one.shape == other.shape == "box":
                    assert dx >= (one.w + other.w) / 2 - 1e-6 or dy >= (one.h + other.h) / 2 - 1e-6, (one, other)
                elif one.shape == other.shape:
                    assert (dx * dx + dy * dy) ** 0.5 >= (one.w + other.w) / 2 - 1e-6, (one, other)
                else:  # a box and a disc, or a hex and a disc
                    disc, thing = (one, other) if one.shape == "disc" else (other, one)
                    gap_x, gap_y = max(0, dx - thing.w / 2), max(0, dy - thing.h / 2)
                    assert (gap_x**2 + gap_y**2) ** 0.5 >= disc.w / 2 - 1e-6, (disc, thing)
