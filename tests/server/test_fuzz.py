"""Nonsense of every kind, at the socket and at every form: a clear refusal, nothing changed, no fault."""

from __future__ import annotations

import json
import sqlite3
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from roundtable.server.app import routes

from .house import Served, Socket, Visitor

WORDS = (
    "",
    "answer",
    "compose",
    "why",
    "undo",
    "look",
    "back",
    "chat",
    "ping",
    "sword",
    "purple",
    "seat",
    "\u0000",
    "é",
)


def anything(rng: Random, depth: int = 0) -> Any:
    """Some JSON."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return None
    if kind == 1:
        return rng.random() < 0.5
    if kind == 2:
        return rng.choice((0, 1, -1, 7, 2**31, 2**63, -(2**70), 10**400))
    if kind == 3:
        return rng.choice((0.5, -0.0, 1e308))
    if kind in (4, 5):
        return rng.choice(WORDS) * rng.choice((1, 1, 1, 50))
    if kind in (6, 7):
        return [anything(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {rng.choice(WORDS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}


def a_frame(rng: Random) -> str:
    """A frame that looks like one, with something else in some of its fields."""
    frame = {
        "do": rng.choice(("answer", "compose", "why", "undo", "hint", "look", "back", "nothing")),
        "id": 1,
        "seq": rng.choice((-5, 99_999, 2**62)),
        "seat": rng.choice((0, 1, 2, -1, 99)),
        "with": [rng.choice(WORDS) for _ in range(rng.randrange(4))],
        "chosen": ["no such word"],
        "atom": rng.choice(WORDS),
    }
    for _ in range(rng.randrange(3)):
        frame[rng.choice(list(frame))] = anything(rng)
    if rng.random() < 0.3:
        frame.pop(rng.choice(list(frame)))
    return json.dumps(frame)


def a_text(rng: Random) -> str | bytes:
    kind = rng.randrange(8)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0x2FFF)) for _ in range(rng.randrange(80)))
    if kind == 2:
        return json.dumps(anything(rng))
    if kind == 3:
        return "[" * 3000
    if kind == 4:
        return a_frame(rng)[: rng.randrange(40)]
    return a_frame(rng)


def content(served: Served) -> list[Any]:
    connection = sqlite3.connect(served.data / "roundtable.sqlite3")
    tables = ("tables", "log", "chat", "sitting")
    rows = [connection.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall() for name in tables]
    connection.close()
    return rows


@pytest.mark.parametrize("who", ["owner", "rival", "stranger", "nobody"])
def test_frames_that_make_no_sense(served, who):
    anna, ben, stranger = Visitor(served), Visitor(served), Visitor(served)
    stranger.post("/me", name="Mordred")
    table = anna.friends("knights-duty", players=2)
    ben.sit(table, 1)
    assert anna.post(f"/table/{table}/start").status == 303
    rng = Random(who)
    sender = {"owner": anna, "rival": ben, "stranger": stranger, "nobody": Visitor(served)}[who]
    with anna.socket(table) as watching:
        before = watching.wait("scene")
        stored = content(served)
        socket = sender.socket(table)
        replies: list[dict[str, Any]] = []
        for _ in range(250):
            try:
                socket.connection.send(a_text(rng))
                replies += socket.quiet(0.02) if rng.random() < 0.05 else []
            except ConnectionClosed:
                replies += rest(socket)
                socket = sender.socket(table)
        replies += rest(socket)
        refusals = [reply for reply in replies if reply["is"] == "refusal"]
        assert len(refusals) > 50
        assert all(reply["reason"] for reply in refusals)
        assert {reply["is"] for reply in replies} <= {"table", "scene", "refusal", "why", "bye", "pong", "prompt"}
        watching.quiet(0.1)
        assert watching.scene == before
        assert content(served) == stored
        assert watching.answer(rng)["is"] == "taken"  # and the match goes on
    assert served.metric("roundtable_faults_total") == 0


def rest(socket: Socket) -> list[dict[str, Any]]:
    """What is still to be read; then the connection is closed."""
    came = []
    try:
        while True:
            came.append(socket.receive(0.5))
    except (TimeoutError, ConnectionClosed):
        socket.close()
    return came


def test_who_never_makes_sense_is_shown_the_door(served):
    visitor = Visitor(served)
    with visitor.socket(visitor.play("knights-duty", players=2)) as socket:
        for _ in range(50):
            socket.connection.send("nonsense")
            socket.wait("refusal")
        assert "no sense" in socket.wait("bye")["reason"]


def test_a_frame_that_is_too_long(served):
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2)
    with visitor.socket(table) as socket:
        socket.wait("scene")
        socket.send(do="chat", text="x" * 9000)
        assert "at most 8192" in socket.wait("refusal")["reason"]
    with visitor.socket(table) as socket, pytest.raises(ConnectionClosed):
        socket.wait("scene")
        socket.send(do="chat", text="x" * 200_000)
        socket.wait("pong")
    assert served.metric("roundtable_faults_total") == 0


FORMS = sorted({route.path for route in routes("v") if "POST" in (getattr(route, "methods", None) or ())})
FIELDS = (
    *("players", "bot", "clock", "preset", "name", "public", "person", "seat", "do", "ready", "next", "colour"),
    *("hints", "option.storm_start", "option.none", "option.", "=", "&", "💥"),
)
VALUES = (
    "",
    "0",
    "2",
    "-1",
    "999999999999999999999",
    "1e9",
    "on",
    "take",
    "bot",
    "greedy",
    "quick",
    "\u0000",
    "é" * 500,
)


def some_fields(rng: Random) -> str:
    from urllib.parse import quote_plus

    pairs = [(rng.choice(FIELDS), rng.choice(VALUES)) for _ in range(rng.randrange(8))]
    return "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)


@pytest.mark.parametrize("form", FORMS)
def test_forms_that_make_no_sense(served, form):
    host, stranger = Visitor(served), Visitor(served)
    stranger.post("/me", name="Mordred")
    table = host.friends("lancelot", players=2)
    host.post(f"/table/{table}/seat", seat=1, do="bot")
    stored = content(served)
    rng = Random(form)
    urlencoded = "application/x-www-form-urlencoded"
    for i in range(30):
        slug = rng.choice(("lancelot", "none", "..%2f..", "%00"))
        path = form.replace("{id}", rng.choice((table, table, "none", "%00", "x" * 300))).replace("{slug}", slug)
        path = path.replace("{lesson}", rng.choice(("1-first-match", "none", "..%2f..")))
        path = path.replace("{puzzle}", rng.choice(("1", "none", "..%2f..")))
        kind, body = urlencoded, some_fields(rng).encode()
        if i % 6 == 1:
            body = bytes(rng.randrange(256) for _ in range(200))
        elif i % 6 == 2:
            kind = rng.choice(("multipart/form-data; boundary=x", "application/json", "text/plain"))
        elif i % 6 == 3:
            body = b"players=%ff%fe&%zz=%&&&=="
        elif i % 6 == 4:
            body = b"&".join(b"a=1" for _ in range(3000))
        reply = stranger.request("POST", path, body, content_type=kind)
        assert reply.status in (201, 303, 400, 403, 404, 409, 413, 415, 429), (path, body, reply.text)
        assert "Traceback" not in reply.text
    sound = form.format(id=table, slug="lancelot", lesson="1-first-match", puzzle="1")
    huge = stranger.request("POST", sound, b"x" * 100_000, content_type=urlencoded)
    assert huge.status == 413
    foreign = stranger.request("POST", sound, b"", origin="https://elsewhere.example")
    assert foreign.status == 403
    mine = [row for row in content(served)[0] if row[0] == table]
    assert mine == [row for row in stored[0] if row[0] == table]
    assert served.metric("roundtable_faults_total") == 0


def test_pages_with_strange_addresses(served):
    visitor = Visitor(served)
    for path in (
        *("/games/%00", "/rules/..%2f..%2fetc", "/table/" + "x" * 5000, "/static/../app.py", "/static/v/%2e%2e/app.py"),
        *("/replay/x/data?seat=%00", "/replay/%00/match.jsonl", "/?x=" + "y" * 3000, "/static/", "/static/v/none.js"),
    ):
        reply = visitor.get(path)
        assert reply.status in (200, 400, 403, 404), path
    assert visitor.request("PUT", "/").status == 405
    assert visitor.request("POST", "/").status == 405
    for cookie in ("rt=", "rt=x", "rt=" + "a" * 22, "rt=" + "é" * 22, ";;;=", "rt=%00"):
        assert visitor.request("GET", "/", cookie=cookie.encode().decode("latin-1")).status == 200
    assert served.metric("roundtable_faults_total") == 0
