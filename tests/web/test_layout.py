"""Everything in its place: what is lit can be seen and is covered by nothing, no text is small, the prompt stays."""

import pytest

from .phases import MATCHES, PHASES, reach, viewer

FILES = sorted(path.stem for path in MATCHES.glob("*.jsonl"))

# Of what is lit: how many there are, how many are in sight, and those whose middle is covered by something else.
LIT = """() => {
  const lit = [...document.querySelectorAll("#table :is(button, .hex).lit")].filter((each) => !each.closest("dialog"));
  const inside = (box) => box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const boxes = lit.map((each) => each.getBoundingClientRect());
  const covered = lit.filter((each, i) => {
    const [x, y] = [boxes[i].left + boxes[i].width / 2, boxes[i].top + boxes[i].height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    const other = top?.closest("button, .hex, .prompt, .bar, .rail");
    return other && other !== each && !each.contains(top) && !other.classList.contains("lit") && !other.contains(each);
  });
  return [lit.length, boxes.filter(inside).length, covered.map((each) => each.outerHTML.slice(0, 90))];
}"""

SMALL = """() => [...document.querySelectorAll("#table *")]
  .filter((each) => each.getClientRects().length)
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((each) => !each.closest(".hidden, svg") && getComputedStyle(each).visibility !== "hidden")
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 13.99)
  .map((each) => `${each.className} ${each.textContent.trim().slice(0, 30)}: ${getComputedStyle(each).fontSize}`)"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("name", FILES)
def test_what_is_lit_is_seen_and_no_text_is_small(visitor, name, phone):
    """On a desk all that is lit is in sight; on a phone some of it, and nothing covers what is lit on a desk."""
    person = visitor(phone=phone)
    phases = [phase for phase in PHASES if phase.match == name and phase.question]
    person.begin(reach(phases[0]).game.slug, bot="page")
    wrong = []
    for phase in phases:
        match = reach(phase)
        person.show(match, viewer(match), phase.chosen)
        lit, seen, covered = person.page.evaluate(LIT)
        if lit and (seen < lit if not phone else not seen):
            wrong.append(f"{phase.id}: {seen} of {lit} lit things in sight")
        if not phone:
            wrong += [f"{phase.id}: covered {each}" for each in covered]
        wrong += [f"{phase.id}: small {each}" for each in person.page.evaluate(SMALL)]
    assert not wrong, "\n".join(wrong)


def test_the_prompt_keeps_its_place_through_a_turn(visitor):
    """Given Knight's Duty, when tokens are laid one by one, then board, prompt and tokens stay where they are."""
    person = visitor()
    match = reach(next(phase for phase in PHASES if phase.id == "knights-duty-program"))
    person.begin("knights-duty", bot="page")
    person.show(match, viewer(match))
    page = person.page
    places = []
    for n in range(2):
        places.append(
            [page.locator(each).first.bounding_box() for each in (".map", ".prompt", "[data-piece=supply-bow]")]
        )
        page.locator("[data-piece=supply-move].lit").click()
        page.locator(".so-far li").nth(n).wait_for()
    board, prompt, token = zip(*places, strict=True)
    assert abs(board[0]["y"] - board[1]["y"]) < 2 and abs(board[0]["width"] - board[1]["width"]) < 2
    assert abs(prompt[0]["y"] - prompt[1]["y"]) < 2
    assert abs(token[0]["x"] - token[1]["x"]) < 2


def test_the_court_stays_put_from_phase_to_phase(visitor):
    """Given Knights & Damosels, when the questions of a round follow each other, then the plates of the players, the
    prompt, one's own cards and the gifts are where they were."""
    person = visitor()
    names = ("arthur", "gift", "select", "service", "disaster", "worship")
    phases = [phase for phase in PHASES if phase.match == "knights-and-damosels" and phase.name in names]
    person.begin("knights-and-damosels", bot="page")
    tops = []
    for phase in phases:
        match = reach(phase)
        person.show(match, viewer(match))
        boxes = [person.page.locator(each).first.bounding_box() for each in (".rivals", ".prompt", ".hands", ".counts")]
        tops.append([box["y"] if box else -1 for box in boxes])
    rivals, prompts, hands, _ = zip(*tops, strict=True)
    assert max(rivals) - min(rivals) < 2
    assert max(prompts) - min(prompts) < 30, prompts  # a longer question may need a second line
    assert min(hands) > 0 and max(hands) - min(hands) < 30, hands
