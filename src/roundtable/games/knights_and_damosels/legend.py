"""Knights & Damosels: what every stat and sign on the table means."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Meaning

LEGEND: Final = (
    Meaning("Given", "present", "The most cards of this player's damosel that any one knight has been given.", "2.3"),
    Meaning("Earned", "medal", "The chivalry cards that this player's knight has earned.", "2.3"),
    Meaning("Worship", "charm", "Fame in points: cards offered in service earn it, and enough of it wins.", "2.6"),
    Meaning("Knight", "visored-helm", "The knight that this player leads; knights collect chivalry cards.", "4.3"),
    Meaning("Damosel", "rose", "This player's damosel; she gives cards, never to the own knight.", "4.2"),
    Meaning("Arthur", "crown", "He chooses two of three events; in the last battle, his side.", "4.1"),
    Meaning("Merlin", "wizard-staff", "Merlin's title: he alone sees whose gifts they are, and judges.", "4.2"),
    Meaning("Event", "scroll-unfurled", "The phase in which Arthur and Merlin choose the event of the round.", "4.1"),
    Meaning("Service", "knight-banner", "Cards are offered for the places that the event asks for.", "4.4"),
    Meaning("Giver", "wax-seal", "The damosel who gave this card; a question mark if you do not know her.", "4.2"),
    Meaning("Goal", "hazard-sign", "This player has reached a goal, or is one step away from it.", "2.3"),
    Meaning("Victory", "trophy", "The goal with which this player ended the game.", "5"),
    Meaning("Joust", "barbed-spear", "This player jousts for a card, or has the right to it.", "4.6"),
    Meaning("Fortune", "clover", "Fortune favours this chivalry in this round.", "6.2"),
    Meaning("Lot", "perspective-dice-six-faces-random", "Equals whom only a lot could tell apart.", "5"),
    Meaning("Holding back", "broken-heart", "This player offers nothing more in this phase.", "4.4"),
    Meaning("Camlann", "crossed-swords", "The last battle, fought after the ranking.", "4.8"),
    Meaning("Mordred", "backstab", "This player fights on Mordred's side in the last battle.", "4.8"),
    Meaning("Immune", "checked-shield", "Nothing can happen to the cards of this smaller side for some rounds.", "4.8"),
)
