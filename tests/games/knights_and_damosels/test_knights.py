"""Knights & Damosels, worked examples: events, gifts and the cards that knights ask for (4.1 to 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.engine import Refusal
from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import CHIVALRIES, DAMOSEL_IDS, card

from .table import GIFTS, Table


def test_e14_refusal() -> None:
    """R13, R14: all hear a refusal and one asks again; only Merlin sees the damosels."""
    t = Table("knight_select", display=GIFTS)
    assert t.legal("A") == [f"take:{n}" for n in range(1, 6)]
    # When A asks for the own gift
    t.does(A="take:1")
    # Then it is refused, all learn that it is Elaine's, it stays, and A chooses anew
    for viewer in (0, 1, 2, 3, None):
        assert t.match.view(viewer).display[0] == (card("elaine:honor"),)
    assert (t.question, t.asked, t.legal("A")) == ("knight_select", "A", ["take:2", "take:3", "take:4", "take:5"])
    t.does(A="take:2")
    assert t.holders() == "-A---"
    for viewer in (0, 1, 2, None):
        assert t.match.view(viewer).display[1] == (-1,)  # hidden, also to A
    assert t.match.view(3).display[1] == (card("isoud:honor"),)


def test_e15_nothing_legal() -> None:
    """R14, R54: the last card left is asked for by itself, and refused."""
    # Given A was granted sword; B has honor and farmer; left on display honor, farmer and B's own valor
    display = ["elaine:honor", "isoud:farmer", "guenever:valor", "morgan:sword"]
    t = Table("knight_select", {"B": ["honor", "farmer"]}, display=display, held={4: 0}, turn=1, players=4)
    # Then valor was asked for and refused by itself, and it is C's turn
    assert t.asked == "C"
    assert [(e["seat"], e["slot"]) for e in t.told("refused")] == [(1, 3)]
    assert [e["seat"] for e in t.told("no_card")] == [1]
    assert t.match.view(None).display[2] == (card("guenever:valor"),)


def test_e16_merlins_last_card() -> None:
    """R17: Merlin goes without a card only if none is legal."""
    # Given all but fisher/Viviane granted; F (Viviane) is Merlin
    display = ["guenever:armor", "isoud:armor", "morgan:armor", "nimue:armor", "elaine:armor", "viviane:fisher"]
    t = Table("", players=6, phase="knight", display=display, held={1: 0, 2: 1, 3: 2, 4: 3, 5: 4}, turn=5,
              event="adultery", options={"round_limit": 1})  # fmt: skip
    # Then nothing is legal, and nothing is asked
    assert t.told("no_card") == [{"seat": 5, "merlin": True, "passed": False}]
    assert t.row("F") == [] and "viviane:fisher" in t.pile("viviane") and t.s.display == ()


def test_e17_compelled_merlin() -> None:
    """R17: Merlin must take a legal card."""
    # Given 5 players, three Guenever cards with E, left armor/Guenever and sword/Nimue (E's own)
    row = ["guenever:honor", "guenever:valor", "guenever:loyalty"]
    held = ["elaine:farmer", "isoud:farmer", "morgan:farmer", "viviane:farmer"]
    t = Table(
        "disaster_faces",
        {"E": row},
        phase="knight",
        players=5,
        display=["guenever:armor", "nimue:sword", *held],
        held={3: 1, 4: 3, 5: 2, 6: 0},
        turn=4,
        event="death_of_merlin",
    )
    # Then armor is his only choice and taken by itself, and B's Given becomes 4
    assert [(e["seat"], e["slot"]) for e in t.told("granted")] == [(4, 1)]
    assert t.told("one_card") == [{"seat": 4, "merlin": True}]
    t.does(A="farmer:up", B="farmer:up", C="farmer:down", D="farmer:down")
    assert t.question == ""
    assert t.s.figures[1][:2] == (3, 4)


def test_e18_absent_damosel() -> None:
    """R10: the first unused damosel who still has cards gives one."""
    # Given 4 players, Viviane before Nimue, Viviane's pile empty
    spread = {letter: [f"viviane:{c}" for c in CHIVALRIES[i::4]] for i, letter in enumerate("ABCD")}
    t = Table("damosel_give", spread, absent=["viviane", "nimue"], event="death_of_merlin")
    t.does(A="honor", B="valor", C="armor", D="sword")
    # Then the extra card is one of Nimue's
    assert len(t.s.display) == 5
    assert len(t.pile("nimue")) == 8 and t.pile("viviane") == []
    # With one card back in Viviane's pile, that card is certain
    spread["A"] = spread["A"][1:]
    t = Table("damosel_give", spread, absent=["viviane", "nimue"], event="death_of_merlin")
    t.does(A="honor", B="valor", C="armor", D="sword")
    assert (card("viviane:armor"),) in t.s.display
    assert len(t.pile("nimue")) == 9


def test_e19_event_pile() -> None:
    match = GAME.match(players=3, seed=4)
    s: Any = match.state
    seen = []
    while s.round < 5:
        if match.question == "arthur_discard_event":
            seen.append((s.round, len(s.deck), len(s.discards)))
        for seat in match.asked:
            match.answer(seat, next(iter(match.choice(seat).every())))
        s = match.state
        assert s.figures == (), "the match is too short for this example"
    assert seen == [(1, 9, 0), (2, 6, 3), (3, 3, 6), (4, 0, 9)]
    assert (len(s.deck), len(s.drawn), s.discards) == (9, 3, ())


def test_e37_empty_pile() -> None:
    """R19: whoever has no card left gives nothing."""
    # Given all nine cards of D's damosel lie in five rows
    spread = {letter: [f"morgan:{c}" for c in CHIVALRIES[i::5]] for i, letter in enumerate("ABCEF")}
    t = Table("damosel_give", spread, players=6)
    assert t.asked == "ABCEF"
    t.does(A="honor", B="honor", C="honor", E="honor", F="honor")
    assert len(t.s.display) == 5
    assert [DAMOSEL_IDS[d] for d in t.s.damosels][3] == "morgan" and t.pile("morgan") == []


def test_an_illegal_request_is_refused_with_a_reason() -> None:
    t = Table("knight_select", {"A": ["honor"]}, display=GIFTS)
    with pytest.raises(Refusal, match="already has the Honor"):
        t.does(A="take:1")
