"""Of Knights and Ninjas: what to know about a question, or a great moment, that comes for the first time."""

from typing import Final

COACH: Final = {
    "choose_action": "In your turn you do one thing: build a wall, attack a rival, play a special card, or discard.",
    "continue_attack": "As long as no gems have moved you may attack the same rival again, card after card.",
    "respond_pre_attack": "This card only breaks your wall; most often it is wise to save your cards for the attack.",
    "respond": "You give one answer: subtract the strength of your own cards, stop the attack, or let it count.",
    "unique_side_effect": "A dragon may burn the castle it passed, and a ninja may kill the archer.",
    "highwayman": "Gems are on the road: a highwayman takes them all, and nobody learns that you were asked.",
    "herald_offer": "A herald calls: the card you show may be taken, so show one that you can do without.",
    "herald_pick": "You must take one of the cards that the rivals show; the others go back.",
    "monk_pay": "A monk asks everybody with a castle for cards or a gem; all pay at the same time, in secret.",
    "minstrel_discard": "A minstrel of the duel lets the rival discard two cards at once.",
    "draft": "Keep the card you see, and the other one drafts next; or give it away and look at the next one.",
    # great moments, by their signs
    "backstab": "A traitor turns an attack round: now the attacker has to answer it.",
    "broadsword": "An executioner stops an attack for good, and the attacker's turn ends.",
    "cut-diamond": "A highwayman takes all gems that are on the road.",
    "crown": "Whoever holds enough gems after the road rules, and the match is over.",
}
