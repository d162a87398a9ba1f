"""Of Knights and Ninjas: what every stat and sign on the table means."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Meaning

LEGEND: Final = (
    Meaning("Gems", "cut-diamond", "The treasure of this player, and how many are needed to win.", "5.1"),
    Meaning("Cards", "card-pickup", "How many cards this player holds; which ones is a secret.", "2.3"),
    Meaning("Draft", "card-draw", "In the duel cards are drafted: keep the card you see or give it away.", "4.10"),
    Meaning("Action", "card-play", "One thing in a turn: fortify, attack, a special action or a discard.", "4.2"),
    Meaning("Attack", "crossed-swords", "The attack goes on card by card against the same rival.", "4.4"),
    Meaning("Answer", "shield", "The attacked player answers with a card, or takes the loss.", "4.6"),
    Meaning("Road", "road", "Captured gems travel over the open road, where a highwayman may be waiting.", "4.7"),
    Meaning("On turn", "hourglass", "It is this player's turn.", "4.1"),
    Meaning("Began", "round-table", "This player had the first turn.", "3.1"),
    Meaning("Close to the goal", "crown", "This player needs only a few more gems.", "5.1"),
    Meaning("Safe", "lyre", "A minstrel sings: this player cannot be attacked until the own next turn.", "4.3"),
    Meaning("May discard", "card-discard", "This player may discard a card.", "4.2"),
    Meaning("May re-deal", "card-exchange", "This player may call for a new deal.", "4.10"),
    Meaning("Known", "eye-target", "You know this card, though it lies hidden.", "7"),
    Meaning("Not now", "cancel", "This card or player cannot be chosen now, for the reason given.", "4.11"),
)
