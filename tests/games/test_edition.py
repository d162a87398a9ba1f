"""Editions: a designer's file changes what is played and what is printed, in every game, and mistakes are placed."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import roundtable as rt
from roundtable.cli import run
from roundtable.games import edition
from roundtable.press import kit

EDITIONS = {
    "knights-and-damosels": """game = "knights-and-damosels"
[knights.bors]
name = "Dame Bradamante"
[goals.3]
worship = 12
[events.field]
like = "badon"
name = "The Field of Camlann"
bonus = "farmer"
[events.adultery]
strikes = "Arms"
[chivalries.honor]
name = "The Courtesy"
word = "Courtesy"
[worship.1]
count = 9
""",
    "knights-duty": """game = "knights-duty"
[clans.red]
name = "Ember Host"
[tokens.move]
count = 4
[tokens.bow]
name = "Longbow"
reach = 5
hearts = 2
[battle.full_heart]
count = 5
""",
    "lancelot": """game = "lancelot"
lake = 9
joust = [["squire"], [], ["magic", "sword"]]
[goods.sword]
count = 25
name = "Blade"
[virtues.strength]
name = "Might"
low = 5
high = 9
[deeds.deed_04]
vp = 5
[deeds.deed_17]
lance = 4
vp = 3
whirlpools = 1
""",
    "of-knights-and-ninjas": """game = "of-knights-and-ninjas"
[cards.peasant]
count = 20
name = "Farmhand"
strength = 2
[cards.duke]
like = "king"
name = "Duke"
strength = 6
count = 30
""",
    "quests-of-the-round-table": """game = "quests-of-the-round-table"
[cards.dragon]
bp = 45
[cards.wyvern]
like = "dragon"
name = "Wyvern"
count = 9
[cards.halberd]
like = "battle_ax"
name = "Halberd"
bp = 16
[cards.sir_bors]
like = "sir_gawain"
name = "Sir Bors"
special = "wyvern_hunt"
text = "{special_bp} on the Wyvern Hunt."
[cards.wyvern_hunt]
like = "boar_hunt"
name = "Wyvern Hunt"
stages = 6
raises = ["wyvern"]
[cards.kings_recognition]
count = 5
[ranks.squire]
needs = 4
""",
}
PAGE = (Path(__file__).parents[2] / "docs" / "design" / "editions.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
SOURCES = str(Path(rt.__file__).parents[1])


def python(code: str, given: str = "", **more: str) -> str:
    """What a fresh process prints."""
    env = {**os.environ, "PYTHONPATH": SOURCES, **more}
    done = subprocess.run([sys.executable, "-c", code], input=given, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(*args: str) -> tuple[int, str, str]:
    """The command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from roundtable.cli import main; main()", *args],
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def written(folder: Path, text: str) -> str:
    path = folder / "my_cards.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


# -- played ------------------------------------------------------------------------------------------------------------

PLAY = """
import json, sys
from random import Random
import roundtable as rt
from roundtable.games import edition
text, file = json.load(sys.stdin)
changes = edition.parsed("my_cards.toml", text)
game = rt.game(changes.game, changes)
rng = Random(3)
for seed in range(2):
    match = game.match(players=3, seed=seed)
    pieces = {game.piece_name(piece) for piece in match.state.pieces}
    answered = 0
    while match.asked:
        seat = match.asked[0]
        view = match.view(seat)
        if answered % 5 == 0:
            match.scene(seat)
            world = game.world(view, rng)
            assert game.view(world, seat).data() == view.data()
        match.answer(seat, match.choice(seat).sample(rng))
        assert not list(game.invariants(match.state)) and not game.astray(match.state)
        answered += 1
match.save(file)
words = " ".join(game.label(match.view(0), atom) for atom in game.vocabulary(3, match.options))
told = {"pieces": sorted(pieces), "count": len(match.state.pieces), "log": match.sentences(None), "words": words}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Two random matches of each edition, checked at every answer, and the file of the second."""
    out = {}
    for slug, text in EDITIONS.items():
        file = tmp_path_factory.mktemp("matches") / f"{slug}.jsonl"
        out[slug] = json.loads(python(PLAY, json.dumps([text, str(file)]))) | {"file": file}
    return out


def test_numbers_names_and_new_cards_are_played(played: dict[str, dict[str, Any]]) -> None:
    ninjas, quests = played["of-knights-and-ninjas"], played["quests-of-the-round-table"]
    assert ninjas["count"] == 100 - 4 + 30 and "duke" in ninjas["pieces"]
    assert any("a duke (6)" in line for line in ninjas["log"]) and "Farmhand" in ninjas["words"]
    assert {"wyvern", "halberd", "sir_bors", "wyvern_hunt"} <= set(quests["pieces"])
    assert quests["count"] == 153 + 9 + 8 + 1 + 2 + 3 and "Halberd" in quests["words"]
    assert "field" in played["knights-and-damosels"]["pieces"] and "Courtesy" in played["knights-and-damosels"]["words"]
    assert played["knights-duty"]["count"] == 3 * 14 and "Longbow" in played["knights-duty"]["words"]
    assert "deed_17" in played["lancelot"]["pieces"] and "Blade" in played["lancelot"]["words"]
    assert "Might" in played["lancelot"]["words"]


def test_a_match_file_brings_its_edition_along(played: dict[str, dict[str, Any]]) -> None:
    for slug, match in played.items():
        assert json.loads(match["file"].read_text().partition("\n")[0])["edition"] == EDITIONS[slug]
        code, out, err = command("verify", str(match["file"]))
        assert code == 0 and "every answer is legal" in out, err
        assert rt.load(match["file"]).game.edition == EDITIONS[slug]


def test_simulations_take_it_also_in_other_processes_and_do_not_mix(tmp_path: Path) -> None:
    data, out = written(tmp_path, EDITIONS["knights-duty"]), str(tmp_path / "out.jsonl")
    line = ("simulate", "knights-duty", "--matches", "6", "--json")
    alone, several, plain = (
        json.loads(command(*line, *more)[1])
        for more in (("--data", data), ("--data", data, "--jobs", "2", "--out", out), ())
    )
    del alone["seconds"], several["seconds"], plain["seconds"]
    assert alone == several != plain
    code, _, err = command(*line, "--out", out)
    assert code == 2 and "holds results of another simulation" in err


@pytest.mark.parametrize(
    "args",
    [
        ("arena", "--bot", "random", "--bot", "page", "--matches", "2", "--json"),
        ("check", "--players", "2", "--help"),
        ("bench", "engine", "--seconds", "0.001", "--json"),
        ("bench", "bots", "--seconds", "0.01", "--json"),
    ],
)
def test_other_commands_take_it(args: tuple[str, ...], tmp_path: Path) -> None:
    words = 2 if args[0] == "bench" else 1
    data = written(tmp_path, EDITIONS["knights-duty"])
    code, out, err = command(*args[:words], "knights-duty", *args[words:], "--data", data)
    assert code == 0 and "knights-duty" in out + err, err


# -- printed -----------------------------------------------------------------------------------------------------------

PRINT = """
import json, sys
import roundtable as rt
from roundtable.games import edition
from roundtable.press import kit
changes = edition.parsed("my_cards.toml", sys.stdin.read())
made = kit(rt.game(changes.game, changes))
items = {
    item.id: [item.count, item.face.title, item.face.value, item.face.text]
    for pieces in made.pieces
    for item in pieces.items
}
totals = {pieces.id: pieces.total for pieces in made.pieces}
print(json.dumps([items, totals, made.leaflet, str(made.aids)]))
"""


def test_what_is_printed_is_what_is_played(played: dict[str, dict[str, Any]]) -> None:
    kits = {slug: json.loads(python(PRINT, text)) for slug, text in EDITIONS.items()}
    items, totals, *_ = kits["of-knights-and-ninjas"]
    assert totals["realm"] == played["of-knights-and-ninjas"]["count"]
    assert items["peasant"][:3] == [20, "Farmhand", "2"] and "answers with 2." in items["peasant"][3]
    assert items["duke"][:3] == [30, "Duke", "6"]
    items, totals, *_ = kits["quests-of-the-round-table"]
    assert totals["adventure"] + totals["story"] == played["quests-of-the-round-table"]["count"]
    assert items["wyvern"][:3] == [9, "Wyvern", "50/70"] and items["dragon"][2] == "45/70"
    assert items["sir_bors"][3] == "20 on the Wyvern Hunt." and items["squire"][3].startswith("Pay 4 shields")
    items, totals, leaflet, aids = kits["knights-duty"]
    assert totals["tokens"] == 6 * 15 and totals["battle"] == 6 * 13 and items["red:bow"][1] == "Longbow"
    assert "**Longbow** (reach 1 to 5): 2 Hearts, 3 Shields." in leaflet and "hits 40\\xa0%, 20\\xa0% against" in aids
    items, totals, leaflet, _ = kits["knights-and-damosels"]
    assert totals["events"] == 13 and items["bors"][1] == "Dame Bradamante" and totals["worship"] == 24
    assert "Arms cards up or down" in items["adultery"][3] and "12 / 22 / 18 / 15 worship" in leaflet
    assert "The Field of Camlann, Arthur's Marriage: +1." in items["elaine:farmer"][3]
    items, totals, *_ = kits["lancelot"]
    assert totals["deeds"] == 17 and items["deed_04"][2] == "5" and items["sword"][:2] == [25, "Blade"]


# -- mistakes ----------------------------------------------------------------------------------------------------------

DUTY, NINJAS, QUESTS = (
    EDITIONS[slug] for slug in ("knights-duty", "of-knights-and-ninjas", "quests-of-the-round-table")
)
COURT, LANCELOT = EDITIONS["knights-and-damosels"], EDITIONS["lancelot"]
FEW = "count = 0\n" + "".join(f"[cards.{kind}]\ncount = 0\n" for kind in ("soldier", "knight", "archer", "castle"))
BAD = [
    (NINJAS, "count = 20", 'count = "x"', "line 3: cards.peasant.count: 'x' is not a whole number from 0 to 60"),
    (NINJAS, "count = 20", "cuont = 20", "line 3: cards.peasant.cuont: there is no such field; there are: count,"),
    (NINJAS, "count = 20", "count = true", "line 3: cards.peasant.count: True is not a whole number"),
    (NINJAS, "cards.peasant", "cards.pheasant", "line 2: cards.pheasant: there is no 'pheasant'; a new one says what"),
    (QUESTS, "[cards.dragon]", "[cards.dargon]", "says what it is like; there are: excalibur, lance, "),
    (NINJAS, '"king"', '"kong"', "line 7: cards.duke.like: there is no 'kong' in the game"),
    (NINJAS, "[cards.duke]", "[cards.queen]", "line 7: cards.queen.like: there is one already"),
    (QUESTS, "[cards.wyvern]", "[cards.dagger]", "line 5: cards.dagger.like: there is one already"),
    (QUESTS, "[cards.halberd]", "[cards.giant]", "line 9: cards.giant.like: there is one already"),
    (NINJAS, '"king"', '"knight"', "line 7: cards.duke.like: the rules know 'knight' by name; a new one is like"),
    (NINJAS, '"king"', '"castle"', "line 7: cards.duke.like: nothing new can be added here"),
    (NINJAS, 'name = "Duke"\n', "", "line 6: cards.duke: a new one needs a name"),
    (NINJAS, '"Duke"', '""', "line 8: cards.duke.name: a name is not empty"),
    (NINJAS, "[cards.duke]", "[cards.accept]", "line 6: cards.accept: this word means something else"),
    (NINJAS, "[cards.duke]", "[cards.Duke]", "line 6: cards.Duke: an id is small letters"),
    (NINJAS, "[cards.duke]", "[cards.duke", "not TOML: Expected ']'"),
    (NINJAS, "cards.", "card.", "line 2: card: Of Knights and Ninjas has no such table; there are: cards"),
    (NINJAS, "peasant]", "castle]", "line 5: cards.castle.strength: there is no such field"),
    (NINJAS, "count = 30", FEW, "line 2: cards: there must be at least 60 cards"),
    (QUESTS, "bp = 45", "bp = 0", "line 3: cards.dragon.bp: 0 is not a whole number from 1 to 99"),
    (QUESTS, '"dragon"', '"mordred"', "line 5: cards.wyvern.like: the rules know 'mordred' by name"),
    (QUESTS, '["wyvern"]', '["dodo"]', "line 21: cards.wyvern_hunt.raises: ['dodo'] is not a list of"),
    (QUESTS, 'special = "wyvern_hunt"', 'special = "pox"', "line 15: cards.sir_bors.special: there is no quest"),
    (QUESTS, 'like = "boar_hunt"', 'like = "pox"', "line 18: cards.wyvern_hunt.like: nothing new can be added"),
    (QUESTS, "[cards.dragon]\nbp = 45", "[cards.merlin]\ncount = 2", "line 3: cards.merlin.count: 2 is not a whole"),
    (DUTY, "hearts = 2", "hearts = 4", "line 6: tokens.bow: its pile and one card more are not among"),
    (DUTY, "[clans.red]", '[clans.pink]\nlike = "red"', "line 3: clans.pink.like: nothing new can be added here"),
    (DUTY, "[tokens.move]\ncount = 4", "tokens = 3", "clans.red.tokens: there is no such field"),
    (COURT, '"farmer"', '"honor"', "line 9: events.field.bonus: 'honor' is not one of armor, farmer"),
    (COURT, "[goals.3]", "[goals.7]", "line 4: goals.7: there is no '7'"),
    (COURT, '"Arms"', "3", "line 11: events.adultery.strikes: 3 is not one of Arms, Vassalage, Virtue"),
    (LANCELOT, "vp = 5", "vp = 500", "line 12: deeds.deed_04.vp: 500 is not a whole number from 0 to 20"),
    (LANCELOT, "lake = 9", "pond = 9", "line 2: pond: Lancelot has no such table; there are: deeds,"),
    (LANCELOT, "deed_17", "deed_x", "line 13: deeds.deed_x: there is no such field"),
    (LANCELOT, "whirlpools = 1", "", "line 13: deeds.deed_17.whirlpools: missing"),
    (LANCELOT, "high = 9", "high = 3", "line 10: virtues.strength.high: 3 is not a whole number from 5 to 50"),
    (LANCELOT, "[virtues.strength]", "[virtues.power]", "line 7: virtues.power: there is no such field"),
    (LANCELOT, '["squire"]', '["horse"]', "line 3: joust: space 1: ['horse'] is not a list of up to four of"),
    (LANCELOT, '"Blade"', '"A\\nB"', "line 6: goods.sword.name: 'A\\nB' is not a text in quotes, on one line"),
]


@pytest.fixture(scope="module")
def complaints() -> list[str]:
    """What is said about each of them, all in one process: no edition disturbs another."""
    said = []
    for text in [text.replace(old, new) for text, old, new, _ in BAD] + list(EDITIONS.values()) + DOCUMENTED:
        try:
            edited = edition.parsed("my_cards.toml", text)
            rt.game(edited.game, edited)
            said.append("")
        except edition.BadEdition as error:
            said.append(str(error))
    return said


@pytest.mark.parametrize("case", range(len(BAD)), ids=[words for *_, words in BAD])
def test_a_mistake_is_one_line_with_line_and_field(case: int, complaints: list[str]) -> None:
    said = complaints[case]
    assert said.startswith("my_cards.toml") and BAD[case][3] in said and "\n" not in said


def test_what_is_right_is_not_complained_about(complaints: list[str]) -> None:
    assert complaints[len(BAD) :] == [""] * (len(EDITIONS) + len(DOCUMENTED)) and DOCUMENTED


def test_the_page_lists_all_that_can_be_changed() -> None:
    page: dict[str, dict[str, set[str]]] = {}
    title = ""
    for cells in (
        [cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("|")
    ):
        if len(cells) == 3:
            title = cells[0] or title
            for table in re.findall(r"`(\w+)`", cells[1]):
                page.setdefault(title, {})[table] = set(re.findall(r"`(\w+)`", cells[2].partition("; new")[0]))
    changeable = [game for game in map(rt.game, rt.slugs()) if game.slug in edition._open]
    assert len(changeable) >= 5
    for game in changeable:
        told, tables = page[game.title], edition._open[game.slug]
        for table, rows in tables.items():
            found = set().union(*rows.values())
            assert found <= told[table], (game.slug, table)
            if table != "virtues":  # these have figures of the data table too
                assert found == told[table], (game.slug, table)
        assert set(told) == set(tables) | set(edition.checked_by_game(game.slug))


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    code, out, err = command("print", "lancelot", "--data", written(tmp_path, LANCELOT.replace("vp = 5", "vp = 500")))
    assert (code, out) == (2, "") and err.startswith("roundtable: my_cards.toml, line 12: deeds.deed_04.vp: 500 is not")
    assert err.count("\n") == 1
    code, _, err = command("simulate", "knights-duty", "--data", written(tmp_path, LANCELOT))
    assert code == 2 and err == "roundtable: my_cards.toml, line 1: game: 'lancelot' is not 'knights-duty'\n"
    code, _, err = command("simulate", "lancelot", "--data", str(tmp_path / "none.toml"))
    assert code == 2 and "none.toml: No such file" in err


def test_editions_are_played_side_by_side() -> None:
    """Given a game and two editions of it in one process, when all are played, then none knows of the others."""
    plain = rt.game("quests-of-the-round-table")
    one, two = (
        rt.game(plain.slug, edition.parsed("x.toml", f'game = "{plain.slug}"\n[cards.dragon]\ncount = {count}\n'))
        for count in (3, 5)
    )
    dragons = [
        [game.piece_name(piece) for piece in game.match(seed=1).state.pieces].count("dragon")
        for game in (plain, one, two, plain)
    ]
    assert dragons == [1, 3, 5, 1]
    assert (plain.edition, one.edition == two.edition) == ("", False)
    assert rt.game(plain.slug) is plain and rt.game(plain.slug, edition.parsed("x.toml", one.edition)) is one


def test_a_game_goes_to_another_process_with_its_edition() -> None:
    changes = edition.parsed("my_cards.toml", DUTY)
    game = rt.game("knights-duty", changes)
    match = game.match(players=2, seed=1)
    packed = pickle.dumps((game, match.view(0)))
    code = """
import pickle, sys
game, view = pickle.loads(bytes.fromhex(sys.stdin.read()))
print(view.question)
print(game.label(view, "bow"))
"""
    told = python(code, packed.hex()).splitlines()
    assert told[1] == game.label(match.view(0), "bow") == "Longbow"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: game: missing"),
        ("game = 3", "line 1: game: missing"),
        ('game = "\ud800"', "not a text"),
        ("x" * 30_001, "longer than 30000 characters"),
    ],
)
def test_a_file_that_is_no_edition(text: str, words: str) -> None:
    with pytest.raises(edition.BadEdition, match=words):
        edition.parsed("my_cards.toml", text)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(edition.BadEdition, match=r"x\.toml: not a text file"):
        edition.read(path)


# -- an edition to begin with ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_new_edition_holds_everything_and_changes_nothing(slug: str, tmp_path: Path, capsys) -> None:
    out = tmp_path / "mine.toml"
    assert run(["edition", "new", slug, "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    plain, mine = rt.game(slug), rt.game(slug, edition.parsed("mine.toml", text))
    tables = tomllib.loads(text)
    for table, rows in edition.opened(slug).items():
        assert table in tables
        for row, fields in rows.items():
            assert set(fields) <= set(tables[table][row])
    one, two = (game.match(players=game.seats[0], seed=7) for game in (plain, mine))
    assert one.describe() == two.describe()
    assert repr(kit(plain)) == repr(kit(mine))


def test_a_new_edition_is_not_written_over_another_file(tmp_path: Path, capsys) -> None:
    out = tmp_path / "mine.toml"
    out.write_text("mine", encoding="utf-8")
    assert run(["edition", "new", "knights-duty", "--out", str(out)]) == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert "is there already" in capsys.readouterr().err
