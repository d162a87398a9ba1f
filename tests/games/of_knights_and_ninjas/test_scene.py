"""Of Knights and Ninjas on the table."""

from __future__ import annotations

from roundtable.scene import Area, Panel, Scene

from .table import LETTERS, Table


def area(scene: Scene, name: str) -> Area:
    areas = [*scene.areas, *(area for panel in scene.panels for area in panel.areas)]
    return next(area for area in areas if area.id == name)


def panel(scene: Scene, letter: str) -> Panel:
    return next(panel for panel in scene.panels if panel.seat == LETTERS.index(letter))


def test_kingdoms() -> None:
    t = Table({"A": ["king", "peasant"], "B": ["ninja"]}, {"B": ["castle", "jester:archer"]}, gems=(7, 10, 2, 1))
    scene = t.match.scene(0)
    assert [p.seat for p in scene.panels] == [0, 1, 2, 3] and t.match.scene(2).panels[0].seat == 2
    assert panel(scene, "A").stats[0].value == "7 / 10"
    assert [piece.label for piece in area(scene, "walls-1").pieces] == ["castle", "jester as archer"]
    assert [piece.label for piece in area(scene, "hand-0").pieces] == ["peasant", "king"]
    assert [piece.face for piece in area(scene, "hand-1").pieces] == [None]
    assert "close to the goal" in [mark.text for mark in panel(scene, "A").marks]
    assert "needs one more gem" in [mark.text for mark in panel(scene, "B").marks]
    assert len(area(scene, "gems-1").pieces) == 10


def test_the_lane_and_the_road() -> None:
    t = Table({"A": ["queen", "ladder"], "B": ["knight"], "C": ["jester"]}, {"B": ["castle"]})
    t.do("A", "attack", "B", "ladder").do("B", "accept").do("A", "queen")
    scene = t.match.scene(1)
    lane = area(scene, "lane")
    assert [piece.label for piece in lane.pieces] == ["queen"] and lane.note == "Ann → Bob, strength 5"
    assert [piece.label for piece in area(scene, "met").pieces] == ["ladder"]
    assert area(scene, "walls-1").note == "a ladder leans on the castle"
    assert scene.prompt is not None
    hints = {pick.atom: pick.hint for pick in scene.prompt.picks}
    assert hints == {"accept": "you lose 5 gems", "knight": "5 − 3 = 2"}
    assert scene.waiting == "" and t.match.scene(3).waiting == "Waiting for Bob"
    t.do("B", "knight")
    scene = t.match.scene(2)
    assert len(area(scene, "road").pieces) == 2 and area(scene, "road").note == "from Bob to Ann"
    assert scene.prompt is not None and scene.prompt.sentence.startswith("The road is open: 2 gems")
    assert t.match.scene(None).waiting == "The road is open"


def test_reasons_stand_on_cards_and_rivals() -> None:
    t = Table({"A": ["king", "ninja", "monk"]}, {"B": ["castle"], "C": ["minstrel"]})
    scene = t.match.scene(0, ("attack", "seat1"))
    marks = {piece.label: [mark.text for mark in piece.marks] for piece in area(scene, "hand-0").pieces}
    assert (
        marks["king"] == ["the castle keeps the king out: set a ladder first, or break it with a catapult"]
        and marks["ninja"] == []
    )
    scene = t.match.scene(0, ("attack",))
    assert "the minstrel there keeps everybody from attacking" in [mark.text for mark in panel(scene, "C").marks]
    assert scene.prompt is not None
    assert {pick.on for pick in scene.prompt.picks} == {"panel-1", "panel-3"}


def test_the_duel() -> None:
    t = Table(players=2, asks="draft", draft=["king", "queen"], turn="A")
    assert area(t.match.scene(0), "draft").pieces[-1].label == "king"
    assert area(t.match.scene(1), "draft").pieces[-1].face is None
    t.do("A", "keep")
    t = Table({"A": ["jester"], "B": ["queen", "king", "ninja"]}, players=2)
    t.do("A", "fortify", "jester:minstrel")
    assert [piece.label for piece in area(t.match.scene(1), "lane").pieces] == ["jester as minstrel"]
    t = Table({"A": ["king"], "B": ["queen"]}, players=2)
    assert "may call a re-deal" in [mark.text for mark in panel(t.match.scene(0), "A").marks]


def test_the_end() -> None:
    t = Table({"A": ["king"]}, gems=(7, 6, 4, 3))
    t.do("A", "attack", "B", "king")
    scene = t.match.scene(None)
    assert scene.over == "Ann rules with 11 gems and begins the next match"
    assert {LETTERS[p.seat]: p.place for p in scene.panels} == {"A": 1, "B": 4, "C": 2, "D": 3}


def test_the_prompt_follows_the_answer() -> None:
    t = Table({"A": ["peasant", "peasant", "merchant", "castle"], "B": ["king", "king"]})

    def asks(*chosen: str) -> str:
        prompt = t.match.scene(0, chosen).prompt
        assert prompt is not None
        return str(prompt.sentence)

    assert asks().startswith("Fortify, attack")
    assert asks("attack") == "Whom do you attack?"
    assert asks("attack", "seat1") == "What do you send against Bob?"
    assert asks("attack", "seat1", "peasant") == "How many march against Bob?"
    assert asks("special", "merchant") == "Whom do you trade with?"
    assert asks("fortify") == "Which walls do you raise?"
    assert asks("discard") == "Which card do you discard?"
    prompt = t.match.scene(0, ("attack", "seat1", "peasant")).prompt
    assert prompt is not None and prompt.complete and prompt.progress == "1 peasant, strength 1"
