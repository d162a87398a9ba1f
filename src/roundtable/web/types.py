"""`static/scene.d.ts`: the drawing vocabulary as TypeScript sees it, written from the Python dataclasses.

`python -m roundtable.web.types` writes it anew; a test compares.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from typing import Any, Final

from roundtable import scene
from roundtable.web import STATIC

TARGET: Final = STATIC / "scene.d.ts"
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def spelled(hint: Any) -> str:
    """A type hint in TypeScript.

    >>> spelled(tuple[int, ...]), spelled(int | None)
    ('number[]', 'number | null')
    """
    if hint in PLAIN:
        return PLAIN[hint]
    if typing.get_origin(hint) is tuple:
        return f"{spelled(typing.get_args(hint)[0])}[]"
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return " | ".join(spelled(part) for part in typing.get_args(hint))
    return str(hint.__name__)


def declared() -> str:
    """All dataclasses of the scene, in the order of their source."""
    kinds = [kind for _, kind in inspect.getmembers(scene, dataclasses.is_dataclass) if inspect.isclass(kind)]
    kinds.sort(key=lambda kind: inspect.getsourcelines(kind)[1])
    out = ["// Written by `python -m roundtable.web.types` from the dataclasses of roundtable.scene; do not edit.\n"]
    for kind in kinds:
        hints = typing.get_type_hints(kind)
        fields = "".join(f"  {field.name}: {spelled(hints[field.name])};\n" for field in dataclasses.fields(kind))
        note = (kind.__doc__ or "").strip().splitlines()[0]
        out.append(f"/** {note} */\nexport interface {kind.__name__} {{\n{fields}}}\n")
    return "\n".join(out)


if __name__ == "__main__":
    TARGET.write_text(declared(), encoding="utf-8")
