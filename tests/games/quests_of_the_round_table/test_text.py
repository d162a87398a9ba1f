"""Quests of the Round Table in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from roundtable.games.quests_of_the_round_table import GAME, words
from roundtable.games.quests_of_the_round_table.cards import CARDS
from roundtable.games.quests_of_the_round_table.faces import face
from roundtable.games.quests_of_the_round_table.questions import QUESTIONS
from roundtable.games.quests_of_the_round_table.questions.answers import PREVIEW, STRIKE
from roundtable.games.quests_of_the_round_table.questions.building import NEXT_STAGE

from .table import Table, quest, seat


def test_every_event_has_a_sentence() -> None:
    events: set[str] = set()
    for path in (GAME.folder / "rules").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        events |= set(re.findall(r's\.(?:tell|whisper)\([^"]*"(\w+)"', source))
        events |= set(re.findall(r's\.tell\("\w+" if \w+ else "(\w+)"', source))
    assert events == set(words._SENTENCES)


@pytest.mark.parametrize("preset", ["standard", "table", "very_short"])
def test_a_whole_log_reads_well(preset: str) -> None:
    rng = Random(3)
    match = GAME.match(players=4, seed=3, preset=preset)
    notes: set[str] = set()
    while match.asked:
        notes |= {area.note for area in match.scene(None).areas}
        for q in match.asked:
            match.answer(q, match.choice(q).sample(rng))
    assert "1 card" in notes and not any(re.search(r"\b1 cards", words) for words in (*notes, *match.sentences(None)))
    for viewer in (0, None):
        lines = match.sentences(viewer)
        assert all(re.match(r"[A-Z0-9].*[.]$", line) for line in lines), lines
        assert not any("{" in line or "None" in line or "_" in line for line in lines)


def test_every_atom_has_a_label_and_every_question_a_prompt() -> None:
    match = GAME.match(players=3, seed=1)
    for atom in GAME.vocabulary(3, match.state.options):
        label = GAME.label(match.view(0), atom)
        assert label and "_" not in label
    assert set(QUESTIONS) == set(words._PROMPTS)


def test_every_card_has_a_face() -> None:
    looks = {(face(kind).kind, face(kind).tincture, face(kind).pattern) for kind in CARDS}
    assert len({look[1:] for look in looks}) == len({look[0] for look in looks}) == len(looks) == 8
    assert all(face(kind).title and face(kind).icon for kind in CARDS)
    assert face("boar", "boar_hunt").value == "15" and face("boar", "slay_the_dragon").value == "5"


def why(t: Table, who: str, *answer: str) -> str:
    choice = t.match.choice(seat(who))
    refusal = choice.refusal(choice.canonical(answer))
    assert refusal is not None
    assert not refusal.rule or refusal.rule in GAME.paragraphs()
    return refusal.reason


def test_why_not_sponsor() -> None:
    t = Table([{"hand": ["boar", "boar"]}, {}], "sponsor_quest", story="boar_hunt")
    assert why(t, "P1", "accept") == "your hand cannot build 2 stages of rising strength"
    assert why(t, "P1", "sword") == "Sword is no answer here: choose Decline"


def test_why_not_set_up() -> None:
    hand = ["boar", "thieves", "saxons", "giant", "sword", "amour", "test_of_valor", "test_of_temptation"]
    t = Table([{"hand": hand}, {}], "setup_quest", story="slay_the_dragon", sponsor=0)
    assert why(t, "P1", "amour").startswith("Amour has no part in a stage")
    assert why(t, "P1", "horse") == "you have no Horse in hand"
    assert why(t, "P1", "sword").startswith("a stage begins with a foe")
    assert why(t, "P1", "giant") == "after Giant with 40 the cards left could not build the rest"
    assert why(t, "P1", NEXT_STAGE) == "a stage needs a foe or a Test"
    assert why(t, "P1", "boar", "giant") == "close this stage first: it has its foe"
    assert why(t, "P1", "test_of_valor", "test_of_temptation") == "a quest has at most one Test"
    assert why(t, "P1", "boar", "sword", "sword") == "you have no more Sword"
    weak = Table(
        [{"hand": ["boar", "boar", "dagger", "dagger", "sword", "giant"]}, {}],
        "setup_quest",
        story="slay_the_dragon",
        sponsor=0,
    )
    assert (
        why(weak, "P1", "boar", NEXT_STAGE, "boar", NEXT_STAGE)
        == "this stage has 5 points and must exceed 5: add weapons"
    )
    assert why(weak, "P1", "boar", "dagger", "dagger") == "this stage already has a Dagger, and each weapon counts once"
    full = ("boar", NEXT_STAGE, "boar", "dagger", NEXT_STAGE, "giant", NEXT_STAGE)
    assert why(weak, "P1", *full) == "this quest has only 3 stages"


def test_why_not_in_a_fight() -> None:
    t = quest(
        "boar_hunt", "P1", [["boar"], ["giant"]], [{}, {"hand": ["sword", "boar", "amour"], "amour": True}], ["P2"]
    )
    assert why(t, "P2", PREVIEW[2]) == "you do not have Merlin"
    t.windows()
    assert why(t, "P2", "boar").startswith("Boar cannot be played")
    assert why(t, "P2", "sword", "sword") == "Sword is chosen already; a weapon counts once"
    assert why(t, "P2", "amour") == "you have an Amour in play already"
    assert why(t, "P2", "lance") == "you have no Lance in hand"


def test_why_not_in_a_test() -> None:
    t = quest(
        "boar_hunt",
        "P1",
        [["test_of_valor"], ["giant"]],
        [{}, {"hand": ["sword", "sword", "boar", "boar"]}, {"cards": 5}],
        ["P2", "P3"],
    )
    t.do("P2", "bid_2")
    assert why(t, "P3", "bid_2") == "the highest bid is 2: bid more"
    assert why(t, "P3", "bid_9") == "you can bid at most 5, with 5 cards and no free bids"
    assert why(t, "P3", "sword") == "bid a number: the winner chooses the cards after the bidding"
    assert why(t, "P3", "play_merlin") == "you have no Merlin in hand"
    t.do("P3", "drop")
    assert why(t, "P2", "sword", "sword", "boar") == "you discard only 2 cards"
    assert why(t, "P2", "lance") == "you have no Lance in hand"


def test_why_not_at_the_hand_limit_and_in_windows() -> None:
    t = Table(
        [{"hand": ["mordred", "amour"], "cards": 12}, {"court": ["merlin"]}],
        "mordred_window",
        story="prosperity_throughout_the_realm",
    )
    assert why(t, "P1", STRIKE["sir_galahad"]) == "Sir Galahad is not in play"
    t.do("P1", "pass")
    assert why(t, "P2", STRIKE["merlin"]) == "you do not hold Mordred"
    t.windows()
    assert why(t, "P1", STRIKE["sir_galahad"], "amour") == "Sir Galahad is not in play"
    assert why(t, "P1", "play_amour", "amour") == "you have no more Amour"
    assert why(t, "P1", "play_amour", "mordred") == "an Amour cannot be played to shed cards here"
    assert why(t, "P1", "amour") == "the answer is not complete"
    assert why(t, "P1", "dragon") == "you have no Dragon in hand"
    assert why(t, "P1", *t.hand("P1")[:3]) == "you shed only 2 cards"


def test_why_not_when_called_to_arms() -> None:
    t = Table([{"hand": ["sword", "boar"]}, {"hand": ["boar", "amour"]}], "call_to_arms", story="kings_call_to_arms")
    assert why(t, "P1", "boar") == "you hold a weapon, so you give up a weapon"
    assert why(t, "P2", "amour") == "without a weapon you give up foes"
    assert why(t, "P1", "lance") == "you have no Lance in hand"


def test_building_shows_how_far_one_has_come() -> None:
    hand = ["boar", "thieves", "saxons", "giant", "sword", "test_of_valor"]
    t = Table([{"hand": hand}, {}], "setup_quest", story="slay_the_dragon", sponsor=0)

    def progress(*chosen: str) -> str:
        prompt = t.match.scene(0, chosen).prompt
        assert prompt is not None
        return prompt.progress

    assert progress() == "0 of 3 stages"
    assert progress("boar") == "1 of 3 stages, 5 points"
    assert progress("boar", "sword", NEXT_STAGE) == "1 of 3 stages; the next foe stage must exceed 15"
    assert progress("boar", "sword", NEXT_STAGE, "giant") == "2 of 3 stages, 40 points, above 15"
    complete = ("boar", NEXT_STAGE, "test_of_valor", "giant")
    assert progress(*complete) == "3 of 3 stages, 40 points, above 5"
    scene = t.match.scene(0, complete)
    assert scene.prompt is not None and scene.prompt.complete
    stages = {area.id: area for area in scene.areas if area.id.startswith("stage-")}
    assert [area.note for area in stages.values()] == ["5 points", "Test", "40 points"]
    hand_left = next(area for area in scene.panels[0].areas if area.id == "hand-0")
    assert {piece.face.title for piece in hand_left.pieces if piece.face} == {"Thieves", "Saxons", "Sword"}
    assert t.match.scene(1).areas[-1].id != "stage-1"  # nobody else sees him build


def prompt(t: Table, who: str) -> str:
    asked = t.match.scene(seat(who)).prompt
    assert asked is not None
    return asked.sentence


def hint(t: Table, who: str, atom: str) -> str:
    asked = t.match.scene(seat(who)).prompt
    assert asked is not None
    return next(pick.hint for pick in asked.picks if pick.atom == atom)


def a_test(hand: list[str], story: str = "boar_hunt", **more: Any) -> Table:
    """P2 and P3 are about to bid."""
    players = [{}, {"hand": hand}, {"hand": ["thieves", "thieves"]}]
    test = more.pop("test", "test_of_valor")
    t = quest(story, "P1", [[test], *more.pop("stages", [["giant"]])], players, ["P2", "P3"], **more)
    t.windows()
    return t


def test_bid_hints_count_specials() -> None:
    """Iseult with Tristan in play, and Pellinore on his quest, bring four free bids; Tristan lifts Iseult."""
    t = a_test(["queen_iseult", "sir_tristan", "king_pellinore"])
    assert hint(t, "P2", "play_queen_iseult") == "2 more free bids"
    assert hint(t, "P2", "play_king_pellinore") == "no free bids now"
    t.do("P2", "play_queen_iseult")
    t.windows()
    assert hint(t, "P2", "play_sir_tristan") == "2 more free bids"
    stages = [["thieves"], ["saxons"], ["giant"]]
    beast = a_test(["king_pellinore"], "search_for_the_questing_beast", stages=stages)
    assert hint(beast, "P2", "play_king_pellinore") == "4 more free bids"


def test_the_bidding_prompt_names_only_what_is_possible() -> None:
    t = a_test(["thieves", "sword", "merlin"], options={"merlin_power": False}, asks="bid_test")
    assert (
        prompt(t, "P2")
        == "Test of Valor, no bid yet, 1 is the least: bid 1 to 3, or drop out. You may first play Merlin."
    )
    t.do("P2", "bid_3")
    t.windows()
    assert prompt(t, "P3") == "Test of Valor, highest bid 3: you can bid only 2, and must drop out."


def test_points_before_a_tournament_are_those_of_a_tournament() -> None:
    t = Table([{"court": ["sir_galahad"]}, {}], "join_tournament", story="tournament_at_york")
    points = next(stat for stat in t.match.scene(0).panels[0].stats if stat.name == "Points")
    assert points.value == "5"
    assert prompt(t, "P1") == "Will you enter the Tournament at York? The winner gains a shield for every entrant."


def test_mordred_may_rest_for_a_test() -> None:
    """R26: whoever has said so is not asked before every bid; nobody else can tell."""
    players = [{}, {"hand": ["mordred", "thieves", "boar"]}, {"hand": ["thieves", "thieves"], "court": ["sir_galahad"]}]
    t = quest("boar_hunt", "P1", [["test_of_valor"], ["giant"]], players, ["P2", "P3"])
    while t.question == "merlin_preview":
        t.match.answer(t.match.asked[0], "pass")
    while t.match.asked != (1,):
        t.match.answer(t.match.asked[0], "pass")
    labels = {pick.atom: pick.label for pick in t.match.scene(1).prompt.picks}  # type: ignore[union-attr]
    assert labels["not_in_this_test"] == "Not in this Test"
    t.match.answer(1, "not_in_this_test")
    t.match.answer(2, "pass")
    assert t.state.content == (False, True, False) and t.match.view(2).content == (False,) * 3
    assert t.match.sentences(2) == t.match.sentences(None)
    t.do("P2", "bid_1")
    assert t.question == "mordred_window"
    while t.match.asked != (1,):
        t.match.answer(t.match.asked[0], "pass")
    assert t.match.choice(1).forced() == ("pass",)
    assert prompt(t, "P2") == "You keep Mordred back in this Test."


def test_what_follows_is_said() -> None:
    t = Table([{"amour": True}, {}], "play_tournament", story="tournament_at_orkney", participants=[0, 1])
    t.do("P1")
    t.do("P2", *[])
    assert "Player 1's Amour leaves play." in t.match.sentences(None)
    t = Table([{}, {}], "play_tournament", story="tournament_at_orkney", participants=[0, 1])
    t.do("P1")
    t.do("P2")
    assert "Player 1 and Player 2 share the lead: they fight another round." in t.match.sentences(None)
    t.do("P1")
    t.do("P2")
    assert "Player 1 and Player 2 share the lead: they win together." in t.match.sentences(None)
    assert "Player 1 wins the tournament: 4 shields, 2 of them the bonus." in t.match.sentences(None)
    t = Table([{}, {}], "join_tournament", story="kings_recognition", story_deck=["tournament_at_york"])
    assert "The King recognises whoever completes a quest next: 2 more shields." in t.match.sentences(None)
    t = Table([{"hand": ["merlin"]}, {}], "call_to_arms", story="kings_call_to_arms")
    assert prompt(t, "P1") == "The King calls to arms, but you have neither weapon nor foe to give up."
