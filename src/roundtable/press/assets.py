"""Assets: icons and typefaces, as set-up has laid them beside the browser client.

Nothing is fetched here.  Without the icons a face shows the first letter of its title; without the typefaces the
press uses the ones that Typst brings along.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

VENDOR: Final = Path(__file__).parents[1] / "web" / "static" / "vendor"
CREDIT: Final = "Icons by the authors of game-icons.net (Lorc, Delapouite and others), CC BY 3.0."
SYMBOL: Final = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>', re.S)


@cache
def icons() -> dict[str, str]:
    """Name -> SVG of every icon there is; what it is drawn in is called `currentColor`."""
    try:
        sprite = (VENDOR / "icons.svg").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {
        name: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'
        for name, box, body in SYMBOL.findall(sprite)
    }


def fonts() -> list[Path]:
    """Folders with typefaces; none if set-up did not bring any."""
    folder = VENDOR / "print"
    return [folder] if folder.is_dir() else []
