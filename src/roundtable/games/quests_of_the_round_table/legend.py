"""Quests of the Round Table: what every stat and sign on the table means."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Meaning

from .cards import RANK_NAMES
from .faces import RANK_ICONS

RANK_WORDS: Final = (
    "The lowest rank, with which everybody begins.",
    "The second rank, reached with five shields.",
    "The third rank, reached with seven more shields.",
    "The highest rank: the first to take this seat wins.",
)

LEGEND: Final = (
    Meaning("Rank", "", "How high this player has risen; a higher rank is stronger in every fight.", "2.3"),
    *(Meaning(name, icon, words, "2.3") for name, icon, words in zip(RANK_NAMES, RANK_ICONS, RANK_WORDS, strict=True)),
    Meaning("Shields", "checked-shield", "Shields won, and how many are needed for the next rank.", "4.9"),
    Meaning("Hand", "card-pick", "How many cards this player holds, at most twelve; which ones is a secret.", "4.3"),
    Meaning("Points", "swords-power", "Battle points: rank, weapons, Amour and allies together.", "2.4"),
    Meaning("Free bids", "coins", "So many bids of a Test cost this player no card.", "2.4"),
    Meaning("Bid", "two-coins", "The highest bid so far in this Test.", "4.4.8"),
    Meaning("Current player", "hourglass", "This player has turned up the story card.", "4.1"),
    Meaning("Sponsor", "knight-banner", "Who sponsors a quest builds its stages and does not ride.", "4.4.1"),
    Meaning("Build", "stone-stack", "The sponsor builds the stages in secret.", "4.4.3"),
    Meaning("Participant", "mounted-knight", "Who rides on the quest, or fights in the tournament.", "4.4.4"),
    Meaning("Stage", "crossed-swords", "A stage of the quest, or a round of the tournament.", "4.4.5"),
    Meaning("Joins", "check-mark", "This player will ride.", "4.4.4"),
    Meaning("Out", "cross-mark", "This player is out of the quest or tournament.", "4.4.7"),
    Meaning(
        "Has looked ahead",
        "eye-target",
        "With Merlin's help this player has seen a hidden stage.",
        "4.4.6",
    ),
    Meaning("Face down", "semi-closed-eye", "Only you see this card; to the others it lies face down.", "2.5"),
    Meaning("Chosen", "card-play", "You have chosen this card.", "4.4.7"),
    Meaning("Does not count", "cancel", "This ally or card does not count here.", "2.4"),
)
