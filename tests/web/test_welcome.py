"""The welcome of a guest: the inviting person and the game, the language, and the field for the name."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Route, expect

from .conftest import NewGuest
from .guest import DESK, PHONE, cover_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_an_invited_guest_sees_by_whom_and_to_what(guest: NewGuest, context: dict[str, object]) -> None:
    ada = await guest("Ada", **DESK)
    table = await ada.make("", "greedy", game="santiago", link=True)
    await expect(ada.page.locator(".seat-row[data-seat='2']")).to_have_attribute("data-kind", "bot")
    ben = await guest(**context)
    page = ben.page
    await page.goto(f"{ben.address}/#/t/{table}")
    invitation = page.locator("[data-test=invitation]")
    await expect(invitation).to_contain_text("Ada has invited you to a table: Santiago de Cuba")
    await expect(invitation).to_contain_text("There already: Ada and Kepler. 1 seat is free.")
    await expect(invitation.locator(cover_of("santiago"))).to_be_visible()
    await expect(page.locator("#guest-name")).to_be_focused()
    await expect(page).to_have_title("Santiago de Cuba · Stammtisch")
    assert await ben.violations() == []
    assert await ben.fits()

    await page.locator("label", has_text="Deutsch").click()
    await expect(invitation).to_contain_text("Ada hat dich an einen Tisch eingeladen: Santiago de Cuba")
    assert await page.evaluate("() => document.documentElement.lang") == "de"
    await page.fill("#guest-name", "Ben")
    await page.keyboard.press("Enter")
    await expect(page.locator(".badge.you")).to_be_visible()
    await ada.start()

    eve = await guest()
    await eve.page.goto(f"{ben.address}/#/t/{table}")
    await expect(eve.page.locator("[data-test=invitation]")).to_contain_text(
        "The game has begun. You can watch."
    )

    async def closed(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, json={**await answer.json(), "phase": "closed"})

    await eve.page.route("**/tables/*", closed)
    await eve.page.reload()
    await expect(eve.page.locator("[data-test=invitation]")).to_contain_text(
        "The table is closed at the moment."
    )
    await eve.page.unroute("**/tables/*")
    await ada.call("close", table)
    await eve.page.reload()
    await expect(
        eve.page.get_by_text("The game at this table is over, or part of the link is missing")
    ).to_be_visible()


async def test_a_first_visit_explains_the_page(guest: NewGuest) -> None:
    ada = await guest(locale="de-DE")
    await ada.page.goto(ada.address)
    await expect(ada.page.get_by_text("Brettspiele live mit deinen Freunden")).to_be_visible()
    await expect(ada.page).to_have_title("Nimm Platz · Stammtisch")
    await ada.page.locator("label", has_text="English").click()
    await expect(ada.page.get_by_role("heading", name="Take a seat")).to_be_visible()
    assert await ada.violations() == []


async def test_of_two_languages_the_one_chosen_last_stays(guest: NewGuest) -> None:
    """On a slow line the texts of the first one come later than the second one is there."""
    ada = await guest(locale="de-DE")
    page, comes = ada.page, asyncio.Event()

    async def late(route: Route) -> None:
        await comes.wait()
        await route.continue_()

    await page.route("**/texts/en.*", late)
    await page.goto(ada.address)
    async with page.expect_request("**/texts/en.*"):
        await page.locator("label", has_text="English").click()
    await page.evaluate("() => player.speak('de')")
    async with page.expect_event("requestfinished", lambda asked: "/texts/en." in asked.url):
        comes.set()
    await page.evaluate("() => player.rest()")
    await expect(page.get_by_role("heading", name="Nimm Platz")).to_be_visible()
