"""A position that a person writes in the page, has checked, and plays with bots or with friends."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from server.games.positions import example

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .test_replay import at, bring

pytestmark = pytest.mark.asyncio(loop_scope="session")


def refused(one: Guest) -> None:
    """The browser logs a refusal of the server as an error; that is expected."""
    one.complaints = [said for said in one.complaints if "status of 400" not in said]


async def to_position(one: Guest) -> None:
    """Through the set-up of a table."""
    await (await one.find("[data-game=machi_koro] [data-test=new-table]")).click()
    await (await one.find("[data-test=to-position]")).click()
    await expect(one.page.locator("[data-test=position-text]")).not_to_have_value("")


async def test_text_typed_before_the_example_arrives_is_kept(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    await to_position(ada)
    written, on = asyncio.Event(), ada.page.locator("[data-test=position-text]")

    async def late(route: Route) -> None:
        await written.wait()
        await route.continue_()

    await ada.page.route("**/games/santiago/position/**", late)
    async with ada.page.expect_response("**/games/santiago/position/**"):
        await ada.page.select_option("[data-test=position-game]", "santiago")
        await on.fill("mine")
        written.set()
    await ada.page.evaluate("() => new Promise((go) => setTimeout(go, 300))")
    await expect(on).to_have_value("mine")


async def test_an_example_is_changed_checked_and_played_on_a_phone(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, locale="de-DE", **PHONE)
    page, said = ada.page, ada.page.locator("[data-test=position-said]")
    await to_position(ada)
    await page.select_option("[data-test=position-game]", "santiago")
    text = page.locator("[data-test=position-text]")
    await expect(text).to_have_value(re.compile("Schnapsbrennerei"))
    await text.fill((await text.input_value()).replace("Rum = 2,", "Rumm = 2,", 1))
    await (await ada.find("[data-test=position-check]")).click()
    await expect(said).to_have_text(
        "So kann keine Partie beginnen: Es gibt keine Ware „Rumm“. War „Rum“ gemeint?"
    )
    await expect(text).to_have_attribute("aria-invalid", "true")
    assert await ada.violations() == []
    await ada.picture("position-refused-phone")
    refused(ada)
    await page.select_option("[data-test=position-game]", "bruges")
    await page.select_option("[data-test=position-game]", "santiago")
    await expect(text).to_have_value(re.compile("Rumm"))  # the written text is not lost
    again = page.get_by_role("button", name="Wieder das Beispiel")
    await page.route("**/position/de", lambda route: route.abort())
    await (await ada.find(again)).click()
    await expect(said).to_contain_text("Versuch es gleich noch einmal.")
    await expect(text).to_have_value(re.compile("Rumm"))  # nor when the example cannot be loaded
    await page.unroute("**/position/de")
    ada.complaints = [it for it in ada.complaints if "ERR_FAILED" not in it]
    await (await ada.find(again)).click()
    await expect(text).to_have_value(example("santiago", "de"))
    await (await ada.find("[data-test=position-check]")).click()
    await expect(said).to_have_text("Das lässt sich spielen, zu 2.")
    await expect(page.locator("select[data-seat='0']")).to_have_value("me")
    assert await ada.fits()
    assert await ada.violations() == []
    await (await ada.find("[data-test=make-position]")).click()
    await expect(page.locator(".table-page[data-phase=playing]")).to_be_visible()
    assert await ada.turn("drive") == "drive"
    await ada.picture("position-played-phone")
    assert (await ada.play()).prompt == "end"
    await expect(page.locator("[data-test=origin]")).to_have_text(
        "Beginnt mit einer Stellung, die jemand aufgeschrieben hat."
    )
    assert await ada.violations() == []


async def test_workers_of_any_colour_leave_the_larger_part_of_a_phone_to_the_table(guest: NewGuest) -> None:
    """Five buttons in a column, together with the guide's text, once left no room for the workers."""
    phone: dict[str, Any] = {**PHONE, "viewport": {"width": 390, "height": 844}}
    ada = await guest("Ada", lobby=True, locale="de-DE", reduced_motion="reduce", **phone)
    page = ada.page
    await to_position(ada)
    await page.select_option("[data-test=position-game]", "bruges")
    text = page.locator("[data-test=position-text]")
    await expect(text).to_have_value(example("bruges", "de"))
    await text.fill(re.sub(r'hand = \["[^]]*\]', 'hand = ["Knappe"]', await text.input_value(), count=1))
    await (await ada.find("[data-test=position-check]")).click()
    await (await ada.find("[data-test=make-position]")).click()
    await ada.turn("turn")
    await (await ada.find("[data-verb=open]")).click()
    await (await ada.find("[data-verb=hire]")).click()
    await ada.turn("workers")
    line, stage = [await page.locator(name).bounding_box() for name in (".line", ".stage")]
    await ada.picture("bruges-workers-phone")
    assert line and stage and line["height"] < stage["height"] * 0.4
    assert await ada.fits()


async def test_a_position_is_saved_opened_and_shared_with_a_friend(guest: NewGuest, tmp_path: Path) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    page = ada.page
    await to_position(ada)
    await expect(page.locator("[data-test=position-text]")).to_have_value(example("machi_koro", "en"))
    await page.evaluate("() => { URL.revokeObjectURL = () => { window.revoked = true; }; }")
    async with page.expect_download() as saving:
        await (await ada.find("[data-test=position-save]")).click()
    assert not await page.evaluate("() => window.revoked"), "some browsers read it only later"
    file = tmp_path / (await saving.value).suggested_filename
    assert file.name == "machi_koro.toml"
    await (await saving.value).save_as(file)
    file.write_text(file.read_text().replace("coins = 12", "coins = 22"))
    await page.set_input_files("[data-test=position-file]", file)
    await expect(page.locator("[data-test=position-text]")).to_have_value(re.compile("coins = 22"))
    await ada.picture("position-desk")
    await page.locator("[data-test=position-check]").focus()
    await page.keyboard.press("Enter")
    await page.select_option("select[data-seat='1']", "")
    await (await ada.find("[data-test=make-position]")).click()
    await page.wait_for_url(re.compile("#/t/"))
    origin = page.locator("[data-test=origin]")
    await expect(origin).to_have_text("Begins with a written position.")
    await expect(origin.get_by_role("link")).to_have_count(0)
    ben = await guest("Ben", **DESK)
    await ben.join(page.url.rsplit("/", 1)[1])
    await ada.start()
    assert await ada.turn("dice_count") == "dice_count"
    await expect(page.locator("[data-tile='0']")).to_contain_text("22")


async def test_a_log_that_was_brought_goes_on_from_the_moment_that_is_shown(
    guest: NewGuest, tmp_path: Path
) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await bring(ada, tmp_path, "santiago", 2)
    begin = await at(page)
    for _ in range(3):
        await page.keyboard.press(".")
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(begin + 3))
    await page.click("[data-test=branch]")
    # so that it waits on the page that names its origin
    await page.locator("select[data-seat='1']").select_option("")
    await page.locator("[data-test=make-branch]").click()
    await expect(page.locator("[data-test=origin]")).to_contain_text(
        f"Continues from step {begin + 3} of an uploaded log."
    )
