"""Knights & Damosels: the rulings, as far as no worked example tests them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from roundtable.engine import BadOption, Refusal
from roundtable.games.knights_and_damosels import GAME
from roundtable.games.knights_and_damosels.cards import (
    BONUS,
    CHIVALRIES,
    DAMOSELS,
    EVENT,
    EVENT_PIECES,
    EVENT_TYPE,
    KIND,
    KNIGHTS,
    LISTED,
    MAIN,
    MASKS,
    PIECES,
    WORSHIP_CARDS,
    card,
)
from roundtable.games.knights_and_damosels.rules.camlann import immunity

from .table import GIFTS, Table, joust


def test_r1_r2_r3_events() -> None:
    types = Counter(EVENT_TYPE[piece] for piece in EVENT_PIECES)
    assert set(types.values()) == {3} and len(types) == 4
    for piece in EVENT_PIECES:
        kind = EVENT_TYPE[piece]
        count = LISTED[piece].bit_count()
        assert count == {"War": 6, "Quest": 6, "Prosperity": 9, "Disaster": 3}[kind]
        if kind != "Disaster":  # with everything offered each of them pays ten
            assert (6 + 3 + 1 if MAIN[piece] else 9 + 1) == 10
            assert LISTED[piece] >> BONUS[piece] & 1
    assert LISTED[card("adultery")] == MASKS["Virtue"]
    assert LISTED[card("treason_of_mordred")] == MASKS["Arms"]
    assert LISTED[card("death_of_merlin")] == MASKS["Vassalage"]
    assert len({BONUS[piece] for piece in EVENT_PIECES if BONUS[piece] >= 0}) == 9


def test_r4_eighteen_of_each_kind() -> None:
    assert Counter(KIND) == {"Arms": 3, "Virtue": 3, "Vassalage": 3}
    assert len(PIECES) == 54 + 12


def test_r5_worship_has_no_bottom() -> None:
    assert sum(value * copies for value, copies in WORSHIP_CARDS.items()) == 63
    rows = {"A": ["armor"]}
    t = Table("worship_faces", rows, {"A": 60, "B": 60}, players=3, event="badon", offered={"armor": 0})
    assert t.does(A="armor:up").worship("A") == [67]
    with pytest.raises(BadOption, match="worship_bank"):
        GAME.settle(4, {"worship_bank": 3})


def test_r6_names() -> None:
    assert list(KNIGHTS) == ["bors", "gawain", "launcelot", "pelleas", "percival", "tristram"]
    assert DAMOSELS["guenever"] == "Queen Guenever" and DAMOSELS["morgan"] == "Morgan le Fay"


def test_r8_first_merlin() -> None:
    s: Any = GAME.match(players=4, options={"first_merlin": 2}).state
    assert (s.merlin, s.arthur) == (2, 3)
    drawn: list[Any] = [GAME.match(players=3, seed=seed).state for seed in range(20)]
    assert {court.merlin for court in drawn} == {0, 1, 2}
    with pytest.raises(BadOption, match="no seat 5"):
        GAME.match(players=3, options={"first_merlin": 5})


def test_r8_both_cards_move_left() -> None:
    t = Table("arthur_discard_event", {"A": ["farmer"]}, phase="worship", event="badon", offered={"farmer": 0})
    assert (t.s.merlin, t.s.arthur, t.s.round) == (0, 1, 2)


def test_r9_dealing() -> None:
    seen = set()
    for seed in range(30):
        s: Any = GAME.match(players=3, seed=seed).state
        assert len(set(s.knights)) == len(set(s.damosels)) == 3
        seen.add((s.knights[0], s.damosels[0]))
    assert len(seen) > 12


@pytest.mark.parametrize(("how", "cards"), [("single", 4), ("pool", 4), ("fill_to_six", 6)])
def test_r10_absent_damosel(how: str, cards: int) -> None:
    t = Table("damosel_give", players=3, options={"absent_damosel": how})
    t.does(A="honor", B="honor", C="honor")
    assert len(t.s.display) == cards
    absent = [pile[0] for pile in t.s.display if t.s.seat_of[(pile[0] - 10_000) // 9] < 0]
    assert len(absent) == cards - 3
    if how == "single":  # the first of the order
        assert (absent[0] - 10_000) // 9 == t.s.absent[0]


def test_r10_pool_hides_whose_card_was_drawn() -> None:
    t = Table("damosel_give", players=3, options={"absent_damosel": "pool"})
    t.does(A="honor", B="valor", C="armor")
    for viewer in (0, 1, None):
        view = t.match.view(viewer)
        assert [len(view.piles[d]) for d in view.absent] == [26, 0, 0]
    drawn = {(card, GAME.world(t.match.view(0), Random(i)).display) for i in range(30) for card in [0]}
    assert len(drawn) > 3


def test_r11_discards_hidden_or_open() -> None:
    for how, seen in (("hidden", 0), ("open", 2)):
        t = Table(
            "arthur_discard_event", deck=["badon", "grail", "adultery"], options={"event_discards": how}, merlin=3
        )
        t.does(A="badon").does(D="grail")
        outsider = t.match.view(1)
        assert sum(piece >= 0 for piece in outsider.discards) == seen
        assert {EVENT[piece] for piece in t.match.view(0).discards} == {"badon", "adultery"}
        assert card("adultery") in t.match.view(3).discards
        assert (card("badon") in t.match.view(3).discards) == (how == "open")


def test_r15_r16_asking() -> None:
    t = Table("knight_select", {"A": ["honor"]}, display=GIFTS)
    assert t.legal("A") == ["take:3", "take:4", "take:5"]
    with pytest.raises(Refusal, match="must ask while a card is left"):
        t.does(A="pass")
    t = Table("knight_select", display=GIFTS)
    assert "take:1" in t.legal("A")  # the own gift may be asked for, and is refused


def test_r15_pass_only_when_nothing_is_left_to_try() -> None:
    rows = {"B": ["honor", "farmer", "valor", "horse"]}
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    t = Table("knight_select", rows, display=display, held={1: 0}, turn=1, options={"joust": True})
    assert t.legal("B") == ["challenge:0:sword", "pass"]
    t.does(B="pass")
    assert [e["seat"] for e in t.told("no_card")] == [1]


def test_r18_revealing() -> None:
    display = ["guenever:armor", "isoud:armor", "morgan:armor", "elaine:armor", "nimue:farmer"]
    t = Table("merlin_take", display=display, held={1: 0, 2: 1, 3: 2}, turn=3, event="adultery")
    for viewer in (0, 1, 2, None):
        assert [pile[0] for pile in t.match.view(viewer).display[:3]].count(-1) == 3
        assert all(piece == -1 for piece in t.match.view(None).piles[0])
    t.does(D="take:5")
    spectator = t.match.view(None)
    assert spectator.rows[0] == (card("guenever:armor"),)
    assert card("elaine:armor") in spectator.piles[0]  # handed back openly
    assert spectator.known == {card("adultery"): 255}


def test_r21_duty_to_offer() -> None:
    rows = {"D": ["honor", "valor"], "A": ["farmer", "fisher"]}
    t = Table("service_offer", rows, event="grail")
    assert t.legal("D") == ["honor", "valor"]
    t = Table("service_offer", rows, event="grail", options={"service_pass": True})
    assert t.legal("D") == ["honor", "valor", "pass"]
    t.does(D="pass")  # and has withdrawn
    t.does(A="farmer").does(A="fisher")
    assert t.worship("AD") == [3, 1]


def test_r25_two_cards_of_one_player() -> None:
    """A betrays the own horse and C's sword: six stays six."""
    rows = {"A": ["armor", "horse"], "C": ["sword"]}
    t = Table("worship_faces", rows, event="rome", offered={"armor": 0, "horse": 0, "sword": 2})
    t.does(A=["armor:down", "horse:up"], C="sword:up")
    assert t.worship("AC") == [1 + 4 + 1 + 1, 1 + 1]  # armor takes from both; Rome pays its bonus for the horse


def test_r28_all_alike() -> None:
    """Without a minority every card is lost, and nobody pays."""
    t = Table("disaster_faces", {"A": ["armor", "horse"], "B": ["sword"]}, event="treason_of_mordred")
    t.does(A=["armor:down", "horse:down"], B="sword:down")
    assert (t.row("A"), t.row("B"), t.worship("AB")) == ([], [], [1, 1])


def test_r29_no_worship_after_a_disaster() -> None:
    t = Table("disaster_faces", {"A": ["armor", "farmer"], "B": ["horse"]}, event="treason_of_mordred")
    t.does(A="armor:up", B="horse:down")
    assert not t.told("awarded") and t.question == "arthur_discard_event"


@pytest.mark.parametrize("again", [True, False])
def test_r30_challenging(again: bool) -> None:
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    options = {"joust": True, "joust_again": again}
    t = Table("knight_select", None, {"C": 5}, display=display, held={1: 0, 5: 1}, turn=2, options=options)
    assert {"challenge:0:sword", "challenge:1:horse"} <= set(t.legal("C"))
    t.does(C="challenge:1:horse").does(B="low", C="high")
    assert ("challenge:0:sword" in t.legal("C")) == again
    poor = Table("knight_select", None, {"C": 0}, display=display, held={1: 0, 5: 1}, turn=2, options=options)
    with pytest.raises(Refusal, match="at least 1 worship"):
        poor.does(C="challenge:1:horse")


def test_r32_declining() -> None:
    t = joust().does(B="challenge:0:sword")
    assert t.legal("A") == ["high", "low", "decline"] and t.legal("B") == ["high", "low"]
    with pytest.raises(Refusal, match="first pass"):
        t.does(B="decline")
    t.does(A="high", B="high")
    assert t.legal("B") == ["high", "low", "decline"]
    t.does(A="decline", B="decline")  # both: whoever has the right keeps it
    assert t.holders() == "B----" and t.worship("AB") == [1, 2]


def test_r35_a_place_is_jousted_for_once() -> None:
    rows = {"A": ["honor", "loyalty", "valor"], "B": ["honor"], "D": ["honor"]}
    options = {"joust": True, "service_end": "after_challenges"}
    t = Table("service_offer", rows, event="grail", offered={"honor": 3}, turn=1, options=options)
    t.does(B="challenge:3:honor").does(B="high", D="high").does(B="low", D="high")
    assert t.s.offered[CHIVALRIES.index("honor")] == 1  # B's own card lies there now
    assert (t.asked, t.legal("A")) == ("A", ["loyalty", "valor"])


def test_r40_round_limit() -> None:
    match = GAME.match(players=3, seed=1, options={"round_limit": 1})
    rng = Random(1)
    while match.asked:
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(rng))
    s: Any = match.state
    assert s.round == 1 and len(match.ranking) == 3
    assert not any(figures[0] for figures in s.figures)


def victors(mode: str) -> Table:
    """B (Guenever) has five cards with A and one with C."""
    five = [f"guenever:{c}" for c in CHIVALRIES[:5]]
    rows = {"A": five, "C": ["guenever:forester"], "B": ["elaine:armor"]}
    asks = "camlann_draw" if mode == "choose" else "camlann_side"
    return Table(asks, rows, options={"camlann": True, "camlann_draw_mode": mode})


def test_r42_drawing_at_camlann() -> None:
    t = victors("choose")
    assert (t.asked, t.legal("B")) == ("B", list(CHIVALRIES[:5]))
    with pytest.raises(Refusal, match="does not lie with a knight"):
        t.does(B="forester")
    t.does(B="armor")
    assert t.row("B") == ["armor", "armor"]  # own name and doubled chivalries do not matter any more
    assert len(t.row("A")) == 4
    assert t.s.figures[1][1] == 5  # the ranking stands
    assert len(victors("random").row("B")) == 2


@pytest.mark.parametrize(
    ("arthur", "mordred", "rounds"), [(1, 2, 2), (1, 3, 4), (2, 3, 2), (1, 4, 6), (2, 4, 4), (1, 5, 8), (2, 2, 0)]
)
def test_r43_immunity(arthur: int, mordred: int, rounds: int) -> None:
    assert immunity((0,) * arthur + (1,) * mordred)[1] == rounds
    if rounds:
        assert immunity((0,) * arthur + (1,) * mordred)[0] == 0
        assert immunity((1,) * arthur + (0,) * mordred)[0] == 1


@pytest.mark.parametrize(
    ("matrix", "mine", "theirs", "harm"),
    [
        ("symmetric", "armor", "horse", "wounded"),
        ("symmetric", "armor", "honor", "defeated"),
        ("symmetric", "armor", "farmer", ""),
        ("symmetric", "honor", "farmer", "defeated"),
        ("symmetric", "honor", "valor", "wounded"),
        ("symmetric", "farmer", "armor", "defeated"),
        ("printed", "armor", "farmer", "defeated"),
        ("printed", "farmer", "armor", "defeated"),
        ("printed", "honor", "farmer", "wounded"),
        ("printed", "farmer", "honor", "wounded"),
        ("printed", "honor", "valor", ""),
        ("printed", "honor", "armor", ""),
    ],
)
def test_r44_what_beats_what(matrix: str, mine: str, theirs: str, harm: str) -> None:
    rows = {"A": [f"isoud:{mine}", "isoud:fisher"], "B": [f"elaine:{theirs}", "elaine:fisher"]}
    sides = ["arthur", "mordred", "arthur", "mordred"]
    options = {"camlann": True, "camlann_matrix": matrix}
    t = Table("camlann_fight", rows, sides=sides, options=options)
    t.does(A=f"isoud:{mine}", B=f"elaine:{theirs}")
    assert dict(t.told("clashed")[0]["harms"])[0] == harm


def test_r45_recovery_also_in_rounds_of_immunity() -> None:
    people = [
        {"row": ["isoud:farmer", "isoud:fisher"]},
        {"row": ["isoud:armor", "elaine:armor"], "wounded": ["isoud:honor"]},
        {"row": ["elaine:honor", "elaine:valor"]},
    ]
    lies = {"players": people, "sides": ["arthur", "mordred", "mordred"], "battle": 1}
    match = GAME.position(3, "camlann_fight", lies, {"camlann": True})
    for seat in range(3):
        match.answer(seat, next(iter(match.choice(seat).every())))
    s: Any = match.state
    assert s.battle == 3  # and that was round 2, in which A was immune
    assert len(s.rows[0]) == 2 and len(s.rows[1]) == 3 and s.wounded[1] == ()


def test_r49_no_card_at_the_start() -> None:
    sides = ["arthur", "mordred", "arthur", "mordred"]
    options = {"camlann": True}
    nobody = Table("", phase="camlann", sides=sides, options=options, order=[2, 1, 0, 3])
    assert nobody.match.ranking[0] == [2]
    one = Table("", {"D": ["armor"]}, phase="camlann", sides=sides, options=options)
    assert one.match.ranking == [[3], [0], [1], [2]]


def test_r50_others_keep_their_order() -> None:
    sides = ["mordred", "arthur", "arthur", "mordred"]
    t = Table("", {"D": ["armor"]}, phase="camlann", sides=sides, options={"camlann": True}, order=[1, 0, 2, 3])
    assert t.match.ranking == [[3], [1], [0], [2]]


def test_r51_a_printed_battle_ends_by_election() -> None:
    rows = {"A": ["honor", "valor"], "B": ["honor", "valor"]}
    sides = ["arthur", "mordred", "arthur", "mordred"]
    t = Table("camlann_fight", rows, sides=sides, options={"camlann": True, "camlann_matrix": "printed"})
    for _ in range(12):  # Virtue against Virtue does nothing
        t.does(A=t.legal("A")[0], B=t.legal("B")[0])
    assert t.question == "" and t.told("elected")


def test_r52_player_numbers() -> None:
    for players in (2, 7):
        with pytest.raises(BadOption, match="3 to 6 players"):
            GAME.match(players=players)


@pytest.mark.parametrize(("worship", "row", "tier"), [(22, [], 1), (1, list(CHIVALRIES[:7]), 2)])
def test_r55_either_goal_is_enough(worship: int, row: list[str], tier: int) -> None:
    t = Table("", {"A": row}, {"A": worship})
    assert t.s.figures[0][0] == tier
