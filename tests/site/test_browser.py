"""The built site in Chromium, as visitors meet it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import roundtable as rt
from roundtable.site import worker
from roundtable.site.rows import Row
from roundtable.tui.setup import resume
from tests.web.test_matches import QUICK

from .conftest import SECONDS, SiteVisitor, StaticHost, kept

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_match_on_a_desk(visitor, slug):
    """Given the front page, when a match is played to its end, then it is kept, listed and can be seen again.

    The page's own thread has heard frames of its seat and nothing else.
    """
    person = visitor()
    person.begin(slug, players=str(rt.game(slug).seats[0]), bot="page", **QUICK.get(slug, {}))
    assert person.finish(), person.look()
    page = person.page
    (table,) = kept(page)["tables"]
    words = json.dumps(person.heard())
    assert table["doc"]["seed"] not in words and table["doc"]["state"] == "over"
    frames = [json.loads(each["text"]) for each in person.heard() if each["is"] == "frame"]
    assert {frame["seat"] for frame in frames if frame["is"] == "scene"} == {0}
    assert page.get_by_role("button", name="Rematch").is_visible()
    page.get_by_role("link", name="Front page", exact=True).click()
    page.locator("[data-matches] .tables a").click()
    page.locator(".scrub output").wait_for()
    assert page.locator(".scrub output").inner_text().startswith("0 of")


@pytest.fixture(scope="module")
def phone(chromium, built):
    """A phone on which the site was once opened, and which has no network any more."""
    host = StaticHost(built)
    person = SiteVisitor(chromium, host.address, phone=True, keeps=True)
    person.go("/")
    person.wait_until_kept()
    host.gone = True
    yield person
    host.close()
    person.leave()


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_match_on_a_phone_without_network(phone, slug):
    phone.begin(slug, players=str(rt.game(slug).seats[0]), bot="page", **QUICK.get(slug, {}))
    assert phone.finish(), phone.look()
    assert phone.sideways() == 0


def test_a_tab_that_is_killed_loses_nothing(visitor):
    """Given a composed answer, then a Knight that thinks, when the tab is killed, then the match goes on as it was."""
    person = visitor()
    person.begin("knights-duty", players="2", bot="knight")
    composed = "document.querySelectorAll('.so-far li').length > 0"
    assert person.play(SECONDS, until=lambda: person.page.evaluate(composed)) and person.look()[0] != "over"
    _again(person)
    thinking = "document.querySelector('.table') && !document.querySelector('.prompt.yours')"
    assert person.play(SECONDS, until=lambda: person.page.evaluate(thinking))
    _again(person)
    before = len(kept(person.page)["log"])
    assert person.play(SECONDS, until=lambda: len(kept(person.page)["log"]) > before)


def _again(person) -> None:
    before, address = kept(person.page)["log"], person.page.url
    taken = sum('"is":"taken"' in each.get("text", "") for each in person.heard())
    person.page.close()
    person.page = person.context.new_page()
    person.page.goto(address)
    person.page.locator(".table").wait_for()
    log = kept(person.page)["log"]
    assert log[: len(before)] == before and len(log) >= taken


def test_a_match_goes_to_the_terminal_and_back(visitor, tmp_path):
    person = visitor()
    person.begin("knights-duty", players="2", bot="squire")
    person.play(SECONDS, until=lambda: person.touched > 2)
    page = person.go("/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Match file of").click()
    path = tmp_path / "match.jsonl"
    download.value.save_as(path)
    match = resume(path).match
    count = len(match.entries)
    match.answer(match.asked[0], next(iter(match.choice(match.asked[0]).every())))
    match.save(path)
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("One match was taken in.").wait_for()
    assert (
        max(len([line for line in kept(page)["log"] if line["id"] == each["id"]]) for each in kept(page)["tables"])
        > count
    )
    later = tmp_path / "later.jsonl"
    later.write_text(path.read_text(encoding="utf-8").replace('"rules": ', '"rules": 9'), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(later)
    page.get_by_text("a later version of the program can read it").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="All match files").click()
    texts = json.loads(worker.texts_of("all.zip", download.value.path().read_bytes()))["texts"]
    assert len(texts) == 2 == len(kept(page)["list"])
    page.locator("[data-matches] .tables a").first.click()
    page.locator(".table").wait_for()


def test_scenes_of_recorded_matches_byte_for_byte(visitor):
    """Given recorded matches of every game, when the worker shows them, then each scene is CPython's."""
    person = visitor()
    page = person.go("/")
    for slug in rt.slugs():
        versions = sorted((GOLDEN / slug).iterdir())
        file = (versions[-1] / "02.jsonl").read_text(encoding="utf-8")
        head, *rest = file.splitlines()
        named = json.loads(head)
        named["seats"] = ["Kay", *(f"Enid {n} (page)" for n in range(named["players"] - 1))]
        text = "\n".join([json.dumps(named), *rest, ""])
        row = Row.read(json.loads(worker.of_file(text, 1.0))["row"])
        row.kept.doc.state = "over"
        ours = worker.Replay(row.text())
        theirs = page.evaluate(
            """async ([text, row, last]) => {
              const base = document.querySelector("script[type=module]").src;
              const { ask } = await import(new URL("work.js", base).href);
              const { add } = await import(new URL("keeping.js", base).href);
              const id = await add({ row, entry: { id: JSON.parse(row).doc.id } });
              await ask("replay", { table: id });
              const out = {};
              for (const seat of ["0", "public", "all"]) out[seat] = await ask("frames", { seat, from: 0, to: last });
              return out;
            }""",
            [text, row.text(), ours.answers],
        )
        for eyes, frames in theirs.items():
            assert frames == ours.frames(eyes, 0, ours.answers), (slug, eyes)


def test_one_version_after_another(chromium, host, built, tmp_path):
    """Given a match under one version of the site, when another is published, then the page that is open goes on, and
    so does the match when it is loaded again."""
    person = SiteVisitor(chromium, host.address, keeps=True)
    person.go("/")
    person.wait_until_kept()
    person.begin("knights-duty", players="2", bot="knight")
    (old,) = (path.name for path in (built / "static").iterdir())
    new = old[::-1]
    shutil.copytree(built, tmp_path / "next")
    (tmp_path / "next" / "static" / old).rename(tmp_path / "next" / "static" / new)
    for path in tmp_path.glob("next/**/*"):
        if path.suffix in (".html", ".webmanifest", ".json") or path.name in ("service.js", "_headers"):
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    service = tmp_path / "next" / "service.js"
    service.write_text(
        service.read_text(encoding="utf-8").replace('"version": "', '"version": "next'), encoding="utf-8"
    )
    try:
        host.folder = tmp_path / "next"
        assert person.play(SECONDS, until=lambda: person.touched > 2)  # a Knight thinks in a worker of the old version
        before = kept(person.page)["log"]
        person.page.reload()
        person.page.locator(".table").wait_for()
        assert new in person.page.content()
        assert kept(person.page)["log"][: len(before)] == before
        assert person.play(SECONDS, until=lambda: person.touched > 4)
    finally:
        host.folder = built
        person.leave()


def test_storage_that_is_full_corrupt_or_blocked(visitor, host):
    person = visitor()
    # stand-ins for a disk that is full, and for a browser that is set to keep nothing: no test can have them
    fill = """new BroadcastChannel("test").onmessage = ({ data }) => (self.full = data);
        const plainAdd = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = function (row) {
          if (self.full) throw new DOMException("no", "QuotaExceededError");
          return plainAdd.call(this, row);
        };
    """
    _patch(person, host, fill)
    person.begin("knights-duty", players="2", bot="squire")
    page = person.page
    before = kept(page)["log"]
    page.evaluate("new BroadcastChannel('test').postMessage(true)")
    assert person.play(SECONDS, until=lambda: page.get_by_text("storage of this browser is full").count())
    assert kept(page)["log"] == before
    page.evaluate("new BroadcastChannel('test').postMessage(false)")
    assert person.play(SECONDS, until=lambda: len(kept(page)["log"]) > len(before))
    page.evaluate("""() => new Promise((done) => {
      const request = indexedDB.open("roundtable");
      request.onsuccess = () => {
        const change = request.result.transaction("tables", "readwrite");
        const all = change.objectStore("tables").getAll();
        all.onsuccess = () => change.objectStore("tables").put({ ...all.result[0], doc: "torn" });
        change.oncomplete = () => { request.result.close(); done(); };
      };
    })""")
    page.reload()
    page.get_by_text("cannot be read; nothing was changed").wait_for()
    blocked = visitor()
    _patch(blocked, host, "self.indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };\n")
    blocked.go("/table/knights-duty/?open=play&players=2")
    blocked.page.get_by_text("does not let this page keep anything").wait_for()


def _patch(person, host, words: str) -> None:
    """Let what keeps the matches begin with these words."""
    script = (next((host.folder / "static").iterdir()) / "keeping.js").read_text(encoding="utf-8")
    body = {"body": words + script, "content_type": "text/javascript"}
    person.context.route("**/keeping.js", lambda route: route.fulfill(**body))


@pytest.mark.parametrize("lacks", ["WebAssembly", "Worker"])
def test_a_browser_that_cannot_run_it_says_so(visitor, lacks):
    person = visitor()
    person.context.add_init_script(f"delete self.{lacks};" if lacks == "WebAssembly" else "self.Worker = undefined;")
    person.go("/")
    assert person.page.locator(".tile").count() == len(rt.slugs())
    person.go("/table/knights-duty/?open=play&players=2")
    person.page.get_by_text("This browser cannot run the games").wait_for()


def test_name_lessons_pass_and_play_and_what_is_refused(visitor, host):
    """Given a visitor, when a name is given, a lesson begun, a wrong table asked for, then each does what it says."""
    person = visitor()
    page = person.go("/")
    host.asked.clear()
    page.get_by_label("What shall the others call you?").fill("Dinadan")
    page.get_by_role("button", name="Keep it").click()
    page.locator(".masthead .me", has_text="Dinadan").wait_for()
    assert not [
        path for path in host.asked if "python" in path or path.endswith(".zip")
    ]  # nothing of it is needed here
    assert page.get_by_role("link", name="With friends").count() == 0
    page.locator(".tile").first.get_by_role("button", name="Learn in five minutes").click()
    page.locator(".lesson-next, .lesson").first.wait_for()
    assert "Dinadan" in page.locator("#table").inner_text()
    page.goto("/table/knights-duty/?open=play&players=40")
    page.get_by_text("is for 2 to").wait_for()
    page.goto("/table/knights-duty/?id=nothing")
    page.get_by_text("no such match in this browser").wait_for()
    page.goto("/games/knights-duty/")
    for n, name in enumerate(("Kay", "Bors"), 1):
        page.get_by_label(f"Person {n}", exact=True).fill(name)
    page.get_by_role("button", name="Sit down together").click()
    page.get_by_role("button", name="I am Kay").click()
    page.locator(".prompt.yours").wait_for()
