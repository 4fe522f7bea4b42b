"""What a table weighs: at first sight, and when it is loaded again. How long that takes `make bench` says."""

from __future__ import annotations

import asyncio

import brotli
import httpx
import pytest

from server.client import PAGE
from server.games import GAMES
from server.static import BEST
from tests.bench import light
from tests.bench.seated import Place

from .running import Chromium, House

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def pressed(address: str) -> None:
    """Wait until the hub has compressed everything as well as can be, which it does beside all else."""
    PAGE.build()
    last = list(PAGE.names.values())[-1]
    size = len(brotli.compress(PAGE._sent[last].body, quality=BEST))
    async with asyncio.timeout(300), httpx.AsyncClient() as web:
        while True:
            answer = await web.head(f"{address}/static/{last}", headers={"accept-encoding": "br"})
            if int(answer.headers["content-length"]) == size:
                return
            await asyncio.sleep(1)


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_light(chromium: Chromium, house: House, game: str) -> None:
    await pressed(house.open())
    first, again = await light.loads(Place(chromium, house), game)
    assert 6 < first.requests <= light.REQUESTS
    assert 500 < again.bytes <= light.AGAIN, f"{again.bytes:,} bytes when loaded again"
    assert again.requests == 2, "what is kept for ever is asked for again"
    assert 50_000 < first.bytes <= light.BYTES, f"{first.bytes:,} bytes at first sight"
