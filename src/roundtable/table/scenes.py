"""A match as each of its viewers sees it and hears of it.

Scenes are made when they may be seen, not before, and once for all who look through the same eyes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from roundtable.engine import ALL, SPECTATOR, Event, Match, Secret
from roundtable.scene import Scene
from roundtable.scene import Sentence as Said

from .frames import Over, SceneFrame, Sentence, TallyRow
from .model import PERSON, RUNNING, Doc
from .session import Session

if TYPE_CHECKING:
    from .links import Link

DEVICE: Final = -1  # the eyes of a device in pass and play while nobody looks: the public's, but it knows whom to call


class LogSentence:
    """An event as a viewer may know it, in words; None: it is left out of the log."""

    __slots__ = ("at", "said")

    def __init__(self, at: int, said: Said | None) -> None:
        self.at = at  # its place among all events, which no viewer learns
        self.said = said


class ViewerScene:
    """A scene that may be shown to one pair of eyes: all that it contains is durable."""

    __slots__ = ("asked", "frames", "heard", "over", "ready", "scene", "seat", "seq", "undo")

    def __init__(
        self,
        seq: int,
        seat: int | None,
        scene: Scene,
        asked: Sequence[int],
        ready: Sequence[int],
        undo: bool,
        over: Over | None,
        heard: int,
    ) -> None:
        self.seq = seq
        self.seat = seat
        self.scene = scene
        self.asked = asked
        self.ready = ready
        self.undo = undo
        self.over = over
        self.heard = heard  # how many sentences belong to it
        self.frames: dict[int, SceneFrame] = {}  # by `kept`; a crowd of spectators is sent the same one

    def same(self, other: ViewerScene) -> bool:
        if self is other:
            return True
        if self.seq != other.seq or self.heard != other.heard or self.undo != other.undo:
            return False
        alike = self.seat == other.seat and self.asked == other.asked and self.ready == other.ready
        return alike and self.over == other.over and _alike(self.scene, other.scene)

    def frame(self, kept: int, new: list[LogSentence], moment: SharedMoment) -> SceneFrame:
        """The frame for who was told the first `kept` sentences."""
        frame = self.frames.get(kept)
        if frame is None:
            rest = (self.asked, self.ready, self.undo, self.over, moment.leads)
            log = moment.told(kept, new)
            frame = self.frames[kept] = SceneFrame(self.seq, self.seat, self.scene, kept, log, *rest)
        return frame


class SharedMoment:
    """What is the same for all who look at a match at one moment; made once for all of them."""

    def __init__(self, match: Match) -> None:
        self.callings = match.game.callings(match.state, match.names)
        self.ready = list(match.ready)
        self.over = result(match) if match.over else None
        self.leads = match.leads
        self.said: dict[int, LogSentence] = {}  # what all may know of what happened
        self.tellings: dict[tuple[int, tuple[LogSentence, ...]], Sequence[Sentence]] = {}

    def told(self, kept: int, new: list[LogSentence]) -> Sequence[Sentence]:
        """Sentences after the first `kept`."""
        if not new:
            return ()
        key = kept, tuple(new)
        telling = self.tellings.get(key)
        if telling is None:
            said = [(n, each.said) for n, each in enumerate(new, kept)]
            telling = [
                Sentence(n, each.text, each.heading, each.moment, each.at, each.outcome)
                for n, each in said
                if each is not None
            ]
            self.tellings[key] = telling
        return telling


class SceneCache:
    """The present scenes of a match, and its log in words, for each pair of eyes: a seat's, `DEVICE`, the public's."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.closed = ""  # why the match cannot be played on
        self.shown: dict[int | None, ViewerScene] = {}
        self.sentences: dict[int | None, list[LogSentence]] = {}
        self.listened: dict[int | None, int] = {}  # how many events a viewer has been through
        self._moment: SharedMoment | None = None

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

    def frame(self, link: Link, doc: Doc) -> SceneFrame | None:
        """The scene that is due to a link; None if there is none, or it has seen just that."""
        shown = self.shown.get(_eyes(link, doc))
        if shown is None:
            return None
        sentences = self.sentences[link.seat]
        heard = min(shown.heard, len(sentences))
        kept = min(link.sent, heard)
        if link.last is not None and kept == link.sent and link.last.same(shown):
            return None
        frame = shown.frame(kept, sentences[kept:heard], self.moment)
        link.last, link.sent = shown, heard
        return frame

    def forget_from(self, at: int, links: Iterable[Link]) -> None:
        """Events that were taken back were never heard."""
        for seat, listened in self.listened.items():
            if listened > at:
                self.listened[seat] = at
                self.sentences[seat] = kept = [sentence for sentence in self.sentences[seat] if sentence.at < at]
                for link in links:
                    if link.seat == seat:
                        link.sent = min(link.sent, len(kept))

    @property
    def moment(self) -> SharedMoment:
        if self._moment is None:
            self._moment = SharedMoment(self.session.match)
        return self._moment

    def _scene(self, eyes: int | None, doc: Doc) -> ViewerScene:
        session, match = self.session, self.session.match
        seat = None if eyes == DEVICE else eyes
        moment = self.moment
        heard = len(self._listen(seat))
        undo = seat is not None and doc.state == RUNNING and not self.closed and not session.no_undo(seat)
        asked = [q for q in match.asked if _shares(eyes, q, doc)] if session.quiet else list(match.asked)
        scene = match.scene(seat)
        if self.closed:
            asked, scene = [], replace(scene, prompt=None, waiting=self.closed)
        return ViewerScene(session.seq(seat), seat, scene, asked, moment.ready, undo, moment.over, heard)

    def _listen(self, seat: int | None) -> list[LogSentence]:
        """What happened in words, as far as that viewer may know it; what all may know is said once."""
        match, moment = self.session.match, self.moment
        sentences = self.sentences.setdefault(seat, [])
        viewer = SPECTATOR if seat is None else seat
        for at in range(self.listened.get(seat, 0), len(match.events)):
            known = moment.said.get(at)
            if known is None:
                told = match.events[at]
                event = told.seen_by(viewer)
                if event is None:
                    continue
                known = LogSentence(at, match.game.sentence(event, moment.callings))
                if _public(told):
                    moment.said[at] = known
            sentences.append(known)
        self.listened[seat] = len(match.events)
        return sentences


def result(match: Match) -> Over:
    """How a match that is over ended."""
    rows = [TallyRow(row.label, list(row.points), row.total) for row in match.tally]
    return Over(match.ranking, rows)


def _eyes(link: Link, doc: Doc) -> int | None:
    """Through whose eyes a link looks: a seat's, the public's (None) or `DEVICE`."""
    passed_on = link.seat is None and doc.passing and bool(doc.seats_of(link.person))
    return DEVICE if passed_on else link.seat


def _shares(eyes: int | None, other: int, doc: Doc) -> bool:
    """Whether that seat is at the same device: in pass and play it must know whom to call next, also quietly."""
    if eyes is None or not doc.passing:
        return eyes == other
    return doc.seats[other].kind == PERSON


def _public(event: Event) -> bool:
    """Whether everybody knows all of an event."""
    return event.mask == ALL and not any(isinstance(fact, Secret) for fact in event.facts.values())


def _alike(one: Any, other: Any) -> bool:
    """Whether two scenes, or parts of them, look the same.  The same part is mostly the same object."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_alike(a, b) for a, b in zip(one, other))
    if isinstance(one, (str, int, float)):
        return bool(one == other)
    return all(_alike(getattr(one, name), getattr(other, name)) for name in type(one).__dataclass_fields__)
