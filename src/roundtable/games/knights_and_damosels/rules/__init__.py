"""Knights & Damosels, sections 3 to 6: the rules, one module per chapter, and the table of questions."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Question

from .camlann import Camlann, camlann_draw, camlann_fight, camlann_side
from .ending import ranking
from .joust import Joust, joust_thrust
from .knight import KnightPhase, Reselection, Selection, joust_reselect, knight_select, merlin_take
from .rounds import Camelot, Round, arthur_discard_event, damosel_give, merlin_choose_event
from .service import Disaster, Service, Worship, disaster_faces, joust_reoffer, service_offer, worship_faces

QUESTIONS: Final = {
    "arthur_discard_event": Question("4.1", arthur_discard_event),
    "merlin_choose_event": Question("4.1", merlin_choose_event),
    "damosel_give": Question("4.2", damosel_give),
    "knight_select": Question("4.3", knight_select),
    "merlin_take": Question("4.3", merlin_take),
    "joust_thrust": Question("4.6", joust_thrust),
    "joust_reselect": Question("4.3", joust_reselect),
    "service_offer": Question("4.4.1", service_offer),
    "joust_reoffer": Question("4.4.1", joust_reoffer),
    "disaster_faces": Question("4.4.2", disaster_faces),
    "worship_faces": Question("4.5", worship_faces),
    "camlann_draw": Question("4.8", camlann_draw),
    "camlann_side": Question("4.8", camlann_side),
    "camlann_fight": Question("4.8", camlann_fight),
}
FLOWS: Final = (Camelot, Round, KnightPhase, Selection, Reselection, Joust, Service, Disaster, Worship, Camlann)

__all__ = ["FLOWS", "QUESTIONS", "ranking"]
