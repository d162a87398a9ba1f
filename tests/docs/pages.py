"""The pages that people read: their files, and the commands and examples that stand on them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

COMMAND = re.compile(r"(?:\$ )?(?:[A-Z_]+=\S+ )*((?:roundtable|python3 x\.py)(?: .*?)?)(?:\s{2,}#.*)?$")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Language and text of every fenced block.

    >>> list(blocks("```sh\\nroundtable games\\n```\\n"))
    [('sh', 'roundtable games\\n')]
    """
    yield from re.findall(r"^ *```(\w*).*\n((?:.*\n)*?) *```$", text, re.M)


def lines(text: str) -> Iterator[str]:
    """The commands in its fenced blocks, without prompt, comment, variables and line breaks.

    >>> list(lines("```\\n$ A=1 roundtable play  # now\\n```\\n"))
    ['roundtable play']
    """
    for language, block in blocks(text):
        if language in ("", "sh", "console"):
            for line in block.replace("\\\n", " ").splitlines():
                if found := COMMAND.match(line.strip()):
                    yield found[1]


def mentions(text: str) -> Iterator[str]:
    """Commands within sentences, with their placeholders.

    >>> list(mentions("Say `roundtable backup FILE` or `FILE`."))
    ['roundtable backup FILE']
    """
    text = re.sub(r"^ *```.*\n(?:.*\n)*? *```$", "", text, flags=re.M)
    for code in re.findall(r"`([^`]+)`", text):
        code = " ".join(code.split())
        if re.match(r"(roundtable [a-z]|python3 x\.py [a-z])", code):
            yield code


def words(line: str) -> list[str]:
    """The arguments of `roundtable` in a command; nothing if it is a command of something else.

    >>> words("python3 x.py run roundtable games --json"), words("python3 x.py test")
    (['games', '--json'], [])
    """
    parts = shlex.split(line)
    if parts[:3] == ["python3", "x.py", "run"]:
        parts = parts[3:]
    if parts[:3] == ["python3", "x.py", "serve"]:
        parts = ["roundtable", *parts[2:]]
    return parts[1:] if parts[0] == "roundtable" else []
