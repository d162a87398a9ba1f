"""The table screen: a person's question in one place, choices by key and mouse, bots that answer in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from textual import events, on, work
from textual.binding import Binding
from textual.content import Content

from roundtable.engine import Refusal
from roundtable.scene import Piece, Spot

from . import draw
from .modals import HELP, Curtain, End, Reading, WhyNot, paragraph, reason, rules_page
from .palette import style
from .panes import Pane, Picture, TablePanes
from .sitting import Sitting


class TableScreen(TablePanes):
    """A match being played."""

    BINDINGS = [
        Binding("enter", "confirm", "confirm"),
        Binding("backspace", "take_back", "take back"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "why_not", "why not", key_display="?"),
        Binding("r", "rule", "rules"),
        Binding("l", "fold", "log"),
        Binding("z", "zoom", "zoom"),
        Binding("h,f1", "help", "help"),
        Binding("q", "leave", "quit"),
        Binding("R,f2", "whole_rules", show=False),
        Binding("space", "pick_cursor", show=False),
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
    ]

    def __init__(self, sitting: Sitting, pace: float) -> None:
        super().__init__()
        self.sitting = sitting
        self.pace = pace
        self.file = str(sitting.match.file)
        self.unsaved = False
        self.told = ""  # what the hint line says until the next step

    def on_mount(self) -> None:
        super().on_mount()
        self.go_on()

    # -- the course of the match -------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show where the match stands; hide it if the keyboard must be passed; let the bots answer."""
        sitting = self.sitting
        if sitting.match.over and len(sitting.people) > 1:
            sitting.at = None  # what only one of them knew stays theirs
        if sitting.pass_to is not None:
            self.draw_curtain(sitting.pass_to)
        self.draw()
        if sitting.match.over:
            self.show_end()
        elif sitting.bot is not None:
            self.let_bots_answer()

    @work(exclusive=True, group="bots")
    async def let_bots_answer(self) -> None:
        sitting = self.sitting
        while (seat := sitting.bot) is not None:
            await asyncio.sleep(self.pace)
            match, bot = sitting.match, sitting.bots[seat]
            view, choice = match.view(seat), match.choice(seat)
            answer = await asyncio.to_thread(bot.choose, view, choice)
            if bot.faults:
                self.told = f"{match.names[seat]} failed, a random answer is given: {bot.faults.pop()}."
            if not self.attempt(partial(match.answer, seat, answer)):
                return
            if sitting.pass_to is not None or match.over:
                break
            self.draw()
        self.go_on()

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do what may be refused; a fault of the game itself ends the app in one line, with the match in its file."""
        try:
            if self.unsaved:  # the file lacks an answer: nothing goes on before it is whole again
                self.sitting.match.record(self.file)
                self.unsaved = False
        except OSError as error:
            self.tell(f"Not saved: {error}. Make room, then press Enter.")
            return False
        try:
            act()
        except Refusal as refusal:
            self.tell(str(refusal))
            return False
        except OSError as error:  # the answer was taken, but it is not on the disk
            self.unsaved = True
            self.sitting.chosen = ()
            self.told = f"Not saved: {error}."
        except Exception as error:
            words = f"roundtable: {type(error).__name__}: {error}; the match up to here: {self.file}"
            self.app.exit(return_code=2, message=Content(words))
            return False
        return True

    def draw_curtain(self, seat: int) -> None:
        """Hide everything until the next person says to be there."""
        if isinstance(self.app.screen, Curtain):
            return
        sitting = self.sitting
        last, sitting.at = sitting.at, None
        names = sitting.match.names
        back = names[last] if last is not None and not sitting.match.no_undo(last) else ""

        def lifted(what: str | None) -> None:
            if what == "quit":
                self.action_leave()
                return
            sitting.sit_down(seat)
            if what == "undo" and last is not None and back:
                sitting.sit_down(last)
                sitting.undo()
            self.go_on()

        news = sitting.match.lines(None, max(0, len(sitting.match.events) - 12))[-6:]
        self.app.push_screen(Curtain(names[seat], news, back), lifted)

    def show_end(self) -> None:
        match = self.sitting.match

        def then(what: str | None) -> None:
            if what == "quit":
                self.action_leave()
            elif what == "again":
                self.app.call_later(self.app.run_action, "app.rematch")  # once this page is gone

        scene = self.sitting.scene()
        self.app.push_screen(End(scene, match.ranking, match.tally, self.sitting.log()[-5:], self.file), then)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        scene = self.sitting.scene()
        prompt = scene.prompt
        gold = style(self.palette.gold, bold=True)
        if prompt is None:
            sentence = Content(scene.over or scene.waiting or "")
            parts: list[tuple[str, object]] = []
        else:
            progress = f"  {prompt.progress}" if prompt.progress else ""
            sentence = Content.assemble((prompt.sentence, gold), (progress, style(self.palette.faint)))
            chosen = " → ".join(prompt.chosen)
            parts = [(f"Chosen: {chosen}  ", style(self.palette.ink, bold=True))] if chosen else []
            if prompt.complete:
                parts.append(("⏎ confirms  ", gold))
            if chosen:
                parts.append(("⌫ takes back  ", style(self.palette.faint)))
        hint = Content.assemble(*parts, (self.told, style(self.palette.rubric)))  # type: ignore[arg-type]
        self.show(scene, self.sitting.log(), sentence, hint)
        asked = prompt is not None
        self.query_one("#prompt-pane").set_class(asked, "-asked")
        self.query_one("#prompt-pane").border_title = self.who() if asked else "Waiting"

    def who(self) -> str:
        panel = next((panel for panel in self.scene.panels if panel.you), None) if self.scene else None
        return f"{panel.arms.letter} · {panel.name}" if panel is not None else ""

    def tell(self, words: str) -> None:
        self.told = words
        self.draw()

    # -- choosing ----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        index = draw.KEYS.find(event.character) if event.character else -1
        if 0 <= index < len(self.prompt.picks):
            event.stop()
            self.choose(index)
        elif index >= 0 and self.sitting.asked:
            self.tell(f"Nothing here has the key {event.character}; h shows all keys.")

    def choose(self, index: int) -> None:
        """Take a pick; a question of one word is answered by it."""
        self.told = ""
        if self.attempt(partial(self.sitting.choose, self.prompt.picks[index].atom)):
            self.cursor = 0
            if self.sitting.chosen:
                self.draw()
            else:
                self.go_on()

    def action_pick_cursor(self) -> None:
        if self.prompt.picks:
            self.choose(self.cursor)

    def action_confirm(self) -> None:
        if not self.sitting.asked:
            self.go_on()
            return
        if not self.prompt.complete:  # never a choice by accident: the same key lifts the curtain
            self.tell("Choose first: a key, a click, or the arrows and space.")
            return
        self.told = ""
        if self.attempt(self.sitting.give):
            self.go_on()

    def action_take_back(self) -> None:
        self.tell("" if self.sitting.take_back() else "Nothing is chosen yet; u takes back a given answer.")

    def action_undo(self) -> None:
        if self.sitting.take_back():
            self.tell("")
            return
        try:
            self.sitting.undo()
        except Refusal as refusal:
            self.tell(f"No undo: {refusal}.")
            return
        self.told = "Taken back."
        self.go_on()

    def action_move(self, down: int, right: int) -> None:
        """The cursor in the list of picks, which runs down the columns."""
        pane = self.query_one("#picks-pane", Pane)
        _, per_column = draw.pick_columns(self.prompt, pane.size.width, pane.size.height)
        to = self.cursor + (down or right * per_column)
        if 0 <= to < len(self.prompt.picks):
            self.cursor = to
            pick = self.prompt.picks[to]
            self.tell(self.with_text(pick.hint, pick.on))  # in full: elsewhere it may be cut
            pane.scroll_to(y=to % per_column - pane.size.height + 1, animate=False)

    # -- the mouse ---------------------------------------------------------------------------------------------------

    @on(Picture.Clicked)
    def click(self, event: Picture.Clicked) -> None:
        if isinstance(event.on, int):
            self.choose(event.on)
            return
        picks = [i for i, pick in enumerate(self.prompt.picks) if pick.on == event.on]
        if len(picks) == 1:
            self.choose(picks[0])
        elif picks:
            words = ", ".join(f"{draw.key_of(i)} {self.prompt.picks[i].label}" for i in picks)
            self.tell(f"Choose here by key: {words}.")
        else:
            self.tell(self.with_text(self.explain(event.on), event.on))

    def with_text(self, words: str, on_id: str) -> str:
        """The words, and what is printed on that card."""
        thing = self.thing(on_id)
        text = thing.face.text if isinstance(thing, Piece) and thing.face is not None else ""
        return f"{words.removesuffix('.')}. {text}" if words and text else words or text

    def explain(self, on_id: str) -> str:
        """What a thing on the table is, and why it cannot be chosen now."""
        thing = self.thing(on_id)
        label = thing.label if thing is not None else ""
        if not self.sitting.asked:
            return label
        words = self.sitting.words()
        names = {on_id, label}
        if isinstance(thing, Piece) and thing.face is not None:
            names |= {thing.face.title, thing.face.kind}
        for atom, word in words.items():
            if atom in names or word in names:
                return reason(label or word, self.sitting.why_not(atom))
        return label

    def thing(self, on_id: str) -> Piece | Spot | None:
        assert self.scene is not None
        areas = [*self.scene.areas, *(area for panel in self.scene.panels for area in panel.areas)]
        things: list[Piece | Spot] = []
        for area in areas:
            things += (*area.pieces, *area.spots)
        return next((thing for thing in things if thing.id == on_id), None)

    # -- reading and leaving -----------------------------------------------------------------------------------------

    def action_why_not(self) -> None:
        if not self.sitting.asked:
            self.tell("You are asked nothing now.")
            return
        self.app.push_screen(WhyNot(self.sitting.match.game, self.sitting.words(), self.sitting.why_not))

    def action_rule(self) -> None:
        game, number = self.sitting.match.game, self.prompt.rule
        text = paragraph(game, number) if number else ""
        if text:
            self.app.push_screen(Reading(f"Rules {number}", text, lambda: rules_page(game)))
        else:
            self.action_whole_rules()

    def action_whole_rules(self) -> None:
        game = self.sitting.match.game
        self.app.push_screen(Reading(f"Rules of {game.title}", rules_page(game)))

    def action_help(self) -> None:
        self.app.push_screen(Reading("Help", HELP))

    def action_leave(self) -> None:
        words = "The match is over; see it again" if self.sitting.match.over else "The match is saved; go on"
        command = "replay" if self.sitting.match.over else "play --resume"
        self.app.exit(message=f"{words} with: roundtable {command} {self.file}")
