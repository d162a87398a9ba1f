"""Who is ready and who is awaited: view, scene, protocol, terminal and page say the same, for every pair of eyes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine import Match
from roundtable.scene import Scene
from roundtable.server.wire import Encoder
from roundtable.table import Link
from roundtable.table.frames import ServerFrame
from roundtable.tui.draw import panel_lines
from roundtable.tui.palette import CANDLE
from roundtable.tui.pieces import Look
from tests.table.host import Host, a_doc

PANELS = """() => [...document.querySelectorAll("#table .panel")].map((panel) => [
  Number(panel.querySelector("[data-panel]").dataset.panel),
  panel.classList.contains("active"),
  panel.querySelector(".nameplate .tag.good")?.textContent.includes("ready") ?? false,
])"""


class Company:
    """People at a table, a spectator, and the last scene that each was sent."""

    def __init__(self, slug: str, seed: int) -> None:
        players = rt.game(slug).usual_players()
        self.host = Host(a_doc(slug, players, players, seed=str(seed)))
        self.links = [*(self.host.join(f"p{seat}") for seat in range(players)), self.host.join()]
        self.frames: dict[int | None, dict[str, Any]] = {}

    @property
    def match(self) -> Match:
        return self.host.session.match

    def answer(self, seat: int, rng: Random) -> None:
        self.hear(self.links[seat], self.host.answer(self.links[seat], *self.match.choice(seat).sample(rng)))

    def hear(self, link: Link, frames: list[ServerFrame]) -> None:
        for frame in frames:
            if frame.is_ == "scene":
                self.frames[link.seat] = json.loads(Encoder().text(frame))


def moments(slug: str) -> list[Company]:
    """Tables at which somebody has answered a sealed question, and at which somebody is asked quietly."""
    rng, found = Random(slug), dict[str, Company]()
    for seed in range(6):
        company = Company(slug, seed)
        while company.match.asked and len(company.match.entries) < 150:
            kind = "quiet" if company.match.state.quiet else "sealed" if company.match.ready else ""
            if kind and kind not in found:
                found[kind] = company
                break
            company.answer(rng.choice(company.match.asked), rng)
    for company in found.values():
        company.host.wait(2)  # sealed answers that come together are shown together
        for link in company.links:
            company.hear(link, company.host.told(link))
    return list(found.values())


def in_terminal(scene: Scene) -> dict[int, tuple[bool, bool]]:
    look = Look.of(scene, CANDLE)
    heads = {panel.seat: panel_lines(panel, look, 100, 1)[0].plain for panel in scene.panels}
    return {seat: ("to answer" in head, head.endswith("ready")) for seat, head in heads.items()}


def named(match: Match, sentence: str) -> set[int]:
    """The seats that a sentence names."""
    callings = match.game.callings(match.state, match.names)
    return {seat for seat, name in enumerate(callings) if name in sentence}


@pytest.mark.parametrize("slug", rt.slugs())
def test_everybody_is_told_the_same_of_who_is_ready_and_who_is_awaited(visitor, slug: str) -> None:
    """Wherever a game asks several at once, or quietly."""
    person = None
    for company in moments(slug):
        match = company.match
        for viewer, frame in company.frames.items():
            view, scene = match.view(viewer), match.scene(viewer)
            quiet = ((viewer,) if viewer in match.asked else (), ())
            assert (view.waiting, view.ready) == (quiet if view.quiet else (match.asked, match.ready))
            stand = {q: (q in view.waiting, q in view.ready) for q in range(match.players)}
            assert {panel.seat: (panel.active, panel.ready) for panel in scene.panels} == stand
            assert in_terminal(scene) == stand
            assert (set(frame["asked"]), set(frame["ready"])) == (set(view.waiting), set(view.ready))
            assert {part["seat"]: (part["active"], part["ready"]) for part in frame["scene"]["panels"]} == stand
            others = set() if view.quiet else {*view.waiting} - {viewer}
            assert named(match, scene.waiting) == named(match, frame["scene"]["waiting"]) == others
        for viewer in (match.asked[0], (match.asked[0] + 1) % match.players, None):
            if person is None:
                person = visitor()
                person.begin(slug, bot="page")
            person.show(match, viewer, frame=company.frames[viewer])
            view = match.view(viewer)
            shown = {seat: (active, ready) for seat, active, ready in person.page.evaluate(PANELS)}
            assert shown == {q: (q in view.waiting, q in view.ready) for q in range(match.players)}
            if viewer not in view.waiting:
                assert company.frames[viewer]["scene"]["waiting"] in person.page.locator("#ask").inner_text()
