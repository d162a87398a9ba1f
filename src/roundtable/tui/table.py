"""The table screen: a person's question in one place, choices by key and mouse, bots that answer in between."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from textual import events, on
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.timer import Timer

from roundtable.scene import Piece, Spot
from roundtable.table import Thought
from roundtable.table.frames import HintFrame, LessonFrame
from roundtable.table.todo import NEVER

from . import draw, pieces
from .host import Host
from .keyboard import Keyboard
from .modals import HELP, Curtain, End, Reading, WhyNot, in_words, legend_page, paragraph, rules_page
from .palette import style
from .panes import Pane, Picture, TablePanes
from .reviewing import Review

MUCH: Final = 60  # sentences of news that anybody reads
RULE: Final = "A key chooses, ⏎ confirms."
SOON: Final = 0.01  # seconds: a timer of none never rings in Textual


def advice(hint: HintFrame) -> str:
    """A hint in one line."""
    words = [" → ".join(each.words) or "nothing" for each in hint.candidates]
    if len(words) < 2:
        return f"Hint: {words[0]} is the only answer; ! chooses it." if words else "Nobody has a hint."
    promise = f"{100 * hint.candidates[0].value:.0f} %"
    return f"Hint: {words[0]} (promises {promise}), else {words[1]}; ! chooses it."


def lesson_words(lesson: LessonFrame) -> str:
    """What a lesson says now, and which key goes on."""
    said = lesson.reply or lesson.say
    point = f" [{lesson.point.label}]" if lesson.point is not None else ""
    rule = f" (§ {lesson.rule})" if lesson.rule else ""
    guesses = "  ".join(f"{i} {guess}" for i, guess in enumerate(lesson.guesses, 1))
    keys = {"next": "⏎ goes on", "end": "⏎ plays on from here, q leaves", "others": "…"}.get(lesson.waits, guesses)
    worth = "  ".join(f"{', '.join(each.words) or 'nothing'}: {100 * each.value:.0f} %" for each in lesson.values)
    return "  ".join(part for part in (f"{said}{point}{rule}", worth and f"[{worth}]", keys) if part)


class TableScreen(TablePanes):
    """A match being played."""

    class Heard(Message):
        """Something has come from a table that is elsewhere."""

    BINDINGS = [
        Binding("enter", "confirm", "confirm"),
        Binding("backspace", "take_back", "take back"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "why_not", "why not", key_display="?"),
        Binding("exclamation_mark", "hint", "hint", key_display="!"),
        Binding("full_stop", "news", "news", key_display="."),
        Binding("r", "rule", "rules"),
        Binding("l", "fold", "log"),
        Binding("z", "zoom", show=False),
        Binding("h,f1", "help", "help"),
        Binding("f3", "no_tips", show=False),
        Binding("q", "leave", "quit"),
        Binding("R,f2", "whole_rules", show=False),
        Binding("space", "pick_cursor", show=False),
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.keyboard = Keyboard(host)
        self.told = ""  # what the hint line says until the next step
        self.alarm: Timer | None = None
        self.hinted: HintFrame | None = None  # the hint that was told
        self.tipped = "", ""  # the question that is open, and what the coach says about it

    def on_mount(self) -> None:
        super().on_mount()
        self.host.news = self.news_from_afar
        self.follow()

    def news_from_afar(self) -> None:
        """In the thread of a table that is elsewhere: something was heard."""
        self.post_message(self.Heard())

    @on(Heard)
    def hear_news(self) -> None:
        self.run_table()

    # -- the course of the match -------------------------------------------------------------------------------------

    def follow(self) -> None:
        """After anything that may have happened at the table: show it, let its bots think, wake it in time."""
        host, keyboard = self.host, self.keyboard
        if host.fault is not None:  # of the game itself: better one line now than a strange table
            error = host.fault
            words = f"roundtable: {type(error).__name__}: {error}; the match up to here: {self.host.place}"
            self.app.exit(return_code=2, message=Content(words))
            return
        if host.trouble:
            self.told, host.trouble = host.trouble, ""
        if keyboard.hint is not None and self.hinted is not keyboard.hint:
            self.told = advice(keyboard.hint)
        self.hinted = keyboard.hint
        if keyboard.moved:
            keyboard.moved = False
            self.go_on()
        else:
            self.draw()
        thoughts, host.thoughts = host.thoughts, []
        for thought in thoughts:
            self.run_worker(self.think(thought))
        if self.alarm is not None:
            self.alarm.stop()
        soon = max(SOON, host.wake - monotonic())
        self.alarm = self.set_timer(soon, self.run_table) if host.wake < NEVER else None

    def run_table(self) -> None:
        self.keyboard.hear(self.host.run())
        self.follow()

    async def think(self, thought: Thought) -> None:
        tell_the_table = await asyncio.to_thread(self.host.think, thought)
        tell_the_table()
        self.run_table()

    def go_on(self) -> None:
        """Show where the match stands; hide it if the keyboard must be passed."""
        keyboard = self.keyboard
        if keyboard.over and len(keyboard.people) > 1 and keyboard.at is not None:
            keyboard.look(None)  # what only one of them knew stays theirs
        if keyboard.pass_to is not None:
            self.draw_curtain(keyboard.pass_to)
        self.draw()
        if keyboard.over:
            self.show_end()

    def draw_curtain(self, seat: int) -> None:
        """Hide everything until the next person says to be there."""
        if isinstance(self.app.screen, Curtain):
            return
        keyboard, names = self.keyboard, self.host.names
        last = keyboard.at if keyboard.frame.undo else None
        keyboard.look(None)

        def lifted(what: str | None) -> None:
            if what == "quit":
                self.action_leave()
            elif what == "undo" and last is not None:
                keyboard.look(last)
                self.undo()
            else:
                keyboard.look(seat)
                self.follow()

        back = names[last] if last is not None else ""
        self.app.push_screen(Curtain(names[seat], [told.text for told in keyboard.sentences(6)], back), lifted)

    def show_end(self) -> None:
        def then(what: str | None) -> None:
            if what == "quit":
                self.action_leave()
            elif what == "review":
                self.review()
            elif what == "again":
                self.app.call_later(self.app.run_action, "app.rematch")  # once this page is gone

        over = self.keyboard.frame.over
        assert over is not None
        log = [told.text for told in self.keyboard.sentences(5)]
        self.app.push_screen(End(self.keyboard.scene, over.ranking, over.tally, log, self.host.place), then)

    def review(self) -> None:
        """What a Champion thinks of the match, for the first person at this keyboard."""
        match = self.host.finished()
        if match is None or not self.host.people:
            self.tell("The review of this match is on the server, beside its replay.")
        else:
            self.app.push_screen(Review(match, self.host.people[0]), lambda _: self.show_end())

    # -- drawing -----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        scene = self.keyboard.scene
        self.taken = self.keyboard.taken
        prompt = scene.prompt
        asked = prompt is not None
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
            elif len(prompt.picks) == 1:
                parts.append(("⏎ takes the only one  ", gold))
            elif not chosen and not self.told:
                tip = self.tip(prompt.question)
                coach = f"✦ {tip} F3: no more tips." if tip else ""
                parts.append((f"{RULE}  {coach}", style(self.palette.faint)))
            if chosen:
                parts.append(("⌫ takes back  ", style(self.palette.faint)))
        lesson = self.keyboard.lesson
        if lesson is not None:
            if lesson.right:
                self.host.note_solved()
            taught = Content.assemble((f"✦ {lesson_words(lesson)}", style(self.palette.ink, bold=True)))
            sentence = Content("\n").join([taught, sentence]) if lesson.waits == "answer" else taught
        hint = Content.assemble(*parts, (self.told, style(self.palette.rubric)))  # type: ignore[arg-type]
        news = len(self.keyboard.news()) if asked else 0
        self.show(scene, self.keyboard.sentences(), sentence, hint, news)
        self.query_one("#players-pane").border_subtitle = self.keyboard.frame.leads
        self.query_one("#prompt-pane").set_class(asked, "-asked")
        self.query_one("#prompt-pane").border_title = self.who() if asked else "Waiting"
        self.query_one("#prompt-pane").border_subtitle = f"{news} new in the log: . tells" if news else ""

    def tip(self, question: str) -> str:
        """What to know about a question, while it is asked for the first time."""
        if self.keyboard.lesson is not None:
            return ""
        if question != self.tipped[0]:
            words = self.host.game.coach.get(question, "")
            self.tipped = question, words if words and self.host.first_time(question) else ""
        return self.tipped[1]

    def action_no_tips(self) -> None:
        self.host.no_more_tips()
        self.tipped = self.tipped[0], ""
        self.draw()

    def who(self) -> str:
        panel = next((panel for panel in self.scene.panels if panel.you), None) if self.scene else None
        return f"{panel.arms.letter} · {panel.name}" if panel is not None else ""

    def tell(self, words: str) -> None:
        self.told = words
        self.draw()

    # -- choosing ----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdigit() and self.keyboard.go_on(int(event.character)):
            event.stop()
            self.after_a_step()
            return
        index = pieces.KEYS.find(event.character) if event.character else -1
        if 0 <= index < len(self.prompt.picks):
            event.stop()
            self.choose(index)
        elif index >= 0 and self.keyboard.asked:
            self.tell(f"Nothing here has the key {event.character}; h shows all keys.")

    def choose(self, index: int) -> None:
        """Take a pick.  Nothing is answered by that: enter does."""
        self.keyboard.choose(self.prompt.picks[index])
        self.cursor = index if self.keyboard.instead else 0
        self.after_a_step()

    def after_a_step(self) -> None:
        """Show what has become of something chosen or answered, and why not if nothing has."""
        refusal = self.keyboard.refusal
        self.told = in_words(refusal.reason, refusal.rule) if refusal is not None else ""
        self.follow()

    def action_pick_cursor(self) -> None:
        if self.prompt.picks:
            self.choose(self.cursor)

    def action_confirm(self) -> None:
        if self.keyboard.go_on():
            self.after_a_step()
        elif not self.keyboard.asked:
            self.go_on()
        elif not self.prompt.complete and len(self.prompt.picks) == 1:
            self.choose(0)
            if self.keyboard.instead:  # it was the only answer
                self.action_confirm()
        elif not self.prompt.complete:  # never a choice by accident: the same key lifts the curtain
            self.tell("Choose first: a key, a click, or the arrows and space.")
        else:
            self.keyboard.give()
            self.after_a_step()

    def action_take_back(self) -> None:
        self.tell("" if self.keyboard.take_back() else "Nothing is chosen yet; u takes back a given answer.")

    def action_undo(self) -> None:
        if self.keyboard.take_back():
            self.tell("")
        else:
            self.undo()

    def undo(self) -> None:
        undone, refusal = self.keyboard.undo(), self.keyboard.refusal
        self.told = "Taken back." if undone or refusal is None else f"No undo: {refusal.reason}."
        self.follow()

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
            words = ", ".join(f"{pieces.key_of(i)} {self.prompt.picks[i].label}" for i in picks)
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
        if not self.keyboard.asked:
            return label
        words = self.keyboard.words()
        names = {on_id, label}
        if isinstance(thing, Piece) and thing.face is not None:
            names |= {thing.face.title, thing.face.kind}
        for atom, word in words.items():
            if atom in names or word in names:
                return f"{label or word}: {in_words(*self.keyboard.why_not(atom))}."
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
        if not self.keyboard.asked:
            self.tell("You are asked nothing now.")
            return
        self.app.push_screen(WhyNot(self.host.game, self.keyboard.words(), self.keyboard.why_not))

    def action_hint(self) -> None:
        """Ask a Champion; once it has answered, choose that."""
        keyboard = self.keyboard
        if not keyboard.asked:
            self.tell("You are asked nothing now.")
        elif keyboard.take_hint():
            self.after_a_step()
        elif keyboard.ask_for_hint():
            self.told = "A Champion thinks about it …"
            self.follow()
        else:
            self.after_a_step()

    def action_news(self) -> None:
        news = self.keyboard.news()[-MUCH:]
        text = "\n".join(f"- {sentence}" for sentence in news) or "Nothing has happened yet."
        self.app.push_screen(Reading("Since your last answer", text))

    def action_rule(self) -> None:
        game, number = self.host.game, self.prompt.rule
        text = paragraph(game, number) if number else ""
        if text:
            self.app.push_screen(Reading(f"Rules {number}", text, lambda: rules_page(game)))
        else:
            self.action_whole_rules()

    def action_whole_rules(self) -> None:
        game = self.host.game
        self.app.push_screen(Reading(f"Rules of {game.title}", rules_page(game)))

    def action_help(self) -> None:
        self.app.push_screen(Reading("Help", f"{HELP}\n\n{legend_page(self.host.game)}"))

    def action_leave(self) -> None:
        self.app.exit(message=self.host.goodbye(self.keyboard.over))
