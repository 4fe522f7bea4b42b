"""The operator of a Redis and its hubs, for tests; and people and bots at these hubs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from protocol.frames import Hello, Welcome
from protocol.proof import proof_of
from server.admin.service import Admin, registry_at
from server.live import closing
from server.store.admin_records import admin_records_at
from tests.live.hubs import BOT_KEY, House, Raw
from tests.waiting import until

TOKEN = "a-token-for-these-tests-{}"


@asynccontextmanager
async def host(url: str, *hubs: House) -> AsyncIterator[Admin]:
    """The operator, as soon as these hubs have sent their heartbeats."""

    async def close(table: str) -> str:
        async with registry_at(url, hubs[0].settings) as registry:
            return await closing.close(registry, table)

    async with admin_records_at(url) as house:
        admin = Admin(house, "the host", close)

        async def all_there() -> bool:
            return len(await admin.hubs()) == len(hubs)

        await until(all_there)
        yield admin


def raw(house: House, number: int, name: str = "Raw") -> Any:
    return Raw.open(house.url, TOKEN.format(number), name)


async def a_bot(house: House, number: int) -> Raw:
    """The socket of a bot process that has authenticated."""
    it, token = await Raw.open(house.url), TOKEN.format(number)
    await it.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
    await it.next(Welcome)
    return it


async def nobody_closes(table: str) -> str:
    raise AssertionError
