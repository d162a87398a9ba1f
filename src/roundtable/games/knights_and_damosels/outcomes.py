"""Knights & Damosels: what came of faces, thrusts and battles, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtable.engine import Event
from roundtable.engine.game import Picture
from roundtable.engine.grammar import count
from roundtable.scene import Outcome, Party

from .cards import CHIVALRY, DAMOSEL, DAMOSEL_NAMES, EVENT_NAME, KIND, PIECE, SET, STRUCK, VASSALAGE, WORDS
from .faces import chivalry_face
from .questions import DECLINE

Names = Sequence[str]


def _awarded(e: Event, names: Names) -> Outcome | None:
    parties = []
    betrayals = 0
    for chivalry, worship in e["earned"].items():
        seat = e["offered"][chivalry]
        shares = e["faces"] and KIND[chivalry] != VASSALAGE
        betrays = shares and bool(e["down"] >> chivalry & 1)
        betrayals += betrays
        says = "betrayal, face down" if betrays else "duty, face up" if shares else WORDS[chivalry]
        end = f"+{worship} worship" if worship else "nothing"
        tone = "good" if worship else "bad"
        parties.append(Party(names[seat], seat, (chivalry_face(chivalry),), says, end, tone))
    if not parties:
        return None
    verdict = ""
    if e["faces"]:
        verdict = f"{betrayals} betrayed" if betrayals else "Everybody did their duty"
    return Outcome(EVENT_NAME[PIECE[e["event"]]], tuple(parties), verdict)


def _disaster(e: Event, names: Names) -> Outcome | None:
    ups, downs = (sum(mask.bit_count() for mask in e[face]) for face in ("up", "down"))
    if not ups + downs:
        return None
    most = "up" if ups > downs else "down" if downs > ups else ""
    parties = []
    for face in ("up", "down"):
        for seat, mask in enumerate(e[face]):
            if mask:
                faces = tuple([chivalry_face(c) for c in SET[mask]])
                end = "" if not most else "lost" if face == most else "kept for worship"
                tone = "" if not most else "bad" if face == most else "good"
                parties.append(Party(names[seat], seat, faces, f"face {face}", end, tone))
    verdict = f"{ups} up, {downs} down: the majority is lost" if most else f"{ups} up, {downs} down: nothing happens"
    return Outcome(f"{EVENT_NAME[PIECE[e['event']]]} strikes {STRUCK[e['event']]}", tuple(parties), verdict)


def _revealed(e: Event, names: Names) -> Outcome | None:
    parties = tuple(
        [
            Party(names[seat], seat, (chivalry_face(CHIVALRY[card]),), f"from {DAMOSEL_NAMES[DAMOSEL[card]]}")
            for seat, card in e["taken"]
        ]
    )
    return Outcome("The gifts are turned", parties) if parties else None


def _thrusts(e: Event, names: Names) -> Outcome | None:
    parties = []
    for seat, thrust in zip((e["seat"], e["holder"]), e["thrusts"]):
        won = e["right"] == seat
        end = "has the right" if won else f"loses {count(e['worship'], 'worship', 'worship')}" if e["worship"] else ""
        says = "declines" if thrust == DECLINE else f"thrusts {thrust}"
        parties.append(Party(names[seat], seat, (), says, end, "good" if won else ""))
    verdict = "The joust is over" if e["over"] else "The joust goes on"
    return Outcome(f"For the {WORDS[e['chivalry']]}, pass {e['number']}", tuple(parties), verdict, "barbed-spear")


def _clashed(e: Event, names: Names) -> Outcome | None:
    harms = dict(e["harms"])
    parties = tuple(
        [
            Party(
                names[q],
                q,
                (chivalry_face(CHIVALRY[card]),),
                WORDS[CHIVALRY[card]],
                harms[q] or "unharmed",
                "bad" if harms[q] else "good",
            )
            for q, card in e["shown"]
        ]
    )
    return Outcome(f"Round {e['round']} of the Battle of Camlann", parties)


OUTCOMES: Final[dict[str, Picture]] = {
    "awarded": _awarded,
    "disaster": _disaster,
    "damosels_revealed": _revealed,
    "thrusts": _thrusts,
    "clashed": _clashed,
}
