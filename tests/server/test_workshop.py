"""The workshop: an edition is made, seen, tried by bots, played, downloaded and printed; nothing else is touched."""

from __future__ import annotations

import asyncio
import time
import tomllib
from collections.abc import Iterator, Mapping

import pytest

import roundtable as rt
from roundtable.lab import trial
from roundtable.server.store.sqlite import SqliteStore
from roundtable.server.workshop import Simulator, Workshop
from roundtable.table import Refused

from .house import Reply, Served, Visitor

SLUG = "quests-of-the-round-table"
PAGE = f"/workshop/{SLUG}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("workshop") / "data", "--workshop")
    yield served
    assert served.stop() == 0
    assert not [line for line in served.logged() if line["level"] == "critical"]


class Designer(Visitor):
    """Somebody who sends forms and sees what they lead to."""

    patience = 120.0  # the worker gives way to everything else on the computer

    def send(self, path: str, fields: Mapping[str, str] = {}) -> Reply:
        reply = self.post(path, **{name.replace(".", "__"): value for name, value in fields.items()})
        return self.get(reply.location.partition("#")[0]) if reply.status == 303 else reply

    def new(self, slug: str = SLUG, **fields: str) -> str:
        """A new edition; its address."""
        reply = self.post(f"/workshop/{slug}", **fields)
        assert reply.status == 303, reply.text
        return reply.location

    def file(self, draft: str) -> str:
        return self.get(f"{draft}/edition.toml").text


@pytest.fixture(scope="module")
def anna(served: Served) -> Designer:
    return Designer(served)


@pytest.fixture
def ben(served: Served) -> Designer:
    return Designer(served)


@pytest.fixture
def draft(anna: Designer) -> str:
    """The address of a new edition of Anna's."""
    return anna.new(name="Mine")


def test_a_change_shows_on_the_card_and_in_the_file(anna, draft):
    seen = anna.send(draft, {"f.cards.dragon.bp": "45", "f.cards.dragon.name": "Wyrm"})
    assert seen.status == 200
    assert "was 50" in seen.text and "&#34;title&#34;: &#34;Wyrm&#34;" in seen.text.replace("&quot;", "&#34;")
    text = anna.file(draft)
    assert tomllib.loads(text) == {"game": SLUG, "cards": {"dragon": {"bp": 45, "name": "Wyrm"}}}


def test_a_new_card_is_like_another(anna, draft):
    seen = anna.send(draft, {"table": "cards", "like": "dragon", "new": "Green Wyvern"})
    assert 'id="cards.green_wyvern"' in seen.text
    text = anna.file(draft)
    assert tomllib.loads(text)["cards"] == {"green_wyvern": {"like": "dragon", "name": "Green Wyvern"}}
    back = anna.send(f"{draft}/forget", {"row": "cards.green_wyvern"})
    assert 'id="cards.green_wyvern"' not in back.text


def test_a_mistake_is_told_at_its_field_and_changes_nothing(anna, draft):
    seen = anna.send(draft, {"f.cards.dragon.bp": "450"})
    assert seen.status == 400
    at = seen.text.index('id="cards.dragon.bp"')
    assert "450 is not a whole number from 1 to 99" in seen.text[at : at + 700].replace("&#39;", "'")
    assert anna.file(draft).strip() == f'game = "{SLUG}"'
    told = anna.send(f"{draft}/preview", {"f.cards.dragon.bp": "0"}).json()
    assert told["field"] == "cards.dragon.bp" and "whole number" in told["error"]
    looks = anna.send(f"{draft}/preview", {"f.cards.dragon.bp": "33"}).json()
    assert looks["error"] == "" and looks["faces"]["dragon"]["value"].startswith("33")


def test_only_its_owner_changes_it_and_others_take_a_copy(anna, ben, draft):
    anna.send(draft, {"f.cards.dragon.bp": "45"})
    assert ben.get(draft).status == 200
    for path in (draft, f"{draft}/preview", f"{draft}/forget", f"{draft}/simulate"):
        refused = ben.send(path, {"f.cards.dragon.bp": "1"})
        assert refused.status == 403 and "somebody else" in refused.text, path
    copy = ben.new(copy=draft.rpartition("/")[2])
    ben.send(copy, {"f.cards.dragon.bp": "46"})
    assert "bp = 46" in ben.file(copy)
    assert "bp = 45" in anna.file(draft)


def test_bots_try_it_and_the_page_shows_what_they_found(anna, draft):
    anna.send(draft, {"f.cards.dragon.count": "0"})
    page = anna.send(f"{draft}/simulate", {"players": "2", "deals": "7"})
    assert 'data-trial="' in page.text and "of 7 deals" in page.text
    again = anna.send(f"{draft}/simulate", {"players": "2", "deals": "7"})
    assert again.status == 409 and "still trying" in again.text
    told = anna.get(f"{draft}/trial").json()
    deadline = time.monotonic() + 240
    while not told["over"]:
        assert told["of"] == 7 and time.monotonic() < deadline
        time.sleep(0.2)
        told = anna.get(f"{draft}/trial").json()
    text = anna.get(draft).text
    assert "your edition against the box" in text and "<svg" in text and "How long it takes" in text


def test_it_is_played_in_its_edition_beside_the_game_as_it_is(anna, ben):
    draft = anna.new("knights-duty")
    anna.send(draft, {"f.clans.red.name": "Ember Host"})
    tables = {
        ben.post(f"{draft}/play", players="2").location.rpartition("/")[2]: True,
        ben.play("knights-duty", players=2): False,
    }
    for table, named in tables.items():
        with ben.socket(table) as socket:
            assert ("Ember Host" in str(socket.wait("scene"))) == named


def test_it_is_printed(anna, draft):
    anna.send(draft, {"f.cards.dragon.name": "Fafnir"})
    pdf = anna.get(f"{draft}/print.pdf")
    assert pdf.text.startswith("%PDF") and 'filename="mine.pdf"' in pdf.headers["content-disposition"]


@pytest.mark.parametrize("slug", rt.slugs())
def test_every_game_has_a_form(anna, slug):
    page = anna.get(anna.new(slug))
    assert page.status == 200 and 'class="row"' in page.text and "data-face" in page.text


def test_what_people_write_is_never_markup(anna, draft):
    evil = "<script>alert(1)</script>"
    seen = anna.send(draft, {"name": evil, "f.cards.dragon.name": evil, "f.cards.dragon.text": '"><img src=x>'})
    assert "<script>alert" not in seen.text and "<img src=x" not in seen.text


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"f.cards.dragon": "1"}, 400),
        ({"f.nothing.at.all": "1"}, 400),
        ({"f.cards.dragon.bp": "x" * 500}, 413),
        ({"f.cards.dragon.bp": "1e9"}, 400),
        ({"f.cards.dragon].bp": "1"}, 400),
        ({'f.cards.dragon.bp"\n[x]': "1"}, 400),
    ],
)
def test_bad_fields_change_nothing(anna, draft, data, status):
    assert anna.send(draft, data).status == status
    assert anna.file(draft).strip() == f'game = "{SLUG}"'


def test_there_is_none_where_the_operator_wants_none(data):
    plain = Served(data)
    try:
        visitor = Visitor(plain)
        assert visitor.get(PAGE).status == 404
        assert "Change the cards" not in visitor.get(f"/games/{SLUG}").text
    finally:
        plain.stop()


def test_a_person_has_only_so_many(tmp_path):
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        workshop = Workshop(store, Simulator(trial.play, trial.show), 2)
        for _ in range(2):
            await workshop.begin("ben", SLUG, "Mine", {})
        with pytest.raises(Refused, match="you have 2 editions already"):
            await workshop.begin("ben", SLUG, "Mine", {})
        await workshop.begin("anna", SLUG, "Hers", {})
        await workshop.close()
        await store.close()

    asyncio.run(run())
