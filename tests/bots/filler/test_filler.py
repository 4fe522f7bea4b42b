"""Real bot processes: several at once, killed in the middle of a game, and after a restart of the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Raw

from bots.__main__ import main
from bots.document import Document, options
from bots.filler import choosing
from bots.filler.choosing import chosen
from bots.filler.filler import ASK_AGAIN, Filler, fill
from bots.filler.pace import HURRIED_PAUSE_S, Pause, people_play
from bots.hub_process import OwnServer, own_server
from bots.mind import Mind
from bots.minds.registry import MINDS
from bots.minds.whim import Whim
from protocol.codec import encode, packed
from protocol.frames import (
    Act,
    Done,
    Frame,
    Full,
    Hurried,
    Joined,
    Leave,
    Refused,
    Sit,
    Take,
    Wanted,
    Welcome,
)
from protocol.session import Session
from server.games.kernel import Choice
from tests.waiting import LIMIT, until

from ..client.table_maker import host_at, over, taken
from ..client.wires import Cutter
from ..conftest import BOT_KEY, SETTINGS
from ..load.virtual_time import VirtualLoop, run_virtually
from ..search.begun import question


@contextlib.contextmanager
def fillers(url: str, count: int, seats: int = 2000) -> Iterator[list[subprocess.Popen[str]]]:
    """Bot processes without pauses that take this many seats each; stopped at the end."""
    command = [sys.executable, "-m", "bots", "fill", "--server", url, "--pause", "0", "0"]
    command += ["--seats", str(seats)]
    environment = {**os.environ, "BOT_KEY": BOT_KEY}
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    try:
        for process in running:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert "bots for" in line, line + process.communicate(timeout=LIMIT)[1]
        yield running
    finally:
        for process in running:
            process.kill()
            process.communicate()


def stopped(process: subprocess.Popen[str]) -> tuple[int, int, int]:
    """Stop a bot process as a person would; returns its summary: seats, choices, refusals."""
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, err
    figures = re.search(r"(\d+) seats taken, (\d+) choices made, (\d+) refused", out)
    assert figures is not None, out + err
    return tuple(map(int, figures.groups()))  # type: ignore[return-value]


async def test_side_by_side_no_seat_is_taken_twice_and_games_end(server: OwnServer) -> None:
    with fillers(server.url, 2, seats=9) as bots:
        async with host_at(server.url) as host:
            tables = [await host.make(["whim", "greedy", "whim"]) for _ in range(6)]
            await until(lambda: all(table.version > 0 and taken(table) for table in tables))
            for table in tables:
                await host.start(table)
            await until(lambda: all(map(over, tables)))
            assert all(kinds in (["open", "bot"], ["bot"]) for kinds in host.kinds.values())
        figures = [stopped(process) for process in bots]
    assert [seats for seats, _, _ in figures] == [9, 9], "each has as many as it may hold"
    assert sum(choices for _, choices, _ in figures) > 100
    assert [refused for _, _, refused in figures] == [0, 0]


async def test_a_table_waits_for_bots_until_there_is_room(server: OwnServer) -> None:
    with fillers(server.url, 1, seats=2) as bots:
        async with host_at(server.url) as host:
            tables = [await host.make(["whim", "whim"]) for _ in range(3)]
            while tables:
                await until(lambda: any(table.version > 0 and taken(table) for table in tables))
                table = next(it for it in tables if it.version > 0 and taken(it))
                await host.start(table)
                await until(lambda: over(table))  # noqa: B023
                tables.remove(table)
        assert stopped(bots[0])[0] == 6


async def test_other_bot_processes_take_over_from_a_killed_one() -> None:
    """At a server that does not wait long for a bot that is away."""
    settings = {**SETTINGS, "STAMMTISCH_BOT_GRACE_MS": "500"}
    with own_server(settings, cores=False) as server, fillers(server.url, 2) as bots:
        async with host_at(server.url) as host:
            tables = [await host.make(["greedy"] * 4) for _ in range(2)]
            for table in tables:
                await host.start(table)
            await until(lambda: all(table.version > 12 for table in tables))
            bots[0].kill()
            await until(lambda: all(map(over, tables)))


async def test_the_bots_come_back_through_cut_sockets(server: OwnServer) -> None:
    async with Cutter(server.url).running() as wire:
        with fillers(wire.url, 1) as bots:
            async with host_at(server.url) as host:
                table = await host.make(["greedy"] * 4)
                await host.start(table)
                seen = 0
                for _ in range(5):
                    await until(lambda now=seen: table.version > now + 4 or over(table))  # type: ignore[misc]
                    seen = table.version
                    wire.cut()
                await until(lambda: over(table))
                assert wire.cuts == 5
            _, choices, refused = await asyncio.to_thread(stopped, bots[0])
    assert choices > 20 and refused == 0


async def test_a_bot_plays_on_for_somebody_who_resigns(server: OwnServer) -> None:
    with fillers(server.url, 1):
        async with host_at(server.url) as host:
            table = await host.make(["", "whim"])
            await host.connection.request(Sit(host.session.next_id(), table.table, 0))
            mine = host.session.join(table.table, 0)
            await host.start(table)
            await until(lambda: mine.document["mine"].get("ask"))
            ask = mine.document["mine"]["ask"]
            verb, *nouns = ask["options"][0]
            act = Act(host.session.next_id(), table.table, 0, ask["number"], verb, *nouns[:1])
            host.session.change(act)
            await until(lambda: act.id not in host.session.pending)
            await host.connection.request(Leave(host.session.next_id(), table.table, 0))
            await until(lambda: over(table))
            assert host.kinds[table.table, 0][-1] == "bot"
            assert not host.refused


def test_without_the_key_it_says_so(server: OwnServer) -> None:
    command = [sys.executable, "-m", "bots", "fill", "--server", server.url]
    bare = {name: value for name, value in os.environ.items() if name != "BOT_KEY"}
    for environment, told in ((bare, "BOT_KEY is not set"), ({**bare, "BOT_KEY": "another"}, "4203")):
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
        assert ended.returncode != 0 and told in ended.stderr


async def test_a_process_of_bots_searches_garbage_between_choices_and_not_in_one() -> None:
    """Most minds choose in this process, and a search takes longer than 99 of 100 choices do."""
    searches: list[bool] = []
    filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots")

    async def running() -> None:
        await asyncio.sleep(0.1)
        searches.append(gc.isenabled())

    filler.run = running  # type: ignore[method-assign]
    await fill(filler)
    assert searches == [False]
    await until(gc.isenabled)


def test_an_address_that_is_none_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOT_KEY", "any")
    assert main(["fill", "--server", "somewhere:8080"]) == 2
    assert "is it ws://somewhere:8080/ws?" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", ["--pause 500 100", "--pause -5 -1", "--seats 0", "--name " + "x" * 33])
def test_arguments_that_cannot_be_meant_are_said_at_once(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOT_KEY", "any")
    assert main(["fill", "--server", "ws://127.0.0.1:9/ws", *arguments.split()]) == 2
    assert capsys.readouterr().err.startswith(f"fill: {arguments.split()[0]} ")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pause_is_made_for_people_only(seat: int) -> None:
    bot = {"kind": "bot", "stand_in": ""}
    person, away = {"kind": "person", "stand_in": ""}, {"kind": "person", "stand_in": "greedy"}
    for other, expected in ((person, True), (away, False), (bot, False)):
        seats = [bot, bot]
        seats[seat] = other
        public: Any = {"seats": seats}
        assert people_play(public) is expected


@pytest.mark.parametrize("thought", [0.0, 0.2], ids=["nothing to think about", "much"])
def test_an_answer_to_people_comes_when_the_pause_is_over(
    thought: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of thinking does not show, since it would tell how much there was to choose. In virtual
    time."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        begun = loop.time()

        def chosen(mind: Mind, document: Document) -> tuple[str, int]:
            loop.lose(thought)
            return ("go", 0)

        monkeypatch.setattr("bots.filler.filler.chosen", chosen)
        filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots", pause=Pause(1.0, 1.0))
        session = filler.connection.session
        session.greet()
        filler._sit("t", 1, "whim")
        seats = [{"kind": "person", "stand_in": ""}, {"kind": "bot", "stand_in": ""}]
        public = {"table": {"phase": "playing"}, "seats": seats}
        asked = Full("t", 1, 1, Raw(packed(public)), Raw(packed({"ask": {"number": 7}, "done": 0})))
        for frame in (Welcome("bots", 0), Joined("t", 1, 1, 0, []), asked):
            session.receive(encode(frame))
        thinker = asyncio.create_task(filler._think())
        while not filler.acts:
            assert loop.time() < begun + 1.5
            await asyncio.sleep(0.0625)
        assert loop.time() - begun == pytest.approx(1.0, abs=0.07)
        act = session.outbox[-1]
        assert isinstance(act, Act) and (act.table, act.seat, act.ask, act.verb) == ("t", 1, 7, "go")
        thinker.cancel()

    run_virtually(main())


def test_a_question_that_a_store_has_forgotten_is_answered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole document of an earlier version asks the question that was answered last."""

    async def main() -> None:
        monkeypatch.setattr("bots.filler.filler.chosen", lambda mind, document: ("go", 0))
        filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots")
        session = filler.connection.session
        session.greet()
        filler._sit("t", 1, "whim")
        public = {"table": {"phase": "playing"}, "seats": []}
        asked = Full("t", 1, 7, Raw(packed(public)), Raw(packed({"ask": {"number": 7}, "done": 0})))
        thinker = asyncio.create_task(filler._think())
        for frame in (Welcome("bots", 0), Joined("t", 1, 7, 0, []), asked):
            session.receive(encode(frame))
        for acts in (1, 2):
            await asyncio.sleep(1)
            assert filler.acts == acts
            act = session.outbox[-1]
            assert isinstance(act, Act) and act.ask == 7
            stored = Full("t", 1, 8, Raw(packed(public)), Raw(packed({"ask": {}, "done": act.id})))
            for frame in (stored, asked):
                session.receive(encode(frame))
        thinker.cancel()

    run_virtually(main())


class Stubborn:
    """Makes the same choice for every question."""

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def choose(self, document: Document, deadline: float) -> Any:
        return self.choice


@pytest.mark.parametrize("choice", [None, ("nope", -1), ("buy",), 7], ids=repr)
def test_what_is_not_offered_is_not_played_and_the_log_says_so(
    choice: Any, caplog: pytest.LogCaptureFixture
) -> None:
    document, ask = question("machi_koro", 5)
    assert chosen(Stubborn(choice), document) in ask.options
    assert f"Stubborn chose {choice!r} at {ask.prompt}, which is none of the options" in caplog.text


class Failing:
    """Raises for every question."""

    def choose(self, document: Document, deadline: float) -> Any:
        raise ArithmeticError("no such number")


def test_the_traceback_of_a_failing_mind_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    document, ask = question("machi_koro", 5)
    for _ in range(3):
        assert chosen(Failing(), document) in ask.options
    assert caplog.text.count("Failing failed at machi_koro: ArithmeticError") == 3
    assert caplog.text.count("Traceback") == 1


def broken(seed: int) -> Mind:
    raise OSError("no weights")


def test_a_seat_whose_mind_cannot_be_made_is_played_at_random(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(MINDS, "broken", broken)

    async def main() -> None:
        filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots")
        filler._sit("t", 1, "broken")
        assert isinstance(filler.players["t", 1].mind, Whim)

    run_virtually(main())
    assert "the mind broken can't be made" in caplog.text and "no weights" in caplog.text


class Pondering:
    """Takes longer than permitted, by its own clock."""

    now = 0.0

    def choose(self, document: Document, deadline: float) -> Choice:
        self.now += 2 * choosing.SLOW_CHOICE_S
        return options(document)[0]


def test_a_mind_that_keeps_all_seats_waiting_is_told_of_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mind = Pondering()
    monkeypatch.setattr(choosing, "time", SimpleNamespace(monotonic=lambda: mind.now))
    document, _ = question("machi_koro", 5)
    for _ in range(3):
        chosen(mind, document)
    assert caplog.text.count("Pondering took 2.0 s for a choice at machi_koro") == 1


class Endless:
    """Never ends; with `stubborn` it catches what would end it."""

    def __init__(self, stubborn: bool) -> None:
        self.stubborn = stubborn
        self.asked = 0

    def choose(self, document: Document, deadline: float) -> Choice:
        self.asked += 1
        while True:
            try:
                while True:
                    pass
            except Exception:
                if not self.stubborn:
                    raise


@pytest.mark.parametrize("stubborn", [False, True])
def test_a_mind_that_does_not_return_is_ended_and_not_asked_again(
    stubborn: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(choosing, "STALLED", set())
    document, ask = question("machi_koro", 5)
    endless = Endless(stubborn)
    with choosing.stall_watch(cpu_s=0.2, interval_s=0.05).running():
        for _ in range(3):
            assert chosen(endless, document) in ask.options
    assert endless.asked == 1
    assert caplog.text.count("Stalled('the call does not return')") == 1


def unending(seed: int) -> Mind:
    while True:
        pass


def test_a_seat_whose_mind_is_made_without_end_is_played_at_random() -> None:
    with choosing.stall_watch(cpu_s=0.2, interval_s=0.05).running():
        assert isinstance(choosing.mind_or_whim("unending", unending, 1), Whim)


async def asking() -> tuple[Filler, Session, Take]:
    """Bots that have asked for the only open seat, with their session and frame."""
    filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots")
    session = filler.connection.session
    session.greet()
    for frame in (Welcome("bots", 0), Wanted("t", "machi_koro", [(1, "whim")])):
        session.receive(encode(frame))
    await asyncio.sleep(0.1)
    take = session.outbox[-1]
    assert isinstance(take, Take) and (take.table, take.seat) == ("t", 1)
    return filler, session, take


def test_a_mind_that_is_not_here_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    """Otherwise the operator cannot find out why a seat waits for ever: STAMMTISCH_MINDS may have a name too
    many."""

    async def main() -> None:
        _, session, _ = await asking()
        session.receive(encode(Wanted("u", "machi_koro", [(0, "genius"), (1, "genius")])))
        await asyncio.sleep(1.5 * ASK_AGAIN)

    run_virtually(main())
    assert caplog.text.count("seats want the mind genius, which isn't here") == 1


@pytest.mark.parametrize("still", [True, False], ids=["still wanted", "taken by another"])
def test_a_seat_that_was_refused_is_asked_for_again_while_it_is_wanted(still: bool) -> None:
    """The faster bot may have left before the server has announced that the seat is taken; then it never
    announces it."""

    async def main() -> None:
        filler, session, first = await asking()
        session.receive(encode(Refused(first.id, "t", "taken", "")))
        if not still:
            session.receive(encode(Wanted("t", "machi_koro", [])))
        await asyncio.sleep(1.5 * ASK_AGAIN)
        takes = [frame for frame in session.outbox if isinstance(frame, Take)]
        assert len(takes) == (2 if still else 1)
        if still:
            session.receive(encode(Done(takes[-1].id, "t", 2)))
            assert ("t", 1) in filler.players

    run_virtually(main())


def test_a_seat_that_is_lost_before_it_is_known_to_be_ours_is_asked_for_again() -> None:
    """The seat is taken, and freed again since its bot is not there, before the server can report either: it
    announces that the seat is open, that it was taken, and refuses to show it."""

    async def main() -> None:
        filler, session, take = await asking()
        session.receive(encode(Wanted("t", "machi_koro", [(1, "whim")])))
        session.receive(encode(Done(take.id, "t", 2)))
        assert ("t", 1) in filler.players
        session.receive(encode(Refused(0, "t", "not-your-seat", "")))
        assert not filler.players
        takes = [len([it for it in session.outbox if isinstance(it, Take)])]
        await asyncio.sleep(1.5 * ASK_AGAIN)
        takes.append(len([it for it in session.outbox if isinstance(it, Take)]))
        assert takes == [1, 2], "not at once: the server might free the seat again and again"

    run_virtually(main())


async def hurried(begun: float, pause: float, *frames: Frame) -> float:
    """The time until a bot with this pause answers, if it receives these frames at once."""
    loop = asyncio.get_running_loop()
    filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots", pause=Pause(pause, pause))
    session = filler.connection.session
    session.greet()
    filler._sit("t", 1, "whim")
    seats = [{"kind": "person", "stand_in": ""}, {"kind": "bot", "stand_in": ""}]
    public = {"table": {"phase": "playing"}, "seats": seats, "asks": [[1, 7, "go"]]}
    asked = Full("t", 1, 1, Raw(packed(public)), Raw(packed({"ask": {"number": 7}, "done": 0})))
    for frame in (Welcome("bots", 0), Joined("t", 1, 1, 0, []), asked, *frames):
        session.receive(encode(frame))
    thinker = asyncio.create_task(filler._think())
    while not filler.acts:
        await asyncio.sleep(0.0625)
    found = loop.time() - begun
    await asyncio.sleep(2 * pause)
    assert filler.acts == 1, "once, though it was to be later at first"
    thinker.cancel()
    return found


def test_who_is_hurried_answers_what_was_to_be_answered_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.filler.filler.chosen", lambda mind, document: ("go", 0))

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert await hurried(loop.time(), 9.0) == pytest.approx(9.0, abs=0.07)
        assert await hurried(loop.time(), 9.0, Hurried("t")) == pytest.approx(HURRIED_PAUSE_S, abs=0.07)
        assert await hurried(loop.time(), 9.0, Hurried("t"), Hurried("t")) == pytest.approx(
            HURRIED_PAUSE_S, abs=0.07
        )
        assert await hurried(loop.time(), 9.0, Hurried("other")) == pytest.approx(9.0, abs=0.07)

    run_virtually(main())


@pytest.mark.parametrize(
    "url",
    ["ws://me:tulpe@127.0.0.1:9", "http://me:tu@lpe@h/ws", "ws://:tulpe@127.0.0.1:9/ws", "ws://tulpe@h:0/ws"],
)
def test_the_address_of_a_server_is_printed_without_its_password(
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The address of the server may contain a user and a password."""
    monkeypatch.setenv("BOT_KEY", "any")
    monkeypatch.setenv("SERVER", url)
    with pytest.raises(SystemExit):
        main(["fill", "--help"])
    if url.endswith("/ws") and ":0/" not in url and url.startswith("ws"):
        Filler(url, "any", "bots", 1).connection.troubled("it is away")
        assert "it is away" in caplog.text

        async def begun(filler: Filler, ready: Callable[[], None]) -> None:
            ready()

        monkeypatch.setattr("bots.commands.fill.fill", begun)
        assert main(["fill"]) == 0
    else:
        assert main(["fill"]) == 2
    out, err = capsys.readouterr()
    told = out + err + caplog.text
    assert "tulpe" not in told and "lpe@" not in told and "me:" not in told
