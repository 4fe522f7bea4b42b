"""The law of sight over some questions of each game, where there is least room; `make sight` plays hundreds
of games at all sizes."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from server.games import GAMES

from .conftest import NewGuest
from .pointer import as_people_do
from .running import Chromium, House
from .sight import SCRIPT, SIZES, Job, looked_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 12
ROOMY = "1920x1080"
"""What has room elsewhere has it here."""


@pytest.mark.parametrize("size", [size for size in SIZES if size != ROOMY])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_all_that_is_offered_is_in_sight(
    chromium: Chromium, house: House, address: str, game: str, size: str
) -> None:
    with as_people_do():
        seen = await looked_at(chromium, address, Job(game, size, 0), QUESTIONS, set())
    assert seen.questions and seen.options
    assert [*map(str, seen.wrong)] == []


FULL_FARM = """
game = "loyang"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 7
[[players]]
cash = 3
space = 9
capacity = 4
cart = {Wheat = 3, Turnip = 2, Bean = 1}
fields = [{card = "home", good = "Wheat", amount = 2}, {card = "private_3"}, {card = "private_3"},
          {card = "private_4"}, {card = "private_4"}, {card = "private_5"}, {card = "private_5"},
          {card = "common_5_a", good = "Turnip"}, {card = "common_5_b", good = "Cabbage"},
          {card = "common_4_a"}, {card = "common_4_b"}, {card = "common_3_a"}]
stalls = ["stall_01", "stall_02", "stall_03", "stall_04"]
regulars = ["regular_01", "regular_02", "regular_03", "regular_04", "regular_05"]
casuals = ["casual_01", "casual_02", "casual_03", "casual_04", "casual_05"]
helpers = ["Tout", "Maid", "Trader", "Official", "Accountant"]
[[players]]
cash = 9
space = 8
"""
"""Three rows of fields and four of cards, of which the helpers lie last: more than most games bring."""


async def test_the_last_cards_of_a_full_farm_are_in_sight_on_a_phone(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    page = ada.page
    await (await ada.find("[data-test=to-position]")).click()
    await page.select_option("[data-test=position-game]", "loyang")
    await page.locator("[data-test=position-text]").fill(FULL_FARM)
    await (await ada.find("[data-test=position-check]")).click()
    await (await ada.find("[data-test=make-position]")).click()
    await expect(page.locator(".table-page[data-phase=playing]")).to_be_visible()
    await page.evaluate(SCRIPT.read_text())
    await page.evaluate("() => sight.watch(location.hash.split('/')[2])")
    seen = await page.evaluate("() => sight.next(1)")
    await ada.picture("full-farm-phone")
    assert seen["prompt"] == "act" and seen["options"] > 10
    assert seen["wrong"] == []
