"""The history of a table: told, stepped through, and opened by slider, lines and keys."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import FIRST, LAPTOP, PHONE, WIDE, Guest, Options
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")

BRIEF: Options = {**FIRST, "Play for every place": False}

NOTHING_ON_ITS_WAY = "async () => !(await import('/static/core/state.js')).wire.asked.size"
"""Have all requested past versions arrived?"""

BACK_AND_AT_ONCE_LIVE = """() => {
  for (const step of ["[data-step=back]", "[data-test=live]"]) document.querySelector(step).click();
}"""


async def test_missed_events_are_told_and_stepped_through(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", "greedy", options=BRIEF)
    await ada.play(steps=6)
    await ada.reach("throw", "dice_count")
    since, journey = page.locator("[data-test=since]"), page.locator("[data-test=journey]")
    back, line = since.locator("[data-since=back]"), since.locator(".since-line")
    newest = await line.inner_text()
    await back.click()
    await expect(line).not_to_have_text(newest)
    await since.locator("[data-since=forward]").click()
    await expect(line).to_have_text(newest)
    count = await since.locator(".since-count").inner_text()
    assert int(count.split("/")[1]) >= 2, "two bots have done something"
    names = await since.locator(".who").all_inner_texts()
    assert set(names) <= {"Ada", "Curie", "Kepler"}
    while await back.is_enabled():
        await back.click()
    await line.click()
    await expect(journey).to_be_visible()
    await page.locator("[data-step=forward]").click()
    await page.locator("[data-test=live]").click()
    await expect(journey).to_have_count(0)
    await expect(page.locator("[data-code='history.now']")).to_have_count(0)
    await line.click()
    await page.locator("[data-step=back]").click()
    await ada.until(NOTHING_ON_ITS_WAY)
    await page.evaluate(BACK_AND_AT_ONCE_LIVE)
    await expect(journey).to_have_count(0)
    await ada.until(NOTHING_ON_ITS_WAY)
    assert not await journey.count(), "earlier requests were answered late"


async def version(one: Guest) -> int:
    return int(await one.page.locator(".table-page").get_attribute("data-version") or 0)


async def all_is_told(one: Guest, version: int) -> None:
    """Wait until the page has shown everything up to this version."""
    there = one.page.locator(f".table-page[data-version='{version}'][data-settled=yes]")
    await expect(there).to_have_count(1)


IS_WHOLE = """(selector) => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(selector);
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1;
}"""
"""Is no part of this text cut off?"""


async def test_on_a_phone_too_what_happened_is_told_and_stepped_through(guest: NewGuest) -> None:
    ada, ben = await guest("Anneliese", **LAPTOP), await guest("Ben", locale="de-DE", **PHONE)
    page = ben.page
    await ben.join(await ada.make("", "greedy", options=BRIEF))
    await ada.start()
    await expect(page.locator("[data-test=status]")).to_have_text("Anneliese ist dran")
    assert await page.evaluate(IS_WHOLE, "[data-test=status]")
    await ada.play(steps=2)
    await ada.turn("end_turn")
    await all_is_told(ben, await version(ada))  # another line would be the newest again
    since, line = page.locator("[data-test=since]"), page.locator(".since-line")
    await expect(since.locator(".since-count")).to_be_in_viewport()
    newest = await line.inner_text()
    await since.locator("[data-since=back]").click()
    await expect(line).not_to_have_text(newest)
    await line.click()
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    assert await page.evaluate(IS_WHOLE, ".since-line > span")


async def test_a_line_that_tells_of_the_present_says_so(guest: NewGuest) -> None:
    """Otherwise a click without any change would seem to be ignored."""
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.reach("build")  # just after the roll, which the last line tells
    await ada.beside("log")
    await page.evaluate(TIMELESS)
    await page.locator(".log-line").last.click()
    await expect(page.locator("[data-code='history.now']")).to_be_visible()
    await expect(page.locator("[data-test=journey]")).to_have_count(0)


NOTE_VERSIONS = """() => {
  window.versions = [];
  const table = document.querySelector(".table-page");
  const note = () => versions.push(Number(table.dataset.version));
  new MutationObserver(note).observe(table, { attributeFilter: ["data-version"] });
}"""
"""From now on the page records the versions that it shows in `versions`."""


async def test_a_game_is_looked_through_with_slider_and_keys(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.play(steps=6)
    await ada.turn()
    now = await version(ada)
    await page.keyboard.press(",")
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(now - 1))
    journey, slider = page.locator("[data-test=journey]"), page.locator("[data-test=slider]")
    await journey.locator("[data-step=begin]").click()
    await expect(slider).not_to_have_attribute("min", "1")
    begin = int(await slider.get_attribute("min") or 0)
    assert begin < now
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(begin))
    await slider.focus()
    await page.keyboard.press("End")
    await expect(journey).to_have_count(0)
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(now))
    await page.keyboard.press(",")
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(now - 1))
    await journey.locator("[data-step=begin]").click()
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(begin))
    await page.evaluate(NOTE_VERSIONS)
    await page.keyboard.press("p")
    await page.wait_for_function("() => versions.length >= 2")
    await page.keyboard.press("p")
    assert (await page.evaluate("() => versions"))[:2] == [begin + 1, begin + 2], "one after the other"
    await page.keyboard.press("n")
    await expect(journey).to_have_count(0)
    await page.keyboard.press("?")
    await expect(page.locator("[data-test=keys] dt")).not_to_have_count(0)
    assert await ada.violations() == []


async def test_who_comes_back_to_a_table_comes_to_the_present(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    table = await ada.begin("greedy", options=BRIEF)
    await ada.play(steps=6)
    await ada.turn()
    await page.keyboard.press(",")
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    await ada.go("")
    await expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    await ada.go(f"t/{table}")
    await expect(page.locator(".line.yours")).to_be_visible()
    await expect(page.locator("[data-test=journey]")).to_have_count(0)


async def test_a_run_through_the_game_ends_with_a_refusal(guest: NewGuest) -> None:
    """The button said that it went on."""
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.play(steps=6)
    await ada.turn()
    await page.keyboard.press(",")
    await page.locator("[data-step=begin]").click()
    await expect(page.locator("[data-step=back]")).to_be_disabled()
    await ada.until(NOTHING_ON_ITS_WAY)
    await page.evaluate(NO_MORE_PAST)
    await page.keyboard.press("p")
    await expect(page.locator(".notice.refusal")).to_be_visible()
    await expect(page.get_by_role("button", name="Play it back")).to_be_visible()


NO_MORE_PAST = """async () => {
  const { wire } = await import("/static/core/state.js");
  const { Refusal } = await import("/static/net/net.js");
  wire.history = () => Promise.reject(new Refusal("slow-down"));
}"""
"""From now on the server refuses to show another moment."""


async def test_later_lines_of_the_log_lead_forward_again(guest: NewGuest) -> None:
    ada = await guest("Ada", **WIDE)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.play(steps=6)
    await ada.turn()
    lines = page.locator(".log-line button", has_text="rolls")
    many = await page.locator(".log-line").count()
    await (await ada.find(lines.first)).click()
    await expect(page.locator(".log-line [aria-current=true]")).to_have_count(1)
    early = await version(ada)
    await expect(page.locator(".log-line")).to_have_count(many)
    await (await ada.find(lines.last)).click()
    await expect(page.locator(".table-page")).not_to_have_attribute("data-version", str(early))
    assert await version(ada) > early


async def test_the_line_of_the_moment_that_one_looks_at_is_in_sight(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.play(steps=30)
    await ada.turn()
    await ada.beside("log")
    line, lines = page.locator(".log-line [aria-current=true]"), page.locator(".log-line button")
    await expect(lines.last).to_be_in_viewport()
    await (await ada.find(lines.first)).click()
    await expect(line).to_be_in_viewport()
    await page.mouse.wheel(0, 5_000)
    await page.evaluate("() => pointer.rest()")
    await expect(line).not_to_be_in_viewport()
    await page.keyboard.press(".")
    await expect(line).to_be_in_viewport()
    await expect(lines.last).not_to_be_in_viewport()
    await page.keyboard.press("n")
    await expect(lines.last).to_be_in_viewport()
