"""The browser client: templates of the pages, the table's ES modules and styles, and what they borrow from others.

The pages are rendered by the server; the table is drawn by `static/table.js` from a scene, whatever the game.
"""

import hashlib
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
TEMPLATES: Final = FOLDER / "templates"
STATIC: Final = FOLDER / "static"
VENDOR: Final = STATIC / "vendor"  # made by `roundtable.web.assets`, never committed
PACKED: Final = VENDOR / "packed"  # compressed files, each named by the hash of what it was made from
BUNDLE: Final = VENDOR / "bundle"  # scripts and styles of the table, joined: served in place of those of the same name
MADE_FROM: Final = BUNDLE / "made-from.txt"


def packed_name(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=10).hexdigest()


def sources() -> str:
    """A hash of the client's own scripts and styles."""
    parts = sorted((*STATIC.glob("*.js"), *STATIC.glob("*.css")))
    return packed_name(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in parts))


def bundled() -> frozenset[str]:
    """The names of the files that have been joined; none if the sources have changed since."""
    if not MADE_FROM.exists() or MADE_FROM.read_text(encoding="utf-8") != sources():
        return frozenset()
    return frozenset(path.name for path in BUNDLE.iterdir() if path != MADE_FROM)


def lacking() -> str:
    """What the client needs and does not find, and what to do about it; "" if everything is there."""
    for name in ("lit/lit-html.js", "icons.svg", "icons.js", "garamond.woff2"):
        if not (VENDOR / name).exists():
            return f"the browser client lacks {name}; from a checkout run: python3 x.py setup; else install again"
    return ""
