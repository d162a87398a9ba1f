"""Of Knights and Ninjas: raid your rivals' gems, guard your own, and never trust an open road."""

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
from .state import FIELDS, NinjasState
from .tally import tally

GAME = Game(
    slug="of-knights-and-ninjas",
    title="Of Knights and Ninjas",
    seats=(2, 6),
    minutes="20",
    tagline="Raid your rivals' gems, wall in your own, bluff about the rest, and be the first to own ten.",
    emblem=Emblem("ninja-heroic-stance", "murrey", "barry"),
    folder=Path(__file__).parent,
    options=options.NinjasOptions,
    presets=options.PRESETS,
    preset_taglines=options.PRESET_TAGLINES,
    state=NinjasState,
    flows=rules.FLOWS,
    questions=questions.QUESTIONS,
    fields=FIELDS,
    limit=20_000,  # R28: ten times through the deck, a few answers for every card
    ranking=rules.ranking,
    next_match=rules.next_match,
    piece_name=KIND.__getitem__,
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
    turns=lambda s: s.turns,
    press=press.kit,
)
