"""Lancelot: what every stat and sign on the table means."""

from __future__ import annotations

from typing import Final

from roundtable.scene import Meaning

from .words import CATEGORY_WORDS

LEGEND: Final = (
    Meaning("VP", "laurels", "Virtue Points: whoever has most of them after eight turns wins.", "5.5"),
    Meaning("Seat", "round-table", "The seat at the Round Table: it gives something, and orders the next turn.", "2.2"),
    Meaning("Cards", "card-pick", "Cards in front of this player, at most seven.", "4.5"),
    Meaning("Swords", "broadsword", "The weapon that is easiest to get; deeds cost weapons.", "2.1"),
    Meaning("Maces", "flanged-mace", "A weapon; deeds cost weapons.", "2.1"),
    Meaning("Lances", "barbed-spear", "The rarest weapon; deeds cost weapons.", "2.1"),
    Meaning(
        "Magic",
        "magic-swirl",
        "Changes or discards cards and squires at the end of a turn.",
        "4.9",
    ),
    Meaning("Squires", "visored-helm", "Followers: some Virtues ask for an exact number of them.", "2.6"),
    Meaning(
        "Deeds",
        "dragon-head",
        "Completed at the Dragon for weapons; Maleagant makes each cheaper by one.",
        "2.7",
    ),
    Meaning("Grail", "holy-grail", "How far this player has come in the quest for the Grail.", "4.7"),
    Meaning(
        "Discs",
        "plain-circle",
        "They mark Virtues, crowns and advantages; so many are still free.",
        "2.6",
    ),
    Meaning("Morgana", "warlock-eye", "The eye grants one second tour in the game.", "4.6"),
    Meaning("Morgana is used", "semi-closed-eye", "The blank side: this player has used Morgana's power.", "4.6"),
    Meaning("Virtues", "", "Points for Virtues learnt at Percival.", "2.6"),
    *(
        Meaning(f"Most {kind}", "", f"Points for the most {kind} at the end.", "5.1")
        for kind in CATEGORY_WORDS.values()
    ),
    Meaning("Majority", "podium-winner", "At the end this would bring 2 points: nobody has more of it.", "5.1"),
    Meaning(
        "Excalibur",
        "shining-sword",
        "Some deeds ask for this Sword, and at the end it is worth 3 points.",
        "5.3",
    ),
    Meaning(
        "Excalibur counter",
        "sword-in-stone",
        "Whoever fetched it gets the Sword at the end of the turn.",
        "4.9",
    ),
    Meaning("Crown", "crown", "The crown of a Virtue: whose disc lies on it scores the high value.", "2.6"),
    Meaning("Mordred", "witch-face", "This seat lays your Morgana counter, eye up, beside Morgana.", "2.2"),
    Meaning("Bedivere", "horse-head", "Lasting: two spaces in a move on the Joust.", "2.2"),
    Meaning("Gawain", "castle", "Lasting: two spaces in a move in the Stronghold.", "2.2"),
    Meaning("Tristan", "sail", "Lasting: up to two cards of each colour in Distant Lands.", "2.2"),
    Meaning("Merlin", "wizard-face", "This seat gives one magic.", "2.2"),
    Meaning("Guinevere", "queen-crown", "This seat scores one point.", "2.2"),
    Meaning("Ladies", "rose", "A card; whoever has most Ladies can learn Kindness.", "2.6"),
    Meaning("Allied Knights", "knight-banner", "A card; Heroism asks for exactly three of them.", "2.6"),
    Meaning("Enemies", "crossed-swords", "A card; Strength asks for exactly five of them.", "2.6"),
    Meaning("Plots", "tied-scroll", "A card; Honor asks for exactly seven of them.", "2.6"),
    Meaning("Percival", "prayer", "Here a knight learns one Virtue whose terms are met.", "4.6"),
    Meaning("Galahad", "angel-wings", "Here a knight lays a disc on the Virtue to learn next.", "4.6"),
    Meaning("Lake", "vortex", "Only one player may enter the Lake in a turn.", "4.5"),
    Meaning("Journey", "mounted-knight", "Knights ride clockwise from site to site, round by round.", "4.2"),
    Meaning("Moves now", "boots", "This knight is the next to move: whoever is farthest ahead comes first.", "4.3"),
    Meaning("Still to move", "hourglass", "This knight has yet to move in this round.", "4.2"),
    Meaning("Has moved", "footprint", "This knight has moved in this round.", "4.2"),
    Meaning("Day side", "sun", "The day side of a knight; turning it over shows that it has moved.", "4.2"),
    Meaning("Night side", "moon", "The night side of a knight; turning it over shows that it has moved.", "4.2"),
    Meaning("Second tour", "cycle", "This knight rides a second time in this turn.", "4.6"),
    Meaning("Met", "check-mark", "What is asked for here is met.", "2.6"),
    Meaning("Not met", "cross-mark", "What is asked for here is not met, or not allowed now.", "2.6"),
)
