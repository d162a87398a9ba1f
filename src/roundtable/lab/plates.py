"""Plates of a report: each picture with a heading, a sentence that says what it shows in this game, and its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.engine import Game

from . import pictures
from .chapter import Thing, Told
from .measures import SURE, Estimate
from .story import PLAIN, REAL
from .studies import MATTERS, Changed, Difference, Ladder, Luck, Weight, is_share

SHOWN: Final = 7  # things at either end of a long list


@dataclass(frozen=True)
class Plate:
    """A picture (an `<svg>`, or "" for none), in words, and as a table."""

    title: str
    sentence: str
    svg: str = ""
    head: tuple[str, ...] = ()
    rows: Sequence[Sequence[str]] = ()
    note: str = ""


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _seats(told: Told) -> list[str]:
    return [f"seat {seat + 1}" for seat in range(told.players)]


def of_chapter(game: Game, told: Told) -> Iterator[Plate]:
    """The plates of one table."""
    yield wins(told)
    yield length(game, told)
    if told.score:
        yield scores(told)
    if told.leading:
        yield lead(told)
    yield ends(told)
    yield downtime(told)
    yield questions(told)
    if told.pieces:
        yield things(told.pieces, "Pieces and cards", "held it")
    yield things(told.answers, "Answers", "gave it")


def wins(told: Told) -> Plate:
    best = max(range(told.players), key=lambda seat: told.wins[seat].value)
    worst = min(range(told.players), key=lambda seat: told.wins[seat].value)
    sure = [seat for seat in range(told.players) if told.even[seat] < SURE]
    words = f"Seat {best + 1} wins most often, {told.wins[best].words()}; even would be {100 / told.players:.1f} %. "
    if not sure:
        words += f"With {told.matches:,} matches that is no proof: the seats may be even."
    elif worst in sure and best in sure:
        words += f"That is not chance, and seat {worst + 1} has too little: {told.wins[worst].words()}."
    else:
        words += f"Seat {sure[0] + 1} is not even ({told.wins[sure[0]].words()}); that is not chance."
    return Plate(
        "Who wins",
        words,
        pictures.bars([str(seat + 1) for seat in range(told.players)], told.wins, 1 / told.players, "% of matches"),
        ("seat", "bot", "won", "chance of so much, corrected"),
        [(name, told.bots[i], told.wins[i].words(), f"{told.even[i]:.3g}") for i, name in enumerate(_seats(told))],
        "Bars are shares of matches by seat, whiskers Wilson's 95 % intervals, the dashed line what is even. "
        "Shared first places count as parts.",
    )


def length(game: Game, told: Told) -> Plate:
    minutes, answers, turns = (told.lengths[name] for name in ("minutes", "answers", "turns"))
    words = (
        f"Half of the matches are over after {minutes['median']:.0f} minutes and {answers['median']:.0f} answers, "
        f"one in ten takes more than {minutes['high_tenth']:.0f}; the box says {game.minutes} minutes."
    )
    rows = [
        (name, f"{one['mean']:.1f} ({one['low']:.1f} to {one['high']:.1f})", *(f"{one[key]:.0f}" for key in TENTHS))
        for name, one in (("minutes", minutes), ("answers", answers), ("turns", turns))
    ]
    return Plate(
        "How long it takes",
        words,
        pictures.histogram(told.histogram["minutes"], "minutes", [minutes["median"]]),
        ("", "mean", "a tenth below", "half below", "a tenth above"),
        rows,
        f"Minutes are an estimate: {REAL:.0f} seconds for a real choice and {PLAIN:.0f} where there is none; "
        "talk and shuffling are not in it. The dashed line is the middle.",
    )


TENTHS: Final = ("low_tenth", "median", "high_tenth")


def scores(told: Told) -> Plate:
    winner, others, ahead = (told.scores[name] for name in ("winner", "others", "lead"))
    counting = next((line for line in told.lines if line.label == told.score), told.lines[0])
    parts = [line for line in told.lines if line is not counting]
    words = (
        f"{told.score}: the winner has {winner['mean']:.1f} on average, the others {others['mean']:.1f}; "
        f"the first is {ahead['mean']:.1f} ahead of the second."
    )
    if parts:
        most = max(parts, key=lambda line: line.winner - line.others)
        words += f" What the winner has more of is “{most.label}”: {most.winner:.1f} to {most.others:.1f}."
    return Plate(
        "Scores, and where they come from",
        words,
        pictures.pairs([(line.label, line.winner, line.others) for line in told.lines], ("winner", "others"), "mean"),
        ("", "winner", "others"),
        [(line.label, f"{line.winner:.2f}", f"{line.others:.2f}") for line in told.lines],
        "The lines of the account at the end, on average for winners and for all others.",
    )


def lead(told: Told) -> Plate:
    half = told.leading[len(told.leading) // 2]
    words = (
        f"Half way the later winner leads in {percent(half)} of the matches ({percent(1 / told.players)} would be "
        f"chance). The lead changes {told.changes['mean']:.1f} times; in half of the matches the winner leads for good "
        f"before {percent(told.since['median'])} of it is played."
    )
    at = [100 * i / len(told.leading) for i in range(len(told.leading))]
    return Plate(
        "How early it is decided",
        words,
        pictures.lines(
            at,
            {"the later winner leads": told.leading, "somebody leads alone": told.anybody},
            ("% of the match", "% of matches"),
            1 / told.players,
        ),
        ("after", "the winner leads", "somebody leads"),
        [
            (percent(i / len(told.leading)), percent(winner), percent(anybody))
            for i, (winner, anybody) in enumerate(zip(told.leading, told.anybody))
        ],
        "Who leads is what the game's bots think of the position, with all cards open; a bot may be wrong.",
    )


def ends(told: Told) -> Plate:
    drawn = "No match" if not told.draws.value else f"{told.draws.words()} of the matches"
    words = (
        f"{drawn} of {told.matches:,} had a shared first place."
        if not told.draws.value
        else (f"{drawn} had a shared first place.")
    )
    if len(told.endings) > 1:
        first, second = list(told.endings)[:2]
        words += f" Most end with “{first}”, {percent(told.endings[second] / told.matches)} with “{second}”."
    rows = [(name, f"{count:,}", f"{100 * count / told.matches:.1f} %") for name, count in told.endings.items()]
    return Plate("How it ends", words, "", ("last event", "matches", "share"), rows)


def downtime(told: Told) -> Plate:
    longest = max(range(told.players), key=lambda seat: told.longest[seat])
    real, every, first = (told.choices[name] for name in ("real", "all", "open"))
    words = (
        f"A player waits {percent(sum(told.waiting) / told.players)} of the time, and once in a match "
        f"{told.longest[longest]:.1f} minutes on end in seat {longest + 1}. Each has {real['mean']:.0f} real choices "
        f"a match ({every['mean'] - real['mean']:.0f} more answers are forced), of {first['mean']:.1f} first words."
    )
    flat = [Estimate(one, one, one, 0) for one in told.waiting]
    return Plate(
        "Waiting, and choosing",
        words,
        pictures.bars([str(i + 1) for i in range(told.players)], flat, 0.5, "% of the time"),
        ("seat", "waits", "longest wait"),
        [(name, percent(told.waiting[i]), f"{told.longest[i]:.1f} min") for i, name in enumerate(_seats(told))],
        "Share of the estimated time in which only others are asked; the dashed line is one half.",
    )


def questions(told: Told) -> Plate:
    idle = [name.replace("_", " ") for name in told.unasked]
    words = f"{len(told.questions)} questions offer a real choice"
    words += f"; never in these matches: {', '.join(idle)}." if idle else ", and every question of the game was put."
    if told.unused:
        some = ", ".join(told.unused[:8]) + (f" and {len(told.unused) - 8} more" if len(told.unused) > 8 else "")
        words += f" Offered and never chosen: {some}."
    rows = [
        (name.replace("_", " "), percent(often), f"{used:.0f} of {offered:.0f}")
        for name, (often, used, offered) in told.questions.items()
    ]
    return Plate("Questions and answers", words, "", ("question", "put in", "words used"), rows)


def things(found: Sequence[Thing], title: str, had: str) -> Plate:
    sure = [thing for thing in found if thing.chance < SURE]
    if sure:
        best, worst = sure[0], sure[-1]
        next_best = [f"“{thing.label}” {100 * thing.advantage.value:+.1f} %" for thing in sure[1:3]]
        words = f"Of {len(found)}, {len(sure)} go with winning or losing beyond chance. "
        if best.advantage.value > 0:
            then = f", then {' and '.join(next_best)}" if next_best else ""
            words += f"Best: “{best.label}”, {_more(best.advantage)}{then}. "
        if worst.advantage.value < 0:
            words += f"Worst: “{worst.label}”, {_more(worst.advantage)}."
    elif found:
        words = f"None of {len(found)} goes with winning beyond chance; “{found[0].label}” comes nearest."
    else:
        words = "Too few to say anything."
    ends_of_list = found if len(found) <= 2 * SHOWN else [*found[:SHOWN], *found[-SHOWN:]]
    svg = pictures.forest(
        [(thing.label, thing.advantage, thing.chance < SURE) for thing in ends_of_list], "% won more, or less"
    )
    rows = [
        (
            thing.label,
            percent(thing.came.value),
            percent(thing.had),
            percent(thing.won),
            _more(thing.advantage),
            f"{thing.chance:.2g}",
        )
        for thing in found
    ]
    return Plate(
        title,
        words.strip(),
        svg if found else "",
        ("", "came in", f"seats that {had}", "of these won", "more than the seat usually", "chance, corrected"),
        rows,
        f"What the seats that {had} won beyond their usual share, with 95 % intervals (ratio estimate, a match is one "
        "observation). Filled: sure after Holm's correction for all of them. It goes together; it need not be the "
        "cause.",
    )


def _more(one: Estimate) -> str:
    return f"{100 * one.value:+.1f} % ({100 * one.low:+.1f} to {100 * one.high:+.1f})"


# -- studies -----------------------------------------------------------------------------------------------------------


def skill(found: Ladder) -> Plate:
    rungs = [
        f"{name} wins {percent(won.value)} against {below}"
        for below, name, won in zip(found.names, found.names[1:], found.won)
    ]
    words = f"{'; '.join(rungs)}, at tables of {found.players}, where {percent(found.even)} is even."
    return Plate(
        "How much skill counts",
        words,
        pictures.curve(found.names, found.ratings, "rating"),
        ("bot", "against", "won", "matches"),
        [
            (name, below, won.words(), str(won.count))
            for below, name, won in zip(found.names, found.names[1:], found.won)
        ],
        "Ratings by openskill's Plackett-Luce model, 25 is the middle, with 95 % intervals. Every deal is played from "
        "every seat; shares have intervals by betting that hold at any time (Waudby-Smith and Ramdas, 2024). The "
        "Knight thinks for 60 simulations.",
    )


def fortune(found: Luck) -> Plate:
    words = (
        f"When the same deal was played again with other decisions, the same seat won in {found.again.words()} of "
        f"{found.deals:,} deals; chance alone gives {percent(found.chance)}. "
    )
    if found.again.low <= found.chance:
        words += "The deal decides nothing that can be seen here; what players do with it decides."
    else:
        words += f"So about {percent(found.share)} of what decides a match lies in the deal and the seat."
    title = found.bot.capitalize()
    values = [found.again, Estimate(found.chance, found.chance, found.chance, 0)]
    return Plate(
        "How much luck of the deal counts",
        words,
        pictures.bars(["same deal", "by chance"], values, found.chance, "% same winner"),
        ("", "same winner"),
        [("same deal", found.again.words()), ("by chance", percent(found.chance))],
        f"Each deal twice, by bots ({title}) who decide now and then otherwise; normal 95 % interval.",
    )


def weight(found: Weight) -> Plate:
    words = (
        f"In {percent(found.matter)} of the real choices the best answer is worth {percent(MATTERS)} of the match more "
        f"than the second, beyond doubt; in {percent(found.alike)} no difference was to be seen."
    )
    times: dict[float, int] = {}
    for gain in found.gains:
        step = round(100 * min(gain, 0.3) / 2) * 2.0
        times[step] = times.get(step, 0) + 1
    return Plate(
        "How much choices matter",
        words,
        pictures.histogram(dict(sorted(times.items())), "% of the match, best over second", [100 * MATTERS], "choices"),
        ("choices weighed", "matter", "alike"),
        [(str(found.positions), percent(found.matter), percent(found.alike))],
        "A search looks for the two best answers and plays both in the same worlds. Gains over 30 % stand at 30.",
    )


def changed(found: Sequence[Changed], matches: int) -> Plate:
    def name(one: Changed) -> str:
        return f"{one.option}={one.value}"

    sure = [(one, by) for one in found for by in one.differences if by.chance < SURE]
    shares = [(one, by) for one, by in sure if is_share(by.name)]
    words = f"Of {len(found)} other settings {len({name(one) for one, _ in sure})} change something beyond chance. "
    lengths = sorted(((by.by.value, one) for one, by in sure if by.name == "minutes"), key=lambda pair: pair[0])
    if lengths:
        (low, shorter), (high, longer) = lengths[0], lengths[-1]
        if low < 0:
            words += f"Shortest by {name(shorter)}: {low:+.1f} minutes. "
        if high > 0:
            words += f"Longest by {name(longer)}: {high:+.1f}. "
    if shares:
        one, by = max(shares, key=lambda pair: abs(pair[1].by.value))
        words += f"Who wins changes most by {name(one)}: {by.name} {_more(by.by)}."
    else:
        words += "None changes who wins beyond chance."
    rows = [(name(one), by.name, *_difference(by)) for one, by in sure]
    picture = [
        (name(one), by.by, by.chance < SURE) for one in found for by in one.differences if by.name == "seat 1 wins"
    ]
    picture = sorted(picture, key=lambda row: -row[1].value)
    if len(picture) > 2 * SHOWN:
        picture = [*picture[:SHOWN], *picture[-SHOWN:]]
    return Plate(
        "What options change",
        words.strip(),
        pictures.forest(picture, "% won more by seat 1") if picture else "",
        ("option", "figure", "with it", "as usual", "difference", "chance, corrected"),
        rows,
        f"The same {matches:,} deals with and without; normal 95 % intervals of the difference. The table lists what "
        "is sure after Holm's correction for all options and figures; the picture shows the first seat.",
    )


def _difference(by: Difference) -> tuple[str, ...]:
    scale, sign = (100, " %") if is_share(by.name) else (1, "")
    one = by.by
    return (
        f"{scale * by.here:.1f}{sign}",
        f"{scale * by.there:.1f}{sign}",
        f"{scale * one.value:+.1f}{sign} ({scale * one.low:+.1f} to {scale * one.high:+.1f})",
        f"{by.chance:.2g}",
    )


def compared(found: Sequence[Difference], matches: int, sides: tuple[str, str]) -> Plate:
    """Two sides on the same deals."""
    sure = [by for by in found if by.chance < SURE]
    words = ""
    for by in sure:
        words += f"{by.name[0].upper()}{by.name[1:]}: {' against '.join(_difference(by)[:2])}. "
    unseen = [by for by in found if by not in sure and is_share(by.name)]
    if unseen:
        hardest = max(unseen, key=lambda by: by.needed)
        what = "Who wins" if not any(is_share(by.name) for by in sure) else "Of the other shares"
        words += (
            f"{what}: nothing to be seen with {matches:,} matches; to see {hardest.smallest} you need "
            f"{hardest.needed:,}."
        )
    rows = [(by.name, *_difference(by), f"{by.needed:,} for {by.smallest}") for by in found]
    shares = [(by.name, by.by, by.chance < SURE) for by in found if is_share(by.name)]
    return Plate(
        f"{sides[0]} against {sides[1]}",
        words.strip(),
        pictures.forest(shares, f"% more with {sides[0]}"),
        ("figure", sides[0], sides[1], "difference", "chance, corrected", "matches needed"),
        rows,
        "Both sides play the same deals; normal 95 % intervals of the mean difference, Holm's correction over all "
        "figures. Needed: pairs of matches for a chance of 80 % to see so small a difference.",
    )
