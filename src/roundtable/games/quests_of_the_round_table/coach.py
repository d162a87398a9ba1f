"""Quests of the Round Table: what to know about a question, or a great moment, that comes for the first time."""

from typing import Final

COACH: Final = {
    "sponsor_quest": "A sponsor builds the quest from the own hand and draws new cards for it, but wins no shields.",
    "setup_quest": "Every stage is stronger than the one before; a hard quest keeps the others from winning shields.",
    "join_quest": "Who rides out draws a card before each stage and wins a shield for every stage if all are passed.",
    "hand_limit": "Nobody keeps more than twelve cards; allies can be put into play instead of being thrown away.",
    "merlin_preview": "Merlin lets you look at one stage that lies face down, once in a quest.",
    "play_foe_stage": "Rank, weapons, allies and Amour add up; you pass with as many points as the foe has.",
    "bid_test": "The highest bidder alone goes on and discards as many cards as were bid; the others are out.",
    "test_discard": "You have won the Test and now pay with cards, less your free bids.",
    "join_tournament": "The strongest entrant wins a shield for every entrant; weapons are spent, allies stay.",
    "play_tournament": "All choose in secret and show together; the most points win.",
    "call_to_arms": "The King calls: those of the highest rank discard a weapon, or foes if they have none.",
    "mordred_window": "Mordred can be sacrificed now to discard any ally in play; nobody learns that you were asked.",
    "prosperity_draw": "Everybody draws two cards.",
    # great moments, by their signs
    "laurels": "Who passes every stage of a quest wins a shield for each.",
    "knight-banner": "A tournament is worth a shield for every entrant.",
    "checked-shield": "Enough shields buy the next rank, which is stronger in every fight.",
    "round-table": "The first Knight of the Round Table wins.",
}
