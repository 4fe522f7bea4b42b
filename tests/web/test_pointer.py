"""The tests' own pointer: a click that misses its thing does nothing, and is repeated."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from . import pointer
from .conftest import NewGuest
from .guest import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWO_BUTTONS = """() => {
  document.body.innerHTML = `<p><button id="meant">0</button></p><p><button id="beside">0</button></p>`;
  for (const e of [meant, beside]) e.onclick = () => { e.textContent = +e.textContent + 1; };
}"""
GROWS = """() => document.body.prepend(
  Object.assign(document.createElement("pre"), { textContent: "\\n".repeat(90) }))"""
CHANGE_PLACES = "() => beside.parentElement.after(meant.parentElement)"


async def show_two_buttons(page: Page) -> None:
    """Replace what the page shows, once it is drawn: until then it looks for its own place."""
    await expect(page.get_by_text("There is no such page")).to_be_visible()
    await page.evaluate(TWO_BUTTONS)


@pytest.mark.parametrize("context", [{}, PHONE], ids=["mouse", "finger"])
async def test_a_thing_that_moves_under_the_pointer_is_clicked_on_where_it_went(
    guest: NewGuest, monkeypatch: pytest.MonkeyPatch, context: dict[str, Any]
) -> None:
    page = (await guest("Ada", **context)).page
    await show_two_buttons(page)
    made = pointer.press
    presses: list[list[float]] = []

    async def late(page: Page, at: list[float], fingers: bool) -> None:
        if not presses:
            await page.evaluate(CHANGE_PLACES)
        presses.append(at)
        await made(page, at, fingers)

    monkeypatch.setattr(pointer, "press", late)
    await page.click("#meant")
    await expect(page.locator("#meant")).to_have_text("1")
    await expect(page.locator("#beside")).to_have_text("0")
    assert len(presses) == 2
    await page.click("#beside")
    await expect(page.locator("#beside")).to_have_text("1")
    assert len(presses) == 3


async def test_a_thing_that_was_scrolled_to_is_followed_when_the_page_grows(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE)
    await show_two_buttons(ada.page)
    button = await ada.find("#meant")
    await ada.page.evaluate(GROWS)
    await button.click()
    await expect(ada.page.locator("#meant")).to_have_text("1")


async def test_a_page_to_read_is_scrolled_by_whoever_clicks_on_it(guest: NewGuest) -> None:
    page = (await guest("Ada")).page
    await show_two_buttons(page)
    await page.evaluate(GROWS)
    with pytest.raises(AssertionError, match="it is out of sight"):
        await page.locator("#meant").click(timeout=200)
    pointer.SCROLLED.add(page)
    await page.locator("#meant").click()
    await expect(page.locator("#meant")).to_have_text("1")
