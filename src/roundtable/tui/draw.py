"""Any game's scene, drawn with characters: areas by their layout, panels, phases, picks.

Nothing here knows a game.  Functions take parts of a scene and return lines of text; text that a click means something
on carries the id of that piece, spot, area or panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from roundtable.scene import Area, Heads, Panel, Pick, Prompt, Scene

from .maps import chart, hexes, ring
from .palette import badge, style
from .pieces import CARD, Look, card, chip, heading, key_of, letters, lying, site, spot_words
from .sheet import NO_STYLE, Part, beside, cut, fit, flow, line

LONG: Final = 16  # spaces of a track that are all shown

# -- areas -----------------------------------------------------------------------------------------------------------


def stack(area: Area, look: Look) -> Content:
    """A pile in one line: its name, the top piece, how many there are."""
    top = chip(area.pieces[-1], look) if area.pieces else line(("empty", look.faint(area.id)))
    count = "" if area.note or not area.pieces else f" ×{len(area.pieces)}"  # a note counts better
    return line(heading(area, look), " ", top, (count, look.faint(area.id)))


def chips(area: Area, look: Look, width: int) -> list[Content]:
    """Pieces in a row, the title before them."""
    shown = [chip(piece, look, width) for piece in area.pieces] or [line(("–", look.faint(area.id)))]
    return flow([heading(area, look), *shown], width)


def cards(area: Area, look: Look, width: int, body: int) -> list[Content]:
    per_row = max(1, (width + 1) // (CARD + 1))
    rows = [area.pieces[i : i + per_row] for i in range(0, len(area.pieces), per_row)]
    return [heading(area, look), *(text for row in rows for text in beside([card(piece, look, body) for piece in row]))]


def grid(area: Area, look: Look, width: int, height: int) -> list[Content]:
    """Spots in rows and columns by their coordinates; without spots, pieces one after the other."""
    if area.heads is not None:
        return counts(area, area.heads, look, width)
    if not area.spots:
        return chips(area, look, width)
    pieces = lying(area)
    across, down = sorted({spot.x for spot in area.spots}), sorted({spot.y for spot in area.spots})
    cell = max(4, min(18, (width + 1) // len(across) - 1))
    long = any(len(spot_words(spot)) >= cell for spot in area.spots)
    lines = 2 if long and 3 * len(down) < height else 1
    rows: list[Content] = [heading(area, look)]
    for y in down:
        by_x = {spot.x: spot for spot in area.spots if spot.y == y}
        gap = [[(" " * cell, NO_STYLE)]] * (lines + 1)
        sites = [site(by_x[x], pieces[by_x[x].id], look, cell, lines) if x in by_x else gap for x in across]
        rows += beside([[line(*parts) for parts in block] for block in sites])
    return rows


def counts(area: Area, heads: Heads, look: Look, width: int) -> list[Content]:
    """A table with heads of what goes with what how often; a point where nothing has been counted."""
    first = min(max(map(len, heads.rows)), width // 2)
    cell = min(max(map(len, heads.columns)), (width - first) // len(heads.columns) - 1)
    rows = [line((" ".join([" " * first, *(f"{head[:cell]:>{cell}}" for head in heads.columns)]), look.faint()))]
    for y, name in enumerate(heads.rows):
        parts: list[Part] = [(fit(name, first), look.faint())]
        for spot in area.spots:
            if spot.y == y:
                tone = look.tone(spot.tone if spot.count else "faint", spot.id)
                parts += [(" ", NO_STYLE), (f"{spot.count or '·':>{cell}}", tone)]
        rows.append(line(*parts))
    return [heading(area, look), *rows]


def track(area: Area, look: Look, width: int) -> list[Content]:
    """Spaces one after the other, with what stands on them; of a long track only those that tell something."""
    pieces = lying(area)
    spaces: list[Content] = []
    ends = (area.spots[0], area.spots[-1])
    for spot in area.spots:
        key = look.keys.get(spot.id, "")
        if len(area.spots) > LONG and spot not in ends and not (key or spot.marks or pieces[spot.id]):
            if spaces[-1].plain != "…":
                spaces.append(line(("…", look.faint())))
            continue
        words = (f"{key}›" if key else "") + spot.label
        how = look.lit(spot.id) if key else look.tone(spot.marks[0].tone if spot.marks else "faint", spot.id)
        spaces.append(line((words, how), *letters(pieces[spot.id], look, 6), (" ─", style(look.palette.line))))
    return [heading(area, look), *flow(spaces, width)]


def area_lines(area: Area, look: Look, width: int, height: int, body: int) -> list[Content]:
    """An area by its layout; cards have `body` lines of text, or are chips if that is 0."""
    if area.layout == "hexes" and area.spots:
        return hexes(area, look, width, height)
    if area.layout == "track" and area.spots:
        return track(area, look, width)
    if area.layout == "ring" and area.regions:
        return chart(area, look, width, height)
    if area.layout == "ring" and area.spots:
        return ring(area, look, width, height - 1)
    if area.layout == "grid":
        return grid(area, look, width, height)
    if area.layout == "stack":
        return [stack(area, look)]
    if area.layout == "fan" and body and area.pieces:
        return cards(area, look, width, body)
    return chips(area, look, width)


def board(scene: Scene, look: Look, width: int, height: int) -> list[Content]:
    """The common areas, and the viewer's own hand below them; as roomy as the height allows.

    Where they must be scrolled, the piles come last: a hand out of sight is worse than a pile.
    """
    hand = tuple(area for panel in scene.panels if panel.you for area in panel.areas if area.layout == "fan")
    piles = [area for area in scene.areas if area.layout == "stack"]
    others = [area for area in scene.areas if area.layout != "stack"]
    for body in (3, 1, 0):
        below = [text for area in hand for text in area_lines(area, look, width, 0, body)]
        above = flow([stack(area, look) for area in piles], width, 3)
        middle: list[Content] = []
        for i, area in enumerate(others):
            gaps = bool(above) + bool(below)
            left = height - len(above) - len(middle) - len(below) - gaps - 2 * (len(others) - 1 - i)
            middle += area_lines(area, look, width, left, body)
        rows = stacked(above, middle, below)
        if len(rows) <= height:
            break
    else:
        rows = stacked(middle, below, above)
    spare = max(0, (height - len(rows)) // 3)
    return [Content("")] * spare + trim(rows, width)


def stacked(*blocks: list[Content]) -> list[Content]:
    """Blocks one below the other, an empty line between them."""
    filled = [block for block in blocks if block]
    return [text for i, block in enumerate(filled) for text in ([Content("")] if i else []) + block]


def trim(rows: Sequence[Content], width: int) -> list[Content]:
    """Nothing wider than its room."""
    return [text if text.cell_length <= width else text.truncate(width, ellipsis=True) for text in rows]


# -- players, phases, picks ------------------------------------------------------------------------------------------


def stat_lines(panel: Panel, width: int, room: int) -> list[str]:
    """What everybody may see of a player, in few lines: names give way where values speak for themselves."""
    values = [f"{s.value} ({s.detail})" if s.detail else s.value for s in panel.stats]
    named = [w if s.speaks else f"{s.name} {w}" for w, s in zip(values, panel.stats, strict=True)]
    short = [
        w if s.speaks else f"{s.name if len(s.name) < 6 else s.name[:4] + '.'} {s.value}"
        for w, s in zip(values, panel.stats, strict=True)
    ]
    tries = [named] if room else [named, short]
    for words in tries:
        if len(" · ".join(words)) <= width:
            return [" · ".join(words)] if words else []
    return min(([text.plain for text in flow(map(Content, words), width, 2)] for words in tries), key=len)


def panel_lines(panel: Panel, look: Look, width: int, room: int) -> list[Content]:
    """A player: arms, name, what everybody may see, and the areas before them; `room` is 0 (tight) to 2 (loose)."""
    on = f"panel-{panel.seat}"
    key = look.keys.get(on, "")
    head: list[Part] = [(f" {panel.arms.letter} ", badge(panel.arms.colour, on))]
    if key:
        head.append((f"{key}›", look.lit(on)))
    head.append((f" {panel.name}", style(look.palette.faint if panel.out else look.palette.ink, bold=True, on=on)))
    if panel.person:
        head.append((f" ({panel.person})", look.faint(on)))
    if panel.you:
        head.append((" (you)", look.faint(on)))
    if panel.place:
        head.append((f"  place {panel.place}", look.tone("lit", on)))
    elif panel.active:
        head.append(("  ◂ to answer" if room else " ◂", look.tone("lit", on)))
    elif panel.ready:
        head.append(("  ready", look.tone("good", on)))
    elif panel.out:
        head.append(("  out", look.faint(on)))
    areas = [area for area in panel.areas if not (panel.you and area.layout == "fan")]
    inline = [text for area in areas for text in panel_area(area, look, width - 4, room == 0)]
    marks = flow([line((mark.text, look.tone(mark.tone, on))) for mark in panel.marks], width - 4, 2)
    below = [line((words, look.faint(on))) for words in stat_lines(panel, width - 4, room)]
    first = line(*head)
    if room == 0 and inline and first.cell_length + 2 + inline[0].cell_length <= width:
        first = line(first, "  ", inline.pop(0))
    rows = [first, *(line("    ", text) for text in (*below, *inline, *marks))]
    return [*rows, Content("")] if room == 2 else rows


def panel_area(area: Area, look: Look, width: int, tight: bool) -> list[Content]:
    """An area of a panel, as small as it can be; tight: without its title, pieces by three letters."""
    if area.spots:
        return area_lines(area, look, width, 0, 0)
    if area.layout == "stack":
        return [stack(area, look)]
    return flow([chip(piece, look, 5) for piece in area.pieces], width) if tight else chips(area, look, width)


def panels(scene: Scene, look: Look, width: int, height: int) -> list[Content]:
    for room in (2, 1, 0):
        rows = [text for panel in scene.panels for text in panel_lines(panel, look, width, room)]
        if len(rows) <= height:
            break
    return trim(rows, width)


def phases(scene: Scene, look: Look) -> Content:
    """The steps of the round, the present one in brackets and gold."""
    parts: list[Part] = []
    for i, phase in enumerate(scene.phases):
        parts.append((" → " if i else "", look.faint()))
        lit = phase.tone == "lit"
        parts.append(
            (f"[{phase.text}]" if lit else phase.text, style(look.palette.gold, bold=True) if lit else look.faint())
        )
    return line(*parts)


def picks(prompt: Prompt, look: Look, width: int, height: int, cursor: int, taken: int = -1) -> list[Content]:
    """What can be chosen, each with its key, in columns; number `taken` is chosen."""
    if not prompt.picks:
        return []
    size, per_column = pick_columns(prompt, width, height)
    blocks = []
    for start in range(0, len(prompt.picks), per_column):
        block = []
        for i in range(start, min(start + per_column, len(prompt.picks))):
            pick = prompt.picks[i]
            ground = look.palette.lit if i == cursor else ""
            label = cut(pick.label, size - 4)
            room = size - 4 - len(label)
            hint = fit(cut(f"  {pick.hint}", room) if pick.hint and room > 6 else "", room)
            words = (f" {label}", style(look.palette.ink, ground, True, i))
            mark = "✓" if i == taken else " "
            block.append(
                line((f" {key_of(i)}{mark}", look.lit(i)), words, (hint, style(look.palette.faint, ground, on=i)))
            )
        blocks.append(block)
    return beside(blocks, 2)


def pick_columns(prompt: Prompt, width: int, height: int) -> tuple[int, int]:
    """How wide a column is and how many picks it has: hints are cut rather than picks scrolled out of sight."""
    full = max((len(pick_words(pick)) for pick in prompt.picks), default=0) + 4
    least = max((len(pick.label) for pick in prompt.picks), default=0) + 4
    columns = max(1, (width + 2) // (full + 2))
    while len(prompt.picks) > columns * height and (width + 2) // (columns + 1) - 2 >= least:
        columns += 1
    return min(full, (width + 2) // columns - 2), max(1, -(-len(prompt.picks) // columns))


def pick_words(pick: Pick) -> str:
    return f"{pick.label}  {pick.hint}" if pick.hint else pick.label
