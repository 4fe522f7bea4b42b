"""What people see of the operator: announcements, and the notice that they are locked out."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.async_api import Locator, Page, Route, expect

from server.__main__ import main
from server.table.tokens import person

from . import pointer
from .conftest import NewGuest
from .guest import Guest
from .running import House
from .timers import TIMELESS

KEY = "the key of whoever runs it"

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def admin(redis: str, *words: str) -> None:
    """The operator's command, at the Redis of the tested server."""
    assert await asyncio.to_thread(main, ["admin", "--redis", redis, *words]) == 0


async def press_until(button: Locator, shown: Locator) -> None:
    """Press repeatedly, as a waiting person would, until this is shown."""
    while not await shown.count():
        if await button.is_visible():
            await button.click()
        with contextlib.suppress(AssertionError):
            await expect(shown).not_to_have_count(0, timeout=2_000)


@pytest.fixture(scope="module")
def redis(new_redis_url: Callable[[], str]) -> str:
    return new_redis_url()


@pytest.fixture(scope="module")
def house_of_ours(redis: str) -> Iterator[House]:
    """A server that receives orders at once."""
    house = House({"REDIS": redis, "STAMMTISCH_POLL_S": "0.1", "ADMIN_KEY": KEY})
    house.open()
    yield house
    house.close()


@pytest.fixture
def hosted(house_of_ours: House) -> str:
    """The address of this server."""
    return house_of_ours.open()


async def test_an_announcement_is_seen_counts_down_and_goes(guest: NewGuest, hosted: str, redis: str) -> None:
    ada = await guest("Ada", lobby=True, at=hosted)
    told = ada.page.locator(".notice.announced")
    await admin(redis, "announce", "We are down for ten minutes.", "--minutes", "5")
    await expect(told).to_contain_text("From whoever runs this server: We are down for ten minutes.")
    await expect(told.locator(".left")).to_have_text(re.compile(r"[34]:\d\d"))
    await ada.go("new/machi_koro")
    await expect(ada.page.locator("[data-test=make]")).to_be_visible()
    await expect(told).to_be_visible()
    ben = await guest("Ben", lobby=True, at=hosted)
    also = ben.page.locator(".notice.announced")
    await expect(also).to_be_visible()
    await told.get_by_role("button", name="Close").click()
    await expect(told).to_have_count(0)
    await admin(redis, "announce", "")
    await expect(also).to_have_count(0)


async def test_a_locked_out_person_is_told_so(guest: NewGuest, hosted: str, redis: str) -> None:
    ada = await guest("Ada", lobby=True, at=hosted)
    await expect(ada.page.locator("[data-test=preferences]")).to_be_visible()
    token = await ada.page.evaluate("localStorage.getItem('stammtisch.token')")
    await admin(redis, "lock", f"--person={person(token)}", "--minutes", "5")  # it may begin with a hyphen
    banner = ada.page.locator(".reconnect")
    await expect(banner).to_contain_text("You are locked out here for a while.")
    await expect(banner.get_by_role("button")).to_have_text("Load the page again")


async def entered(host: Guest, house: House, key: str = "Key", enter: str = "Enter") -> Page:
    """The operator's page, with the key entered."""
    assert house.server
    page = host.page
    pointer.SCROLLED.add(page)
    await page.goto(house.server.metrics.replace("/metrics", "/admin/"))
    await page.get_by_label(key).fill(KEY)
    await page.get_by_role("button", name=enter).click()
    await expect(page.get_by_role("region", name="Hubs")).to_contain_text("127.0.0.1:")
    return page


async def test_somebody_is_reported_and_the_host_deals_with_it(
    guest: NewGuest, hosted: str, house_of_ours: House
) -> None:
    ada, ben, host = await guest("Ada", at=hosted), await guest("Ben", at=hosted), await guest()
    await ben.join(await ada.make("", "greedy"))
    await ada.start()
    await ben.beside("chat")
    await ben.page.get_by_label("Say something").fill("You play like sheep")
    await ben.page.keyboard.press("Enter")
    await ada.beside("chat")
    await expect(ada.page.locator("[data-test=chat]")).to_contain_text("sheep")
    await ada.page.get_by_role("tab", name="People").click()
    flag = ada.page.locator("[data-test=report]")
    await expect(flag).to_have_count(1)  # neither oneself nor a bot
    await expect(flag).to_have_accessible_name(re.compile("^Report .*Ben"))
    await ada.page.evaluate(TIMELESS)
    await flag.focus()
    await ada.page.keyboard.press("Enter")
    why = ada.page.get_by_label("What has happened?")
    await why.fill("He insults us")
    await ada.picture("report")
    assert await ada.violations() == []
    await why.press("Tab")
    await expect(ada.page.get_by_role("button", name="Cancel")).to_be_focused()
    await ada.page.keyboard.press("Tab")
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.get_by_text("Thank you: your report has arrived.")).to_be_visible()
    await expect(why).to_have_count(0)
    await expect(flag).to_be_focused()

    page = await entered(host, house_of_ours)
    row = page.get_by_role("region", name="Reports").get_by_role("row", name="He insults us")
    await row.get_by_text("What was said (1)").click()
    await expect(row).to_contain_text("You play like sheep")
    await expect(row).to_contain_text("(Machi Koro)")
    assert await host.violations() == []
    await host.picture("admin-reports")
    for width in (1366, 390):
        await page.set_viewport_size({"width": width, "height": 844})
        for name in ("Silence for a day", "Dealt with"):
            await expect(row.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await row.get_by_role("button", name="Silence for a day").click()
    await page.get_by_role("button", name="Yes").click()
    held = page.get_by_role("region", name="In force").get_by_role("row", name="Silence")
    await expect(held).to_have_count(1)
    await row.get_by_role("button", name="Dealt with").click()
    await expect(row).to_have_count(0)
    await expect(page.get_by_role("region", name="Log")).to_contain_text("close report")
    await held.get_by_role("button", name="Take back").click()
    await expect(held).to_have_count(0)
    await ben.go("new/machi_koro")
    await expect(ada.page.locator("[data-test=people]")).to_contain_text("not here now")
    await expect(flag).to_have_count(1)  # a person who has chatted can still be reported


async def test_the_host_sees_and_steers(guest: NewGuest, hosted: str, house_of_ours: House) -> None:
    ada, host = await guest("Ada Lovelace", lobby=True, at=hosted), await guest()
    page = await entered(host, house_of_ours)
    await page.get_by_label("Name, table, hash or address").fill("lovelace")
    row = page.get_by_role("region", name="Guests").get_by_role("row", name="Ada Lovelace")
    await press_until(page.get_by_role("button", name="Search"), row)  # her name may not have arrived yet
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
    again = ada.page.get_by_role("button", name="Load the page again")
    await press_until(again, ada.page.locator(".reconnect[data-state=online]"))
    await expect(ada.page.locator("[data-test=preferences]")).to_be_visible()
    await expect(ada.page.locator(".reconnect")).to_be_hidden()


SIDEWAYS = """() => [...document.querySelectorAll(".admin-grid")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)"""
"""The tables of the page that are wider than the window."""


LONG = "KeyError: " + "the prize that was turned up lies in no stack " * 4 + "x" * 110
"""A cause as long as one can be."""


async def test_the_list_of_failed_tables_fits_every_window(
    guest: NewGuest, hosted: str, house_of_ours: House
) -> None:
    """A long cause pushed the time under the button that opens the table again."""
    host = await guest("", locale="de-DE")
    page = host.page

    async def failed(route: Route) -> None:
        answer = await route.fetch()
        seen = await answer.json()
        if "hubs" in seen:
            seen["broken"] = [
                {"table": "Fq5l26VPZ5Tz", "game": "gops", "cause": LONG, "at": 1_700_000_000_000}
            ]
            seen["hubs"][0]["left_out"] = [f"the game snap (snap 1.0) is left out: {LONG}"]
            seen["log"] = [{"at": 0, "by": "the page", "what": "announce", "text": LONG, "true": True}]
        if "guests" in seen:
            tables = [f"{n}VPZ5TzFq5l" for n in range(30)]
            row = {"hub": "h", "person": "ah0UwUmEQ82Ow-19", "name": "Ben", "address": "::1", "bot": False}
            seen["guests"] = [{**row, "tables": tables}]
        await route.fulfill(response=answer, json=seen)

    await page.route("**/admin/do", failed)
    await entered(host, house_of_ours, "Schlüssel", "Eintreten")
    await page.get_by_role("button", name="Suchen").click()
    row = page.get_by_role("region", name=re.compile("^Tische, die geschlossen")).get_by_role("row").last
    await expect(row).to_contain_text("Fq5l26VPZ5Tz")
    await expect(page.get_by_role("region", name="Gäste")).to_contain_text("29VPZ5TzFq5l")
    for width in (390, 1366, 1920):
        await page.set_viewport_size({"width": width, "height": 844})
        assert await page.evaluate(SIDEWAYS) == [], width
        assert await host.fits()
    await expect(row.get_by_role("button", name="Wieder öffnen")).to_be_visible()
    assert await host.violations() == []


async def test_somebody_found_is_dealt_with_and_what_came_of_it_is_in_sight(
    guest: NewGuest, hosted: str, house_of_ours: House
) -> None:
    """On a phone as well: nobody has to type a hash, and the result of an order at the bottom is shown at the
    top."""
    ada, host = await guest("Ada Byron", at=hosted), await guest("", viewport={"width": 390, "height": 844})
    table = await ada.make("")
    page = await entered(host, house_of_ours)
    told, bar = page.get_by_role("status"), page.get_by_role("form", name="Silence or lock out")
    await page.get_by_label("Name, table, hash or address").fill("byron")
    row = page.get_by_role("region", name="Guests").get_by_role("row", name="Ada Byron")
    await press_until(page.get_by_role("button", name="Search"), row)
    who = await row.get_by_role("cell").nth(1).inner_text()
    deal = row.get_by_role("button", name="Deal with")
    await deal.click()
    await expect(bar.get_by_label("What")).to_be_focused()
    await expect(bar.get_by_label("Hash / Address")).to_have_value(who)
    await bar.get_by_label("Minutes").fill("99999999")
    await bar.get_by_role("button", name="Do it").click()
    await expect(told).to_have_text("minutes go from 0 to 5270400, which is ten years")
    await expect(told).to_be_in_viewport(ratio=1)
    host.complaints = [it for it in host.complaints if "status of 409" not in it]
    await bar.get_by_label("Minutes").fill("60")
    await bar.get_by_role("button", name="Do it").click()
    await expect(told).to_have_text("Done.")
    await expect(told).to_be_in_viewport(ratio=1)
    await expect(bar.get_by_label("Hash / Address")).to_have_value("")
    held = page.get_by_role("region", name="In force").get_by_role("row", name=who)
    await expect(held).to_contain_text(f"Ada Byron (Table {table})")
    assert await page.evaluate(SIDEWAYS) == []
    await held.get_by_role("button", name="Take back").click()
    await expect(held).to_have_count(0)
    assert await host.violations() == []
    await ada.page.close()


async def test_a_server_that_answers_again_is_not_said_to_be_away(
    guest: NewGuest, hosted: str, house_of_ours: House
) -> None:
    """Results are shown in the language of the page."""
    host = await guest("", locale="de-DE")
    page = await entered(host, house_of_ours, "Schlüssel", "Eintreten")
    told = page.get_by_role("status")
    await page.route("**/admin/do", lambda route: route.abort())
    await expect(told).to_have_text("Der Server antwortet nicht.")
    await page.unroute("**/admin/do")
    await expect(told).to_have_text("")
    host.complaints = [it for it in host.complaints if "ERR_FAILED" not in it]
    await page.get_by_role("button", name="Keine neuen Tische mehr").click()
    held = page.get_by_role("region", name="Was gilt").get_by_role("row", name="Keine neuen Tische")
    await held.get_by_role("button", name="Zurücknehmen").click()
    await expect(page.get_by_role("region", name="Protokoll")).to_contain_text("wieder neue Tische")


async def test_all_who_are_here_are_found_and_the_keyboard_stays_where_it_was(
    guest: NewGuest, hosted: str, house_of_ours: House
) -> None:
    """After a question that was cancelled and after an order; refusals are in the page's language."""
    ada, host = await guest("Ada King", at=hosted), await guest("", locale="de-DE")
    await ada.make("")
    page = await entered(host, house_of_ours, "Schlüssel", "Eintreten")
    row = page.get_by_role("region", name="Gäste").get_by_role("row", name="Ada King")
    await press_until(page.get_by_role("button", name="Suchen"), row)
    await expect(page.get_by_role("heading", name=re.compile(r"^Gäste \([1-9]\d*\)$"))).to_be_visible()
    close = page.get_by_role("region", name="Tische").get_by_role("button", name="Schließen").first
    await close.focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("button", name="Abbrechen")).to_be_focused()
    assert await host.violations() == []
    words, room = await dialog.locator("p").first.bounding_box(), await dialog.bounding_box()
    assert words and room and words["x"] >= room["x"] + 12, "nothing is glued to the edge"
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(close).to_be_focused()

    told, bar = page.get_by_role("status"), page.get_by_role("form", name="Stummschalten oder aussperren")
    await bar.get_by_label("Hash / Adresse").fill("Ada")
    await page.keyboard.press("Enter")
    await expect(told).to_contain_text("Eine Person kennt man hier am Hash")
    await bar.get_by_label("Wen").select_option("address")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(told).to_have_text("Ada ist keine Adresse.")
    host.complaints = [it for it in host.complaints if "status of 409" not in it]
    said = page.get_by_role("form", name="Allen ankündigen").get_by_label("Text")
    await said.fill("Pause")
    await page.keyboard.press("Enter")
    await expect(told).to_have_text("Erledigt.")
    await expect(said).to_have_value("")
    await expect(said).to_be_focused()
    held = page.get_by_role("region", name="Was gilt").get_by_role("row", name="Pause")
    await held.get_by_role("button", name="Zurücknehmen").click()
    await expect(held).to_have_count(0)
    await expect(page.get_by_role("region", name="Protokoll")).to_contain_text("diese Seite")
    await ada.page.close()
