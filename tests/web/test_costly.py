"""After a game: the bots' analysis, from the end and from the replay, with links to the moments."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from .conftest import NewGuest
from .guest import DESK, PHONE
from .slow import RATE

pytestmark = pytest.mark.asyncio(loop_scope="session")

A_STEP = 300_000 * RATE
"""Milliseconds in which an analysis must make progress: it has the lowest priority on a machine."""

HOW_FAR = """() => {
  const told = document.querySelector("[data-test=costly-told]");
  const bar = told?.querySelector("progress");
  return bar ? `${bar.value} of ${bar.max}` : told?.dataset.found ?? "";
}"""
"""The progress of the analysis, and "yes" when it is complete."""


async def found(page: Page) -> None:
    """Wait until the analysis is complete, as long as it makes progress."""
    while (far := await page.evaluate(HOW_FAR)) != "yes":
        await page.wait_for_function(f"(far) => ({HOW_FAR})() !== far", arg=far, timeout=A_STEP)


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_what_was_costly_is_told_and_leads_to_the_moments(
    guest: NewGuest, context: dict[str, Any]
) -> None:
    ada = await guest("Ada", **context)
    page = ada.page
    await ada.begin("greedy", options={"Play for every place": False})
    await ada.rush()
    await page.locator("[data-test=end] [data-test=costly]").focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="What was costly?")
    await found(page)
    await expect(dialog.locator("[data-found=yes]")).to_be_visible()
    await expect(dialog.get_by_role("img", name="Chances of winning over the game")).to_be_visible()
    rows = dialog.locator("[data-test=costly-rows] li")
    await expect(rows.first).to_contain_text("Better: ")
    await expect(rows.first).to_contain_text("% of the chance to win")
    await expect(dialog.locator(".graph-marked.seat-0").first).to_be_visible()
    assert await ada.violations() == []
    assert await ada.fits()

    address = await rows.first.locator("a").get_attribute("href")
    assert address and "seat=0" in address
    version = address.split("at=")[1].split("&")[0]
    await rows.first.locator("a").click()
    await expect(page.locator(".table-page")).to_have_attribute("data-version", version)
    await expect(page.locator("[data-test=viewer]")).to_be_visible()
    await page.click("[data-step=back]")
    await expect(page.locator(".table-page")).not_to_have_attribute("data-version", version)
    await page.locator("[data-test=viewer] [data-test=costly]").click()
    await expect(rows.first.locator("a")).to_have_attribute("href", address)
    await rows.first.locator("a").click()  # the address is the same already
    await expect(page.locator(".table-page")).to_have_attribute("data-version", version)
    await page.locator("[data-test=viewer] [data-test=costly]").click()
    await dialog.locator("[data-test=costly-seat]").select_option("1")
    await expect(dialog.locator(".graph-marked.seat-0")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


REASONS = """async (rows) => {
  await (await import("/static/core/lazy_modules.js")).loadLate("after/analysis.js"); // with its texts
  const { reason } = await import("/static/after/analysis.js");
  const open = { table: { game: "machi_koro" }, seats: [] };
  return rows.map(([why, then, together]) => reason(open, { why, then, together }));
}"""


async def test_why_a_choice_was_better_is_told_as_far_as_it_can_be_named(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="en-GB")
    await ada.begin("greedy")
    more = [("coins", 1, 20), ("landmarks", -1, 0)]
    rows = [(more, [], []), ([("coins", -1, -20)], [], []), ([], [], []), ([], [("pass", -1)], more)]
    assert await ada.page.evaluate(REASONS, rows) == [
        "That would have changed: Coins +2 · Landmarks: worse",
        "At first that would have been worse: Coins −2; what follows from it later weighs more.",
        "The difference can’t be put down to one thing.",
        "This prepares: Build nothing, end the turn. Together they change: Coins +2 · Landmarks: worse.",
    ]


async def test_an_answer_that_breaks_off_is_asked_for_again(guest: NewGuest) -> None:
    """As when the hub is replaced meanwhile, or the queue is too long to let a client wait longer."""
    ada = await guest("Ada")
    page, answers = ada.page, iter(["[0,1]\n", "", '[3,4]\n{"shared'])

    async def broken(route: Route) -> None:
        body = next(answers, None)
        await (route.continue_() if body is None else route.fulfill(body=body))

    await page.route("**/analysis", broken)
    await ada.begin("greedy", options={"Play for every place": False})
    await ada.rush()
    await page.locator("[data-test=end] [data-test=costly]").focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="What was costly?")
    await found(page)
    await expect(dialog.locator("[data-found=yes]")).to_be_visible()
    assert next(answers, None) is None
