"""The size of a table's files: at the first load, and at a reload. `make bench` measures the time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.games import GAMES
from tests.bench import light
from tests.bench.seated import Place

from .running import Chromium, House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_light(chromium: Chromium, house: House, game: str) -> None:
    first, again = await light.loads(Place(chromium, house), game)
    assert 6 < first.requests <= light.REQUESTS
    assert 500 < again.bytes <= light.AGAIN, f"{again.bytes:,} bytes when loaded again"
    assert again.requests == 2, "a file that is cached for ever is requested again"
    limit = light.BYTES if game == light.HEAVIEST else light.MOST_BYTES
    assert 50_000 < first.bytes <= limit, f"{first.bytes:,} bytes at first sight"


@pytest.fixture(scope="module")
def alone() -> Iterator[House]:
    """A server without other tables."""
    made = House()
    yield made
    made.close()


@pytest.mark.parametrize("game", GAMES)
async def test_the_way_to_a_table_is_light(chromium: Chromium, alone: House, game: str) -> None:
    """From the front page through lobby and set-up, on a server without other tables."""
    found = await light.way(Place(chromium, alone), game)
    assert 10 < found.requests <= light.WAY_REQUESTS
    limit = light.WAY_BYTES if game == light.HEAVIEST else light.MOST_WAY_BYTES
    assert 80_000 < found.bytes <= limit, f"{found.bytes:,} bytes on the way"
