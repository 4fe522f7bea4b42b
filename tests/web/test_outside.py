"""A game without a board of its own and a kind of bot, both from somebody else's package, in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.outside import environment

from .conftest import NewGuest
from .running import House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has the package."""
    house = House(environment(tmp_path_factory.mktemp("outside")))
    yield house.open()
    house.close()


async def test_a_game_and_a_bot_from_outside_are_found_set_up_and_played(
    guest: NewGuest, outside: str
) -> None:
    ada = await guest("Ada", lobby=True, at=outside)
    tile = ada.page.locator(".game-tile", has_text="Market Day")
    await expect(tile).to_be_visible()
    await expect(tile.locator("img")).to_have_attribute(
        "src", re.compile(rf"^{re.escape(outside)}/static/icon\.[0-9a-f]{{10}}\.svg$")
    )
    await ada.make("last", "greedy", game="toy")
    await expect(ada.page.locator("body")).to_contain_text("last")
    await ada.start()
    played = await ada.play("visit")  # there all seats choose at once, and may be in each other's way
    assert played.asked == ["bid"] and played.prompt == "visit"
    await ada.beside("log")
    await expect(ada.page.locator(".log-line", has_text="won the bids")).to_be_visible()
