"""Completeness: what lies on the pages is what the rules' tables of components list."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, cast

import pytest

from roundtable.games import game, slugs
from roundtable.games.knights_and_damosels.cards import (
    DAMOSEL_GOAL,
    DAMOSEL_IDS,
    KNIGHT_GOAL,
    KNIGHT_IDS,
    SERVICE,
    WORSHIP_CARDS,
    WORSHIP_GOAL,
)
from roundtable.games.knights_duty.cards import BATTLE, HEARTS, SHIELD_CARDS, SHIELDS
from roundtable.games.lancelot.board import board as board_of
from roundtable.games.lancelot.cards import GOOD_LOOKS, GOODS, VIRTUE_LOOKS
from roundtable.games.of_knights_and_ninjas.cards import CARDS as NINJAS
from roundtable.games.quests_of_the_round_table.cards import CARDS as QUESTS
from roundtable.games.quests_of_the_round_table.cards import RANK_BP, RANK_NAMES
from roundtable.press import Settings, assets, kit
from roundtable.press.printing import pages

from .probe import laid_out, on_pages


def id_of(name: str) -> str:
    return name.partition(",")[0].lower().replace("'", "").replace(" ", "_").replace("-", "_")


@cache
def listed(slug: str, *heads: str) -> dict[str, int]:
    """What the tables of section 2 of the rules page list: name -> the number in the column with one of these heads."""
    section = re.search(r"^## 2\b.*?(?=^## 3)", game(slug).rules(), re.M | re.S)
    assert section is not None
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.group().splitlines()]
    out: dict[str, int] = {}
    column = -1
    for before, cells in zip([[""], *lines], lines):
        if before == [""]:  # a table or a text begins
            column = next((i for i, cell in enumerate(cells) if i and cell.lower() in heads), -1)
        elif column > 0 and len(cells) > column and (number := re.match(r"\d+", cells[column])):
            assert cells[0] not in out
            out[cells[0]] = int(number.group())
    return out


def copies(slug: str) -> dict[str, int]:
    return dict(listed(slug, "copies", "cards"))


def ids(slug: str, name: str) -> set[str]:
    """The pieces that a row of a table means: those of that name, or the whole component of that title."""
    made = kit(game(slug))
    items = [item for pieces in made.pieces for item in pieces.items]
    found = {item.id for item in items if item.id.split(":")[-1] == id_of(name)}
    found = found or {item.id for item in items if item.face.title == name}
    found = found or {item.id for pieces in made.pieces if pieces.title == name for item in pieces.items}
    return found or {board.id for board in made.boards if board.title == name}


@pytest.mark.parametrize("slug", slugs())
def test_the_pages_hold_what_the_rules_list(slug):
    """Counted in the finished document, piece by piece, and nothing beside it but the aids."""
    made = kit(game(slug))
    shown = on_pages(slug) + Counter(board.id for board in made.boards)
    for aid in made.aids:
        assert shown.pop(aid.id) == aid.count
    accounted: set[str] = set()
    for name, n in copies(slug).items():
        meant = ids(slug, name)
        assert meant and not meant & accounted, name
        assert sum(shown[id] for id in meant) == n, name
        accounted |= meant
    assert set(shown) - accounted <= {"arena"}  # 2.3 describes it


@pytest.mark.parametrize("slug", slugs())
def test_the_game_is_played_with_what_the_rules_list(slug):
    """The same tables against the pieces and reserves of a match."""
    found = game(slug)
    state: Any = found.match(players=found.seats[1]).state
    played = Counter(map(found.piece_name, state.pieces))
    rows = copies(slug)
    if slug == "of-knights-and-ninjas":
        assert sum(state.gems) == rows.pop("Gems")
    elif slug == "quests-of-the-round-table":
        for name in ("Shields", "Squire", "Knight", "Champion Knight"):  # numbers and names, not pieces
            del rows[name]
    elif slug == "knights-and-damosels":
        events = played.total() - rows["Chivalry cards"]
        assert events == rows["Events"]
        assert sum(WORSHIP_CARDS.values()) == rows["Worship"] and len(SERVICE) == rows["Service"]
        assert len(KNIGHT_IDS) == rows["Knights"] and len(DAMOSEL_IDS) == rows["Damosels"]
        return
    elif slug == "lancelot":
        assert played.total() == rows["Deed tiles"]
        titles = {look.name: n for look, n in zip((GOOD_LOOKS[good] for good in GOODS), state.reserve)}
        assert titles == {name: rows[name] for name in titles}
        assert sum(state.discs) == rows["Disc"] and found.seats[1] == rows["Knight"]
        return
    elif slug == "knights-duty":
        assert {card.name: 6 * card.count for card in BATTLE[:2]} == {
            card.name: rows.pop(card.name) for card in BATTLE[:2]
        }
        assert rows.pop("Shield card") == 6 * SHIELD_CARDS
        rows = {name: n for name, n in rows.items() if id_of(name) in played}
        assert sum(rows.values()) == 6 * 13
    assert played == {id_of(name): n for name, n in rows.items()}


@pytest.mark.parametrize("slug", slugs())
def test_every_front_has_its_back(slug):
    made = kit(game(slug))
    shown = on_pages(slug)
    backs = {item.id for pieces in made.pieces for item in pieces.items if item.back or pieces.back}
    assert on_pages(slug, "back") == {id: shown[id] for id in backs}


def test_figures_of_the_tables_are_those_of_the_game():
    assert listed("of-knights-and-ninjas", "strength") == {card.name: card.strength for card in NINJAS if card.strength}
    fighters = {card.name: card.bp for card in QUESTS.values() if card.bp}
    assert listed("quests-of-the-round-table", "bp") == fighters | dict(zip(RANK_NAMES, RANK_BP))
    assert listed("knights-duty", "hearts") == {name.capitalize(): n for name, n in HEARTS.items()}
    assert listed("knights-duty", "shields") == {name.capitalize(): n for name, n in SHIELDS.items()}
    titles, values = [look.name for look in VIRTUE_LOOKS.values()], board_of("reconstructed_v1").values
    assert listed("lancelot", "low") == {title: low for title, (low, _) in zip(titles, values)}
    assert listed("lancelot", "high") == {title: high for title, (_, high) in zip(titles, values)}
    for players in DAMOSEL_GOAL:
        goals = [DAMOSEL_GOAL[players], KNIGHT_GOAL[players], WORSHIP_GOAL[players]]
        assert list(listed("knights-and-damosels", str(players)).values()) == goals


def test_108_cards_on_twelve_sheets():
    found = game("knights-and-damosels")
    sheets = list(pages(kit(found), Settings(only=("cards",)), found.title))
    assert [len(cast("list[object]", page["slots"])) for page in sheets] == [9] * 24


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


@pytest.mark.parametrize("slug", ["lancelot", "knights-duty"])
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
