"""Lancelot in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from roundtable.engine import Refusal
from roundtable.games.lancelot import GAME, words
from roundtable.games.lancelot.bot.advice import choose
from roundtable.games.lancelot.cards import VIRTUES
from roundtable.games.lancelot.reasons import terms
from roundtable.games.lancelot.rules.virtues import meets

from .table import Table, moving, tiles


def test_every_event_has_a_sentence() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (GAME.folder / "rules").glob("*.py"))
    assert set(re.findall(r's\.tell\(\s*"(\w+)"', sources)) == set(words.SENTENCES)


@pytest.mark.parametrize("sensible", [False, True])
def test_a_whole_log_reads_well(sensible: bool) -> None:
    rng = Random(3)
    match = GAME.match(players=4, seed=3, options={"seat_gift_optional": True})
    while match.asked:
        (seat,) = match.asked
        choice = match.choice(seat)
        assert re.match(r"[A-Z].*[.?]$", GAME.prompt(match.view(seat), seat))
        match.answer(seat, choose(GAME, match.view(seat), choice, seat, rng) if sensible else choice.sample(rng))
    lines = match.sentences(None)
    assert all(re.match(r"[A-Z0-9].*[.]$", line) for line in lines), lines
    assert not any("{" in line or "None" in line for line in lines)
    assert lines == match.sentences(0)  # nothing is private


def test_every_atom_has_a_label() -> None:
    match = GAME.match(players=3, seed=1)
    labels = {atom: GAME.label(match.view(0), atom) for atom in GAME.vocabulary(3, match.state.options)}
    assert all(label and label != atom and "_" not in label for atom, label in labels.items()), labels


HOME = {"seat": "merlin"}


def position(**red: Any) -> Table:
    return moving({"red": {"at": "distant.2", **red}, "blue": {"at": "joust.1"}}, dragon=tiles(9, 4, 1))


MOVES = [
    ("joust.2", "behind you", "4.4"),
    ("distant.2", "must move", "4.2"),
    ("merlin.2", "entered at its first space", "4.4"),
    ("dragon", "cannot complete", "4.6"),
    ("grail.stay", "only at the Grail", "4.2"),
    ("joust", "no answer here: choose", "4.4"),
]


@pytest.mark.parametrize(("atom", "words", "paragraph"), MOVES)
def test_why_not_there(atom: str, words: str, paragraph: str) -> None:
    refused(position(), (atom,), words, paragraph)


def refused(t: Table, answer: tuple[str, ...], words: str, paragraph: str) -> None:
    with pytest.raises(Refusal) as refusal:
        t.does(t.asked, *answer)
    assert words in refusal.value.reason, refusal.value.reason
    if paragraph:
        assert refusal.value.rule == paragraph


def test_why_not_move_further() -> None:
    far = {"at": "joust.1"}
    refused(moving({"red": {"at": "joust.2"}, "blue": far}), ("joust.4",), "one space at a time", "4.4")
    bedivere = {"at": "joust.2", "advantages": ["bedivere"]}
    refused(moving({"red": bedivere, "blue": far}), ("joust.5",), "two spaces at most", "4.4")
    sword = moving({"red": {"at": "stronghold.sword.1"}, "blue": far})
    refused(sword, ("stronghold.mace.1",), "one track of the Stronghold", "4.4")
    bather = moving({"red": {"at": "lake.2", "counter": True}, "blue": far})
    refused(bather, ("lake.3",), "leaves the Lake", "4.4")
    lap = moving({"red": {"at": "morgana", "pass": True, "morgana": "blank"}, "blue": far})
    refused(lap, ("morgana",), "must move", "4.2")
    lake = moving({"red": {"at": "distant.1"}, "blue": far}, lake="blue")
    refused(lake, ("lake.1",), "Blue has entered the Lake", "4.4")
    full = {"red": {"at": "galahad", "lance": 2}, "blue": far, "green": far}
    refused(moving(full, dragon=tiles(4), visitors=["blue", "green"]), ("dragon",), "two visitors", "4.4")
    refused(moving({"red": {"at": "galahad"}, "blue": far}, dragon=[], stack=[]), ("dragon",), "no deed left", "4.4")


def test_why_not_home() -> None:
    t = moving({"red": {"at": "grail"}, "blue": {"at": "joust.1"}, "green": HOME})
    refused(t, ("table.merlin",), "Green sits on the seat of Merlin", "4.4")
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "gawain"}}, round=1)
    refused(t, ("table.arthur",), "you sit on", "4.4")
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "gawain"}}, {"immediate_return": False}, round=1)
    refused(t, ("table.merlin",), "first round", "4.4")
    match = GAME.match(players=2, seed=1, options={"first_player": 0})
    match.answer(0, "table.merlin")
    with pytest.raises(Refusal, match=r"Red sits on the seat of Merlin: choose a free one \(rules 3\)"):
        match.answer(1, "table.merlin")


def test_why_not_remain() -> None:
    t = moving({"red": {"at": "grail", "grail": 30}, "blue": {"at": "joust.1"}})
    refused(t, ("grail.stay",), "end of the Grail track", "4.7")
    t = moving({"red": {"at": "grail", "sent_home": True}, "blue": {"at": "joust.1"}})
    refused(t, ("grail.stay",), "Morgana", "4.7")
    t = moving({"red": {"at": "grail"}, "blue": HOME})
    refused(t, ("grail.stay",), "no knight is travelling elsewhere", "4.7")


def test_why_not_take() -> None:
    t = position()
    t.does("red", "distant.3")
    refused(t, ("ladies",), "Enemies and Plots only", "4.5")
    refused(t, ("plots", "plots"), "unless you hold Tristan", "4.5")
    t = position(ladies=6)
    t.does("red", "distant.3")
    refused(t, ("enemies", "plots"), "more than 7 cards", "4.5")
    t = position(advantages=["tristan"])
    t.does("red", "distant.3")
    refused(t, ("plots", "plots", "plots"), "even with Tristan", "4.5")
    t = moving({"red": {"at": "joust.1"}, "blue": HOME})
    t.does("red", "joust.2")
    refused(t, ("squire",), "no squires are offered", "4.5")
    refused(t, ("sword", "sword"), "only 1 sword is offered", "4.5")


def test_why_not_learn() -> None:
    t = position(galahad=["benevolence", "strength"], percival=["honor"], enemies=4, squire=1)
    t.does("red", "percival")
    refused(t, ("strength",), "Enemies 4/5", "2.6")
    refused(t, ("kindness",), "visit Galahad first", "4.6")
    refused(t, ("honor",), "learnt Honor already", "4.6")
    refused(t, ("benevolence", "benevolence"), "one answer is enough", "4.6")
    t = position(galahad=["strength"], percival=["honor"])
    t.does("red", "galahad")
    refused(t, ("strength",), "your disc lies on Strength", "4.6")
    refused(t, ("honor",), "learnt Honor already", "4.6")


def test_why_not_crown() -> None:
    t = position(crowns=["honor"])
    t.does("red", "table.arthur")
    refused(t, ("honor",), "your own disc for ever", "4.8")


def test_why_not_that_deed() -> None:
    t = moving({"red": {"at": "galahad", "lance": 3, "mace": 2}, "blue": {"at": "joust.1"}}, dragon=tiles(9, 4, 14))
    t.does("red", "dragon")
    refused(t, ("deed_09",), "Excalibur Sword itself", "4.6")
    refused(t, ("deed_01",), "does not lie at the Dragon", "4.6")
    refused(t, ("deed_04", "lance"), "only with the advantage of Maleagant", "4.6")
    maleagant = {"at": "galahad", "lance": 2, "advantages": ["maleagant"]}
    t = moving({"red": maleagant, "blue": {"at": "joust.1"}}, dragon=tiles(4, 14, 3))
    t.does("red", "dragon")
    refused(t, ("deed_04", "sword"), "asks for no swords", "4.6")
    refused(t, ("deed_14", "none"), "cannot pay the rest", "4.6")
    refused(t, ("deed_03",), "cannot pay 3 maces", "4.6")


def test_why_not_use_magic_so() -> None:
    red = {"seat": "arthur", "magic": 2, "ladies": 2, "squire": 3}
    t = Table("use_magic", {"red": red, "blue": HOME})
    refused(t, ("discard_squires", "4"), "you have only 3 squires", "4.9")
    refused(t, ("discard_cards", "plots"), "you have no Plots", "4.9")
    refused(t, ("discard_cards", "ladies", "ladies", "ladies"), "only 2 Ladies", "4.9")
    refused(t, ("exchange", "ladies", "ladies"), "another colour", "4.9")
    t = Table("use_magic", {"red": {"seat": "arthur", "magic": 1, "squire": 1}, "blue": HOME})
    refused(t, ("discard_cards", "plots"), "you have no cards", "4.9")
    t = Table("use_magic", {"red": {"seat": "arthur", "magic": 1, "plots": 1}, "blue": HOME})
    refused(t, ("discard_squires", "1"), "you have no squires", "4.9")


def test_why_not_that_majority() -> None:
    knights = {
        "red": {"seat": "arthur", "sword": 1, "mace": 1},
        "blue": {"seat": "merlin", "sword": 1, "mace": 1, "lance": 1},
    }
    t = Table("choose_tied_category", knights)
    refused(t, ("lance",), "do not share the lead in lances", "5.2")


def test_terms_agree_with_the_rules() -> None:
    """What the Virtues board shows a viewer is what Percival will say."""
    for seed in range(8):
        rng = Random(seed)
        settings = {"majority_virtues": rng.choice(("strict", "shared")), "zero_leads_count": rng.random() < 0.5}
        match = GAME.match(players=3, seed=seed, options=settings)
        while match.asked:
            (seat,) = match.asked
            for i, virtue in enumerate(VIRTUES):
                shown = all(met for _, met in terms(match.state, seat, virtue))
                assert shown == meets(match.state, seat, i), virtue
            choice = match.choice(seat)
            match.answer(seat, choose(GAME, match.view(seat), choice, seat, rng) if seed % 2 else choice.sample(rng))


def test_who_moves_next_and_why() -> None:
    t = moving({"red": {"at": "percival"}, "blue": {"at": "percival"}, "green": {"at": "galahad"}})
    assert words.why_next(t.match.view(None)) == "Green moves next: farthest ahead, at Galahad"
    t.does("green", "grail")
    assert words.why_next(t.match.view(None)) == "Red moves next: it came to Percival before Blue"
    t.does("red", "galahad")
    t.does("red", "decline")
    assert words.why_next(t.match.view(None)) == "Blue is the last to move in this round"


def test_prompts_name_only_what_is_offered() -> None:
    home = {"seat": "merlin"}
    first = moving({"red": {"seat": "arthur"}, "blue": home}, round=1)
    assert words.prompt(first.s, 0).endswith("where do you ride first? You may also go straight to another seat.")
    bound = moving({"red": {"seat": "arthur"}, "blue": home}, {"immediate_return": False}, round=1)
    assert words.prompt(bound.s, 0) == "Leave the Round Table: where do you ride first?"
    again = {"at": "grail", "pass": True, "morgana": "blank"}
    t = moving({"red": again, "blue": {"at": "joust.1"}})
    assert words.prompt(t.s, 0) == "Remain at the Grail, come home and choose your seat or begin your second tour."
    t = moving({"red": {**again, "sent_home": True}, "blue": {"at": "joust.1"}})
    assert words.prompt(t.s, 0) == (
        "You may not remain at the Grail: Morgana has cleared it. "
        "Come home and choose your seat or begin your second tour."
    )
    t = Table("use_magic", {"red": {"seat": "arthur", "magic": 1, "squire": 2}, "blue": home})
    assert words.prompt(t.s, 0) == "You have 1 magic. Use one to dismiss squires?"


def test_reasons_that_were_not_the_reason() -> None:
    far = {"at": "joust.1"}
    refused(
        moving({"red": {"at": "joust.2"}, "blue": far}), ("merlin.2",), "Merlin is entered at its first space", "4.4"
    )
    option = {"advance_on_entry": True}
    t = moving({"red": {"seat": "arthur"}, "blue": {"seat": "merlin"}}, option, round=1)
    refused(t, ("joust.2",), "the Joust is entered at its first space, with Bedivere at its second", "4.4")
    t = moving({"red": {"at": "grail"}, "blue": far})
    refused(t, ("grail",), "to stay, choose 'Remain at the Grail'", "4.7")
    visits = moving({"red": {"at": "galahad", "lance": 2}, "blue": far}, VISITS, dragon=tiles(4), visitors=["blue"] * 2)
    refused(visits, ("dragon",), "the Dragon has had its two visits this turn: Blue twice", "4.4")
    t = moving({"red": {"at": "joust.1"}, "blue": {"at": "joust.2"}}, order=["red"])
    t.does("red", "stronghold.sword.1")
    refused(t, ("magic",), "no magic is offered here: the track offers swords", "4.5")


VISITS = {"site_limits_count": "visits"}


def test_what_was_not_told() -> None:
    red = {"seat": "arthur", "sword": 2, "grail": 8, "vp": 3}
    blue = {"seat": "merlin", "sword": 2, "grail": 8, "vp": 3}
    t = Table(
        "choose_tied_category", {"red": {**red, "mace": 1}, "blue": {**blue, "mace": 1}, "green": {"seat": "gawain"}}
    )
    t.does("red", "sword")
    said = t.match.sentences(None)
    assert "Red and Blue share the most swords; Red claims them: 2 VP." in said
    assert "Red leads the quest for the Grail, 8 spaces ahead of the last; Blue came there later: 4 VP." in said
    assert t.match.scene(None).areas[-3].note == "Red leads, 8 spaces ahead of the last"
    level = Table("choose_tied_category", {"red": {"seat": "arthur", "sword": 1, "mace": 1}, "blue": SAME})
    level.does("red", "sword")
    assert level.match.sentences(None)[-1].endswith("The seat of Arthur puts Red before Blue.")


SAME = {"seat": "merlin", "sword": 1, "mace": 1}


@pytest.mark.parametrize(
    ("chair", "knight", "why"),
    [
        ("mordred", {"morgana": "eye"}, "Red's Morgana counter was placed before"),
        ("gawain", {"advantages": ["gawain"]}, "its advantage is Red's own already"),
        ("merlin", {"magic": 20}, "there is no magic left"),
        ("arthur", {"crowns": list(VIRTUES)}, "every crown has its disc"),
    ],
)
def test_why_a_seat_gives_nothing(chair: str, knight: dict[str, Any], why: str) -> None:
    t = moving({"red": {"at": "grail", **knight}, "blue": {"at": "joust.1"}})
    t.does("red", f"table.{chair}")
    assert f"The seat of {chair.capitalize()} gives Red nothing: {why}." in t.match.sentences(None)
    assert "Round 3: only Blue is still on the way." not in t.match.sentences(None)
    t.does("blue", "galahad")
    t.does("blue", "decline")
    assert "Round 3: only Blue is still on the way." in t.match.sentences(None)


def test_new_deeds_are_told_with_cost_and_worth() -> None:
    match = GAME.match(players=2, seed=1)
    assert re.match(
        r"New at the Dragon: deed \d\d asks .* for \d+ VP; .* 13 more deeds in the stack\.", match.sentences(None)[1]
    )
