"""A release: `python3 x.py release 1.0.0` writes the version where it stands, packs, commits and tags.

Before that `.ci/run` must pass.  Nothing is uploaded: the last lines say what is left to do.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
VERSION: Final = "src/roundtable/version.py"
CHANGES: Final = "CHANGELOG.md"
HEADING: Final = "## Unreleased\n"


class NoRelease(Exception):
    """Why there is no release, in one line."""


def parts(version: str) -> tuple[int, ...]:
    """
    >>> parts("1.10.0") > parts("1.9.3")
    True
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NoRelease(f"{version} is not a version; write it as 1.2.3")
    return tuple(map(int, version.split(".")))


def raised(text: str, version: str) -> str:
    """version.py with the new number.

    >>> raised('VERSION: Final = "0.1.0"', "1.0.0")
    'VERSION: Final = "1.0.0"'
    """
    found = re.search(r'(?<=VERSION: Final = ")[^"]+', text)
    assert found is not None
    if parts(version) < parts(found[0]):
        raise NoRelease(f"{version} is older than {found[0]}")
    return text.replace(found[0], version, 1)


def dated(text: str, version: str, day: date) -> str:
    """The changelog: what was unreleased has a number and a day, and a new, empty section stands above it.

    >>> print(dated("# Changelog\\n\\n## Unreleased\\n\\n- One.\\n", "1.0.0", date(2027, 1, 2)))
    # Changelog
    <BLANKLINE>
    ## Unreleased
    <BLANKLINE>
    ## 1.0.0, 2 January 2027
    <BLANKLINE>
    - One.
    <BLANKLINE>
    """
    before, heading, rest = text.partition(HEADING)
    if not heading or not rest.partition("\n## ")[0].strip():
        raise NoRelease(f"{CHANGES} has nothing under Unreleased")
    return f"{before}{HEADING}\n## {version}, {day.day} {day:%B %Y}\n{rest}"


def git(*args: str, root: Path = ROOT) -> str:
    return subprocess.run(["git", *args], cwd=root, check=True, capture_output=True, text=True).stdout


def write(version: str, day: date, root: Path = ROOT) -> None:
    """Put the version into the files; `NoRelease` if something stands against it."""
    parts(version)
    if git("status", "--porcelain", root=root):
        raise NoRelease("there are changes that are not committed")
    if git("tag", "--list", f"v{version}", root=root):
        raise NoRelease(f"there is a release {version} already")
    texts = {name: (root / name).read_text(encoding="utf-8") for name in (VERSION, CHANGES)}
    texts = {VERSION: raised(texts[VERSION], version), CHANGES: dated(texts[CHANGES], version, day)}
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")


def keep(version: str, root: Path = ROOT) -> None:
    """Commit and tag what was written."""
    git("commit", "--quiet", "--all", "--message", f"Version {version}", root=root)
    git("tag", "--annotate", f"v{version}", "--message", f"Version {version}", root=root)


def main(args: list[str]) -> int:
    version, done = args[0], args[1:] == ["--keep"]
    try:
        if done:
            keep(version)
            print(
                f"Version {version} is committed and tagged. Now: git push --follow-tags, and upload what is in dist/."
            )
        else:
            write(version, date.today())
    except NoRelease as error:
        print(f"x.py: no release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
