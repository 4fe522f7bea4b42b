"""Friends at one table, each in a browser at another hub: they notice no difference."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.bench.stages import private_redis

from .conftest import NewGuest
from .guest import FIRST, Guest
from .running import House
from .sight import SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def two_houses() -> Iterator[list[House]]:
    """Two hubs with one Redis, each with bots."""
    with private_redis() as redis, contextlib.ExitStack() as stack:
        made = [House({"REDIS": redis}) for _ in range(2)]
        for house in made:
            stack.callback(house.close)
        yield made


PLACES = """(all) => all.map((one) => [one.dataset.seat, one.dataset.place,
  ...[...one.querySelectorAll(".place-parts b")].map((part) => part.textContent)])"""
"""By place: the seat, and the parts of its result."""


UNDER_WAY = "() => document.querySelector('.table-page').dataset.version > 30"
"""Have both had a few turns?"""


async def to_the_end(one: Guest) -> None:
    """Play some turns by clicks, and all others over the same socket."""
    assert (await one.play("throw", "build", when=UNDER_WAY)).did
    await one.rush()


async def test_a_game_of_friends_at_two_hubs(two_houses: list[House], guest: NewGuest) -> None:
    one, two = (house.open() for house in two_houses)
    ada = await guest("Ada", at=one)
    ben = await guest("Ben", at=two, **SIZES["390x844"])
    eve = await guest("Eve", at=two)
    table = await ada.make("", "whim", options={**FIRST, "Play for every place": False}, link=True)
    await ben.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    await asyncio.gather(to_the_end(ada), to_the_end(ben))
    await expect(eve.page.locator("[data-test=end]")).to_be_visible()
    ends = [await it.page.locator("[data-test=end] .place").evaluate_all(PLACES) for it in (ada, ben, eve)]
    assert ends[0] == ends[1] == ends[2] and len(ends[0]) == 3
