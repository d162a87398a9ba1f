"""Every sentence that random matches say is good English: log, prompts, labels, hints, reasons, status and tally.

The slips that sentences made from facts are prone to are listed in `roundtable.engine.grammar`.  Seeds are fixed; to
read more matches than the tests do, set ROUNDTABLE_MATCHES (of each game, number of players and setting).
"""

from __future__ import annotations

import os

import roundtable as rt

MATCHES = int(os.environ.get("ROUNDTABLE_MATCHES", "0"))
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
GAMES = [rt.game(slug) for slug in rt.slugs()]
