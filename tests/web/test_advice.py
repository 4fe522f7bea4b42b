"""Advice at the table: offered once, a sentence for each question, retired after a few uses, switched off by
a key."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from server.games import GAMES
from server.games.catalogue import texts

from .conftest import NewGuest
from .guest import DESK, LAPTOP

pytestmark = pytest.mark.asyncio(loop_scope="session")

TALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ADVICE = "[data-test=advice]"


async def test_advice_is_offered_once_and_switched_by_a_key(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.turn("throw")
    await expect(page.locator(ADVICE)).to_have_count(0)
    await page.click("[data-test=advice-on]")
    words = texts("machi_koro", "en")["advice"]
    await expect(page.locator(ADVICE)).to_contain_text(words["table_of_rolls"])
    await expect(page.locator("[data-test=announcer]")).to_contain_text(words["table_of_rolls"])
    await expect(page.locator("[data-test=advice-offer]")).to_have_count(0)
    assert await ada.violations() == []
    await page.keyboard.press("a")
    await page.keyboard.press("a")
    await expect(page.locator(f"{ADVICE}[data-key=table_of_rolls]")).to_be_visible()  # requested again
    await page.keyboard.press("a")
    await expect(page.locator(ADVICE)).to_have_count(0)
    await expect(page.locator("[data-test=advice-offer]")).to_have_count(0)  # read out once


SEEN_TWICE = """() => {
  localStorage.setItem("stammtisch.advice", "on");
  localStorage.setItem("stammtisch.advised", JSON.stringify({ "machi_koro table_of_rolls": 2 }));
}"""


async def test_advice_retires_after_a_few_views(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await page.evaluate(SEEN_TWICE)
    await page.reload()
    await ada.begin("greedy", options={"Who begins": "Seat 1", "Supply": "All 15 establishments"})
    await ada.turn("throw")
    await expect(page.locator(f"{ADVICE}[data-key=table_of_rolls]")).to_be_visible()
    await ada.move()
    await ada.reach("throw", "dice_count")
    await expect(page.locator(f"{ADVICE}[data-key=table_of_rolls]")).to_have_count(0)
    kept = await page.evaluate("() => JSON.parse(localStorage.getItem('stammtisch.advised'))")
    assert kept["machi_koro table_of_rolls"] == 3


async def test_advice_on_a_phone_is_offered_beside_the_question(guest: NewGuest) -> None:
    """The line about recent events stays readable; only the question about the offer replaces it."""
    ada = await guest("Ada", **TALL, locale="de-DE")
    page = ada.page
    await ada.begin("greedy", game="bruges")
    await ada.reach("turn")
    story = page.locator(".since-line")
    await expect(story).to_be_in_viewport()
    await page.click("[data-test=advice-ask]")
    await expect(story).to_be_hidden()
    assert await ada.violations() == []
    assert await ada.fits()
    await page.click("[data-test=advice-on]")
    await expect(page.locator(ADVICE)).to_be_in_viewport()
    await expect(story).to_be_in_viewport()
    await expect(page.locator("[data-test=advice-ask]")).to_have_count(0)


LINE_HAS_ROOM = """() => {
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const [line, all, offer] = [".since-line", ".since", ".invitation"].map(box);
  return (offer?.width ? offer.left : all.right) - line.left > 0.55 * all.width;
}"""
"""The line about recent events has room, with a short text and with a long one."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_on_a_laptop_the_offer_leaves_room_for_what_happened(guest: NewGuest, locale: str) -> None:
    """With the log beside the table, the question once took all the room: the line was cut to "Ada bekommt 3
    …"."""
    ada = await guest("Ada", **LAPTOP, locale=locale)
    page = ada.page
    await ada.begin("greedy", "greedy", game="bruges")
    await ada.play(steps=3)
    await ada.reach("turn")
    await ada.beside("log")
    await expect(page.locator("[data-test=advice-offer]")).to_be_in_viewport()
    assert await page.evaluate(LINE_HAS_ROOM)
    assert await ada.violations() == []
    await page.click("[data-test=advice-off]")
    await expect(page.locator("[data-test=invitation]")).to_be_in_viewport()
    assert await page.evaluate(LINE_HAS_ROOM)


RINGED = """() => [...document.querySelectorAll(".invitation, .invitation > span")]
  .filter((one) => getComputedStyle(one).boxShadow !== "none" || getComputedStyle(one).cursor === "pointer")
  .map((one) => one.outerHTML)"""
"""What of an offer looks like something of the game that can be chosen."""


@pytest.mark.parametrize("game", GAMES)
async def test_an_offer_does_not_look_like_a_choice_of_the_game(guest: NewGuest, game: str) -> None:
    """Its words had the ring of what a board offers: both bore the same class."""
    ada = await guest("Ada", **DESK)
    await ada.begin("greedy", game=game)
    await ada.turn()
    await expect(ada.page.locator("[data-test=advice-offer]")).to_be_in_viewport()
    assert await ada.page.evaluate(RINGED) == []


async def test_on_a_laptop_the_offer_waits_where_answers_are_long(guest: NewGuest) -> None:
    """Beside the log, two long answers and the offer once left a third of its line to the recent events."""
    ada = await guest("Ada", **LAPTOP, locale="de-DE")
    await ada.begin("greedy", "greedy")
    await ada.reach("dice_count")
    offer = ada.page.locator(".invitation")
    await expect(offer).to_be_in_viewport()
    await ada.beside("log")
    await expect(offer).to_be_hidden()
    assert await ada.page.evaluate(LINE_HAS_ROOM)
    await ada.move()
    await ada.reach("build")
    assert await ada.page.evaluate(LINE_HAS_ROOM)
    await ada.page.click("[data-test=to-log]")
    await expect(offer).to_be_in_viewport()


async def test_advice_on_a_phone_is_offered_in_the_menu(guest: NewGuest) -> None:
    ada = await guest("Ada", **TALL, locale="de-DE")
    page = ada.page
    await ada.begin("greedy", game="bruges")
    await page.click("[data-test=menu]")
    await (await ada.find("[data-test=advice-on]")).click()
    await page.keyboard.press("Escape")
    await ada.reach("turn")
    said = await page.locator(ADVICE).get_attribute("data-key")
    await expect(page.locator(ADVICE)).to_contain_text(texts("bruges", "de")["advice"][said])
    assert await ada.violations() == []
    assert await ada.fits()
