"""The conformance kit: what must be true of every game, shown by playing it at random.

`check(game)` plays random matches with every number of players and every option value, and tests each property after
every answer or at random moments.  No game is exempt.  A fault comes with the match file that reproduces it.
"""

from .checking import check, settings
from .report import ENOUGH, PROPERTIES, Fault, Property, Report

__all__ = ["ENOUGH", "PROPERTIES", "Fault", "Property", "Report", "check", "settings"]
