"""Knights & Damosels, worked examples: jousts in the Knight and the Service phase (4.6)."""

from __future__ import annotations

from roundtable.games.knights_and_damosels.cards import card

from .table import GRAIL, Table, joust


def grail_joust(end: str) -> Table:
    t = Table(
        "service_offer",
        GRAIL,
        {"B": 1, "D": 3},
        event="grail",
        offered={"honor": 3, "valor": 2},
        turn=1,
        options={"joust": True, "service_end": end},
    )
    t.does(B="challenge:3:honor").does(B="high", D="high").does(B="low", D="high")
    assert t.worship("BD") == [2, 2]
    assert (t.question, t.legal("D")) == ("joust_reoffer", ["farmer", "pass"])
    return t.does(D="farmer")


def test_e22_joust_lost_by_the_challenger() -> None:
    """R34: a challenger who lost is still in turn."""
    t = joust()
    assert "challenge:0:sword" in t.legal("B")
    t.does(B="challenge:0:sword").does(A="low", B="high")
    assert t.worship("AB") == [2, 1]
    assert (t.asked, t.legal("B")) == ("B", ["take:2", "take:3", "take:4", "take:5"])
    t.does(B="take:2")
    assert "challenge:0:sword" not in t.legal("C") and "challenge:1:honor" in t.legal("C")


def test_e23_joust_won_holder_without_worship() -> None:
    """R33, R34: no worship, no payment; the holder may take another card."""
    t = joust(worship={"A": 0, "B": 2}).does(B="challenge:0:sword")
    t.does(A="high", B="high").does(A="high", B="low")
    assert t.worship("AB") == [0, 2]
    assert t.holders() == "B----"
    assert (t.question, t.asked) == ("joust_reselect", "A")
    assert t.legal("A") == ["take:2", "take:3", "take:4", "take:5", "pass"]
    t.does(A="pass")
    assert t.asked == "C"  # B's turn is over


def test_e24_decline() -> None:
    """R37: to decline gives the card up and ends the joust, and no worship moves."""
    t = joust().does(B="challenge:0:sword").does(A="decline", B="low")
    assert (t.holders(), t.worship("AB"), t.question) == ("B----", [1, 2], "joust_reselect")
    t = joust().does(B="challenge:0:sword").does(A="low", B="low").does(A="high", B="decline")
    assert (t.holders(), t.worship("AB")) == ("A----", [1, 2])
    assert (t.question, t.asked) == ("knight_select", "B")


def test_e25_illegal_challenge() -> None:
    """R31: no joust for a card of the own damosel, but others may challenge for it."""
    display = ["guenever:honor", "elaine:farmer", "isoud:farmer", "morgan:valor", "nimue:horse"]
    t = Table("knight_select", display=display, held={1: 0}, turn=1, options={"joust": True})
    t.does(B="challenge:0:honor")
    assert (t.question, t.asked) == ("knight_select", "B")
    assert not any(atom.startswith("challenge") for atom in t.legal("B"))
    assert t.match.view(None).display[0] == (card("guenever:honor"),)
    t.does(B="take:4")
    assert "challenge:0:honor" in t.legal("C")


def test_e26_joust_in_service() -> None:
    """R22, R35: the winner offers the own card, and the phase ends with the last match."""
    t = grail_joust("immediate")
    # Then A's only choice is loyalty, and the phase ends at once
    assert t.question == "worship_faces"
    assert t.s.offered == (-1, -1, -1, 1, 0, 2, 3, -1, -1)
    t.does(A="loyalty:up", B="honor:up", C="valor:up")
    assert t.worship() == [3, 5, 3, 3]


def test_e26_after_challenges() -> None:
    """R22: or it goes on while somebody can challenge."""
    t = grail_joust("after_challenges")
    assert (t.question, t.asked, t.legal("B")) == ("service_offer", "B", ["challenge:3:farmer", "pass"])
    t.does(B="pass")
    assert t.question == "worship_faces"


def test_e35_broken_off_joust() -> None:
    """R36: after twenty equal passes the right stays where it is."""
    t = joust().does(B="challenge:0:sword")
    for _ in range(20):
        assert t.question == "joust_thrust"
        t.does(A="high", B="high")
    assert (t.holders(), t.worship("AB")) == ("A----", [1, 2])
    assert (t.question, t.asked) == ("knight_select", "B")
    assert "challenge:0:sword" not in t.legal("B")
