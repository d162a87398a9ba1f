"""Completeness: what lies on the pages is what the rules' tables of components list."""

from __future__ import annotations

import re

import pytest

from roundtable.games import game, slugs
from roundtable.press import Settings, kit
from roundtable.press.printing import pages

from .probe import laid_out, on_pages

# Section 2 of each game's rules: component -> how many.
LISTED = {
    "knights-and-damosels": {
        "court": 2,
        "knights": 6,
        "damosels": 6,
        "chivalry": 54,
        "events": 12,
        "worship": 18,
        "service": 3,
        "joust": 4,
        "rules": 3,
    },
    "of-knights-and-ninjas": {"realm": 100, "gems": 30},
    "quests-of-the-round-table": {"adventure": 125, "story": 28, "ranks": 12, "shields": 40},
    "lancelot": {"cards": 85, "deeds": 16, "counters": 91, "specials": 11, "discs": 52, "board": 1, "virtues": 1},
    "knights-duty": {"battle": 72, "tokens": 84, "weapons": 18, "knights": 6, "arena": 1},
}
KINDS = {
    "lancelot": {
        "ladies": 20,
        "allied": 20,
        "enemies": 20,
        "plots": 25,
        "squire": 24,
        "magic": 20,
        "sword": 20,
        "mace": 15,
        "lance": 12,
        **{f"{colour}:disc": 11 for colour in ("red", "green", "yellow", "blue")},
        **{f"{colour}:{one}": 1 for colour in ("red", "green", "yellow", "blue") for one in ("knight", "morgana")},
        **{f"deed_{n:02}": 1 for n in range(1, 17)},
        "excalibur": 1,
        "turn": 1,
    },
    "knights-duty": {
        f"{clan}:{kind}": n
        for clan in ("purple", "red", "yellow", "aqua", "blue", "green")
        for kind, n in {
            "sword": 2,
            "spear": 2,
            "bow": 2,
            "shield": 2,
            "parry": 2,
            "move": 3,
            "inspiration": 1,
            "full_heart": 4,
            "broken_heart": 4,
            "shield_card": 4,
            "knight": 1,
            "sword_in_hand": 1,
            "spear_in_hand": 1,
            "bow_in_hand": 1,
        }.items()
    },
    "knights-and-damosels": {f"worship_{n}": 3 for n in range(1, 7)} | {"thrust_high": 2, "thrust_low": 2},
}


def id_of(name: str) -> str:
    return name.lower().replace("'", "").replace(" ", "_").replace("-", "_")


def counts_in_rules(slug: str) -> dict[str, int]:
    """The tables of the rules page whose first column is a card and which have a column of copies."""
    out = {}
    lines = game(slug).rules().splitlines()
    for i, line in enumerate(lines):
        heads = [cell.strip() for cell in line.strip("|").split("|")]
        column = next((heads.index(word) for word in ("copies", "cards") if word in heads), None)
        if column is None or not line.startswith("|"):
            continue
        for row in lines[i + 2 :]:
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if not row.startswith("|"):
                break
            if re.fullmatch(r"\d+", cells[column]):
                out[id_of(cells[0])] = int(cells[column])
    return out


@pytest.mark.parametrize("slug", slugs())
def test_components_are_complete(slug):
    made = kit(game(slug))
    assert {id: made.count(id) for id in LISTED[slug]} == LISTED[slug]
    assert {pieces.id for pieces in made.pieces} | {board.id for board in made.boards} == set(LISTED[slug])


@pytest.mark.parametrize("slug", slugs())
def test_everything_lies_on_the_pages(slug):
    """Counted in the finished document, piece by piece."""
    made = kit(game(slug))
    shown = on_pages(slug)
    wanted = {item.id: 0 for pieces in made.pieces for item in pieces.items}
    for pieces in made.pieces:
        for item in pieces.items:
            wanted[item.id] += item.count
    wanted |= {aid.id: aid.count for aid in made.aids}
    assert shown == wanted
    for id, n in KINDS.get(slug, {}).items():
        assert shown[id] == n, id
    backs = {item.id for pieces in made.pieces for item in pieces.items if item.back or pieces.back}
    assert on_pages(slug, "back") == {id: wanted[id] for id in backs}


@pytest.mark.parametrize("slug", ["of-knights-and-ninjas", "quests-of-the-round-table"])
def test_copies_agree_with_the_tables_of_the_rules_page(slug):
    counts = counts_in_rules(slug)
    shown = on_pages(slug)
    assert len(counts) >= 20
    for id, n in counts.items():
        assert shown[id] == n, id


def test_108_cards_on_twelve_sheets():
    found = game("knights-and-damosels")
    sheets = list(pages(kit(found), Settings(only=("cards",)), found.title))
    assert [len(page["slots"]) for page in sheets] == [9] * 24


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_too_long_for_its_place(slug, paper):
    assert laid_out(slug, Settings(paper=paper), "overflow") == []


@pytest.mark.parametrize("slug", slugs())
def test_every_icon_is_there(slug):
    """With the icons of set-up at hand, no face falls back to a letter."""
    from roundtable.press import assets

    known = assets.icons()
    if not known:
        pytest.skip("set-up brought no icons")
    made = kit(game(slug))
    used = {item.face.icon for pieces in made.pieces for item in pieces.items} | {made.icon}
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
