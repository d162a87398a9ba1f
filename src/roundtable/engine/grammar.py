"""Grammar: the few rules of English that sentences made from facts need, once for all games.

Articles, plurals and numbers, verbs that agree, lists, things counted, whose something is.  `faults` finds the slips
that sentences glued from parts are prone to; the tests run it over all that is said in many matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

_Merit = TypeVar("_Merit", int, tuple[int, ...])

# Spelled with a vowel and spoken with a consonant, or the other way round.
_CONSONANT: Final = ("one", "once", "uni", "use", "usu", "eu", "ewe")
_VOWEL: Final = ("hour", "honest", "honor", "honour", "heir", "8", "11 ", "18 ")

_PLURALS: Final = {
    "foot": "feet",
    "knife": "knives",
    "thief": "thieves",
    "wolf": "wolves",
}
_VERBS: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def a(words: str) -> str:
    """With its article, by the sound it begins with.

    >>> a("knight"), a("archer"), a("unicorn"), a("hour"), a("8 of swords"), a("Allied Knight")
    ('a knight', 'an archer', 'a unicorn', 'an hour', 'an 8 of swords', 'an Allied Knight')
    """
    return f"{_article(words)} {words}"


def _article(words: str) -> str:
    spoken = words.lower() + " "
    if spoken.startswith(_VOWEL):
        return "an"
    return "an" if spoken[0] in "aeiou" and not spoken.startswith(_CONSONANT) else "a"


def many(noun: str) -> str:
    """The plural of a noun.

    >>> many("gem"), many("Enemy"), many("torch"), many("thief"), many("Allied Knight"), many("highwayman")
    ('gems', 'Enemies', 'torches', 'thieves', 'Allied Knights', 'highwaymen')
    """
    head, space, last = noun.rpartition(" ")
    irregular = _PLURALS.get(last)
    if irregular is not None:
        return head + space + irregular
    if last.endswith("man"):
        return noun[:-2] + "en"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if last.endswith(("s", "x", "z", "ch", "sh")) else "s")


def count(n: int, noun: str, plural: str = "") -> str:
    """A number of things.

    >>> count(0, "gem"), count(1, "gem"), count(3, "gem"), count(2, "magic", "magic")
    ('no gems', '1 gem', '3 gems', '2 magic')
    """
    if n == 1:
        return f"1 {noun}"
    return f"{n if n else 'no'} {plural or many(noun)}"


def verb(n: int, word: str) -> str:
    """A verb for so many who do it.

    >>> verb(1, "leave"), verb(2, "leave"), verb(1, "pass"), verb(1, "carry"), verb(1, "be"), verb(3, "be")
    ('leaves', 'leave', 'passes', 'carries', 'is', 'are')
    """
    if n != 1:
        return "are" if word == "be" else word
    return _VERBS.get(word) or many(word)


def listed(words: Iterable[str], nothing: str = "nothing", last: str = "and") -> str:
    """A list in words.

    >>> listed(["red", "green", "blue"]), listed(["red", "green"], last="or"), listed([], "nobody")
    ('red, green and blue', 'red or green', 'nobody')
    """
    items = list(words)
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def things(nouns: Iterable[str], nothing: str = "nothing") -> str:
    """Things with their articles, those of one name counted together.

    >>> things(["peasant", "archer", "peasant"]), things([])
    ('2 peasants and an archer', 'nothing')
    """
    found = list(nouns)
    each = (a(noun) if found.count(noun) == 1 else count(found.count(noun), noun) for noun in dict.fromkeys(found))
    return listed(each, nothing)


def ahead(merits: Sequence[_Merit]) -> tuple[list[int], list[int]]:
    """The seats with the most merit, and those with the next most; nobody is next where all are level.

    >>> ahead([3, 5, 5, 1]), ahead([2, 2])
    (([1, 2], [0]), ([0, 1], []))
    """
    ordered = sorted(set(merits), reverse=True)
    groups = [[seat for seat, merit in enumerate(merits) if merit == each] for each in ordered]
    return groups[0], groups[1] if len(groups) > 1 else []


def leading(names: Sequence[str], seats: Sequence[int]) -> str:
    """Who leads.

    >>> leading(["Ann", "Bob"], [1]), leading(["Ann", "Bob", "Cy"], [0, 2])
    ('Bob leads', 'Ann and Cy lead')
    """
    return f"{listed(names[seat] for seat in seats)} {verb(len(seats), 'lead')}"


def whose(name: str) -> str:
    """A possessive.

    >>> whose("Ann"), whose("Iris"), whose("you")
    ("Ann's", "Iris's", 'your')
    """
    return "your" if name == "you" else f"{name}'s"


def capital(sentence: str) -> str:
    """A sentence with its first letter large.

    >>> capital("an archer of Ann draws on Bob's archer.")
    "An archer of Ann draws on Bob's archer."
    """
    return sentence[:1].upper() + sentence[1:]


# -- what to look for in sentences -------------------------------------------------------------------------------------

# A number behind one of these is a name ("stage 1 lies face up"), not a count.
_NUMBERED: Final = r"(?<!stage )(?<!turn )(?<!round )(?<!seat )(?<!player )(?<!slot )(?<!deed )(?<!lake )(?<!track )"
_NO_NOUN: Final = r"(?:is|was|has|as|less|plus|this|lies|goes|wins|always|across|perhaps)\b"
_SLIPS: Final = (
    (
        re.compile(_NUMBERED + r"(?<![\d.,/+−→-])(?<![=+−→] )\b1 (?!" + _NO_NOUN + r")[a-z]*[a-rt-z]s\b", re.I),
        "one of several",
    ),
    (
        re.compile(_NUMBERED + r"(?<![\d.,/−→-])(?<![=−→] )\b0 (?!of|to|and|or|is|at|vp)[a-z]+", re.I),
        "none as a number",
    ),
    (re.compile(r"\([^)]*\(|\)\)|\) ?\("), "double brackets"),
    (re.compile(r"\(\s*\)|\[\s*\]|“”|''"), "nothing in brackets"),
    (re.compile(r"\s\s|\s[,.;:!?](?:\s|$)"), "a space too many"),
    (re.compile(r"[,;:]\s*[,.;:]|\.\.(?!\.)"), "stops in a row"),
    (re.compile(r"\b(an? \w+)(?:,| and| or) \1\b"), "the same thing twice, not counted"),
    (re.compile(r"\b\w*(?:mans|childs|foots|thiefs|wolfs|knifes)\b", re.I), "the plural"),
    (re.compile(r"[a-z\d]_[a-z]|\b[a-z]+:[a-z]|\bseat\d|\bNone\b(?! of)|\bnan\b|[{}<>]"), "a word of the program"),
)
_ARTICLE: Final = re.compile(r"(?:(?<=\s)|(?<=\()|^)(an?|An?) ([\w-]+)")


def faults(text: str, sentence: bool = False, names: Sequence[str] = ()) -> Iterator[str]:
    """What is wrong with the grammar of a text; `sentence`: it must be a whole one.  `names` are those of people in it.

    >>> list(faults("Ann gives a archer and 1 gems.")), list(faults("You give up 0 foes")), list(faults("1 gem"))
    (['a archer: the article', '1 gems: one of several'], ['0 foes: none as a number'], [])
    >>> list(faults("ann wins", sentence=True)), list(faults("Red and Blue wants it.", names=("Red", "Blue")))
    (['ann wins: no capital', 'ann wins: no stop'], ['Red and Blue wants: the verb'])
    """
    for found in _ARTICLE.finditer(text):
        article, word = found.groups()
        if word not in names and article.lower() != _article(word):
            yield f"{found[0]}: the article"
    for pattern, slip in _SLIPS:
        for found in pattern.finditer(text):
            yield f"{found[0].strip()}: {slip}"
    if names:
        who = "|".join(map(re.escape, names))
        for found in re.finditer(rf"\b(?:{who}) and (?:{who}) (?:also )?(?!this|less|always)[a-z]+[^s\W]s\b", text):
            yield f"{found[0]}: the verb"
    if sentence and text[:1].upper() != text[:1]:
        yield f"{text}: no capital"
    if sentence and not text.endswith((".", "!", "?")):
        yield f"{text}: no stop"
