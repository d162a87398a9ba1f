"""Of Knights and Ninjas, sections 3, 4.1 to 4.3, 4.8 and 4.10: set-up, the draft of the duel, and a player's turn."""

from __future__ import annotations

from typing import Final

from roundtable.engine import DONE, OVER, Ask, Chance, Flow, Instead, Next, Secret, move, peek, rule

from ..cards import MEANING
from ..questions import SEAT, can_redeal, can_use_wall_archer
from ..state import FIELDS, NOBODY, NinjasState
from .attack import Campaign
from .special import Herald, Merchant, MinstrelPlays, Monk
from .table import DISCARD, DRAFT, DRAW, LADDER, LANE, can_draw, play


class Reign(Flow):
    """3 Set-up, then turn after turn; in the duel drafts between them."""

    @rule("3.1", "3.2")
    def deck(self, s: NinjasState, chance: Chance) -> Next:
        s.draw = chance.shuffled(s.draw)
        return "duel" if s.players == 2 else None

    @rule("3.1")
    def deal(self, s: NinjasState, chance: Chance) -> Next:
        size = s.options.starting_hand  # R26
        for seat in range(s.players):
            move(FIELDS, s, s.draw[:size], DRAW, ("hands", seat))
        first = s.options.first_player
        s.turn = chance.below(s.players) if first == "random" else first
        s.tell("dealt", seat=s.turn, cards=size, goal=s.goal)
        return "next_turn"

    @rule("3.2")
    def duel(self, s: NinjasState, chance: Chance) -> Next:
        youngest = s.options.youngest_seat  # R37
        s.youngest = chance.below(2) if youngest == "random" else youngest
        s.tell("duel", gems=s.gems[0], goal=s.goal)
        return None

    @rule("4.10")
    def draft(self, s: NinjasState, chance: Chance) -> Next:
        return Draft()

    @rule("4.1")
    def next_turn(self, s: NinjasState, chance: Chance) -> Next:
        return Turn()

    @rule("4.8")
    def turn_passes(self, s: NinjasState, chance: Chance) -> Next:
        if s.redeal:
            return "draft"
        s.turn = s.left_of(s.turn)
        return "next_turn"


class Draft(Flow):
    """4.10 PHASE 1 of the duel: fifteen cards, kept or given away one by one."""

    @rule("4.10", "4.9")
    def deal(self, s: NinjasState, chance: Chance) -> Next:
        s.redeal = False
        for seat in (0, 1):
            walls = [zone for zone in ("castles", "archers") if getattr(s, zone)[seat]]
            for zone in walls:
                move(FIELDS, s, getattr(s, zone)[seat], (zone, seat), DISCARD)
            if walls:
                s.tell("walls_fell", seat=seat, walls=tuple([zone[:-1] for zone in walls]))
        while len(s.draft) < s.options.duel_draft_size and can_draw(s, chance):  # R39
            move(FIELDS, s, s.draw[:1], DRAW, DRAFT)
        if s.result:
            return OVER
        s.drafter = first_drafter(s)
        s.tell("draft_dealt", seat=s.drafter, cards=len(s.draft))
        return None

    @rule("4.10")
    def look(self, s: NinjasState, chance: Chance) -> Next:
        peek(s, s.draft[:1], 1 << s.drafter)
        if len(s.draft) > 1:
            return Ask("draft", (s.drafter,))
        s.answers = {s.drafter: ("keep",)}  # R38: the last card must be kept
        return None

    @rule("4.10")
    def take(self, s: NinjasState, chance: Chance) -> Next:
        drafter, keeps = s.drafter, s.answers[s.drafter] == ("keep",)
        taker = drafter if keeps else 1 - drafter
        card = move(FIELDS, s, s.draft[:1], DRAFT, ("hands", taker))
        seen = Secret(card.pieces, card.mask | 1 << drafter)  # the drafter has looked at it
        s.tell("kept_card" if keeps else "gave_card", seat=drafter, to=taker, card=seen)
        if not s.draft:
            s.turn, s.drafter = taker, NOBODY
            return DONE
        if keeps:
            s.drafter = 1 - drafter
        return "look"


def first_drafter(s: NinjasState) -> int:
    """Fewer gems, then fewer cards in hand, then the youngest."""
    return min((0, 1), key=lambda seat: (s.gems[seat], len(s.hands[seat]), seat != s.youngest))


class Turn(Flow):
    """4.1-4.3, 4.8 One turn: draw, then exactly one action."""

    @rule("4.1")
    def start(self, s: NinjasState, chance: Chance) -> Next:
        s.turns += 1
        if s.first == NOBODY:
            s.first = s.turn
        s.target = NOBODY
        s.struck = s.ends = False
        s.tell("turn_started", seat=s.turn, turn=s.turns)
        if s.minstrels[s.turn]:  # R35: before drawing
            move(FIELDS, s, s.minstrels[s.turn], ("minstrels", s.turn), DISCARD)
            s.tell("minstrel_left", seat=s.turn)
        return "choose" if s.players == 2 else None

    @rule("4.1", "4.9")
    def draw(self, s: NinjasState, chance: Chance) -> Next:
        cards: int = s.options.first_turn_draw if s.turns == 1 else 2  # R25
        while cards and can_draw(s, chance):
            some = s.draw[:cards]
            cards -= len(some)
            drawn = move(FIELDS, s, some, DRAW, ("hands", s.turn))
            s.tell("drew", seat=s.turn, cards=drawn)
        return OVER if s.result else None

    @rule("4.1", "4.2")
    def choose(self, s: NinjasState, chance: Chance) -> Next:
        if s.hands[s.turn] or any(can_use_wall_archer(s, s.turn, rival) for rival in s.rivals(s.turn)):
            return Ask("choose_action", (s.turn,))
        s.tell("no_cards", seat=s.turn)  # R24, R41
        return "redeal" if s.players == 2 and can_redeal(s) else "end"

    @rule("4.2")
    def act(self, s: NinjasState, chance: Chance) -> Next:
        answer = s.answers[s.turn]
        s.remember("choose_action", s.turn, answer)
        deed = answer[0]
        if deed == "attack":
            s.target = SEAT[answer[1]]
            return Campaign(answer[2:])
        if deed == "special":
            return special(s, answer[1:])
        if deed == "discard":
            play(s, s.turn, answer[1:], DISCARD)
            s.tell("discarded", seat=s.turn, cards=answer[1:])
        return deed if deed in ("fortify", "redeal") else None

    @rule("4.8")
    def end(self, s: NinjasState, chance: Chance) -> Next:
        if s.ladder:  # R10, R18: even if unused
            move(FIELDS, s, s.ladder, LADDER, DISCARD)
            s.tell("ladder_left")
        return DONE

    @rule("4.3")
    def fortify(self, s: NinjasState, chance: Chance) -> Next:
        words = s.answers[s.turn][1:]
        s.tell("fortified", seat=s.turn, cards=words)
        for word in words:
            kind = MEANING[word]
            if kind == "minstrel" and s.players == 2:  # it plays at once and never stays
                play(s, s.turn, (word,), LANE)
                return Instead(MinstrelPlays(s.turn))
            play(s, s.turn, (word,), (PLACES[kind], s.turn))
        return DONE

    @rule("4.10")
    def redeal(self, s: NinjasState, chance: Chance) -> Next:
        s.redeal = True
        s.tell("redeal", seat=s.turn)
        return DONE


PLACES: Final = {"castle": "castles", "archer": "archers", "minstrel": "minstrels"}


def special(s: NinjasState, words: tuple[str, ...]) -> Flow:
    """4.10 The played card is discarded first; nobody can respond (R7, R33)."""
    play(s, s.turn, words[:1], DISCARD)
    kind = MEANING[words[0]]
    s.tell("special", seat=s.turn, card=words[0])
    if kind == "merchant":
        return Merchant(SEAT[words[1]])
    return Herald() if kind == "herald" else Monk()
