"""The lab: many matches played by bots, and what they tell."""
