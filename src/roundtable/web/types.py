"""What is written from Python dataclasses: TypeScript types of scenes and frames, the frames of the protocol page.

`python -m roundtable.web.types` writes them anew; a test compares.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import re
import types
import typing
from pathlib import Path
from typing import Any, Final

from roundtable import scene
from roundtable.table import frames
from roundtable.table.model import Arms, Message
from roundtable.web import STATIC

SCENES: Final = STATIC / "scene.d.ts"
FRAMES: Final = STATIC / "frames.d.ts"
PROTOCOL: Final = Path(__file__).parents[3] / "docs" / "host" / "protocol.md"
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
HEAD: Final = "// Written by `python -m roundtable.web.types` from the dataclasses of {}; do not edit.\n"
PARTS: Final = (  # of frames, in the order of the page
    *(
        frames.TableView,
        frames.SeatView,
        Arms,
        frames.Sentence,
        scene.Moment,
        scene.Outcome,
        scene.Party,
        scene.Meaning,
        frames.Over,
        frames.TallyRow,
    ),
    *(frames.Candidate, frames.PointView, frames.ClockView, Message),
)


def spelled(hint: object) -> str:
    """A type hint in TypeScript.

    >>> spelled(tuple[int, ...]), spelled(int | None), spelled(list[str] | str)
    ('number[]', 'number | null', 'string[] | string')
    """
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and hint in PLAIN:
        return PLAIN[hint]
    if origin is typing.Literal:
        return " | ".join(f'"{word}"' for word in args)
    if origin in (tuple, list, collections.abc.Sequence):
        inner = spelled(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin in (dict, collections.abc.Mapping):
        return f"Record<{spelled(args[0])}, {spelled(args[1]) if args[1] is str else 'unknown'}>"
    if origin in (types.UnionType, typing.Union):
        return " | ".join(spelled(part) for part in args)
    return str(getattr(hint, "__name__", hint))


def _interface(kind: Any, tag: str = "") -> str:
    hints = typing.get_type_hints(kind)
    lines = [f"  {tag};\n"] if tag else []
    for field in dataclasses.fields(kind):
        needed = field.default is field.default_factory is dataclasses.MISSING or not hasattr(kind, "do")
        lines.append(f"  {frames.wire_name(field.name)}{'' if needed else '?'}: {spelled(hints[field.name])};\n")
    note = (kind.__doc__ or "").strip().splitlines()[0]
    return f"/** {note} */\nexport interface {kind.__name__} {{\n{''.join(lines)}}}\n"


def scene_types() -> str:
    """All dataclasses of the scene, in the order of their source."""
    kinds = [kind for _, kind in inspect.getmembers(scene, dataclasses.is_dataclass) if inspect.isclass(kind)]
    kinds.sort(key=lambda kind: inspect.getsourcelines(kind)[1])
    return "\n".join([HEAD.format("roundtable.scene"), *map(_interface, kinds)])


def frame_types() -> str:
    """All frames in both directions, and their parts."""
    mine, theirs = typing.get_args(frames.ClientFrame), typing.get_args(frames.ServerFrame)
    return "\n".join(
        [
            HEAD.format("roundtable.table.frames"),
            'import type { Arms, Meaning, Moment, Outcome, Scene } from "./scene";\n',
            *(_interface(kind) for kind in PARTS if kind.__module__ != scene.__name__ and kind is not Arms),
            *(_interface(kind, f'is: "{kind.is_}"') for kind in theirs),
            *(_interface(kind, f'do: "{kind.do}"') for kind in mine),
            f"export type ServerFrame = {' | '.join(kind.__name__ for kind in theirs)};",
            f"export type ClientFrame = {' | '.join(kind.__name__ for kind in mine)};\n",
        ]
    )


def _rows(kind: Any) -> str:
    """A table of the fields of a dataclass, with the comments beside them."""
    hints = typing.get_type_hints(kind)
    notes = dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(kind), re.M))
    rows = ["| field | type | what it is |", "| --- | --- | --- |"]
    for field in dataclasses.fields(kind):
        hint = spelled(hints[field.name]).replace(" | ", "` or `")
        rows.append(f"| `{frames.wire_name(field.name)}` | `{hint}` | {notes.get(field.name, '')} |")
    return "\n".join(rows) if len(rows) > 2 else ""


def _section(kind: Any, title: str) -> str:
    text = " ".join((kind.__doc__ or "").split())
    return "\n\n".join(part for part in (f"#### {title}", text, _rows(kind)) if part)


def frame_tables(side: str) -> str:
    """The frames of the `server`, of the `client`, or their `parts`, as the protocol page has them."""
    if side == "parts":
        return "\n\n".join(_section(kind, kind.__name__) for kind in PARTS)
    kinds = typing.get_args(frames.ServerFrame if side == "server" else frames.ClientFrame)
    return "\n\n".join(_section(kind, f"`{kind.is_ if side == 'server' else kind.do}`") for kind in kinds)


def protocol(page: str) -> str:
    """The protocol page with its generated parts as they should be."""
    return re.sub(
        r"(<!-- frames: (\w+) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{frame_tables(found[2])}\n\n{found[3]}",
        page,
        flags=re.S,
    )


if __name__ == "__main__":
    SCENES.write_text(scene_types(), encoding="utf-8")
    FRAMES.write_text(frame_types(), encoding="utf-8")
    PROTOCOL.write_text(protocol(PROTOCOL.read_text(encoding="utf-8")), encoding="utf-8")
