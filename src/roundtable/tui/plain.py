"""The table in plain lines: for screen readers, slow lines and pipes.  No colours, no boxes, nothing that moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from roundtable.scene import Area, Panel, Pick, Scene

from .host import Host
from .keyboard import Keyboard
from .modals import in_words, paragraph, rules_page

HELP: Final = """\
A number chooses. An empty line confirms, or takes the only choice there is. Several numbers choose one after the other.
t  the table in words      n  what happened since your last answer
b  take back what you chose      u  take back your last answer, where that is fair
!  what a Champion would answer; once more chooses it
? WORD  why can this not be chosen?
r  the rules of this question      R  all rules
h  this help      q  leave; the match is kept"""


class PlainTable:
    """One person, asked in lines and answering in lines."""

    def __init__(self, host: Host, read: Callable[[], str | None], write: Callable[[str], None]) -> None:
        self.host = host
        self.read = read  # a line; None: there will be no more
        self.write = write
        self.keyboard = Keyboard(host)
        self.told: list[tuple[int, str]] = []  # the sentences of the log that were written
        self.said = ""  # the question and the choices that were written last

    def play(self) -> int:
        """Until the end, or until somebody leaves; the exit code."""
        self.write(f"{self.host.game.title}. h and Enter helps, q and Enter leaves.")
        while True:
            self.tell()
            keyboard = self.keyboard
            if self.host.fault is not None:
                self.write(
                    f"{type(self.host.fault).__name__}: {self.host.fault}; the match up to here: {self.host.place}"
                )
                return 2
            if keyboard.over:
                self.write_end()
                return 0
            waits = keyboard.lesson is not None and keyboard.lesson.waits in ("next", "end", "guess")
            if not keyboard.asked and not waits:
                self.host.wait()
                keyboard.hear(self.host.run())
                continue
            self.ask()
            line = self.read()
            if line is None or line.strip() == "q":
                self.write(self.host.goodbye(False))
                return 0
            self.do(line.strip())

    # -- writing -----------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """What is new in the log, and what went wrong."""
        log = [(sentence.n, sentence.text) for sentence in self.keyboard.log]
        for i, sentence in enumerate(log):
            if self.told[i : i + 1] != [sentence]:  # what was taken back is told again, as it is now
                self.write(sentence[1])
        self.told = log
        if self.host.trouble:
            self.write(self.host.trouble)
            self.host.trouble = ""

    def ask(self) -> None:
        """The question and its choices, once."""
        lesson = self.keyboard.lesson
        lines = []
        if lesson is not None:
            lines += [lesson.reply or lesson.say, *(f"{i} {guess}" for i, guess in enumerate(lesson.guesses, 1))]
            lines += ["Enter goes on."] * (lesson.waits in ("next", "end"))
        prompt = self.keyboard.scene.prompt
        if prompt is not None and (lesson is None or lesson.waits == "answer"):
            lines.append(" ".join(part for part in (prompt.sentence, prompt.progress, prompt.why) if part))
            chosen = ", ".join(prompt.chosen)
            if chosen:
                lines.append(f"Chosen: {chosen}. " + ("Enter confirms." if prompt.complete else ""))
            if not self.keyboard.instead:
                lines += [f"{i} {pick_words(pick)}" for i, pick in enumerate(prompt.picks, 1)]
        said = "\n".join(lines)
        if said != self.said:
            self.write(said)
        self.said = said

    def write_end(self) -> None:
        over, scene = self.keyboard.frame.over, self.keyboard.scene
        assert over is not None
        self.write(scene.over)
        called = {panel.seat: panel.name for panel in scene.panels}
        place = 1
        for group in over.ranking:
            self.write(f"{place}. {', '.join(called[seat] for seat in group)}")
            place += len(group)
        for row in over.tally:
            points = ", ".join(f"{called[seat]} {row.points[seat]}" for group in over.ranking for seat in group)
            self.write(f"{row.label}: {points}")
        self.write(self.host.goodbye(True))

    # -- what somebody wants -----------------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        keyboard, self.said = self.keyboard, self.said if line else ""
        if line == "":
            self.confirm()
        elif all(word.isdigit() for word in line.split()):
            self.choose([int(word) for word in line.split()])
        elif line == "h":
            self.write(HELP)
        elif line == "t":
            for each in in_lines(keyboard.scene):
                self.write(each)
        elif line == "n":
            for sentence in keyboard.news() or ["Nothing has happened yet."]:
                self.write(sentence)
        elif line == "b":
            self.said = ""
            if not keyboard.take_back():
                self.write("Nothing is chosen yet; u takes back a given answer.")
        elif line == "u":
            self.said = ""
            if not keyboard.undo():
                self.refused()
        elif line == "!":
            self.hint()
        elif line.startswith("?"):
            self.why(line[1:].strip().lower())
        elif line in ("r", "R"):
            prompt = keyboard.scene.prompt
            rule = prompt.rule if prompt is not None and line == "r" else ""
            self.write(paragraph(self.host.game, rule) if rule else rules_page(self.host.game))
        else:
            self.write(f"{line!r} means nothing here. Write h for help.")

    def refused(self) -> None:
        refusal = self.keyboard.refusal
        if refusal is not None:
            self.write(f"No: {in_words(refusal.reason, refusal.rule)}.")

    def confirm(self) -> None:
        keyboard = self.keyboard
        prompt = keyboard.scene.prompt
        if keyboard.go_on() or prompt is None:
            return
        if not prompt.complete and len(prompt.picks) == 1:
            keyboard.choose(prompt.picks[0])
            if not keyboard.instead:  # there is more to choose
                return
        elif not prompt.complete:
            self.write("Choose first: write a number.")
            return
        keyboard.give()
        self.refused()

    def choose(self, numbers: list[int]) -> None:
        if self.keyboard.go_on(numbers[0]):
            return
        for number in numbers:
            prompt = self.keyboard.scene.prompt
            picks = prompt.picks if prompt is not None else ()
            if not 1 <= number <= len(picks):
                self.write(f"There is no choice {number}; they go from 1 to {len(picks)}.")
                return
            self.keyboard.choose(picks[number - 1])
            if self.keyboard.refusal is not None:
                self.refused()
                return

    def hint(self) -> None:
        keyboard = self.keyboard
        if keyboard.take_hint():
            return
        if not keyboard.ask_for_hint():
            self.refused()
            return
        self.write("A Champion thinks about it.")
        while keyboard.hint is None and keyboard.refusal is None and keyboard.asked:
            self.host.wait()
            keyboard.hear(self.host.run())
        self.refused()
        for each in keyboard.hint.candidates[:3] if keyboard.hint is not None else ():
            self.write(f"{', then '.join(each.words) or 'nothing'}: promises {100 * each.value:.0f} %")

    def why(self, word: str) -> None:
        words = self.keyboard.words()
        found = [atom for atom, label in words.items() if word in (atom.lower(), label.lower())]
        found = found or [atom for atom, label in words.items() if word and word in label.lower()]
        if not found:
            self.write("There is no such word in this game. Write ? and a card, a space or a verb.")
            return
        self.write(f"{words[found[0]]}: {in_words(*self.keyboard.why_not(found[0]))}.")


def pick_words(pick: Pick) -> str:
    return f"{pick.label}: {pick.hint}" if pick.hint else pick.label


def in_lines(scene: Scene) -> Iterator[str]:
    """A scene in words, a line for each thing.

    >>> import roundtable as rt
    >>> next(in_lines(rt.game("knights-duty").match(2, 7).scene(0)))
    "Knight's Duty. Choosing clans"
    """
    yield f"{scene.title}. {scene.status}"
    for panel in scene.panels:
        yield panel_line(panel)
        for area in panel.areas:
            yield f"  {area_line(area)}"
    for area in scene.areas:
        yield area_line(area)
    if scene.waiting:
        yield scene.waiting


def panel_line(panel: Panel) -> str:
    who = panel.name + (f" ({panel.person})" if panel.person else "") + (", you" if panel.you else "")
    state = "to answer" if panel.active else "ready" if panel.ready else "out" if panel.out else ""
    stats = [stat.value if stat.speaks else f"{stat.name} {stat.value}" for stat in panel.stats]
    return ", ".join(part for part in (who, state, *stats, *(mark.text for mark in panel.marks)) if part)


def area_line(area: Area) -> str:
    """An area: what lies there, and where; empty spaces are left out."""
    at = {spot.id: spot.label for spot in area.spots}
    hidden = sum(piece.face is None for piece in area.pieces)
    things = []
    for piece in area.pieces:
        if piece.face is not None:
            heap = f" ({piece.count})" if piece.count is not None else ""
            marks = "".join(f", {mark.text}" for mark in piece.marks)
            things.append(f"{piece.label}{heap}{marks}" + (f" on {at[piece.spot]}" if piece.spot in at else ""))
    things += [f"{hidden} face down"] * (hidden > 0)
    if area.heads is not None:
        rows, columns = area.heads.rows, area.heads.columns
        things += [f"{rows[int(s.y)]} to {columns[int(s.x)]} {s.count}" for s in area.spots if s.count]
    title = f"{area.title} ({area.note})" if area.note else area.title
    return f"{title}: {'; '.join(things) or 'nothing'}"
