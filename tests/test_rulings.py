"""Rulings have a home: whatever ruling or paragraph a game's code, tests and texts cite stands in its rules page.

CONTRIBUTING.md tells the form of a ruling.  Every game that is found is checked, also one without rulings.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

import roundtable as rt

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = rt.slugs()

# Rulings that no test can exercise, and why.
NOT_RUN: Final[dict[str, dict[int, str]]] = {
    "knights-and-damosels": {
        7: "is about the printing of the rule cards",
        12: "is about the printing of the cards of Arthur and Merlin",
        53: "is about talk at the table",
    },
    "knights-duty": {
        38: "is about the words of the rulebook",
        41: "is about talk at the table",
        42: "is about the printing of the rulebook",
    },
    "lancelot": {1: "tells what the text of the rulebook lacks"},
    "of-knights-and-ninjas": {42: "says that the colours of gems mean nothing"},
    "quests-of-the-round-table": {2: "is about the numbers of steps in the source"},
}

RULINGS: Final = "\n## Rulings\n"  # the heading of the chapter
RULING: Final = re.compile(r"\bR(\d+)(?:(?:-| to )R(\d+))?\b")
LINK: Final = re.compile(r"\[R(\d+)\]\(#r\1\)")
PARAGRAPH: Final = re.compile(r"(?<![\w.])[1-9]\d?(?:\.\d\d?){1,2}(?![\w.]*\d|\w)")
SECTIONS: Final = re.compile(r"\b[Ss]ections? (\d+)(?: (?:to|and) (\d+))?")
ENTRY: Final = re.compile(
    r"R(?P<number>\d+)\. \S[^\n]*[^.\n]\n\n"
    r"- \*\*Question\.\*\* [^`]+\?[^`]*\n"
    r"- \*\*Ruling\.\*\* [^`]+\.\n"
    r"- \*\*Why\.\*\* [^`]+\.\n"
    r"- \*\*Option\.\*\* (?P<option>none|`[^*]+)\.\n*"
)


# -- what is defined ---------------------------------------------------------------------------------------------------


def rulings(page: str) -> dict[int, list[str]]:
    """The rulings of a page: number -> the options that change it.  An entry that is not in form is an error."""
    out: dict[int, list[str]] = {}
    for text in page.partition(RULINGS)[2].split("\n### ")[1:]:
        entry = ENTRY.fullmatch(text)
        assert entry and text.count("\n- ") == 4, f"not in the form of a ruling:\n{text}"
        number = int(entry["number"])
        assert number > max(out, default=0), f"R{number} is out of order"
        out[number] = re.findall(r"`([^`]*)`", entry["option"])
    return out


# -- what is cited -----------------------------------------------------------------------------------------------------


def sources(slug: str, *folders: str) -> dict[str, str]:
    """The files of a game that are written by hand: path -> text."""
    name = slug.replace("-", "_")
    found = [path for folder in folders for path in sorted((ROOT / folder / name).rglob("*"))]
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in found
        if path.suffix in (".py", ".toml", ".md")
    }


def rulings_in(text: str) -> set[int]:
    return {n for first, last in RULING.findall(text) for n in range(int(first), int(last or first) + 1)}


def paragraphs_in(text: str) -> set[str]:
    return {*PARAGRAPH.findall(text), *(n for pair in SECTIONS.findall(text) for n in pair if n)}


def words(source: str) -> Iterator[tuple[int, str]]:
    """The strings and comments of a Python file, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] in ("STRING", "COMMENT", "FSTRING_MIDDLE"):
            yield token.start[0], token.string


def reasons(source: str) -> Iterator[tuple[int, str]]:
    """The paragraphs that a Python file gives with a reason, as the second of a pair, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            for part in ast.walk(node.elts[1]):
                if isinstance(part, ast.Constant) and re.fullmatch(r"\d+(\.\d+)*", str(part.value)):
                    if isinstance(part.value, str):
                        yield part.lineno, part.value


def exercised(source: str) -> set[int]:
    """The rulings that the tests of a Python file name, in their own names or in words inside them."""
    out: set[int] = set()
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            out |= {int(n) for n in re.findall(r"_r(\d+)(?=_|$)", node.name)}
            out |= rulings_in("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    return out


# -- every game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_rulings_are_the_last_chapter_and_name_real_options(slug: str) -> None:
    game = rt.game(slug)
    page = game.rules()
    assert "\n## " not in page.partition(RULINGS)[2]
    options = {option.name for option in game.options.listed()}
    assert not {n: names for n, names in rulings(page).items() if not set(names) <= options}


@pytest.mark.parametrize("slug", GAMES)
def test_every_ruling_cited_is_defined(slug: str) -> None:
    defined = set(rulings(rt.game(slug).rules()))
    cited = {path: rulings_in(text) for path, text in sources(slug, "src/roundtable/games", "tests/games").items()}
    assert not {path: sorted(found - defined) for path, found in cited.items() if found - defined}


@pytest.mark.parametrize("slug", GAMES)
def test_every_ruling_is_exercised_by_a_test(slug: str) -> None:
    defined, not_run = set(rulings(rt.game(slug).rules())), set(NOT_RUN.get(slug, ()))
    found = {n for path, text in sources(slug, "tests/games").items() if path.endswith(".py") for n in exercised(text)}
    assert sorted(defined - found) == sorted(not_run)


@pytest.mark.parametrize("slug", GAMES)
def test_every_paragraph_cited_is_on_the_page(slug: str) -> None:
    game = rt.game(slug)
    known = set(game.paragraphs())
    cited = [(f"step {step}", set(refs)) for step, refs in game.cited().items()]
    cited += [(f"question {name}", {question.rule}) for name, question in game.questions.items()]
    cited += [(f"option {option.name}", {option.rule} - {""}) for option in game.options.listed()]
    cited += [("rules.md", paragraphs_in(game.rules()) | set(re.findall(r"\((\d+)\)", game.rules())))]
    for path, text in sources(slug, "src/roundtable/games", "tests/games").items():
        if path.endswith(".py"):
            cited += [(f"{path}:{line}", paragraphs_in(string)) for line, string in words(text)]
            cited += [(f"{path}:{line}", {number}) for line, number in reasons(text)]
    assert not [(where, sorted(found - known)) for where, found in cited if found - known]


@pytest.mark.parametrize("slug", GAMES)
def test_reasons_given_in_play_name_a_paragraph_of_the_page(slug: str) -> None:
    game = rt.game(slug)
    known = {*game.paragraphs(), ""}
    fewest, most = game.seats
    for seed in range(12):
        rng = Random(seed)
        players = fewest + seed % (most - fewest + 1)
        match = game.match(players, seed)
        vocabulary = game.vocabulary(players, match.options)
        while match.asked and len(match.entries) < 300:
            seat = rng.choice(match.asked)
            choice = match.choice(seat)
            answer = choice.sample(rng)
            prefix = answer[: rng.randint(0, len(answer))]
            legal = choice.atoms(prefix)
            for atom in rng.choices(vocabulary, k=20):
                if atom not in legal:
                    reason, paragraph = game.why_not(match.view(seat), seat, prefix, atom)
                    assert paragraph in known, f"{match.question}: '{reason}' cites {paragraph}"
            match.answer(seat, answer)


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_speaks_to_players(slug: str) -> None:
    """Rulings are links, and names for programs stand in the rulings' own items only."""
    game = rt.game(slug)
    page = game.rules()
    assert not RULING.findall(LINK.sub("", re.sub(r"^### R.*$", "", page, flags=re.M)))
    chapters = page.partition(RULINGS)[0]
    names = [option.name for option in game.options.listed() if "_" in option.name]
    assert not [name for name in names if name in chapters]
    assert not re.findall(r"(?<!\S)`?--[a-z]\w*|\w+\.(?:py|toml|md)\b", chapters)


# -- the tests themselves ----------------------------------------------------------------------------------------------

GOOD: Final = """# A game

## 1 Play

## Rulings

### R1. A title

- **Question.** What
  now?
- **Ruling.** This.
- **Why.** Because.
- **Option.** none.

### R2. Another title

- **Question.** And now?
- **Ruling.** That.
- **Why.** Therefore.
- **Option.** `one` or `other_one` changes it.
"""


def test_the_form_of_a_ruling() -> None:
    assert rulings(GOOD) == {1: [], 2: ["one", "other_one"]}
    assert rulings("# A game without rulings\n") == {}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("R2.", "R1."),
        ("R2. ", "R2 "),
        ("title\n\n", "title.\n\n"),
        ("- **Why.** Because.\n", ""),
        ("now?\n", "now.\n"),
        ("none.", "nothing."),
        ("That.\n", "That.\n- **Besides.** More.\n"),
    ],
)
def test_a_ruling_out_of_form_is_found(right: str, wrong: str) -> None:
    assert right in GOOD
    with pytest.raises(AssertionError):
        rulings(GOOD.replace(right, wrong, 1))


def test_citations_are_found() -> None:
    assert rulings_in("see R3, (R16-R18), R21 to R22 and xR5") == {3, 16, 17, 18, 21, 22}
    assert paragraphs_in("4.4.2 The (4.5), 10 of sections 3 to 5; weight 1.099, 0.5 or version 1.2.3.4") == {
        *("4.4.2", "4.5", "3", "5")
    }
    code = 'W = 4.7  # R9, 9.1\nx = f"8.2: {W}"\ny = "why", "3" if W else "4.1"\nz = "no", 5\n'
    assert [n for _, text in words(code) for n in sorted(paragraphs_in(text))] == ["9.1", "8.2", "4.1"]
    assert list(reasons(code)) == [(3, "3"), (3, "4.1")]
    tests = '# R1\ndef test_r2_r3_names():\n    """R4"""\n    x()  # R5\ndef helper():  # R6\n    pass\n'
    assert exercised(tests) == {2, 3, 4, 5}
