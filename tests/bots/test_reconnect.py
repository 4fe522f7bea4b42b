"""Clients against a wire that is cut again and again: nothing lost, nothing doubled, all as on the server."""

from __future__ import annotations

import asyncio

from bots.client import Connection, GaveUp
from bots.hub_process import OwnServer
from bots.load.driver import Driver, drive
from bots.load.tally import Asked

from .wires import Cutter


async def test_games_go_on_through_cut_sockets(server: OwnServer) -> None:
    async with Cutter(server.url).running() as wire:
        driver = Driver(Asked(url=wire.url, game="machi_koro", think_ms=4), tables=3, seed=1)
        left = 12

        def step(driver: Driver) -> bool:
            nonlocal left
            if driver.measuring:
                wire.cut()
                left -= 1
            return left > 0

        await drive(driver, lambda: None, step)
    tally = driver.tally
    assert wire.cuts >= 100
    assert tally.moves > 50
    assert tally.faults.pop("sockets lost") >= 100
    assert {name: n for name, n in tally.faults.items() if n} == {}
    assert not tally.refusals


async def test_a_connection_waits_for_a_server_that_is_not_there_yet(server: OwnServer) -> None:
    wire = Cutter(server.url)
    async with wire.running():
        url = wire.url
    guest = Connection(url, "t" * 32, "Ada", lambda frame, mirror: None)
    running = asyncio.create_task(guest.run())
    await asyncio.sleep(0.3)
    assert not guest.session.welcomed and not running.done()
    again = await asyncio.start_server(wire._accept, "127.0.0.1", int(url.split(":")[2].split("/")[0]))
    await asyncio.wait_for(guest.welcomed(), 30)
    await guest.close()
    await running
    again.close()


async def test_it_gives_up_where_the_server_says_so(server: OwnServer) -> None:
    stranger = Connection(server.url, "t" * 32, "Ada", lambda frame, mirror: None, proof="0" * 64)
    try:
        await asyncio.wait_for(stranger.run(), 30)
    except GaveUp as why:
        assert "4203" in str(why)
    else:
        raise AssertionError("a wrong proof was let in")
