"""What people see of the one who runs the server: announcements, and that they are locked out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.async_api import expect

from server.__main__ import main
from server.table.tokens import person

from .conftest import NewGuest
from .running import House

KEY = "the key of whoever runs it"

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def admin(redis: str, *words: str) -> None:
    """The host's command, at the Redis of the server that is tested."""
    assert await asyncio.to_thread(main, ["admin", "--redis", redis, *words]) == 0


@pytest.fixture(scope="module")
def redis(new_redis_url: Callable[[], str]) -> str:
    return new_redis_url()


@pytest.fixture(scope="module")
def house_of_ours(redis: str) -> Iterator[House]:
    """A server that hears of orders at once."""
    house = House({"REDIS": redis, "STAMMTISCH_POLL_S": "0.1", "ADMIN_KEY": KEY})
    house.open()
    yield house
    house.close()


@pytest.fixture
def hosted(house_of_ours: House) -> str:
    """Its address."""
    return house_of_ours.open()


async def test_an_announcement_is_seen_counts_down_and_goes(guest: NewGuest, hosted: str, redis: str) -> None:
    ada = await guest("Ada", at=hosted)
    told = ada.page.locator(".notice.announced")
    await admin(redis, "announce", "We are down for ten minutes.", "--minutes", "5")
    await expect(told).to_contain_text("From whoever runs this server: We are down for ten minutes.")
    await expect(told.locator(".left")).to_have_text(re.compile(r"[34]:\d\d"))
    await ada.go("new/machi_koro")
    await expect(ada.page.locator("[data-test=make]")).to_be_visible()
    await expect(told).to_be_visible()
    ben = await guest("Ben", at=hosted)
    also = ben.page.locator(".notice.announced")
    await expect(also).to_be_visible()
    await told.get_by_role("button", name="Close").click()
    await expect(told).to_have_count(0)
    await admin(redis, "announce", "")
    await expect(also).to_have_count(0)


async def test_who_is_locked_out_is_told_so(guest: NewGuest, hosted: str, redis: str) -> None:
    ada = await guest("Ada", at=hosted)
    await expect(ada.page.locator("[data-test=preferences]")).to_be_visible()
    token = await ada.page.evaluate("localStorage.getItem('stammtisch.token')")
    await admin(redis, "lock", "--person", person(token), "--minutes", "5")
    banner = ada.page.locator(".reconnect")
    await expect(banner).to_contain_text("You are locked out here for a while.")
    await expect(banner.get_by_role("button")).to_have_text("Load the page again")


async def test_the_host_sees_and_steers(guest: NewGuest, hosted: str, house_of_ours: House) -> None:
    ada, host = await guest("Ada Lovelace", at=hosted), await guest()
    assert house_of_ours.server
    page = host.page
    await page.goto(house_of_ours.server.metrics.replace("/metrics", "/admin/"))
    await page.get_by_label("Key").fill(KEY)
    await page.get_by_role("button", name="Enter").click()
    await expect(page.get_by_role("region", name="Hubs")).to_contain_text("127.0.0.1:")
    await page.get_by_label("Name, table, hash or address").fill("lovelace")
    await page.get_by_role("button", name="Search").click()
    row = page.get_by_role("region", name="Guests").get_by_role("row", name="Ada Lovelace")
    who = await row.get_by_role("cell").nth(1).inner_text()
    assert await host.violations() == []
    form = page.get_by_role("form", name="Silence or lock out")
    await form.get_by_label("What").select_option("lock")
    await form.get_by_label("Hash / Address").fill(who)
    await form.get_by_role("button", name="Do it").click()
    await expect(ada.page.locator(".reconnect")).to_contain_text("You are locked out here for a while.")
    held = page.get_by_role("region", name="In force").get_by_role("row", name=who)
    await held.get_by_role("button", name="Take back").click()
    await expect(held).to_have_count(0)
    await expect(page.get_by_role("region", name="Log")).to_contain_text("end lock")
    await ada.page.get_by_role("button", name="Load the page again").click()
    await expect(ada.page.locator("[data-test=preferences]")).to_be_visible()
    await expect(ada.page.locator(".reconnect")).to_be_hidden()
