"""Somebody at the table: plays with the mouse, a finger or the keyboard, choosing at random among what is lit."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, TimeoutError, WebSocketRoute

from roundtable.engine import Match
from tests.brief import made_whole

LIT = (
    "dialog[open] .button[data-atom]",
    ".prompt.yours .button[data-atom]",
    ".prompt.yours .button.confirm",
    "#table .lit:is([data-piece], [data-spot]), #table button.area-title.lit",
)
ARMS = [  # people's own, beside those that a game gives to its seats
    {"letter": "A", "colour": colour, "pattern": pattern, "charge": charge}
    for colour, pattern, charge in (
        ("woad", "vair", "rose"),
        ("murrey", "lozengy", "anchor"),
        ("verdigris", "barry", "boar"),
        ("gold", "paly", "raven"),
        ("rubric", "chevronny", "moon"),
        ("slate", "barry", "castle"),
    )
]

# What the table waits for, in one look: the end, somebody else, or a choice between so many lit things.
LOOK = """(selectors) => {
  const curtain = document.querySelector("#curtain[open] .button");
  if (document.querySelector(".honour")) return ["over"];
  if (curtain) return ["curtain"];
  const dialog = [...document.querySelectorAll(selectors[0])];
  if (dialog.length) return ["dialog", dialog.length];
  if (document.querySelector("#dialog[open]")) return ["reading"];
  if (document.querySelector(".prompt.busy") || !document.querySelector(".prompt.yours")) return ["wait"];
  return ["choose", ...selectors.slice(1).map((each) => document.querySelectorAll(each).length)];
}"""


# The rest of a match at full speed: whatever is lit is clicked by the page itself.
HURRY = """async ([selectors, seed, end]) => {
  let state = seed;
  const draw = (n) => { state = (state * 48271) % 2147483647; return state % n; };
  while (Date.now() < end) {
    if (document.querySelector(".honour")) return true;
    const curtain = document.querySelector("#curtain[open] .button");
    const dialog = [...document.querySelectorAll(selectors[0])];
    const asked = document.querySelector(".prompt.yours:not(.busy)") ? selectors.slice(1) : [];
    const offered = asked.flatMap((each) => [...document.querySelectorAll(each)]);
    const lit = curtain ? [curtain] : dialog.length ? dialog : offered;
    const thing = lit[draw(Math.max(1, lit.length))];
    if (thing?.click) thing.click(); else thing?.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    await new Promise((done) => setTimeout(done, thing ? 0 : 4));
  }
  return false;
}"""


class Visitor:
    def __init__(
        self, browser: Browser, address: str, phone: bool = False, dark: bool = False, keeps: bool = False
    ) -> None:
        size = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
        self.context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            base_url=address,
            color_scheme="dark" if dark else "light",
            service_workers="allow" if keeps else "block",  # what is kept for offline play has tests of its own
            reduced_motion="reduce",  # nothing glides away from under the pointer
        )
        self.context.set_default_timeout(60_000)  # a machine may be busy; nothing waits longer than it must
        # nobody reads what happens, and nobody needs a coach
        self.context.add_init_script("try { localStorage.pace ??= 'fast'; localStorage.coach ??= 'off'; } catch {}")
        self.page: Page = self.context.new_page()
        self.received: list[str] = []  # every frame that the socket brought
        self.said: list[dict[str, Any]] = []  # what the page told the table of `show`
        self.troubles: list[str] = []
        self.rng = Random(7)
        self.drawn: dict[str, Any] = {}  # the last frame of `show`
        self.touched = 0  # choices made by hand
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on(
            "console",
            lambda line: (
                self.troubles.append(f"{line.text} {line.location.get('url')}") if line.type == "error" else None
            ),
        )
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _complained(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.troubles.append(f"{line.text} {line.location['url']}")

    def _hear(self, payload: Any) -> None:
        self.received.append(payload if isinstance(payload, str) else payload.decode())

    def scenes(self) -> list[dict[str, Any]]:
        """Every scene the socket brought; what it brought as a number, because the page had it, is put back."""
        whole: list[dict[str, Any]] = []
        for frame in map(json.loads, self.received):
            if frame["is"] == "scene":
                made_whole(frame["scene"], whole[-1]["scene"] if whole else None)
                whole.append(frame)
        return whole

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def begin(self, slug: str, form: str = "play", **fields: str) -> None:
        """Open a table by the real form of the game's page; `fields` are set before it is sent."""
        self.go(f"/games/{slug}")
        for name, value in fields.items():
            self.page.locator(f"main form.setup [name='{name}'][value='{value}']").check()
        words = {"play": "Play now", "friends": "Open a table", "pass": "Sit down together"}[form]
        self.page.locator("form.setup").get_by_role("button", name=words).click()
        self.page.wait_for_url("**/table/*")
        if form != "friends":
            self.page.locator(".table").wait_for()

    def look(self) -> list[Any]:
        found: list[Any] = self.page.evaluate(LOOK, list(LIT))
        return found

    def act(self, press: bool = False) -> bool:
        """One choice, if one is to be made now; `press`: with the keyboard."""
        state, *counts = self.look()
        if state == "curtain":
            self._do("#curtain .button", 0, press)
        elif state == "dialog":
            self._do(LIT[0], self.rng.randrange(counts[0]), press)
        elif state == "choose" and any(counts):
            index = self.rng.randrange(sum(counts))
            kind = 0
            while index >= counts[kind]:
                index -= counts[kind]
                kind += 1
            self._do(LIT[1 + kind], index, press)
        elif state == "reading":
            self.page.keyboard.press("Escape")
        else:
            return False
        return True

    def _do(self, selector: str, index: int, press: bool) -> None:
        try:
            thing = self.page.locator(selector).nth(index)
            if press:
                thing.focus(timeout=700)
                self.page.keyboard.press("Enter")
            else:
                thing.click(timeout=700)
            self.touched += 1
        except (TimeoutError, Error):
            pass  # the table moved on between look and touch; look again

    def play(self, seconds: float, press: bool = False, until: Any = None) -> bool:
        """Play on until the page of honour is shown, or `until()` holds; whether that came to pass in time."""
        end = monotonic() + seconds
        while monotonic() < end:
            if self.look()[0] == "over" or (until is not None and until()):
                return True
            if not self.act(press):
                self.page.wait_for_timeout(15)
        return False

    def finish(self, touches: int = 12, seconds: float = 240) -> bool:
        """Play to the end: so many real clicks, then as fast as the page can."""
        done = self.touched + touches
        self.play(seconds, until=lambda: self.touched >= done)
        end = self.page.evaluate("Date.now()") + 1000 * seconds
        ended: bool = self.page.evaluate(HURRY, [list(LIT), self.rng.randrange(1, 10**6), end])
        return ended

    def focused(self) -> str:
        tag: str = self.page.evaluate("document.activeElement?.tagName ?? ''")
        return tag

    def sideways(self) -> int:
        """By how many pixels the page is wider than the screen."""
        over: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return over

    def leave(self) -> None:
        self.context.close()
        assert not self.troubles, self.troubles[:3]

    def show(
        self, match: Match, seat: int | None, chosen: int = 0, held: bool = False, frame: dict[str, Any] | None = None
    ) -> None:
        """Let the page draw a match of our own in place of the server's, and choose so many parts of the answer.

        `frame` is what a table sent, if it is to be drawn.  What the page says is kept in `said`.
        """
        table = next(frame["table"] for frame in map(json.loads, self.received) if frame["is"] == "table")
        table |= {
            "you": [] if seat is None else [seat],
            "state": "over" if match.over else "running",
            "ranking": match.ranking,
        }
        table["seats"] = [
            {"seat": q, "name": name, "kind": "person", "bot": "", "botTitle": "", "arms": ARMS[q], "here": True,
             "ready": True, "held": held and q == seat} for q, name in enumerate(match.names)
        ]  # fmt: skip
        lines = [{"n": n, **asdict(sentence)} for n, sentence in enumerate(match.told(seat))]
        over = {"ranking": match.ranking, "tally": [line.data() for line in match.tally]} if match.over else None
        scene = frame or {
            "is": "scene", "seq": 0, "seat": seat, "scene": match.scene(seat).data(), "kept": 0, "log": lines,
            "asked": list(match.asked), "ready": list(match.ready), "undo": False, "over": over,
        }  # fmt: skip
        self.drawn = scene

        def reply(socket: WebSocketRoute, text: str | bytes) -> None:
            said = json.loads(text)
            self.said.append(said)
            if said["do"] == "compose":
                composed = match.scene(seat, tuple(said["chosen"])).data()
                frame = {
                    "is": "prompt",
                    "of": None,
                    "seq": 0,
                    "seat": seat,
                    "chosen": said["chosen"],
                    "scene": composed,
                }
                socket.send(json.dumps(frame))

        def serve(socket: WebSocketRoute) -> None:
            self.socket = socket
            socket.on_message(lambda text: reply(socket, text))
            socket.send(json.dumps({"is": "table", "table": table}))
            socket.send(json.dumps(scene))

        self.page.unroute_all()
        self.page.evaluate("sessionStorage.clear()")  # moments of the match that was there before
        self.page.route_web_socket("**/socket?*", serve)
        self.page.reload()
        self.page.locator(".honour" if match.over else ".prompt.yours" if seat in match.asked else ".prompt").wait_for()
        for n in range(chosen):
            self.act()
            self.page.locator(".so-far li").nth(n).wait_for()

    def follow(self, match: Match, seat: int) -> None:
        """Let the match that is shown go on to this moment, which tells what has happened since."""
        kept = self.drawn["kept"] + len(self.drawn["log"])
        lines = [{"n": n, **asdict(sentence)} for n, sentence in enumerate(match.told(seat))]
        self.drawn = self.drawn | {
            "seq": self.drawn["seq"] + 1, "scene": match.scene(seat).data(), "kept": kept, "log": lines[kept:],
            "asked": list(match.asked), "ready": list(match.ready),
        }  # fmt: skip
        self.socket.send(json.dumps(self.drawn))
