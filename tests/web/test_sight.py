"""The law of sight over some questions of each game, where there is least room; `make sight` plays hundreds
of games at all sizes."""

from __future__ import annotations

import pytest

from server.games import GAMES

from .pointer import as_people_do
from .running import Chromium, House
from .sight import SIZES, Job, looked_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 12
ROOMY = "1920x1080"
"""What has room elsewhere has it here."""


@pytest.mark.parametrize("size", [size for size in SIZES if size != ROOMY])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_all_that_is_offered_is_in_sight(
    chromium: Chromium, house: House, address: str, game: str, size: str
) -> None:
    with as_people_do():
        seen = await looked_at(chromium, address, Job(game, size, 0), QUESTIONS, set())
    assert seen.questions and seen.options
    assert [*map(str, seen.wrong)] == []
