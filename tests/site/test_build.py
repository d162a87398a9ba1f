"""The folder of a site: what is in it, byte for byte, and where none is made."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.cli import run
from roundtable.site.build import MARK, CannotBuild, build
from tests.web.conftest import missing

MOST = 6_000_000  # bytes over the wire before the first match can begin


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_sources_make_the_same_bytes(built, tmp_path, capsys):
    assert run(["site", "build", str(tmp_path / "again"), "--no-prints"]) == 0
    before, after = files(built), files(tmp_path / "again")
    prints = {name for name in before if name.endswith(".pdf")}
    assert prints == {f"games/{slug}/print.pdf" for slug in rt.slugs()}
    # pages of games name their prints, and the service worker's version follows the pages
    differ = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert differ - prints <= {MARK, "service.js", *(f"games/{slug}/index.html" for slug in rt.slugs())}
    assert run(["site", "build", str(tmp_path / "again"), "--no-prints"]) == 0
    assert files(tmp_path / "again") == after
    assert "http.server" in capsys.readouterr().out


def test_a_folder_with_something_else_is_left_alone(tmp_path, capsys):
    if missing():
        pytest.skip(missing())
    (tmp_path / "letter.txt").write_text("Dear Enid")
    assert run(["site", "build", str(tmp_path)]) == 2
    assert "holds something else (letter.txt)" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(CannotBuild, match="is a file"):
        build(tmp_path / "letter.txt")
    (tmp_path / "letter.txt").unlink()
    (tmp_path / MARK).write_text("torn")
    with pytest.raises(CannotBuild, match="cannot be read"):
        build(tmp_path)


def test_pages_ask_no_other_host_and_run_no_inline_script(built):
    """Every script is a file of the folder, every address leads to one, and the policy says so."""
    names = files(built)
    pages = [name for name in names if name.endswith(".html")]
    assert len(pages) > 5 * len(rt.slugs())
    for name in pages:
        text = names[name].decode()
        assert "script-src &#x27;self&#x27; &#x27;wasm-unsafe-eval&#x27;;" in text and "unsafe-eval&#x27; '" not in text
        assert not re.search(r"<script(?![^>]* src=)", text) and not re.search(r"\son\w+=", text), name
        assert 'method="post"' not in text and "/friends" not in text
        for path in re.findall(r'\s(?:href|src|action|data-few-faces|data-faces)="([^"#?]+)', text):
            if path.startswith("https://"):
                assert name == "credits/index.html"
                continue
            assert not path.startswith("/"), (name, path)
            place = (Path("/") / name).parent.joinpath(path)
            inside = Path(*_resolved(place)).as_posix()
            inside = inside if path.rpartition("/")[2] else f"{inside}/index.html".removeprefix("./")
            assert inside in names, (name, path, inside)


def _resolved(path: Path) -> list[str]:
    out: list[str] = []
    for part in path.parts[1:]:
        if part == "..":
            out.pop()
        else:
            out.append(part)
    return out


def test_what_comes_over_the_wire_before_a_match(built):
    """As a host serves it that compresses by gzip: all of the client and all of Python, more than a table asks for."""
    sizes = {
        name: len(gzip.compress(content, 6))
        for name, content in files(built).items()
        if name.startswith("static/") and not re.search(r"/(faces-|icons-|icon-)", name)
    }
    assert sum(sizes.values()) < MOST, sorted((size, name) for name, size in sizes.items())[-5:]
