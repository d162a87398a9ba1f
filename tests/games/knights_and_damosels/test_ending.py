"""Knights & Damosels, worked examples: goals, ranking and the Battle of Camlann (4.7, 4.8, 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import CHIVALRIES, card
from roundtable.games.knights_and_damosels.rules.camlann import ballots, immunity
from roundtable.games.knights_and_damosels.state import ARTHUR, MORDRED

from .table import Table


def battle(rows: dict[str, list[str]], sides: list[str], players: int = 4, **more: Any) -> Table:
    return Table("camlann_fight", rows, players=players, sides=sides, options={"camlann": True}, **more)


def test_e1_ranking() -> None:
    """R39: by victory, cards given, cards earned and worship."""
    # Given A (Launcelot, Guenever) 5, 6, 12; B (Gawain) 5, 6, 10; C (Bors) 4, 7, 14; D 3, 7, 15 at the end of a round
    people = [
        {"knight": "launcelot", "damosel": "guenever", "worship": 12},
        {"knight": "gawain", "damosel": "elaine", "worship": 10},
        {"knight": "bors", "damosel": "isoud", "worship": 14},
        {"knight": "percival", "damosel": "morgan", "worship": 15},
    ]
    rows = {
        2: [f"guenever:{c}" for c in CHIVALRIES[:5]] + [f"elaine:{c}" for c in CHIVALRIES[5:7]],
        3: [f"elaine:{c}" for c in CHIVALRIES[:5]] + [f"isoud:{c}" for c in CHIVALRIES[5:7]],
        0: [f"isoud:{c}" for c in CHIVALRIES[:4]] + [f"morgan:{c}" for c in CHIVALRIES[4:6]],
        1: [f"morgan:{c}" for c in CHIVALRIES[:3]] + [f"nimue:{c}" for c in CHIVALRIES[3:6]],
    }
    for seat, row in rows.items():
        people[seat]["row"] = row
    # When goals are checked
    match = GAME.position(4, "", {"players": people})
    # Then the order is Launcelot, Gawain, Bors, Galahad's player, without a lot
    s: Any = match.state
    assert s.figures == ((3, 5, 6, 12), (3, 5, 6, 10), (2, 4, 7, 14), (2, 3, 7, 15))
    assert match.ranking == [[0], [1], [2], [3]]
    assert s.lots == ()
    assert match.log(None)[-1]["friends"] == (2, 3, 0, 1)


def test_e2_immunity() -> None:
    """R43: two against four are immune for four rounds."""
    assert immunity((ARTHUR, MORDRED, MORDRED, ARTHUR, MORDRED, MORDRED)) == (ARTHUR, 4)


def test_e27_goal_lost_in_the_same_round() -> None:
    """R38: goals count when the round is over."""
    # Given B has 6 cards and takes a seventh, valor; the event is The Adultery
    six = ["armor", "horse", "sword", "farmer", "fisher", "forester"]
    t = Table(
        "knight_select",
        {"B": six, "A": ["honor"]},
        display=["elaine:valor", "guenever:armor", "isoud:valor", "morgan:sword", "nimue:fisher"],
        held={2: 0},
        turn=1,
        event="adultery",
    )
    t.does(B="take:1").does(C="take:4").does(D="take:5")
    assert len(t.row("B")) == 7
    # When B's valor is in the majority
    t.does(A="honor:up", B="valor:up")
    # Then there is no Knight victory
    assert len(t.row("B")) == 6
    assert t.question == "arthur_discard_event"


def test_e28_tiers() -> None:
    """R39: where all is equal a lot decides."""
    people = [
        {
            "worship": 2,
            "row": [f"morgan:{c}" for c in CHIVALRIES[:3]]
            + [f"isoud:{c}" for c in CHIVALRIES[3:4]]
            + [f"viviane:{c}" for c in CHIVALRIES[4:7]],
        },
        {"worship": 0, "row": ["elaine:armor"]},
        {"worship": 25, "row": [f"guenever:{c}" for c in CHIVALRIES[:4]]},
        {"worship": 17, "row": [f"elaine:{c}" for c in CHIVALRIES[3:6]] + [f"nimue:{c}" for c in CHIVALRIES[:3]]},
        {"worship": 17, "row": [f"viviane:{c}" for c in CHIVALRIES[:4]] + ["isoud:fisher", "morgan:forester"]},
    ]
    orders = set()
    for seed in range(12):
        match = GAME.position(5, "", {"players": people}, seed=seed)
        s: Any = match.state
        assert s.figures == ((2, 3, 7, 2), (3, 4, 1, 0), (1, 1, 4, 25), (0, 3, 6, 17), (0, 3, 6, 17))
        assert match.ranking[:3] == [[1], [0], [2]]
        assert len(s.lots) == 1
        orders.add(tuple(s.order))
    assert orders == {(1, 0, 2, 3, 4), (1, 0, 2, 4, 3)}


def test_e29_battle_round() -> None:
    """R44, R45: a card that is both defeated and wounded is defeated."""
    spare = ["loyalty", "fisher"]
    rows = {"A": ["isoud:armor", *spare], "B": ["elaine:farmer", *spare], "C": ["elaine:honor", *spare]}
    rows["D"] = ["elaine:horse", *spare]
    t = battle(rows, ["arthur", "mordred", "arthur", "mordred"])
    t.does(A="isoud:armor", B="elaine:farmer", C="elaine:honor", D="elaine:horse")
    assert dict(t.told("clashed")[0]["harms"]) == {0: "wounded", 1: "defeated", 2: "defeated", 3: "defeated"}
    assert t.s.wounded == ((card("isoud:armor"),), (), (), ())
    assert sorted(t.s.fallen) == sorted(card(name) for name in ("elaine:farmer", "elaine:honor", "elaine:horse"))


def test_e30_recovery() -> None:
    people = [
        {"row": ["isoud:honor", "isoud:valor"], "wounded": ["isoud:armor", "isoud:farmer"]},
        {"row": ["isoud:horse", "isoud:sword"]},
        {}, {},
    ]  # fmt: skip
    sides = ["arthur", "mordred", "arthur", "mordred"]
    match = GAME.position(4, "camlann_fight", {"players": people, "sides": sides}, {"camlann": True})
    match.answer(0, "isoud:honor")
    match.answer(1, "isoud:horse")
    s: Any = match.state
    assert s.rows[0] == (card("isoud:honor"), card("isoud:valor"), card("isoud:armor"))
    assert s.wounded[0] == (card("isoud:farmer"),)
    assert s.rows[1] == (card("isoud:sword"),)


def test_e31_out_with_wounds() -> None:
    """R46, R48: only cards in hand count; worship buys ballots, nine at most."""
    winners: Counter[int] = Counter()
    for seed in range(60):
        t = Table(
            "",
            {"A": ["armor"], "B": ["armor"]},
            {"A": 12, "B": 5},
            phase="camlann",
            sides=["arthur", "mordred", "arthur", "mordred"],
            options={"camlann": True},
            seed=seed,
        )
        assert t.told("elected")[0]["ballots"] == ((0, 8), (1, 1))
        assert t.worship("AB") == [8, 1], "what was discarded is gone"
        winners[t.match.ranking[0][0]] += 1
    assert winners[0] > winners[1] > 0
    assert ballots({0: 20, 1: 3}) == {0: 9, 1: 1}
    assert ballots({0: 6, 1: 0}) == {0: 1, 1: 0}
    assert ballots({0: 0, 1: 0}) == {0: 1, 1: 1}


def test_e32_immunity_in_play() -> None:
    """R43: two rounds for the one player that the side is short of."""
    rows = {"A": ["farmer", "fisher"], "B": ["armor", "horse", "sword"], "C": ["honor", "valor", "loyalty"]}
    t = battle(rows, ["arthur", "mordred", "mordred"], players=3)
    names = {letter: t.legal(letter) for letter in "ABC"}
    t.does(**{letter: names[letter][0] for letter in "ABC"})
    assert dict(t.told("clashed")[0]["harms"]) == {0: "", 1: "", 2: "defeated"}
    assert len(t.row("A")) == 2 and len(t.row("C")) == 2
    t.does(**{letter: t.legal(letter)[0] for letter in "ABC"})  # round 2, still immune
    assert len(t.row("A")) == 2
    t.does(A=t.legal("A")[0], B=t.legal("B")[0])  # from round 3 on A is vulnerable; C's last card plays itself
    assert len(t.row("A")) == 1


@pytest.mark.parametrize("how", ["most_cards", "election"])
def test_e33_survivors(how: str) -> None:
    """R47: most cards, then most wounded cards; or an election."""
    people = [
        {"row": ["isoud:armor", "isoud:horse"], "wounded": ["isoud:sword"], "worship": 3},
        {},
        {"row": ["elaine:armor", "elaine:horse"], "wounded": ["elaine:sword", "elaine:honor", "elaine:valor"]},
        {},
    ]
    lies = {"players": people, "sides": ["arthur", "mordred", "arthur", "mordred"], "phase": "camlann"}
    match = GAME.position(4, "", lies, {"camlann": True, "camlann_survivors": how})
    if how == "most_cards":
        assert match.ranking == [[2], [0], [1], [3]]
    else:
        assert match.log(None)[-2]["ballots"] == ((0, 3), (2, 1))
    assert match.sentences(None)[-1].startswith("Final ranking: ")
