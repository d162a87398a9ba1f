"""What the client borrows: lit-html, two typefaces and the icons that the games name, copied out of node_modules;
and the faces of the games' cards, for the rules pages.

Everything is compressed once, here, and never by the server; the many modules of a table are joined by esbuild.

`x.py` fetches the packages and runs this module; the result lies in `static/vendor`, which git ignores.  Of four
thousand icons only those are taken whose name appears as a word in the source of a game, of the arms that people
choose from, or of the client.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from roundtable import game, slugs
from roundtable.web import BUNDLE, MADE_FROM, PACKED, STATIC, TEMPLATES, VENDOR, packed_name, sources
from roundtable.web.faces import faces
from roundtable.web.runtime import PYTHON
from roundtable.web.runtime import parts as python_parts

PACKAGE: Final = Path(__file__).parents[1]
_PLACES: Final = [folder / "node_modules" for folder in Path(__file__).parents[3:5]]  # of sources, of a build of them
MODULES: Final = next((place for place in _PLACES if place.is_dir()), _PLACES[0])
COLLECTION: Final = "@iconify-json/game-icons/icons.json"
LIT: Final = ("lit-html", "directive", "directive-helpers", "async-directive", "directives/repeat", "directives/ref")
FONTS: Final = {
    "cinzel.woff2": "@fontsource-variable/cinzel/files/cinzel-latin-wght-normal.woff2",
    "garamond.woff2": "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2",
    "garamond-italic.woff2": "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-italic.woff2",
}
WEIGHTS: Final = {"cinzel.woff2": (600, 700), "garamond.woff2": (400, 700), "garamond-italic.woff2": (400,)}
LICENCES: Final = ("lit-html", "@fontsource-variable/cinzel", "@fontsource-variable/eb-garamond")
LETTERS: Final = {  # of other languages only where they are needed: `unicode-range` in style.css
    "": (
        (0x20, 0x7E),
        (0xA0, 0xA0),
        (0xA7, 0xA7),
        (0xB7, 0xB7),
        (0xD7, 0xD7),
        (0x2013, 0x2026),
        (0x2190, 0x2193),
        (0x2212, 0x2212),
    ),
    "-more": ((0xA1, 0xFF),),
}
AXES: Final = {"cinzel.woff2": 600, "garamond.woff2": (400, 700), "garamond-italic.woff2": 400}
FEATURES: Final = ("kern", "liga", "lnum", "tnum")
JOINED: Final = ("table.js", "replay.js", "at-table.css")
TEXT: Final = (".js", ".css", ".svg", ".json")
ICON_SIZES: Final = (192, 512)
WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def words(games: Path) -> set[str]:
    """Every word in the sources of these games, of people's arms and of the client that could be an icon's name."""
    found: set[str] = set()
    for path in (*games.rglob("*.py"), PACKAGE / "table" / "people.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    for path in (*games.rglob("*.toml"), *own_files()):
        found |= set(re.findall(r"""["']([a-z0-9-]+)["']""", path.read_text(encoding="utf-8")))
    return {word for word in found if WORD.fullmatch(word)}


def all_icons(modules: Path = MODULES) -> frozenset[str]:
    """The names of all icons that exist; none where set-up has not fetched them (an installed package)."""
    try:
        collection = json.loads((modules / COLLECTION).read_text(encoding="utf-8"))
    except OSError:
        return frozenset()
    return frozenset((*collection["icons"], *collection.get("aliases", ())))


def own_files() -> Iterator[Path]:
    yield from STATIC.glob("*.js")
    yield from TEMPLATES.glob("*.html")


def _chosen(collection: dict[str, Any], games: Path) -> dict[str, str]:
    """Name -> drawing of the icons that these games use; an alias is drawn as what it stands for."""
    icons, aliases = collection["icons"], collection.get("aliases", {})
    out = {}
    for word in sorted(words(games)):
        icon = icons.get(word) or icons.get(aliases.get(word, {}).get("parent", ""))
        if icon:
            out[word] = icon["body"]
    return out


def rounded(path: str) -> str:
    """A drawing on a grid of 256, each point told by its distance from the one before: a third of the bytes.

    >>> rounded("M 0 0 L 511.3 0 v 256 z")
    'm0 0l256 0 0 128-256-128z'
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.svgLib.path import parse_path

    pen = DecomposingRecordingPen({})
    parse_path(path, pen)
    letters = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}
    out, last, start, here = "", "", (0, 0), (0, 0)
    for step, points in pen.value:
        if step not in letters:
            out, last, here = f"{out}z", "", start
            continue
        grid = [(round(x / 2), round(y / 2)) for x, y in points]
        for x, y in ((x - here[0], y - here[1]) for x, y in grid):
            letter = "" if last == letters[step] else letters[step]
            out, last = f"{out}{letter or (' ' if x >= 0 else '')}{x}{' ' if y >= 0 else ''}{y}", letters[step]
        here = grid[-1]
        start = here if step == "moveTo" else start
    return out


def sprite(icons: dict[str, str]) -> str:
    """One file for these icons; each is drawn in the colour of the text around it."""
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 256 256">{body}</symbol>\n' for name, body in icons.items())
    symbols = re.sub(r'(?<= d=")[^"]+', lambda found: rounded(found.group(0)), symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'


def borrowed(modules: Path) -> dict[str, bytes]:
    """Everything that `static/vendor` shall hold: path -> content."""
    out = {}
    for name in LIT:
        for suffix in (".js", ".d.ts"):
            text = (modules / "lit-html" / f"{name}{suffix}").read_text(encoding="utf-8")
            text = re.sub(r"^//# sourceMappingURL=.*$", "", text, flags=re.M)  # we do not serve the maps
            out[f"lit/{name}{suffix}"] = text.encode()
    for package in LICENCES:
        out[f"LICENSE-{package.split('/')[-1]}.txt"] = (modules / package / "LICENSE").read_bytes()
    collection = json.loads((modules / COLLECTION).read_text(encoding="utf-8"))
    icons = _chosen(collection, PACKAGE / "games")
    out["icons.svg"] = sprite(icons).encode()
    out["icons.js"] = f"export const ICONS = new Set({json.dumps(list(icons))});\n".encode()
    for folder in (PACKAGE / "games" / slug.replace("-", "_") for slug in slugs()):
        if folder.is_dir():  # not an installed package of somebody else's
            slug = folder.name.replace("_", "-")
            out[f"faces-{slug}.json"] = json.dumps(faces(game(slug))).encode()
            out[f"icons-{slug}.svg"] = sprite(_chosen(collection, folder)).encode()  # a table needs no others
    out |= python_parts(modules)
    out["icons.d.ts"] = b"export declare const ICONS: Set<string>;\n"
    return out


def part_of(font: str, part: str) -> str:
    """The file for a part of a font's letters.

    >>> part_of("cinzel.woff2", "-more")
    'cinzel-more.woff2'
    """
    return f"{Path(font).stem}{part}.woff2"


def fonts(modules: Path) -> None:
    """For pages, fonts with the letters and weights that they use; for Typst, which reads neither compressed nor
    variable fonts, one plain font for each weight, in `print/`."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    files = {name: (modules / source).read_bytes() for name, source in FONTS.items()}
    mark = hashlib.sha256(b"".join((*files.values(), repr((LETTERS, FEATURES, AXES)).encode()))).hexdigest()
    stamp = VENDOR / "print" / "made-from.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == mark:
        return
    stamp.parent.mkdir(parents=True, exist_ok=True)
    for name, source in files.items():
        for part, letters in LETTERS.items():
            small = TTFont(BytesIO(source), recalcTimestamp=False)
            few = Subsetter(Options(layout_features=list(FEATURES)))
            few.populate(unicodes=[code for first, last in letters for code in range(first, last + 1)])
            few.subset(small)
            small = instantiateVariableFont(small, {"wght": AXES[name]})
            small.flavor = "woff2"
            small.save(VENDOR / part_of(name, part))
        for weight in WEIGHTS[name]:
            font = instantiateVariableFont(TTFont(BytesIO(source), recalcTimestamp=False), {"wght": weight})
            font.flavor = None
            font["OS/2"].usWeightClass = weight
            font.save(stamp.with_name(f"{Path(name).stem}-{weight}.ttf"))
    stamp.write_text(mark, encoding="utf-8")


def icons() -> None:
    """The seal as pictures, for those who keep the pages on the first screen of a device."""
    import typst

    source = VENDOR / "icon.typ"
    seal = 'image(bytes(read("../seal.svg")), width: 36pt)'
    source.write_text(f'#set page(width: 48pt, height: 48pt, margin: 6pt, fill: rgb("#7d1c16"))\n#{seal}\n')
    for size in ICON_SIZES:
        picture = typst.compile(str(source), root=str(STATIC), format="png", ppi=72 * size / 48)
        (VENDOR / f"icon-{size}.png").write_bytes(picture)
    source.unlink()


def build(modules: Path) -> None:
    """Let `static/vendor` hold what it shall; what is there already is left alone."""
    wanted = borrowed(modules)
    made = {VENDOR / name for name in (*wanted, *(part_of(font, part) for font in FONTS for part in LETTERS))}
    made |= {VENDOR / f"icon-{size}.png" for size in ICON_SIZES}
    for path in VENDOR.rglob("*"):
        if path.is_file() and path.parent.name not in ("print", PACKED.name, BUNDLE.name) and path not in made:
            path.unlink()
    for name, content in wanted.items():
        path = VENDOR / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    if not all((VENDOR / f"icon-{size}.png").exists() for size in ICON_SIZES):
        icons()
    fonts(modules)
    join(modules)
    pack()


def join(modules: Path) -> None:
    """A table is sixty small files: joined they weigh half, and a slow line asks for a few of them only.

    Where there is no esbuild for this machine they stay what they are, and everything works.
    """
    tools = [*modules.glob("@esbuild/*/bin/esbuild"), *modules.glob("@esbuild/*/esbuild.exe")]
    if not tools or (MADE_FROM.exists() and MADE_FROM.read_text(encoding="utf-8") == sources()):
        return
    shutil.rmtree(BUNDLE, ignore_errors=True)
    options = ["--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022", "--external:*.woff2"]
    command = [str(tools[0]), *(str(STATIC / name) for name in JOINED), *options, f"--outdir={BUNDLE}"]
    if subprocess.run([*command, "--log-level=error"], check=False).returncode == 0:
        MADE_FROM.write_text(sources(), encoding="utf-8")


def pack() -> None:
    """Every text file of the client once more, compressed; a file is found by the hash of what it was made from."""
    import brotli

    PACKED.mkdir(parents=True, exist_ok=True)
    wanted = set()
    for path in STATIC.rglob("*"):
        if path.suffix not in (*TEXT, ".wasm") or path.name.endswith(".d.ts") or PACKED in path.parents:
            continue
        content = path.read_bytes()
        name = packed_name(content)
        wanted |= {f"{name}.br", f"{name}.gz"}
        if not (PACKED / f"{name}.gz").exists():
            lean = content if PYTHON in path.parents else without_comments(content.decode(), path.suffix).encode()
            if path.suffix != ".wasm":  # brotli would take half a minute for it
                (PACKED / f"{name}.br").write_bytes(brotli.compress(lean))
            (PACKED / f"{name}.gz").write_bytes(gzip.compress(lean, mtime=0))
    for path in PACKED.iterdir():
        if path.name not in wanted:
            path.unlink()


def without_comments(text: str, suffix: str) -> str:
    r"""A script or stylesheet without the lines that are comments; the other lines keep their numbers.

    >>> without_comments("// why\n/** @type {X} */\nlet x = 1; // so\n", ".js")
    '\n\nlet x = 1; // so\n'
    """
    if suffix not in (".js", ".css"):
        return text
    blocks = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.M | re.S)
    text = blocks.sub(lambda found: "\n" * found.group(0).count("\n"), text)
    return re.sub(r"^[ \t]*//.*$", "", text, flags=re.M) if suffix == ".js" else text


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "node_modules"))
