"""After a soak: is everything there that was promised, and did nobody see what they may not?

What is kept is read from the store and played again from the beginning.  Every scene that was noted must be the one
that follows from what its viewer may know: it is drawn anew from another world that agrees with that view, so a scene
that tells more than the view cannot be the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from zlib import decompress

import roundtable as rt
from roundtable.engine import Match
from roundtable.server.encoding import encode
from roundtable.server.store import Store
from roundtable.table.model import Kept
from roundtable.table.session import Session, begin

from .company import Company
from .people import Person, Sample, Sent

Fault = Callable[[str, str, str], None]


def missing(sent: Sequence[Sent], found: Sequence[list[str] | None]) -> str:
    """What is wrong with the records of a seat, given all that its person has sent; "" if nothing is.

    >>> sent = [Sent(["a"], "taken"), Sent(["b"])]  # what became of the second nobody heard
    >>> missing(sent, [["a"]]), missing(sent, [["a"], ["b"]])
    ('', '')
    >>> missing([Sent(["a"], "taken")], [])
    'lost: answer 0 was acknowledged and is not in its place'
    >>> missing([Sent(["a"], "taken")], [["a"], ["a"]])
    'doubled: 2 records, of which 1 can be explained'
    """
    reach = {0}  # how many records may be explained by what was sent so far
    for n, one in enumerate(sent):
        if one.fate == "refused":
            continue
        there = {i + 1 for i in reach if i < len(found) and found[i] == one.atoms}
        reach = there if one.fate == "taken" else reach | there
        if not reach:
            return f"lost: answer {n} was acknowledged and is not in its place"
    if len(found) not in reach:
        return f"doubled: {len(found)} records, of which {max(reach)} can be explained"
    return ""


async def judge(
    store: Store,
    companies: Sequence[Company],
    samples: Sequence[Sample],
    fault: Fault,
    show: Callable[[str], None],
) -> dict[str, int]:
    """Report everything that is wrong; how much was looked at."""
    looked = {"tables": 0, "records": 0, "scenes_checked": 0}
    by_table: dict[str, list[Sample]] = {}
    for sample in samples:
        by_table.setdefault(sample.table, []).append(sample)
    for number, company in enumerate(companies):
        show(f"looking at what is kept: table {number + 1} of {len(companies)}")
        if not company.people:
            continue
        kept = await store.table(company.table)
        if kept is None:
            fault("lost", company.table, "the table is not there")
            continue
        looked["tables"] += 1
        looked["records"] += len(kept.log)
        for person in company.people:
            _check_promises(person, kept, fault)
        try:
            looked["scenes_checked"] += _check_scenes(kept, by_table.get(company.table, []), fault)
        except Exception as error:
            fault("replay", company.table, f"the log does not hold: {error!r}")
    return looked


def _check_promises(person: Person, kept: Kept, fault: Fault) -> None:
    records = [record for record in kept.log if record.seat == person.seat and not record.bot]
    wrong = missing(person.sent, [None if record.undo else record.atoms for record in records])
    if wrong:
        fault(wrong.partition(":")[0], kept.doc.id, f"seat {person.seat}: {wrong}")
    lines = {line.text for line in kept.chat}
    if len(kept.chat) < 200:
        for said in set(person.said) - lines:
            fault("lost", kept.doc.id, f"a line of chat that was heard: {said}")


def _check_scenes(kept: Kept, samples: Sequence[Sample], fault: Fault) -> int:
    game = rt.of_match(kept.doc.game, kept.doc.edition)
    session = Session(begin(game, kept.doc))
    viewers = {sample.seat for sample in samples}
    wanted = {(sample.seat, sample.seq) for sample in samples}
    drawn: dict[tuple[int | None, int], list[object]] = {}
    said: dict[int | None, set[str]] = {viewer: set(session.match.sentences(viewer)) for viewer in viewers}
    rng = Random(kept.doc.id)

    def look() -> None:
        for viewer in viewers:
            key = viewer, session.seq(viewer)
            if key in wanted:
                drawn.setdefault(key, []).append(_drawn(session.match, viewer, rng))

    look()
    for record in kept.log:
        told = len(session.match.events)
        session.play(record)
        for viewer in viewers:
            said[viewer].update(session.match.sentences(viewer, min(told, len(session.match.events))))
        look()
    for sample in samples:
        who = "a spectator" if sample.seat is None else f"seat {sample.seat}"
        known = drawn.get((sample.seat, sample.seq), [])
        if not known:
            fault("secrecy", sample.table, f"{who} was shown position {sample.seq}, which there never was")
        elif json.loads(decompress(sample.scene)) not in known:
            fault("secrecy", sample.table, f"{who} was shown at {sample.seq} what does not follow from their view")
        for text in sample.sentences:
            if text not in said[sample.seat]:
                fault("secrecy", sample.table, f"{who} was told: {text}")
    return len(samples)


def _drawn(match: Match, viewer: int | None, rng: Random) -> object:
    """The scene of a viewer, drawn from a world that agrees with their view."""
    other = copy(match)
    other.state = match.game.world(match.view(viewer), rng)
    return json.loads(encode(other.scene(viewer)))
