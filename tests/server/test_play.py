"""Playing at a table, through the socket and the forms alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import roundtable as rt
from roundtable.engine.match import Match

from .house import Served, Socket, Visitor


def replayed(visitor: Visitor, table: str, tmp_path: Any) -> Match:
    """The finished match, from its match file."""
    reply = visitor.get(f"/replay/{table}/match.jsonl")
    assert reply.status == 200
    path = tmp_path / "match.jsonl"
    path.write_text(reply.text, encoding="utf-8")
    assert rt.verify(path)
    return rt.load(path)


def scenes(match: Match, seat: int | None) -> list[str]:
    """Every scene that a viewer may have seen in a match, as JSON."""
    game, out = match.game, []
    for at in range(len(match.entries) + 1):
        state, _ = match.before(at)
        out.append(canonical(game.scene(game.view(state, seat), seat, match.names).data()))
    return out


def canonical(scene: Any) -> str:
    return json.dumps(json.loads(json.dumps(scene)), sort_keys=True)


def check_told(socket: Socket, match: Match, seat: int | None) -> None:
    """All that a viewer ever received is what the rules let that viewer know."""
    lawful = set(scenes(match, seat))
    frames = [frame for frame in socket.frames if frame["is"] == "scene"]
    assert frames
    for frame in frames:
        assert frame["seat"] == seat
        assert canonical(frame["scene"]) in lawful
        keys = {"is", "seq", "seat", "scene", "kept", "log", "asked", "ready", "undo", "over", "leads"}
        assert set(frame) == {*keys, "places"} and not frame["places"]
        assert all(set(line) == {"n", "text", "heading", "moment", "at", "outcome"} for line in frame["log"])
    assert [socket.log[n] for n in sorted(socket.log)] == match.sentences(seat)


@pytest.mark.parametrize("slug", rt.slugs())
def test_a_whole_match_against_bots_watched_by_a_spectator(slug, visitor, served, tmp_path):
    game = rt.game(slug)
    table = visitor.play(slug, players=game.seats[0], bot="page", name="Anna")
    page = visitor.get(f"/table/{table}")
    assert page.status == 200
    with visitor.socket(table) as mine, Visitor(served).socket(table) as theirs:
        assert mine.wait("table")["table"]["you"] == [0]
        assert theirs.wait("table")["table"]["you"] == []
        mine.play(Random(slug))
        while not theirs.scene or not theirs.scene["over"]:
            theirs.wait("scene")
        mine.quiet(0.1)
        assert mine.table["state"] == "over"
        assert mine.scene["over"]["ranking"] == mine.table["ranking"]
        theirs.send(do="answer", seq=theirs.scene["seq"], seat=0, with_=["anything"])
        assert "not yours" in theirs.wait("refusal")["reason"]
    match = replayed(visitor, table, tmp_path)
    assert match.ranking == mine.table["ranking"]
    check_told(mine, match, 0)
    check_told(theirs, match, None)
    assert not {"prompt", "why"} & {frame["is"] for frame in theirs.frames}
    check_replay(visitor, table, match)


def check_replay(visitor: Visitor, table: str, match: Match) -> None:
    """A finished match can be looked at from every seat, and says there what that seat saw."""
    assert visitor.get(f"/replay/{table}").status == 200
    for seat in (*range(match.players), None):
        name = "public" if seat is None else seat
        reply = visitor.get(f"/replay/{table}/data?seat={name}&from=0&to=9").json()
        assert [canonical(frame["scene"]) for frame in reply["frames"]] == scenes(match, seat)[:10]
        last = visitor.get(f"/replay/{table}/data?seat={name}&from=999999").json()["frames"]
        assert [line["text"] for line in last[0]["log"]] == match.sentences(seat)
        assert last[0]["over"] == {"ranking": match.ranking, "tally": [line.data() for line in match.tally]}
    # After the end nothing is hidden any more: each panel as its owner saw it.
    together = visitor.get(f"/replay/{table}/data?seat=all&from=0&to=9").json()["frames"]
    for frame, *own in zip(together, *(scenes(match, seat) for seat in range(match.players))):
        for panel in frame["scene"]["panels"]:
            theirs = json.loads(own[panel["seat"]])["panels"]
            assert {**panel, "you": True} in theirs
    last = visitor.get(f"/replay/{table}/data?seat=all&from=999999").json()["frames"]
    assert len(last[0]["log"]) >= max(len(match.sentences(seat)) for seat in (*range(match.players), None))
    assert visitor.get(f"/replay/{table}/data?seat=9").status == 400


def test_two_people_a_lost_connection_and_sealed_answers(served):
    anna, ben = Visitor(served), Visitor(served)
    table = anna.friends("knights-duty", players=3, name="Anna", public="on")
    assert table in anna.get("/api/tables").text
    assert ben.get(f"/table/{table}").status == 200
    assert anna.post(f"/table/{table}/seat", seat=2, do="bot", bot="page").status == 303
    with anna.socket(table) as hers:
        assert hers.wait("table")["table"]["state"] == "setup"
        ben.post("/me", name="Ben")
        ben.sit(table, 1)
        while [seat["kind"] for seat in hers.table["seats"]] != ["person", "person", "bot"]:
            hers.wait("table")
        assert anna.post(f"/table/{table}/start").status == 303
        his = ben.socket(table)
        assert his.wait("scene")["seat"] == 1
        rng = Random(1)
        while (hers.prompt or {}).get("question") != "program_actions":
            turn = hers if hers.prompt else his if his.prompt else None
            if turn is None:
                hers.wait("scene")
            else:
                turn.answer(rng)
                for other in (hers, his):
                    other.quiet(0.15)
        # Both are asked at once; his answer does not make hers stale, and what it was stays sealed.
        his.quiet(0.1)
        assert his.prompt is not None
        early, before = hers.compose(rng), hers.scene["seq"]
        assert his.answer(rng)["is"] == "taken"
        his.close()
        assert hers.ask(do="answer", seq=before, seat=0, with_=early)["is"] == "taken"
        hers.quiet(0.2)
        with ben.socket(table) as his:
            his.wait("scene")
            assert his.scene["seq"] == hers.scene["seq"]
            assert his.scene["log"]
            assert hers.table["seats"][1]["name"] == "Ben"


def test_an_answer_counts_once_and_only_for_the_question_it_was_made_for(visitor):
    table = visitor.play("lancelot", players=2, bot="page")
    with visitor.socket(table) as socket, visitor.socket(table) as tab:
        rng = Random(5)
        socket.play(rng, 2)
        while socket.prompt is None:
            socket.wait("scene")
        seq, atoms = socket.scene["seq"], socket.compose(rng)
        assert socket.ask(do="answer", seq=seq, seat=0, with_=atoms)["is"] == "taken"
        again = socket.ask(do="answer", seq=seq, seat=0, with_=atoms)
        assert (again["is"], again["reason"]) == ("refusal", "the table has moved on")
        assert tab.wait("scene")["seat"] == 0  # another tab of the same person sees the same
        bad = socket.ask(do="answer", seq=10_000, seat=0, with_=atoms)
        assert bad["reason"] == "the table has moved on"
        other = socket.ask(do="answer", seq=seq, seat=1, with_=atoms)
        assert other["reason"] == "seat 1 is not yours"


def test_refusals_and_reasons(visitor):
    table = visitor.play("knights-duty", players=2, bot="page")
    with visitor.socket(table) as socket:
        socket.play(Random(2), 1)
        while (socket.prompt or {}).get("question") != "program_actions":
            socket.wait("scene") if socket.prompt is None else socket.answer(Random(3))
        seq = socket.scene["seq"]
        refusal = socket.ask(do="answer", seq=seq, seat=0, with_=["sword"])
        assert (refusal["is"], refusal["reason"]) == ("refusal", "the answer is not complete")
        refusal = socket.ask(do="answer", seq=seq, seat=0, with_=["sword", "trebuchet", "bow"])
        assert refusal["atom"] == "trebuchet" and refusal["rule"]
        why = socket.ask(do="why", seat=0, atom=["no-such-thing", "purple"], on="panel-1", chosen=[])
        assert (why["is"], why["atom"], why["on"]) == ("why", "purple", "panel-1") and why["reason"]
        assert socket.ask(do="why", seat=0, atom="sword")["reason"] == "this can be chosen"
        composed = socket.ask(do="compose", seq=seq, seat=0, chosen=["sword", "sword"])
        assert composed["scene"]["prompt"]["progress"].startswith("2 of 3 slots")
        assert socket.ask(do="compose", seq=seq, seat=0, chosen=["trebuchet"])["is"] == "refusal"
        socket.send(do="ping")
        socket.wait("pong")


def test_undo_when_it_is_fair(visitor):
    table = visitor.post("/games/knights-duty/pass", players=2, person=["Anna", "Ben"]).location.rsplit("/", 1)[1]
    with visitor.socket(table) as socket:
        assert socket.wait("table")["table"]["pass"]
        assert socket.wait("scene")["seat"] is None  # nothing is shown until somebody says who looks
        socket.send(do="look", seat=0)
        assert socket.wait("scene")["scene"]["prompt"]["question"] == "choose_clan"
        first = dict(socket.log)
        answer = socket.ask(do="answer", seq=socket.scene["seq"], seat=0, with_=["purple"])
        while socket.scene["seq"] < answer["seq"]:
            socket.wait("scene")
        assert socket.scene["undo"]
        undone = socket.ask(do="undo", seat=0, seq=socket.scene["seq"])
        while socket.scene["seq"] < undone["seq"]:
            socket.wait("scene")
        assert socket.prompt is not None and socket.prompt["question"] == "choose_clan"
        assert socket.log == first
        assert socket.ask(do="undo", seat=0)["is"] == "refusal"
        assert socket.ask(do="answer", seq=socket.scene["seq"], seat=0, with_=["red"])["is"] == "taken"
        socket.send(do="look", seat=1)
        while socket.scene["seat"] != 1:
            socket.wait("scene")
        assert "already taken" in socket.ask(do="answer", seq=socket.scene["seq"], seat=1, with_=["red"])["reason"]


def test_chat(served):
    anna, guest = Visitor(served), Visitor(served)
    table = anna.play("knights-duty", players=2, name="Anna")
    guest.post("/me", name="Guest")
    with anna.socket(table) as hers, guest.socket(table) as theirs, Visitor(served).socket(table) as nobody:
        hers.send(do="chat", text="  Well\nstruck!\u202e ")
        line = theirs.wait("chat")["messages"][0]
        assert (line["name"], line["seat"], line["text"]) == ("Anna", 0, "Well struck!")
        theirs.send(do="chat", text="Hail")
        hers.wait("chat")
        assert [line["seat"] for line in hers.wait("chat")["messages"]] == [None]
        assert "at most 300" in hers.ask(do="chat", text="x" * 301)["reason"]
        assert hers.ask(do="chat", text=" \n ")["is"] == "refusal"
        assert nobody.ask(do="chat", text="who am I?")["is"] == "refusal"
    with anna.socket(table) as hers:
        assert [line["text"] for line in hers.wait("chat")["messages"]] == ["Well struck!", "Hail"]


def test_setting_a_table_up(served):
    anna, ben = Visitor(served), Visitor(served)
    table = anna.friends("knights-duty", players=4, clock="relaxed", option__storm_start="5")
    with anna.socket(table) as socket:
        assert socket.wait("table")["table"]["options"]["storm_start"] == 5
        assert ben.post(f"/table/{table}/seat", seat=0, do="take").status == 409
        assert ben.post(f"/table/{table}/seat", seat=9, do="take").status == 400
        assert ben.post(f"/table/{table}/ready", ready="yes").status == 409
        assert ben.post(f"/table/{table}/settings", players=3).status == 403
        assert ben.post(f"/table/{table}/start").status == 403
        assert ben.post(f"/table/{table}/seat", seat=2, do="bot").status == 403
        assert ben.post(f"/table/{table}/seat", seat=3, do="take").status == 303
        refused = anna.post(f"/table/{table}/start")
        assert refused.status == 409 and "ot yet ready" in refused.text
        assert anna.post(f"/table/{table}/settings", players=9).status == 400
        assert anna.post(f"/table/{table}/settings", players=3, clock="quick", public="on").status == 303
        while socket.table["players"] != 3:
            socket.wait("table")
        assert [seat["kind"] for seat in socket.table["seats"]] == ["person", "open", "person"]
        assert ben.post(f"/table/{table}/ready", ready="yes").status == 303
        assert anna.post(f"/table/{table}/start", bot="page").status == 303
        socket.wait("scene")
        assert [seat["kind"] for seat in socket.table["seats"]] == ["person", "bot", "person"]
        assert anna.post(f"/table/{table}/seat", seat=1, do="open").status == 409
        assert anna.post(f"/table/{table}/rematch").status == 409
        assert anna.get(f"/replay/{table}").status == 403
        assert anna.get(f"/replay/{table}/data").status == 403
        assert anna.get(f"/replay/{table}/data?seat=all").status == 403
        assert anna.get(f"/replay/{table}/match.jsonl").status == 403


def test_a_rematch_leads_everybody_to_the_same_table(served):
    anna = Visitor(served)
    table = anna.play("knights-and-damosels", players=3, bot="page")
    with anna.socket(table) as socket:
        socket.play(Random(1))
    first = anna.post(f"/table/{table}/rematch")
    assert first.status == 303
    assert anna.post(f"/table/{table}/rematch").location == first.location
    assert Visitor(served).post(f"/table/{table}/rematch").status == 403
    with anna.socket(first.location.rsplit("/", 1)[1]) as socket:
        assert socket.wait("scene")["seq"] == 0
    mine = anna.get("/").text
    assert table in mine and first.location in mine


def test_the_winner_begins_the_rematch(served):
    anna = Visitor(served)
    table = anna.play("of-knights-and-ninjas", players=3, bot="page")
    with anna.socket(table) as socket:
        socket.play(Random(1))
    next_one = anna.post(f"/table/{table}/rematch").location.rsplit("/", 1)[1]
    told = json.loads(anna.get(f"/replay/{table}/match.jsonl").text.splitlines()[-1])["over"]
    with anna.socket(next_one) as socket:
        began = [panel["seat"] for panel in socket.wait("scene")["scene"]["panels"] if "began" in str(panel["marks"])]
    assert began == told[0]


def test_pages(served):
    visitor = Visitor(served)
    for slug in rt.slugs():
        assert visitor.get(f"/games/{slug}").status == 200
        rules = visitor.get(f"/rules/{slug}")
        assert rules.status == 200
        for number in rt.game(slug).paragraphs():
            assert f'id="p{number}"' in rules.text
        for anchor in re.findall(r'href="#([^"]+)"', rules.text):
            assert f'id="{anchor}"' in rules.text
    for path in ("/", "/me", "/credits", "/protocol"):
        assert visitor.get(path).status == 200
    assert "<h3>From the client</h3>" in visitor.get("/protocol").text
    assert "frames: client" not in visitor.get("/protocol").text
    assert 'href="/protocol"' in visitor.get("/").text
    for path in ("/games/none", "/rules/none", "/table/none", "/replay/none", "/nothing", "/table/none/socket"):
        assert visitor.get(path).status == 404
    renamed = visitor.post("/me", name="  Sir\tKay ", colour="gold", pattern="vair", charge="lion", next="/credits")
    assert (renamed.status, renamed.location) == (303, "/credits")
    assert "Sir Kay" in visitor.get("/me").text
    for evil in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "javascript:1"):
        assert visitor.post("/me", next=evil).location == "/me"


def test_a_program_with_a_token_of_its_own(served: Served):
    token = Visitor(served).post("/api/token").json()["token"]
    host, bot = Visitor(served), Visitor(served)
    table = host.friends("knights-duty", players=2)
    bearer = {"authorization": f"Bearer {token}", "content_type": "application/x-www-form-urlencoded"}
    assert bot.request("POST", f"/table/{table}/seat", "seat=1&do=take", **bearer).status == 303
    assert bot.request("POST", f"/table/{table}/ready", "ready=yes", **bearer).status == 303
    assert host.post(f"/table/{table}/start").status == 303
    with Socket(served, table, token) as socket:
        assert socket.wait("scene")["seat"] == 1


def test_the_bot_of_the_protocol_page_plays_a_whole_match(served):
    host = Visitor(served)
    table = host.friends("knights-duty", players=2)
    address = f"http://127.0.0.1:{served.port}/table/{table}"
    command = [sys.executable, "docs/examples/table_bot.py", address, "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot, host.socket(table) as socket:
        while not socket.table or not socket.table["seats"][1]["ready"]:
            socket.wait("table")
        assert host.post(f"/table/{table}/start").status == 303
        socket.play(Random(1))
        said, _ = bot.communicate(timeout=20)
    assert (bot.returncode, said) == (0, f"ranking: {socket.scene['over']['ranking']}\n")


def test_a_brief_connection_is_told_the_same_in_fewer_words(visitor):
    for slug in ("lancelot", "quests-of-the-round-table"):
        table = visitor.play(slug, players=3, bot="page")
        rng = Random(slug)
        with visitor.socket(table) as whole, Socket(visitor.served, table, visitor.token, "?brief=1") as brief:
            whole.play(rng, 12)
            whole.quiet(0.2)
            brief.quiet(0.2)
            for key in ("seq", "scene", "asked", "ready", "undo", "over"):
                assert brief.scene[key] == whole.scene[key]
            assert brief.log == whole.log
            told = [frame for frame in brief.frames if frame["is"] == "scene"]
            assert not told[0]["places"] and sum(frame["places"] for frame in told) > len(told)
            if brief.prompt is not None and brief.prompt["picks"]:
                asking = {"do": "compose", "seq": whole.scene["seq"], "seat": 0, "chosen": []}
                assert brief.ask(**asking)["scene"] == whole.ask(**asking)["scene"]
            brief.send(do="look", seat=None)
            assert not brief.wait("scene")["places"]  # through other eyes everything is new


def test_frames_that_come_together_are_answered_one_after_the_other(visitor):
    table = visitor.play("knights-duty", players=2)
    with visitor.socket(table) as socket:
        socket.wait("scene")
        for i in range(300):  # some are dealt with at once, some wait for their turn at the table
            if i % 3:
                socket.send(do="why", id=i, seat=0, atom="purple")
            else:
                socket.send(do="answer", id=i, seq=999, seat=0, with_=["purple"])
        replies: list[int] = []
        while len(replies) < 300:
            replies.append(socket.wait("why", "refusal")["of"])
        assert replies == list(range(300))


def test_who_reads_slowly_gets_fewer_scenes_and_the_newest(visitor):
    table = visitor.play("lancelot", players=2)
    with visitor.socket(table) as socket:
        while socket.prompt is None:
            socket.wait("scene")
        whole = socket.scene
        for _ in range(2000):  # each asks for a whole scene, and none is read: together more than the system buffers
            socket.send(do="look", seat=0)
        socket.send(do="answer", id=1, seq=whole["seq"], seat=0, with_=[socket.prompt["picks"][0]["atom"]])
        came = [socket.receive(30)]
        while came[-1]["is"] != "scene" or came[-1]["seq"] == whole["seq"]:
            came.append(socket.receive(30))
        scenes = sum(frame["is"] == "scene" for frame in came)
        assert 1 < scenes < 1500
        assert any(frame.get("of") == 1 and frame["is"] == "taken" for frame in came)


def test_hints_where_the_host_allows_them(served):
    anna, ben = Visitor(served), Visitor(served)
    table = anna.play("knights-duty", players=2, bot="page")
    with anna.socket(table) as socket, ben.socket(table) as other:
        assert socket.wait("table")["table"]["hints"]
        while socket.prompt is None:
            socket.wait("scene")
        seq = socket.scene["seq"]
        hint = socket.ask(do="hint", seq=seq, seat=0)
        assert (hint["is"], hint["seq"], hint["seat"]) == ("hint", seq, 0)
        best = hint["candidates"][0]
        assert 1 <= len(hint["candidates"]) <= 5 and 0 <= best["value"] <= 1 and best["visits"] >= 0
        assert len(best["words"]) == len(best["with"])
        assert "not yours" in other.ask(do="hint", seq=seq, seat=0)["reason"]
        assert "moved on" in socket.ask(do="hint", seq=seq + 9, seat=0)["reason"]
        # Whoever answers in the meantime does not get the hint any more, and nobody gets two at once.
        socket.send(do="hint", id="late", seq=seq, seat=0)
        assert "already" in socket.ask(do="hint", seq=seq, seat=0)["reason"]
        assert socket.ask(do="answer", seq=seq, seat=0, with_=best["with"])["is"] == "taken"
        while (frame := socket.receive()).get("of") != "late":
            pass
        assert (frame["is"], frame["reason"]) == ("refusal", "the table has moved on")
    for slug, kind, fields in (
        ("knights-duty", "play", {"hints": ["on", "off"]}),
        ("knights-duty", "pass", {"person": ["Anna", "Ben"]}),
    ):
        reply = anna.post(f"/games/{slug}/{kind}", players=2, **fields)
        with anna.socket(reply.location.rsplit("/", 1)[1]) as socket:
            assert not socket.wait("table")["table"]["hints"]
            assert "nobody gets hints" in socket.ask(do="hint", seq=0, seat=0)["reason"]
    table = anna.friends("knights-duty", players=2)
    with anna.socket(table) as socket:
        assert not socket.wait("table")["table"]["hints"]
        assert anna.post(f"/table/{table}/settings", players=2, hints="on").status == 303
        assert socket.wait("table")["table"]["hints"]


def test_every_game_page_offers_the_pdf(visitor):
    pytest.importorskip("typst", reason="the extra 'print' is not installed")
    assert "/games/knights-duty/print.pdf" in visitor.get("/games/knights-duty").text
    reply = visitor.get("/games/knights-duty/print.pdf")
    assert reply.status == 200 and reply.text.startswith("%PDF")
    assert visitor.get("/games/chess/print.pdf").status == 404


@pytest.mark.parametrize("slug", ["of-knights-and-ninjas", "quests-of-the-round-table"])
def test_pass_and_play_goes_on_through_quiet_questions(slug, visitor, served):
    """Whom the device must be passed to is told to the device, also while nobody else may know who is asked."""
    people = ["Anna", "Ben", "Cid"]
    table = visitor.post(f"/games/{slug}/pass", players=3, person=people).location.rsplit("/", 1)[1]
    rng, refreshed = Random(5), 0
    with visitor.socket(table) as socket, Visitor(served).socket(table) as stranger:
        socket.wait("scene")
        for _ in range(400):
            stranger.quiet(0.02)
            if socket.scene["over"]:
                break
            if socket.prompt is None:
                assert socket.scene["asked"], "somebody at this device is asked, and the device knows who"
                quiet = not stranger.scene["asked"]
                if quiet:  # the page is loaded anew: nobody looks, but the device still knows whom to call
                    called, refreshed = socket.scene["asked"], refreshed + 1
                    socket.send(do="look", seat=None)
                    assert socket.wait("scene")["asked"] == called and socket.scene["seat"] is None
                    with visitor.socket(table) as again:
                        assert again.wait("scene")["asked"] == called and again.scene["seat"] is None
                        public = {**again.scene, "asked": []}
                        stranger.quiet(0.05)
                        same = ("seq", "seat", "scene", "asked", "ready")
                        assert [public[key] for key in same] == [stranger.scene[key] for key in same]
                socket.send(do="look", seat=socket.scene["asked"][0])
                socket.wait("scene")
            else:
                socket.answer(rng)
            if refreshed > 2:
                break
        assert refreshed


def test_no_visitor_can_make_the_server_read_a_file(visitor):
    for path in ("/etc/hostname", "x.toml", "../x.toml"):
        reply = visitor.post("/games/lancelot/play", players=2, **{"option.data_set": path})
        assert reply.status == 400 and "Option data_set" in reply.text, path
    assert visitor.post("/games/lancelot/play", players=2, **{"option.data_set": "reconstructed_v1"}).location
