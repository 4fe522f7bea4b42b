"""Write the store of this version: `python -m tests.released`, once, before it is released.

It has a table of each game in the middle of it and one at its end, a book of everybody who plays, a group
with a table and a finished game, a chat, a report, and an order of the operator.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from protocol.frames import Report, Say
from server.__main__ import main as server
from server.games import GAMES
from server.table.tokens import person
from server.version import VERSION
from tests.admin.operator import host
from tests.conftest import redis_server
from tests.live.hubs import Guest, House, all_close, houses, table_of
from tests.live.whole_games import play_out
from tests.people.test_books import asked
from tests.people.test_groups import founded

from .kept import KeptTable, Released, export_of, write

VERSIONS_BEFORE_THE_MIDDLE = 25
"""How far an unfinished game is played."""


async def keep(redis: str) -> Released:
    """Play what is kept."""
    async with houses(redis) as (house,):
        group = ""
        tables = []
        for game in GAMES:
            for phase in ("over", "playing"):
                guests = [Guest(house.url, f"{game}-{phase}-{seat}", 1) for seat in range(2)]
                for guest in guests:
                    await asked(house, guest.token, "PUT")  # begins a book
                made = {}
                if not group:
                    group = await founded(house, guests[0].token)
                    made = {"group": group}
                tables.append(await _played(guests, game, phase, made))
                await _others(house, guests, tables[-1].table)
                await all_close(*guests)
        async with host(redis, house) as operator:
            await operator.bar("silence", "person", person(guests[0].token), minutes=0)
    return Released(VERSION, group, tables)


async def _played(guests: list[Guest], game: str, phase: str, made: dict[str, Any]) -> KeptTable:
    table = await table_of(guests, game, **made)
    if phase == "over":
        await play_out(guests, table)
    else:
        await guests[0].moved_on(table, 0, VERSIONS_BEFORE_THE_MIDDLE)
        for guest in guests:
            guest.playing = False
    return KeptTable(table, game, phase, [guest.connection.session.name for guest in guests])


async def _others(house: House, guests: list[Guest], table: str) -> None:
    """What is said, and reported."""
    first, second = guests
    await first.connection.request(Say(first.session.next_id(), table, "Good game"))
    report = Report(first.session.next_id(), table, person(second.token), "He hums")
    await first.connection.request(report)


def main() -> int:
    if export_of(VERSION).exists():
        print(f"The store of {VERSION} is kept already; a version that is released never changes.")
        return 1
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        redis = redis_server(Path(name))
        try:
            url = f"unix://{name}/redis.sock"
            write(asyncio.run(keep(url)))
            return server(["export", str(export_of(VERSION)), "--live", "--redis", url])
        finally:
            redis.kill()
            redis.wait()


if __name__ == "__main__":
    sys.exit(main())
