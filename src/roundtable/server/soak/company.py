"""A company: a table of a soak with its people, bots and spectators, from the set-up to the end of the match."""

from __future__ import annotations

import asyncio
import json
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final

import roundtable as rt

from .people import Person, Watcher, fetch

if TYPE_CHECKING:
    from .soak import Soak

BOTS: Final = ("page", "page", "page", "squire", "squire", "squire", "knight", "champion")
AGAIN: Final = (0, 429, 500, 502, 503)  # statuses after which one tries again


class NoTable(Exception):
    """The servers did not give us a table in time."""


class Company:
    def __init__(self, soak: Soak, number: int) -> None:
        self.soak = soak
        self.rng = Random(f"{soak.seed}/{number}")
        slugs = rt.slugs()
        self.game = rt.game(slugs[number % len(slugs)])
        low, high = self.game.seats
        self.players = self.rng.randint(max(2, low), max(2, low, min(4, high)))
        self.sleepy = number % 6 == 1  # somebody lets the clock run out
        self.table = ""
        self.people: list[Person] = []
        self.ended = False
        self.uncertain = 0  # forms of which nobody said what became of them
        self.progress = monotonic()

    def moved(self) -> None:
        """Somebody was shown something new."""
        self.progress = monotonic()

    @property
    def over(self) -> bool:
        return bool(self.people) and all(person.over for person in self.people)

    async def play(self) -> None:
        try:
            await self._sit_down()
        except NoTable as error:
            self.soak.fault("pages", self.table, str(error))
            return
        watchers = [Watcher(self, Random(self.rng.random())) for _ in range(self.rng.randint(0, 2))]
        watching = [asyncio.create_task(one.live()) for one in watchers]
        try:
            await asyncio.gather(*(person.live() for person in self.people))
            self.soak.count("matches")
        finally:
            self.ended = True
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            for person in self.people:
                person.forget()

    async def _sit_down(self) -> None:
        rng = self.rng
        people = 2 if self.sleepy else rng.randint(1, min(3, self.players))
        tokens = [await self._token() for _ in range(people)]
        clock = "quick" if self.sleepy else rng.choice(("none", "relaxed"))
        form: dict[str, object] = {"players": self.players, "clock": clock, "hints": "on", "name": "Host"}
        where = await self._post(f"/games/{self.game.slug}/friends", tokens[0], **form)
        self.table = where.rsplit("/", 1)[1]
        for seat, token in enumerate(tokens[1:], 1):
            await self._post(f"/table/{self.table}/seat", token, seat=seat, do="take")
            await self._post(f"/table/{self.table}/ready", token, ready="yes")
        await self._post(f"/table/{self.table}/start", tokens[0], bot=rng.choice(BOTS))
        self.people = [
            Person(self, Random(rng.random()), seat, token, sleeps=self.sleepy and seat == 1)
            for seat, token in enumerate(tokens)
        ]
        self.moved()

    async def _token(self) -> str:
        status, _, text = await self._request("POST", "/api/token")
        if status != 201:
            raise NoTable(f"no token: {status}")
        token: str = json.loads(text)["token"]
        return token

    async def _post(self, path: str, token: str, **fields: object) -> str:
        """Send a form; where it leads.  What was done, though nobody heard of it, is refused the second time."""
        uncertain = self.uncertain
        status, where, text = await self._request("POST", path, token, **fields)
        if status != 303 and (status not in (403, 409) or self.uncertain == uncertain):
            raise NoTable(f"{path}: {status} {text[-2000:]}")
        return where

    async def _request(self, method: str, path: str, token: str = "", **fields: object) -> tuple[int, str, str]:
        deadline = monotonic() + 60
        while True:
            reply = await fetch(self.soak.port(self.rng), method, path, token, **fields)
            self.soak.count("pages")
            if reply[0] == 500:
                self.soak.fault("pages", self.table, f"{path}: 500")
            if reply[0] not in AGAIN and "look again" not in reply[2]:
                return reply
            self.uncertain += 1
            if monotonic() > deadline:
                raise NoTable(f"{path}: {reply[0]}")
            await asyncio.sleep(0.3)
