"""A game that does not return: its table alone is closed, at once, and the hub goes on."""

from __future__ import annotations

import importlib
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.frames import Act, Done, Gone, Make, Refused, Sit, Start
from server.games import GAMES
from server.live.breakdown import stall_watch
from server.live.creation import NO_RETURN
from server.process.stalls import Stalled
from tests.games.outside import GAME, PACKAGE, admitted, lay
from tests.outside import environment
from tests.process.test_packages import serving
from tests.waiting import LIMIT, until

from .hubs import Guest, Raw, all_close, houses, table_of
from .test_breakdown import QUICK, WAYS, Player, begun, of
from .whole_games import play_out

WAITS = """

def endless(*args, **more):
    while True:
        pass


def asleep(*args, **more):
    import time

    time.sleep(86_400)


def stubborn(*args, **more):
    while True:
        try:
            endless()
        except Exception:
            pass
"""
"""Functions for the package of a game, none of which returns."""


@pytest.fixture
def gops(tmp_path: Path) -> Iterator[Any]:
    """A game from elsewhere that has them: its package. Calls are ended sooner than in other hubs."""
    with (lay(tmp_path) / "flow.py").open("a") as file:
        file.write(WAITS)
    with admitted(tmp_path) as lines:
        assert not lines
        with stall_watch(cpu_s=0.5, wait_s=5.0, interval_s=0.05).running():
            yield GAMES[GAME]


def stuck(how: str) -> Any:
    """A function of the package that does not return."""
    return getattr(importlib.import_module(f"{GAME}.flow"), how)


async def _begun_but_for(way: str, players: tuple[Player, Player]) -> None:
    """All that does not need this part of the game."""
    for player in players:
        assert await player.answered(Sit, player.seat, f"luck-{player.seat}") == "done"
        assert await player.joined() == ""
    if way not in ("setup", "Deal.run", "Round.run"):
        assert await players[0].answered(Start) == "done"


CASES = [*((way, "endless") for way in WAYS), ("Bids.answer", "asleep"), ("Bids.answer", "stubborn")]


@pytest.mark.parametrize(("way", "how"), CASES)
async def test_a_table_whose_game_does_not_return_is_closed_at_once_and_others_play_on(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, way: str, how: str
) -> None:
    async with houses(redis_url, **QUICK) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 4, pause=0.002) for i in range(2)]
        others = await table_of(guests)
        players = await begun(house, start=False)
        await _begun_but_for(way, players)
        monkeypatch.setattr(*of(gops, way), stuck(how))
        asked = players[0].answered
        assert await (
            asked(Start) if way in ("setup", "Deal.run", "Round.run") else asked(Act, 0, 4, "bid", 0)
        )
        if way == "Bids.run":
            assert await players[1].answered(Act, 1, 4, "bid", 0)
        for player in players:
            assert (await player.raw.next(Gone)).code == "broken"
        await guests[0].moved_on(others, 0, 3)
        stored = await house.parts.store.load(players[0].table)
        assert stored is not None
        (failure,) = stored.broken.values()
        assert b"talled: the call does not return (flow.py:" in failure, "it names the line"
        await all_close(*guests, *(player.raw for player in players))


@pytest.mark.parametrize("how", ["endless", "stubborn"])
async def test_a_game_that_does_not_return_gets_no_new_tables_for_a_while(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Each stall stops all clients of a hub. The first refusal says what is wrong; other games are made."""
    async with houses(redis_url, **QUICK) as (house,):
        host = await Raw.open(house.url, "h" * 30)
        monkeypatch.setattr(*of(gops, "setup"), stuck(how))
        for change in (1, 2, 3):
            await host.send(Make(change, GAME, 2))
        await until(lambda: len(host.of(Refused)) == 3)
        assert {it.code for it in host.of(Refused)} == {"fault"}
        assert [it.reason == NO_RETURN for it in host.of(Refused)] == [False, True, True]
        await host.send(Make(4, "machi_koro", 2))
        await until(lambda: [it.id for it in host.of(Done)] == [4])
        monkeypatch.undo()
        house.parts.registry.stalled.done(GAME)
        await host.send(Make(5, GAME, 2))
        await until(lambda: [it.id for it in host.of(Done)] == [4, 5])
        await host.close()


async def test_a_replay_that_does_not_return_keeps_no_other_from_being_shown(
    redis_url: str, gops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replays are made in another thread, and one after the other."""
    async with houses(redis_url, **QUICK) as (house,), httpx.AsyncClient(base_url=house.http) as web:
        guests = [Guest(house.url, f"guest-{i}", 4) for i in range(2)]
        table = await table_of(guests, GAME, options={"cards": 10})
        await play_out(guests, table)
        await all_close(*guests)
        with monkeypatch.context() as other:
            other.setattr(gops, "public", stuck("endless"))
            assert (await web.get(f"/tables/{table}/reel", timeout=LIMIT)).status_code == 404
        assert (await web.get(f"/tables/{table}/reel", timeout=LIMIT)).status_code == 200


def _spins(seconds: float) -> None:
    """Compute for so many CPU seconds."""
    until_cpu = time.thread_time() + seconds
    while time.thread_time() < until_cpu:
        pass


CALL = """
def call(work):
    work()


def portions(works):
    for work in works:
        work()
        yield
"""


def _code_of(module: str) -> Any:
    """Functions of a module of this name, which call what they are given."""
    names: dict[str, Any] = {"__name__": module}
    exec(CALL, names)
    return names


@pytest.mark.parametrize(
    "kind", ["short calls", "a generator", "no game", "not of a table", "a game that ends in time"]
)
def test_nothing_else_is_ended(gops: Any, kind: str) -> None:
    """Calls that end, code that runs in portions, and what is slow outside of games."""
    table, game = _code_of("server.table.table"), _code_of(f"{GAME}.flow")
    short = [lambda: game["call"](lambda: _spins(0.02))] * 50
    if kind == "short calls":
        for work in short:
            table["call"](work)
    elif kind == "a generator":
        for _ in table["portions"]([lambda work=work: table["call"](work) for work in short]):
            pass
    elif kind == "no game":
        table["call"](lambda: _spins(1.0))
    elif kind == "not of a table":
        game["call"](lambda: _spins(1.0))
    else:
        table["call"](lambda: game["call"](lambda: _spins(0.1)))


def test_a_call_is_ended_in_whatever_thread_it_runs(gops: Any) -> None:
    """So that the tests above could fail."""
    table, game = _code_of("server.table.table"), _code_of(f"{GAME}.flow")
    ended = list[BaseException]()

    def called() -> None:
        try:
            table["call"](lambda: game["call"](lambda: _spins(LIMIT)))
        except Stalled as wrong:
            ended.append(wrong)

    called()
    other = threading.Thread(target=called)
    other.start()
    other.join()
    assert len(ended) == 2


SLIP = """

def answer(self, game, seat, choice):
    while game.options.cards == 10 and game.up:
        pass
    _answer(self, game, seat, choice)


_answer, Bids.answer = Bids.answer, answer
"""
"""A mistake that no trial with the usual options finds."""


async def test_a_hub_that_serves_people_goes_on(redis_url: str, tmp_path: Path) -> None:
    lies = shutil.copytree(PACKAGE, tmp_path / GAME, ignore=shutil.ignore_patterns("__pycache__"))
    with (lies / "flow.py").open("a") as file:
        file.write(SLIP)
    package = environment(tmp_path, f"[stammtisch.games]\n{GAME} = {GAME}\n")
    log = tmp_path / "hub.log"
    async with serving(redis_url, {**os.environ, **package, "STAMMTISCH_MINDS": "greedy"}, log) as port:
        url = f"ws://127.0.0.1:{port}/ws"
        guests = [Guest(url, f"guest-{i}", 4, pause=0.002) for i in range(2)]
        others = await table_of(guests)
        person = await Raw.open(url, "a" * 30, "Ada")
        await person.send(Make(1, GAME, 2, {"cards": 10}))
        table = (await person.next(Done)).table
        players = [Player(person, table, seat) for seat in range(2)]
        for player in players:
            assert await player.answered(Sit, player.seat, f"luck-{player.seat}") == "done"
            assert await player.joined() == ""
        assert await players[0].answered(Start) == "done"
        assert await players[0].answered(Act, 0, 4, "bid", 0) == "broken"
        await guests[0].moved_on(others, 0, 3)
        await all_close(*guests, person)
    assert (
        f"table {table} of {GAME} is closed: Stalled: the call does not return (flow.py:" in log.read_text()
    )
