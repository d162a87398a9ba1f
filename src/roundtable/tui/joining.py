"""Joining a table of a server by its link: a seat taken over HTTP, then frames over a socket.

The keyboard cannot tell it from a table in this process.  Who one is on each server is kept in a file of one's own, so
that a seat can be taken up again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeVar, get_args
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import roundtable as rt
from roundtable.engine import BadOption
from roundtable.table import RUNNING, SETUP
from roundtable.table.frames import (
    WIRE,
    Answer,
    ByeFrame,
    ClientFrame,
    Hint,
    LessonFrame,
    Look,
    RefusalFrame,
    SceneFrame,
    ServerFrame,
    TableFrame,
    TableView,
    TakenFrame,
    TakeStep,
    Undo,
)
from roundtable.table.frames import data as frame_data

from .host import Host

LINK: Final = re.compile(r"https?://[^/\s]+/table/[\w-]+")
PATIENCE: Final = 10.0  # seconds that a reply may take
SHOWN: Final = 2.0  # seconds after which what was taken is to be seen
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between two tries to come back
GONE: Final = "There is no connection to the server; it is tried again"
_OWN: Final = {wire: name for name, wire in WIRE.items()}
_KINDS: Final = {kind.is_: kind for kind in get_args(ServerFrame)}


F = TypeVar("F", bound=ServerFrame)


class CannotJoin(Exception):
    """Why there is no place at that table, in one line."""


class _Stay(HTTPRedirectHandler):
    """A form that was taken leads to a page; nobody here wants to see it."""

    def redirect_request(self, *args: object) -> None:
        return None


def is_link(text: str) -> bool:
    """Whether this is the address of a table.

    >>> is_link("http://127.0.0.1:8000/table/abc"), is_link("knights-duty")
    (True, False)
    """
    return LINK.match(text) is not None


def told(text: str | bytes) -> ServerFrame:
    """The frame that a server has sent."""
    data = msgspec.json.decode(text)
    kind = _KINDS[data.pop("is")]
    frame: ServerFrame = msgspec.convert(_renamed(data), kind, strict=False)
    return frame


def _renamed(data: object) -> object:
    """With our names of fields for those on the wire; scenes have none that differ, and are large."""
    if isinstance(data, Mapping):
        return {_OWN.get(name, name): each if name == "scene" else _renamed(each) for name, each in data.items()}
    return [_renamed(each) for each in data] if isinstance(data, list) else data


class Account:
    """Who somebody is on a server."""

    def __init__(self, link: str, keys: Path) -> None:
        found = LINK.match(link)
        if found is None:
            raise CannotJoin(f"{link}: the link of a table looks like https://HOST/table/NAME")
        self.table = found[0]
        parts = urlsplit(self.table)
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.keys = keys
        self.token = self._known().get(self.server, "") or self._new()

    def _known(self) -> dict[str, str]:
        try:
            return dict(json.loads(self.keys.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}

    def _new(self) -> str:
        token = str(json.loads(self.post(f"{self.server}/api/token", {}))["token"])
        self.keys.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(self.keys, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({**self._known(), self.server: token}, file)
        return token

    def post(self, address: str, fields: Mapping[str, str]) -> str:
        """Send a form; `CannotJoin` if it was not taken."""
        token = getattr(self, "token", "")
        request = Request(
            address, urlencode(fields).encode(), {"Authorization": f"Bearer {token}"} if token else {}, method="POST"
        )
        try:
            with build_opener(_Stay).open(request, timeout=PATIENCE) as reply:
                return str(reply.read().decode())
        except HTTPError as error:
            if error.code == 303:
                return ""
            raise CannotJoin(f"{address}: the server said no ({error.code})") from error
        except (URLError, OSError) as error:
            raise CannotJoin(f"{self.server}: {getattr(error, 'reason', error)}") from error

    def take_seat(self, table: TableView, name: str) -> bool:
        """Sit down on the first free seat, ready to begin; False if there is none."""
        free = next((seat.seat for seat in table.seats if seat.kind == "open"), None)
        if free is None:
            return False
        if name:
            self.post(f"{self.server}/me", {"name": name})
        self.post(f"{self.table}/seat", {"seat": str(free), "do": "take"})
        self.post(f"{self.table}/ready", {"ready": "yes"})
        return True


class RemoteHost(Host):
    """A table on a server, as this keyboard sees it.  A thread listens; everything else happens where it is asked."""

    def __init__(self, link: str, keys: Path, name: str = "") -> None:
        self.account = account = Account(link, keys)
        self.inbox: Queue[ServerFrame] = Queue()
        self.early: list[ServerFrame] = []  # taken out of it already, for whoever looks next
        self.numbers = count(1)
        self.closing = Event()
        self.sockets = ExitStack()
        self.name = name
        self.socket: ClientConnection | None = self._connect()
        first = told(self.socket.recv(timeout=PATIENCE))
        if not isinstance(first, TableFrame):
            raise CannotJoin(f"{account.server} does not say what is played")
        self.table = first.table
        super().__init__(rt.game(self.table.game), account.table)
        self.listener = Thread(target=self._listen, daemon=True)
        self.listener.start()

    # -- coming in -----------------------------------------------------------------------------------------------------

    def enter(self) -> Iterator[str]:
        """Sit down and wait until the match has begun; what is to be told meanwhile."""
        if self.table.state == SETUP and not self.table.you:
            if not self.account.take_seat(self.table, self.name):
                yield "Every seat is taken: you are a spectator."
        elif not self.table.you:
            yield "You have no seat here: you are a spectator."
        said = ""
        while self.table.state == SETUP:
            seats = ", ".join(seat.name or "a free seat" for seat in self.table.seats)
            if seats != said:
                said = seats
                yield f"{self.table.title}: {seats}. The match begins when the host says so."
            with suppress(Empty):  # now and then, so that Ctrl-C is heard
                self._hear(self.inbox.get(timeout=1.0))
        if self.table.state != RUNNING and self.table.closed:
            raise CannotJoin(self.table.closed)
        self.early.append(self._first(SceneFrame))

    def _first(self, kind: type[F]) -> F:
        """The first frame of a kind; what comes before it is heard."""
        end = monotonic() + PATIENCE
        while True:
            try:
                frame = self.inbox.get(timeout=max(0.01, end - monotonic()))
            except Empty:
                raise CannotJoin(f"{self.account.server} does not answer") from None
            if isinstance(frame, kind):
                return frame
            if isinstance(frame, ByeFrame):
                raise CannotJoin(frame.reason)
            self._hear(frame)

    def _hear(self, frame: ServerFrame) -> None:
        if isinstance(frame, TableFrame):
            self.table = frame.table

    # -- the socket ----------------------------------------------------------------------------------------------------

    def _connect(self) -> ClientConnection:
        address = self.account.table.replace("http", "ws", 1) + "/socket"
        headers = {"Authorization": f"Bearer {self.account.token}"}
        try:
            coming = connect(address, additional_headers=headers, max_size=None, open_timeout=PATIENCE, proxy=None)
            return self.sockets.enter_context(coming)
        except (WebSocketException, OSError, TimeoutError) as error:
            raise CannotJoin(f"{self.account.table}: there is no such table, or no server ({error})") from error

    def _listen(self) -> None:
        """In a thread of its own: hear everything, and come back when the connection is lost."""
        tries = 0
        while not self.closing.is_set():
            socket = self.socket
            if socket is None:
                self.closing.wait(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
                with suppress(CannotJoin):
                    self.socket = self._connect()
                continue
            try:
                for text in socket:
                    tries = 0
                    self.inbox.put(told(text))
                    self.news()
            except (WebSocketException, OSError):
                pass
            self.socket = None
            if not self.closing.is_set():
                self.inbox.put(RefusalFrame(None, "", GONE, ""))
                self.news()

    def close(self) -> None:
        self.closing.set()
        self.sockets.close()

    # -- as the keyboard knows it --------------------------------------------------------------------------------------

    @property
    def names(self) -> Sequence[str]:
        return [seat.name for seat in self.table.seats]

    @property
    def people(self) -> list[int]:
        return self.table.you

    def words(self, seat: int) -> dict[str, str]:
        try:
            options = self.game.settle(self.table.players, self.table.options)
        except BadOption:  # an edition that is not known here
            return {}
        return {atom: atom.replace("_", " ") for atom in self.game.vocabulary(self.table.players, options)}

    def goodbye(self, over: bool) -> str:
        if over:
            return f"The match is over; see it again at {self.account.table.replace('/table/', '/replay/')}"
        return f"Your seat is kept for you; come back with: roundtable play {self.place}"

    def run(self) -> list[ServerFrame]:
        frames, self.early = self.early, []
        with suppress(Empty):
            while True:
                frames.append(self.inbox.get_nowait())
        return [frame for frame in frames if self._kept(frame)]

    def _kept(self, frame: ServerFrame) -> bool:
        self._hear(frame)
        if isinstance(frame, ByeFrame):
            self.trouble = f"{frame.reason}."
        elif isinstance(frame, RefusalFrame) and frame.reason == GONE:
            self.trouble = f"{GONE}."
            return False
        return True

    def wait(self) -> None:
        with suppress(Empty):
            self.early.append(self.inbox.get(timeout=PATIENCE))

    def hear(self, frame: ClientFrame) -> list[ServerFrame]:
        """Say it, and wait for the reply; a hint comes when it is ready."""
        number = frame.id = next(self.numbers)
        socket = self.socket
        if socket is None:
            return [RefusalFrame(number, "", "there is no connection to the server; try again in a moment", "")]
        try:
            socket.send(json.dumps({"do": frame.do, **frame_data(frame)}))
        except (WebSocketException, OSError):
            return [RefusalFrame(number, "", "the connection was lost just now; look whether it was taken", "")]
        return [] if isinstance(frame, Hint) else self._replies(frame, number)

    def _replies(self, frame: ClientFrame, number: int) -> list[ServerFrame]:
        """All that is heard until the reply has come and, of an answer, until what became of it can be seen."""
        heard = self.run()
        end, taken = monotonic() + PATIENCE, False
        while not self._done(frame, number, heard):
            if not taken and any(isinstance(each, TakenFrame) and each.of == number for each in heard):
                taken, end = True, monotonic() + SHOWN
            try:
                one = self.inbox.get(timeout=max(0.01, end - monotonic()))
            except Empty:
                silence = RefusalFrame(number, "", "the server has not replied; look whether it was taken", "")
                return heard if taken else [*heard, silence]
            if self._kept(one):
                heard.append(one)
        return heard

    def _done(self, frame: ClientFrame, number: int, heard: Sequence[ServerFrame]) -> bool:
        replies = [each for each in heard if getattr(each, "of", 0) == number]
        if any(isinstance(each, RefusalFrame) for each in replies):
            return True
        if isinstance(frame, (Answer, Undo)):  # taken, and shown
            taken = [each.seq for each in replies if isinstance(each, TakenFrame)]
            return bool(taken) and any(isinstance(each, SceneFrame) and each.seq >= taken[0] for each in heard)
        if isinstance(frame, (Look, TakeStep)):
            return any(isinstance(each, (SceneFrame, LessonFrame)) for each in heard)
        return bool(replies)
