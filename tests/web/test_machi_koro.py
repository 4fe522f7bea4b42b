"""Machi Koro in the page: a click rolls the dice, forecasts of rolls, explanations by taps."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from .conftest import NewGuest
from .guest import DESK, FIRST, PHONE, Guest
from .laid import MANY_KINDS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def coins(one: Guest) -> int:
    return int(await one.page.locator("[data-place=purse-0]").get_attribute("data-coins") or -1)


async def test_a_click_on_the_die_throws_it_and_brings_what_was_foretold(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", "greedy", "greedy", options=FIRST)
    assert await ada.turn() == "throw"
    rows = page.locator("[data-test=rolls] tbody tr")
    await expect(rows).to_have_count(12)
    told = [int(text.replace("−", "-")) for text in await rows.locator("td.own .sr").all_inner_texts()]
    assert told[:6] == [1, 1, 1, 0, 0, 0], "a wheat field and a bakery"
    before = await coins(ada)
    await page.click(".mk-throw")
    await ada.turn("build")
    thrown = int(await page.locator(".stage-board [data-test=dice]").get_attribute("aria-label") or 0)
    assert await coins(ada) == before + told[thrown - 1]
    await page.click("[data-roller='1']")
    await expect(page.locator("[data-roller='1']")).to_have_attribute("aria-pressed", "true")
    others = await rows.locator("td.own .sr").all_inner_texts()
    assert [text.replace("−", "-") for text in others[:3]] == ["+1", "0", "0"], "the bakery is closed then"
    assert await ada.violations() == []


async def test_a_table_may_throw_by_itself(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={**FIRST, "Throw by hand": False})
    assert await ada.turn() == "build"
    await expect(ada.page.locator(".mk-throw")).to_have_count(0)


async def to_a_field(guest: NewGuest) -> tuple[Page, Locator]:
    """A phone on which a field can be built, and the field."""
    ada = await guest("Ada", **PHONE)
    ada.hurried = False
    await ada.begin("greedy", options=FIRST)
    await ada.reach("build")
    field = ada.page.locator("[data-test=supply] [data-kind='0']")
    await expect(field).to_have_class(re.compile("offered"))
    return ada.page, field


COUNT_CARDS = """async () => {
  const { options } = await import("/static/core/lib.js");
  const { diffed } = options;
  window.cards = 0;
  options.diffed = (node) => {
    window.cards += /^explanation( |$)/.test(node.props?.class ?? "");
    diffed?.(node);
  };
}"""
"""From now on the page counts how often the card of an explanation is drawn."""


async def test_the_first_tap_of_a_finger_explains_and_the_second_builds(guest: NewGuest) -> None:
    page, field = await to_a_field(guest)
    await page.evaluate(COUNT_CARDS)
    await field.click()
    explanation = page.locator("[data-test=explanation]")
    await expect(explanation).to_contain_text("Tap again to build it for 1.")
    await page.evaluate("() => player.rest()")
    assert await page.evaluate("() => window.cards") == 1, "the card is drawn once"
    await expect(page.locator(".line")).to_have_attribute("data-prompt", "build")
    await field.click()
    await expect(page.locator("[data-verb=done]")).to_be_visible()
    await expect(explanation).to_have_count(0)


LATE = 0.7
"""The seconds of a touch that asks for an explanation."""

TOUCH = "Input.dispatchTouchEvent"


async def test_a_short_tap_that_a_busy_phone_tells_of_late_is_a_short_one(guest: NewGuest) -> None:
    """A long touch explains, and builds nothing."""
    page, field = await to_a_field(guest)
    screen = await page.context.new_cdp_session(page)
    explanation = page.locator("[data-test=explanation]")

    async def touch(seconds: float) -> None:
        """The page receives the events of a touch of this length late, when a long touch has been
        recognised."""
        box = await field.bounding_box()
        assert box
        finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        at = time.time()
        await screen.send(TOUCH, {"type": "touchStart", "touchPoints": [finger], "timestamp": at})
        await asyncio.sleep(LATE)
        await expect(explanation).to_contain_text("Tap again to build it for 1.")
        await screen.send(TOUCH, {"type": "touchEnd", "touchPoints": [], "timestamp": at + seconds})

    await touch(LATE)
    await expect(explanation).to_contain_text("Tap again to build it for 1.")
    await expect(page.locator(".line")).to_have_attribute("data-prompt", "build")
    await touch(0.08)
    await expect(page.locator("[data-verb=done]")).to_be_visible()
    await expect(explanation).to_have_count(0)


LOOKS = """(card) => {
  const { width, height } = card.getBoundingClientRect();
  const band = getComputedStyle(card.querySelector(".mk-band")).backgroundColor;
  return [Math.round(width), Math.round(height), band];
}"""
"""The size of a card, and its colour."""

CARDS_THAT_FLY = f"""() => {{
  window.cards = [];
  const {{ animate }} = Element.prototype;
  Element.prototype.animate = function (...all) {{
    const card = this.matches(".flying.mk-card") ? this : this.querySelector(":scope.flying .mk-card");
    const looks = {LOOKS};
    if (card) cards.push([card, document.querySelector(".mk-supply [data-kind='0']")].map(looks));
    return animate.apply(this, all);
  }};
}}"""
"""From now on the page records in `cards` the looks of flying cards at their start, each beside the field in
the supply."""


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_card_that_flies_to_its_builder_looks_as_it_lies_in_the_supply(
    guest: NewGuest, context: dict[str, Any]
) -> None:
    ada = await guest("Ada", **context)
    page = ada.page
    ada.hurried = False
    await ada.begin("greedy", options=FIRST)
    await ada.reach("build")
    field = page.locator("[data-test=supply] [data-kind='0']")
    await page.evaluate(CARDS_THAT_FLY)
    for _ in range(2 if context is PHONE else 1):  # the first tap of a finger explains
        await field.click()
    await page.wait_for_function("() => cards.length > 0")
    flying, lying = (await page.evaluate("() => cards"))[0]
    assert flying == lying
    await expect(page.locator(".flying")).to_have_count(0)


OFFSETS = """(pile) => {
  const lie = (one) => { const { left, top } = one.getBoundingClientRect(); return `${left} ${top}`; };
  return [...pile.querySelectorAll(".mk-under, .mk-card")].map(lie);
}"""
"""The positions of the copies in a pile."""


@pytest.mark.rule("MAC-14.4", "MAC-14.5", "MAC-14.7", "MAC-14.8")
async def test_a_city_shows_its_landmarks_and_how_many_copies_it_has(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.lay(MANY_KINDS)
    for kind, left in {"1": "4", "6": "3"}.items():
        await expect(page.locator(f"[data-test=supply] [data-kind='{kind}'] .mk-badge")).to_have_text(left)
    city = await ada.area(1)
    drawings = city.locator(".mk-landmark .mk-drawing")
    await expect(drawings).to_have_count(4)
    filters = await drawings.evaluate_all("(all) => all.map((one) => getComputedStyle(one).filter)")
    assert ["grayscale" in one for one in filters] == [False, True, True, True], "the train station is built"
    for copies, kinds in {2: 12, 1: 3}.items():
        piles = city.locator(f".mk-pile[data-copies='{copies}']")
        await expect(piles).to_have_count(kinds)
        for pile in await piles.all():
            places = await pile.evaluate(OFFSETS)
            assert len(places) == len(set(places)) == copies


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("desk-light", {"viewport": {"width": 1366, "height": 768}, "color_scheme": "light"}),
        ("phone-dark", {**PHONE, "color_scheme": "dark"}),
    ],
)
async def test_it_looks_right_to_axe_and_fits(guest: NewGuest, name: str, context: dict[str, Any]) -> None:
    ada = await guest("Ada", locale="de-DE", **context)
    await ada.begin("greedy", "whim", "greedy", options={"Auslage": "Komme, was wolle: immer zehn"})
    await ada.play(steps=20)
    if await ada.turn() != "end":
        for tab in ("board", "mine", "others") if context.get("has_touch") else ("",):
            if tab:
                await ada.page.click(f"[data-tab={tab}]")
            assert await ada.violations() == []
    assert await ada.fits()
    await ada.picture(f"machi-koro-{name}")
