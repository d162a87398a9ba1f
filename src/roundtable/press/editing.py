"""Editing: an edition as it is printed.

Where a game takes the edition into its own tables, the kit shows it already; here follow what is only printed (titles,
texts, icons, colours) and, for games whose tables are closed, counts and new cards too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from roundtable.games.edition import FACE, Edition, checked, verify
from roundtable.scene.print import Item, Kit, Pieces

from .looks import PATTERNS


def revised(kit: Kit, edition: Edition) -> Kit:
    """The kit with the edition's changes."""
    known = {item.id for pieces in kit.pieces for item in pieces.items}
    verify(edition, known)
    return replace(kit, pieces=tuple(_pieces(pieces, edition, known) for pieces in kit.pieces))


def _pieces(pieces: Pieces, edition: Edition, known: set[str]) -> Pieces:
    out = []
    for item in pieces.items:
        out.append(_item(item, edition))
        for card, changes in edition.cards.items():
            if changes.get("like") == item.id and card not in known:
                out.append(_item(replace(item, id=card), edition))
    return replace(pieces, items=tuple(out))


def _item(item: Item, edition: Edition) -> Item:
    changes: dict[str, Any] = {}
    count = item.count
    for field, value in edition.cards.get(item.id, {}).items():
        if field == "count":
            count = checked(edition, item.id, field, value, count)
        elif field in FACE:
            value = str(value) if field in ("value", "corner") and isinstance(value, int) else value
            changes[field] = checked(edition, item.id, field, value, "")
            if field == "pattern" and value not in PATTERNS:
                raise edition.wrong(f"{value!r} is not one of {', '.join(PATTERNS)}", "cards", item.id, field)
    return replace(item, face=replace(item.face, **changes), count=count)
