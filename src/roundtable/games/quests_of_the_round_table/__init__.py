"""Quests of the Round Table: sponsor quests or ride them, win shields, and be the first Knight of the Round Table."""

from pathlib import Path

from roundtable.engine import Game
from roundtable.scene import Emblem

from . import bot, options, positions, press, questions, reasons, research, rules, scene, words, worlds
from .cards import KIND
from .coach import COACH
from .invariants import broken
from .leads import leads
from .legend import LEGEND
from .outcomes import OUTCOMES
from .state import FIELDS, QuestsState
from .tally import tally

GAME = Game(
    slug="quests-of-the-round-table",
    title="Quests of the Round Table",
    seats=(2, 4),
    minutes="45-75",
    tagline="Sponsor quests or ride them, gather shields and allies, and be the first Knight of the Round Table.",
    emblem=Emblem("sword-in-stone", "verdigris", "paly"),
    folder=Path(__file__).parent,
    options=options.QuestsOptions,
    presets=options.PRESETS,
    preset_taglines=options.PRESET_TAGLINES,
    state=QuestsState,
    flows=rules.FLOWS,
    questions=questions.QUESTIONS,
    fields=FIELDS,
    limit=200_000,  # R42: 300 turns, each far below 600 answers; without `max_turns` play itself brings the end
    ranking=rules.ranking,
    piece_name=KIND.__getitem__,
    pool=worlds.pool,
    vocabulary=questions.vocabulary,
    invariants=broken,
    fill=worlds.fill,
    say=words.say,
    headings=words.HEADINGS,
    moments=words.MOMENTS,
    outcomes=OUTCOMES,
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
