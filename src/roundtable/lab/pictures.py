"""Pictures of a report: plots drawn by matplotlib (the extra `report`) as SVG that takes its colours from the page, so
that one picture serves by day and by night."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from . import LabError
from .measures import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH: Final = 4.7  # inches; small, so that words stay legible on a phone
# Colours are drawn as these and become the page's own; matplotlib knows no variables.
COLOURS: Final = {
    "ink": "#010203",
    "faint": "#020304",
    "line": "#030405",
    "one": "#040506",
    "two": "#050607",
    "three": "#060708",
}
SETTINGS: Final = {
    "svg.fonttype": "none",
    "svg.hashsalt": "roundtable",
    "font.size": 12.5,
    "font.family": "DejaVu Sans",
    "axes.edgecolor": COLOURS["line"],
    "axes.labelcolor": COLOURS["faint"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": COLOURS["ink"],
    "xtick.color": COLOURS["faint"],
    "ytick.color": COLOURS["ink"],
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": COLOURS["line"],
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 11.5,
}


class NoPictures(LabError):
    """matplotlib is not installed."""


def drawn(draw: Callable[[Axes], None], height: float = 2.8) -> str:
    """A picture as an `<svg>` element."""
    try:
        import matplotlib
    except ImportError as error:
        raise NoPictures("pictures need matplotlib: pip install 'roundtable-games[report]'") from error
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _for_the_page(out.getvalue())


def _for_the_page(svg: str) -> str:
    """Without prologue, comments and sizes, in the page's colours and typeface."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r'\1 aria-hidden="true"', svg, count=1)
    for name, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    linked = set(re.findall(r"#([\w-]+)", svg))  # several pictures stand on a page: no other names are needed
    svg = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in linked else "", svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    return re.sub(r">\s+<", "><", svg).strip()


# -- kinds of pictures -------------------------------------------------------------------------------------------------


def bars(labels: Sequence[str], values: Sequence[Estimate], expected: float, axis: str) -> str:
    """Shares with their intervals, and what would be even."""

    def draw(axes: Axes) -> None:
        at = range(len(labels))
        axes.bar(at, [100 * one.value for one in values], width=0.62, color=COLOURS["one"])
        _whiskers(axes, list(at), values, 100)
        axes.axhline(100 * expected, color=COLOURS["two"], linewidth=1.6, linestyle="--")
        axes.set_xticks(list(at), labels)
        axes.set_ylabel(axis)
        axes.grid(axis="x", visible=False)
        axes.set_ylim(0)

    return drawn(draw)


def _whiskers(axes: Axes, at: Sequence[float], values: Sequence[Estimate], scale: float) -> None:
    middle = [scale * one.value for one in values]
    below = [scale * max(0.0, one.value - one.low) for one in values]
    above = [scale * max(0.0, one.high - one.value) for one in values]
    axes.errorbar(at, middle, yerr=[below, above], fmt="none", ecolor=COLOURS["ink"], elinewidth=1.6, capsize=4)


def histogram(times: Mapping[float, int], axis: str, marks: Sequence[float] = (), what: str = "matches") -> str:
    """How often each length occurs."""

    def draw(axes: Axes) -> None:
        values = list(times)
        most = max(values, default=1)
        bins = sorted(set(values)) if len(set(values)) <= 20 else 24
        if isinstance(bins, list):
            axes.bar(values, list(times.values()), width=0.8 * _step(bins), color=COLOURS["one"])
        else:
            axes.hist(values, bins=bins, weights=list(times.values()), color=COLOURS["one"], range=(0, most))
        for mark in marks:
            axes.axvline(mark, color=COLOURS["two"], linewidth=1.6, linestyle="--")
        axes.set_xlabel(axis)
        axes.set_ylabel(what)
        axes.grid(axis="x", visible=False)

    return drawn(draw)


def _step(values: Sequence[float]) -> float:
    return min((b - a for a, b in pairwise(values)), default=1.0)


def pairs(rows: Sequence[tuple[str, float, float]], names: tuple[str, str], axis: str) -> str:
    """Two bars for each row."""

    def draw(axes: Axes) -> None:
        at = range(len(rows))
        axes.barh([i - 0.2 for i in at], [row[1] for row in rows], height=0.38, color=COLOURS["one"], label=names[0])
        axes.barh([i + 0.2 for i in at], [row[2] for row in rows], height=0.38, color=COLOURS["three"], label=names[1])
        axes.set_yticks(list(at), [_short(row[0]) for row in rows])
        axes.invert_yaxis()
        axes.set_xlabel(axis)
        axes.grid(axis="y", visible=False)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    return drawn(draw, 1.5 + 0.42 * len(rows))


def lines(
    at: Sequence[float], curves: Mapping[str, Sequence[float]], axis: tuple[str, str], even: float | None = None
) -> str:
    """Curves of shares over the course of a match."""

    def draw(axes: Axes) -> None:
        for (name, values), colour, style in zip(curves.items(), ("one", "three", "two"), ("-", ":", "--")):
            axes.plot(at, [100 * one for one in values], style, color=COLOURS[colour], linewidth=2.4, label=name)
        if even is not None:
            axes.axhline(100 * even, color=COLOURS["two"], linewidth=1.4, linestyle="--", label="by chance")
        axes.set_ylim(0, 100)
        axes.set_xlabel(axis[0])
        axes.set_ylabel(axis[1])
        axes.legend(loc="best")

    return drawn(draw, 3.0)


def curve(labels: Sequence[str], values: Sequence[Estimate], axis: str) -> str:
    """A rising line through points with intervals."""

    def draw(axes: Axes) -> None:
        at = list(range(len(labels)))
        axes.plot(at, [one.value for one in values], "-o", color=COLOURS["one"], linewidth=2.4, markersize=7)
        _whiskers(axes, at, values, 1)
        axes.set_xticks(at, labels)
        axes.set_ylabel(axis)
        axes.margins(x=0.1)

    return drawn(draw)


def forest(rows: Sequence[tuple[str, Estimate, bool]], axis: str) -> str:
    """Differences with their intervals around nothing; those that are sure are filled."""

    def draw(axes: Axes) -> None:
        for i, (_, one, sure) in enumerate(rows):
            colour = COLOURS["one" if one.value >= 0 else "two"] if sure else COLOURS["faint"]
            axes.plot([100 * one.low, 100 * one.high], [i, i], color=colour, linewidth=2.2, solid_capstyle="butt")
            axes.plot([100 * one.value], [i], "o", color=colour, markersize=7, fillstyle="full" if sure else "none")
        axes.axvline(0, color=COLOURS["ink"], linewidth=1)
        axes.set_yticks(range(len(rows)), [_short(row[0]) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(axis)
        axes.grid(axis="y", visible=False)

    return drawn(draw, 1.0 + 0.33 * len(rows))


def _short(label: str, most: int = 26) -> str:
    """A label that leaves room for the picture: without what it is a part of, if it is long."""
    label = label.rpartition(": ")[2] if len(label) > most else label
    return label if len(label) <= most else f"{label[: most - 1].rstrip()}…"
