"""A full server: what people at a table see of it."""

from __future__ import annotations

import pytest

from .conftest import missing, serving
from .people import Visitor


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """A server that has one thought of a Champion for each visitor, and then hardly any."""
    if missing():
        pytest.skip(missing())
    with serving(tmp_path_factory.mktemp("narrow"), rate=1) as found:
        yield found


def test_people_are_told_that_their_champion_cannot_think(chromium, narrow):
    """Given a server without time for a second thought, when the bot answers, then the table says how."""
    person = Visitor(chromium, narrow)
    person.begin("lancelot", players="2", bot="champion")
    words = person.page.locator(".prompt .hurried")
    assert person.play(40, until=lambda: words.count() > 0)
    assert words.inner_text() == "The server is busy. A quick bot answers for Champion."
    assert words.get_attribute("role") == "status"
    person.leave()
