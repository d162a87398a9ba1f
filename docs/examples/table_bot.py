"""A bot of one's own at a table of any Round Table server: it takes a seat and answers at random until the end.

    python3 x.py run python docs/examples/table_bot.py http://127.0.0.1:8000/table/ID 1

Start it while the table is being set up; the host starts the match.  All it knows comes over the socket, so it can be
written in any language: docs/host/protocol.md says how.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(address: str, token: str = "", **fields: str) -> str:
    request = Request(address, urlencode(fields).encode(), {"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(request, timeout=20) as reply:
        return str(reply.read().decode())


def play(table: str, seat: int, rng: random.Random) -> list[list[int]]:
    """Sit down, play, and return the ranking."""
    token = json.loads(post(urljoin(table, "/api/token")))["token"]
    post(f"{table}/seat", token, seat=str(seat), do="take")
    post(f"{table}/ready", token, ready="yes")
    address = table.replace("http", "ws", 1) + "/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
        chosen: list[str] = []
        seq = 0
        for text in socket:
            frame: dict[str, Any] = json.loads(text)
            if frame["is"] == "scene":  # the table has changed: begin to answer anew
                if frame["over"]:
                    ranking: list[list[int]] = frame["over"]["ranking"]
                    return ranking
                chosen, seq = [], frame["seq"]
            elif frame["is"] != "prompt":
                continue
            prompt = frame["scene"]["prompt"]
            if prompt is None:
                continue
            if prompt["complete"] and (not prompt["picks"] or rng.random() < 0.5):
                reply = {"do": "answer", "with": chosen}
            else:
                chosen = [*chosen, rng.choice(prompt["picks"])["atom"]]
                reply = {"do": "compose", "chosen": chosen}
            socket.send(json.dumps({**reply, "seq": seq, "seat": seat}))
    raise ConnectionError("the server has gone")


if __name__ == "__main__":
    print("ranking:", play(sys.argv[1].rstrip("/"), int(sys.argv[2]), random.Random()))
