"""What is put into the templates of pages, whoever renders them: the server for a visitor, or a site once for all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import jinja2

from roundtable.engine import Game
from roundtable.table.people import CHARGES, COLOURS, PATTERNS
from roundtable.web import STATIC, TEMPLATES, VENDOR

HERALDRY: Final = {"colours": COLOURS, "patterns": PATTERNS, "charges": CHARGES}


def manifest(static: str) -> str:
    """What a device must know to keep the pages as an application; `static` is where the client lies."""
    icons = [{"src": f"{static}/seal.svg", "sizes": "any", "type": "image/svg+xml"}]
    for size in (192, 512):
        icons.append({"src": f"{static}/vendor/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"})
    return json.dumps(
        {
            "name": "Round Table",
            "short_name": "Round Table",
            "description": "Five games of chivalry.",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#f5ecd7",
            "theme_color": "#7d1c16",
            "icons": icons,
        }
    )


def service(version: str, home: str, pages: Sequence[str], files: Sequence[str]) -> str:
    """The service worker: what it keeps, and how."""
    site = {"version": version, "home": home, "pages": list(pages), "files": list(files)}
    return f"self.SITE = {json.dumps(site)};\n{(STATIC / 'service.js').read_text(encoding='utf-8')}"


def kept_by(text: str) -> tuple[str, list[str], list[str]]:
    """The version of a service worker, and the pages and files that it keeps, read from its script.

    >>> kept_by(service("1", "./", ["./"], ["a.js"]))
    ('1', ['./'], ['a.js'])
    """
    site = json.loads(text.split("\n", 1)[0].removeprefix("self.SITE = ").removesuffix(";"))
    return site["version"], site["pages"], site["files"]


def environment(undefined: type[jinja2.Undefined] = jinja2.StrictUndefined) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=undefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def game_data(game: Game) -> dict[str, object]:
    data = game.data()
    data["usual_players"] = game.usual_players()
    data["icons"] = f"icons-{game.slug}.svg" if (VENDOR / f"icons-{game.slug}.svg").exists() else ""
    data["learn"] = "first-match" in game.lessons()
    data["puzzles"] = bool(game.puzzles())
    data["options"] = [{**option.data(), "rule": option.rule} for option in game.options.listed()]
    data["presets"] = [
        {
            "name": name,
            "values": dict(values),
            "text": ", ".join(f"{k.replace('_', ' ')} {said(v)}" for k, v in values.items()),
        }
        for name, values in game.presets.items()
    ]
    return data


def said(value: object) -> str:
    """An option's value in words.

    >>> said(True), said(("a", "b")), said(())
    ('yes', 'a, b', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)
