"""Assets: icons and typefaces, as set-up has laid them beside the browser client.

Nothing is fetched here.  Without the icons a face shows the first letter of its title; without the typefaces the
press uses the ones that Typst brings along.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

VENDOR: Final = Path(__file__).parents[1] / "web" / "static" / "vendor"
WEIGHTS: Final = {"cinzel.woff2": (600, 700), "garamond.woff2": (400, 700), "garamond-italic.woff2": (400,)}
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
    """Folders with typefaces; none if set-up did not bring any.

    Typst reads neither the compressed nor the variable fonts of the browser client, so each weight is made from them
    once per machine and kept in the user's cache.
    """
    sources = [VENDOR / name for name in WEIGHTS]
    if not all(source.exists() for source in sources):
        return []
    mark = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "roundtable" / f"fonts-{mark}"
    if not folder.is_dir():
        try:
            unpack(sources, folder)
        except (ImportError, OSError):  # no fonttools, or nowhere to keep them
            return []
    return [folder]


def unpack(sources: list[Path], folder: Path) -> None:
    """One plain font for each weight; the folder appears only when it is complete."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        made = Path(name, "fonts")
        made.mkdir()
        for source in sources:
            for weight in WEIGHTS[source.name]:
                font = instantiateVariableFont(TTFont(source), {"wght": weight})
                font.flavor = None
                font["OS/2"].usWeightClass = weight
                font.save(made / f"{source.stem}-{weight}.ttf")
        with suppress(OSError):  # somebody else was faster
            made.rename(folder)
