"""Setting a table up: who takes which seat, what is played, when it begins.

Each change is given the draft of a document, changes it or refuses.  The table saves it and tells everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from roundtable.bots import NAMES, strength, usual
from roundtable.engine import BadOption, Game, commitment

from .clocks import clock
from .frames import SeatView, TableView
from .lessons import Lesson, read
from .model import BOT, CLOSED, OPEN, OVER, PERSON, RUNNING, SETUP, Doc, Person, Seat
from .people import clean, new_arms
from .puzzles import check_puzzle, read_all_puzzles

Form = Mapping[str, Sequence[str]]
Changing = Callable[[Doc], None]


class Refused(Exception):
    """Something a person may not do at a table: one sentence, and the HTTP status of a page that says it."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


class Change:
    """A change of the document that somebody waits for."""

    def __init__(self, apply: Changing) -> None:
        self.apply = apply
        self.error: Exception | None = None  # why it was not done; known once it is among the finished ones


# -- as others see it --------------------------------------------------------------------------------------------------


def describe(doc: Doc, game: Game, person: str) -> TableView:
    """A table as a person may know it, as far as the document tells."""
    return TableView(
        id=doc.id,
        game=doc.game,
        title=game.title,
        state=doc.state,  # type: ignore[arg-type]  # as the database has it
        you=doc.seats_of(person),
        host=bool(person) and doc.host == person,
        passing=doc.passing,
        seats=[
            SeatView(
                seat=i,
                name=seat.name,
                kind=seat.kind,  # type: ignore[arg-type]
                bot=seat.bot if seat.kind == BOT else "",
                bot_title=bot_title(game, seat.bot) if seat.kind == BOT else "",
                arms=seat.arms,
                here=seat.kind == BOT,
                ready=seat.ready,
                held=seat.held,
            )
            for i, seat in enumerate(doc.seats)
        ],
        players=doc.players,
        options=doc.options,
        preset=doc.preset,
        clock=doc.clock,
        public=doc.public,
        hints=doc.hints,
        spectators=0,
        created=round(doc.created),
        commitment=commitment(doc.seed),
        ranking=doc.ranking,
        rematch=doc.rematch,
        closed=doc.closed,
        hurried="",
        legend=game.legend,
        coach=game.coach,
    )


def bot_title(game: Game, name: str) -> str:
    known = strength(game, name) if name else None
    return known.title if known is not None else ""


# -- new tables --------------------------------------------------------------------------------------------------------


def open_table(doc: Doc, host: Person, game: Game, form: Form, kind: str, name_length: int, rng: Random) -> None:
    """Lay a new table as a form describes it: `kind` is play, friends, pass, lesson or puzzle.

    `Refused`, `BadOption` say why not.
    """
    if kind == "lesson":
        open_lesson(doc, host, game, last(form, "lesson"))
        return
    if kind == "puzzle":
        open_puzzle(doc, host, game, last(form, "puzzle"))
        return
    doc.rules, doc.edition = game.rules_version, game.edition
    arrange(doc, game, form, hints=kind == "play")
    people = [seat_of(host, ready=True)]
    if kind == "pass":
        names = [name for name in (clean(name, name_length) for name in form.get("person", ())) if name]
        if not 2 <= len(names) <= doc.players:
            raise Refused(f"pass and play is for 2 to {doc.players} people at this table; name them", 400)
        people = [Seat(PERSON, name, host.id, arms=new_arms(name, rng), ready=True) for name in names]
        doc.passing = True
    doc.seats = [*people, *(Seat() for _ in range(doc.players - len(people)))]
    if kind != "friends":
        fill(doc, game, last(form, "bot"))
        doc.state = RUNNING


def open_lesson(doc: Doc, host: Person, game: Game, name: str) -> None:
    """Lay a table for one of the game's lessons; the host is the pupil."""
    text = game.lessons().get(name)
    if text is None:
        raise Refused("there is no such lesson", 404)
    lesson = read(text, f"{name}.toml", game)
    lesson.check_rules(game)
    lay_lesson(doc, host, game, lesson, text)


def open_puzzle(doc: Doc, host: Person, game: Game, id: str) -> None:
    """Lay a table for one of the game's puzzles."""
    puzzle = read_all_puzzles(game).get(id)
    if puzzle is None:
        raise Refused("there is no such puzzle", 404)
    check_puzzle(puzzle, game)
    lay_lesson(doc, host, game, puzzle.lesson(game), puzzle.line())
    doc.hints = False


def lay_lesson(doc: Doc, host: Person, game: Game, lesson: Lesson, text: str) -> None:
    """Lay a table for a lesson that was read from that text."""
    doc.rules, doc.edition = game.rules_version, game.edition
    doc.players, doc.options = lesson.players, game.settle(lesson.players, lesson.options).data()
    doc.seats = [Seat(BOT, called, bot=lesson.bot, ready=True) for called in lesson.names]
    doc.seats[lesson.seat] = seat_of(host, ready=True)
    doc.lesson, doc.seed = text, lesson.seed
    doc.hints, doc.state = True, RUNNING


def rematch(old: Doc, person: Person, id: str, seed: str, created: float, options: Mapping[str, object]) -> Doc:
    """The next table of the same company."""
    if old.state not in (OVER, CLOSED):
        raise Refused("the match is not over")
    if not old.seats_of(person.id):
        raise Refused("only those who played can ask for a rematch", 403)
    doc = Doc(
        *(id, old.game, person.id, old.players, dict(options), []),
        seed=seed,
        created=created,
        preset=old.preset,
        clock=old.clock,
        public=False,
        passing=old.passing,
        hints=old.hints,
        rules=old.rules,
        edition=old.edition,
    )
    for seat in old.seats:
        mine = seat.person == person.id
        bot = seat.bot if seat.kind == BOT else ""
        doc.seats.append(Seat(seat.kind, seat.name, seat.person, bot, seat.arms, ready=mine or seat.kind == BOT))
    if doc.people() == {person.id}:
        doc.state = RUNNING
    return doc


def note_rematch(doc: Doc, next_table: str) -> None:
    if doc.rematch:
        raise Refused("somebody else was faster; look again")
    doc.rematch = next_table


def arrange(doc: Doc, game: Game, form: Form, hints: bool = False) -> None:
    """Players, options, clock as a form says; whether there are `hints` if it does not say."""
    players = last(form, "players") or str(game.seats[0])
    if not players.isascii() or not players.isdigit() or len(players) > 3:
        raise Refused("players: give a number", 400)
    preset = last(form, "preset")
    doc.players = int(players)
    doc.options = game.settle(doc.players, read_options(game, form), preset).data()
    doc.preset = preset
    mode = clock(last(form, "clock") or "none")
    if mode is None:
        raise Refused("there is no such clock", 400)
    doc.clock = mode.name
    doc.public = ticked(form, "public")
    doc.hints = ticked(form, "hints", hints)


def read_options(game: Game, form: Form) -> dict[str, object]:
    """The options in a form; `BadOption` if there are others."""
    known = {option.name: option for option in game.options.listed()}
    given: dict[str, object] = {}
    for field, values in form.items():
        if field.startswith("option."):
            name = field.removeprefix("option.")
            if name not in known:
                raise BadOption(f"unknown option {name!r}")
            if known[name].kind == "list":
                given[name] = ",".join(values)
            elif values[-1]:
                # Some options also take a file of one's own: never one of the server's.
                if known[name].kind == "choice" and values[-1] not in map(str, known[name].values):
                    raise BadOption(f"option {name}: {values[-1]!r} is not {known[name].expects()}")
                given[name] = values[-1]
    return given


def last(form: Form, name: str, default: str = "") -> str:
    values = form.get(name, ())
    return values[-1] if values else default


def ticked(form: Form, name: str, default: bool = False) -> bool:
    return last(form, name, "on" if default else "") in ("on", "true", "yes", "1")


# -- seats -------------------------------------------------------------------------------------------------------------


def seat_of(person: Person, ready: bool = False) -> Seat:
    return Seat(PERSON, person.name, person.id, arms=person.arms, ready=ready)


def bot_seat(doc: Doc, game: Game, i: int, name: str) -> Seat:
    """A bot for seat i, with a name that nobody at the table has."""
    known = strength(game, name) if name else usual(game)
    if known is None:
        raise Refused(f"there is no bot {name!r}", 400)
    taken = {seat.name for k, seat in enumerate(doc.seats) if k != i}
    free = [f"{known.title} {given}" for given in NAMES]
    return Seat(BOT, next(one for one in free if one not in taken), bot=known.name, ready=True)


def fill(doc: Doc, game: Game, bot: str) -> None:
    """Bots on all open seats."""
    for i, seat in enumerate(doc.seats):
        if seat.kind == OPEN:
            doc.seats[i] = bot_seat(doc, game, i, bot)


# -- what people do before the start -----------------------------------------------------------------------------------


def change_seat(doc: Doc, game: Game, person: Person, form: Form) -> None:
    """Take or leave a seat; the host also opens seats and sets bots."""
    _in_setup(doc)
    text = last(form, "seat")
    if not text.isascii() or not text.isdigit() or len(text) > 2 or int(text) >= doc.players:
        raise Refused("there is no such seat", 400)
    i, do = int(text), last(form, "do")
    seat = doc.seats[i]
    if do == "take":
        if seat.kind != OPEN:
            raise Refused("the seat is taken")
        for k in doc.seats_of(person.id):
            doc.seats[k] = Seat()
        doc.seats[i] = seat_of(person)
    elif do == "leave":
        if seat.person != person.id:
            raise Refused("the seat is not yours", 403)
        doc.seats[i] = Seat()
    elif do in ("open", "bot"):
        _hosted(doc, person)
        doc.seats[i] = Seat() if do == "open" else bot_seat(doc, game, i, last(form, "bot"))
    else:
        raise Refused("take, leave, open or bot?", 400)


def change_ready(doc: Doc, game: Game, person: Person, form: Form) -> None:
    _in_setup(doc)
    mine = doc.seats_of(person.id)
    if not mine:
        raise Refused("take a seat first")
    for i in mine:
        doc.seats[i].ready = last(form, "ready", "yes") == "yes"


def change_settings(doc: Doc, game: Game, person: Person, form: Form) -> None:
    """The set-up anew; people keep their seats as far as there are any."""
    _in_setup(doc)
    _hosted(doc, person)
    arrange(doc, game, form)
    taken = [seat for seat in doc.seats if seat.kind == PERSON]
    if len(taken) > doc.players:
        raise Refused(f"{len(taken)} people sit here already")
    while len(doc.seats) > doc.players:
        spare = next(i for i in reversed(range(len(doc.seats))) if doc.seats[i].kind != PERSON)
        del doc.seats[spare]
    doc.seats += [Seat() for _ in range(doc.players - len(doc.seats))]
    for seat in doc.seats:
        seat.ready = seat.kind == BOT


def change_start(doc: Doc, game: Game, person: Person, form: Form) -> None:
    _in_setup(doc)
    _hosted(doc, person)
    waiting = [s.name for s in doc.seats if s.kind == PERSON and not s.ready and s.person != person.id]
    if waiting:
        raise Refused(f"not yet ready: {', '.join(waiting)}")
    if not doc.people():
        raise Refused("somebody should sit down first")
    fill(doc, game, last(form, "bot"))
    doc.state = RUNNING


def change_leave(doc: Doc, game: Game, person: Person, form: Form) -> None:
    """Go: `hand` lets a bot answer until one is back, `leave` is for good.

    Who leaves before the start frees a seat, and the host takes the table away.  Afterwards a bot sits down in their
    place; where nobody else is left the match ends here, and can be seen again.
    """
    mine, do = doc.seats_of(person.id), last(form, "do")
    if doc.state not in (SETUP, RUNNING):
        raise Refused("the match is over")
    if not mine and not (doc.state == SETUP and doc.host == person.id):
        raise Refused("you have no seat here", 403)
    if do not in ("hand", "leave") or (do == "hand" and doc.state == SETUP):
        raise Refused("hand or leave?", 400)
    others = sorted(doc.people() - {person.id})
    if do == "hand":
        for i in mine:
            doc.seats[i].held, doc.seats[i].bot = True, usual(game).name
    elif doc.state == SETUP and doc.host == person.id:
        doc.state, doc.closed = CLOSED, f"{person.name} took this table away before the match began."
        fill(doc, game, "")
    elif doc.state == SETUP:
        for i in mine:
            doc.seats[i] = Seat()
    elif not others:
        doc.state, doc.closed = CLOSED, f"{person.name} gave this match up."
    else:
        for i in mine:
            doc.seats[i] = Seat(BOT, doc.seats[i].name, bot=usual(game).name, ready=True)
        doc.host = doc.host if doc.host != person.id else others[0]


def _in_setup(doc: Doc) -> None:
    if doc.state != SETUP:
        raise Refused("the match has begun")


def _hosted(doc: Doc, person: Person) -> None:
    if doc.host != person.id:
        raise Refused("that is for the host of the table", 403)
