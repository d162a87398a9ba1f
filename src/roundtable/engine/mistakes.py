"""Mistakes of a game's author, in one line: what is wrong, and where in the game's own code."""

from __future__ import annotations

import difflib
import re
import traceback
from pathlib import Path
from typing import Final

from .state import BadGame

_ENGINE: Final = Path(__file__).parent
_LACKING: Final = re.compile(r"Game\.__init__\(\) missing .*?: (.*)")
_NAME: Final = re.compile(r"'(\w+)'")
_STRANGE: Final = re.compile(r"Game\.__init__\(\) got an unexpected keyword argument '(\w+)'")
_TAKEN: Final = re.compile(r"property '(\w+)' of '\w+' object has no setter")


def in_a_line(error: BaseException) -> str:
    """What went wrong in a game's code, with the place in it.

    >>> in_a_line(TypeError("Game.__init__() missing 1 required keyword-only argument: 'ranking'"))
    'the GAME lacks `ranking`'
    """
    words = str(error)
    lacking, strange, taken = (pattern.match(words) for pattern in (_LACKING, _STRANGE, _TAKEN))
    if isinstance(error, BadGame):
        return words
    if lacking:
        return f"the GAME lacks {', '.join(f'`{name}`' for name in _NAME.findall(lacking[1]))}"
    if strange:
        return f"the GAME has no part `{strange[1]}`{_nearest(strange[1])}"
    if taken:
        return f"`{taken[1]}` is a name of the engine's own: call the state's field differently"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    return f"{type(error).__name__}: {words}{_place(error)}"


def _nearest(name: str) -> str:
    from .game import Game  # which uses this module

    near = difflib.get_close_matches(name, Game.__dataclass_fields__, 1)
    return f"; did you mean `{near[0]}`?" if near else ""


def _place(error: BaseException) -> str:
    """The last line of the game's code that led to it; of the engine's, if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    own = [frame for frame in frames if _ENGINE not in Path(frame.filename).parents]
    where = own[-1] if own else frames[-1]
    code = f": {where.line}" if where.line else ""
    return f" ({Path(where.filename).name}:{where.lineno}{code})"
