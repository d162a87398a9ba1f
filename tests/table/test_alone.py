"""The table needs nothing but the standard library, and frames say on the wire what they mean."""

from __future__ import annotations

import subprocess
import sys

import pytest

from roundtable.table import frames

CODE = """
import sys
from importlib.abc import MetaPathFinder

class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        known = {*sys.stdlib_module_names, "roundtable"}
        if name.split(".")[0] not in known and not name.endswith("__mypyc"):
            raise ImportError(f"{name} is not of the standard library")

sys.meta_path.insert(0, Nothing())
import pkgutil
import roundtable.table
for module in pkgutil.iter_modules(roundtable.table.__path__):
    __import__(f"roundtable.table.{module.name}")
assert not {"asyncio", "socket", "sqlite3"} & {name for name in sys.modules if name in sys.argv[1:]}
"""


def test_nothing_but_the_standard_library():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "a frame is an object"),
        ({"do": "dance"}, "do must be one of answer, undo"),
        ({"do": ["answer"]}, "do must be one of answer, undo"),
        ({"do": "answer", "seq": 1, "seat": 0}, "answer: with is missing"),
        ({"do": "answer", "seq": True, "seat": 0, "with": []}, "answer: seq must be a whole number"),
        ({"do": "answer", "seq": 1, "seat": 0, "with": ["x", 1]}, "answer: with must be a list of words"),
        ({"do": "look", "seat": "0"}, "look: seat must be a whole number or null"),
        ({"do": "ping", "id": 0.5}, "ping: id must be a whole number, a word or null"),
    ],
)
def test_what_is_no_frame_is_refused_in_words(data, words):
    with pytest.raises(frames.Nonsense, match=words):
        frames.read(data)


def test_names_on_the_wire():
    read = frames.read({"do": "answer", "id": 5, "seq": 1, "seat": 0, "with": ["sword"], "more": 1})
    assert read == frames.Answer(id=5, seq=1, seat=0, atoms=["sword"])
    found = frames.data(frames.HintFrame(1, 2, 0, [frames.Candidate(["a"], ["A"], 0.5, 3)]))
    assert found["candidates"] == [{"with": ["a"], "words": ["A"], "value": 0.5, "visits": 3, "why": ""}]
    assert frames.data(frames.PongFrame()) == {"is": "pong"}
