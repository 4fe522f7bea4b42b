"""A group of friends in the page: founded, joined by its link, played in, and left again."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest, pick

pytestmark = pytest.mark.asyncio(loop_scope="session")

COUNTED = """async () => {
  const { groupOf, groups } = await import("/static/core/group_list.js");
  return (await groupOf(groups.value[0].group)).played > 0;
}"""
"""Is there a game in the group's book? It is added some seconds after the end."""


async def late_looks(one: Guest, group: str) -> tuple[asyncio.Event, asyncio.Event]:
    """From now on the response to a look at the group is held until the second event is set; the first event
    tells that it has arrived."""
    seen, comes = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        if route.request.method != "GET":
            return await route.continue_()
        answer = await route.fetch()
        seen.set()
        await comes.wait()
        return await route.fulfill(response=answer)

    await one.page.route(f"**/groups/{group}", late)
    return seen, comes


async def found(one: Guest, title: str) -> str:
    """Create a group, as the lobby shows it; returns the last part of its link."""
    await (await one.find("[data-test=to-founding]")).click()
    await one.page.fill("[data-test=group-title]", title)
    await one.page.click("[data-test=found]")
    await one.page.wait_for_url(re.compile("#/g/."))
    return one.page.url.rsplit("/", 1)[1]


async def test_a_group_plays_and_stands_in_its_own_book(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", lobby=True, **DESK), await guest("Ben", locale="de-DE", **PHONE)
    group = await found(ada, "Thursday people")
    await expect(ada.page.locator("[data-test=members]")).to_have_text("Ada")
    await ben.go(f"g/{group}")
    await expect(ben.page.get_by_role("heading", level=1)).to_have_text("Thursday people")
    await expect(ben.page.get_by_text("1 Person gehört zu dieser Gruppe.")).to_be_visible()
    assert await ben.violations() == []
    await (await ben.find("[data-test=join-group]")).click()
    await expect(ben.page.locator("[data-test=members]")).to_have_text("Ada und Ben")
    await (await ada.find("[data-test=group-new]")).click()
    await expect(ada.page.locator("[data-test=for-group]")).to_have_value(group)
    await pick(ada.page, "count", 2)
    await ada.page.select_option("select[data-seat='1']", "greedy")
    await (await ada.find("[data-test=make]")).click()
    await ada.start()
    await ada.rush()
    await ada.until(COUNTED)
    await ada.go(f"g/{group}")
    row = ada.page.locator("[data-test=standings] tbody tr")
    await expect(row).to_have_count(1)
    await expect(row.locator("th")).to_have_text("Ada")
    await expect(row.locator("td").first).to_have_text("1")
    await expect(ada.page.locator("[data-test=group-games] a")).to_have_text("Machi Koro")
    assert await ada.violations() == []
    await ada.picture("group-desk")
    await (await ada.find("[data-test=like-last]")).click()
    await ada.page.wait_for_url(re.compile("#/t/"))
    table = ada.page.url.rsplit("/", 1)[1]
    await ben.page.reload()
    there = ben.page.locator(f"[data-test=group-tables] [data-table='{table}']")
    await expect(there).to_contain_text("Machi Koro")
    assert await ben.violations() == [] and await ben.fits()
    await ben.picture("group-phone")


LATER = """async () => {
  const { calendar } = await import("/static/core/calendar.js");
  const told = (minutes) => calendar({
    title: "Evening", at: 2e12, link: "http://x/", id: "evening", now: Date.now() + 60_000 * minutes,
  });
  return [1, 2].map((minutes) => Number(/SEQUENCE:(\\d+)/.exec(told(minutes))[1]));
}"""
"""The numbers of the entries of an evening that is moved a minute from now, and again a minute later."""


async def test_the_next_evening_goes_into_a_calendar_and_who_leaves_is_gone(
    guest: NewGuest, tmp_path: Path
) -> None:
    ada = await guest("Ada", lobby=True, timezone_id="Europe/Berlin", **DESK)
    page = ada.page
    group = await found(ada, "Mühle; Karten, Würfel und alles andere, was wir spielen")
    await page.fill("[data-test=when]", "2031-01-16T20:30")
    await (await ada.find("[data-test=keep-evening]")).click()
    await expect(page.locator("[data-test=evening]")).to_contain_text("16 January 2031 at 20:30")
    async with page.expect_download() as coming:
        await (await ada.find("[data-test=calendar]")).click()
    path = tmp_path / "evening.ics"
    await (await coming.value).save_as(path)
    lines = path.read_bytes().split(b"\r\n")
    assert max(map(len, lines)) <= 75 and lines[-1] == b""
    event = path.read_text("utf-8").replace("\n ", "").replace("\r", "").splitlines()
    assert "DTSTART:20310116T193000Z" in event and "DTEND:20310116T223000Z" in event
    assert any(line.startswith("SUMMARY:Mühle\\; Karten\\, Würfel") for line in event)
    assert any(line.startswith("URL:http") and line.endswith(f"/g/{group}") for line in event)
    assert f"UID:evening-{group}@stammtisch" in event
    [sequence] = [int(line.partition(":")[2]) for line in event if line.startswith("SEQUENCE:")]
    later = await page.evaluate(LATER)
    assert later[1] > later[0] > sequence, "calendars take the higher number for the moved evening"
    await page.fill("[data-test=title]", "Mühle")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Mühle")
    await (await ada.find("[data-test=leave-group]")).click()
    await page.get_by_role("dialog").get_by_role("button", name="Leave the group").click()
    await expect(page.locator("[data-test=to-founding]")).to_be_visible()
    assert json.loads(await page.evaluate("() => localStorage.getItem('stammtisch.groups')")) == []
    await ada.go(f"g/{group}")
    await expect(page.get_by_text("There is no such group")).to_be_visible()


async def test_a_group_that_can_not_be_reached_is_not_said_to_be_gone(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    ada.lost_wires_are_fine = True
    page = ada.page
    group = await found(ada, "Thursday people")
    await expect(page.locator("[data-test=members]")).to_have_text("Ada")

    async def lost(route: Route) -> None:
        await route.abort()

    await page.route(f"**/groups/{group}", lost)
    await page.reload()
    await expect(page.get_by_text("The server can’t reach its store right now.")).to_be_visible()
    await page.unroute(f"**/groups/{group}")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Thursday people")


async def test_a_late_response_after_leaving_a_group_is_ignored(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    page = ada.page
    group = await found(ada, "Thursday people")
    await expect(page.locator("[data-test=members]")).to_have_text("Ada")
    seen, comes = await late_looks(ada, group)
    await page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # then it looks
    await seen.wait()
    await (await ada.find("[data-test=leave-group]")).click()
    await page.get_by_role("dialog").get_by_role("button", name="Leave the group").click()
    await expect(page.locator("[data-test=to-founding]")).to_be_visible()
    async with page.expect_event("requestfinished", lambda asked: asked.url.endswith(f"/groups/{group}")):
        comes.set()
    await page.evaluate("() => new Promise((go) => setTimeout(go, 300))")
    assert json.loads(await page.evaluate("() => localStorage.getItem('stammtisch.groups')")) == []
