"""A page sends few frames: none at rest, and only a handful after any event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import expect

from .conftest import NewGuest, Wire
from .guest import DESK, LOBBY, Guest
from .slow import RATE
from .wires import HANDFUL

pytestmark = pytest.mark.asyncio(loop_scope="session")

AFTER = 0.8
"""Seconds in which a page that reacts to its own frames would have sent hundreds."""

MOMENTS = 12
"""The number of past versions that a page requests, without haste, for the score chart."""

REST = 8.0
"""Seconds without any event; a ping is sent every 15."""

PINGS = 15.0
"""The seconds from one ping to the next."""


@asynccontextmanager
async def few(*all: Guest, what: str, most: int = HANDFUL) -> AsyncIterator[None]:
    """The events within this context make each of these guests send at most this many frames."""
    before, since = [[len(wire.sent) for wire in one.wires] for one in all], time.monotonic()
    yield
    await asyncio.sleep(AFTER)
    pings = int((time.monotonic() - since) / PINGS)
    for one, counts in zip(all, before, strict=True):
        for wire, count in zip(one.wires, counts, strict=True):
            sent = wire.since(count)
            for _ in range(min(pings, sent.count("ping"))):
                sent.remove("ping")  # on a busy machine the event has taken so long
            assert len(sent) <= most, f"{what}: {one.name} has sent {sent}"


async def test_a_handful_of_frames_after_everything_that_happens(
    guest: NewGuest, wire: tuple[Wire, str]
) -> None:
    between, near = wire
    ada, ben = await guest("Ada", lobby=True, at=near, **DESK), await guest("Ben", lobby=True, **DESK)
    ada.lost_wires_are_fine = True
    both = (ada, ben)
    async with few(*both, what="a table is made"):
        table = await ada.make("", "greedy", options={"Who begins": "Seat 1", "Play for every place": False})
    async with few(*both, what="somebody comes"):
        await ben.go(f"t/{table}")
    async with few(*both, what="somebody sits down"):
        await ben.page.locator("[data-test=sit]").first.click()
        await expect(ben.page.locator(".badge.you")).to_be_visible()
    async with few(*both, what="the host removes somebody"):
        await ada.page.get_by_role("button", name="Remove Ben").click()
        await expect(ben.page.locator(".badge.you")).to_have_count(0)
    await ben.page.locator("[data-test=sit]").first.click()
    async with few(*both, what="the game begins"):
        await ada.start()
    await ada.reach("build")
    async with few(*both, what="a move"):
        await ada.answer("[data-test=supply] .mk-card.offered")
    async with few(*both, what="a move is taken back"):
        await ada.page.click("[data-test=undo]")
        await ada.turn("build")
    async with few(*both, what="nothing", most=1):
        await asyncio.sleep(REST)
    async with few(*both, what="the page is loaded anew"):
        await ada.page.reload()
        await ada.turn("build")
    async with few(*both, what="the line is cut and mended"):
        between.cut()
        await expect(ada.page.locator(".reconnect")).to_be_visible()
        between.mend()
        await expect(ada.page.locator(".reconnect")).to_be_hidden()
    async with few(*both, what="the window is hidden and shown"):
        for hidden in (True, False):
            await ada.page.evaluate(HIDE, hidden)
    await asyncio.gather(ada.rush(), ben.rush())
    async with few(*both, what="the game is over, and its scores are drawn", most=HANDFUL + MOMENTS):
        for one in both:
            drawn = one.page.locator("[data-test=story][data-whole=yes]")
            await expect(drawn).to_be_visible(timeout=60_000 * RATE)
    async with few(*both, what="once more"):
        await (await ada.find("[data-test=rematch]")).click()
        await expect(ada.page.locator(".seat-row .badge.you")).to_be_visible()
    async with few(*both, what="the other follows"):
        await (await ben.find("[data-test=next]")).click()
        await expect(ben.page.locator(".seat-row .badge.you")).to_be_visible()
    async with few(*both, what="the seat is left for the lobby"):
        await ben.go("")
        await expect(ben.page.locator(LOBBY)).to_be_visible()


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


async def test_a_client_with_several_seats_joins_each_once(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("", "", "")
    page = ada.page
    for seat in (1, 2):
        async with few(ada, what=f"seat {seat} is taken, too"):
            await (await ada.find(f".seat-row[data-seat='{seat}'] [data-test=want]")).select_option("me")
            await expect(page.locator(f".seat-row[data-seat='{seat}']")).to_have_attribute(
                "data-kind", "person"
            )
    async with few(ada, what="the page is loaded anew"):
        await page.reload()
        await expect(page.locator("input[name=seat]")).to_have_count(3)
    async with few(ada, what="one of them is left"):
        await (await ada.find(".seat-row[data-seat='2'] >> text=Stand up")).click()
        await expect(page.locator("input[name=seat]")).to_have_count(2)


async def test_a_seat_that_was_lost_while_the_line_was_cut(guest: NewGuest, wire: tuple[Wire, str]) -> None:
    between, near = wire
    ada, ben = await guest("Ada", **DESK), await guest("Ben", at=near, **DESK)
    ben.lost_wires_are_fine = True
    await ben.join(await ada.make(""))
    async with few(ben, what="the seat is another's when the line is mended"):
        between.cut()
        await expect(ben.page.locator(".reconnect")).to_be_visible()
        await ada.page.get_by_role("button", name="Remove Ben").click()
        await ada.page.select_option(".seat-row[data-seat='1'] [data-test=want]", "whim")
        await expect(ada.page.locator(".seat-row[data-seat='1']")).to_have_attribute("data-kind", "bot")
        between.mend()
        await expect(ben.page.locator(".reconnect")).to_be_hidden()
        await expect(ben.page.locator(".badge.you")).to_have_count(0)
        await expect(ben.page.locator(".seat-row[data-seat='1']")).to_have_attribute("data-kind", "bot")
    await ada.start()
    await expect(ben.page.locator("[data-test=board]")).to_be_visible()
