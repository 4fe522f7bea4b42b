"""People play with bots, by pointer and by keyboard; test_evening.py plays a whole game."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_variant_is_played_for_every_place(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE")
    ben = await guest("Ben", **PHONE)
    supply = {"Auslage": "Komme, was wolle: immer zehn"}
    table = await ada.make("", "greedy", link=True, options=supply)
    await ben.join(table)
    await ada.start()
    await expect(ada.page.locator(".mk-supply .mk-badge")).to_have_text([re.compile(r"^\d+ \(\d+\)$")] * 10)
    await asyncio.gather(ada.rush(), ben.rush())
    await expect(ada.page.locator(".place")).to_have_count(3)
    for number in range(3):
        await expect(ada.page.locator(".place").nth(number)).to_have_attribute("data-place", str(number + 1))
    assert await ben.fits()
    await ben.picture("end-phone-light")


async def test_only_a_mouse_that_moves_asks_for_an_explanation(guest: NewGuest) -> None:
    """A thing that moves under a resting mouse, as cards do when the board changes, explains nothing."""
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.turn()
    page = ada.page
    at = await page.evaluate("""() => {
      const [first, second] = document.querySelectorAll("[data-test=supply] .mk-card");
      const [one, other] = [first, second].map((card) => card.getBoundingClientRect());
      const spot = { x: one.x + one.width / 2, y: one.y + one.height / 2 };
      first.style.visibility = "hidden";
      second.style.translate = `${one.x - other.x}px ${one.y - other.y}px`;
      second.style.pointerEvents = "none";
      window.entered = 0;
      second.addEventListener("pointerenter", () => (window.entered += 1));
      return spot;
    }""")
    explanation = page.locator("[data-test=explanation]")
    await page.mouse.move(at["x"], at["y"])
    await page.evaluate("() => { document.querySelectorAll('.mk-card')[1].style.pointerEvents = ''; }")
    await page.wait_for_function("() => entered > 0")
    await page.evaluate("() => new Promise((go) => setTimeout(go, 1000))")
    await expect(explanation).to_have_count(0)
    await page.mouse.move(at["x"] + 2, at["y"])
    await expect(explanation).to_be_visible()


async def test_everything_with_the_keyboard(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.make("greedy", options={"Who begins": "Seat 1"})
    await ada.page.locator("[data-test=start]:not([disabled])").focus()
    await ada.page.keyboard.press("Enter")
    assert await ada.turn() == "throw"
    page = ada.page
    alert = expect(page.locator("[data-test=alert]"))
    await alert.to_contain_text("It is your turn")
    await page.locator(".mk-throw").focus()
    await page.keyboard.press("Enter")
    assert await ada.turn("build") == "build"
    await alert.to_have_text("Build one establishment or one landmark, or nothing.")

    await page.locator("[data-test=supply] [tabindex='0']").focus()
    await expect(page.locator("[data-test=explanation]")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    kind = await page.evaluate("() => document.activeElement.dataset.kind")
    assert await page.evaluate("() => document.activeElement.closest('[data-test=supply]') !== null")
    await page.keyboard.press("Home")
    assert await page.evaluate("() => document.activeElement.dataset.kind") == "0" != kind
    await page.keyboard.press("Enter")

    await expect(page.locator("[data-verb=done]")).to_be_visible()
    inside = "() => !!document.activeElement.closest('.line, .stage-board, .stage-mine, .stage-hand')"
    await page.wait_for_function(inside)  # the focus stays on the board
    own = page.locator(".mk-city.own [data-copies='2'] .mk-card")
    await expect(own).to_have_attribute("data-kind", "0")
    await page.locator("[data-verb=done]").focus()
    await page.keyboard.press("Enter")
    assert await ada.turn() == "throw"
    await page.wait_for_function(inside)
    await ada.move()
    assert await ada.turn() == "build"
    await expect(page.locator("[data-test=announcer] p").first).not_to_be_empty()
    await page.locator("[data-test=to-log]").focus()
    await page.keyboard.press("Enter")
    lines = page.locator(".log [data-rove]")
    await expect(page.locator(".log [data-rove][tabindex='0']")).to_have_count(1)
    await lines.last.focus()
    await page.keyboard.press("ArrowUp")
    await expect(lines.nth(-2)).to_be_focused()  # the log is one stop of Tab
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=to-log]")).to_be_focused()
    await page.locator("[data-test=all-options]").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#all-options button").first).to_be_visible()
    await page.keyboard.press("Tab")
    for _ in range(30):
        if await page.evaluate("() => !!document.activeElement.dataset.verb"):
            break
        await page.keyboard.press("Tab")
    before = await ada.prompt()
    await page.keyboard.press("Enter")
    await ada.answered(before)
