"""The host of a table in a browser, as its worker calls it: here by the same calls, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

import roundtable as rt
from roundtable.server.encoding import encode
from roundtable.site import worker
from roundtable.site.rows import Row, text
from roundtable.table import Refused
from roundtable.table.frames import data as frame_data
from roundtable.table.replay import replayed
from roundtable.table.session import Session


class Browser:
    """The script of the worker in a few lines: its storage is a dictionary, its bots think at once."""

    def __init__(self, slug: str, kind: str = "play", **form: list[str]) -> None:
        made = json.loads(worker.new_table("T", kind, slug, json.dumps(form), '{"name": "Kay"}', 1.0))
        assert "refused" not in made, made
        self.row: dict[str, Any] = json.loads(made["row"])
        self.entry: dict[str, Any] = made["entry"]
        self.fails = ""  # why the next writes do not work
        self.now = 0.0
        self.frames: list[dict[str, Any]] = []
        self.reload()

    def reload(self) -> None:
        self.host = worker.SiteHost(json.dumps(self.row), '{"name": "Kay"}', 2)
        self.run()

    def run(self) -> None:
        while True:
            todo = json.loads(self.host.run(self.now))
            self.frames += map(json.loads, todo["frames"])
            for key in todo["think"]:
                self.host.thought(key, worker.think_apart(self.host.parcel(key)))
            if todo["write"]:
                self.write(todo["write"])
            elif todo["wake"] is not None:
                self.now = max(self.now, todo["wake"])
            elif not todo["think"]:
                return

    def write(self, write: dict[str, Any]) -> None:
        if write["do"] == "load":
            self.host.written("", json.dumps(self.row))
        elif self.fails:
            self.host.written(self.fails)
        else:
            if write["do"] == "append":
                assert write["seq"] == len(self.row["log"])
                self.row["log"] += write["records"]
            elif write["do"] == "save":
                self.row["doc"] = write["doc"]
            self.entry = write.get("entry", self.entry)
            self.host.written()

    def say(self, **frame: Any) -> None:
        self.host.hear(json.dumps(frame))
        self.run()

    @property
    def session(self) -> Session:
        assert self.host.table.session is not None
        return self.host.table.session

    def scene(self) -> dict[str, Any]:
        return next(frame for frame in reversed(self.frames) if frame["is"] == "scene")

    def answer(self) -> bool:
        """The first answer that comes to mind, if one is asked for."""
        match = self.session.match
        mine = [seat for seat in match.asked if seat in self.host.table.doc.seats_of("me")]
        if not mine:
            return False
        atoms = next(iter(match.choice(mine[0]).every()))
        self.say(do="answer", id=1, seq=self.session.seq(mine[0]), seat=mine[0], **{"with": list(atoms)})
        return True


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_match_goes_to_its_end_and_is_kept(slug):
    browser = Browser(slug, bot=["squire"])
    while browser.answer():
        assert browser.frames[-1]["is"] != "refusal", browser.frames[-1]
    assert browser.entry["state"] == "over" and browser.entry["result"].startswith("place ")
    again = worker.Replay(json.dumps(browser.row))
    assert again.answers > 1
    # what the worker makes is what the server would send, byte for byte
    theirs = encode({"frames": [frame_data(frame) for frame in replayed(again.match, "public", 0, 5)]})
    assert again.frames("public", 0, 5).encode() == theirs


def test_a_match_file_goes_to_the_terminal_and_back(tmp_path):
    """Given a match in the browser, when its file goes to the terminal and comes back, then it stands as it stood."""
    from roundtable.tui.setup import resume

    browser = Browser("knights-duty", bot=["knight"])
    browser.answer()
    file = json.loads(worker.file_of(json.dumps(browser.row)))
    path = tmp_path / file["name"]
    path.write_text(file["text"], encoding="utf-8")
    recorded = resume(path)
    match = recorded.match
    assert match.names[0] == "Kay" and match.names[1].endswith(" (knight)")
    match.answer(match.asked[0], next(iter(match.choice(match.asked[0]).every())))
    back = json.loads(worker.of_file(match.text(), 2.0))
    row = Row.read(back["row"])
    doc, resumed = row.match()
    assert len(row.kept.log) == len(match.entries) and resumed.state.data() == match.state.data()
    assert [seat.kind for seat in doc.seats] == ["person", *["bot"] * (len(doc.seats) - 1)]


def test_what_was_not_kept_is_not_acknowledged():
    browser = Browser("knights-duty", bot=["squire"])
    before = len(browser.row["log"])
    browser.frames.clear()
    browser.fails = "The storage is full."
    assert browser.answer()
    assert not [frame for frame in browser.frames if frame["is"] == "taken"]
    assert browser.frames[-1] == {"is": "refusal", "of": None, "atom": "", "reason": "The storage is full.", "rule": ""}
    browser.fails = ""
    assert browser.answer() and len(browser.row["log"]) > before
    browser.reload()
    assert browser.scene()["seat"] == 0


def test_the_page_is_sent_what_its_seat_may_see():
    """Given a match, when frames go to the page, then each scene is the one made from the view of that seat alone."""
    browser = Browser("quests-of-the-round-table", bot=["squire"])
    for _ in range(12):
        session = browser.session
        seen = session.match.game.scene(session.match.view(0), 0, session.match.names)
        if browser.scene()["seq"] == session.seq(0):
            assert json.loads(text(seen)) == browser.scene()["scene"]
        if not browser.answer():
            break
    secret = browser.row["doc"]["seed"]
    assert secret not in json.dumps(browser.frames) and secret not in json.dumps(browser.entry)


def test_pass_and_play_hints_lessons_leaving_and_a_rematch():
    browser = Browser("knights-duty", "pass", person=["Kay", "Bors"], players=["3"])
    assert browser.frames[0]["table"]["pass"] and browser.scene()["seat"] is None
    browser = Browser("lancelot", "lesson", lesson=["first-match"])
    assert [frame for frame in browser.frames if frame["is"] == "lesson"]
    browser = Browser("knights-duty", bot=["squire"])
    while len(list(browser.session.match.choice(0).every())) < 2:
        assert browser.answer()
    browser.say(do="hint", id="hint", seq=browser.scene()["seq"], seat=0)
    assert browser.frames[-1]["is"] == "hint" and browser.frames[-1]["candidates"]
    browser.host.leave('{"do": ["leave"]}')
    browser.run()
    assert browser.row["doc"]["state"] == "closed"
    made = json.loads(browser.host.rematch(5.0))
    assert Row.read(made["row"]).kept.doc.state == "running"


@pytest.mark.parametrize(
    ("kind", "slug", "form", "words"),
    [
        ("play", "knights-duty", {"players": ["99"]}, "is for"),
        ("play", "knights-duty", {"option.nothing": ["1"]}, "unknown option"),
        ("play", "chess", {}, "there is no game"),
        ("pass", "lancelot", {"person": ["Kay"]}, "pass and play is for"),
        ("friends", "lancelot", {}, "need a server"),
        ("lesson", "lancelot", {"lesson": ["nothing"]}, "no such lesson"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(kind, slug, form, words):
    made = json.loads(worker.new_table("T", kind, slug, json.dumps(form), "no json", 1.0))
    assert words.lower() in made["refused"].lower() and made["refused"].endswith(".")


def test_files_that_are_none():
    match = rt.game("lancelot").match(seed=1, names=["Kay", "Enid (squire)"])
    later = match.text().replace('"rules": 1', '"rules": 99')
    for file, words in (
        ("nonsense\n", "not a JSON object"),
        (later, "later version"),
        (match.text().replace("Enid (squire)", "Enid (mine:Bot)"), "somebody's own"),
        (match.text().replace("lancelot", "chess"), "no game"),
    ):
        assert words in json.loads(worker.of_file(file, 1.0))["refused"]
    assert "neither" in json.loads(worker.texts_of("a.zip", b"PK nothing"))["refused"]
    with pytest.raises(Refused, match="cannot be read"):
        Row.read('{"doc": 1}')


def test_all_matches_in_one_file_and_back():
    browser = Browser("knights-duty", bot=["squire"])
    whole = worker.all_files([json.dumps(browser.row), "broken"])
    (found,) = json.loads(worker.texts_of("all.zip", whole))["texts"]
    assert "row" in json.loads(worker.of_file(found, 1.0))


def test_rows_of_other_versions_are_read():
    """Given a row with what a later version kept, and without what an earlier one did not know, then it is read."""
    browser = Browser("knights-duty", bot=["squire"])
    browser.row["doc"]["later"] = 1
    del browser.row["doc"]["taught"]
    browser.reload()
    assert browser.scene()["scene"]["game"] == "knights-duty"
