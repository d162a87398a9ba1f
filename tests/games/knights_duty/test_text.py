"""Knight's Duty in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from random import Random

from roundtable.games.knights_duty import GAME, rules, words

SILENT = {"move_intents", "missed"}  # told by the sentences that follow them


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


def test_every_atom_has_a_label_and_every_question_a_prompt() -> None:
    match = GAME.match(players=3, seed=1)
    for atom in GAME.vocabulary(3, match.state.options):
        assert GAME.label(match.view(0), atom)
    assert set(rules.QUESTIONS) == set(GAME.questions)


def test_why_not() -> None:
    match = GAME.match(players=2, options={"clan_selection": "spread"})
    assert match.choice(0).refusal(("sword", "sword", "sword")).reason == "you have only 2 Sword tokens"  # type: ignore[union-attr]
    assert match.choice(0).refusal(("move",)).reason == "the answer is not complete"  # type: ignore[union-attr]
    assert match.choice(0).refusal(("empty",)).rule == "4.4"  # type: ignore[union-attr]
