"""The waiting room: presence, what to read meanwhile, chat, and the settings that differ from the
defaults."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from server.games.catalogue import texts

from .codes import read
from .conftest import NewGuest
from .guest import DESK, LAPTOP, PHONE, cover_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_on_a_laptop_the_link_and_all_seats_leave_room_for_what_begins(guest: NewGuest) -> None:
    """Four seats below an invitation of two rows had pushed it half out of the window."""
    ada = await guest("Ada", **LAPTOP)
    await ada.make("", "", "", game="bruges")
    async for _ in ada.languages():
        for button in ("start", "fill"):
            await expect(ada.page.locator(f"[data-test={button}]")).to_be_in_viewport(ratio=1)
        only_here = ada.page.locator(".waiting-invite .only-here summary")
        await expect(only_here).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_the_room_has_cover_seats_rules_and_chat(guest: NewGuest, context: dict[str, object]) -> None:
    ada, ben = await guest("Ada", **context), await guest("Ben", **DESK)
    table = await ada.make("", "greedy", game="bruges")
    page = ada.page
    await expect(page.locator(f".waiting-head {cover_of('bruges')}")).to_be_visible()
    await expect(page.locator(".seat-row .face")).to_have_count(3)
    titles = [section["title"] for section in texts("bruges", "en")["rules"]["short"]]
    await expect(page.locator(".waiting-reading h3")).to_have_text(titles)
    await ben.go(f"t/{table}")
    field = ben.page.get_by_label("Say something")
    await expect(field).to_be_visible()
    await field.fill("Shall we begin?")
    await ben.page.keyboard.press("Enter")
    await expect(page.locator("[data-test=chat]")).to_contain_text("Shall we begin?")
    assert await ada.violations() == []
    assert await ada.fits()
    await ben.page.click("[data-test=sit]")
    await ada.start()
    await expect(page.locator("[data-test=board]")).to_be_visible()


@pytest.mark.parametrize("width", [1366, 1700], ids=["drawer", "column"])
async def test_who_writes_when_the_game_begins_writes_on(guest: NewGuest, width: int) -> None:
    """The letters were lost, and those that followed were keys of the table."""
    ada, ben = await guest("Ada", **DESK), await guest("Ben", viewport={"width": width, "height": 820})
    await ben.join(await ada.make(""))
    field = ben.page.get_by_label("Say something")
    await field.focus()
    await ben.page.keyboard.type("half a thou")
    await ada.start()
    await ben.page.wait_for_selector("[data-test=board]")
    await expect(field).to_be_focused()
    await ben.page.keyboard.type("ght, lol?")
    await expect(field).to_have_value("half a thought, lol?")
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.locator("[data-test=chat]")).to_contain_text("half a thought, lol?")
    await expect(field).to_have_value("")


async def test_only_what_differs_from_the_usual_is_told_at_once(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.make("", game="bruges")
    rules = page.locator(".waiting-rules")
    await expect(rules).to_contain_text("The usual rules.")
    for hidden in (rules.locator(".variants"), rules.locator(".hash")):
        await expect(hidden).to_be_hidden()
    await (await ada.find(rules.get_by_text("All variants"))).click()
    await expect(rules.locator(".variants")).to_contain_text("Pets")
    await (await ada.find(rules.get_by_text("Fair dealing", exact=True))).click()
    await expect(rules.locator(".hash")).to_be_visible()
    assert await ada.violations() == []
    await ada.make("", game="bruges", options={"Pets": True}, link=True)
    await expect(rules.locator(".tags")).to_have_text("Pets: yesonly with the link")
    await expect(rules.locator("[data-changed=pets]")).to_contain_text("share a house with a person")


async def test_who_makes_a_table_for_friends_on_a_phone_sees_the_link_at_once(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **PHONE, locale="de-DE"), await guest("Ben", **PHONE)
    table = await ada.make("", "", "greedy", game="bruges")
    wants = ada.page.locator("[data-test=want]")
    await expect(wants).to_have_count(2)
    for seat in await wants.all():  # beside the seat's number: in one line
        assert await seat.evaluate("(at) => at.closest('li').offsetHeight < 1.5 * at.offsetHeight")
    await ben.join(table)
    link = ada.page.locator("[data-test=invite]")
    await expect(link).to_be_in_viewport()
    assert await ada.violations() == []
    await expect(ben.page.locator(".badge.you")).to_be_in_viewport()  # an invited person looks for a seat


async def test_an_invitation_says_what_it_is_good_for(guest: NewGuest) -> None:
    """If bots have all other seats, friends who follow the link find none; the invitation and the page say
    why."""
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **DESK)
    table = await ada.make("greedy")
    invite = ada.page.locator(".waiting-invite")
    await expect(invite).to_contain_text("All seats are taken: whoever opens this link can watch.")
    await expect(invite).to_contain_text("remove a bot")
    await ben.go(f"t/{table}")
    told = ben.page.locator(".waiting-seats")
    await expect(told).to_contain_text("You can watch. The host can remove a bot so that you can play.")
    assert (await told.inner_text()).count("All seats are taken") == 1
    await expect(ben.page.locator(".waiting-invite")).to_contain_text("Whoever opens this link can watch.")
    await ada.page.click("[data-test=remove]")
    for one in (ada, ben):
        await expect(one.page.locator(".waiting-invite")).to_contain_text("can join, or watch")
    await ben.page.click("[data-test=sit]")
    await ada.start()
    await ada.page.click("[data-test=menu]")
    await expect(ada.page.get_by_role("dialog")).to_contain_text("Whoever opens this link can watch.")


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_the_invitation_is_a_code_for_cameras_too(
    guest: NewGuest, named: str, context: dict[str, object]
) -> None:
    ada = await guest("Ada", named, **context, locale="de-DE")
    page = ada.page
    await ada.make("", game="loyang")
    fetched = (
        "() => performance.getEntriesByType('resource').filter(({ name }) => /\\/qr\\./.test(name)).length"
    )
    assert await page.evaluate(fetched) == 0, "without showing the code, no file is fetched for it"
    await (await ada.find("[data-test=show-code]")).click()
    link = await page.locator("[data-test=invite]").input_value()
    code = page.get_by_role("img", name=f"QR-Code des Links {link}")
    await expect(code).to_be_visible()
    width = int((await code.get_attribute("viewBox") or "").split()[-1])
    assert read(await code.locator("path").get_attribute("d") or "", width) == link
    assert await ada.violations() == []
    assert await ada.fits()


async def test_a_code_that_is_on_its_way_asks_for_a_moment(guest: NewGuest, named: str) -> None:
    """The text was once that of going to a table."""
    ada = await guest("Ada", named, **DESK)
    await ada.make("", game="loyang")
    come = asyncio.Event()

    async def hold(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await ada.page.route(re.compile(r"/qr\."), hold)
    await (await ada.find("[data-test=show-code]")).click()
    await expect(ada.page.locator(".waiting-invite [role=status]").first).to_have_text("One moment …")
    come.set()
    await expect(ada.page.locator("[data-test=code]")).to_be_visible()
