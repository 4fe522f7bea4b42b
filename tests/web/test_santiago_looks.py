"""The looks of Santiago de Cuba: its drawings are readable, things are in their places, and they move where
motion is welcome."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import FIRST, LOOKS, PHONE
from .lessons import begin

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "santiago"


async def test_points_as_tiles(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.make(
        "greedy", game=GAME, options={**FIRST, "Victory points shown as": "Tiles, like the printed ones"}
    )
    await ada.start()
    tiles = ada.page.locator("[data-player='0'] .sg-tiles i")
    await expect(tiles).to_have_text(["2"])


MARKS = """() => [...document.querySelectorAll(".sg-station, .sg-building")].map((e) => [
  e.dataset.building !== undefined ? `building ${e.dataset.building}` : `cuban ${e.dataset.cuban}`,
  [...e.querySelectorAll(".sg-mark")]
    .map((mark) => mark.innerText + mark.querySelector("use").getAttribute("href"))
    .join(" "),
])"""


async def test_houses_and_people_say_in_pictograms_what_they_do(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", game=GAME, options=FIRST)
    await ada.turn()
    shown = dict(await ada.page.evaluate(MARKS))
    assert len(shown) == 22 and sum(not row for row in shown.values()) <= 1, "all but who lies face down"
    item = "#sg-item-{}".format
    assert shown["building 0"] == f"2{item(6)}" and shown["building 1"] == f"1{item(7)}"
    assert shown["building 2"] == f"{item(0)} #sg-sign-often {item(3)}"
    assert shown["building 5"] == f"1{item(5)} #sg-sign-to 1{item(7)} 1{item(6)}"
    assert shown["building 8"] == f"3{item(6)} #sg-sign-both 1{item(7)}"
    assert all(shown[f"cuban {n}"] in (f"2{item(good)}", "") for n, good in enumerate((2, 0, 1, 5)))


STICKS_OUT = """() => [...document.querySelectorAll(".sg-building")].filter((one) => {
  const house = one.getBoundingClientRect();
  return [...one.querySelectorAll(".sg-mark > *, .sg-mark")].some((mark) => {
    const { left, right } = mark.getBoundingClientRect();
    return left < house.left || right > house.right;
  });
}).map((one) => one.textContent)"""
"""Buildings whose pictograms have no room."""


@pytest.mark.parametrize("width, beside", [(1366, True), (1366, False), (1024, False), (1920, False)])
async def test_pictograms_of_a_building_lie_within_it(guest: NewGuest, width: int, beside: bool) -> None:
    ada = await guest("Ada", viewport={"width": width, "height": 768})
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.turn()
    if beside:
        await ada.beside("log")
    assert await ada.page.locator(".sg-building .sg-mark").count() > 12
    assert await ada.page.evaluate(STICKS_OUT) == []


async def test_what_others_hold_is_in_sight(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    await ada.turn()
    for good in range(3):
        await expect(page.locator(f"[data-tile='1'] [data-figure=good-{good}] b")).to_have_text("1")
    await expect(page.locator("[data-tile='1'] [data-figure=good-3]")).to_have_count(0)
    large = await ada.area(1)
    await expect(large.locator("[data-item]")).to_have_count(8)
    await expect(large).to_contain_text("3 markers left")
    await expect(large).to_contain_text("Owns no building yet.")


async def test_the_first_turn_on_a_phone_shows_all_that_is_offered(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE)
    page = ada.page
    await ada.begin("greedy", "greedy", "whim", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    await expect(page.locator(".sg-station.offered")).to_have_count(4)
    for number in range(4):
        await expect(page.locator(".sg-station.offered").nth(number)).to_be_in_viewport(ratio=1)
    for building in range(12):
        await expect(page.locator(f"[data-building='{building}']")).to_be_in_viewport(ratio=1)
    goods = page.locator(".stage-hand [data-item]")
    await expect(goods).to_have_count(8)
    for number in range(8):
        await expect(goods.nth(number)).to_be_in_viewport(ratio=1)


COVERED = """() => [...document.querySelectorAll(".sg-station.offered")].flatMap((station) => {
  const box = (part) => station.querySelector(part)?.getBoundingClientRect();
  const fare = box(".sg-fare, .sg-tag");
  return [".sg-flower", ".sg-portrait", ".sg-marks"].filter((part) => {
    const other = box(part);
    return other && Math.max(fare.left, other.left) < Math.min(fare.right, other.right)
      && Math.max(fare.top, other.top) < Math.min(fare.bottom, other.bottom);
  });
})"""
"""Parts of stations that are covered by the prices of the way."""


async def test_on_a_phone_prices_of_the_way_cover_nothing_and_everybody_s_effect_is_shown(
    guest: NewGuest,
) -> None:
    ada = await guest("Ada", **PHONE)
    page = ada.page
    await ada.begin("greedy", "greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    assert await page.evaluate(COVERED) == []
    for mark in await page.locator(".sg-station:not(.down) .sg-mark").all():
        await expect(mark).to_be_in_viewport(ratio=1)
    await ada.picture(f"{GAME}-fares-phone")


CUT = """() => {
  const town = document.querySelector(".sg-quarters").getBoundingClientRect();
  return [...document.querySelectorAll(".sg-building")].filter((house) => {
    const [all, does, name] = [house, ...[".sg-marks", ".sg-name"].map((part) => house.querySelector(part))]
      .map((part) => part.getBoundingClientRect());
    return does.top < all.top - 1 || name.bottom > Math.min(all.bottom, town.bottom) + 1;
  }).map((house) => house.textContent);
}"""
"""Buildings whose function or name is not visible."""


async def test_under_a_guide_s_words_houses_still_show_what_they_do(guest: NewGuest) -> None:
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    ada = await guest("Ada", locale="de-DE", reduced_motion="reduce", **size)
    await begin(ada, GAME)
    assert await ada.turn() == "drive"
    await expect(ada.page.locator("[data-test=coach]")).to_be_visible()
    assert await ada.page.evaluate(CUT) == []
    await ada.picture(f"{GAME}-guided-phone")


@pytest.mark.rule("SAN-15.4", "SAN-15.5", "SAN-15.6")
@pytest.mark.parametrize(("name", "context"), LOOKS)
async def test_it_looks_right_to_axe_and_fits(guest: NewGuest, name: str, context: dict[str, Any]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("greedy", "greedy", "whim", game=GAME, options=FIRST)
    await expect(ada.page.locator(".sg-star")).to_have_count(10)
    await expect(ada.page.locator(".sg-star.yellow")).to_have_count(1)
    await expect(ada.page.locator(".sg-arrow")).to_have_count(1)
    assert not await ada.look_at("drive", "enter", "deliver", steps=150, name=f"{GAME}-{{}}-{name}")


async def test_the_car_drives_and_goods_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.hurried = False
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    await ada.count_flights()
    await page.evaluate(
        """() => {
          window.driven = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...all) {
            if (this.matches(".sg-car")) window.driven += 1;
            return animate.apply(this, all);
          };
        }"""
    )
    await page.click("[data-station='4']")
    await page.wait_for_function("() => window.driven > 0 && flown.length >= 3")
    assert await page.evaluate("() => anew") == 0, "all is measured before anything flies"
    await expect(page.locator(".flying")).to_have_count(0)
    await expect(page.locator("[data-car='4']")).to_have_count(1)
