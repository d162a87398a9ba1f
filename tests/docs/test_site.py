"""The documentation site: builds without a warning, asks nothing of other hosts, leads nowhere that is not there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import roundtable as rt

from .pages import PAGES, ROOT, name

pytest.importorskip("mkdocs", reason="needs the extra 'docs'")

# Attributes by which a page makes the browser fetch something without being asked.
FETCHED = dict.fromkeys(("script", "img", "iframe", "source", "video"), "src") | {"object": "data", "use": "href"}
LINKS = {"stylesheet", "icon", "preconnect", "preload", "modulepreload", "dns-prefetch", "prefetch"}


def build(root: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", f"--site-dir={site}"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stderr
    return folder


class Page(HTMLParser):
    """What a page fetches, its anchors, and its pictures without words."""

    def __init__(self, path: Path):
        super().__init__()
        self.fetches, self.anchors, self.wordless = list[str](), set[str](), list[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag in FETCHED and (address := given.get(FETCHED[tag])):
            self.fetches.append(address)
        if tag == "link" and LINKS & set(given.get("rel", "").split()):
            self.fetches.append(given["href"])
        if tag == "img" and not given.get("alt"):
            self.wordless.append(given.get("src", ""))
        self.anchors |= {given["id"]} if "id" in given else set()


def foreign(address: str) -> bool:
    return re.match(r"(https?:)?//", address) is not None


def test_nothing_is_fetched_from_other_hosts(site):
    pages = {path.relative_to(site): Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 20
    assert not {path: page.fetches for path, page in pages.items() if any(map(foreign, page.fetches))}
    sheets = [path.read_text(encoding="utf-8") for path in (*site.rglob("*.css"), *site.rglob("*.svg"))]
    fetched = [url for text in sheets for url in re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", text)]
    assert fetched and not list(filter(foreign, fetched))


def test_every_picture_has_words(site):
    own = [Page(path) for path in site.rglob("*.html") if path.name != "404.html"]
    assert not [src for page in own for src in page.wordless if "assets/" not in src]


def test_every_game_has_its_page_with_every_paragraph_and_ruling(site):
    for slug in rt.slugs():
        game, page = rt.game(slug), Page(site / "play" / "games" / f"{slug}.html")
        assert {f"p{number}" for number in game.paragraphs()} <= page.anchors
        assert {ruling.lower() for ruling in re.findall(r"^### (R\d+)\.", game.rules(), re.M)} <= page.anchors


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path):
    for folder in ("docs", "deploy"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("vendor", "__pycache__"))
    for path in (ROOT / "mkdocs.yml", *ROOT.glob("*.md")):
        shutil.copy(path, tmp_path)
    with (tmp_path / "docs" / "play" / "index.md").open("a") as page:
        page.write("\n\n[no page](gone.md), [no anchor](cli.md#lost)\n")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode == 1 and "gone.md" in done.stderr and "#lost" in done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent == ROOT], ids=name)
def test_pages_at_the_root_link_to_files(page):
    links = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if not (ROOT / link).exists()]


def test_forms_and_citation_can_be_read():
    yaml = pytest.importorskip("yaml")
    forms = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob(".github/ISSUE_TEMPLATE/[!c]*.yml")]
    assert len(forms) == 3 and all({"name", "description", "body"} <= set(form) for form in forms)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
