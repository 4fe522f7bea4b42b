"""In Firefox, too: the first question of every game keeps the law of sight, and a whole game is played.

`make test` looks at one of them; `make firefox` looks at all.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from server.games import GAMES

from .firefox import Firefox, program
from .guest import DESK, Guest
from .pointer import as_people_do
from .running import House, patiently
from .sight import SIZES, in_turn, seated, watched

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not program(), reason="there is no Firefox here; see .ci/firefox"),
]

ROOMY = "1920x1080"
FIRST = ("loyang", "390x844")
"""The fullest table in the narrowest window: this one is part of `make test`."""

LOOKS = [
    pytest.param(*look, marks=() if look == FIRST else pytest.mark.long)
    for look in itertools.product(sorted(GAMES), [size for size in SIZES if size != ROOMY])
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def firefox() -> AsyncIterator[Firefox]:
    made = Firefox()
    yield made
    await made.close()


@pytest.mark.parametrize(("game", "size"), LOOKS)
async def test_the_first_question_is_in_sight(firefox: Firefox, address: str, game: str, size: str) -> None:
    with as_people_do():
        async with seated(firefox, address, size, in_turn(game, 0)) as guest:
            seen = await watched(guest, 1, 1, lambda wrong: f"firefox-wrong-{game}-{size}-{wrong.kind}")
            await guest.turn()
            await expect(guest.page.locator(".line.yours")).to_be_in_viewport(ratio=1)
            assert guest.complaints == []
            await guest.picture(f"firefox-{game}-{size}")  # Playwright adds a style, which the policy refuses
            assert seen.questions and seen.options
            assert [*map(str, seen.wrong)] == []


@pytest.mark.long
async def test_a_whole_game(firefox: Firefox, house: House) -> None:
    context, page = await firefox.window(locale="en-GB", **DESK)
    ada = Guest(context, page, house.open())
    with as_people_do():
        await ada.prepare()
        await ada.enter("Ada")
        await ada.make("greedy", options={"Play for every place": False})
        await ada.start()
        played = await ada.play(seed=3)
        assert len(played.asked) >= 10
        await expect(page.locator("[data-test=end] .place")).to_have_count(2)
        await expect(page.locator("#end-title")).to_be_in_viewport(ratio=1)
        assert ada.complaints == []
        await ada.picture("firefox-end")
    await patiently(context.close())
