"""Of Knights and Ninjas, section 7: nobody learns from a question, a pass or a skipped window what another one holds.

Two truths that differ only in a secret hand look the same to everybody else, byte for byte, until a card is played.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from roundtable.engine import Match, flow
from roundtable.engine.chance import Quick
from roundtable.engine.state import SPECTATOR, Sink
from roundtable.games.of_knights_and_ninjas import GAME
from roundtable.games.of_knights_and_ninjas.cards import KIND
from roundtable.games.of_knights_and_ninjas.state import NinjasState

from .table import LETTERS, Table

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
Script = Sequence[tuple[str, ...]]


def looks(match: Match, viewer: int | None) -> str:
    """Everything a viewer gets: view, scene, log, legal answers, who is ready, and whether an answer can be undone."""
    view = match.view(viewer)
    answers = sorted(match.choice(viewer).every()) if viewer is not None and viewer in view.waiting else []
    log = [(event.name, event.facts) for event in match.log(viewer)]
    scene = match.scene(viewer).data()
    undo = match.no_undo(viewer) if viewer is not None else ""
    told = [scene, match.sentences(viewer), answers, match.ready, undo, repr(log)]
    return json.dumps([repr(sorted(view.data().items())), *told])


def same_to_others(one: Table, two: Table, owner: str) -> None:
    for viewer in (*(q for q in range(one.match.players) if LETTERS[q] != owner), None):
        assert looks(one.match, viewer) == looks(two.match, viewer), f"{viewer} can tell the truths apart"


def play_both(one: Table, two: Table, owner: str, script: Script) -> None:
    same_to_others(one, two, owner)
    for letter, *answer in script:
        assert one.asked == two.asked
        one.do(letter, *answer)
        two.do(letter, *answer)
        same_to_others(one, two, owner)


RICH = ["executioner", "minstrel", "traitor", "highwayman", "jester"]
POOR = ["ladder", "ladder", "castle", "catapult", "ladder"]


@pytest.mark.parametrize("attack", ["peasant", "knight", "queen", "ninja", "dragon"])
def test_an_accepted_attack_tells_nothing_about_the_hand(attack: str) -> None:
    """A defender with every answer and one with none accept alike, and so do robbers with and without a highwayman."""
    hands = {"A": [attack, "soldier"], "C": ["king"], "D": ["king"]}
    one, two = (Table({**hands, "B": hand}, gems=(3, 5, 6, 6)) for hand in (RICH, POOR))
    script = [("A", "attack", "B", attack), ("B", "accept"), ("C", "decline"), ("D", "decline")]
    play_both(one, two, "B", script)
    assert one.asked == "B" and one.question == "choose_action"


@pytest.mark.parametrize(("card", "wall"), [("ladder", "castle"), ("catapult", "castle"), ("archer", "archer")])
def test_an_accepted_pre_attack_tells_nothing(card: str, wall: str) -> None:
    poor = ["king", "king", "queen", "knight", "dragon"]
    one, two = (Table({"A": [card, "king"], "B": hand}, {"B": [wall]}) for hand in (RICH, poor))
    play_both(one, two, "B", [("A", "attack", "B", card), ("B", "accept"), ("A", "end_turn")])


@pytest.mark.parametrize("robber", ["C", "D"])
def test_a_declined_robbery_tells_nothing(robber: str) -> None:
    hands = {"A": ["knight", "peasant"], "B": ["castle"], "C": ["castle"], "D": ["castle"]}
    script = [("A", "attack", "B", "knight"), ("B", "accept"), ("C", "decline"), ("D", "decline")]
    for card in ("jester", "ladder"):
        play_both(Table({**hands, robber: ["highwayman"]}), Table({**hands, robber: [card]}), robber, script)


def test_nobody_sees_who_is_asked_on_the_open_road() -> None:
    """Before and after a decline the table looks the same to all but those asked."""
    t = Table(
        {"A": ["knight", "peasant"], "B": ["castle"], "C": ["highwayman"], "D": ["jester"], "E": ["king"]}, players=5
    )
    t.do("A", "attack", "B", "knight").do("B", "accept")
    assert t.eligible == "CDE" and t.asked == "C"
    bystanders: tuple[int | None, ...] = (0, 1, 4, None)
    before = [looks(t.match, viewer) for viewer in bystanders]
    for viewer in bystanders:
        scene = t.match.scene(viewer)
        assert scene.waiting == "The road is open" and not any(panel.active for panel in scene.panels)
    assert t.match.view(4).waiting == () and t.match.ready == ()
    t.do("C", "decline")
    assert t.asked == "D"
    assert [looks(t.match, viewer) for viewer in bystanders] == before
    # Nor does the right to take an answer back tell how far the question has gone
    assert all(t.match.no_undo(seat) for seat in range(5))


def test_what_led_to_the_road_cannot_be_taken_back() -> None:
    t = Table({"A": ["dragon"], "B": ["castle"], "C": ["highwayman"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "dragon").do("B", "accept")
    assert t.match.no_undo(1) == "a given answer is final"
    t.do("A", "spare")
    assert t.question == "highwayman" and t.match.no_undo(0) == "a given answer is final"


def test_end_of_attack_tells_nothing() -> None:
    """Whether the attacker could have gone on is nobody's business."""
    one, two = (Table({"A": ["soldier", last], "B": ["knight"]}) for last in ("king", "castle"))
    play_both(one, two, "A", [("A", "attack", "B", "soldier"), ("B", "knight"), ("A", "end_turn")])


def test_discarding_tells_only_the_discard() -> None:
    one, two = (Table({"A": ["ladder", *more], "B": ["king"]}) for more in (["ninja", "queen"], ["castle", "monk"]))
    play_both(one, two, "A", [("A", "discard", "ladder")])


def test_sealed_offers_and_payments() -> None:
    """A committed offer is unseen until all are in, and nobody sees which form a monk is paid in before."""
    hands = {"A": ["herald"], "B": ["king", "ninja"], "C": ["queen", "dragon"], "D": ["castle", "monk"]}
    one, two = Table(hands), Table(hands)
    one.do("A", "special", "herald").do("B", "king")
    two.do("A", "special", "herald").do("B", "ninja")
    same_to_others(one, two, "B")
    hands = {"A": ["monk"], "B": ["king", "ninja", "peasant"], "C": ["queen", "dragon", "peasant"]}
    one, two = (Table(hands, {"B": ["castle"], "C": ["castle"]}) for _ in range(2))
    one.do("A", "special", "monk").do("B", "gems")
    two.do("A", "special", "monk").do("B", "cards", "peasant", "king")
    same_to_others(one, two, "B")


def test_cards_that_change_hands() -> None:
    """Merchant and monk: the two concerned know the cards, the others the number."""
    t = Table({"A": ["merchant"], "B": ["king", "queen", "ninja", "dragon"]})
    t.do("A", "special", "merchant", "B")
    for viewer, knows in ((0, 4), (1, 4), (2, 0), (None, 0)):
        v: Any = t.match.view(viewer)
        seen = [p for hand in (v.hands[0], v.hands[1][: 2 + 2 * (viewer == 1)]) for p in hand if p >= 0]
        assert (len(seen) >= 2) == bool(knows), viewer
    line = next(text for text in t.match.sentences(2) if "pays" in text)
    assert line == "Ann pays Bob 1 gem and takes 2 cards."


def test_princess_and_minstrel_are_remembered() -> None:
    """Everybody knows which card went to which hand, until it is played or lost from sight."""
    t = Table({"A": ["knight", "peasant"], "B": ["princess", "knight"], "C": ["merchant"]})
    t.do("A", "attack", "B", "knight").do("B", "princess").do("A", "end_turn")
    for viewer in (0, 2, 3, None):
        v: Any = t.match.view(viewer)
        assert [KIND[p] for p in v.hands[1] if p >= 0] == ["knight"]
    # B plays a knight: it may have been that one, so nobody is sure of the other
    t.do("B", "attack", "C", "knight").do("C", "accept")
    v = t.match.view(3)
    assert [p for p in v.hands[1] if p >= 0] == []


def test_knowledge_of_one_copy_ends_when_a_copy_is_played() -> None:
    """C knows one knight of B, D another; after B has played one, neither can be sure that theirs is still there."""
    t = Table({"A": ["peasant"], "B": ["knight", "knight"], "C": ["castle"], "D": ["castle"]}, turn="B")
    first, second = t.state.hands[1]
    t.state.known = {first: 1 << 2, second: 1 << 3}
    t.do("B", "attack", "A", "knight")
    for viewer in (2, 3):
        v: Any = t.match.view(viewer)
        assert [p for p in v.hands[1] if p >= 0] == [], viewer


def test_the_duel_draft() -> None:
    """A kept card is known to its keeper only, a given one to both."""
    t = Table(players=2, asks="draft", draft=["king", "queen", "ninja", "peasant"], turn="A")
    a: Any = t.match.view(0)
    b: Any = t.match.view(1)
    assert KIND[a.draft[0]] == "king" and b.draft[0] < 0
    t.do("A", "give").do("A", "keep")
    a, b = t.match.view(0), t.match.view(1)
    assert [KIND[p] for p in a.hands[1]] == ["king"] and b.hands[0] == (-1,)
    assert "gives a king" in " ".join(t.match.sentences(1)) and "gives a card" in " ".join(t.match.sentences(None))


def twin(s: NinjasState, viewer: int | None, rng: Random) -> NinjasState:
    return GAME.world(GAME.view(s, viewer), rng)


@pytest.mark.parametrize("players", range(2, 7))
def test_passing_looks_the_same_in_every_truth(players: int) -> None:
    """At every window of random matches: another truth of the same view, the same pass, the same look afterwards."""
    rng = Random(players)
    passes = {
        "respond": "accept",
        "respond_pre_attack": "accept",
        "highwayman": "decline",
        "continue_attack": "end_turn",
    }
    compared = 0
    for seed in range(2):
        options = GAME.settle(players)
        s: Any = GAME.first(players, options, Quick(Random(seed)))
        while s.waiting:
            seat = s.waiting[0]
            if s.question in passes:
                for viewer in (*(q for q in range(players) if q != seat), None):
                    other = twin(s, viewer, rng)
                    if other.waiting == s.waiting:
                        compared += same_after(s, other, viewer, seat, (passes[s.question],))
            flow.answer(s, seat, GAME.choice(s, seat).sample(rng), Quick(rng))
    assert compared > 50


def same_after(one: NinjasState, two: NinjasState, viewer: int | None, seat: int, answer: tuple[str, ...]) -> int:
    """Whether the same answer in two truths leaves the viewer with the same view, log and scene (draws apart)."""
    me = SPECTATOR if viewer is None else viewer
    got = []
    for truth in (one.clone(), two.clone()):
        truth.out = Sink()
        flow.answer(truth, seat, answer, Quick(Random(1)))
        heard = [
            (e.name, cast("dict[str, Any]", e.facts))
            for e in (event.seen_by(me) for event in truth.out.events)
            if e is not None
        ]
        truth.out = None
        got.append((truth, heard))
    (a, heard_a), (b, heard_b) = got
    if any(name == "drew" and -1 not in facts["cards"] for name, facts in heard_a):
        return 0  # the viewer's own turn began, and of course it draws what lies on top there
    va, vb = GAME.view(a, viewer), GAME.view(b, viewer)
    assert repr(sorted(va.data().items())) == repr(sorted(vb.data().items()))
    assert heard_a == heard_b
    assert GAME.scene(va, viewer, NAMES).data() == GAME.scene(vb, viewer, NAMES).data()
    return 1
