"""Reasons are the reason: what they say is so, judged by what a view tells by names and not by the games' own code.

Random matches are asked why random words cannot be chosen.  Each row below has a reason and what must be true of the
view, the seat, what was chosen before and the word; a reason for which a row stands must be true whenever it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

import roundtable as rt
from roundtable.engine import STOP, Game

Told = dict[str, Any]  # a view by names
Check = Callable[[Told, int, tuple[str, ...], str, list[str]], bool]  # and what the reason names

MATCHES: Final = 4  # of each number of players
NUMBER: Final = r"(\d+|no)"


def number(word: str) -> int:
    return 0 if word == "no" else int(word)


def kinds(word: str) -> str:
    """A name of a card, as the word of an answer: `jester:king` is a jester."""
    return word.split(":")[0].replace("wall", "archer")


# -- Knight's Duty -----------------------------------------------------------------------------------------------------


def hexagon(label: str, radius: int = 4) -> tuple[int, int]:
    """A space in axial coordinates, by its row and its place in the row (2.3)."""
    r = "ABCDEFGHI".index(label[0]) - radius
    return int(label[1:]) - 1 + max(-radius, -radius - r), r


def apart(one: str, other: str) -> int:
    (a, b), (c, d) = hexagon(one), hexagon(other)
    return max(abs(a - c), abs(b - d), abs(a + b - c - d))


def knight(t: Told, colour: str) -> int:
    return int(t["clans"].index(colour.lower()))


REACH: Final = {"sword": 2, "spear": 3, "bow": 4}
DUTY: Final[dict[str, Check]] = {
    r"(\w+) is (\d+) spaces away: a Move": lambda t, me, pre, word, said: (
        word == said[0] and apart(t["at"][me], word) == int(said[1]) > 1
    ),
    r"you stand there already": lambda t, me, pre, word, said: t["at"][me] == word,
    r"(\w+) stands there and does not move": lambda t, me, pre, word, said: (
        t["at"][knight(t, said[0])] == word and t["acts"][knight(t, said[0])] != "move"
    ),
    r"(\w+) is (\d+) spaces? away and your (\w+) reaches (\d)": lambda t, me, pre, word, said: (
        apart(t["at"][me], t["at"][knight(t, said[0])]) == int(said[1]) > int(said[3]) == REACH[t["weapon"][me]]
        and said[2] == t["weapon"][me]
    ),
    r"(\w+) has left the field": lambda t, me, pre, word, said: not t["at"][knight(t, said[0])],
    r"no (\w+) knight takes part": lambda t, me, pre, word, said: said[0] not in t["clans"],
    r"you cannot attack yourself": lambda t, me, pre, word, said: t["clans"][me] == word,
    r"you have only (\d) (\w+) token": lambda t, me, pre, word, said: (
        pre.count(word) == int(said[0]) == (3 if word == "move" else 2) and said[1].lower() == word
    ),
    r"you have (\d) actions this turn": lambda t, me, pre, word, said: len(pre) == int(said[0]) == t["allowed"][me],
}

# -- Of Knights and Ninjas ---------------------------------------------------------------------------------------------


def aimed_at(t: Told, pre: tuple[str, ...], word: str) -> int:
    """The seat that an answer is about."""
    named = [atom for atom in (*pre, word) if atom.startswith("seat")]
    return int(named[0][4:]) if named else int(t["target"])


NINJAS: Final[dict[str, Check]] = {
    r"you hold no (\w+)$": lambda t, me, pre, word, said: said[0] == kinds(word) and said[0] not in t["hands"][me],
    r"you hold no more than (\d+)": lambda t, me, pre, word, said: (
        t["hands"][me].count(kinds(word)) == int(said[0]) <= [kinds(atom) for atom in pre].count(kinds(word))
    ),
    r"the (archer|castle) keeps the (\w+) out": lambda t, me, pre, word, said: bool(
        t[f"{said[0]}s"][aimed_at(t, pre, word)]
    ),
    r"there is no (archer|castle)": lambda t, me, pre, word, said: not t[f"{said[0]}s"][aimed_at(t, pre, word)],
    r"no archer stands on your wall": lambda t, me, pre, word, said: not t["archers"][me],
    r"only one (\w+) may stand before you": lambda t, me, pre, word, said: (
        bool(t[f"{said[0]}s"][me]) or any(said[0] in atom for atom in pre)
    ),
    r"the minstrel there": lambda t, me, pre, word, said: bool(t["minstrels"][aimed_at(t, pre, word)]),
    r"you cannot attack yourself": lambda t, me, pre, word, said: word == f"seat{me}",
    r"nobody sits there": lambda t, me, pre, word, said: int(word[4:]) >= len(t["hands"]),
    r"that rival has fewer than two": lambda t, me, pre, word, said: len(t["hands"][int(word[4:])]) < 2,
    r"no rival has a castle": lambda t, me, pre, word, said: not any(t["castles"][:me] + t["castles"][me + 1 :]),
    r"a merchant costs (\d+) gems?, and you have " + NUMBER: lambda t, me, pre, word, said: (
        t["gems"][me] == number(said[1]) < int(said[0])
    ),
    r"a re-deal is called with three cards or fewer, and you hold (\d+)": lambda t, me, pre, word, said: (
        len(t["hands"][me]) == int(said[0]) > 3
    ),
    r"that card was not shown": lambda t, me, pre, word, said: all(word not in pile for pile in t["shown"]),
    r"no card was shown there": lambda t, me, pre, word, said: not any(t["shown"][int(word[4:]) :][:1]),
}

# -- Lancelot ----------------------------------------------------------------------------------------------------------

WAY: Final = ["joust", "stronghold", "distant", "merlin", "lake", "percival", "galahad", "dragon", "morgana", "grail"]


def rider(t: Told, colour: str) -> int:
    return int(t["colours"].index(colour.lower()))


def before(t: Told, me: int, word: str) -> bool:
    """Whether a space lies behind a knight: an earlier site, or a smaller number on the same track."""
    (site, *at), (other, *to) = t["at"][me].split("."), word.split(".")
    return bool(WAY.index(other) < WAY.index(site) or (other == site and to < at))


LANCELOT: Final[dict[str, Check]] = {
    r"(\w+) sits on the seat of (\w+)": lambda t, me, pre, word, said: (
        t["chairs"][rider(t, said[0])] == said[1].lower() == word.split(".")[1]
    ),
    r"you sit on the seat of (\w+) already": lambda t, me, pre, word, said: t["chairs"][me] == said[0].lower(),
    r"one track of the Stronghold": lambda t, me, pre, word, said: (
        word.split(".")[0] == "stronghold" == t["at"][me].split(".")[0]
        and word.split(".")[1] != t["at"][me].split(".")[1]
    ),
    r".* lies behind you": lambda t, me, pre, word, said: before(t, me, word),
    r"(\w+) has entered the Lake": lambda t, me, pre, word, said: t["lake"] == rider(t, said[0]) != me,
    r"you have entered the Lake": lambda t, me, pre, word, said: t["lake"] == me,
    r"only at the Grail a knight": lambda t, me, pre, word, said: t["at"][me] != "grail",
    r"to stay, choose": lambda t, me, pre, word, said: t["at"][me] == word == "grail",
    r"you have no disc on (\w+)": lambda t, me, pre, word, said: (
        said[0].lower() == word and word not in t["galahad"][me] and word not in t["percival"][me]
    ),
    r"you have learnt (\w+) already": lambda t, me, pre, word, said: word in t["percival"][me],
    r"your disc lies on (\w+) already": lambda t, me, pre, word, said: word in t["galahad"][me],
    r"the crown of \w+ has your own disc": lambda t, me, pre, word, said: t["crowns"][word] == me,
    r"the crown of \w+ has (\w+)'s disc": lambda t, me, pre, word, said: t["crowns"][word] == rider(t, said[0]),
    r"only (\d+) \w+ (?:is|are) offered": lambda t, me, pre, word, said: (
        t["offer"].count(word) == int(said[0]) == pre.count(word)
    ),
    r"no \w+ (?:is|are) offered here": lambda t, me, pre, word, said: word not in t["offer"],
    r"you would have more than 7 cards": lambda t, me, pre, word, said: (
        sum(t["owned"][me][card] for card in ("ladies", "allied", "enemies", "plots")) + len(pre) >= 7
    ),
    r"you have no cards": lambda t, me, pre, word, said: (
        not any(t["owned"][me][card] for card in ("ladies", "allied", "enemies", "plots"))
    ),
}

# -- Knights & Damosels ------------------------------------------------------------------------------------------------


def sir(t: Told, name: str) -> int:
    return int(t["knights"].index(name.lower()))


DAMOSELS: Final[dict[str, Check]] = {
    r"your knight already has the (\w+)": lambda t, me, pre, word, said: said[0].lower() in t["has"][me],
    r"your knight has no (\w+)(?: to offer)?$": lambda t, me, pre, word, said: (
        word.split(":")[-1] == said[0].lower() and said[0].lower() not in t["has"][me]
    ),
    r"there is no card (\d+) on display": lambda t, me, pre, word, said: int(said[0]) > len(t["display"]),
    r"the (\w+) was granted to Sir (\w+)": lambda t, me, pre, word, said: (
        t["holder"][int(word.split(":")[1]) - 1] == sir(t, said[1])
    ),
    r"you cannot challenge yourself": lambda t, me, pre, word, said: int(word.split(":")[1]) == me,
    r"a challenge needs at least 1 worship": lambda t, me, pre, word, said: t["worship"][me] < 1,
    r"Sir (\w+) has offered the (\w+) already": lambda t, me, pre, word, said: (
        t["offered"][said[1].lower()] == sir(t, said[0])
    ),
    r"you have offered the (\w+) already": lambda t, me, pre, word, said: t["offered"][said[0].lower()] == me,
    r"Sir (\w+) has not offered the (\w+)": lambda t, me, pre, word, said: (
        t["offered"][said[1].lower()] != sir(t, said[0])
    ),
    r"all your cards lie": lambda t, me, pre, word, said: len(pre) > 0,
}

# -- Quests of the Round Table -----------------------------------------------------------------------------------------


def plain(name: str) -> str:
    return re.sub(r"[^a-z]+", "_", name.lower())


QUESTS: Final[dict[str, Check]] = {
    r"you have no ([\w -]+) in hand$": lambda t, me, pre, word, said: plain(said[0]) not in t["hand"][me],
    r"you have no more ([\w -]+)$": lambda t, me, pre, word, said: (
        t["hand"][me].count(plain(said[0])) == [atom.removeprefix("play_") for atom in pre].count(plain(said[0])) > 0
    ),
    r"you have an Amour in play": lambda t, me, pre, word, said: bool(t["amour"][me]),
    r"the highest bid is (\d+)": lambda t, me, pre, word, said: t["bid"] == int(said[0]) >= int(word.split("_")[1]),
    r"the least bid is (\d+)": lambda t, me, pre, word, said: t["minimum"] == int(said[0]) > int(word.split("_")[1]),
    r"you can bid (?:at most )?(\d+|nothing), with "
    + NUMBER
    + " cards? and "
    + NUMBER: lambda t, me, pre, word, said: (
        number(said[1]) == len(t["hand"][me])
        and number(said[1]) + number(said[2]) == (0 if said[0] == "nothing" else int(said[0])) < int(word.split("_")[1])
    ),
    r"([\w ]+) is not in play": lambda t, me, pre, word, said: all(plain(said[0]) not in court for court in t["court"]),
    r"you do not hold Mordred": lambda t, me, pre, word, said: "mordred" not in t["hand"][me],
    r"a quest has at most one Test": lambda t, me, pre, word, said: any(atom.startswith("test_of") for atom in pre),
    r"you discard only (\d+) cards?": lambda t, me, pre, word, said: len(pre) == int(said[0]),
    r"this stage already has a": lambda t, me, pre, word, said: (
        word in pre[len(pre) - pre[::-1].index("next_stage") :] if "next_stage" in pre else word in pre
    ),
    r"you hold a weapon": lambda t, me, pre, word, said: bool(
        {"excalibur", "lance", "battle_ax", "sword", "horse", "dagger"} & set(t["hand"][me])
    ),
    r"stage (\d) lies face up": lambda t, me, pre, word, said: "?" not in t["stages"][int(said[0]) - 1],
}

REASONS: Final[Mapping[str, Mapping[str, Check]]] = {
    "knights-duty": DUTY,
    "of-knights-and-ninjas": NINJAS,
    "lancelot": LANCELOT,
    "knights-and-damosels": DAMOSELS,
    "quests-of-the-round-table": QUESTS,
}


def asked_why(game: Game) -> Iterator[tuple[Told, int, tuple[str, ...], str, str]]:
    """Moments of random matches, a word that cannot be chosen there, and the reason."""
    rng = Random(game.slug)
    for players in range(game.seats[0], game.seats[1] + 1):
        for seed in range(MATCHES):
            match = game.match(players, seed=seed, keep=1)
            vocabulary = game.vocabulary(players, match.options)
            while match.asked:
                seat = match.asked[0]
                choice = match.choice(seat)
                answer = choice.sample(rng)
                if rng.random() < 0.2:
                    view = match.view(seat)
                    prefix = answer[: rng.randrange(len(answer) + 1)]
                    offers = choice.offers(prefix)
                    told = game.describe(view)
                    for word in rng.sample(vocabulary, min(len(vocabulary), 40)):
                        if word not in offers and word != STOP:
                            yield told, seat, prefix, word, game.why_not(view, seat, prefix, word)[0]
                match.answer(seat, answer)


@pytest.mark.parametrize("slug", REASONS)
def test_what_a_reason_says_is_so(slug: str) -> None:
    rows = [(re.compile(pattern), pattern, check) for pattern, check in REASONS[slug].items()]
    seen: set[str] = set()
    for told, seat, prefix, word, reason in asked_why(rt.game(slug)):
        for pattern, name, check in rows:
            if found := pattern.match(reason):
                seen.add(name)
                assert check(told, seat, prefix, word, list(found.groups())), (
                    told["question"],
                    prefix,
                    word,
                    reason,
                )
    assert len(seen) >= 0.6 * len(rows), f"never given: {sorted(set(REASONS[slug]) - seen)}"
