"""What the documentation site takes from elsewhere: rules of the games, pages at the root, files for operators.

MkDocs calls the functions whose names begin with `on_`. Nothing that is made here is kept in the repository.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import roundtable as rt
from roundtable import press
from roundtable.games import edition

ROOT: Final = Path(__file__).resolve().parents[1]
STATIC: Final = ROOT / "src" / "roundtable" / "web" / "static"
GAMES: Final = "play/games"
# Pages that must stand at the root, where people and forges look for them -> where the site shows them.
AT_ROOT: Final = {
    "CHANGELOG.md": "build/changelog.md",
    "CONTRIBUTING.md": "build/contributing.md",
    "SECURITY.md": "host/security.md",
}
# Files of the browser client that the site wears too; those under vendor/ come with `x.py setup`.
WORN: Final = ("seal.svg", "vendor/cinzel.woff2", "vendor/garamond.woff2", "vendor/garamond-italic.woff2")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the games below the door *Play*, before the page of all commands."""
    play = next(entry["Play"] for entry in config.nav or () if "Play" in entry)
    pages = [{rt.game(slug).title: f"{GAMES}/{slug}.md"} for slug in rt.slugs()]
    play.insert(-1, {"The games": [f"{GAMES}/index.md", *pages]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    games = [rt.game(slug).data() for slug in rt.slugs()]
    files.append(File.generated(config, f"{GAMES}/index.md", content=games_page(games)))
    for game in games:
        files.append(File.generated(config, f"{GAMES}/{game['slug']}.md", content=game_page(game)))
    files.append(File.generated(config, "design/tables.md", content=tables_page(games)))
    for source, page in AT_ROOT.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    for path in sorted((ROOT / "deploy").iterdir()):  # for operators to copy
        files.append(File.generated(config, f"deploy/{path.name}", abs_src_path=str(path)))
    for name in WORN:
        if (STATIC / name).exists():
            files.append(File.generated(config, f"assets/{Path(name).name}", abs_src_path=str(STATIC / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links are written for whoever reads the repository; lead them to the pages of the site."""
    place = page.file.src_uri
    source = next((source for source, shown in AT_ROOT.items() if shown == place), f"docs/{place}")

    def led(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[1]))
        shown = AT_ROOT.get(target, target.removeprefix("docs/"))
        return f"]({posixpath.relpath(shown, posixpath.dirname(place) or '.')}{match[2]})"

    return re.sub(r"\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*|)\)", led, markdown)


def games_page(games: list[dict[str, Any]]) -> str:
    """A row for each game."""
    rows = [
        f"| [{game['title']}]({game['slug']}.md) | {counted(game['players'])} | {game['minutes']} | {game['tagline']} |"
        for game in games
    ]
    head = ["| game | players | minutes | |", "| --- | --- | --- | --- |"]
    return "\n".join(
        ["# The games", "", "Each page has the goal, a turn in a few lines, and all rules.", "", *head, *rows]
    )


def game_page(game: dict[str, Any]) -> str:
    """The game in a few lines, its rules, and its options."""
    slug, rules = game["slug"], anchored(rt.game(game["slug"]).rules())
    title, _, chapters = rules.partition("\n")
    lines = [title, "", game["tagline"], ""]
    if (ROOT / "docs" / "pictures" / f"table-{slug}.webp").exists():
        lines += [f"![The table of {game['title']}](../../pictures/table-{slug}.webp)", ""]
    lines += [f"For {counted(game['players'])} players, {game['minutes']} minutes.", ""]
    lines += ["```sh", f"roundtable play {slug}", "```", "", chapters, ""]
    if rt.game(slug).press is not None:
        lines += [
            "## Print it",
            "",
            f"`roundtable print {slug}` makes a PDF to [cut out and play with](../../design/printing.md):",
            "",
        ]
        kit = press.kit(rt.game(slug))
        lines += [f"- {count} × {title}" if count > 1 else f"- {title}" for _, _, title, count in press.components(kit)]
    return "\n".join(lines)


def anchored(rules: str) -> str:
    """Give each paragraph and each ruling the anchor that it has in the browser.

    >>> anchored("## 4. Playing\\n### 4.6 Moving\\n### R7. Tokens")
    '## 4. Playing { #p4 }\\n### 4.6 Moving { #p4.6 }\\n### R7. Tokens { #r7 }'
    """
    number = re.compile(r"^(#{2,} (R?)(\d+(?:\.\d+)*)\.? .*)$", re.M)
    return number.sub(lambda found: f"{found[1]} {{ #{'r' if found[2] else 'p'}{found[3]} }}", rules)


def counted(players: list[int]) -> str:
    """
    >>> counted([2, 3, 4]), counted([2])
    ('2 to 4', '2')
    """
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"


def tables_page(games: list[dict[str, Any]]) -> str:
    """Ids and fields of every row that an edition can change; rows with the same fields share a line."""
    lines = [
        "# What can be changed",
        "",
        "The tables, rows and fields that an [edition](editions.md) may name, game by game.",
        "",
    ]
    for game in games:
        lines += [
            f"## {game['title']}",
            "",
            f'`game = "{game["slug"]}"`',
            "",
            "| table | rows | fields |",
            "| --- | --- | --- |",
        ]
        for table, rows in edition.opened(game["slug"]).items():
            alike: dict[str, list[str]] = {}
            for row, fields in rows.items():
                alike.setdefault(coded(sorted(fields)), []).append(row)
            lines += [f"| `{table}` | {coded(ids)} | {fields} |" for fields, ids in alike.items()]
            lines += (
                [f"| `{table}` | | checked by the game, see [Editions](editions.md#what-can-be-changed) |"]
                if not rows
                else []
            )
        lines.append("")
    return "\n".join(lines)


def coded(words: Sequence[str]) -> str:
    """
    >>> coded(["name", "icon"])
    '`name`, `icon`'
    """
    return ", ".join(f"`{word}`" for word in words)


class Doctests(griffe.Extension):
    """Examples in docstrings are code, wherever they stand; Markdown would make quotations of them."""

    def on_object(self, *, obj: griffe.Object, **others: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """
    >>> fenced("One.\\n\\n>>> 1\\n1\\n\\nTwo.")
    'One.\\n\\n```pycon\\n>>> 1\\n1\\n```\\n\\nTwo.'
    """
    return re.sub(
        r"^(>>> (?:.+\n?)+)", lambda found: f"```pycon\n{found[1].rstrip()}\n```\n", text, flags=re.M
    ).rstrip()
