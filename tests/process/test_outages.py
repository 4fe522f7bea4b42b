"""Outages count for no player: a hub process and a Redis process are killed, stopped, and have their clocks
set, while a player has little time left.

Each scenario waits for most of its time, so several run at once; each has processes of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import traceback
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bots.hub_process import free_port
from server.process.child import tie_to
from server.store.cluster_time import RETURN_MS
from tests.live.hubs import Guest, all_close, table_of
from tests.waiting import LIMIT, until

from ..conftest import redis_server

AWAY_S: Final = 20.0
LEFT_MS: Final = 16_000
"""Less than the time for which the cluster is away, and enough for hubs that start slowly."""

LOOK_S: Final = 2.0
"""Time in which a hub has checked all tables that are due."""

HOUR_S: Final = 3_600

pytestmark = pytest.mark.timeout(1200)
"""The first test waits for all scenarios."""

SCENARIOS_AT_ONCE: Final = 6
"""Each starts a hub, which takes a second of a core."""

WITH_ITS_CLOCK: Final = """
import pathlib, runpy, sys, time
ahead, wall, wall_ns = pathlib.Path(sys.argv[1]), time.time, time.time_ns
time.time = lambda: wall() + int(ahead.read_text())
time.time_ns = lambda: wall_ns() + int(ahead.read_text()) * 1_000_000_000
sys.argv = ["server", "serve"]
runpy.run_module("server", run_name="__main__")
"""
"""A hub whose wall clock is ahead by the number of seconds in a file."""


class House:
    """A hub and its Redis, or the Redis of another such pair."""

    def __init__(self, folder: Path, settings: dict[str, str], shared: House | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.ahead = folder / "ahead"
        self.set_clock(0)
        self.environment = {
            **os.environ,
            "REDIS": f"unix://{shared.folder if shared else folder}/redis.sock",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "LOG_LEVEL": "warning",
            **settings,
        }
        self.redis: subprocess.Popen[bytes] = shared.redis if shared else redis_server(folder)
        self.start_hub()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start_redis(self) -> None:
        self.redis = redis_server(self.folder)

    def start_hub(self) -> None:
        words = [sys.executable, "-c", WITH_ITS_CLOCK, str(self.ahead)]
        self.hub = subprocess.Popen(words, env=self.environment, preexec_fn=tie_to(os.getpid()))

    def set_clock(self, seconds: int) -> None:
        there = self.folder / "ahead.new"
        there.write_text(str(seconds))
        there.replace(self.ahead)

    async def serves(self) -> None:
        """Wait until the hub serves."""
        await until(lambda: asyncio.to_thread(self._healthy), 3 * LIMIT)

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=20):
                return True
        except OSError:
            return False

    def end(self) -> None:
        for process in (self.hub, self.redis):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


New = Callable[..., House]
"""Starts a house with these settings, on the Redis of another if that is given."""

Scenario = Callable[[New], Awaitable[None]]

Befalls = Callable[[House], Awaitable[None]]


# -- what befalls it -------------------------------------------------------------------------------------


async def hub_is_killed(house: House) -> None:
    house.hub.kill()
    house.hub.wait()
    await asyncio.sleep(AWAY_S)
    house.start_hub()


async def redis_is_away(house: House) -> None:
    house.redis.kill()
    house.redis.wait()
    await asyncio.sleep(AWAY_S)
    house.start_redis()


async def _stand_still(*processes: subprocess.Popen[bytes]) -> None:
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(AWAY_S)
    for process in processes:
        process.send_signal(signal.SIGCONT)


async def hub_stands_still(house: House) -> None:
    await _stand_still(house.hub)


async def redis_stands_still(house: House) -> None:
    await _stand_still(house.redis)


async def all_stand_still(house: House) -> None:
    await _stand_still(house.hub, house.redis)


async def clock_goes_forward(house: House) -> None:
    house.set_clock(HOUR_S)


async def clock_goes_back(house: House) -> None:
    house.set_clock(-HOUR_S)


OUTAGES: Final = (
    hub_is_killed,
    redis_is_away,
    hub_stands_still,
    redis_stands_still,
    all_stand_still,
    clock_goes_forward,
    clock_goes_back,
)


# -- for whom it doesn't count -----------------------------------------------------------------------------


async def seated(house: House, *others: House, **made: Any) -> tuple[list[Guest], str]:
    """Two guests at a running table who do not answer; with several hubs, each guest is at another one."""
    for it in (house, *others):
        await it.serves()
    guests = [Guest((house, *others)[n * len(others)].url, f"guest-{n}", 3) for n in range(2)]
    for guest in guests:
        guest.playing = False
    table = await table_of(guests, **made)
    await until(lambda: all(g.phase(table, seat) == "playing" for seat, g in enumerate(guests)))
    return guests, table


def stand_ins(guest: Guest, table: str, seat: int) -> list[str]:
    return [row["stand_in"] for row in guest.document(table, seat)["public"]["seats"]]


async def back(*guests: Guest) -> None:
    """Wait until they have reconnected and the deadlines had their effect."""
    await until(lambda: all(guest.session.welcomed for guest in guests))
    await asyncio.sleep(LOOK_S)


async def no_clock_runs(new_house: New, befalls: Befalls) -> None:
    house = new_house()
    guests, table = await seated(house, clock=[LEFT_MS, 0])
    await befalls(house)
    await house.serves()
    await back(*guests)
    assert stand_ins(guests[0], table, 0) == ["", ""]
    (asked,) = {seat for seat, _, _ in guests[0].document(table, 0)["public"]["asks"]}
    before = guests[asked].version(table, asked)
    guests[asked].play_on(table, asked)
    await until(lambda: guests[asked].version(table, asked) > before)
    assert guests[asked].document(table, asked)["public"]["clock"]["left"][asked] > LEFT_MS // 10
    await all_close(*guests)


async def players_of_a_dead_hub_get_time_to_reconnect(new_house: New) -> None:
    """The time is limited."""
    house = new_house()
    both = house, new_house(house)
    for it in both:
        await it.serves()
    began = time.monotonic()
    guests, table = await seated(*both, clock=[LEFT_MS, 0])
    (asked,) = {seat for seat, _, _ in guests[0].document(table, 0)["public"]["asks"]}
    both[asked].hub.kill()
    await until(lambda: stand_ins(guests[1 - asked], table, 1 - asked)[asked])
    # Their clock began to run later than that. Half of the pause covers what a hub's time may be behind.
    assert time.monotonic() - began > (LEFT_MS + RETURN_MS / 2) / 1000, "no time to reconnect"
    await all_close(*guests)


async def thinking_counts_whatever_the_wall_clock_says(new_house: New, befalls: Befalls) -> None:
    house = new_house()
    guests, table = await seated(house, clock=[LEFT_MS, 0])
    await befalls(house)
    await until(lambda: any(stand_ins(guests[0], table, 0)))
    await all_close(*guests)


async def no_grace_runs(new_house: New) -> None:
    house = new_house(STAMMTISCH_GRACE_MS=str(LEFT_MS))
    guests, table = await seated(house)
    (asked,) = {seat for seat, _, _ in guests[0].document(table, 0)["public"]["asks"]}
    await guests[asked].close()
    await asyncio.sleep(LOOK_S)
    await all_stand_still(house)
    await back(guests[1 - asked])
    assert stand_ins(guests[1 - asked], table, 1 - asked) == ["", ""]
    await until(lambda: stand_ins(guests[1 - asked], table, 1 - asked)[asked])
    await all_close(*guests)


async def no_table_is_closed(new_house: New) -> None:
    house = new_house(STAMMTISCH_ABANDON_MS=str(LEFT_MS), STAMMTISCH_GRACE_MS="500")
    guests, table = await seated(house)
    await all_close(*guests)
    await asyncio.sleep(LOOK_S)
    await all_stand_still(house)
    await asyncio.sleep(LOOK_S)
    watcher = Guest(house.url, "watcher", 3)
    watcher.session.join(table)
    await until(lambda: watcher.phase(table, -1))
    assert watcher.phase(table, -1) == "playing"
    await until(lambda: watcher.phase(table, -1) == "closed")
    await all_close(watcher)


SCENARIOS: Final[dict[str, Scenario]] = {
    **{f"no_clock_runs-{it.__name__}": partial(no_clock_runs, befalls=it) for it in OUTAGES},
    **{
        f"thinking_counts-{it.__name__}": partial(thinking_counts_whatever_the_wall_clock_says, befalls=it)
        for it in (clock_goes_forward, clock_goes_back)
    },
    "players_of_a_dead_hub_get_time_to_reconnect": players_of_a_dead_hub_get_time_to_reconnect,
    "no_grace_runs": no_grace_runs,
    "no_table_is_closed": no_table_is_closed,
}


async def _outcomes(names: list[str], folder: Callable[[str], Path]) -> dict[str, str]:
    """Run these scenarios. Returns the traceback of each that failed."""
    slots = asyncio.Semaphore(SCENARIOS_AT_ONCE)

    async def outcome(name: str) -> str:
        async with slots:
            with ExitStack() as stack:

                def new(shared: House | None = None, **settings: str) -> House:
                    house = House(folder("h"), settings, shared)
                    stack.callback(house.end)
                    return house

                try:
                    await SCENARIOS[name](new)
                except Exception:
                    return traceback.format_exc()
        return ""

    return dict(zip(names, await asyncio.gather(*map(outcome, names)), strict=True))


@pytest.fixture(scope="module")
def outcomes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What `_outcomes` returns for all chosen scenarios."""
    chosen: list[Any] = [it for it in request.session.items if it.path == request.path]
    names = [it.callspec.params["scenario"] for it in chosen]
    return asyncio.run(_outcomes(names, tmp_path_factory.mktemp))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_outage_counts(scenario: str, outcomes: dict[str, str]) -> None:
    assert not outcomes[scenario], outcomes[scenario]
