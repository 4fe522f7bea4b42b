"""The hub without a server plays every game, tells only what is stored, and shows a person one seat alone."""

from __future__ import annotations

from itertools import count
from math import inf
from random import Random
from typing import Any

import msgspec
import pytest

from bots.document import options
from bots.explain.reasons import Adviser
from bots.explain.tips import TipAdviser
from bots.filler import failures
from bots.mind import Maker, Mind
from bots.minds.soft import BY_HAND, Soft
from offline.bots import LEVELS
from protocol.codec import packed, unpacked
from protocol.frames import AUTO, Act, History, Join, Make, Past, Refused, Rematch, Say, Tip, Undo, Why
from protocol.mirror import Mirror
from server.book.game import brought
from server.games import GAMES
from server.games.kernel import Choice
from server.games.packing import pack
from server.page.catalogue import OFFLINE_MINDS, offline_rows
from server.table.document import face, private, public
from server.table.entries import Made, decode_entry, decode_state
from server.table.entries import encode as encode_state
from server.table.log import in_full, read, replayed, written
from server.table.puzzles import told
from server.table.reel import reel
from server.table.table import Table

from .page import Page


@pytest.mark.parametrize("game", [*GAMES])
def test_a_whole_game_is_played_and_a_server_replays_its_log(game: str) -> None:
    page, random, seats = Page(), Random(7), min(GAMES[game].seats)
    table = page.make(game, seats, ["beginner"] * (seats - 1))
    page.start(table)
    mirror = page.play(table, random)
    assert mirror.document["public"]["table"]["phase"] == "over"
    assert mirror.checks and not mirror.divergences + mirror.gaps and page.session.resyncs == 0
    log = written(page.logs[table])
    *_, last = in_full(read(log), exact=True)  # every check value, and the dealing
    assert last.pack() == page.states[table]
    assert page.results[table] == brought(read(log)).game == game
    assert mirror.document["public"] == unpacked(packed_public(last))
    assert page.session.lucks.wrong == []
    told = page.player.answer("GET", f"tables/{table}/log", "", b"", "en", page.logs[table])
    assert told.body == log
    told = page.player.answer("GET", f"tables/{table}/reel", "", b"", "en", page.logs[table])
    assert told.body == reel(read(log))


def packed_public(table: Table) -> bytes:
    return packed(public(table, face(table)))


def test_nothing_is_told_before_it_is_stored() -> None:
    page, random = Page(), Random(1)
    table = page.make("machi_koro", 2, ["skilled"])
    mirror = page.start(table)
    page.answer(mirror, random)
    before, version, state = len(page.sent), mirror.version, page.states[table]
    page.full = True
    page.answer(mirror, random)
    assert page.refused[-1] == "storing" and mirror.version == version
    assert [kind for data in page.sent[before:] if (kind := unpacked(data)[0]) == "d"] == []
    assert page.states[table] == state
    page.full = False
    page.session.again()  # the client repeats it by itself
    page.run()
    assert mirror.version > version and not mirror.divergences
    assert replayed(page.logs[table], exact=True).version == mirror.version


def test_the_page_sees_its_own_seat_alone() -> None:
    page, random = Page(), Random(3)
    table = page.make("loyang", 2, ["beginner"])
    page.start(table)

    def other(mirror: Mirror) -> Any:
        return private(replayed(page.logs[table], exact=True), 1 - mirror.seat)["game"]

    # The dealing differs from run to run, and between two rounds nobody holds anything.
    mirror = page.play(table, random, lambda mirror: mirror.version > 30 and bool(other(mirror)))
    state, hidden = replayed(page.logs[table], exact=True), other(mirror)
    assert mirror.document["mine"] == unpacked(packed(private(state, mirror.seat)))
    assert hidden and hidden != mirror.document["mine"]["game"]
    before = len(page.sent)
    page.session.say(Join(table, 1 - mirror.seat))
    page.session.say(History(table, 1 - mirror.seat, 20))
    page.run()
    codes = [unpacked(data)[3] for data in page.sent[before:]]
    assert codes == ["not-your-seat", "not-your-seat"]
    assert not any(packed(hidden) in data for data in page.sent)
    assert page.player.answer("GET", f"tables/{table}/log", "", b"", "en", page.logs[table]).status == 404
    assert page.player.answer("GET", f"tables/{table}/reel", "", b"", "en", page.logs[table]).status == 404


@pytest.mark.parametrize("game", [*GAMES])
def test_what_others_hold_changes_nothing_of_what_the_page_is_told(game: str) -> None:
    """Two worlds: in the second one, everything that the seat does not know was dealt again."""
    page, random, seats = Page(), Random(3), min(GAMES[game].seats)
    table = page.make(game, seats, ["beginner"] * (seats - 1))
    page.start(table)
    seat = page.play(table, random, lambda mirror: mirror.version > 30).seat
    state, engine = decode_state(page.states[table]), GAMES[game]
    assert state.match is not None
    state.match.base, state.match.since, state.match.undo = b"", [], {}
    told = list[bytes]()
    for seed in (None, 11):
        here = Table.unpack(engine, encode_state(state))
        assert here.match is not None
        if seed is not None:
            view, own = (unpacked(packed(part)) for part in (public(here, face(here)), private(here, seat)))
            other: Any = engine.imagine(view["game"], own["game"], seat, seed)
            state.match.game = pack(other)
        page.states[table] = encode_state(state)
        page.load()
        before = len(page.sent)
        page.session.say(Join(table, seat, hints=True, advice=True))
        page.run(bots=False)
        told.append(b"".join(page.sent[before:]))
    assert told[0] == told[1] and len(told[0]) > 100


def test_a_page_that_is_loaded_again_goes_on() -> None:
    page, random = Page(), Random(5)
    table = page.make("santiago", 2, ["casual"])
    page.start(table)
    before = page.play(table, random, lambda mirror: mirror.version > 25)
    page.load()
    page.session.join(table)
    page.run()
    mirror = page.seat(table)
    assert mirror.document == before.document
    mirror = page.play(table, random, lambda it: it.version > before.version + 10)
    assert replayed(page.logs[table], exact=True).version == mirror.version
    assert page.player.hub.glance(table) is not None


def test_undo_why_not_and_earlier_moments() -> None:
    page, random = Page(), Random(2)
    table = page.make("machi_koro", 2, ["beginner"])
    mirror = page.start(table)
    page.play(table, random, lambda it: it.document["mine"]["undo"] > 0)
    old, undo = mirror.version, mirror.document["mine"]["undo"]
    page.asks(Undo(page.next_id(), table, mirror.seat, undo))
    assert mirror.version == old + 1 and mirror.document["mine"]["undo"] != undo
    number = mirror.document["mine"]["ask"]["number"]
    page.session.say(Why(page.next_id(), table, mirror.seat, number, "no-such-thing"))
    page.session.say(History(table, mirror.seat, old, True))
    page.run()
    assert isinstance(page.frames[-2], Refused) and page.frames[-2].code == "illegal"
    past = page.frames[-1]
    assert isinstance(past, Past) and past.version == old
    assert unpacked(past.public) == unpacked(packed_public(replayed(page.logs[table][:old])))
    page.asks(Act(page.next_id(), table, mirror.seat, number, "nothing"))
    assert page.refused[-1] == "illegal"


@pytest.mark.parametrize("game", [*GAMES])
def test_tips_are_those_of_a_server_without_nets(game: str) -> None:
    page, random, seats = Page(), Random(2), min(GAMES[game].seats)
    table = page.make(game, seats, ["beginner"] * (seats - 1))
    page.start(table)
    mirror = page.play(table, random, lambda it: it.version > 20 and len(options(it.document)) > 1)
    mine = mirror.document["mine"]
    tip = TipAdviser(nets=lambda name: None).advice(mirror.document, inf, "skilled")
    page.asks(Tip(page.next_id(), table, mirror.seat, mine["ask"]["number"]))
    told = mirror.document["mine"]["tip"]
    assert told["left"] == 9 and told["brings"] == unpacked(packed(tip.brings))
    assert Choice(told["verb"], told["noun"]) == tip.best and not told["shares"]
    page.asks(Tip(page.next_id(), table, mirror.seat, mine["ask"]["number"]))
    assert page.refused[-1] == "taken"


def test_an_adviser_that_fails_is_told_once_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Adviser, "advice", lambda *given: 1 / 0)
    monkeypatch.setattr(failures, "FAILED", set())
    page, random = Page(), Random(2)
    table = page.make("machi_koro", 2, ["beginner"])
    mirror = page.start(table)
    page.play(table, random, lambda it: len(options(it.document)) > 1)
    page.asks(Tip(page.next_id(), table, mirror.seat, mirror.document["mine"]["ask"]["number"]))
    assert "verb" not in mirror.document["mine"]["tip"]
    page.play(table, random, lambda it: it.version > mirror.version + 10)
    (row,) = [row for row in caplog.records if row.levelname == "ERROR"]
    assert "the adviser failed at" in row.getMessage()


def test_a_lesson_follows_its_script_and_the_same_people_meet_again() -> None:
    page, random = Page(), Random(4)
    table = page.make("schweinebande", 2, [])
    page.session.part(table, page.seat(table).seat)
    lesson = page.make("machi_koro", 3, ["skilled", "skilled"], lesson="first")
    page.start(lesson)
    page.play(lesson, random)
    page.asks(Rematch(page.next_id(), lesson))
    new = page.seat(lesson).document["public"]["table"]["next"]
    assert new in page.states and page.session.join(new)
    page.run()
    page.asks(page.session.sit(new))
    page.start(new)
    assert page.seat(new).document["public"]["table"]["phase"] == "playing"


def test_a_repeated_frame_makes_no_second_table() -> None:
    page = Page()
    table = page.make("bruges", 3, ["casual", "casual"])
    made = decode_entry(page.logs[table][0]).what
    assert isinstance(made, Made)
    page.load()
    page.asks(Make(made.id, "bruges", 3))
    assert page.done[made.id] == table and len(page.states) == 1


def failing(seed: int) -> Mind:
    """A mind that can't answer its first question."""
    mind: Any = Soft(seed, "beginner")
    choose, asked = mind.choose, count()

    def fails_once(document: Any, deadline: float) -> Any:
        if not next(asked):
            raise ZeroDivisionError("planted")
        return choose(document, deadline)

    mind.choose = fails_once
    made: Mind = mind
    return made


def unmade(seed: int) -> Mind:
    raise ZeroDivisionError("planted")


@pytest.mark.parametrize(("maker", "told"), [(failing, "Soft failed at"), (unmade, "can't be made")])
def test_a_mind_that_fails_is_told_and_the_game_goes_on(
    maker: Maker, told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BY_HAND, "beginner", maker)
    monkeypatch.setattr(failures, "FAILED", set())
    page, random = Page(), Random(9)
    table = page.make("machi_koro", 2, ["beginner"])
    mirror = page.start(table)
    page.play(table, random, lambda it: it.version > 30)
    assert mirror.version > 30
    assert page.player.failures() == [("beginner", "machi_koro")] and page.player.failures() == []
    (row,) = [row for row in caplog.records if row.levelname == "ERROR"]
    assert told in row.getMessage() and row.exc_info


def test_the_page_offers_the_bots_that_are_there() -> None:
    assert sorted(OFFLINE_MINDS) == sorted(LEVELS)
    assert {row["name"]: row["minds"] for row in offline_rows()} == dict.fromkeys(GAMES, OFFLINE_MINDS)


def test_what_needs_others_is_refused() -> None:
    page = Page()
    table = page.make(
        "machi_koro",
        2,
        ["beginner"],
        clock=[60_000, 0],
    )
    made = decode_entry(page.logs[table][0]).what
    assert isinstance(made, Made) and not made.clock and not made.public
    for frame, code in (
        (Say(page.next_id(), table, "hello"), "silenced"),
        (Make(page.next_id(), "machi_koro", 2, wants=["master"]), "unknown-mind"),
        (Make(page.next_id(), "machi_koro", 2, group="g" * 22), "unknown-group"),
        (Make(page.next_id(), "chess", 2), "unknown-game"),
        (Make(page.next_id(), "machi_koro", 2, options={"no": 1}), "options"),
    ):
        page.asks(frame)
        assert page.refused[-1] == code
    assert list(page.states) == [table]
    assert page.player.answer("GET", "book", "", b"", "en", []).status == 404


def test_a_position_is_brought_and_played() -> None:
    page = Page()
    text = page.player.answer("GET", "games/machi_koro/position/de", "", b"", "de", [])
    brought = page.player.answer("POST", "beginnings", "", text.body, "de", [])
    told = msgspec.json.decode(brought.body)
    assert brought.status == 200 and told["game"] == "machi_koro"
    wrong = page.player.answer("POST", "beginnings", "", b"nothing", "de", [])
    assert wrong.status == 400 and msgspec.json.decode(wrong.body)["error"] == "bad-position"
    page.make("machi_koro", told["seats"], ["beginner"], origin=(told["name"], 0, AUTO))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_puzzles_are_those_of_a_server(game: str) -> None:
    player = Page().player
    assert player.answer("GET", f"games/{game}/puzzles/0", "", b"", "en", []).body == told(game, 0)
    for wrong in ("9999", "-1", "x", "00000"):
        assert player.answer("GET", f"games/{game}/puzzles/{wrong}", "", b"", "en", []).status == 404
