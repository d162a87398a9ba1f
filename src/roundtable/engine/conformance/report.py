"""The properties that every game must have, and what the kit found out about them."""

from __future__ import annotations

from typing import Final

PROPERTIES: Final = {
    "declared": "everything is declared: zones for all piles, questions with paragraphs, sentences for options",
    "plays": "no answer that is legal makes the rules fail",
    "ends": "random matches end within the game's limit, with a ranking of all seats",
    "choices": "whoever is asked has a legal answer, no offered prefix is a dead end, answers have one spelling",
    "vocabulary": "every atom offered is in the declared vocabulary and has a label",
    "pieces": "every piece lies in exactly one place",
    "invariants": "the invariants of the rules hold after every answer",
    "clones": "an old clone never changes, and a state holds nothing that could be shared",
    "replay": "the same answers lead to the same states, in whatever order sealed answers arrive",
    "files": "a match saved and loaded in the middle of a question is the same match",
    "positions": "a position round-trips: the present moment, arranged again by names, looks the same to everybody",
    "undo": "an answer taken back and given again leads to the same state",
    "views": "no number of a piece that is hidden from a viewer is in its view, scene or log",
    "secrecy": "two truths that differ only in what a viewer cannot see give it the same view, scene, choices and log",
    "discretion": "what somebody chooses or draws in secret is told to nobody else, by log, scene, choice or question",
    "time": "the time of an answer tells nothing: it is the same whatever those who are asked hold in secret",
    "worlds": "a world can be made from every view, agrees with it, and can be played on",
    "refusals": "malformed answers are refused with a reason and change nothing",
    "legend": "every stat, mark and phase is explained in the legend, by a sign that exists and means nothing else",
    "words": "every question has a prompt and every scene can be drawn for every viewer",
}

ENOUGH: Final = 3  # faults of one property; more of the same would tell nothing new


class Fault:
    """A property that did not hold, in words, with the match file that shows it."""

    def __init__(self, name: str, message: str, match_text: str) -> None:
        self.property = name
        self.message = message
        self.match_text = match_text


class Property:
    """How often a property was checked, and the faults found."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.checks = 0
        self.found = 0  # faults, with those that say the same again
        self.faults: list[Fault] = []


class Report:
    """What the kit found."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.matches = 0
        self.answers = 0
        self.settings = 0  # numbers of players, presets and option values
        self.reached = 0  # those of them that were played
        self.properties = {name: Property(text) for name, text in PROPERTIES.items()}
        self.icons: frozenset[str] = frozenset()  # all that can be drawn; empty if nobody knows
        self.steps: set[tuple[str, str]] = set()  # for the rule-coverage report

    @property
    def faults(self) -> list[Fault]:
        return [fault for prop in self.properties.values() for fault in prop.faults]

    @property
    def enough(self) -> bool:
        """Whether some property has failed so often that playing on would tell nothing new."""
        return any(prop.found >= ENOUGH for prop in self.properties.values())

    def fault(self, name: str, message: str, match_text: str = "") -> None:
        prop = self.properties[name]
        prop.found += 1
        if len(prop.faults) < ENOUGH and message not in [fault.message for fault in prop.faults]:
            prop.faults.append(Fault(name, message, match_text))

    def data(self) -> dict[str, object]:
        """For `roundtable check --json`."""
        return {
            "game": self.game,
            "matches": self.matches,
            "answers": self.answers,
            "settings": self.settings,
            "reached": self.reached,
            "faults": len(self.faults),
            "properties": {
                name: {
                    "text": prop.text,
                    "checks": prop.checks,
                    "faults": [{"message": fault.message, "match": fault.match_text} for fault in prop.faults],
                }
                for name, prop in self.properties.items()
            },
        }
