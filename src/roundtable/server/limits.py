"""Every limit of the server in two tables; docs/host/limits.md prints them, and a test compares.

A place is an IPv4 address, or the /64 network of an IPv6 address: what one household or one machine has.  Limits are
counted by each process for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from roundtable.table.limits import Limit, Rate

FRAMES: Final = Rate(30, 120)  # of one socket; faster ones are read later
RATES: Final = {
    "frames": Limit("frames over all sockets; more are read later", None, Rate(300, 900)),
    "forms": Limit("forms sent", Rate(2, 20), Rate(4, 40)),
    "tables": Limit("new tables", Rate(0.2, 10), Rate(0.5, 20)),
    "public": Limit("tables put into the list of open ones", Rate(1 / 300, 2), Rate(1 / 300, 4)),
    "persons": Limit("new persons and tokens", None, Rate(0.5, 30)),
    "sockets": Limit("sockets opened", Rate(2, 40), Rate(8, 120)),
    "chat": Limit("lines of chat of people with a seat", Rate(0.5, 6), Rate(2, 24)),
    "visitor_chat": Limit("lines of chat of people without one", Rate(0.1, 3), Rate(0.2, 6)),
    "hints": Limit("hints", Rate(0.25, 3), Rate(1, 12)),
    "champions": Limit("thoughts of Knights and Champions", Rate(1, 30), Rate(3, 90)),
    "replays": Limit("pages of replays, each of up to 50 positions", None, Rate(5, 60)),
    "reviews": Limit("reviews of finished matches", Rate(1 / 60, 3), Rate(1 / 20, 9)),
    "pictures": Limit("pictures of moments", None, Rate(1, 20)),
    "exports": Limit("match files and PDFs", None, Rate(0.2, 10)),
    "workshop": Limit("looks at editions in the workshop, and changes to them", Rate(1, 20), Rate(2, 40)),
    "trials": Limit("trials of editions by bots", Rate(1 / 60, 3), Rate(1 / 30, 6)),
}


@dataclass(frozen=True)
class Count:
    """How many there may be at the same time."""

    what: str
    most: int

    def times(self, factor: float) -> Count:
        return replace(self, most=round(self.most * max(1.0, factor)))


COUNTS: Final = {
    "unfinished": Count("unfinished tables of one host", 30),
    "listed": Count("tables of one host in the list of open ones", 2),
    "seat": Count("open sockets of one person at a table where they sit", 20),
    "watching": Count("open sockets of one place without a seat", 60),
    "place": Count("open sockets of one place in all", 400),
    "editions": Count("editions of one person in the workshop", 30),
    "spectators": Count("spectators of one table", 2000),
}


def place_of(host: str) -> str:
    """Whom limits by place apply to.

    >>> place_of("192.0.2.7"), place_of("::ffff:192.0.2.7"), place_of("2001:db8:1:2:3::4"), place_of("testclient")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', 'testclient')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


Keys = tuple[str, ...]


class OpenSockets:
    """How many sockets are open, by everything that limits them."""

    def __init__(self, counts: Mapping[str, Count]) -> None:
        self.counts = counts
        self.open: Counter[str] = Counter()
        self.total = 0

    def admit(self, person: str, place: str, table: str, seated: bool) -> Keys | None:
        """What to give back when the socket closes; None if there are too many already."""
        limits = {f"place {place}": "place"}
        if seated:
            limits[f"seat {table} {person}"] = "seat"
        else:
            limits |= {f"watching {place}": "watching", f"table {table}": "spectators"}
        if any(self.open[key] >= self.counts[kind].most for key, kind in limits.items()):
            return None
        keys = tuple(limits)
        self.open.update(keys)
        self.total += 1
        return keys

    def leave(self, keys: Keys) -> None:
        self.total -= 1
        for key in keys:
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]
