"""Two processes that serve the same tables from one PostgreSQL."""

from __future__ import annotations

from random import Random

from .house import Served, Socket, Visitor


def test_one_table_two_processes_and_one_of_them_dies(database, tmp_path):
    one = Served(tmp_path / "one", "--database", database)
    two = Served(tmp_path / "two", "--database", database)
    anna, ben = Visitor(one), Visitor(two)
    table = anna.friends("knights-duty", players=3, name="Anna")
    ben.sit(table, 1)
    rng = Random(1)
    with anna.socket(table) as hers, ben.socket(table) as his:
        hers.wait("table")
        his.wait("table")
        assert anna.post(f"/table/{table}/start", bot="page").status == 303
        answers = 0
        while answers < 12:  # answers given to one process are seen through the other
            for socket in (hers, his):
                socket.quiet(0.05)
            asked: list[Socket] = [socket for socket in (hers, his) if socket.scene and socket.prompt]
            if asked and asked[0].answer(rng)["is"] == "taken":
                answers += 1
        hers.send(do="chat", text="Ho!")
        assert his.wait("chat")["lines"][0]["text"] == "Ho!"
        hers.quiet(0.5)
        his.quiet(0.5)
        assert hers.scene["seq"] == his.scene["seq"]
        seq = hers.scene["seq"]
    one.kill()
    with Visitor(two, anna.token).socket(table) as hers:
        scene = hers.wait("scene")
        assert (scene["seat"], scene["seq"] >= seq) == (0, True)
    assert two.stop() == 0
