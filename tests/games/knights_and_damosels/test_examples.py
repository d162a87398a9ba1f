"""Knights & Damosels: every worked example, as given / when / then."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roundtable.engine import Refusal
from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import CHIVALRIES, DAMOSEL_IDS, card
from roundtable.games.knights_and_damosels.rules.camlann import ballots, immunity
from roundtable.games.knights_and_damosels.state import ARTHUR, MORDRED

from .table import Table

ARMS = ["armor", "horse", "sword"]


def court(rows: dict[str, list[str]], asks: str = "worship_faces", **more: Any) -> Table:
    return Table(asks, rows, **more)


def gained(t: Table, start: int = 1) -> list[int]:
    return [worship - start for worship in t.worship()]


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


GIFTS = ["elaine:honor", "isoud:honor", "guenever:farmer", "morgan:sword", "nimue:valor"]


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
    t = Table("merlin_take", players=6, display=display, held={1: 0, 2: 1, 3: 2, 4: 3, 5: 4}, turn=5)
    # Then nothing is legal: he is asked, as the others could not tell, and has one answer
    assert t.legal("F") == ["pass"]
    t.does(F="pass")
    assert t.row("F") == [] and "viviane:fisher" in t.pile("viviane") and t.s.display == ()


def test_e17_compelled_merlin() -> None:
    """R17: Merlin must take a legal card."""
    # Given 5 players, three Guenever cards with E, left armor/Guenever and sword/Nimue (E's own)
    row = ["guenever:honor", "guenever:valor", "guenever:loyalty"]
    held = ["elaine:farmer", "isoud:farmer", "morgan:farmer", "viviane:farmer"]
    t = Table(
        "merlin_take",
        {"E": row},
        players=5,
        display=["guenever:armor", "nimue:sword", *held],
        held={3: 1, 4: 3, 5: 2, 6: 0},
        turn=4,
        event="death_of_merlin",
    )
    # Then armor is his only choice, and B's Given becomes 4
    assert t.match.choice(4).forced() == ("take:1",)
    t.does(E="take:1")
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


GRAIL = {"A": ["honor", "loyalty"], "B": ["honor", "farmer"], "C": ["valor"], "D": ["honor", "farmer"]}


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


def joust(**more: Any) -> Table:
    """E22: A was granted sword/Isoud; B may challenge."""
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    worship = more.pop("worship", {"A": 1, "B": 2})
    return Table("knight_select", None, worship, display=display, held={1: 0}, turn=1, options={"joust": True}, **more)


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


def battle(rows: dict[str, list[str]], sides: list[str], players: int = 4, **more: Any) -> Table:
    return Table("camlann_fight", rows, players=players, sides=sides, options={"camlann": True}, **more)


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
        assert match.log(None)[-1]["ballots"] == ((0, 3), (2, 1))


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


def test_e35_broken_off_joust() -> None:
    """R36: after twenty equal passes the right stays where it is."""
    t = joust().does(B="challenge:0:sword")
    for _ in range(20):
        assert t.question == "joust_thrust"
        t.does(A="high", B="high")
    assert (t.holders(), t.worship("AB")) == ("A----", [1, 2])
    assert (t.question, t.asked) == ("knight_select", "B")
    assert "challenge:0:sword" not in t.legal("B")


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
