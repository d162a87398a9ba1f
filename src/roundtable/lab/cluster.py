"""Batches on a Ray cluster (the extra `ray`), for `map_batches`.

Ray would retry by itself and tell nobody; here every loss is seen, told, and the batch done again by the seam.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from roundtable.bots.workers import WorkerLost

from . import LabError, settle_in
from .parcel import packed, unpacked

if TYPE_CHECKING:
    from ray import ObjectRef

B = TypeVar("B")
R = TypeVar("R")

AHEAD: Final = 2  # batches under way for each core, so that none waits for the driver
LOOK: Final = 1.0  # seconds between two looks at how many cores there are
KNOCK: Final = 5.0  # seconds within which somebody must open
STORE: Final = 80_000_000  # bytes of shared memory, where we start the cluster: what goes to and fro is small


class NoCluster(LabError):
    """There is no such cluster, or no Ray to reach it."""


class Cluster(Generic[B, R]):
    """The cores of a cluster as a crew of `map_batches`; the connection is kept until the process ends."""

    def __init__(self, address: str, function: Callable[[B], R], load: Callable[[], object]) -> None:
        connect(address)
        import ray

        self.parcel = packed((function, load))
        self.call = ray.remote(num_cpus=1, max_retries=0)(_call)
        self.running: set[ObjectRef[R]] = set()
        self.looked, self.cores = -LOOK, 0

    def room(self) -> int:
        if monotonic() - self.looked > LOOK:  # nodes come and go
            self.cores, self.looked = _cores(), monotonic()
        return AHEAD * self.cores

    def begin(self, batch: B) -> ObjectRef[R]:
        reference: ObjectRef[R] = self.call.remote(self.parcel, batch)
        self.running.add(reference)
        return reference

    def finished(self, running: Sequence[ObjectRef[R]]) -> Iterable[ObjectRef[R]]:
        import ray

        done: list[ObjectRef[R]] = ray.wait(list(running), num_returns=1)[0]
        return done

    def outcome(self, done: ObjectRef[R]) -> R:
        import ray
        from ray.exceptions import RayError, RayTaskError

        self.running.discard(done)
        try:
            result: R = ray.get(done)
            return result
        except RayTaskError as error:  # the function's own error, with a traceback of the worker as its words
            raise error.cause from error
        except RayError as error:
            raise WorkerLost(f"a worker of the cluster is gone ({type(error).__name__})") from error

    def close(self) -> None:
        import ray

        for reference in self.running:
            ray.cancel(reference, force=True)


def connect(address: str) -> None:
    """Reach the cluster, once; "ray" is the one that this machine belongs to (or RAY_ADDRESS names), or a new one."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that we play
    try:
        import ray
    except ImportError as error:
        raise NoCluster("Ray is not installed: pip install 'roundtable-games[ray]'") from error
    if ray.is_initialized():
        return
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    named = os.environ.get("RAY_ADDRESS", "") if address == "ray" else address
    try:
        if named:
            _knock(named)
            ray.init(named, **quiet)
            return
        try:
            ray.init("auto", **quiet)
        except ConnectionError:
            ray.init(include_dashboard=False, object_store_memory=STORE, **quiet)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise NoCluster(f"no Ray cluster {f'at {named}' if named else 'here'}: {why}") from error


def _knock(address: str) -> None:
    """An error at once if nobody is there; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise NoCluster(f"{address} is no address of a Ray cluster; write ray://HOST:PORT")
    socket.create_connection((host, int(port)), KNOCK).close()


def cores(address: str) -> int:
    """How many there are in the cluster."""
    connect(address)
    return _cores()


def _cores() -> int:
    import ray

    return max(1, int(ray.cluster_resources().get("CPU", 0)))


# -- in the worker -----------------------------------------------------------------------------------------------------


def _call(parcel: bytes, batch: B) -> object:
    function: Callable[[B], object] = _ready(parcel)
    return function(batch)


@cache
def _ready(parcel: bytes) -> Callable[..., object]:
    function, load = cast("tuple[Callable[..., object], Callable[[], object]]", unpacked(parcel))
    load()
    settle_in()
    return function
