"""The page of a report: one HTML file that opens without network, by day and by night, wide and narrow."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final, NamedTuple

from .plates import Plate

STYLE: Final = """
:root{color-scheme:light dark;--page:#f5ecd7;--card:#fbf5e6;--ink:#2a2018;--faint:#6d5d4b;--line:#c9b894;
--one:#2c4c86;--two:#a32a22;--three:#b08520}
@media(prefers-color-scheme:dark){:root{--page:#14110e;--card:#201a14;--ink:#f0e6d2;--faint:#b5a48c;--line:#4a3d2e;
--one:#7fa3e0;--two:#e2776d;--three:#d9b04a}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:18px/1.5 "EB Garamond",Georgia,serif}
main{max-width:1360px;margin:0 auto;padding:24px 20px 64px}h1{font:600 34px/1.15 Cinzel,Georgia,serif;margin:8px 0}
h2{font:600 25px/1.2 Cinzel,Georgia,serif;margin:48px 0 16px;border-bottom:3px double var(--line);padding-bottom:8px}
h3{font:600 20px/1.25 Cinzel,Georgia,serif;margin:0 0 8px}p{margin:8px 0}.faint,figcaption small{color:var(--faint)}
.grid{columns:400px;column-gap:20px}
.plate{break-inside:avoid;margin:0 0 20px;background:var(--card);border:1px solid var(--line);
border-radius:8px;padding:18px 20px;min-width:0}
figure{margin:0}svg{stroke-linejoin:round}
svg{display:block;width:100%;height:auto;margin:10px 0;font-family:"EB Garamond",Georgia,serif}
small{font-size:15px;line-height:1.4;display:block}details{margin-top:8px}summary{cursor:pointer;font-size:16px}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:15px;font-variant-numeric:lining-nums tabular-nums}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
ul{padding-left:22px}li{margin:6px 0}a{color:var(--one)}code{font-size:15px}
@media(max-width:480px){main{padding:16px 12px 48px}.plate{padding:14px}h1{font-size:28px}}
"""


class Part(NamedTuple):
    """A heading, a line below it, and its plates."""

    title: str
    words: str
    plates: Sequence[Plate]


def page(title: str, words: str, parts: Sequence[Part], how: str) -> str:
    """The whole page; `how` is the command that made it.

    >>> text = page("Chess", "Two players.", [Part("Two", "", [Plate("Who wins", "White, a little.")])], "report chess")
    >>> "White, a little." in text and "http" not in text
    True
    """
    short = [plate for part in parts for plate in part.plates if plate.svg][:8]
    out = [
        "<!doctype html>",
        f'<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{_text(title)}</title><style>{STYLE}</style><main>",
        f'<h1>{_text(title)}</h1><p class="faint">{_text(words)}</p>',
        "<h2>In short</h2><ul>",
        *(f"<li><b>{_text(plate.title)}.</b> {_text(plate.sentence)}</li>" for plate in short),
        "</ul>",
    ]
    for part in parts:
        out.append(f'<h2>{_text(part.title)}</h2><p class="faint">{_text(part.words)}</p><div class="grid">')
        out += [_plate(plate) for plate in part.plates]
        out.append("</div>")
    out.append(f"<h2>How it was made</h2><p><code>{_text(how)}</code></p></main></html>")
    return "\n".join(out) + "\n"


def _plate(plate: Plate) -> str:
    picture = ""
    if plate.svg:
        note = f"<small>{_text(plate.note)}</small>" if plate.note else ""
        picture = (
            f'<figure><div role="img" aria-label="{_text(f"{plate.title}. {plate.sentence}")}">{plate.svg}</div>'
            f"<figcaption>{note}</figcaption></figure>"
        )
    table = ""
    if plate.rows:
        head = "".join(f"<th>{_text(cell)}" for cell in plate.head)
        rows = "".join(f"<tr>{''.join(f'<td>{_text(cell)}' for cell in row)}" for row in plate.rows)
        table = f'<details><summary>Figures</summary><div class="table"><table><tr>{head}{rows}</table></div></details>'
    return (
        f'<section class="plate"><h3>{_text(plate.title)}</h3><p>{_text(plate.sentence)}</p>{picture}{table}</section>'
    )


def _text(words: str) -> str:
    return html.escape(words)
