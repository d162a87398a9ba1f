"""Knights & Damosels, worked examples: service, Disasters, duty and betrayal (4.4, 4.5, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from roundtable.games.knights_and_damosels.cards import CHIVALRIES

from .table import GRAIL, Table, gained


def court(rows: dict[str, list[str]], asks: str = "worship_faces", **more: Any) -> Table:
    return Table(asks, rows, **more)


def war(**more: Any) -> Table:
    """E3: armor (A), horse (B), sword (C), farmer (A) offered in the Battle of Mt Badon."""
    rows = {"A": ["armor", "farmer"], "B": ["horse"], "C": ["sword"]}
    return court(rows, event="badon", offered={"armor": 0, "farmer": 0, "horse": 1, "sword": 2}, **more)


@pytest.mark.parametrize(
    ("faces", "gains"),
    [
        (("up", "up", "up"), [4, 2, 2, 0]),  # E3 all do their duty
        (("up", "down", "up"), [3, 4, 1, 0]),  # E4 one betrayal
        (("up", "down", "down"), [6, 1, 1, 0]),  # E5 two betrayals
        (("down", "down", "down"), [2, 1, 1, 0]),  # E6 all betray
    ],
)
def test_e3_e4_e5_e6_war(faces: tuple[str, str, str], gains: list[int]) -> None:
    """R25, R26, R27: the single card takes from the others, all down lose 1, the bonus always counts."""
    t = war()
    assert (t.question, t.asked) == ("worship_faces", "ABC")
    t.does(A=f"armor:{faces[0]}", B=f"horse:{faces[1]}", C=f"sword:{faces[2]}")
    assert gained(t) == gains
    assert t.question == "arthur_discard_event"  # and the next round has begun
    assert t.row("A") == ["armor", "farmer"]


@pytest.mark.parametrize(
    ("pair", "valor", "honor", "gains"),
    [
        ("betrayer", "down", "up", [0, 3, 1, 4]),
        ("cancel", "down", "up", [0, 4, 1, 3]),
        ("betrayer", "down", "down", [0, 3, 0, 2]),
        ("cancel", "down", "down", [0, 3, 0, 2]),
    ],
)
def test_e7_two_virtues(pair: str, valor: str, honor: str, gains: list[int]) -> None:
    """R24, R27: of two cards the betrayer gains, or they cancel out; the bonus always counts."""
    rows = {"B": ["honor"], "D": ["valor"], "C": ["forester"]}
    t = court(rows, event="grail", offered={"honor": 1, "valor": 3, "forester": 2}, options={"pair_rule": pair})
    t.does(B=f"honor:{honor}", D=f"valor:{valor}")
    assert gained(t) == gains


@pytest.mark.parametrize(("face", "gains"), [("up", [1, 1, 7, 0]), ("down", [0, 0, 6, 0])])
def test_e8_a_single_arms_card(face: str, gains: list[int]) -> None:
    """R23, R26: one main card has the six alone, and alone it is all of them."""
    rows = {"C": ["horse"], "A": ["fisher"], "B": ["farmer"]}
    t = court(rows, event="rome", offered={"horse": 2, "fisher": 0, "farmer": 1})
    assert gained(t.does(C=f"horse:{face}")) == gains


def test_e9_war_without_arms() -> None:
    """R23: without a main card nobody places faces."""
    t = court({"A": ["farmer"], "B": ["fisher"]}, "arthur_discard_event", phase="service", event="carlion")
    assert gained(t) == [1, 1, 0, 0]
    assert [fact["faces"] for fact in t.told("awarded")] == [False]


def test_e10_prosperity() -> None:
    rows = {"A": ["armor", "honor"], "B": ["fisher", "valor"], "C": ["farmer"]}
    offered = {"armor": 0, "honor": 0, "fisher": 1, "valor": 1, "farmer": 2}
    t = court(rows, "arthur_discard_event", phase="worship", event="excalibur", offered=offered)
    assert gained(t) == [2, 3, 1, 0]


def test_e11_disaster() -> None:
    # Given A honor and valor, worship 5; B honor, 1; C loyalty, 4; D none
    rows = {"A": ["isoud:honor", "guenever:valor"], "B": ["elaine:honor"], "C": ["morgan:loyalty"]}
    t = Table("disaster_faces", rows, {"A": 5, "B": 1, "C": 4}, event="adultery")
    assert t.asked == "ABC"  # D was not asked
    # When A places honor down and valor up, the others up
    t.does(A=["honor:down", "valor:up"], B="honor:up", C="loyalty:up")
    # Then the three up return, A keeps honor and pays 2
    assert [t.row(letter) for letter in "ABC"] == [["honor"], [], []]
    assert t.worship("ABC") == [3, 1, 4]
    assert "guenever:valor" in t.pile("guenever") and "morgan:loyalty" in t.pile("morgan")


def test_e12_equal_and_lone() -> None:
    """R28: equal groups lose nothing, a lone card is lost."""
    # (a) one up, one down: nothing happens
    t = Table("disaster_faces", {"A": ["honor"], "B": ["honor"]}, event="adultery")
    t.does(A="honor:up", B="honor:down")
    assert (t.row("A"), t.row("B"), gained(t)) == (["honor"], ["honor"], [0, 0, 0, 0])
    # (b) a lone card is returned without a decision
    t = Table("arthur_discard_event", {"C": ["honor"]}, phase="service", event="adultery")
    assert t.row("C") == []
    # (c) whoever has the only two may save both
    t = Table("disaster_faces", {"A": ["honor", "valor"]}, event="adultery")
    assert t.asked == "A"
    t.does(A=["honor:up", "valor:down"])
    assert (t.row("A"), t.worship("A")) == (["honor", "valor"], [1])


def test_e13_poor_minority() -> None:
    """R28: who cannot pay in full pays what is there and keeps the cards."""
    rows = {"A": ["armor", "horse"], "B": ["armor"], "C": ["armor"], "D": ["armor"]}
    t = Table("disaster_faces", rows, {"A": 3}, event="treason_of_mordred")
    t.does(A=["armor:down", "horse:down"], B="armor:up", C="armor:up", D="armor:up")
    assert t.worship("A") == [0]
    assert [len(t.row(letter)) for letter in "ABCD"] == [2, 0, 0, 0]


def test_e20_service_order() -> None:
    """R20: one card in a turn."""
    t = Table("service_offer", GRAIL, event="grail")
    assert t.asked == "D"
    t.does(D="honor")
    # Then the others had one choice each
    assert [(e["seat"], CHIVALRIES[e["chivalry"]]) for e in t.told("offered")] == [
        (3, "honor"),
        (2, "valor"),
        (1, "farmer"),
        (0, "loyalty"),
    ]
    t.does(A="loyalty:up", C="valor:up", D="honor:up")
    assert gained(t) == [2, 1, 2, 3]


def test_e20_all_at_once() -> None:
    """R20: or everything in one go."""
    t = Table("worship_faces", GRAIL, event="grail", phase="service", options={"service_turns": "all_at_once"})
    t.does(A="loyalty:up", C="valor:up", D="honor:up")
    assert gained(t) == [2, 0, 2, 4]


def test_e21_missing_chivalries() -> None:
    rows = {"A": ["sword"], "B": ["sword", "fisher"]}
    t = Table("service_offer", rows, players=3, event="round_table")
    assert (t.asked, t.legal("B")) == ("B", ["sword", "fisher"])
    t.does(B="sword")
    assert gained(t) == [0, 2, 0]
    t = Table("service_offer", rows, players=3, event="round_table").does(B="fisher")
    assert gained(t) == [1, 1, 0]


@pytest.mark.parametrize(
    ("offered", "gains"),
    [
        ({"armor": 0, "horse": 1, "sword": 2, "fisher": 1}, [1, 5, 2, 0]),
        ({"armor": 0, "sword": 2, "fisher": 1}, [3, 1, 4, 0]),
    ],
)
def test_e34_fortune(offered: dict[str, int], gains: list[int]) -> None:
    """R41: the favoured chivalry takes from the others of its kind, if it was offered."""
    rows = {"A": ["armor"], "B": ["horse", "fisher"], "C": ["sword"]}
    t = Table(
        "arthur_discard_event",
        rows,
        phase="worship",
        event="carlion",
        offered=offered,
        service_card=2,
        options={"service_variant": "fortune"},
    )
    assert gained(t) == gains


def test_e36_limited_bank() -> None:
    """R5: a bank that is limited pays while it lasts."""
    rows = {"A": ["armor", "horse", "honor", "farmer"], "B": ["valor", "fisher"], "C": ["sword", "loyalty"]}
    offered = {name: seat for seat, letter in enumerate("ABC") for name in rows[letter]}
    t = Table(
        "arthur_discard_event",
        rows,
        {"A": 20, "B": 20, "C": 20},
        players=3,
        phase="worship",
        event="round_table",
        offered=offered,
        options={"worship_bank": 63},
    )
    assert (t.worship(), t.s.bank) == ([23, 20, 20], 0)
