"""The page of Bruges tells in words the costs and gains of an action, as far as they are certain."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from server.games import bruges
from tests.games.bruges.city import card, city

from .conftest import NewGuest
from .guest import FIRST
from .test_bruges import GAME, number

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAID = """async ([action, amounts, card]) => {
  const { amountOf } = await import('/static/games/bruges/reckon.js');
  return amountOf({ hints: {}, amounts: () => amounts }, action, card);
}"""


CANALS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"guilders": 1}, {}, "duke", "for 1 guilder"),
    ({"guilders": 9, "canals": [2, 1]}, {}, "baron", "for 3 or 2 guilders"),
    ({"guilders": 2, "canals": [2, 1]}, {}, "baron", "for 2 guilders"),
    ({"canals": [2, 0]}, {"free_canal": True}, "baron", "free of charge"),
    ({"guilders": 5, "canals": [4, 5]}, {}, "count", "for 5 guilders"),
]
"""The state of seat 0, other settings, a card, and the cost of its canal token in words."""


THREATS: list[tuple[list[str], dict[str, int], str]] = [
    ([], {"blue": 2, "red": 1}, "−1 flood, +1 point"),
    (["abbess"], {"blue": 2}, "−1 flood, +1 point, +1 guilder"),
    (["sexton"], {"blue": 2}, "Up to −2, up to +2 points"),
    (["sexton", "abbess"], {"blue": 1, "red": 1}, "Up to −2, up to +2 points, up to +2 guilders"),
    (["sexton", "abbess"], {"red": 1}, "−1 fire, +1 point, +1 guilder"),
]
"""The persons of seat 0, its markers, and the gain of a blue card against threats, in words."""


async def test_what_a_card_against_threats_brings_is_said_no_surer_than_it_is(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.reach("turn")
    for people, threats, text in THREATS:
        scene = city(mine={"hand": ["duke"], "people": people, "threats": threats})
        rows = bruges.hints(scene.game, 0, scene.ask())["amounts"]
        amounts = next(change for *option, change in rows if option == ["threat", card("duke")])
        said = await ada.page.evaluate(SAID, ["threat", amounts, card("duke")])
        assert said.lower() == text.lower()


async def test_the_price_of_a_canal_token_is_said_before(guest: NewGuest) -> None:
    """In the words of every position, and at a table: the announced price is the one paid."""
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.reach("turn")
    for mine, more, name, text in CANALS:
        scene = city(mine={"hand": [name], **mine}, **more)
        assert scene.offers("canal") == [name]
        rows = bruges.hints(scene.game, 0, scene.ask())["amounts"]
        amounts = next(change for *option, change in rows if option == ["canal", card(name)])
        assert await page.evaluate(SAID, ["canal", amounts, card(name)]) == text
    guilders = page.locator("[data-player='0'] [data-guilders]")
    canal = page.locator(".br-action[data-verb=canal]")
    for step in range(60):
        if await ada.turn() == "turn":
            for one in await page.locator(".br-card[data-verb=open]").all():
                await one.click()
                await expect(page.locator("[data-test=actions]")).to_be_visible()
                if await canal.count():
                    before = await number(guilders, "data-guilders")
                    said = await canal.locator("small").inner_text()
                    price = int(re.findall(r"\d+", said)[0])
                    await ada.answer(".br-action[data-verb=canal]")
                    if await ada.turn() != "side":
                        await expect(guilders).to_have_attribute("data-guilders", str(before - price))
                        return
                    break
                await page.keyboard.press("Escape")
                await expect(page.locator("[data-test=actions]")).to_have_count(0)
        await ada.move(step)
    raise AssertionError("no canal token was built")
