"""Knights & Damosels in words: every event has its sentence, every atom its label, every refusal its reason."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from roundtable.engine import Match
from roundtable.games.knights_and_damosels import GAME, words
from roundtable.games.knights_and_damosels.faces import every_card
from roundtable.games.knights_and_damosels.press import kit

from .table import Table

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emma", "Finn")


def play(seed: int, players: int, **options: Any) -> Match:
    match = GAME.match(players=players, seed=seed, options=options, names=NAMES[:players])
    rng = Random(seed)
    while match.asked:
        seat = match.asked[0]
        match.answer(seat, match.choice(seat).sample(rng))
    return match


def test_every_event_has_a_sentence() -> None:
    folder = Path(GAME.folder) / "rules"
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    told = set(re.findall(r'(?:tell|whisper)\(\s*(?:1 << seat, )?"(\w+)"', source))
    assert told == set(words._SENTENCES)


@pytest.mark.parametrize("seed", range(4))
def test_the_log_reads_as_sentences(seed: int) -> None:
    match = play(seed, 3 + seed, joust=True, camlann=True, service_variant="fortune" if seed == 2 else "none")
    for viewer in (*range(match.players), None):
        lines = match.sentences(viewer)
        assert len(lines) > 40
        for line in lines:
            assert line[0].isupper() and line.endswith("."), line
            assert "None" not in line and "-1" not in line and "1000" not in line, line


def test_the_log_keeps_secrets() -> None:
    t = Table("arthur_discard_event", deck=["badon", "grail", "adultery"])
    t.does(A="badon").does(D="grail")
    outsider = " ".join(t.match.sentences(1))
    assert "Badon" not in outsider and "Adultery" not in outsider and "Holy Grail" in outsider
    assert "Badon" in " ".join(t.match.sentences(0))
    assert "Adultery" in " ".join(t.match.sentences(3)) and "Badon" not in " ".join(t.match.sentences(3))
    t.does(A="honor", B="honor", C="sword", D="farmer")
    line = {viewer: t.match.sentences(viewer)[-1] for viewer in (0, 3)}
    assert "Lady Elaine" not in line[0] and "Lady Elaine" in line[3]
    assert "You give the Honor away." in t.match.sentences(0) and "You give the Honor away." not in t.match.sentences(3)


def test_every_atom_has_a_label() -> None:
    for players in (3, 6):
        options = GAME.settle(players, {"joust": True, "camlann": True})
        view = GAME.match(players=players).view(0)
        for atom in GAME.vocabulary(players, options):
            label = GAME.label(view, atom)
            assert (label and label[0].isupper()) or label[0].isdigit(), atom


def reason(t: Table, letter: str, *answer: str) -> str:
    refusal = t.match.choice("ABCDEF".index(letter)).refusal(answer)
    assert refusal is not None and refusal.rule
    return refusal.reason


def test_reasons() -> None:
    t = Table("arthur_discard_event", deck=["badon", "grail", "adultery"])
    assert reason(t, "A", "rome") == "you do not hold Conquest of Rome"
    t = Table("damosel_give", {"B": ["elaine:honor"]})
    assert reason(t, "A", "honor") == "Lady Elaine has given her Honor to Sir Gawain"
    gifts = ["elaine:honor", "isoud:honor", "guenever:farmer", "morgan:sword", "nimue:valor"]
    t = Table("knight_select", {"A": ["sword"]}, display=gifts)
    assert reason(t, "A", "take:4") == "your knight already has the Sword"
    assert reason(t, "A", "take:6") == "there is no card 6 on display"
    assert reason(t, "A", "challenge:1:sword") == "this table plays without jousts"
    t.does(A="take:1")
    assert "your own damosel" in reason(t, "A", "take:1")
    t.does(A="take:3")
    assert reason(t, "B", "take:3") == "the Farmer was granted to Sir Bors"
    t = Table("service_offer", {"D": ["honor", "farmer", "sword"], "A": ["valor"]}, event="grail")
    assert reason(t, "D", "sword") == "Holy Grail does not ask for Arms"
    assert reason(t, "D", "valor") == "your knight has no Valor"
    assert reason(t, "D", "pass") == "you must offer a card while one matches"
    t = Table("disaster_faces", {"A": ["honor", "valor"], "B": ["honor"]}, event="adultery")
    assert reason(t, "A", "sword:up") == "your knight has no Sword that the event strikes"
    assert reason(t, "A", "honor:up", "honor:down") == "the Honor lies already: take it back to turn it"
    assert reason(t, "A", "honor:up") == "the answer is not complete"


def test_reasons_of_service_and_worship() -> None:
    rows = {"A": ["honor", "valor"], "B": ["honor", "farmer"], "D": ["honor", "farmer"]}
    lies: dict[str, Any] = {"event": "grail", "offered": {"honor": 3}, "turn": 0, "options": {"joust": True}}
    t = Table("service_offer", rows, **lies)
    assert reason(t, "A", "honor") == "Sir Pelleas has offered the Honor already: challenge for the place"
    lost = Table("joust_reoffer", rows, event="grail", offered={"honor": 0}, jousters=[0, 3], prize="honor",
                 options={"joust": True})  # fmt: skip
    assert reason(lost, "D", "honor") == "Sir Bors has offered the Honor already", "nobody challenges out of turn"
    faces = Table("worship_faces", rows, event="grail", offered={"honor": 3, "farmer": 3})
    assert reason(faces, "D", "farmer:up") == "Vassalage earns without a choice: only cards that share are placed"
    assert reason(faces, "D", "valor:up") == "you have not offered the Valor"


def test_reasons_against_a_challenge() -> None:
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    options = {"joust": True}
    t = Table("knight_select", {"B": ["horse"]}, display=display, held={1: 0}, turn=1, options=options)
    assert reason(t, "B", "challenge:0:honor") == "Sir Bors was not granted the Honor in this phase"
    assert reason(t, "B", "challenge:1:sword") == "you cannot challenge yourself"
    t.does(B="challenge:0:sword").does(A="high", B="low")
    assert reason(t, "B", "challenge:0:sword").startswith("the Sword was jousted for already")
    rows = {"A": ["honor"], "B": ["honor", "farmer"], "D": ["honor", "valor"]}
    t = Table("service_offer", rows, event="grail", options=options).does(D="honor")
    assert reason(t, "B", "challenge:0:honor") == "Sir Bors has not offered the Honor"
    assert reason(t, "B", "challenge:3:valor") == "Sir Pelleas has not offered the Valor"


@pytest.mark.parametrize("seed", range(3))
def test_scenes_show_what_can_be_chosen_and_where(seed: int) -> None:
    match = GAME.match(players=4, seed=seed, options={"joust": True, "camlann": True}, names=NAMES[:4])
    rng = Random(seed)
    unplaced = {"high", "low", "decline", "pass"}
    while match.asked:
        seat = match.asked[0]
        scene = match.scene(seat)
        assert scene.prompt is not None and scene.prompt.sentence.endswith((".", "?"))
        areas = [*scene.areas, *(area for panel in scene.panels for area in panel.areas)]
        ids = [piece.id for area in areas for piece in area.pieces]
        assert len(ids) == len(set(ids)), "a piece lies in two places"
        places = {*ids, *(area.id for area in areas), *(spot.id for area in areas for spot in area.spots)}
        for pick in scene.prompt.picks:
            assert pick.on in places or pick.atom in unplaced, (match.question, pick)
        match.answer(seat, match.choice(seat).sample(rng))
    scene = match.scene(None)
    assert "wins" in scene.over and sorted(panel.place for panel in scene.panels) == [1, 2, 3, 4]


def test_faces_of_all_cards() -> None:
    cards = every_card()
    assert len(cards) == 108
    for name, front, _ in cards:
        assert front.title and front.icon and front.kind and front.tincture, name
        assert front.text or front.kind == "Worship", name
    assert sum(back is not None for _, _, back in cards) == 56, "chivalry cards, Arthur and Merlin"


def test_merlins_display_shows_both_sides_to_merlin_only() -> None:
    gifts = ["elaine:honor", "isoud:honor", "guenever:farmer", "morgan:sword", "nimue:valor"]
    t = Table("knight_select", display=gifts)
    for viewer in (0, 2, 3, None):
        area = next(area for area in t.match.scene(viewer).areas if area.id == "display")
        seals = [piece.marks[0].text for piece in area.pieces]
        assert [piece.id for piece in area.pieces] == [f"slot-{n}" for n in range(1, 6)]
        assert seals == (["?"] * 5 if viewer != 3 else SEALS)
    own = next(area for area in t.match.scene(1).areas if area.id == "display").pieces[2]
    assert [mark.text for mark in own.marks] == ["Queen Guenever", "your own gift"]


SEALS = ["Lady Elaine", "La Beale Isoud", "Queen Guenever", "Morgan le Fay", "Lady Nimue"]


def sentences(t: Table, since: int = 0, viewer: int | None = None) -> list[str]:
    return t.match.sentences(viewer, since)


def sentence(t: Table, letter: str) -> str:
    found = t.match.scene("ABCDEF".index(letter)).prompt
    assert found is not None
    return found.sentence


def test_players_are_called_by_their_knights_and_named_once() -> None:
    match = play(3, 4, joust=True)
    first, *others = match.sentences(None)
    assert all(f"{name} leads Sir " in first for name in NAMES[:4])
    assert not any(name in line.split() for line in others for name in NAMES[:4])


def test_prompts_name_what_is_offered() -> None:
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor", "nimue:horse"]
    plain = Table("knight_select", display=display)
    assert sentence(plain, "A") == "Ask for a card on display."
    nobody = Table("knight_select", display=display, options={"joust": True})
    assert sentence(nobody, "A") == "Ask for a card on display.", "nobody has a card to challenge for yet"
    t = Table("knight_select", display=display, held={1: 0}, turn=1, options={"joust": True})
    assert sentence(t, "B") == "Ask for a card on display, or challenge for one."
    t.does(B="challenge:0:sword")
    assert sentence(t, "A").endswith("thrust high, thrust low or decline?")
    assert sentence(t, "B").endswith("thrust high or low?")
    rows = {"D": ["honor", "farmer"], "A": ["honor", "valor"]}
    held = Table("service_offer", rows, event="grail", options={"service_pass": True})
    assert sentence(held, "D") == "Offer a card for Holy Grail or hold back for the rest of the phase."
    assert GAME.label(held.match.view(3), "pass") == "Hold back"
    faces = Table("disaster_faces", {"A": ["honor"], "B": ["honor", "valor"]}, event="adultery")
    assert sentence(faces, "A") == "The Adultery: place your Honor face up or face down."
    assert sentence(faces, "B") == "The Adultery: place your Honor and Valor face up or face down."


def test_whoever_gets_no_card_is_told_why() -> None:
    """R15, R17"""
    display = ["isoud:sword", "elaine:honor", "guenever:farmer", "morgan:valor"]
    t = Table("knight_select", {"B": ["honor", "farmer", "valor"]}, display=display, held={1: 0}, turn=1,
              options={"joust": True})  # fmt: skip
    assert sentence(t, "B") == "Nothing on display is for you: challenge for a card, or pass."
    t.does(B="pass")
    assert "Sir Gawain passes and gets no card." in sentences(t)
    t = Table("knight_select", {"B": ["honor", "farmer", "valor"]}, display=display, held={1: 0}, turn=1)
    assert "Sir Gawain gets no card: none is left to ask for." in sentences(t)


def test_a_lone_card_in_a_disaster_lies_on_no_side() -> None:
    """R28"""
    t = Table("arthur_discard_event", {"C": ["honor"]}, phase="service", event="adultery")
    assert "The Adultery finds a single card of Virtue, and strikes it." in sentences(t)
    assert "Sir Launcelot loses Honor." in sentences(t)


def test_a_joust_in_service_tells_whose_card_lies_there() -> None:
    """R35"""
    rows = {"D": ["honor"], "A": ["honor", "valor"], "C": ["valor"]}
    t = Table("service_offer", rows, event="grail", offered={"honor": 3}, turn=0, options={"joust": True})
    t.does(A="challenge:3:honor").does(A="high", D="decline")
    told = sentences(t)
    assert "Pass 1: Sir Pelleas declines. The joust is over: Sir Bors may offer the Honor." in told
    assert "Sir Bors's own Honor takes the place of Sir Pelleas's." in told
    assert "Sir Pelleas has no other card to offer." in told


def test_a_dry_bank_is_told() -> None:
    """R5"""
    rows = {"A": ["armor"], "B": ["farmer"]}
    t = Table("worship_faces", rows, event="badon", offered={"armor": 0, "farmer": 1}, options={"worship_bank": 8})
    t.does(A="armor:up")
    assert any(line.endswith("The bank is empty: Sir Bors and Sir Gawain go short.") for line in sentences(t))


def test_lots_and_secrets_read_well() -> None:
    t = Table("arthur_discard_event", deck=["badon", "grail", "adultery"])
    assert "Arthur alone sees them: Battle of Mt Badon, Holy Grail and The Adultery." in sentences(t, 0, 0)[-1]
    t.does(A="badon")
    assert "Arthur and Merlin alone know of Holy Grail and The Adultery." in sentences(t, 0, 3)[-1]
    assert sentences(t, 0, 1)[-1] == "Sir Bors throws one away and passes two on to Merlin."
    equal = GAME.position(3, "", {"round": 1}, {"round_limit": 1})
    assert re.search(r"A lot decides between equals: Sir \w+, then Sir \w+, then Sir \w+\.", equal.sentences(None)[-1])


def test_gifts_that_need_no_answer_are_told() -> None:
    """R10, R19: without naming the chivalry."""
    used = [f"elaine:{c}" for c in ("armor", "horse", "sword", "honor", "loyalty", "valor", "farmer", "fisher")]
    rows = {"B": used[:4], "C": used[4:]}
    t = Table("damosel_give", rows)
    t.does(B="honor", C="sword", D="farmer")
    told = sentences(t)
    assert "Sir Bors gives the last card of the pile." in told and "A card of Lady Nimue joins the gifts." in told
    assert not any("Forester" in line for line in told if "gives" in line)
    pool = Table("damosel_give", options={"absent_damosel": "pool"})
    pool.does(A="armor", B="honor", C="sword", D="farmer")
    assert "A card of one of the damosels whom nobody leads joins the gifts." in sentences(pool)


def test_marks_of_the_last_round_are_gone() -> None:
    """R21, R41: fortune and holding back end with the round."""
    rows = {"D": ["honor", "farmer"], "A": ["valor", "farmer"]}
    options = {"service_variant": "fortune", "service_pass": True}
    t = Table("service_offer", rows, event="grail", service_card=1, options=options)
    while t.question == "service_offer":
        t.does(**{t.asked: "pass"})
    assert t.question == "arthur_discard_event" and (t.s.favoured, t.s.withdrawn) == (-1, 0)


def test_the_note_of_service_tells_what_the_cards_earn() -> None:
    """R27, R41: with bonus and fortune."""

    def note(**more: Any) -> str:
        rows = {"A": ["armor", "sword", "fisher", "forester"], "B": ["farmer"]}
        t = Table("service_offer", rows, event="badon", turn=0, **more)
        return next(area.note for area in t.match.scene(None).areas if area.id == "service")

    assert note(offered={}) == "6 worship to share, Vassalage 1"
    assert note(offered={"armor": 0, "farmer": 1}) == "worship if nobody betrays: Armor 7, Farmer 1"
    fortune = {"service_variant": "fortune"}
    assert note(offered={"armor": 0, "sword": 0}, options=fortune, service_card=3) == "worship so far: Armor 3, Sword 4"


def test_print_has_the_tasks_and_what_the_leaflet_lacked() -> None:
    """R31, R34, R39, R48"""
    found = kit(GAME.settle(4))
    court = {item.id: item.back for pieces in found.pieces if pieces.id == "court" for item in pieces.items}
    assert all(back is not None and "Event: " in back.text and "Knights: " in back.text for back in court.values())
    for words_ in ("Merlin confirms", "may not joust out of turn", "then a lot", "hold an **election:**"):
        assert words_ in found.leaflet.replace("\n", " ")
