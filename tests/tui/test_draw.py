"""Drawing: every layout in every size, and nothing wider than its room."""

from itertools import product
from random import Random

import pytest

import roundtable as rt
from roundtable.scene import Area, Arms, Face, Heads, Mark, Panel, Pick, Piece, Prompt, Scene, Spot, Stat
from roundtable.tui import draw, maps, pieces
from roundtable.tui.palette import CANDLE, VELLUM
from roundtable.tui.panes import NO_PROMPT

LOOK = pieces.Look(CANDLE, {"b": "1", "card-2": "2"}, {0: ("P", "#e6b8fd"), 1: ("R", "#c92d2d")})
SITES = tuple(Spot(name, f"Site {name}") for name in "abcdef")
SPACES = tuple(Spot(name, name, float(x), float(y)) for name, (x, y) in zip("abcdef", product(range(3), range(2))))
KNIGHTS = (Piece("k0", "a knight", spot="b", owner=0), Piece("k1", "another", spot="b", owner=1))
HAND = tuple(
    Piece(
        f"card-{i}",
        "Sir Dagonet",
        Face("Sir Dagonet", "sword", "ally", "woad", value=str(i), text="Once a turn, look."),
    )
    for i in range(5)
)
BACKS = (Piece("back-0", "a card"), Piece("back-1", "a card"))
AREAS = (
    Area("draw", "Deck", "stack", BACKS),
    Area("discard", "Discard", "stack", HAND[:2], note="2 cards"),
    Area("empty", "Nothing", "stack"),
    Area("road", "Road", "row", (*HAND, *BACKS)),
    Area("court", "Court", "grid", KNIGHTS, SPACES),
    Area("score", "Score", "track", KNIGHTS, SITES),
    Area("sites", "Sites", "ring", KNIGHTS, SITES),
)


PICKS = (Pick("b", "Site b", "b"), Pick("2", "Dagonet", "card-2"))


def scene(areas=AREAS) -> Scene:
    hand = Area("hand", "Hand", "fan", HAND)
    marks = (Mark("crown", "leads", "good"),)
    you = Panel(0, "Anna", Arms("P", "#e6b8fd"), (Stat("Gems", "7"),), marks, (hand,), active=True, you=True)
    rival = Panel(
        1, "Ben", Arms("R", "#c92d2d"), (Stat("Gems", "3"),), (), (Area("h1", "Hand", "fan", BACKS),), out=True
    )
    prompt = Prompt("ask", "Choose.", "1", PICKS)
    return Scene("toy", "Toy", "Turn 1", (you, rival), areas, prompt, (Mark("a", "First", "lit"), Mark("b", "Then")))


def plain(lines) -> str:
    return "\n".join(text.plain for text in lines)


@pytest.mark.parametrize("palette", [CANDLE, VELLUM])
@pytest.mark.parametrize("width", [30, 40, 72, 160])
@pytest.mark.parametrize("height", [8, 20, 60])
def test_nothing_is_wider_than_its_room(palette, width, height):
    table = scene()
    look = pieces.Look.of(table, palette)
    for lines in (
        draw.board(table, look, width, height),
        draw.panels(table, look, width, height),
        draw.picks(table.prompt or NO_PROMPT, look, width, 4, 0),
    ):
        assert lines and max(text.cell_length for text in lines) <= width


def test_every_area_and_piece_can_be_found_on_the_board():
    text = plain(draw.board(scene(), pieces.Look.of(scene(), CANDLE), 100, 60))
    for words in (
        "Deck",
        "×2",
        "Discard",
        "2 cards",
        "empty",
        "Road",
        "Court",
        "Score",
        "Site f",
        "Hand",
        "0 Sir Dagonet",
    ):
        assert words in text
    assert "▒▒" in text and "PR" in text


def test_what_can_be_chosen_carries_its_key_and_its_id():
    lines = draw.board(scene(), pieces.Look.of(scene(), CANDLE), 100, 60)
    text = plain(lines)
    assert "1›Site b" in text and "╭2" in text
    found = {line.get_style_at_offset(x).meta.get("on") for line in lines for x in range(len(line.plain))}
    assert {"b", "card-2", "k0", "k1", "draw"} <= found


def test_hands_become_chips_where_there_is_no_room_for_cards():
    roomy = plain(draw.board(scene(()), LOOK, 72, 30))
    tight = plain(draw.board(scene(()), LOOK, 72, 5))
    assert "╭" in roomy and "Once a turn" in roomy
    assert "╭" not in tight and "Sir Dagonet 3" in tight


def test_hexes_have_edges_where_there_is_room_and_points_where_not():
    arena = rt.game("knights-duty").match(2, 1, {"clan_selection": "spread"}).scene(0).areas[0]
    arms = {0: ("P", "#e6b8fd"), 1: ("R", "#c92d2d")}
    roomy = maps.hexes(arena, pieces.Look(CANDLE, {}, arms), 60, 25)
    tight = maps.hexes(arena, pieces.Look(CANDLE, {}, arms), 40, 12)
    assert len(roomy) == 19 and "╱ ╲" in plain(roomy) and "★" in plain(roomy)
    assert len(tight) == 9 and "·" in plain(tight) and "P" in plain(tight) and "R" in plain(tight)
    named = maps.hexes(arena, pieces.Look(CANDLE, {}, arms, labels=True), 40, 12)
    assert sum(spot.label in plain(named) for spot in arena.spots) >= len(arena.spots) - 2


def test_colour_is_never_the_only_sign():
    text = plain(draw.panels(scene(), LOOK, 44, 30))
    assert " P " in text and " R " in text and "(you)" in text and "out" in text and "leads" in text
    assert "[First]" in draw.phases(scene(), LOOK).plain


@pytest.mark.parametrize("palette", [CANDLE, VELLUM])
def test_text_can_be_read_in_both_lights(palette):
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(a: str, b: str) -> float:
        light, dark = sorted((luminance(a), luminance(b)), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    for ink in ("ink", "faint", "rubric", "woad", "verdigris", "gold", "murrey", "slate"):
        assert contrast(getattr(palette, ink), palette.page) >= 4.5, ink
    assert contrast(palette.gold, palette.lit) >= 3.5
    assert contrast(palette.edge, palette.page) >= 3


def test_picks_fit_their_place_by_cutting_hints():
    prompt = Prompt(
        "ask", "Choose.", "1", tuple(Pick(f"p{i}", f"Pick {i}", hint="a long hint " * 4) for i in range(12))
    )
    roomy, tight = draw.picks(prompt, LOOK, 76, 12, 0), draw.picks(prompt, LOOK, 76, 4, 0)
    assert len(roomy) == 12 and "a long hint a long hint" in roomy[0].plain
    assert len(tight) == 4 and "Pick 11" in plain(tight)


@pytest.mark.parametrize("width", [30, 36, 72])
def test_counts_are_a_table_with_heads(width):
    """Gifts of damosels to knights: who gave how many to whom can be read at every width."""
    given = {("Lady Nimue", "Bors"): 2, ("Queen Guenever", "Gawain"): 1}
    heads = Heads(("Bors", "Gawain", "Tor"), ("Lady Nimue", "Queen Guenever"))
    spots = tuple(
        Spot(f"{lady}-{sir}", "", x, y, count=given.get((lady, sir), 0))
        for y, lady in enumerate(heads.rows)
        for x, sir in enumerate(heads.columns)
    )
    gifts = Area("gifts", "Gifts", "grid", (), spots, heads=heads)
    lines = plain(draw.board(scene((gifts,)), LOOK, width, 20)).splitlines()
    top = next(line for line in lines if "Bor" in line)
    for (lady, sir), count in given.items():
        row = next(line for line in lines if lady in line)
        place = top.index(sir[:3])
        assert str(count) in row[place : place + 8] and row.count("·") == 2


def test_what_is_known_of_a_player_is_cut_only_where_that_saves_a_line():
    stats = (Stat("Worship", "3/18"), Stat("Knight", "Sir Bors", speaks=True), Stat("Cards earned", "2/7"))
    panel = Panel(0, "Anna", Arms("P", "#e6b8fd"), stats)
    assert draw.stat_lines(panel, 42, 0) == ["Worship 3/18 · Sir Bors · Cards earned 2/7"]
    assert draw.stat_lines(panel, 41, 0) == ["Wors. 3/18 · Sir Bors · Card. 2/7"]
    assert draw.stat_lines(panel, 30, 0) == ["Worship 3/18  Sir Bors", "Cards earned 2/7"]


def test_where_the_board_is_too_tall_the_hand_comes_before_the_piles():
    text = plain(draw.board(scene(), pieces.Look.of(scene(), CANDLE), 40, 60))
    assert text.index("Deck") < text.index("Road") < text.index("Hand")
    text = plain(draw.board(scene(), pieces.Look.of(scene(), CANDLE), 40, 12))
    assert text.index("Road") < text.index("Hand") < text.index("Deck")


def test_a_long_track_shows_the_spaces_that_tell_something():
    spots = tuple(Spot(f"vp.{n}", str(n), float(n)) for n in range(51))
    area = Area("vp", "Points", "track", (Piece("k0", "a knight", spot="vp.7", owner=0),), spots)
    assert plain(draw.track(area, LOOK, 60)).splitlines() == ["Points", "0 ─ … 7P ─ … 50 ─"]


@pytest.mark.parametrize(("width", "height"), [(38, 10), (76, 10), (70, 29)])
def test_a_printed_board_is_a_map_with_every_space_and_its_regions(width: int, height: int) -> None:
    game, rng = rt.game("lancelot"), Random(3)
    match = game.match(3, seed=5)
    for _ in range(30):
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    table = match.scene(match.asked[0])
    board = next(area for area in table.areas if area.regions)
    look = pieces.Look.of(table, CANDLE)
    lines = maps.chart(board, look, width, height)
    shown = {line.get_style_at_offset(x).meta.get("on") for line in lines for x in range(line.cell_length)}
    assert {spot.id for spot in board.spots} <= shown | {piece.spot for piece in board.pieces}
    assert {piece.id for piece in board.pieces} <= shown
    assert max(line.cell_length for line in lines[1:]) <= width and len(lines) <= maps.TALLEST + 2
    text = plain(lines)
    assert all(region.title.split()[0] in text for region in board.regions if region.title)
    keys = [look.keys[spot.id] for spot in board.spots if spot.id in look.keys]
    assert keys and all(key in text for key in keys)
