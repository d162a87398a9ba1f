"""Lancelot: eight turns round the Round Table, each knight at its own pace, for Virtue Points."""

from pathlib import Path

from roundtable.engine import Game
from roundtable.scene import Emblem

from . import bot, options, positions, press, questions, reasons, research, rules, scene, words
from .cards import TILE
from .coach import COACH
from .invariants import broken
from .leads import leads
from .legend import LEGEND
from .state import FIELDS, LancelotState
from .tally import tally

GAME = Game(
    slug="lancelot",
    title="Lancelot",
    seats=(2, 4),
    minutes="60-90",
    tagline=(
        "Ride out from the Round Table past ten sites, choose when to come home, and gather the most Virtue Points."
    ),
    emblem=Emblem("holy-grail", "woad", "lozengy"),
    folder=Path(__file__).parent,
    options=options.LancelotOptions,
    presets=options.PRESETS,
    preset_taglines=options.PRESET_TAGLINES,
    state=LancelotState,
    flows=rules.FLOWS,
    questions=questions.QUESTIONS,
    fields=FIELDS,
    limit=40_000,  # R45: on a tour one only goes forward: a turn has so many moves, each with one more answer
    ranking=rules.ranking,
    piece_name=TILE.__getitem__,
    vocabulary=questions.vocabulary,
    invariants=broken,
    callings=words.callings,
    say=words.say,
    headings=words.HEADINGS,
    moments=words.MOMENTS,
    prompt=words.prompt,
    label=words.label,
    why_not=reasons.why_not,
    scene=scene.draw,
    legend=LEGEND,
    coach=COACH,
    leads=leads,
    tally=tally,
    arrange=positions.arrange,
    bot=bot.KNOWLEDGE,
    research=research.RESEARCH,
    turns=lambda s: s.turn,
    press=press.kit,
)
