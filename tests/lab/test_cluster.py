"""The seam: the same results from one process, from several, and from a Ray cluster that loses a node in the middle."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from tests.lab.test_simulate import PLAN, SHORT

from roundtable.bots.workers import WorkerLost
from roundtable.lab import simulate as lab
from roundtable.lab.batches import Place, map_batches
from roundtable.lab.parcel import Modules, WrongVersion, packed, unpacked

OWN_GAME = """
from dataclasses import replace
from roundtable.games.knights_duty import GAME as DUTY

GAME = replace(DUTY, slug="own")
"""

OWN_BOT = """
class First:
    def __init__(self, game, seat, seed):
        pass

    def choose(self, view, choice):
        return next(choice.every())
"""


def lines(path: Path) -> list[bytes]:
    return sorted(path.read_bytes().splitlines())


# -- processes ---------------------------------------------------------------------------------------------------------


def once_deadly(path: str) -> str:
    """Ends its process the first time it is called with this path."""
    if not Path(path).exists():
        Path(path).touch()
        os._exit(9)
    return path


def test_a_batch_whose_process_died_is_done_again_and_told_of(tmp_path):
    paths = [str(tmp_path / name) for name in "ab"]
    told: list[str] = []
    assert sorted(map_batches(once_deadly, paths, Place(2), tell=told.append)) == paths
    assert told == ["a worker ended with exit code 9: its work is done again"] * 2


def deadly(batch: int) -> int:
    os._exit(9)


def test_what_goes_wrong_every_time_is_an_error():
    told: list[str] = []
    with pytest.raises(WorkerLost, match="exit code 9"):
        list(map_batches(deadly, [1], Place(2), tell=told.append))
    assert len(told) == 2


# -- what travels ------------------------------------------------------------------------------------------------------


def elsewhere(code: str, parcel: bytes) -> str:
    """What a process prints that cannot see this one's files."""
    done = subprocess.run([sys.executable, "-c", code], input=parcel, capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_a_game_and_a_bot_of_ones_own_travel_as_files(tmp_path, monkeypatch):
    game, bot = tmp_path / "mine.py", tmp_path / "mybot.py"
    game.write_text(OWN_GAME)
    bot.write_text(OWN_BOT)
    monkeypatch.syspath_prepend(str(tmp_path))
    plan = lab.Plan(str(game), 2, matches=1, options=SHORT, bots=("mybot:First",)).settled()
    expected = lab.play(plan, 3).result
    import roundtable as rt

    parcel = packed((replace(plan, game=rt.game(str(game))), Modules(("mybot",))))
    game.unlink()
    bot.unlink()
    code = (
        "import sys; from roundtable.lab.parcel import unpacked; from roundtable.lab.simulate import play; "
        "plan, _ = unpacked(sys.stdin.buffer.read()); print(play(plan, 3).result)"
    )
    assert elsewhere(code, parcel) == str(expected)


def test_another_version_is_refused(monkeypatch):
    parcel = packed(max)
    monkeypatch.setattr("roundtable.lab.parcel.VERSION", "0.0.1")
    with pytest.raises(WrongVersion, match=r"a worker has Round Table 0\.0\.1"):
        unpacked(parcel)


# -- memory ------------------------------------------------------------------------------------------------------------


def test_the_driver_does_not_grow_with_the_matches(tmp_path):
    """A file of 200,000 matches is taken up, and the process stays as small as it began."""
    out = tmp_path / "many.jsonl"
    plan = replace(PLAN, matches=200_001, seed=0).settled()
    lab.simulate(replace(plan, matches=1), out=out)
    with out.open("a") as file:
        file.writelines(
            f'{{"seed": {i}, "ranking": [[0], [1], [2]], "answers": 9, "turns": 3}}\n' for i in range(1, 200_000)
        )
    code = (
        "import resource, sys; from pathlib import Path; from roundtable.lab import simulate as lab\n"
        f"plan = lab.Plan('knights-duty', 3, 0, options={dict(plan.options)!r}, bots=('random',))\n"
        "from dataclasses import replace\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024\n"
        f"out = Path({str(out)!r})\n"
        "lab.simulate(replace(plan, matches=1)); small = peak()\n"
        "summary, _ = lab.simulate(replace(plan, matches=200_001), out=out)\n"
        "print(summary.matches, peak() - small)"
    )
    matches, grown = map(int, elsewhere(code, b"").split())
    assert matches == 200_001 and grown < 20  # MB


# -- Ray ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster(monkeypatch) -> Iterator[object]:
    """A real cluster on loopback: a head and a second node, with one core each and little shared memory."""
    ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    size = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
    nodes = Cluster(initialize_head=True, head_node_args={**size, "node_ip_address": "127.0.0.2"})
    nodes.add_node(**size, node_ip_address="127.0.0.3")  # 127.0.0.1 Ray takes for an address outside
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


HELD_BOT = """
import sys
import time
from pathlib import Path
from roundtable.bots.greedy import GreedyBot

class Held(GreedyBot):
    def __init__(self, game, seat, seed):
        super().__init__(game, seat, seed)
        if "ray" in sys.modules and sys.modules["ray"].is_initialized():
            node = Path({folder!r}, sys.modules["ray"].get_runtime_context().get_node_id())
            if node.exists():  # the victim: it has begun to play and will never finish
                node.with_suffix(".plays").touch()
                time.sleep(120)
"""


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_node_finds_what_one_process_finds(cluster, tmp_path, monkeypatch):
    (tmp_path / "heldbot.py").write_text(HELD_BOT.format(folder=str(tmp_path)))
    monkeypatch.syspath_prepend(str(tmp_path))
    plan = replace(PLAN, matches=150, bots=("heldbot:Held",))
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    expected, _ = lab.simulate(plan, out=here)
    victim = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
    playing = tmp_path / victim.node_id
    playing.touch()

    def strike() -> None:
        while not playing.with_suffix(".plays").exists():
            time.sleep(0.05)
        cluster.remove_node(victim, allow_graceful=False)

    Thread(target=strike, daemon=True).start()
    told: list[str] = []
    summary, interrupted = lab.simulate(plan, Place(cluster="ray"), there, tell=told.append)
    assert not interrupted and {**summary.data(), "seconds": 0} == {**expected.data(), "seconds": 0}
    assert lines(here) == lines(there)
    assert told and all("its work is done again" in words for words in told), told


def test_a_cluster_that_is_not_there_is_one_line(tmp_path):
    pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    command = [sys.executable, "-m", "roundtable", "simulate", "knights-duty", "--on", "ray", "--out", "r.jsonl"]
    away = {**os.environ, "RAY_ADDRESS": "127.0.0.1:9"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=away, timeout=60)
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("roundtable: no Ray cluster at 127.0.0.1:9: ")
    assert "Traceback" not in done.stderr and not (tmp_path / "r.jsonl").exists()
