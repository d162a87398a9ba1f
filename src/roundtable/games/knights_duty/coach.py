"""Knight's Duty: what to know about a question, or a great moment, that comes for the first time."""

from typing import Final

COACH: Final = {
    "choose_clan": "All clans have the same tokens; yours gives you a colour and a side of the arena to begin on.",
    "program_actions": "All knights carry out their first token, then their second, then their third; you choose where "
    "to go and whom to strike only then.",
    "choose_move": "All who move choose in secret and move together; two knights never share a space.",
    "agree_move": "If exactly one of you insists, that one gets the space; if both insist or both yield, nobody does.",
    "declare_target": "You may strike whoever is in reach of your weapon; nothing blocks the way of an attack.",
    "agree_strike": "Who strikes comes before who waits; a knight that was attacked already can be left for another.",
    "retarget": "Your target was attacked before you, so you may pick any knight in reach instead.",
    "use_inspiration": "Inspiration adds a Heart to your attack or a Shield against an attack on you; it comes "
    "back on the High Ground or when you defeat somebody.",
    # great moments, by their signs
    "hearts": "The first hit breaks a heart, which leaves two actions a turn; the second ends a knight's fight.",
    "laurels": "The last knight standing has won.",
}
