"""A table without a pointer: the way to the first choice, from one thing to the next, and back to it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import DESK, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFERED = "() => document.activeElement.matches('[data-verb], [aria-disabled=false]')"
"""Can the focused element be chosen?"""

BEGINS_FIRST = ("machi_koro", "santiago")

AMONG_MANY = {
    "machi_koro": "build",
    "schweinebande": "reveal",
    "santiago": "drive",
    "bruges": "turn",
    "loyang": "start_crop",
}
"""For each game a question that is answered on the board."""


async def begun(guest: NewGuest, game: str) -> Guest:
    """A person at a new table, with a question that is answered on the board."""
    ada = await guest("Ada", **DESK, reduced_motion="reduce")
    await ada.begin("greedy", game=game, options={"Who begins": "Seat 1"} if game in BEGINS_FIRST else {})
    await ada.reach(AMONG_MANY[game])
    return ada


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_an_arrow_key_leads_to_what_can_be_chosen(guest: NewGuest, game: str) -> None:
    ada = await begun(guest, game)
    page = ada.page
    await page.reload()
    await ada.turn(AMONG_MANY[game])
    await expect(page.locator("h1")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.wait_for_function(OFFERED)


async def test_who_opens_the_list_of_options_by_its_key_goes_on_in_it(guest: NewGuest) -> None:
    ada = await begun(guest, "machi_koro")
    page = ada.page
    await page.keyboard.press("o")
    await expect(page.locator("#all-options button").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=all-options]")).to_be_focused()
    await page.click("[data-test=all-options]")
    await expect(page.locator("#all-options button").first).to_be_visible()
    await expect(page.locator("#all-options button").first).not_to_be_focused()


async def test_arrow_keys_go_where_they_point_in_a_shop_of_several_rows(guest: NewGuest) -> None:
    page = (await begun(guest, "loyang")).page
    wheat = page.locator(".lo-shelf").first
    await wheat.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".lo-shelf").nth(1)).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".lo-sell").nth(1)).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowUp")
    await expect(wheat).to_be_focused()


async def test_after_a_choice_the_focus_is_where_it_can_be_made_again(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK, reduced_motion="reduce")
    page = ada.page
    await ada.begin("greedy", game="bruges")
    await ada.turn("refill")
    asked = await ada.prompt()
    await page.keyboard.press("o")
    await expect(page.locator("#all-options button").first).to_be_focused()
    await page.keyboard.press("Enter")
    await ada.answered(asked)
    await expect(page.locator(".br-stack.draw").first).to_be_focused()


FALLEN = """() => {
  window.fallen = false;
  const look = () => {
    fallen ||= !document.activeElement.closest(".stage-board, .stage-mine, .stage-hand, .stage-seat, .line");
    requestAnimationFrame(look);
  };
  look();
}"""
"""From now on: was the focus in any frame outside the regions of play?"""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_focus_stays_in_play_after_each_answer(guest: NewGuest, game: str) -> None:
    """Where it falls to the page, a screen reader begins anew at its top."""
    ada = await begun(guest, game)
    page = ada.page
    await page.locator(".line").focus()
    await page.evaluate(FALLEN)
    for _ in range(3):
        await page.keyboard.press(
            "o" if await page.locator("[data-test=all-options]").count() else "ArrowDown"
        )
        await page.wait_for_function(OFFERED)
        asked = await ada.prompt()
        await page.keyboard.press("Enter")
        await ada.answered(asked)
        await ada.turn()
    assert not await page.evaluate("() => fallen")
