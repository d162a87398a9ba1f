"""Every phase of every game at a moment of a recorded match: for looking, for axe, and for the golden files.

`python -m tests.web.phases FOLDER [WORD...]` takes a picture of each (or of those whose name has all the words), on a
desk and on a phone, by day and by candle.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import roundtable as rt
from roundtable.engine import Match

MATCHES: Final = Path(__file__).parent / "matches"


class Phase(NamedTuple):
    """The first moment of a match in which a question is put (and more holds, if more is said); "" is the end."""

    name: str
    match: str  # a file of MATCHES
    question: str
    when: Callable[[Any], bool] = lambda state: True
    golden: bool = False
    chosen: int = 0  # so many parts of the answer are chosen already

    @property
    def id(self) -> str:
        return f"{self.match}-{self.name}"


def in_turn(turn: int) -> Callable[[Any], bool]:
    return lambda s: bool(s.turn >= turn)


DUTY, LANCELOT, QUESTS, NINJAS, DUEL, COURT = (
    "knights-duty",
    "lancelot",
    "quests-of-the-round-table",
    "of-knights-and-ninjas",
    "duel",
    "knights-and-damosels",
)
PHASES: Final = (
    Phase("clan", DUTY, "choose_clan", lambda s: max(s.clans) >= 0),
    Phase("program", DUTY, "program_actions", in_turn(2), golden=True),
    Phase("programming", DUTY, "program_actions", in_turn(2), chosen=2),
    Phase("move", DUTY, "choose_move", in_turn(2), golden=True),
    Phase("target", DUTY, "declare_target", golden=True),
    Phase("strike", DUTY, "agree_strike"),
    Phase("inspiration", DUTY, "use_inspiration", in_turn(3), golden=True),
    Phase("end", DUTY, "", golden=True),
    Phase("chair", LANCELOT, "choose_start_seat"),
    Phase("crown", LANCELOT, "place_crown"),
    Phase("road", LANCELOT, "choose_move", in_turn(3), golden=True),
    Phase("counters", LANCELOT, "choose_counters", in_turn(2), golden=True),
    Phase("cards", LANCELOT, "choose_cards", in_turn(2)),
    Phase("virtue", LANCELOT, "choose_virtue", golden=True),
    Phase("galahad", LANCELOT, "choose_galahad_virtue"),
    Phase("deed", LANCELOT, "choose_deed", golden=True),
    Phase("morgana", LANCELOT, "use_morgana"),
    Phase("magic", LANCELOT, "use_magic"),
    Phase("end", LANCELOT, "", golden=True),
    Phase("sponsor", QUESTS, "sponsor_quest", in_turn(4), golden=True),
    Phase("build", QUESTS, "setup_quest", golden=True),
    Phase("building", QUESTS, "setup_quest", chosen=3),
    Phase("join", QUESTS, "join_quest"),
    Phase("foe", QUESTS, "play_foe_stage", lambda s: s.stage >= 2, golden=True),
    Phase("merlin", QUESTS, "merlin_preview"),
    Phase("test", QUESTS, "bid_test", golden=True),
    Phase("pay", QUESTS, "test_discard"),
    Phase("tournament", QUESTS, "play_tournament", golden=True),
    Phase("arms", QUESTS, "call_to_arms"),
    Phase("mordred", QUESTS, "mordred_window"),
    Phase("limit", QUESTS, "hand_limit"),
    Phase("end", QUESTS, "", golden=True),
    Phase("action", NINJAS, "choose_action", lambda s: s.turns > 12, golden=True),
    Phase("attacking", NINJAS, "choose_action", lambda s: s.turns > 12, chosen=2),
    Phase("go-on", NINJAS, "continue_attack"),
    Phase("pre-attack", NINJAS, "respond_pre_attack"),
    Phase("response", NINJAS, "respond", golden=True),
    Phase("nested", NINJAS, "respond", lambda s: s.turned > 0, golden=True),
    Phase("side-effect", NINJAS, "unique_side_effect"),
    Phase("highwayman", NINJAS, "highwayman", golden=True),
    Phase("herald", NINJAS, "herald_offer"),
    Phase("herald-takes", NINJAS, "herald_pick"),
    Phase("monk", NINJAS, "monk_pay"),
    Phase("end", NINJAS, "", golden=True),
    Phase("draft", DUEL, "draft", golden=True),
    Phase("minstrel", DUEL, "minstrel_discard"),
    Phase("end", DUEL, ""),
    Phase("arthur", COURT, "arthur_discard_event", lambda s: s.round > 2, golden=True),
    Phase("merlin", COURT, "merlin_choose_event", lambda s: s.round > 2),
    Phase("gift", COURT, "damosel_give", lambda s: s.round > 2, golden=True),
    Phase("select", COURT, "knight_select", lambda s: s.round > 2, golden=True),
    Phase("merlin-takes", COURT, "merlin_take"),
    Phase("joust", COURT, "joust_thrust", golden=True),
    Phase("service", COURT, "service_offer", lambda s: s.round > 2),
    Phase("disaster", COURT, "disaster_faces"),
    Phase("worship", COURT, "worship_faces"),
    Phase("camlann-card", COURT, "camlann_draw"),
    Phase("camlann-side", COURT, "camlann_side"),
    Phase("camlann", COURT, "camlann_fight", lambda s: s.battle > 1, golden=True),
    Phase("end", COURT, "", golden=True),
)


@cache
def whole(name: str) -> Match:
    return rt.load(MATCHES / f"{name}.jsonl")


def reach(phase: Phase) -> Match:
    """The recorded match, as far as that moment."""
    match = whole(phase.match)
    if not phase.question:
        return match
    for i, entry in enumerate(match.entries):
        if entry.question == phase.question and phase.when(match.before(i)[0]):
            return match.fork(i)
    raise AssertionError(f"{phase.id}: no such moment in the recorded match")


def viewer(match: Match) -> int:
    """Through whose eyes the moment is seen: who is asked, and at the end the winner."""
    return match.asked[0] if match.asked else match.ranking[0][0]


def pictures(folder: Path, words: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    from .conftest import CHROMIUM, FLAGS, serving
    from .people import Visitor

    folder.mkdir(parents=True, exist_ok=True)
    with serving(folder / "data") as address, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size, light in product(("desk", "phone"), ("day", "night")):
            names = {f"{phase.id}-{size}-{light}.png": phase for phase in PHASES}
            chosen = {name: phase for name, phase in names.items() if all(word in name for word in words)}
            person = Visitor(browser, address, size == "phone", light == "night")
            opened = ""
            for name, phase in chosen.items():
                match = reach(phase)
                if opened != match.game.slug:
                    person.begin(match.game.slug, bot="page")
                    opened = match.game.slug
                person.show(match, viewer(match), phase.chosen)
                person.page.screenshot(path=folder / name, full_page=size == "phone")
                print(name, flush=True)
            person.leave()
        browser.close()


if __name__ == "__main__":
    pictures(Path(sys.argv[1]), sys.argv[2:])
