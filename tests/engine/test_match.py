"""Matches: answers and refusals, files, crashes, undo, forks, positions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine import BadMatchFile, BadOption, BadPosition, Keyed, Match, Quick, Refusal, Scripted
from roundtable.engine.matchfile import read, verify
from roundtable.engine.state import HIDDEN, SPECTATOR
from roundtable.engine.zones import learnt, piles
from tests.engine import lots

GAMES = [*rt.slugs(), str(lots.PATH)]


def play(match: Match, rng: Random, answers: int = 10**9) -> Match:
    while match.asked and len(match.entries) < answers:
        seat = match.asked[int(rng.random() * len(match.asked))]
        match.answer(seat, match.choice(seat).sample(rng))
    return match


def find(name: str, edition: str = "") -> Any:
    return lots.GAME if name == "lots" else rt.game(name)


# -- answers ---------------------------------------------------------------------------------------------------------


def test_answers_may_be_words_or_lists_and_in_any_order_a_person_likes() -> None:
    match = rt.game("knights-duty").match(players=2)
    match.answer(0, "red")
    match.answer(1, ["blue"])
    assert [entry.answer for entry in match.entries] == [("red",), ("blue",)]


@pytest.mark.parametrize(
    ("seat", "answer", "reason"),
    [
        (0, ("pink",), "pink is no answer here"),
        (0, (), "the answer is not complete"),
        (0, ("red", "red"), "one answer is enough"),
        (1, ("red",), "it is not for you to answer now"),
        (9, ("red",), "there is no seat 9 at this table"),
        (True, ("red",), "there is no seat True"),
        (0, None, "an answer is a word or a list of words"),
        (0, {"red": 1}, "an answer is a word or a list of words"),
        (0, [["red"]], "an answer is a word or a list of words"),
    ],
)
def test_bad_answers_are_refused_and_change_nothing(seat: Any, answer: Any, reason: str) -> None:
    match = rt.game("knights-duty").match(players=2)
    before = match.text()
    with pytest.raises(Refusal) as refused:
        match.answer(seat, answer)
    assert reason in refused.value.reason or "already taken" in refused.value.reason
    assert match.text() == before


def test_after_the_end_everything_is_refused() -> None:
    match = play(lots.GAME.match(players=2, seed=1), Random(1))
    assert match.over and match.asked == () and match.ranking
    with pytest.raises(Refusal, match="the match is over"):
        match.answer(0, "1")


def test_a_fault_of_the_rules_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = lots.GAME.match(players=2, seed=1)
    module: Any = sys.modules[lots.GAME.state.__module__]
    first = match.choice(0).sample(Random(1))
    match.answer(0, first)
    before, told = match.state.data(), len(match.events)

    def burst(*args: Any) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(module, "put", burst)
    with pytest.raises(RuntimeError):
        match.answer(1, match.choice(1).sample(Random(1)))
    assert match.state.data() == before and len(match.events) == told
    monkeypatch.undo()
    match.answer(1, match.choice(1).sample(Random(1)))
    assert len(match.entries) == 2


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_match_loaded_in_the_middle_comes_to_the_same_end(name: str, tmp_path: Path) -> None:
    game = rt.game(name)
    whole = play(game.match(seed=11), Random(5))
    for at in {0, 1, 2, len(whole.entries) // 3, len(whole.entries) - 1}:
        part = whole.fork(at)
        part.save(tmp_path / "match.jsonl")
        again = (
            rt.load(tmp_path / "match.jsonl")
            if name != GAMES[-1]
            else read((tmp_path / "match.jsonl").read_text(), find).match
        )
        for entry in whole.entries[at:]:
            again.answer(entry.seat, entry.answer)
        assert again.ranking == whole.ranking and again.state.data() == whole.state.data()


def test_a_recorded_match_is_on_disk_after_every_answer_and_survives_a_cut_line(tmp_path: Path) -> None:
    match = rt.game("knights-duty").match(players=3, seed=2)
    match.record(tmp_path / "m.jsonl")
    for n in range(1, 12):
        play(match, Random(n), n)
        assert rt.load(tmp_path / "m.jsonl").state.data() == match.state.data()
    text = (tmp_path / "m.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(text[:-9])
    assert len(rt.load(tmp_path / "cut.jsonl").entries) == len(match.entries) - 1


KILLED = """
import sys, random, roundtable as rt
match = rt.game("knights-duty").match(players=4, seed=9)
match.record(sys.argv[1])
rng = random.Random(1)
while match.asked:
    seat = match.asked[0]
    match.answer(seat, match.choice(seat).sample(rng))
    print(len(match.entries), flush=True)
"""


def test_a_killed_process_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for kill_after in (1, 5, 17, 40):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True, env=env
        )
        assert process.stdout is not None
        acknowledged = 0
        for line in process.stdout:
            acknowledged = int(line)
            if acknowledged == kill_after:
                process.send_signal(signal.SIGKILL)
                break
        for line in process.stdout:
            acknowledged = int(line)
        process.wait()
        process.stdout.close()
        loaded = rt.load(path)
        assert len(loaded.entries) >= acknowledged
        assert play(loaded, Random(2)).over


def test_an_answer_that_cannot_be_written_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = rt.game("knights-duty").match(players=2)
    match.record(tmp_path / "m.jsonl")
    text = (tmp_path / "m.jsonl").read_text()

    def full(number: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="the disk is full"):
        match.answer(0, "red")
    assert match.asked == (0,) and not match.entries and (tmp_path / "m.jsonl").read_text() == text
    monkeypatch.undo()
    match.answer(0, "red")
    assert len(rt.load(tmp_path / "m.jsonl").entries) == 1


def damaged(text: str, how: str) -> str:
    head, *rest = text.splitlines()
    data = json.loads(head)
    edits: dict[str, Any] = {
        "no json": "this is no match\n",
        "empty": "",
        "wrong format": json.dumps({**data, "format": "x"}),
        "unknown game": json.dumps({**data, "game": "chess"}),
        "no players": json.dumps({k: v for k, v in data.items() if k != "players"}),
        "players in words": json.dumps({**data, "players": "many"}),
        "bad option": json.dumps({**data, "options": {"board_radius": 99}}),
        "seed of a strange kind": json.dumps({**data, "seed": [1]}),
    }
    if how in edits:
        return "\n".join([edits[how], *rest]) + "\n"
    lines = {
        "illegal answer": '{"seat": 0, "do": "choose_clan", "with": ["pink"]}',
        "wrong question": '{"seat": 0, "do": "declare_target", "with": ["red"]}',
        "no seat": '{"do": "choose_clan", "with": ["red"]}',
        "a list": "[1, 2]",
        "seat in words": '{"seat": "0", "do": "choose_clan", "with": ["red"]}',
    }
    return "\n".join([head, lines[how], *rest]) + "\n"


@pytest.mark.parametrize(
    "how",
    ["no json", "empty", "wrong format", "unknown game", "no players", "players in words", "bad option",
     "seed of a strange kind", "illegal answer", "wrong question", "no seat", "a list", "seat in words"],
)  # fmt: skip
def test_corrupt_files_get_one_clear_line(how: str, tmp_path: Path) -> None:
    match = play(rt.game("knights-duty").match(players=2, seed=1), Random(1), 6)
    path = tmp_path / "m.jsonl"
    path.write_text(damaged(match.text(), how))
    with pytest.raises(BadMatchFile) as bad:
        rt.load(path)
    assert "\n" not in str(bad.value) and ("line" in str(bad.value))


def test_unreadable_files_get_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BadMatchFile, match="cannot be read"):
        rt.load(tmp_path / "missing.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadMatchFile, match="cannot be read"):
        rt.load(tmp_path / "binary")


def test_verify_checks_seed_answers_and_result(tmp_path: Path) -> None:
    match = play(rt.game("knights-duty").match(players=2, seed="a secret"), Random(1))
    path = tmp_path / "m.jsonl"
    match.save(path)
    assert rt.verify(path).claimed == match.ranking
    text = path.read_text()
    path.write_text(text.replace('"seed": "a secret"', '"seed": "another"'))
    with pytest.raises(BadMatchFile):
        verify(path, find)
    path.write_text(text.replace('{"over": ', '{"over": [[0, 1]], "was": '))
    if match.ranking != [[0, 1]]:
        with pytest.raises(BadMatchFile, match="claims the ranking"):
            verify(path, find)
    path.write_text(text + '{"seat": 0, "do": "choose_clan", "with": ["red"]}\n')
    with pytest.raises(BadMatchFile, match="nothing can follow the end"):
        verify(path, find)


# -- undo, fork ------------------------------------------------------------------------------------------------------


def test_undo_is_offered_exactly_when_it_is_fair() -> None:
    match = rt.game("knights-duty").match(players=3, seed=1)
    assert match.no_undo(0) == "nothing has been answered yet"
    match.answer(0, "red")
    assert match.no_undo(1) == "only the last answer can be taken back, by whoever gave it"
    before = match.fork(0).state.data()
    match.undo(0)
    assert match.state.data() == before and not match.entries
    for seat, clan in enumerate(("red", "blue", "green")):
        match.answer(seat, clan)
    match.answer(1, ("move", "move", "move"))
    assert match.no_undo(1) == "a given answer is final"
    with pytest.raises(Refusal):
        match.undo(1)


@pytest.mark.parametrize("name", rt.slugs())
def test_somebody_has_learnt_something_exactly_if_a_view_shows_a_new_piece(name: str) -> None:
    game, rng, found = rt.game(name), Random(1), set()

    def seen(state: Any, viewer: int | None) -> set[int]:
        view = game.view(state, viewer)
        zones = game.fields.zones.items()
        return {p for name, zone in zones for pile in piles(view, name, zone) for p in pile} - {HIDDEN}

    for players in range(game.seats[0], game.seats[1] + 1):
        match = game.match(players=players, seed=players)
        while match.asked and len(match.entries) < 120:
            seat = rng.choice(match.asked)
            match.answer(seat, match.choice(seat).sample(rng))
            before, _ = match.before(len(match.entries) - 1)
            for viewer in (*range(players), None):
                new = not seen(match.state, viewer) <= seen(before, viewer)
                assert learnt(game.fields, before, match.state, 1 << (SPECTATOR if viewer is None else viewer)) == new
                found.add(new)
    assert found == {False, True} or name == "lancelot"  # whose one hidden pile is seldom drawn from


def test_a_sealed_answer_can_be_taken_back_until_the_last_is_in() -> None:
    match = lots.GAME.match(players=3, seed=1)
    rng = Random(1)
    match.answer(0, match.choice(0).sample(rng))
    match.answer(1, match.choice(1).sample(rng))
    match.undo(0)
    assert match.asked == (0, 2) and match.ready == (1,) and [e.seat for e in match.entries] == [1]
    for seat in (0, 2):
        match.answer(seat, match.choice(seat).sample(rng))
    assert match.no_undo(2) == "the sealed answers have been opened"


def test_undo_of_a_recorded_match_is_recorded(tmp_path: Path) -> None:
    match = rt.game("knights-duty").match(players=2)
    match.record(tmp_path / "m.jsonl")
    match.answer(0, "red")
    match.undo(0)
    assert rt.load(tmp_path / "m.jsonl").entries == []


def test_a_fork_goes_its_own_way() -> None:
    match = play(rt.game("knights-duty").match(players=2, seed=3), Random(1), 20)
    twin = match.fork(10)
    assert len(twin.entries) == 10 and twin.state.data() == match.before(10)[0].data()
    play(twin, Random(2))
    assert len(match.entries) == 20


@pytest.mark.parametrize("chance", [Quick(Random(1)), Scripted(["heart"]), Keyed(1), "heart", 7, None])
def test_a_match_takes_no_chance_that_its_file_could_not_keep(chance: Any) -> None:
    with pytest.raises(TypeError, match="a match takes a seed, and as chance a list of the outcomes that come first"):
        rt.game("knights-duty").match(players=2, chance=chance)
    with pytest.raises(TypeError, match="an outcome of chance is a number, a word or an order of them"):
        rt.game("knights-duty").match(players=2, chance=["heart", 0.5])


def scripted() -> Match:
    """Lots dealt by a script, so that seat 0 holds the three highest; later shuffles would come from the seed."""
    order = tuple(reversed(lots.GAME.match(players=2).state.pieces))
    return lots.GAME.match(players=2, seed=5, chance=[order])


def test_a_scripted_match_is_saved_forked_and_undone_like_any_other(tmp_path: Path) -> None:
    match = play(scripted(), Random(1), 3)
    state: Any = match.state
    assert sorted((*state.hands[0], *state.laid[0])) == list(state.pieces[-3:])
    match.save(tmp_path / "m.jsonl")
    again = verify(tmp_path / "m.jsonl", find).match
    assert again.state.data() == match.state.data() == match.fork(3).state.data()
    seat = match.ready[0]
    match.undo(seat)
    assert match.state.data() == match.fork(2).state.data() == play(scripted(), Random(1), 2).state.data()
    play(match, Random(3))
    match.save(tmp_path / "m.jsonl")
    assert verify(tmp_path / "m.jsonl", find).match.ranking == match.ranking


# -- states that are not kept ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_keeps_few_states_is_the_same_match(name: str) -> None:
    game = rt.game(name)
    whole = play(game.match(players=game.seats[0], seed=4), Random(4), 40)
    thin = game.match(players=game.seats[0], seed=4, keep=3)
    for entry in whole.entries:
        thin.answer(entry.seat, entry.answer)
    kept = [entry.before is not None for entry in thin.entries]
    assert kept == [False] * (len(kept) - 3) + [True] * 3
    for at in (0, 1, len(kept) // 2, len(kept) - 1, len(kept)):
        (state, told), (same, also) = whole.before(at), thin.before(at)
        assert state.data() == same.data() and told == also
    assert thin.text() == whole.text() and thin.sentences(0) == whole.sentences(0)


def test_answers_are_taken_back_beyond_the_states_that_are_kept() -> None:
    match = rt.game("knights-duty").match(players=4, seed=1, keep=1)
    for seat, clan in enumerate(("red", "blue", "green")):
        match.answer(seat, clan)
    for seat in (2, 1, 0):
        assert not match.no_undo(seat)
        match.undo(seat)
        assert match.state.data() == match.fork(seat).state.data()
    assert match.asked == (0,) and not match.events


def test_a_sealed_answer_that_came_first_is_taken_back_without_its_state() -> None:
    match = lots.GAME.match(players=4, seed=1, keep=1)
    for seat in (2, 0, 1):
        match.answer(seat, match.choice(seat).sample(Random(1)))
    match.undo(2)
    assert match.ready == (0, 1) and [entry.seat for entry in match.entries] == [0, 1]
    with pytest.raises(ValueError, match="at least the state before its last answer"):
        lots.GAME.match(keep=0)


def test_an_undo_that_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    match = lots.GAME.match(players=3, seed=1)
    match.record(folder / "m.jsonl")
    for seat in (0, 1):
        match.answer(seat, match.choice(seat).sample(Random(1)))
    was, text = match.state.data(), match.text()
    (folder / "m.jsonl").rename(tmp_path / "m.jsonl")
    folder.rmdir()
    with pytest.raises(OSError):
        match.undo(0)
    assert match.state.data() == was and match.text() == text and match.ready == (0, 1)
    folder.mkdir()
    match.undo(0)
    assert verify(folder / "m.jsonl", find).match.ready == (1,)


# -- options and positions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "preset", "reason"),
    [
        (1, {}, "", "2 to 6 players, not 1"),
        (7, {}, "", "2 to 6 players, not 7"),
        (2, {"colour": "red"}, "", "unknown option 'colour'"),
        (2, {"board_radius": "big"}, "", "'big' is not a whole number from 2 to 6"),
        (2, {"board_radius": True}, "", "True is not a whole number"),
        (2, {"allow_empty_slots": "maybe"}, "", "is not true or false"),
        (2, {"agreements": "loud"}, "", "is not one of negotiated, none"),
        (2, {"clans": ["red", "red"]}, "", "a list of different ones"),
        (2, {}, "nonsense", "unknown preset 'nonsense'"),
    ],
)
def test_impossible_options_get_one_clear_line(players: int, options: dict[str, Any], preset: str, reason: str) -> None:
    with pytest.raises(BadOption) as bad:
        rt.game("knights-duty").match(players=players, options=options, preset=preset)
    assert reason in str(bad.value) and "\n" not in str(bad.value)


def test_options_from_a_command_line_are_words() -> None:
    options = rt.game("knights-duty").settle(2, {"board_radius": "3", "allow_empty_slots": "yes"}, "stormy").data()
    assert (options["board_radius"], options["allow_empty_slots"], options["storm_start"]) == (3, True, 5)


@pytest.mark.parametrize(
    ("lies", "reason"),
    [
        ({}, "name a knight for each of the 2 seats"),
        ({"knights": {"red": {"at": "E5"}, "blue": {"at": "E5"}}}, "another knight stands on E5"),
        ({"knights": {"red": {"at": "Z5"}, "blue": {"at": "E4"}}}, "there is no space 'Z5'"),
        ({"knights": {"pink": {"at": "E5"}, "blue": {"at": "E4"}}}, "pink: there is no such clan"),
        ({"knights": {"red": {"at": "E5", "program": ["bow"] * 3}, "blue": {"at": "E4"}}}, "only 2 tokens bow"),
        ({"knights": {"red": {"at": "E5", "hat": 1}, "blue": {"at": "E4"}}}, "hat: no part of a knight"),
        ({"knights": {"red": {"at": "E5"}, "blue": {"at": "E4"}}, "moon": 1}, "moon: no part of a position"),
        (
            {"knights": {clan: {"at": at, "program": ["shield"]} for clan, at in (("red", "E5"), ("blue", "E4"))}},
            "does not lead to 'declare_target'",
        ),
    ],
)  # fmt: skip
def test_impossible_positions_get_a_reason(lies: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        rt.game("knights-duty").position(players=2, asks="declare_target", lies=lies)


def test_a_position_is_a_match_that_can_be_saved_and_loaded(tmp_path: Path) -> None:
    match = rt.game("knights-duty").position(
        players=2,
        asks="choose_move",
        lies={
            "knights": {"red": {"at": "E5"}, "blue": {"at": "E4", "weapon": "bow", "program": ["bow", "move", "move"]}}
        },
        chance=["heart"],
    )
    match.answer(0, "stay")
    match.save(tmp_path / "m.jsonl")
    again = rt.load(tmp_path / "m.jsonl")
    assert again.state.data() == match.state.data() and again.text() == match.text()
    for m in (match, again):
        m.answer(1, "red")
        m.answer(0, "keep")
        m.answer(1, "keep")
        state: Any = m.state
        assert state.hearts == (1, 2), "the scripted Heart was drawn"
