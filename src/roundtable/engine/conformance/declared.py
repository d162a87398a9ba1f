"""What a game says about itself, looked at before the first match."""

from __future__ import annotations

from ..flow import table
from ..game import Game
from ..state import FIRST_PIECE
from . import legend
from .report import Report


def declared(game: Game, report: Report) -> bool:
    """What the game says about itself; False if it cannot be played at all."""

    def fault(message: str) -> None:
        report.fault("declared", message)

    report.properties["declared"].checks += 1
    s = game.start(game.seats[0], game.settle(game.seats[0]))
    undeclared = game.fields.faults(s)
    for wrong in undeclared:
        fault(wrong)
    for piece in s.pieces:
        if piece < FIRST_PIECE:
            fault(f"piece {piece}: pieces are numbered from {FIRST_PIECE} on, to tell them from other numbers")
            break
    for flow in game.flows:
        if not table(flow).names:
            fault(f"the flow {flow.__name__} has no steps: mark them with @rule")
    for option in game.options.listed():
        if not option.text.endswith((".", "?")):
            fault(f"option {option.name} has no sentence for people")
    paragraphs = game.paragraphs()
    cited = {ref for refs in game.cited().values() for ref in refs} | {q.rule for q in game.questions.values()}
    for ref in sorted(cited - set(paragraphs)):
        fault(f"paragraph {ref} is cited but is not in the rules page")
    legend.declared(game, report)
    return not undeclared
