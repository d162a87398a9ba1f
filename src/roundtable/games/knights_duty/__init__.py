"""Knight's Duty: secret programs, a hexagonal arena, and the last knight standing wins."""

from pathlib import Path

from roundtable.engine import Game
from roundtable.scene import Emblem

from . import bot, options, positions, press, questions, reasons, research, rules, scene, words
from .cards import CLANS, TOKEN, seat_of
from .coach import COACH
from .invariants import broken
from .leads import leads
from .legend import LEGEND
from .outcomes import OUTCOMES
from .state import FIELDS, DutyState
from .tally import tally

GAME = Game(
    slug="knights-duty",
    title="Knight's Duty",
    seats=(2, 6),
    minutes="10-30",
    tagline="Program your knight in secret, outwit the others in the arena, and be the last one standing.",
    emblem=Emblem("mounted-knight", "rubric", "chevronny"),
    folder=Path(__file__).parent,
    options=options.DutyOptions,
    presets=options.PRESETS,
    preset_taglines=options.PRESET_TAGLINES,
    state=DutyState,
    flows=rules.FLOWS,
    questions=questions.QUESTIONS,
    fields=FIELDS,
    limit=60_000 * options.BOUTS,  # R36: a bout has at most 30 x (2n - 1) turns, each with a few answers per knight
    ranking=rules.ranking,
    piece_name=TOKEN.__getitem__,
    lots=("heart", "shield", *CLANS),
    pool=seat_of,
    vocabulary=questions.vocabulary,
    invariants=broken,
    callings=words.callings,
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
    turns=lambda s: s.earlier + s.turn,
    press=press.kit,
)
