"""What the client borrows: lit-html, two typefaces and the icons that the games name, copied out of node_modules;
and the faces of the games' cards, for the rules pages.

`x.py` fetches the packages and runs this module; the result lies in `static/vendor`, which git ignores.  Of four
thousand icons only those are taken whose name appears as a word in the source of a game, of the arms that people
choose from, or of the client.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from roundtable import game, slugs
from roundtable.web import STATIC, TEMPLATES, VENDOR
from roundtable.web.faces import faces

PACKAGE: Final = Path(__file__).parents[1]
MODULES: Final = Path(__file__).parents[3] / "node_modules"
COLLECTION: Final = "@iconify-json/game-icons/icons.json"
LIT: Final = ("lit-html", "directive", "directive-helpers", "async-directive", "directives/repeat", "directives/ref")
FONTS: Final = {
    "cinzel.woff2": "@fontsource-variable/cinzel/files/cinzel-latin-wght-normal.woff2",
    "garamond.woff2": "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2",
    "garamond-italic.woff2": "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-italic.woff2",
}
WEIGHTS: Final = {"cinzel.woff2": (600, 700), "garamond.woff2": (400, 700), "garamond-italic.woff2": (400,)}
LICENCES: Final = ("lit-html", "@fontsource-variable/cinzel", "@fontsource-variable/eb-garamond")
WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def words() -> set[str]:
    """Every word in the sources that could be the name of an icon."""
    found: set[str] = set()
    for path in (*(PACKAGE / "games").rglob("*.py"), PACKAGE / "table" / "people.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    for path in (*(PACKAGE / "games").rglob("*.toml"), *own_files()):
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


def chosen(collection: dict[str, Any]) -> dict[str, str]:
    """Name -> drawing of the icons that are used; an alias is drawn as what it stands for."""
    icons, aliases = collection["icons"], collection.get("aliases", {})
    out = {}
    for word in sorted(words()):
        icon = icons.get(word) or icons.get(aliases.get(word, {}).get("parent", ""))
        if icon:
            out[word] = icon["body"]
    return out


def sprite(icons: dict[str, str]) -> str:
    """One file for all icons; each is drawn in the colour of the text around it."""
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 512 512">{body}</symbol>\n' for name, body in icons.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'


def borrowed(modules: Path) -> dict[str, bytes]:
    """Everything that `static/vendor` shall hold: path -> content."""
    out = {}
    for name in LIT:
        for suffix in (".js", ".d.ts"):
            text = (modules / "lit-html" / f"{name}{suffix}").read_text(encoding="utf-8")
            text = re.sub(r"^//# sourceMappingURL=.*$", "", text, flags=re.M)  # we do not serve the maps
            out[f"lit/{name}{suffix}"] = text.encode()
    for name, source in FONTS.items():
        out[name] = (modules / source).read_bytes()
    for package in LICENCES:
        out[f"LICENSE-{package.split('/')[-1]}.txt"] = (modules / package / "LICENSE").read_bytes()
    collection = json.loads((modules / COLLECTION).read_text(encoding="utf-8"))
    icons = chosen(collection)
    out["icons.svg"] = sprite(icons).encode()
    out["icons.js"] = f"export const ICONS = new Set({json.dumps(list(icons))});\n".encode()
    for slug in slugs():
        out[f"faces-{slug}.json"] = json.dumps(faces(game(slug))).encode()
    out["icons.d.ts"] = b"export declare const ICONS: Set<string>;\n"
    return out


def plain_fonts() -> None:
    """For Typst, which reads neither compressed nor variable fonts: one plain font for each weight, in `print/`."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    sources = {name: (VENDOR / name).read_bytes() for name in WEIGHTS}
    mark = hashlib.sha256(b"".join(sources.values())).hexdigest()
    stamp = VENDOR / "print" / "made-from.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == mark:
        return
    stamp.parent.mkdir(exist_ok=True)
    for name, source in sources.items():
        for weight in WEIGHTS[name]:
            font = instantiateVariableFont(TTFont(BytesIO(source), recalcTimestamp=False), {"wght": weight})
            font.flavor = None
            font["OS/2"].usWeightClass = weight
            font.save(stamp.with_name(f"{Path(name).stem}-{weight}.ttf"))
    stamp.write_text(mark, encoding="utf-8")


def build(modules: Path) -> None:
    """Let `static/vendor` hold what it shall; what is there already is left alone."""
    wanted = borrowed(modules)
    for path in VENDOR.rglob("*"):
        if path.is_file() and path.parent.name != "print" and path.relative_to(VENDOR).as_posix() not in wanted:
            path.unlink()
    for name, content in wanted.items():
        path = VENDOR / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    plain_fonts()


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "node_modules"))
