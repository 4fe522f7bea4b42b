"""The host of a Redis and of hubs on it, for tests; people and bots who come there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from protocol.frames import Hello, Welcome
from protocol.proof import proof_of
from server.host.admin import Admin, closer
from server.store.house import house_at
from tests.hub.houses import BOT_KEY, House, Raw
from tests.waiting import until

TOKEN = "a-token-for-these-tests-{}"


@asynccontextmanager
async def host(url: str, *hubs: House) -> AsyncIterator[Admin]:
    """The host, once these hubs have said that they are there."""

    async def close(table: str) -> str:
        async with closer(url, hubs[0].settings) as it:
            return await it(table)

    async with house_at(url) as house:
        admin = Admin(house, "the host", close)

        async def all_there() -> bool:
            return len(await admin.hubs()) == len(hubs)

        await until(all_there)
        yield admin


def raw(house: House, number: int, name: str = "Raw") -> Any:
    return Raw.open(house.url, TOKEN.format(number), name)


async def a_bot(house: House, number: int) -> Raw:
    """A bot process's socket, once it is let in."""
    it, token = await Raw.open(house.url), TOKEN.format(number)
    await it.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
    await it.next(Welcome)
    return it


async def nobody_closes(table: str) -> str:
    raise AssertionError
