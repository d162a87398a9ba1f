"""Quests of the Round Table: worked examples of tournaments, events and turns, as given / when / then."""

from __future__ import annotations

from collections import Counter
from typing import Any

from roundtable.games.quests_of_the_round_table.cards import KIND, STORY

from .table import NEXT, YORK, Table, quest


def test_e2_chivalrous_deed() -> None:
    """The lowest rank, then the fewest shields (R34)."""
    t = Table([{}, {}, {}, {"shields": 2}], "join_tournament", story="chivalrous_deed", story_deck=YORK)
    assert t.all_shields() == [3, 3, 3, 2]


def test_e3_tournament_at_camelot() -> None:
    """Asked clockwise from the drawer (R30)."""
    t = Table(
        [
            {"shields": 3, "hand": ["lance"]},
            {"shields": 3, "hand": ["lance"]},
            {"shields": 3},
            {"shields": 2, "hand": ["excalibur"]},
        ],
        "join_tournament",
        story="tournament_at_camelot",
        story_deck=YORK,
        current=3,
    )
    for who, says in (("P4", "join"), ("P1", "join"), ("P2", "join"), ("P3", "decline")):
        assert t.asked == {who}
        t.do(who, says)
    t.do("P4", "excalibur")
    t.do("P1", "lance")
    t.do("P2", "lance")
    assert t.points("jousted") == [("P4", 35), ("P1", 25), ("P2", 25)]
    assert t.happened("tournament_won") == [{"seat": "P4", "entrants": 3, "bonus": 3}]
    assert t.rank("P4") == "knight" and t.shields("P4") == 3


def test_e10_deed_with_promotion() -> None:
    """R34."""
    t = Table(
        [{"shields": 4}, {"shields": 3}, {"rank": "knight", "shields": 1}],
        "join_tournament",
        story="chivalrous_deed",
        story_deck=YORK,
    )
    assert t.rank("P2") == "knight" and t.all_shields() == [4, 1, 1]
    assert t.rank("P1") == "squire" and t.rank("P3") == "knight"


def test_e11_prosperity() -> None:
    """Everybody draws (R36)."""
    t = Table(
        [{}, {"cards": 1}, {"cards": 2}],
        "join_tournament",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
    )
    assert [len(t.hand(who)) for who in ("P1", "P2", "P3")] == [2, 3, 4]
    assert not t.happened("shed")


def test_e14_two_winners_twice() -> None:
    four = [["thieves"], ["saxons"], ["saxon_knight"], ["evil_knight"]]
    players: list[dict[str, Any]] = [{}, {"court": ["sir_galahad"]}, {}, {"court": ["sir_lancelot"]}]
    t = quest("search_for_the_questing_beast", "P1", four, players, ["P2", "P4"])
    for _ in range(4):
        t.do("P2")
        t.do("P4")
    t.windows()
    assert t.all_shields() == [0, 4, 0, 4]
    three = [["thieves"], ["saxons"], ["saxon_knight"]]
    for who in (1, 3):
        players[who]["shields"] = 4
    t = quest("slay_the_dragon", "P1", three, players, ["P2", "P4"])
    for _ in range(3):
        t.do("P2")
        t.do("P4")
    t.windows()
    assert (t.rank("P2"), t.shields("P2")) == (t.rank("P4"), t.shields("P4")) == ("knight", 2)


def test_e29_allies_on_the_table() -> None:
    """R31."""

    def york(**options: str) -> Table:
        t = Table(
            [{"court": ["sir_galahad"], "hand": ["sword"]}, {"hand": ["sir_lancelot"]}],
            "play_tournament",
            story="tournament_at_york",
            participants=[0, 1],
            story_deck=["tournament_at_orkney"],
            options=options,
        )
        t.do("P1", "sword")
        t.do("P2", "sir_lancelot")
        t.windows()
        return t

    t = york()
    assert t.points("jousted") == [("P1", 15), ("P2", 20)] and t.all_shields() == [0, 2]
    t = york(tournament_table_allies="included")
    assert t.points("jousted") == [("P1", 30), ("P2", 20)] and t.all_shields() == [2, 0]


def test_e30_tie_break() -> None:
    """Once more, then shared (R32)."""
    t = Table(
        [{"hand": ["amour", "sword", "dagger"]}, {"hand": ["sir_gawain", "horse", "dagger"]}, {"hand": ["dagger"]}],
        "play_tournament",
        story="tournament_at_orkney",
        participants=[0, 1, 2],
        story_deck=YORK,
    )
    t.do("P1", "amour", "sword")
    t.do("P2", "sir_gawain", "horse")
    t.do("P3", "dagger")
    t.windows()
    assert t.points("jousted") == [("P1", 25), ("P2", 25), ("P3", 10)]
    assert t.asked == {"P1", "P2"} and t.state.round == 2
    assert t.discarded() == Counter(["sword", "horse", "dagger"])
    t.do("P1", "dagger")
    t.do("P2", "dagger")
    t.windows()
    assert t.points("jousted")[3:] == [("P1", 20), ("P2", 20)]
    assert [facts["entrants"] + facts["bonus"] for facts in t.happened("tournament_won")] == [5, 5]
    assert t.rank("P1") == t.rank("P2") == "knight" and t.all_shields() == [0, 0, 0]


def test_e31_single_entrant_no_entrant() -> None:
    """R33."""
    t = Table([{}, {}, {}], "join_tournament", story="tournament_at_tintagel", story_deck=YORK)
    t.do("P1", "decline")
    t.do("P2", "decline")
    t.do("P3", "join")
    assert len(t.hand("P3")) == 1 and t.all_shields() == [0, 0, 2]
    t = Table([{}, {}, {}], "join_tournament", story="tournament_at_tintagel", story_deck=["tournament_at_york"])
    for who in ("P1", "P2", "P3"):
        t.do(who, "decline")
    assert t.current() == "P2" and not t.happened("drawn") and t.all_shields() == [0, 0, 0]


def test_e32_double_promotion() -> None:
    """Two cards of Recognition (R29), two ranks at once (R37)."""
    stages = [["thieves"], ["boar"], ["saxons"], ["saxon_knight"], ["evil_knight"]]
    t = quest(
        "search_for_the_holy_grail",
        "P1",
        stages,
        [{}, {"shields": 4, "court": ["sir_galahad", "sir_percival"]}],
        ["P2"],
        pending=2,
    )
    for _ in range(5):
        t.do("P2")
    t.windows()
    assert t.happened("completed") == [{"seat": "P2", "stages": 5, "bonus": 4}]
    assert t.rank("P2") == "champion_knight" and t.shields("P2") == 1
    assert not t.state.pending
    told = [KIND[piece] for piece in t.state.story_discard]
    assert told.count("kings_recognition") == 2


def test_e33_recognition_survives_a_failure() -> None:
    """R29."""
    stages = [["thieves"], ["giant"]]
    t = quest("boar_hunt", "P2", stages, [{}, {}, {}], ["P1", "P3"], pending=1)
    for _ in range(2):
        t.do("P3")
        t.do("P1")
    assert len(t.state.pending) == 1
    t = quest(
        "boar_hunt",
        "P2",
        [["thieves"], ["boar"]],
        [{"hand": ["sword"]}, {}, {"hand": ["sword"]}],
        ["P1", "P3"],
        pending=1,
    )
    t.do("P3")
    t.do("P1")
    t.do("P3", "sword")
    t.do("P1", "sword")
    assert t.all_shields() == [4, 0, 4] and not t.state.pending


def test_e34_pox_and_plague() -> None:
    """No rank is lost (R37)."""
    t = Table(
        [{"shields": 3}, {"shields": 0}, {"shields": 1}, {"shields": 4}],
        "join_tournament",
        story="pox",
        story_deck=["plague", "tournament_at_york"],
    )
    assert t.all_shields() == [3, 0, 0, 3] and t.current() == "P3"
    t = Table([{"rank": "knight", "shields": 1}, {}], "join_tournament", story="plague", story_deck=YORK)
    assert t.rank("P1") == "knight" and t.shields("P1") == 0


def test_e35_queens_favor() -> None:
    t = Table(
        [{"rank": "knight"}, {"shields": 4}, {}, {"rank": "champion_knight"}],
        "join_tournament",
        story="queens_favor",
        story_deck=YORK,
    )
    assert [len(t.hand(who)) for who in ("P1", "P2", "P3", "P4")] == [0, 2, 2, 0]


def test_e36_call_to_arms() -> None:
    """R35."""
    t = Table(
        [
            {"rank": "knight", "hand": ["dagger", "excalibur", "thieves"]},
            {"rank": "knight", "hand": ["thieves", "amour"]},
            {"hand": ["sword"]},
            {},
        ],
        "call_to_arms",
        story="kings_call_to_arms",
        story_deck=YORK,
    )
    assert t.asked == {"P1", "P2"}
    assert t.legal("P1") == {"dagger", "excalibur"} and t.legal("P2") == {"thieves"}
    t.do("P1", "dagger")
    t.do("P2", "thieves")
    assert t.hand("P1") == ["excalibur", "thieves"] and t.hand("P2") == ["amour"] and t.hand("P3") == ["sword"]


def test_e37_court() -> None:
    """R12."""
    t = Table(
        [{"court": ["merlin"], "hand": ["sir_gawain"]}, {}, {"court": ["sir_galahad", "king_arthur"]}],
        "mordred_window",
        story="court_called_to_camelot",
        story_deck=YORK,
    )
    t.windows()
    assert t.court("P1") == t.court("P3") == [] and t.hand("P1") == ["sir_gawain"]
    assert t.discarded() == Counter(["merlin", "sir_galahad", "king_arthur"])


def test_e39_story_reshuffle() -> None:
    told = [KIND[piece] for piece in STORY]
    told.remove("kings_recognition")
    first = ["tournament_at_york", *[kind for kind in told if kind != "tournament_at_york"]]
    t = Table([{}, {}], "join_tournament", story_discard=told, pending=1, chance=[_story_order(first)])
    assert t.happened("story_reshuffled") == [{"cards": 27}]
    assert len(t.state.story_deck) == 26 and len(t.state.pending) == 1


def _story_order(names: list[str]) -> tuple[int, ...]:
    """The pieces of all story cards but the first King's Recognition, in the order of the names."""
    left = [piece for piece in STORY if piece != next(p for p in STORY if KIND[p] == "kings_recognition")]
    order = []
    for name in names:
        piece = next(p for p in left if KIND[p] == name)
        left.remove(piece)
        order.append(piece)
    return tuple(order)


def test_e40_adventure_reshuffle() -> None:
    t = Table(
        [{}, {}],
        "join_tournament",
        story="prosperity_throughout_the_realm",
        story_deck=YORK,
        deck=["excalibur"],
        discard=["sword"] * 16 + ["horse"] * 11 + ["thieves"] * 8 + ["lance"] * 5,
        rest="box",
    )
    assert t.hand("P1")[0] == "excalibur" and len(t.hand("P1")) == len(t.hand("P2")) == 2
    assert t.happened("adventure_reshuffled") == [{"cards": 40}]
    assert len(t.state.adventure_deck) == 37 and not t.state.adventure_discard


def test_e41_final_tournament() -> None:
    """R38."""
    champion = {"rank": "champion_knight", "shields": 8, "court": []}
    t = quest(
        "slay_the_dragon",
        "P2",
        [["thieves"], ["boar", "dagger"], ["saxons", "dagger"]],
        [{**champion, "hand": ["lance"]}, {}, {**champion, "hand": ["excalibur"]}, {"rank": "knight"}],
        ["P3", "P1"],
    )
    for _ in range(3):
        t.do("P3")
        t.do("P1")
    assert t.rank("P1") == t.rank("P3") == "knight_of_the_round_table"
    assert t.shields("P1") == t.shields("P3") == 1
    assert t.question == "play_tournament" and t.asked == {"P1", "P3"}
    assert len(t.hand("P1")) == len(t.hand("P3")) == 2
    t.do("P1", "lance")
    t.do("P3", "excalibur")
    assert t.points("jousted") == [("P1", 40), ("P3", 50)]
    assert t.match.over and t.match.ranking == [[2], [0], [3], [1]]


def test_e42_turn_order() -> None:
    t = Table([{}, {}, {}, {"hand": ["boar", "giant"]}], "sponsor_quest", story="boar_hunt", story_deck=YORK, current=1)
    t.do("P2", "decline")
    t.do("P3", "decline")
    t.do("P4", "accept")
    t.do("P4", "boar", NEXT, "giant")
    t.idle("join_quest")
    assert t.current() == "P3"


def test_e43_two_players() -> None:
    def table() -> Table:
        return Table([{}, {"hand": ["boar", "giant"]}], "sponsor_quest", story="boar_hunt", story_deck=YORK)

    t = table()
    t.do("P1", "decline")
    t.do("P2", "accept")
    t.do("P2", "boar", NEXT, "giant")
    assert t.question == "join_quest" and t.asked == {"P1"}
    t = table()
    t.do("P1", "decline")
    t.do("P2", "decline")
    assert t.current() == "P2"
