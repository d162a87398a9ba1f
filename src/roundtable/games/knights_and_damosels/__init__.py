"""Knights & Damosels: secret gifts, a Merlin who sees whose they are, and three ways to win the Court."""

from pathlib import Path

from roundtable.engine import Game
from roundtable.scene import Emblem

from . import bot, options, positions, press, questions, reasons, research, rules, scene, words, worlds
from .cards import DAMOSEL_IDS, KNIGHT_IDS, PIECE_NAME
from .coach import COACH
from .invariants import broken
from .leads import leads
from .legend import LEGEND
from .outcomes import OUTCOMES
from .state import FIELDS, DamoselsState
from .tally import tally

GAME = Game(
    slug="knights-and-damosels",
    title="Knights & Damosels",
    seats=(3, 6),  # R52
    minutes="30-60",
    tagline="Give in secret, serve King Arthur, trust Merlin or not, and become the most revered at his Court.",
    emblem=Emblem("queen-crown", "gold", "vair"),
    folder=Path(__file__).parent,
    options=options.DamoselsOptions,
    presets=options.PRESETS,
    preset_taglines=options.PRESET_TAGLINES,
    state=DamoselsState,
    rules_version=2,
    flows=rules.FLOWS,
    questions=questions.QUESTIONS,
    fields=FIELDS,
    limit=200_000,  # R40: `round_limit` rounds with a bounded number of requests, offers and passes of jousts in each
    ranking=rules.ranking,
    piece_name=PIECE_NAME.__getitem__,
    lots=(*KNIGHT_IDS, *DAMOSEL_IDS),
    vocabulary=questions.vocabulary,
    invariants=broken,
    fill=worlds.fill,
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
    turns=lambda s: s.round,
    press=press.kit,
)
