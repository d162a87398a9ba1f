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
    assert why(t, "attack", "seat2", "dragon") == (
        "the archer keeps the dragon out: shoot it with an archer of your own first, or send a ninja",
        "4.4",
    )
    assert why(t, "attack", "seat2", "ladder") == ("there is no castle: attack without", "4.4")
    assert why(t, "attack", "seat0") == ("you cannot attack yourself", "4.4")
    assert why(t, "attack", "seat5") == ("nobody sits there", "4.4")
    assert why(t, "attack", "seat3", "king") == ("you hold no king", "4.0")
    assert why(t, "attack", "seat3", "knight", "knight") == ("you hold no more than 1 knight", "4.0")
    assert why(t, "fortify", "knight") == ("only castle, archer and minstrel fortify", "4.3")
    assert why(t, "special", "jester:merchant") == ("no rival has two cards", "4.10")
    assert why(t, "redeal") == ("a re-deal is called only in the duel", "4.10")
    assert why(t, "end_turn") == (
        "there is no free pass: fortify, attack a rival, play a special action or discard a card",
        "4.2",
    )
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
    assert re.match(r"Player 1 draws (an? \w+ and an? \w+|2 \w+s)\.", match.sentences(0)[-1])


def prompt(t: Table, seat: int) -> str:
    asked = t.match.scene(seat).prompt
    assert asked is not None
    return asked.sentence


def test_prompts_name_only_what_is_offered() -> None:
    assert prompt(Table({"A": ["king"]}), 0) == "Attack a rival or discard a card."
    t = Table({"A": []}, {"A": ["archer"], "B": ["archer"]})
    assert prompt(t, 0) == ("Your hand is empty. Attack a rival with the archer from your wall or end your turn.")
    duel = Table({"A": []}, {"A": ["archer"], "B": ["archer"]}, players=2, gems=(6, 6))
    assert prompt(duel, 0).endswith("from your wall or call for a re-deal.")
    few = Table({"A": ["herald"]}, players=2, gems=(6, 6))
    assert prompt(few, 0) == "Call for a re-deal."
    assert why(few, "end_turn") == ("there is no free pass: call for a re-deal", "4.2")
    assert why(few, "discard", "herald")[0] == "with three cards or fewer you play one or call for a re-deal"


def test_what_is_at_stake_is_said() -> None:
    t = Table({"A": ["dragon"], "B": ["executioner"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon")
    assert prompt(t, 1) == (
        "Ann attacks you with a dragon, strength 2. Answer it, or accept it and lose 2 gems and perhaps your castle."
    )
    t = Table({"A": ["ninja"], "B": ["king"]}, {"B": ["archer"]}, options={"unique_side_effects": "automatic"})
    t.do("A", "attack", "B", "ninja")
    assert prompt(t, 1) == (
        "Ann attacks you with a ninja, strength 2. You have no answer to it: you lose 2 gems and your archer."
    )


def test_reasons_are_true_and_say_what_would_help() -> None:
    t = Table({"A": ["soldier", "dragon"], "B": ["king"]}, {"B": ["castle"]}, gems=(5, 0, 7, 8))
    t.do("A", "attack", "B", "dragon").do("B", "accept").do("A", "spare")
    late = "the castle keeps the soldier out, and after the first attack card it is too late for a ladder"
    assert why(t, "soldier") == (late, "4.4")
    t = Table({"A": ["jester"], "B": ["king"]})
    assert why(t, "attack", "seat1", "jester") == (
        "say as what the jester plays, for example Jester as peasant",
        "4.0",
    )
    assert why(Table({"A": ["monk"], "B": ["king"]}), "special") == ("no rival has a castle to be taxed", "4.10")
    assert why(Table({"A": ["ladder"], "B": ["king"]}), "attack") == ("you hold no card that attacks", "4.4")
    assert why(Table({"A": ["king"]}), "fortify") == ("you hold no castle, archer or minstrel", "4.3")


def test_what_happens_to_walls_and_ladders_is_told() -> None:
    t = Table({"A": ["ladder", "jester", "king"]}, {"B": ["castle", "archer"]})
    t.do("A", "attack", "B", "ladder").do("A", "jester:archer").do("A", "king").nobody_robs()
    assert t.match.sentences(None)[:9] == [
        "Ann sets a ladder against Bob's castle.",
        "The ladder stands, but the archer still guards the wall.",
        "Ann lets a jester as archer shoot at Bob's archer.",
        "Bob's archer falls, and Ann's jester as archer is discarded.",
        "Ann attacks Bob with a king (4).",
        "Bob accepts the attack.",
        "4 gems leave Bob for Ann.",
        "Ann keeps them and has 9 gems now.",
        "The ladder is discarded.",
    ]
    t = Table({"A": ["peasant", "peasant", "jester"], "B": ["minstrel", "king"]})
    t.do("A", "attack", "B", "peasant", "peasant", "jester:peasant").do("B", "minstrel")
    assert t.match.sentences(None)[:2] == [
        "Ann attacks Bob with 3 peasants, 1 of them a jester (3).",
        "Bob's minstrel plays: Ann takes back 3 peasants, 1 of them a jester, and the turn ends.",
    ]


def test_the_duel_speaks_of_the_duel() -> None:
    match = GAME.match(players=2, seed=4, names=("Ann", "Bob"), options={"youngest_seat": 0})
    assert match.sentences(None)[0] == "A duel: 6 gems each. 12 gems win."
    match.answer(0, "give")
    given = match.sentences(0)[-1]
    assert re.fullmatch(r"Ann gives an? \w+ to Bob\.", given) and match.sentences(1)[-1] == given
    assert match.sentences(None)[-1] == "Ann gives a card to Bob."
    t = Table({"A": ["minstrel"]}, {"A": ["castle", "archer"]}, players=2, gems=(6, 6))
    hand = next(area for area in t.match.scene(0).panels[0].areas if area.id == "hand-0")
    assert hand.pieces[0].face is not None and hand.pieces[0].face.text.startswith("Your rival discards two cards")
    assert hand.pieces[0].face.kind == "fortification, response"
    t.do("A", "redeal")
    assert "Ann's castle and archer fall." in t.match.sentences(None)
    draw = {"max_reshuffles": 1}
    t = Table({"A": ["king"], "B": ["king"]}, players=2, gems=(6, 6), options=draw, draw=0, rest="discard")
    t.do("A", "redeal")
    assert t.match.sentences(None)[-1] == "The deck is used up. It is a draw: 6 gems each."
    assert t.match.scene(None).over == "The deck is used up: a draw, 6 gems each"
