"""The searching bot: information-set Monte Carlo tree search, the same for every game.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 4.2, 2012), in its form
with a tree for every seat (MO-ISMCTS).  Each simulation plays one determinization: a world that agrees with the view.
The statistics of a seat are kept for its information set, what that seat has seen and answered since the question at
hand, so nobody in the tree decides by what they cannot know; seats that are asked at once answer without seeing one
another.  Selection is UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with progressive widening (Coulom 2007; Chaslot et al.
2008).  An answer is found atom by atom: at every prefix few atoms are tried at first and more with every visit, the
game's own advice before all others, so that a choice with thousands of answers costs no more than one with ten.

| module | |
| --- | --- |
| `tree` | information sets, nodes, UCB1 |
| `reward` | what a match is worth to a seat |
| `search` | one search: determinizations, simulations, rollouts |
| `bot` | the bot: opponent modelling, the budget, several processes |
"""

from __future__ import annotations

from .bot import SearchBot
from .reward import shares
from .search import Clock, Search
from .tree import Candidate, merged

__all__ = ["Candidate", "Clock", "Search", "SearchBot", "merged", "shares"]
