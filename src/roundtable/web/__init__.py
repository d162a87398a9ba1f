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


def packed_name(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=10).hexdigest()


def lacking() -> str:
    """What the client needs and does not find, and what to do about it; "" if everything is there."""
    for name in ("lit/lit-html.js", "icons.svg", "icons.js", "garamond.woff2"):
        if not (VENDOR / name).exists():
            return f"the browser client lacks {name}; from a checkout run: python3 x.py setup; else install again"
    return ""
