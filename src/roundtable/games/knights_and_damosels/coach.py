"""Knights & Damosels: what to know about a question, or a great moment, that comes for the first time."""

from typing import Final

COACH: Final = {
    "arthur_discard_event": "You are Arthur: one event goes away unseen, and Merlin chooses between the other two.",
    "merlin_choose_event": "You are Merlin: the event you reveal says what the knights must serve with in this round.",
    "damosel_give": "Your damosel gives one card in secret; whoever gets it will be told from whom it came.",
    "knight_select": "Ask for a chivalry that your knight lacks; if it turns out to be your own damosel's, ask again.",
    "merlin_take": "Merlin sees whose gifts these are and takes the last one.",
    "joust_thrust": "Guess: with the same thrust the right to the card changes hands, with different ones it stays.",
    "joust_reselect": "You have lost the card in a joust and may take another one from the display.",
    "service_offer": "Serve the event with a card of your knight: each place takes one card, which earns worship.",
    "joust_reoffer": "You have lost your place in a joust and may offer another card.",
    "disaster_faces": "The larger group loses its cards, the smaller one pays worship: guess what others do.",
    "worship_faces": "Up is duty, down is betrayal: a card that lies alone takes from the others, and if all betray "
    "all earn less.",
    "camlann_draw": "Take back one of your damosel's cards: it will fight for you at Camlann.",
    "camlann_side": "Fight for Arthur or for Mordred; a side that is short of players is spared for two rounds.",
    "camlann_fight": "Virtue defeats Arms, Arms defeat Vassalage, Vassalage defeats Virtue; equals wound each other.",
    # great moments, by their signs
    "scroll-unfurled": "The event says which chivalries are asked for in this round, and what they earn.",
    "barbed-spear": "In a joust two knights fight for one card or place.",
    "hearts": "In a disaster cards of one kind are lost, or paid for with worship.",
    "laurels": "A Damosel victory counts before a Knight victory, and that before a Worship victory.",
    "broadsword": "At Camlann everybody shows one card in each round.",
    "crown": "The last one with cards wins the battle.",
}
