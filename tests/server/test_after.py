"""After the match, over HTTP: reviews that are kept, guesses, notes, playing on, frames; nothing while it runs."""

import json
import struct
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest

from roundtable.engine import matchfile
from roundtable.games import of_match
from roundtable.table import review

from .house import Served, Visitor

QUICK = {"option__clan_selection": "spread", "option__board_radius": "2", "option__storm_start": "2"}


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Visitor, str]]:
    """A server with a match that is over, and who played it."""
    served = Served(tmp_path_factory.mktemp("after") / "data")
    visitor, rng = Visitor(served), Random(2)
    table = visitor.play("knights-duty", players="2", bot="page", **QUICK)
    with visitor.socket(table) as socket:
        while not (socket.scene and socket.scene["over"]):
            prompt = socket.scene["scene"]["prompt"] if socket.scene else None
            if not prompt:
                socket.receive(60)
                continue
            chosen: list[str] = []
            seq = socket.scene["seq"]
            frame: dict[str, Any] = {"is": ""}
            while not prompt["complete"] and frame["is"] != "refusal":  # somebody was faster: begin anew
                chosen.append(rng.choice(prompt["picks"])["atom"])
                socket.send(do="compose", seq=seq, seat=0, chosen=chosen)
                while (frame := socket.receive(60))["is"] not in ("prompt", "refusal"):
                    pass
                prompt = frame["scene"]["prompt"] if frame["is"] == "prompt" else prompt
            if frame["is"] != "refusal":
                socket.send(do="answer", seq=seq, seat=0, with_=chosen)
                while (frame := socket.receive(60))["is"] not in ("taken", "refusal"):
                    pass
            if frame["is"] == "taken":
                while socket.scene["seq"] < frame["seq"]:
                    socket.receive(60)
    yield served, visitor, table
    assert served.stop() == 0


def data(visitor: Visitor, path: str) -> Any:
    return json.loads(visitor.get(path).text)


def test_a_review_is_worked_out_kept_and_the_same_as_by_the_command(ended: tuple[Served, Visitor, str]) -> None:
    served, visitor, table = ended
    place = f"/replay/{table}/review"
    assert data(visitor, f"{place}?seat=0") == {}
    begun = visitor.post(place, seat="0")
    assert begun.status == 202
    told = json.loads(begun.text)
    end = time.monotonic() + 200
    while told["done"] < told["total"]:
        assert time.monotonic() < end, (told["done"], told["total"])
        time.sleep(0.3)
        told = data(visitor, f"{place}?seat=0")
    match = matchfile.read(visitor.get(f"/replay/{table}/match.jsonl").text, of_match).match
    assert told["answers"][:2] == [one.data() for one in islice(review.review(match, 0), 2)]
    assert told["curve"][:3] == [one.data() for one in islice(review.curve(match), 3)]
    assert told["curve"][0]["at"] == 0 and told["curve"][-1]["known"] == told["curve"][-1]["open"]
    assert told["answers"] and all(one["why"] and one["words"] and one["seat"] == 0 for one in told["answers"])
    assert served.stop() == 0  # it is on disk
    served.begin()
    assert data(visitor, f"{place}?seat=0") == told


def test_guesses_go_through_the_choices_of_a_seat(ended: tuple[Served, Visitor, str]) -> None:
    _, visitor, table = ended
    first = data(visitor, f"/replay/{table}/guess?seat=0&from=0")
    assert 0 <= first["right"] < len(first["said"]) <= 4
    assert data(visitor, f"/replay/{table}/guess?seat=0&from={first['move'] + 1}")["move"] > first["move"]
    assert visitor.get(f"/replay/{table}/guess?seat=7").status == 400


def test_notes_of_those_who_played_stand_beside_moves(ended: tuple[Served, Visitor, str]) -> None:
    served, visitor, table = ended
    place = f"/replay/{table}/notes"
    told = json.loads(visitor.post(place, move="3", text="<b>bold</b>\nof me").text)
    assert told["notes"] == [{"move": 3, "name": told["notes"][0]["name"], "text": "<b>bold</b> of me", "yours": True}]
    other = Visitor(served)
    assert [one["yours"] for one in data(other, place)["notes"]] == [False]
    assert other.post(place, move="3", text="me too").status == 403
    assert json.loads(visitor.post(place, move="3", text="").text) == {"notes": []}
    assert visitor.post(place, move="99999", text="x").status == 400


def test_anybody_plays_on_from_any_moment(ended: tuple[Served, Visitor, str]) -> None:
    served, visitor, table = ended
    old = visitor.get(f"/replay/{table}/match.jsonl").text.splitlines()
    other = Visitor(served)
    reply = other.post(f"/replay/{table}/play-on", at="4", seat="1", bot="page")
    assert reply.status == 303
    new = reply.location.rsplit("/", 1)[1]
    with other.socket(new) as socket:
        while not socket.scene:
            socket.receive(60)
        assert socket.scene["seat"] == 1 and socket.log  # what happened before is told
        assert socket.table["you"] == [1] and socket.table["seats"][0]["kind"] == "bot"
    assert other.get(f"/replay/{new}").status == 403  # it is in play: nothing of it is open
    for path in ("review?seat=0", "guess?seat=0", "notes", "data", "picture.png", "match.png"):
        assert other.get(f"/replay/{new}/{path}").status == 403
    assert other.get(f"/embed/{new}").status == 403
    assert other.post(f"/replay/{new}/review", seat="0").status == 403
    assert other.post(f"/replay/{new}/play-on", at="1", seat="0").status == 403
    assert other.post(f"/replay/{table}/play-on", at=str(len(old) - 2), seat="0").status == 400
    assert other.post(f"/replay/{table}/play-on", at="2", seat="0", bot="merlin").status == 400


def test_only_the_embedded_replay_may_stand_in_a_frame(ended: tuple[Served, Visitor, str]) -> None:
    _, visitor, table = ended
    framed, whole = visitor.get(f"/embed/{table}?at=3"), visitor.get(f"/replay/{table}?at=3")
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers and "set-cookie" not in framed.headers
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]
    assert whole.headers["x-frame-options"] == "DENY"
    assert "data-after" not in framed.text and "data-after" in whole.text


def test_a_link_to_a_moment_says_what_it_is(ended: tuple[Served, Visitor, str]) -> None:
    _, visitor, table = ended
    text = visitor.get(f"/replay/{table}?at=3").text
    assert 'property="og:title" content="Knight&#39;s Duty, move 3 of ' in text
    assert f"/replay/{table}?at=3" in text
    assert 'property="og:description"' in visitor.get(f"/replay/{table}?at=nonsense").text


def test_a_moment_and_a_match_as_pictures(ended: tuple[Served, Visitor, str]) -> None:
    served, visitor, table = ended
    text = visitor.get(f"/replay/{table}?at=3").text
    assert f'property="og:image" content="http://127.0.0.1:{served.port}/replay/{table}/picture.png?at=3"' in text
    with urlopen(f"http://127.0.0.1:{served.port}/replay/{table}/picture.png?at=3") as reply:
        png = reply.read()
        assert reply.headers["content-type"] == "image/png"
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (1200, 630)
    with urlopen(f"http://127.0.0.1:{served.port}/replay/{table}/match.png") as reply:
        moving = reply.read()
    assert b"acTL" in moving and moving.count(b"fcTL") > 5
    assert visitor.get(f"/replay/{table}/picture.png?at=99999").status == 400
