"""Of Knights and Ninjas in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from random import Random

import pytest

from roundtable.games.of_knights_and_ninjas import GAME, words
from roundtable.games.of_knights_and_ninjas.cards import CARDS
from roundtable.games.of_knights_and_ninjas.questions import QUESTIONS

from .table import Table


def test_every_event_has_a_sentence() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (GAME.folder / "rules").glob("*.py"))
    events = set(re.findall(r's\.tell\(\s*"(\w+)"', sources)) | {"gave_card"}
    assert events == set(words.SENTENCES)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_whole_logs_read_well(players: int) -> None:
    rng = Random(players)
    for seed in range(10):
        match = GAME.match(players=players, seed=seed)
        while match.asked:
            seat = match.asked[0]
            match.answer(seat, match.choice(seat).sample(rng))
        for viewer in (0, None):
            lines = match.sentences(viewer)
            assert all(re.match(r"[A-Z0-9].*[.]$", line) for line in lines), lines
            assert not any(re.search(r"\{|None|jester:|wall:|\b1 (gem|card)s", line) for line in lines)


def test_sentences_of_the_battle() -> None:
    t = Table({"A": ["knight", "queen"], "B": ["princess", "knight"], "C": ["jester"]})
    t.do("A", "attack", "B", "knight").do("B", "princess").do("A", "queen").do("B", "knight")
    t.do("C", "jester:highwayman").nobody_robs()
    assert t.match.sentences(None)[:7] == [
        "Ann attacks Bob with a knight (3).",
        "Bob's princess takes the knight home.",
        "Ann attacks Bob with a queen (5).",
        "Bob answers with a knight (3): 5 − 3 = 2.",
        "2 gems leave Bob for Ann.",
        "Cid's jester as highwayman takes the 2 gems from Ann.",
        "Cid keeps them and has 7 gems now.",
    ]


def test_every_atom_has_a_label_and_every_question_a_prompt() -> None:
    t = Table({"A": ["king"]})
    for atom in GAME.vocabulary(4, t.state.options):
        label = GAME.label(t.state, atom)
        assert label and ":" not in label and "_" not in label
    assert set(QUESTIONS) == set(words._PROMPTS)
    assert all(card.text.endswith(".") for card in CARDS)


def why(t: Table, *atoms: str) -> tuple[str, str]:
    seat = t.match.asked[0]
    refusal = t.match.choice(seat).refusal(atoms)
    assert refusal is not None
    return refusal.reason, refusal.rule


def test_why_not_an_action() -> None:
    t = Table({"A": ["knight", "dragon", "ladder", "jester"], "B": ["king"]}, {"B": ["castle"], "C": ["archer"]})
    assert why(t, "attack", "seat1", "knight") == (
        "the castle keeps the knight out: set a ladder first, or break it with a catapult",
        "4.4",
    )
    assert why(t, "attack", "seat2", "dragon") == ("the archer keeps the dragon away: only a ninja gets past", "4.4")
    assert why(t, "attack", "seat2", "ladder") == ("there is no castle there", "4.4")
    assert why(t, "attack", "seat0") == ("you cannot attack yourself", "4.4")
    assert why(t, "attack", "seat5") == ("nobody sits there", "4.4")
    assert why(t, "attack", "seat3", "king") == ("you hold no king", "4.0")
    assert why(t, "attack", "seat3", "knight", "knight") == ("you hold no more than 1 knight", "4.0")
    assert why(t, "fortify", "knight") == ("only castle, archer and minstrel fortify", "4.3")
    assert why(t, "special", "jester:merchant") == ("no rival has two cards", "4.10")
    assert why(t, "redeal") == ("a re-deal is called only in the duel", "4.10")
    assert why(t, "end_turn") == ("there is no free pass: attack a rival or discard a card", "4.2")
    assert why(t, "knight") == ("first choose an action: fortify, attack, special or discard", "4.2")


def test_why_not_an_answer() -> None:
    t = Table({"A": ["ninja"], "B": ["king", "princess", "ladder", "traitor"]})
    t.do("A", "attack", "B", "ninja")
    assert why(t, "king") == ("a king answers only common attacks, not a ninja", "4.6")
    assert why(t, "princess") == ("a princess answers only a knight or a dragon, not a ninja", "4.6")
    assert why(t, "ladder") == ("a ladder does not answer an attack", "4.6")
    t.do("B", "accept")
    t = Table({"A": ["ninja"], "B": ["king"], "C": ["king"]})
    t.do("A", "attack", "B", "ninja").do("B", "accept")
    assert why(t, "king") == ("only a highwayman takes gems from the road", "4.7")
    assert why(t, "highwayman") == ("you hold no highwayman", "4.0")


def test_why_not_a_payment() -> None:
    t = Table({"A": ["monk"], "B": ["king", "queen", "ninja"]}, {"B": ["castle"]}, gems=(5, 0, 5, 10))
    t.do("A", "special", "monk")
    assert why(t, "gems") == ("you cannot pay that in full, but you can pay in cards", "4.10")
    assert why(t, "cards", "king", "queen", "ninja") == ("pay 2 cards", "4.10")


def test_a_dealt_card_is_told_to_its_owner_only() -> None:
    match = GAME.match(players=3, seed=1, options={"first_player": 0})
    assert match.sentences(1)[-1] == "Player 1 draws 2 cards."
    assert re.match(r"Player 1 draws an? \w+ and an? \w+\.", match.sentences(0)[-1])
