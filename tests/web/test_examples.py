"""The rules' examples in the page: opened, stepped through by buttons and keys, on a laptop and a phone."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Locator, expect

from server.games import GAMES
from server.games.examples import examples, moments
from tests.waiting import within

from .conftest import NewGuest
from .guest import Guest
from .sight import SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

WINDOWS = ("390x844", pytest.param("1366x768", marks=pytest.mark.long))

DARK = """(board, selectors) => selectors.filter((one) => !board.querySelector(one))"""
"""The selectors that match nothing on the small board."""

FITS = """(board) => [board.scrollWidth <= board.clientWidth + 1, board.clientHeight > 60,
  board.getBoundingClientRect().right <= innerWidth]"""
"""Is the small board as wide as its place, and inside the window?"""


async def opened(guest: Guest, game: str, name: str) -> Locator:
    """Open an example in the rules."""
    details = guest.page.locator(f".rules-long [data-example='{name}']")
    await (await guest.find(details.locator("summary"))).click()
    example = details.locator("[data-test=example]")
    await expect(example).to_have_attribute("data-at", "0")
    return example


async def fits(board: Locator, where: str) -> None:
    """The board fits as soon as it has measured its room."""
    found: list[bool] = []
    async with within(lambda: f"{where}: {found}"):
        while not all(found := await board.evaluate(FITS)):
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", GAMES)
async def test_examples_play_on_the_games_own_board(guest: NewGuest, game: str, size: str) -> None:
    ada = await guest("Ada", locale="de-DE", reduced_motion="reduce", **SIZES[size])
    await ada.go(f"rules/{game}")
    for name, data in examples(game).items():
        example = await opened(ada, game, name)
        board = example.locator("[data-test=example-board]")
        for at, moment in enumerate(moments(game, name)):
            if at:
                await (await ada.find(example.locator("[data-test=example-next]"))).click()
            await expect(example).to_have_attribute("data-at", str(at))
            said = moment.say(game, data.seat)["de"]
            await expect(example.locator("[data-test=example-says]")).to_have_text(said)
            await fits(board, f"{name} {at}")
            assert await board.evaluate(DARK, moment.part.lights) == [], f"{name} {at}"
            await ada.picture(f"example-{game}-{name}-{size}-{at}", example)
    assert await ada.violations() == []
    assert await ada.fits()


async def test_an_example_is_fetched_when_it_is_opened_and_stepped_by_keys(guest: NewGuest) -> None:
    ada = await guest("Ada", reduced_motion="reduce", **SIZES["1366x768"])
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    await ada.go("rules/machi_koro")
    await expect(ada.page.locator(".rules-pictures .thing-picture").first).to_be_visible()
    assert not any("example" in url for url in asked), "fetched before it is shown"
    summary = ada.page.locator("[data-example=station] summary")
    await summary.focus()
    await ada.page.keyboard.press("Enter")
    example = ada.page.locator("[data-example=station] [data-test=example]")
    await expect(example).to_have_attribute("data-at", "0")
    assert sum("examples" in url for url in asked) == 3, "a module, its sheet, and the positions"
    await ada.page.keyboard.press("Tab")
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
    ):
        await ada.page.keyboard.press(key)
        await expect(example).to_have_attribute("data-at", str(at))
    await expect(example.locator("[data-test=example-log] li").first).to_contain_text("Ben")
    board = example.locator("[data-test=example-board]")
    assert await board.evaluate("(board) => board.inert"), "a board for viewing only takes the focus"


async def test_examples_that_cannot_be_had_say_so(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["1366x768"])
    ada.lost_wires_are_fine = True  # the browser logs the failed request
    await ada.page.route("**/santiago/examples*", lambda route: route.abort())
    await ada.go("rules/santiago")
    details = ada.page.locator("[data-example=delivery]")
    await (await ada.find(details.locator("summary"))).click()
    await expect(details.get_by_role("status")).to_contain_text("can’t be loaded")
    await ada.page.unroute("**/santiago/examples*")
    await (await ada.find(details.get_by_role("button"))).click()
    await expect(details.locator("[data-test=example]")).to_be_visible()
