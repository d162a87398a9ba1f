"""The same table through our own transport and through one that any ASGI server has."""

from __future__ import annotations

from random import Random

import pytest

from .house import Served, Socket, Visitor, closed


@pytest.mark.parametrize("options", [(), ("--plain-sockets",)], ids=["uvicorn", "plain"])
def test_a_match_a_burst_a_slow_reader_and_a_good_bye(data, options):
    served = Served(data, *options)
    visitor = Visitor(served)
    table = visitor.play("knights-duty", players=2, bot="page")
    with visitor.socket(table) as socket, Socket(served, table, query="?brief=1") as watching:
        socket.play(Random(3), 8)
        for i in range(200):  # they wait for their turn, and none is lost
            socket.send(do="why", id=i, seat=0, atom="purple")
        assert [socket.wait("why", "refusal")["of"] for _ in range(200)] == list(range(200))
        for _ in range(500):  # nobody reads meanwhile
            watching.send(do="look", seat=None)
        watching.send(do="chat", id="last", text="who am I?")
        while watching.receive().get("of") != "last":
            pass
        socket.connection.send(b"no text")
        assert "frames are text" in socket.wait("refusal")["reason"]
        socket.connection.send("nonsense")
        assert "no sense" in socket.wait("refusal")["reason"]
        socket.play(Random(4))
        watching.quiet(0.2)
        assert watching.scene["over"] == socket.scene["over"]
    socket = visitor.socket(table)
    socket.wait("scene")
    assert served.stop() == 0
    assert closed(socket) and socket.frames[-1]["is"] == "bye"
    socket.close()
    assert not [line for line in served.logged() if line["level"] == "error"]
