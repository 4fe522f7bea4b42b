"""What a table weighs: at first sight, and when it is loaded again. How long that takes `make bench` says."""

from __future__ import annotations

import pytest

from server.games import GAMES
from tests.bench import light

from .running import Chromium, House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_light(chromium: Chromium, house: House, game: str) -> None:
    first, again = await light.loads(chromium, house, game)
    assert 50_000 < first.bytes <= light.BYTES, f"{first.bytes:,} bytes at first sight"
    assert 6 < first.requests <= light.REQUESTS
    assert 500 < again.bytes <= light.AGAIN, f"{again.bytes:,} bytes when loaded again"
    assert again.requests == 2, "what is kept for ever is asked for again"
