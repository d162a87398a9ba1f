"""Knight's Duty in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from random import Random

import pytest

from roundtable.games.knights_duty import GAME, words

from .table import Table, attack, duel

SILENT = {"missed"}  # told by the sentences that follow them


def test_every_event_has_a_sentence() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (GAME.folder / "rules").glob("*.py"))
    events = set(re.findall(r's\.tell\(\s*"(\w+)"', source))
    assert events - SILENT == set(words._SENTENCES)


def test_a_whole_log_reads_well() -> None:
    rng = Random(3)
    match = GAME.match(players=4, seed=3, options={"board_radius": 2, "storm_start": 20})
    while match.asked:
        for seat in match.asked:
            match.answer(seat, match.choice(seat).sample(rng))
    lines = match.sentences(None)
    assert all(re.match(r"[A-Z0-9].*[.]$", line) for line in lines), lines
    assert not any("{" in line or "None" in line for line in lines)


def test_every_atom_has_a_label() -> None:
    match = GAME.match(players=3, seed=1)
    for atom in GAME.vocabulary(3, match.state.options):
        assert GAME.label(match.view(0), atom)


def test_why_not() -> None:
    match = GAME.match(players=2, options={"clan_selection": "spread"})
    assert match.choice(0).refusal(("sword", "sword", "sword")).reason == "you have only 2 Sword tokens"  # type: ignore[union-attr]
    assert match.choice(0).refusal(("move",)).reason == "the answer is not complete"  # type: ignore[union-attr]
    assert match.choice(0).refusal(("empty",)).rule == "4.4"  # type: ignore[union-attr]


def told(t: Table, since: int = 0) -> list[str]:
    return t.match.sentences(None, since)


def test_people_are_told_once_and_knights_called_by_their_colour() -> None:
    match = GAME.match(players=2, names=("Ann", "Bob"), options={"clan_selection": "spread"})
    first, second, placed = match.sentences(None)[:3]
    assert (first, second) == (
        "Ann leads Purple, the clan Terror from the Bog.",
        "Bob leads Aqua, the clan Sea Walkers.",
    )
    assert "Purple on A3 and Aqua on I3" in placed and "its record shows every token" in placed
    for seat in match.asked:
        match.answer(seat, ["move", "sword", "sword"])
    assert not any("Ann" in line or "Bob" in line for line in match.sentences(None)[3:])


def test_a_limit_of_turns_is_the_reason_that_is_told() -> None:
    """R36"""
    calm = duel({"at": "E1"}, {"at": "E9"}, "program_actions", options={"max_turns": 3})
    while not calm.match.over:
        calm.answer()
    assert told(calm)[-1] == "Turn 3 was the last one: a draw between Purple and Red."
    quiet = duel({"at": "E1"}, {"at": "E9"}, "program_actions", options={"quiet_turn_limit": 1})
    while not quiet.match.over:
        quiet.answer()
    assert told(quiet)[-1] == "1 turn without a hit: a draw between Purple and Red."


def test_contests_tell_who_wanted_what_and_stayers_are_told() -> None:
    """R14"""
    knights = {"purple": {"at": "D5"}, "red": {"at": "F6"}, "blue": {"at": "E1"}}
    t = Table(knights, "choose_move")
    t.answer(purple="E6", red="E6")
    prompt = t.match.scene(0).prompt
    assert prompt is not None and prompt.sentence == "Red also wants E6. Insist or yield?"
    t.answer(purple="insist")
    lines = told(t)
    assert "Blue stays in place." in lines and "Purple and Red want E6: only Purple insists." in lines
    silent = Table(knights, "choose_move", options={"agreements": "none"})
    silent.answer(purple="E6", red="E6", blue="stay")
    assert "Purple and Red want E6: nobody gets it." in told(silent)


def test_several_rivals_want() -> None:
    knights = {"purple": {"at": "D5"}, "red": {"at": "F6"}, "blue": {"at": "E7"}}
    t = Table(knights, "choose_move")
    t.answer(purple="E6", red="E6", blue="E6")
    prompt = t.match.scene(0).prompt
    assert prompt is not None and prompt.sentence == "Red and Blue also want E6. Insist or yield?"


def test_the_lead_and_the_storm_are_told() -> None:
    """R20"""
    options = {"attack_order": "rotating", "storm_start": 2, "storm_step": 2}
    t = duel({"at": "E5"}, {"at": "E6"}, "program_actions", options=options)
    for turn, lead, storm in (
        (2, "Red", "farther than 3 spaces"),
        (3, "Purple", ""),
        (4, "Red", "farther than 2 spaces"),
    ):
        at = len(t.match.events)
        t.answer()
        t.idle_until("program_actions")
        lines = told(t, at)
        assert f"Turn {turn}." in lines and f"{lead} leads the attacks of this turn." in lines
        assert [storm in line for line in lines if "storm closes in" in line] == ([True] if storm else [])


@pytest.mark.parametrize("first", ["attacker_first", "target_first"])
@pytest.mark.parametrize("answer", ["use", "keep"])
def test_who_decides_second_on_inspiration_hears_the_first(first: str, answer: str) -> None:
    """R23"""
    t = attack(options={"inspiration_order": first})
    clan, other = ("purple", "red") if first == "attacker_first" else ("red", "purple")
    assert t.asked == {clan}
    t.answer(**{clan: answer})
    heard = f"{clan.capitalize()} {answer}s Inspiration."
    prompt = t.match.scene(t.seat(other)).prompt
    assert prompt is not None and heard in prompt.sentence and told(t)[-1] == heard


def test_one_heart_is_a_heart_and_those_who_keep_are_named() -> None:
    t = attack("bow")
    t.answer(purple="keep", red="use")
    assert "Red uses, Purple keeps Inspiration. 1 of 5 cards is a Heart (20 %)." in told(t)
    none = attack("bow", "shield")
    none.answer(purple="keep")
    assert "Purple keeps Inspiration." in told(none) and not any("0 of" in line for line in told(none))


def reason(t: Table, clan: str, *answer: str) -> str:
    refusal = t.match.choice(t.seat(clan)).refusal(answer)
    assert refusal is not None
    return refusal.reason


def test_reasons_say_what_would_help() -> None:
    t = duel({"at": "E4", "weapon": "sword", "program": ["sword", "move", "move"]}, {"at": "E7"}, "choose_move")
    assert reason(t, "red", "E5") == "E5 is 2 spaces away: a Move token goes one space"
    assert reason(t, "red", "sword") == "Sword is no answer here: choose Stay, D7, E8, F7, F6, E6 or D6"
    t.answer(red="E6")
    assert reason(t, "purple", "green") == "no green knight takes part"
    far = Table(
        {"purple": {"at": "E4", "weapon": "sword", "program": ["sword"]}, "red": {"at": "E5"}, "blue": {"at": "E7"}},
        "declare_target",
    )  # fmt: skip
    wanted = "Blue is 3 spaces away and your sword reaches 2: the spear or the bow would reach"
    assert reason(far, "purple", "blue") == wanted
    broken = duel({"at": "E4", "heart": "broken"}, {"at": "E8"}, "program_actions")
    assert reason(broken, "purple", "move", "move", "move").startswith(
        "you have 2 actions this turn, on a Broken Heart"
    )
