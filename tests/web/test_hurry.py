"""A player who waits for bots hurries them, by a button or a key, and they go on until a person is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .running import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOR_EVER = 3_600_000
"""The pause of these bots in milliseconds: nothing moves unless it is hurried."""


@pytest.fixture(scope="module")
def sleepy() -> Iterator[House]:
    made = House({"STAMMTISCH_MINDS": "whim"}, pause_ms=(FOR_EVER, FOR_EVER))
    yield made
    made.close()


async def play_a_turn(ada: Guest) -> None:
    """Roll, and build nothing; then others are asked."""
    for verb in ("roll", "pass"):
        button = f".line [data-verb={verb}]"
        await (await ada.find(button)).click()
        await expect(ada.page.locator(button)).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "window", "name"),
    [("en-GB", DESK, "Go on"), ("de-DE", PHONE, "Weiter")],
    ids=["desk", "phone"],
)
async def test_bots_that_pause_for_ever_go_on_when_they_are_hurried(
    guest: NewGuest, sleepy: House, language: str, window: dict[str, Any], name: str
) -> None:
    ada = await guest("Ada", at=sleepy.open(), locale=language, **window)
    await ada.make("whim")
    await ada.start()
    hurry, mine = ada.page.locator("[data-test=hurry]"), ada.page.locator(".line.yours")
    await expect(hurry.or_(mine)).to_be_visible()
    if await mine.is_visible():  # the first question to the player stays open
        await play_a_turn(ada)
    await expect(hurry).to_be_visible()
    await expect(hurry).to_have_text(name)
    assert await ada.violations() == []
    assert await ada.fits()
    if language == "en-GB":
        await ada.page.keyboard.press("g")
    else:
        await (await ada.find("[data-test=hurry]")).click()
    await expect(mine).to_be_visible()
    await expect(hurry).to_have_count(0)
    await play_a_turn(ada)
    await expect(hurry).to_have_attribute("aria-pressed", "false")  # and they pause again
