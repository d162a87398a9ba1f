"""The example game of the documentation, for tests that need a small whole game."""

from pathlib import Path

from roundtable.games import game

PATH = Path(__file__).parents[2] / "docs" / "examples" / "lots.py"
GAME = game(str(PATH))
