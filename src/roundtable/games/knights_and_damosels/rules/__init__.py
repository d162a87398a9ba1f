"""Knights & Damosels, sections 3 to 6: the rules by chapter, and the questions they put."""

from __future__ import annotations

from typing import Final

from roundtable.engine import Question

from .. import questions
from .camlann import Camlann
from .ending import ranking
from .joust import Joust
from .knight import KnightPhase, Reselection, Selection
from .rounds import Camelot, Round
from .service import Disaster, Service, Worship

FLOWS: Final = (Camelot, Round, KnightPhase, Selection, Reselection, Joust, Service, Disaster, Worship, Camlann)

QUESTIONS: Final = {
    "arthur_discard_event": Question("4.1", questions.arthur_discard_event),
    "merlin_choose_event": Question("4.1", questions.merlin_choose_event),
    "damosel_give": Question("4.2", questions.damosel_give),
    "knight_select": Question("4.3", questions.knight_select),
    "merlin_take": Question("4.3", questions.merlin_take),
    "joust_thrust": Question("4.6", questions.joust_thrust),
    "joust_reselect": Question("4.3", questions.joust_reselect),
    "service_offer": Question("4.4.1", questions.service_offer),
    "joust_reoffer": Question("4.4.1", questions.joust_reoffer),
    "disaster_faces": Question("4.4.2", questions.disaster_faces),
    "worship_faces": Question("4.5", questions.worship_faces),
    "camlann_draw": Question("4.8", questions.camlann_draw),
    "camlann_side": Question("4.8", questions.camlann_side),
    "camlann_fight": Question("4.8", questions.camlann_fight),
}

__all__ = ["FLOWS", "QUESTIONS", "ranking"]
