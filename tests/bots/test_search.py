"""The searching bot: honest, repeatable, in time, and better than what it is advised by where that is easy to see."""

import gc
import pickle
from dataclasses import replace
from random import Random
from time import perf_counter

import pytest
from tests.engine import lots
from tests.moments import at_a_real_choice

import roundtable as rt
from roundtable import bots
from roundtable.bots.ismcts import Search, SearchBot
from roundtable.bots.ismcts.bot import BRIEF
from roundtable.bots.ismcts.reward import prospects, shares
from roundtable.bots.ismcts.tree import InformationSet, Path, backpropagate
from roundtable.engine import STOP, Arrange, OneOf, Subset
from roundtable.engine.knowledge import Foreseen, Knowledge, Parameters
from roundtable.games import slugs
from roundtable.games.knights_and_damosels.cards import NAMES
from roundtable.games.of_knights_and_ninjas.bot.value import judge

GAMES = slugs()


def moment(slug: str, players: int, answers: int, seed: int = 3):
    """A match after so many answers of squires, at a real choice; of a short match the last real choice."""
    match = rt.game(slug).match(players, seed)
    seated = [bots.make("squire", match.game, seat, seed) for seat in range(players)]
    match = at_a_real_choice(match, answers, lambda m, seat: seated[seat].choose(m.view(seat), m.choice(seat)))
    return match, match.asked[0]


@pytest.mark.parametrize("slug", GAMES)
def test_answers_are_legal_and_repeatable(slug):
    for players in (rt.game(slug).seats[0], rt.game(slug).usual_players()):
        match, seat = moment(slug, players, 10)
        view, choice = match.view(seat), match.choice(seat)
        found = [SearchBot(match.game, seat, 7, 0, 12).candidates(view) for _ in range(2)]
        assert found[0] == found[1]
        assert sum(one.visits for one in found[0]) == 12
        assert all(choice.accepts(one.answer) and 0 <= one.value <= 1 for one in found[0])


def test_the_search_itself_has_not_changed():
    """What it finds in the example game, whose rules nobody tunes: a change here changes every bot's answers."""
    match = replace(lots.GAME, bot=Knowledge()).match(3, seed=5)
    bot = SearchBot(match.game, 0, 7, 0, 50)
    found = []
    for _ in range(2):
        found.append(bot.candidates(match.view(0)))
        match.answer(0, found[-1][0].answer)
        for seat in match.asked:
            match.answer(seat, match.choice(seat).atoms(())[0])
    assert [[(*one.answer, one.visits, round(one.value, 4)) for one in each] for each in found] == [
        [("3", 20, 0.3958), ("4", 20, 0.3958), ("12", 10, 0.3167)],
        [("12", 28, 0.3452), ("4", 22, 0.3258)],
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_the_budget_is_kept(slug):
    match, seat = moment(slug, rt.game(slug).usual_players(), 4)
    view, choice = match.view(seat), match.choice(seat)
    used = []

    def clock() -> float:  # one that nobody else on this machine can disturb
        used.append(1)
        return len(used) / 1000

    SearchBot(match.game, seat, 1, 0.1, clock=clock).choose(view, choice)
    assert 85 <= len(used) <= 102


def test_two_truths_that_look_alike_are_thought_about_alike():
    match, seat = moment("of-knights-and-ninjas", 3, 10)
    view = match.view(seat)
    other = match.game.view(match.game.world(view, Random(1)), seat)
    thoughts = [bots.hint(match.game, seen, seat, seconds=0, iterations=15) for seen in (view, other)]
    assert thoughts[0] == thoughts[1]


def test_sealed_answers_are_not_peeked_at():
    """Whether the other has answered, and what, makes no difference to the thought of the next one asked."""
    match = rt.game("knights-duty").match(2, 5)
    for _ in range(2):
        match.answer(match.asked[0], match.choice(match.asked[0]).atoms(())[0])
    assert match.question == "program_actions" and len(match.asked) == 2
    alone = bots.hint(match.game, match.view(1), 1, seconds=0, iterations=30)
    match.answer(0, match.choice(0).sample(Random(1)))
    assert bots.hint(match.game, match.view(1), 1, seconds=0, iterations=30) == alone


def test_forced_answers_take_no_time():
    match = rt.game("knights-duty").match(2, 5)
    bot = SearchBot(match.game, 0, 1, seconds=5)
    began = perf_counter()
    assert bot.choose(match.view(0), OneOf(("only",))) == ("only",)
    assert perf_counter() - began < 4  # it may think for five seconds


@pytest.mark.parametrize("slug", GAMES)
def test_a_view_reaches_another_process_whole(slug):
    view = rt.game(slug).match(seed=3).view(0)
    assert pickle.loads(pickle.dumps(view)).data() == view.data()


def test_several_processes_add_their_counts_and_are_repeatable():
    match, seat = moment("knights-duty", 2, 4)
    found = []
    for _ in range(2):
        bot = SearchBot(match.game, seat, 1, 0, 10, jobs=2)
        try:
            found.append(bot.candidates(match.view(seat)))
        finally:
            bot.close()
    assert sum(one.visits for one in found[0]) == 20
    assert found[0] == found[1]


def test_several_processes_keep_the_time():
    """They are ready before the first thought begins; one of ten tries is enough, for others use this machine too."""
    match, seat = moment("knights-duty", 2, 4)

    def took() -> float:
        bot = SearchBot(match.game, seat, 1, 0.5, jobs=2)
        try:
            began = perf_counter()
            assert match.choice(seat).accepts(bot.candidates(match.view(seat))[0].answer)
            return perf_counter() - began
        finally:
            bot.close()

    assert any(took() < 0.6 for _ in range(10))


def test_nothing_is_collected_while_a_bot_thinks():
    match, seat = moment("knights-duty", 2, 4)
    seen = set()

    def clock() -> float:
        seen.add(gc.isenabled())
        return 0.0

    SearchBot(match.game, seat, 1, 1, 5, clock=clock).candidates(match.view(seat))
    assert seen == {False} and gc.isenabled()


def test_a_thought_goes_on_where_the_one_before_foresaw_the_question():
    match = rt.game("lancelot").match(2, 5)
    bot, other = SearchBot(match.game, 0, 1, 0, 40), bots.make("squire", match.game, 1, 1)
    visits: list[int] = []
    while len(visits) < 8:
        seat = match.asked[0]
        view, choice = match.view(seat), match.choice(seat)
        if seat == 0 and choice.forced() is None:
            found = bot.candidates(view)
            visits.append(sum(one.visits for one in found))
            match.answer(0, found[0].answer)
        else:
            match.answer(seat, other.choose(view, choice))
    assert visits[0] == 40 and max(visits) > 45


def test_large_choices_are_never_listed():
    class Large(Arrange):
        def every(self, prefix=()):
            raise AssertionError("listed")

    infoset = InformationSet(Large({str(i): 1 for i in range(20)}, 10), (), Random(1))
    for _ in range(50):
        path: Path = []
        answer = infoset.select(Parameters(), Random(1), path)
        backpropagate(path, answer[0] == "7")
    assert len(infoset.root.children) < 20
    assert sum(one.visits for one in infoset.leaves()) == 50


def test_advice_is_tried_first_and_good_answers_more_often():
    choice = Subset(("axe", "bow", "cup", "dirk"), 0, 4)
    infoset = InformationSet(choice, [("bow", "cup")], Random(1))
    first: Path = []
    assert infoset.select(Parameters(), Random(1), first) == ("bow", "cup")
    for _ in range(400):
        path: Path = []
        answer = infoset.select(Parameters(), Random(1), path)
        backpropagate(path, "axe" in answer)
    assert "axe" in infoset.leaves()[0].answer


def test_off_the_advised_path_the_rest_of_the_advice_comes_first():
    infoset = InformationSet(Subset(("axe", "bow", "cup"), 0, 3), [("bow", "cup")], Random(1))
    assert infoset._node(("axe",), Random(1)).atoms[0] == "cup"
    assert infoset._node(("bow", "cup"), Random(1)).atoms == [STOP]


def test_a_won_match_is_worth_all_of_it():
    for first in (0.5, 1.0):
        assert shares([[0], [1]], 2, first) == [1.0, 0.0]
        assert shares([[0, 1]], 2, first) == [0.5, 0.5]
        assert shares([[2], [0], [1], [3]], 4, first)[2] == 1.0
        assert prospects([50.0, 0.0], 1.0, first)[0] == pytest.approx(1.0)
        assert sum(prospects([1.0, 2.0, 3.0], 1.0, first)) == pytest.approx(sum(shares([[0], [1], [2]], 3, first)))
    assert shares([[2], [0], [1, 3]], 4, 1.0) == [0.0, 0.0, 1.0, 0.0]


def test_answers_are_compared_in_the_same_worlds():
    match, seat = moment("knights-duty", 2, 4)
    known = match.game.bot
    search = Search(match.game, match.view(seat), seat, Random(1), known, Parameters(depth=1))
    answer = search.root.choice.sample(Random(2))
    first, again = search.compare((answer, answer), 5)
    assert first == again and len(search.worlds) == 5


@pytest.mark.parametrize(("players", "same"), [(2, Parameters(horizon=1)), (4, Parameters(horizon=12))])
def test_larger_tables_are_judged_at_a_time_of_their_own(players, same):
    match, seat = moment("of-knights-and-ninjas", players, 20)
    known, answer = match.game.bot, match.choice(seat).sample(Random(1))

    def worth(search):
        return Search(match.game, match.view(seat), seat, Random(1), known, search).compare([answer], 8)

    assert worth(Parameters(horizon=1)) != worth(Parameters(horizon=12))
    assert worth(Parameters(horizon=1, party=12)) == worth(same)


def test_a_champion_may_know_more_than_a_knight():
    game = rt.game("of-knights-and-ninjas")
    for name, champion in (("champion@1", True), ("knight@1", False)):
        bot = bots.make(name, game, 0, 1)
        assert isinstance(bot, SearchBot)
        assert (bot.known.value == judge) is champion
        assert (bot.parameters.horizon == -1) is champion and bot.parameters.party == 12
    game = rt.game("knights-duty")
    assert game.bot.of_champion().parameters == game.bot.parameters


def gifts():
    """A match in which everybody chooses a gift, and somebody who will not see what the others gave."""
    match, _ = moment("knights-and-damosels", 3, 9)
    while match.question != "damosel_give":
        match.answer(match.asked[0], match.choice(match.asked[0]).sample(Random(1)))
    return match, next(seat for seat in match.asked if seat != match.state.merlin)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_champion_thinks_for_those_who_are_asked_with_it(jobs):
    match, seat = gifts()
    bot = SearchBot(match.game, seat, 1, 0, 200, jobs, champion=True)
    view = match.view(seat)
    found = bot.candidates(view)
    bot.close()
    assert sum(one.visits for one in found) == jobs * (200 - 2 * 3 * BRIEF)  # 0.8 of the thought is for two others
    then, guesses = bot.foreseen["damosel_give"]
    assert then is view and [len(guesses[other]) for other in match.asked if other != seat] == [3, 3]
    for other, answers in guesses.items():
        assert all(match.choice(other).accepts(answer) for answer in answers)


def test_what_is_foreseen_is_played_and_then_believed():
    match, seat = gifts()
    game, view, known = match.game, match.view(seat), match.game.bot.of_champion()
    given = {other: match.choice(other).sample(Random(other)) for other in match.asked}
    foreseen: Foreseen = {"damosel_give": (view, {other: [answer] for other, answer in given.items() if other != seat})}
    advise, displays = known.quick, []
    assert advise is not None

    def watch(game, state, choice, seat, rng):
        if state.question == "knight_select":
            displays.append({NAMES[1 << face][0] for face in state.faces})
        return advise(game, state, choice, seat, rng)

    known = replace(known, quick=watch)
    Search(game, view, seat, Random(1), known, known.parameters, foreseen=foreseen).compare([given[seat]], 40)
    played = sum(all(name in display for (name,) in given.values()) for display in displays)
    assert 0.6 < played / len(displays) < 1  # two guesses, neither of which is quite trusted

    for other, answer in given.items():
        match.answer(other, answer)

    def right(seen) -> int:
        lay = known.worlds(game, match.view(seat), seat, seen)
        return sum(lay(Random(n)).display == match.state.display for n in range(40))

    assert right(foreseen) > right({}) + 10


def test_a_champion_guesses_without_seeing_what_was_answered():
    found = []
    for n in (0, -1):
        match, seat = gifts()
        other = next(other for other in match.asked if other != seat)
        match.answer(other, (match.choice(other).atoms(())[n],))
        bot = SearchBot(match.game, seat, 1, 0, 200, champion=True)
        found.append((bot.candidates(match.view(seat)), bot.foreseen["damosel_give"][1]))
        assert other in found[-1][1]
    assert found[0] == found[1]


def test_a_champion_keeps_its_time_with_all_this():
    match, seat = gifts()
    used = []

    def clock() -> float:
        used.append(1)
        return len(used) / 5000

    bot = SearchBot(match.game, seat, 1, 1.0, clock=clock, champion=True)
    bot.choose(match.view(seat), match.choice(seat))
    _, guesses = bot.foreseen["damosel_give"]
    assert all(guesses.values()) and bot.before is not None and bot.before.simulations > 10
    assert 0.8 <= len(used) / 5000 <= 1.02


def test_old_guesses_are_forgotten():
    match, seat = gifts()
    view, later = match.view(seat), match.view(seat)
    known = match.game.bot.of_champion()
    seen: Foreseen = {"damosel_give": (view, {other: [("armor",)] for other in match.asked if other != seat})}
    assert Search(match.game, view, seat, Random(1), known, known.parameters, foreseen=seen).guesses
    assert not Search(match.game, later, seat, Random(1), known, known.parameters, foreseen=seen).guesses


@pytest.mark.parametrize(("horizon", "left"), [(-1, 14), (1, 13)])
def test_what_is_quiet_can_be_judged_at_once(horizon, left):
    match, seat = moment("of-knights-and-ninjas", 2, 0)
    known, seen = match.game.bot, set()

    def value(state, seat):
        seen.add(len(state.draft))
        return 0.0

    known = replace(known, value=value)
    search = Search(match.game, match.view(seat), seat, Random(1), known, Parameters(depth=1, horizon=horizon))
    search.compare([("keep",)], 4)
    assert seen == {left}


def test_advice_that_comes_later_is_taken_in():
    """Whatever the order in which answers are advised or tried, counts stay with their answers."""
    infoset = InformationSet(Subset(("axe", "bow", "cup"), 0, 3), [("bow",)], Random(1))
    given: dict[tuple[str, ...], int] = {}
    rng = Random(2)
    for i in range(60):
        path: Path = []
        if i % 2:
            answer = infoset.choice.sample(rng)
            infoset.follow(answer, rng, path)
        else:
            answer = infoset.select(Parameters(), rng, path)
        backpropagate(path, 0.0)
        given[answer] = given.get(answer, 0) + 1
    assert {one.answer: one.visits for one in infoset.leaves()} == given
