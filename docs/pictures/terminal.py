"""Draws terminal.svg, the terminal table of Knight's Duty for the README: `python docs/pictures/terminal.py`."""

import asyncio
import re
import tempfile
from pathlib import Path
from random import Random

import roundtable as rt
from roundtable.tui.app import RoundTable
from roundtable.tui.setup import Setup

TARGET = Path(__file__).with_suffix(".svg")


async def draw(folder: Path) -> str:
    """A match of four in its second turn, with a knight about to move."""
    recorded = Setup(rt.game("knights-duty"), 4, ("Anna",), seed=12).start(folder)
    match, rng = recorded.match, Random(4)
    while not (match.question == "choose_move" and 0 in match.asked and match.state.turn >= 3):
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
    app = RoundTable(folder, recorded, pace=60)
    async with app.run_test(size=(112, 36)) as pilot:
        await pilot.pause(0.5)
        return app.export_screenshot(title="Round Table")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        svg = asyncio.run(draw(Path(folder)))
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)  # the reader's own monospace font will do
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.S)
    TARGET.write_text(re.sub(r"terminal-\d+", "terminal", svg), encoding="utf-8")


if __name__ == "__main__":
    main()
