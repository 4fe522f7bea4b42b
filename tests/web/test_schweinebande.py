"""Schweinebande in the page: whole games, mouse and keyboard, and the previews of choices."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import FIRST, LAPTOP, LOOKS, PHONE, WIDE, Guest
from .laid import ALL_KINDS, FIVE_FARMS
from .sight import look

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "schweinebande"
PRINTED: dict[str, str | bool] = {"Redeem and feed at once": False, "Who begins": "Seat 1"}
HELD = """() => [...document.querySelectorAll("[data-farm='0'] [data-count]")]
  .reduce((sum, e) => sum + Number(e.dataset.count), 0)"""


@pytest.mark.long
@pytest.mark.rule("SWB-12.5")
async def test_a_whole_game_by_two_people_and_a_bot(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ben = await guest("Ben", locale="de-DE", **PHONE)
    table = await ada.make("", "greedy", game=GAME)
    await ben.join(table)
    await ada.start()
    played = await asyncio.gather(ada.play(seed=3), ben.play(seed=7))
    for _, asked, *_ in played:
        assert {"reveal", "place", "collect"} <= set(asked)
        assert {"feed", "sell"} & set(asked)
    for one, total in ((ada, "Points"), (ben, "Punkte")):
        await expect(one.page.locator("[data-test=end] .place")).to_have_count(3)
        await expect(one.page.locator(".place-total").first).to_contain_text(total)
        assert await one.fits()
        ends = await one.page.locator(".place-total b").all_inner_texts()
        shown = await one.page.locator("[data-tile] [data-figure=score] b").all_inner_texts()
        assert sorted(ends) == sorted(shown), "the farms and the places tell the same"
        assert await one.violations() == []
    await ben.picture("schweinebande-end-phone")


async def test_printed_rules_all_feed_at_the_same_time(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben", locale="de-DE")
    eve = await guest("Eve", locale="de-DE")
    table = await ada.make("", game=GAME, options=PRINTED)
    await ben.join(table)
    await ada.start()
    await eve.go(f"t/{table}")

    async def collected(one: Guest) -> None:
        covered = one.page.locator(".sb-hex[data-kind='8']")
        while (prompt := await one.turn()) not in ("feed", "sell"):
            if prompt == "end_turn" and not await covered.count():
                break
            if prompt == "redeem":  # a player who moves all animals to the farm has none to feed
                await one.answer(".line [data-verb=keep]")
            else:
                await one.move()

    await asyncio.gather(collected(ada), collected(ben))
    for one in (ada, ben):
        await expect(one.page.locator("[data-tile][data-asked]")).to_have_count(2)
    await expect(eve.page.locator("[data-test=status]")).to_have_text("Ada und Ben sind dran")
    await asyncio.gather(ada.reach("end_turn"), ben.reach("end_turn"))
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=warning]")).to_be_visible()
        await one.answer(".line [data-verb=done]")
    await expect(ben.page.locator(".sb-hex[data-kind='8']")).to_have_count(25)


@pytest.mark.rule("SWB-12.5")
async def test_rows_are_shown_before_they_are_taken(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    with_row = ".sb-hex.own[data-leads*=collect]"
    await ada.reach("collect", when=f"() => document.querySelector('{with_row}')")
    farmer = page.locator(with_row).first
    if await page.locator(".sb-hex.base").count() == 0:
        await farmer.click()
    base = page.locator(".sb-hex.base")
    await expect(base).to_be_visible()
    space = int(await base.get_attribute("data-space") or -1)
    await page.click("[data-test=all-options]")
    ways = await page.locator("#all-options [data-verb=collect]").evaluate_all(
        "(all, space) => all.filter((e) => Math.floor(e.dataset.noun / 6) === space).length", space
    )
    await page.keyboard.press("Escape")
    await expect(page.locator("#all-options")).to_be_hidden()
    await base.hover()
    await expect(page.locator(".sb-row")).to_have_count(ways)

    target = page.locator(".sb-hex.offered:not(.own)").last
    await target.hover()
    await expect(page.locator(".sb-row.meant")).to_have_count(1)
    await expect(page.locator("[data-test=caption]")).to_contain_text("You collect")
    marked = await page.locator(".sb-hex.marked").count()
    assert marked >= 2
    label = await target.get_attribute("aria-label") or ""
    await expect(page.locator("[data-test=caption]")).to_contain_text(label.split(", ")[-1])

    before = await page.evaluate(HELD)
    await target.focus()
    await expect(page.locator(".sb-row.meant")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.wait_for_function(f"(n) => ({HELD})() === n", arg=before + marked)


HUNGRY = """
game = "schweinebande"
seats = 2
turn = 0
moment = "collecting"
[table]
round = 2
[table.market]
A1 = "Chicken"
A2 = "Sheep"
C3 = "Goat"
[[players]]
farmers = ["A1"]
pen = {Chicken = 2, Goat = 1, Donkey = 1}
[[players]]
farmers = ["C3"]
pen = {Sheep = 2}
feed = 9
"""
"""A player without feed must sell animals, one after the other, until there is enough for the others."""


async def test_feeding_shows_what_it_costs(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE)
    page = ada.page
    await ada.lay(HUNGRY)
    mine = page.locator("[data-farm='0']")
    balance = mine.locator("[data-test=balance]")
    assert await ada.turn() == "collect"
    await ada.move()
    sold = 0
    while await ada.turn("sell", "feed") == "sell":
        await expect(mine).to_be_in_viewport()  # the page with the choices has opened automatically
        left = int(await balance.get_attribute("data-left") or 0)
        await expect(balance).to_contain_text(f"{-left} short")
        note = await mine.locator(".sb-animal.offered .sb-note").first.get_attribute("title") or ""
        value = int(note.removeprefix("+").removesuffix(" feed"))
        await ada.answer("[data-farm='0'] .sb-animal.offered")
        await expect(balance).to_have_attribute("data-left", str(left + value + 1))
        sold += 1
    assert sold > 1
    cost, left_over = await balance.get_attribute("data-cost"), await balance.get_attribute("data-left")
    await expect(page.locator(".line [data-verb=pay]")).to_have_text(f"Pay {cost} feed")
    await ada.answer(".line [data-verb=pay]")
    await expect(mine.locator("[data-feed]")).to_have_attribute("data-feed", str(left_over))


async def test_everything_with_the_keyboard(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "reveal"
    await page.locator("[data-test=market] [tabindex='0']").focus()
    space = "() => document.activeElement.dataset.space"
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    assert await page.evaluate(space) in ("10", "11", "12", "13", "14")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    chosen = await page.evaluate(space)
    await expect(page.locator("[data-test=market] [tabindex='0']")).to_have_count(1)
    await page.keyboard.press("Enter")
    assert await ada.turn("place") == "place"
    await expect(page.locator(f"[data-space='{chosen}']")).not_to_have_attribute("data-kind", "8")
    await page.wait_for_function(
        "() => !!document.activeElement.closest('.line, .stage-board, .stage-mine, .stage-hand')"
    )
    await expect(page.locator("[data-test=announcer]")).to_contain_text("Ada turns over")
    await page.locator(f"[data-space='{chosen}']").focus()
    await page.keyboard.press("Space")
    await expect(page.locator(f"[data-space='{chosen}']")).to_have_attribute("data-farmer", "0")
    await expect(page.locator("[data-test=announcer]")).to_contain_text("puts a farmer")


@pytest.mark.parametrize(("name", "context"), LOOKS)
async def test_it_looks_right_to_axe_and_fits(guest: NewGuest, name: str, context: dict[str, Any]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("greedy", "whim", game=GAME, options=FIRST)
    left = await ada.look_at("place", "collect", "sell", "feed", steps=60, name=f"{GAME}-{{}}-{name}")
    assert left <= {"sell", "feed"} and left != {"sell", "feed"}


async def test_tiles_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.hurried = False
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    await ada.count_flights()
    await ada.reach("collect")
    await ada.move()
    await page.wait_for_function("() => flown.length > 0")
    await expect(page.locator(".flying")).to_have_count(0)


async def test_a_watcher_sees_the_market_and_all_farms(guest: NewGuest) -> None:
    ada, eve = await guest("Ada"), await guest("Eve")
    table = await ada.begin("greedy", "greedy", game=GAME, options=FIRST)
    await eve.go(f"t/{table}")
    for seat in range(3):
        await expect((await eve.area(seat)).locator(f"[data-farm='{seat}']")).to_be_visible()
    await eve.page.keyboard.press("Escape")
    await expect(eve.page.locator(".sb-hex.offered")).to_have_count(0)
    await expect(eve.page.locator(".sb-hex[data-kind='8']")).to_have_count(25)
    assert await ada.turn() == "reveal"
    await ada.answer("[data-space='12']")
    await expect(eve.page.locator("[data-space='12']")).not_to_have_attribute("data-kind", "8")


TITLE_LIES_OVER = """() => {
  const title = document.querySelector(".sb-order-title").getBoundingClientRect();
  return [...document.querySelectorAll(".sb-coord")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < title.right && right > title.left && top < title.bottom && bottom > title.top;
  }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desk"])
async def test_the_order_s_title_lies_beside_the_spaces(guest: NewGuest, context: dict[str, Any]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("whim", "whim", "whim", game=GAME)
    await ada.turn()
    async for language in ada.languages():
        assert await ada.page.evaluate(TITLE_LIES_OVER) == [], language


UNDER_THE_LINE = """() => {
  const line = document.querySelector(".line").getBoundingClientRect().top;
  return [...document.querySelectorAll(".sb-legend, .sb-legend *")]
    .filter((one) => one.getBoundingClientRect().bottom > line).map((one) => one.textContent);
}"""


async def test_on_a_phone_all_kinds_are_in_sight_while_a_farmer_is_placed(guest: NewGuest) -> None:
    ada = await guest("Ada", viewport={"width": 390, "height": 844}, has_touch=True)
    await ada.begin("whim", "whim", "whim", game=GAME)
    await ada.reach("place")
    async for language in ada.languages():
        assert await ada.page.evaluate(UNDER_THE_LINE) == [], language


BEYOND = """() => [...document.querySelectorAll(".sb-legend li")].filter((tile) => {
  const words = document.createRange();
  words.selectNodeContents(tile);
  return words.getBoundingClientRect().right > tile.getBoundingClientRect().right;
}).map((tile) => tile.textContent)"""
"""Kinds whose text sticks out of their tiles, which tell how many are still to come."""


async def test_the_longest_kind_has_its_room_beside_two_columns_of_farms(guest: NewGuest) -> None:
    ada, eve = await guest("Ada"), await guest("Eve", **LAPTOP)
    table = await ada.begin("greedy", "greedy", game=GAME)
    await eve.go(f"t/{table}")
    async for language in eve.languages():
        await expect(eve.page.locator(".sb-legend li")).to_have_count(7)
        assert await eve.page.evaluate(BEYOND) == [], language


PLACE_OF_FARMS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const area = (e) => box(e).width * box(e).height;
  const beyond = (e, farm) => box(e).bottom > box(farm).bottom + 1 || box(e).right > box(farm).right + 1;
  const farms = [...document.querySelectorAll(".sb-neighbour")];
  const animals = document.querySelectorAll(".sb-neighbour .sb-one .sb-picture");
  return {
    used: farms.reduce((sum, farm) => sum + area(farm), 0) / area(document.querySelector(".sb-neighbours")),
    least: Math.min(...[...animals].map((e) => box(e).width)),
    cut: farms.flatMap((farm) =>
      [...farm.querySelectorAll(":not(.sr)")].filter((e) => beyond(e, farm)).map((e) => e.outerHTML)),
  };
}"""
"""The part of its place that the farms of others take, the width of their smallest animal, what is cut."""


@pytest.mark.parametrize("size", [LAPTOP, WIDE], ids=["laptop", "wide"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
async def test_the_farms_of_any_number_of_others_take_all_of_their_place(
    guest: NewGuest, size: dict[str, Any], count: int
) -> None:
    ada = await guest("Ada", **size)
    farms = FIVE_FARMS.replace("seats = 5", f"seats = {count}").replace((5 - count) * ALL_KINDS, "", 1)
    if count < 5:
        farms = farms.replace("Cattle = 1}", 'Cattle = 1, "Feed sack" = 1}')
    await ada.lay(farms)
    await ada.turn()
    async for language in ada.languages():
        await ada.picture(f"schweinebande-{count}-farms-{size['viewport']['width']}-{language}")
        place = await ada.page.evaluate(PLACE_OF_FARMS)
        assert place["used"] > 0.9 and place["cut"] == [], (language, place)
        assert place["least"] >= (44 if count == 4 and size is WIDE else 20), (language, place)
        assert (await look(ada.page))["wrong"] == [], language
