"""A folder that plays: the pages of the house rendered once for all, its client, and Python for the browser.

The same sources make the same bytes.  A folder that holds something else is left alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

import jinja2

import roundtable as rt
from roundtable.bots import Strength, strengths
from roundtable.engine import Game
from roundtable.table.clocks import CLOCKS
from roundtable.table.lessons import read_all
from roundtable.table.puzzles import LEVELS, read_all_puzzles
from roundtable.version import VERSION
from roundtable.web import BUNDLE, PACKED, STATIC, VENDOR
from roundtable.web.booklet import booklet
from roundtable.web.faces import faces
from roundtable.web.rendering import HERALDRY, environment, game_data, manifest, service
from roundtable.web.runtime import PYTHON, packed

from .worker import LIMIT, simulations

MARK: Final = "roundtable-site.json"  # by this a folder is known to be ours
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'"
)
PACKAGE: Final = Path(__file__).parents[1]
ROOMS: Final = ("scene", "engine", "games", "bots", "table")  # what runs in the browser, with what is named below
ALONE: Final = ("__init__.py", "version.py", "site/__init__.py", "site/rows.py", "site/worker.py")
NOT_THERE: Final = ("conformance", "__pycache__")
PATHS: Final = re.compile(r'(?P<name>\s(?:href|src|action|formaction|data-[a-z-]+))="(?P<path>/[^"]*)"')
FORM: Final = re.compile(r"/games/(?P<slug>[^/]+)/(?P<kind>play|pass|learn|puzzles)(?:/(?P<which>[^/]+))?")
KINDS: Final = {"learn": "lesson", "puzzles": "puzzle"}  # how a table of that kind is opened

Printer = Callable[[Game], bytes]


class CannotBuild(Exception):
    """Why there can be no site there; one clear line."""


def build(folder: Path, printer: Printer | None = None, note: Callable[[str], None] = lambda line: None) -> int:
    """Make the site, or make it anew; how many files it has."""
    if not (PYTHON / "pyodide.asm.wasm").exists():
        raise CannotBuild("the Python for browsers is not there; from a checkout run: python3 x.py setup")
    before = _before(folder)
    files = dict(_files(printer, note))
    files[MARK] = json.dumps({"version": VERSION, "files": sorted(files)}, indent=1).encode()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for name in before - files.keys():
        (folder / name).unlink(missing_ok=True)
    return len(files)


def _before(folder: Path) -> set[str]:
    """The files of the site that is there; `CannotBuild` if there is something else."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise CannotBuild(f"{folder} is a file; give a folder")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    ours: set[str] = set()
    if MARK in there:
        try:
            ours = {*json.loads((folder / MARK).read_text(encoding="utf-8"))["files"], MARK}
        except (ValueError, KeyError, TypeError) as error:
            raise CannotBuild(f"{folder / MARK} cannot be read; give an empty folder") from error
    if strange := sorted(there - ours):
        raise CannotBuild(f"{folder} holds something else ({strange[0]}); give an empty folder")
    return ours


# -- files -------------------------------------------------------------------------------------------------------------


def _files(printer: Printer | None, note: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    static = dict(_static())
    version = _version(static)
    for name, content in static.items():
        yield f"static/{version}/{name}", content
    games = [rt.game(slug) for slug in rt.slugs()]
    for game in games:
        made = VENDOR / f"faces-{game.slug}.json"
        yield f"games/{game.slug}/faces.json", made.read_bytes() if made.exists() else json.dumps(faces(game)).encode()
        if printer is not None and game.press is not None:
            note(f"printing {game.title}")
            yield f"games/{game.slug}/print.pdf", printer(game)
    pages = {name: _local(text, name) for name, text in _pages(games, f"/static/{version}", printer is not None)}
    for name, text in pages.items():
        yield name, text.encode()
    yield "manifest.webmanifest", manifest(f"static/{version}").encode()
    yield "_headers", _headers(version).encode()
    yield ".nojekyll", b""  # for a host that would leave some files out
    kept = [name for name in pages if name != "404.html"]
    files = [f"static/{version}/{name}" for name in static if not name.startswith("vendor/LICENSE")]
    files += [f"games/{game.slug}/faces.json" for game in games]
    places = [name.removesuffix("index.html") or "./" for name in kept]
    version_of_all = _version({**static, **{name: text.encode() for name, text in pages.items()}})
    yield "service.js", service(version_of_all, "./", places, files).encode()


def _static() -> Iterator[tuple[str, bytes]]:
    """The client, with what replaces some of it where there is no server."""
    replaced = {path.name: path for path in sorted((STATIC / "site").glob("*.js"))}
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        left_out = {PACKED, BUNDLE, VENDOR / "print", STATIC / "site"} & {path, *path.parents}
        if path.is_file() and not left_out and not name.endswith(".d.ts") and name not in replaced:
            yield name, path.read_bytes()
    for name, path in replaced.items():
        yield name, path.read_bytes()
    yield "roundtable.zip", packed(dict(_sources()))


def _sources() -> Iterator[tuple[str, bytes]]:
    """What Python needs in the browser; games of the house come as folders."""
    paths = [PACKAGE / name for name in ALONE]
    for room in ROOMS:
        paths += sorted((PACKAGE / room).rglob("*"))
    for path in paths:
        name = path.relative_to(PACKAGE)
        if path.is_file() and path.suffix in (".py", ".toml", ".md", ".jsonl") and not {*NOT_THERE} & {*name.parts}:
            yield f"roundtable/{name.as_posix()}", path.read_bytes()


def _headers(version: str) -> str:
    """For hosts that read such a file: the policy also for workers, and what never changes is kept."""
    policy = f"  Content-Security-Policy: {POLICY}; frame-ancestors 'none'\n  X-Content-Type-Options: nosniff\n"
    return f"/*\n{policy}/static/{version}/*\n  Cache-Control: public, max-age=31536000, immutable\n"


def _version(files: dict[str, bytes]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for name in sorted(files):
        digest.update(f"{name}\0".encode() + hashlib.blake2b(files[name]).digest())
    return digest.hexdigest()


# -- pages -------------------------------------------------------------------------------------------------------------


def in_simulations(game: Game) -> list[Strength]:
    """The bots as they play here: on every device as strong, on a slow one only slower."""
    out = []
    for known in strengths(game):
        count = simulations(game, known.name)
        said = f"Tries {count} ways a match may go before every answer, for at most {LIMIT:.0f} seconds."
        out.append(replace(known, text=said) if count else known)
    return out


def _pages(games: list[Game], static: str, printable: bool) -> Iterator[tuple[str, str]]:
    templates = environment(jinja2.Undefined)  # what a site does not know of needs a server, and is not shown
    shared: dict[str, object] = {
        "me": {"name": "", "arms": None, "known": False},
        "games": [game_data(game) for game in games],
        "static": static,
        "theme": "",
        "heraldry": HERALDRY,
        "notice": "",
        "online": False,
        "path": "/",
    }

    def page(template: str, **variables: object) -> str:
        return templates.get_template(template).render({**shared, **variables})

    yield "index.html", page("front.html", tables=[], mine=[])
    for name in ("me", "settings", "credits"):
        yield f"{name}/index.html", page(f"{name}.html")
    gone = {"status": 404, "title": "Not found", "message": "Not found"}
    yield "404.html", page("error.html", **gone)
    for game in games:
        slug, data = game.slug, game_data(game)
        form = {"strengths": in_simulations(game), "clocks": CLOCKS, "editions": [], "form": {}}
        printing = {"printable": printable and game.press is not None}
        yield f"games/{slug}/index.html", page("game.html", game=data, **form, **printing)
        if game.lessons():
            yield f"games/{slug}/learn/index.html", page("learn.html", game=data, lessons=list(read_all(game).items()))
        if puzzles := list(read_all_puzzles(game).values()):
            listed = page("puzzles.html", game=data, puzzles=puzzles, today=None, levels=LEVELS, fault="")
            yield f"games/{slug}/puzzles/index.html", listed
        html, contents = booklet(slug)
        yield f"rules/{slug}/index.html", page("rules.html", game=data, html=html, contents=contents)
        table = {"id": ""}
        yield f"table/{slug}/index.html", page("table.html", game=data, table=table, socket="")
        yield f"replay/{slug}/index.html", page("replay.html", game=data, table=table, data="", answers=0)


def _local(text: str, name: str) -> str:
    """The page with addresses that are good wherever the folder lies, and forms that need no server."""
    text = text.replace('method="post"', 'method="get"')
    text = re.sub(r"<(form|button)\b[^>]*>", _form, text)
    up = "../" * (len(PurePosixPath(name).parts) - 1) or "./"
    text = PATHS.sub(lambda found: f'{found["name"]}="{escape(_address(found["path"], up))}"', text)
    return text.replace("<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">', 1)


def _form(found: re.Match[str]) -> str:
    """A form that opens a table leads to the page of the table, which opens it; a button may say of what kind."""
    tag = found[0]
    action = re.search(r'\s(form)?action="([^"]*)"', tag)
    kind = FORM.fullmatch(action[2]) if action is not None else None
    if action is None or kind is None:
        return tag
    if found[1] == "button":
        return tag.replace(action[0], f' name="open" value="{kind["kind"]}"')
    opens = KINDS.get(kind["kind"], kind["kind"])
    fields = {"open": opens, opens: kind["which"]} if kind["which"] else {"open": opens}
    hidden = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields.items())
    return tag.replace(action[0], f' action="/table/{kind["slug"]}"') + hidden


def _address(path: str, up: str) -> str:
    """An address of the server's, as a place in the folder.

    >>> _address("/rules/lancelot#p4.2", "../../"), _address("/static/1/page.js", "../"), _address("/", "./")
    ('../../rules/lancelot/#p4.2', '../static/1/page.js', './')
    """
    place, mark, anchor = path.partition("#")
    inside = place.strip("/")
    if inside and "." not in inside.rpartition("/")[2]:
        inside += "/"
    return f"{up}{inside}{mark}{anchor}" or "./"
