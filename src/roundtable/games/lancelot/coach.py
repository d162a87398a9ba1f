"""Lancelot: what to know about a question, or a great moment, that comes for the first time."""

from typing import Final

COACH: Final = {
    "choose_colour": "All knights ride alike; choose the colour you like to see.",
    "choose_start_seat": "Every seat has its own gift, and the knight nearer to Arthur moves first in the next turn.",
    "place_crown": "With your disc on a crown you score the high value when you learn that Virtue.",
    "take_gift": "The seat you come home to gives you this at once.",
    "choose_move": "You only ride forward: whatever you pass is behind you until the next turn, and good seats at home "
    "go to those who come back early.",
    "choose_counters": "You may take what you rode past on this track; weapons pay for deeds and count at the end.",
    "choose_cards": "Cards of Distant Lands are what Virtues ask for; you can have seven before you at most.",
    "choose_virtue": "You learn a Virtue whose terms you meet now; a crown of your own makes it worth more.",
    "choose_galahad_virtue": "Your disc marks the Virtue that you may learn at Percival on a later tour.",
    "choose_deed": "A deed costs weapons and magic, and its points count at once.",
    "use_morgana": "Once in the game Morgana lets you make a second tour in the same turn, and clears the Grail.",
    "use_magic": "One magic lets you discard cards, change a card's colour, or dismiss squires.",
    "choose_tied_category": "Where several share a lead, each takes one of the kinds in turn, for 2 points.",
    # great moments, by their signs
    "sword-in-stone": "The Excalibur counter is fetched from the Lake; its knight owns the Sword when the turn ends.",
    "shining-sword": "Some deeds can be done only by the owner of the Excalibur Sword.",
    "laurels": "The most Virtue Points win.",
}
