"""Reports: right figures, pages that open alone, questions that stop, and a broken card that is found out."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

import roundtable as rt
from roundtable.cli import run
from roundtable.lab.compare import Ask, BadQuestion, Comparison, Deal, compare
from roundtable.lab.measures import Advantage, chance, holm, needed, share
from roundtable.lab.simulate import Plan, play
from roundtable.lab.story import tell

BROKEN = """
game = "of-knights-and-ninjas"
[cards.king]
strength = 9
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- figures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_story_is_the_match_that_simulate_plays(slug):
    plan = Plan(slug, rt.game(slug).seats[0], 1, bots=("page",)).settled()
    story, (result, _) = tell(plan, 5), play(plan, 5)
    assert story.fault == "" and (story.ranking, story.answers, story.turns) == (
        result.ranking,
        result.answers,
        result.turns,
    )
    assert sum(story.asked) == story.answers and all(0 <= one <= 1 for one in story.waiting)
    assert set(story.held) <= set(story.came) and story.score in (story.tally or [""])


def test_intervals_hold_what_they_should_as_often_as_they_say():
    """Of 400 experiments with a known share, and with a thing that is worth nothing, about 95 % hold the truth."""
    rng = Random(1)
    held = worth = 0
    for _ in range(400):
        wins = sum(rng.random() < 0.3 for _ in range(100))
        one = share(wins, 100)
        held += one.low <= 0.3 <= one.high
        thing = Advantage(3)
        for _ in range(100):
            winner = rng.randrange(3)
            thing.add(rng.randrange(8), [float(seat == winner) for seat in range(3)])
        gain = thing.estimate([1 / 3] * 3)
        worth += gain.low <= 0 <= gain.high
    assert 370 <= held <= 392 and 365 <= worth <= 394


def test_looking_at_many_things_is_corrected():
    """With 50 things that are worth nothing, hardly ever is one called sure."""
    rng = Random(2)
    wrong = 0
    for _ in range(100):
        chances = []
        for _ in range(50):
            wins = sum(rng.random() < 0.5 for _ in range(200))
            chances.append(chance(share(wins, 200), 0.5))
        wrong += min(holm(chances)) < 0.05
    assert wrong <= 12
    assert needed(0.5, 0.02) == 4906


# -- pages -------------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


def test_a_report_is_one_page_that_opens_alone(here, capsys):
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    args = ["report", "knights-duty", "--players", "2", "--players", "3", "--matches", "12", "--out", "duty.html"]
    assert run([*args, "--beside", "4"]) == 0
    text = (here / "duty.html").read_text()
    assert len(text) < 400_000 and "@import" not in text and "<script" not in text
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"|url\((?!#)', text)
    pictures = [attrs for _, attrs in Page(text).seen if attrs.get("role") == "img"]
    assert len(pictures) >= 12 and all(attrs.get("aria-label") for attrs in pictures)
    assert "prefers-color-scheme:dark" in text and "#010203" not in text and "var(--one)" in text
    figures = json.loads((here / "duty.json").read_text())
    assert [table["players"] for table in figures["tables"]] == [2, 3]
    assert {"ladder", "luck", "choices", "options"} <= set(figures)
    files = [here / f"duty-{name}.jsonl" for name in ("2-squire", "ladder", "studies")]
    before = [file.read_bytes() for file in files]
    for file, data in zip(files, before, strict=True):  # killed somewhere in the middle of a line
        file.write_bytes(data[: len(data) * 2 // 3])
    assert run([*args, "--beside", "4"]) == 0  # taken up: only what is missing is played again
    played = [sorted(file.read_bytes().splitlines()) for file in files if file.stem != "duty-ladder"]
    assert played == [sorted(data.splitlines()) for data in (before[0], before[2])]
    assert json.loads((here / "duty.json").read_text()) == figures


def test_a_broken_card_is_found_out(here, capsys):
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    (here / "broken.toml").write_text(BROKEN)
    common = ["report", "of-knights-and-ninjas", "--players", "3", "--matches", "250", "--beside", "0"]
    assert run([*common, "--data", "broken.toml", "--out", "broken.html"]) == 0
    assert run([*common, "--out", "plain.html"]) == 0
    king = {}
    for name in ("broken", "plain"):
        pieces = json.loads((here / f"{name}.json").read_text())["tables"][0]["pieces"]
        king[name] = next(piece for piece in pieces if piece["name"] == "king")
    assert king["broken"]["chance"] < 0.001 and king["broken"]["advantage"]["low"] > king["plain"]["advantage"]["value"]
    assert re.search(r"<b>Pieces and cards.</b> [^<]*“King” \+", (here / "broken.html").read_text())


# -- comparison and questions ------------------------------------------------------------------------------------------


def test_two_sides_play_the_same_deals(here, capsys):
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    (here / "broken.toml").write_text(BROKEN)
    args = ["report", "of-knights-and-ninjas", "--data", "broken.toml", "--against", "standard", "--matches", "150"]
    assert run(args) == 0
    assert "Minutes: " in capsys.readouterr().out
    found = json.loads((here / "of-knights-and-ninjas.json").read_text())
    minutes = next(one for one in found["differences"] if one["name"] == "minutes")
    assert minutes["by"]["high"] < 0 and minutes["chance"] < 0.05
    plain = tell(Plan("of-knights-and-ninjas", 4, 1).settled(), 0)
    deal = json.loads((here / "of-knights-and-ninjas.pairs.jsonl").read_text().splitlines()[1])
    assert deal["there"]["minutes"] == plain.minutes


def test_nothing_is_claimed_where_nothing_is_to_be_seen(here, capsys):
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    args = ["report", "knights-duty", "--players", "2", "--matches", "30", "--against", "bow_parry_immune=true"]
    assert run(args) == 0
    said = capsys.readouterr().out
    assert re.search(r"nothing to be seen with 30 matches; to see 2 % you need [\d,]+", said)


def test_a_question_stops_the_matches_as_soon_as_it_is_decided():
    plan = Plan("knights-duty", 2, 2000, bots=("random", "squire")).settled()
    found = compare(plan, ask=Ask.read("seat 1 wins less than 50 %", 2, False))
    assert found.verdict == "yes" and found.count < 60


def test_a_question_may_be_looked_at_all_the_time():
    """Where the limit is the truth, at most one run in twenty decides, however often one looks."""
    ask = Ask.read("draws less than 50 %", 2, False)
    rng = Random(3)
    wrong = 0
    for _ in range(100):
        found = Comparison(300, ask)
        for seed in range(300):
            found.add(Deal(seed, {"draws": float(rng.random() < 0.5)}))
        wrong += bool(found.verdict)
    assert wrong <= 8


def test_deals_count_in_their_order_wherever_they_were_played():
    ask = Ask.read("draws less than 50 %", 2, False)
    rng = Random(4)
    deals = [Deal(seed, {"draws": float(rng.random() < 0.2)}) for seed in range(100)]
    verdicts = []
    for _ in range(3):
        found = Comparison(100, ask)
        for deal in deals:
            found.add(deal)
        verdicts.append((found.verdict, found.count))
        rng.shuffle(deals)
    assert len(set(verdicts)) == 1


@pytest.mark.parametrize("words", ["who wins?", "seat 9 wins less than 5 %", "seat 1 wins less", "draws more than 0 %"])
def test_a_question_that_cannot_be_asked_is_one_line(here, words, capsys):
    with pytest.raises(BadQuestion):
        Ask.read(words, 4, False)
    assert run(["report", "knights-duty", "--ask", words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not list(Path().iterdir())


def test_a_bad_edition_is_one_line(here, capsys):
    (here / "bad.toml").write_text(BROKEN.replace("9", '"strong"'))
    assert run(["report", "of-knights-and-ninjas", "--data", "bad.toml"]) == 2
    assert capsys.readouterr().err.startswith("roundtable: bad.toml, line 4: cards.king.strength")


def test_a_full_disk_is_one_line_and_what_was_played_is_kept(here):
    resource = pytest.importorskip("resource", reason="no limits on the size of files here")
    command = [sys.executable, "-m", "roundtable", "simulate", "knights-duty", "--matches", "200", "--out", "r.jsonl"]

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    full = subprocess.run(command, capture_output=True, text=True, preexec_fn=no_room)
    assert full.returncode == 2 and len(full.stderr.splitlines()) == 1 and "Traceback" not in full.stderr
    kept = (here / "r.jsonl").read_text().rpartition("\n")[0].splitlines()
    assert len(kept) > 20
    again = subprocess.run([*command, "--json"], capture_output=True, text=True)
    assert json.loads(again.stdout)["matches"] == 200
    assert (here / "r.jsonl").read_text().splitlines()[: len(kept)] == kept


# -- tuning and measuring ----------------------------------------------------------------------------------------------


def test_tuning_finds_the_number_that_was_asked_for(here, capsys):
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    args = ["tune", "knights-duty", "--players", "2", "--vary", "quiet_turn_limit=1..6", "--for", "shorter"]
    assert run([*args, "--trials", "8", "--matches", "10", "--bot", "random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = min(found["trials"], key=lambda trial: trial["loss"])
    assert found["best"] == best["values"] and found["after"] <= found["before"]
    assert len({trial["values"]["quiet_turn_limit"] for trial in found["trials"]}) == len(found["trials"])


def test_a_search_that_was_cut_knows_what_it_has_tried(here, capsys):
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    args = ["tune", "knights-duty", "--players", "2", "--vary", "quiet_turn_limit=1..6", "--for", "shorter", "--json"]
    args += ["--matches", "3", "--trials", "6", "--out", "best.toml"]
    assert run(args) == 0
    whole = capsys.readouterr().out
    kept = here / "best-trials.jsonl"
    data = kept.read_bytes()
    kept.write_bytes(data[: len(data) // 2])
    assert run(args) == 0
    assert capsys.readouterr().out == whole and kept.read_bytes() == data
    assert run([*args, "--seed", "1"]) == 2
    assert "another simulation" in capsys.readouterr().err


def test_a_tuned_edition_can_be_played(here, capsys):
    pytest.importorskip("optuna", reason="the extra 'tune' is not installed")
    args = ["tune", "of-knights-and-ninjas", "--vary", "king.strength=4..9", "--for", "seats even", "--matches", "4"]
    assert run([*args, "--trials", "3", "--out", "best.toml"]) == 0
    assert "best: king.strength=" in capsys.readouterr().out
    assert run(["simulate", "of-knights-and-ninjas", "--data", "best.toml", "--matches", "1"]) == 0


@pytest.mark.parametrize(
    ("vary", "goal", "complaint"),
    [
        ("dragon.wings=1..2", "shorter", "it has "),
        ("nobody.strength=1..2", "shorter", "there is no such row"),
        ("king.strength=9", "shorter", "write it as"),
        ("king.strength=4..9", "more fun", "there are: seats even"),
    ],
)
def test_what_cannot_be_tuned_is_one_line(here, vary, goal, complaint, capsys):
    assert run(["tune", "of-knights-and-ninjas", "--vary", vary, "--for", goal]) == 2
    said = capsys.readouterr().err
    assert complaint in said and len(said.splitlines()) == 1


def test_the_lab_is_measured(capsys):
    assert run(["bench", "lab", "knights-duty", "--bot", "random", "--seconds", "0.02", "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["rows"]
    assert row["matches"] > 0 and row["together"] > 0 and 0 <= row["seam"] < 1
