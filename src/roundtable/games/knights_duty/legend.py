"""Knight's Duty: what every stat and sign on the table means."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Meaning

from .cards import CLANS
from .faces import CHARGES, TEAM_SIGNS
from .words import TEAMS

LEGEND: Final = (
    Meaning("Heart", "hearts", "A full heart: three actions in each turn, and a hit only breaks it.", "4.3"),
    Meaning("Broken Heart", "broken-heart", "Two actions in each turn, and the next hit defeats the knight.", "4.3"),
    Meaning("Lost", "hazard-sign", "Hit in this turn: the third token is taken back and not played.", "4.5"),
    Meaning("Weapon", "", "What the knight has in hand; only with it can an attack be made.", "2.4"),
    Meaning("Sword", "broadsword", "Reaches two spaces, and of four cards three are hits.", "2.4"),
    Meaning("Spear", "spear-hook", "Reaches three spaces, and of four cards two are hits.", "2.4"),
    Meaning("Bow", "high-shot", "Reaches four spaces, and of four cards one is a hit.", "2.4"),
    Meaning("Unarmed", "fist", "No weapon in hand: the first weapon token takes one up.", "4.5"),
    Meaning("Inspiration", "sun", "Ready: it can be spent in a combat for one more Heart, or one more Shield.", "4.9"),
    Meaning("Spent inspiration", "night-sky", "Spent: the High Ground or a victory makes it bright again.", "4.3"),
    Meaning("Move", "boots", "The first step of a slot: knights with a Move token go to a space beside them.", "4.6"),
    Meaning("Swap", "cycle", "The second step: knights take up the weapon of their token.", "4.7"),
    Meaning("Shield", "shield", "This knight defends: every attack of this slot has one Heart less.", "4.8"),
    Meaning("Parry", "sword-clash", "This knight parries: whoever attacks and misses drops the weapon.", "4.8"),
    Meaning("Attack", "crossed-swords", "The last step of a slot, and whom this knight attacks.", "4.9"),
    Meaning("Team", "", "The knights of one team do not attack each other, and win or lose together.", "6.1"),
    *(Meaning(name, sign, f"A knight of the {name}.", "6.1") for name, sign in zip(TEAMS, TEAM_SIGNS, strict=True)),
    Meaning("Points", "laurels", "Won in the bouts of this series; most points win.", "6.2"),
    *(
        Meaning(f"{clan.capitalize()} side", sign, f"The side of the arena from which the {clan} clan starts.", "2.2")
        for clan, sign in zip(CLANS, CHARGES, strict=True)
    ),
)
