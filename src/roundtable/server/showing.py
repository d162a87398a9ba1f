"""Showing: a match as each of its viewers sees it and hears of it.

Scenes are made when they may be seen, not before, and once for all who look through the same eyes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roundtable.engine.state import ALL, SPECTATOR, Event, Secret

from .course import Course
from .drawing import Drawn
from .links import Heard, Link, Moment, Shown
from .model import PERSON, RUNNING, Doc

DEVICE: Final = -1  # the eyes of a device in pass and play while nobody looks: the public's, but it knows whom to call


class Showing:
    """The present scenes of a match, and its log in words, for each pair of eyes: a seat's, `DEVICE`, the public's."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.shown: dict[int | None, Shown] = {}
        self.heard: dict[int | None, list[Heard]] = {}
        self.listened: dict[int | None, int] = {}  # how many events a viewer has been through
        self._moment: Moment | None = None

    def renew(self) -> None:
        """Everything up to now may be seen."""
        self.shown.clear()
        self._moment = None

    def show(self, link: Link, doc: Doc) -> None:
        """Let a link have the present scene."""
        eyes = _eyes(link, doc)
        if eyes not in self.shown:
            self.shown[eyes] = self._scene(eyes, doc)
        link.show()

    def message(self, link: Link, doc: Doc) -> bytes:
        """The scene that is due to a link; b"" if there is none or nothing is new."""
        shown = self.shown.get(_eyes(link, doc))
        return link.message(shown, self.heard[link.seat], self.moment) if shown is not None else b""

    def forget_from(self, at: int, links: Iterable[Link]) -> None:
        """Events that were taken back were never heard."""
        for seat, listened in self.listened.items():
            if listened > at:
                self.listened[seat] = at
                self.heard[seat] = kept = [event for event in self.heard[seat] if event.at < at]
                for link in links:
                    if link.seat == seat:
                        link.sent = min(link.sent, len(kept))

    @property
    def moment(self) -> Moment:
        if self._moment is None:
            self._moment = Moment(self.course.match)
        return self._moment

    def _scene(self, eyes: int | None, doc: Doc) -> Shown:
        course, match = self.course, self.course.match
        seat = None if eyes == DEVICE else eyes
        moment = self.moment
        heard = self._listen(seat)
        undo = seat is not None and doc.state == RUNNING and not course.no_undo(seat)
        asked = [q for q in match.asked if _shares(eyes, q, doc)] if match.state.quiet else list(match.asked)
        # Numbers and lists of numbers look alike in Python and JSON; this is done for every seat after every answer.
        where = f'{{"is":"scene","seq":{course.seq(seat)},"seat":{"null" if seat is None else seat}'
        taken_back = "true" if undo else "false"
        body = f'"asked":{asked},"ready":{moment.ready},"undo":{taken_back},"over":{moment.over}}}'
        return Shown(where.encode(), Drawn(match.scene(seat)), body.encode(), len(heard))

    def _listen(self, seat: int | None) -> list[Heard]:
        """What happened in words, as far as that viewer may know it; what all may know is said once."""
        match, moment = self.course.match, self.moment
        heard = self.heard.setdefault(seat, [])
        viewer = SPECTATOR if seat is None else seat
        for at in range(self.listened.get(seat, 0), len(match.events)):
            known = moment.said.get(at)
            if known is None:
                told = match.events[at]
                event = told.seen_by(viewer)
                if event is None:
                    continue
                who = event.get("seat")
                text = match.game.say(event, moment.callings)
                known = Heard(at, event.name, who if isinstance(who, int) else None, text)
                if _public(told):
                    moment.said[at] = known
            heard.append(known)
        self.listened[seat] = len(match.events)
        return heard


def _eyes(link: Link, doc: Doc) -> int | None:
    """Through whose eyes a link looks: a seat's, the public's (None) or `DEVICE`."""
    passed_on = link.seat is None and doc.passing and doc.seats_of(link.person)
    return DEVICE if passed_on else link.seat


def _shares(eyes: int | None, other: int, doc: Doc) -> bool:
    """Whether that seat is at the same device: in pass and play it must know whom to call next, also quietly."""
    if eyes is None or not doc.passing:
        return eyes == other
    return doc.seats[other].kind == PERSON


def _public(event: Event) -> bool:
    """Whether everybody knows all of an event."""
    return event.mask == ALL and not any(isinstance(fact, Secret) for fact in event.facts.values())
