"""The looks of At the Gates of Loyang: farms and cards are readable, parts explain themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from server.games.loyang.cards import CARDS, IDS

from .conftest import NewGuest
from .guest import CHANGED, DESK, LAPTOP, PHONE
from .laid import FULL_FARM, FULL_NEIGHBOUR
from .sight import SIZES
from .test_full_boards import NARROW
from .test_loyang import GAME, OWN_HELPER

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFICIAL = IDS.index("official")

COURTYARD = """
game = "loyang"
seats = 4
turn = 0
moment = "cards"
seed = 7
[table]
round = 4
courtyard = ["Maid", "casual_03"]
"""


HELPERS = """
game = "loyang"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 4
[[players]]
helpers = ["Official", "Maid"]
"""


async def test_who_watches_sees_the_courtyard_and_all_farms(guest: NewGuest) -> None:
    ada, eve = await guest("Ada", **DESK), await guest("Eve", **SIZES["1920x1080"])
    table = await ada.lay(COURTYARD)
    assert await ada.turn() == "distribute"
    await eve.go(f"t/{table}")
    cards = eve.page.locator(".lo-group.court .lo-card")
    await expect(cards).to_have_count(2)
    for card in await cards.all():
        await expect(card).to_be_in_viewport(ratio=1)
        box = await card.bounding_box()
        assert box and box["height"] < 2 * box["width"]
    await expect(eve.page.locator(".lo-neighbour .lo-card.home")).to_have_count(4)
    for farm in await eve.page.locator(".lo-neighbour").all():
        await expect(farm).to_be_in_viewport(ratio=1)
    await eve.picture("loyang-watched")
    assert await eve.violations() == []


async def test_who_watches_on_a_phone_sees_all_farms(guest: NewGuest) -> None:
    """They had a fixed part of the page, and the third was cut off above an empty place."""
    ada, eve = await guest("Ada", **DESK), await guest("Eve", **PHONE)
    table = await ada.begin("whim", "whim", "whim", game=GAME)
    await ada.reach("start_crop")
    await eve.go(f"t/{table}")
    farms = eve.page.locator(".lo-neighbour")
    await expect(farms).to_have_count(4)
    for farm in await farms.all():
        await expect(farm).to_be_in_viewport(ratio=1)
    await eve.picture("loyang-watched-phone")


async def test_cards_of_the_hand_look_like_cards(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("whim", "whim", game=GAME)
    cards = ada.page.locator(".lo-hand .lo-held")
    await expect(cards).to_have_count(4)
    for size in ("1920x1080", "1366x768"):
        await ada.page.set_viewport_size(SIZES[size]["viewport"])
        await ada.page.evaluate("() => player.rest()")
        for card in await cards.all():
            await expect(card).to_be_in_viewport(ratio=1)
            box = await card.bounding_box()
            assert box and box["width"] < box["height"] < 1.8 * box["width"], size


async def test_who_watches_sees_a_full_farm_as_pictures(guest: NewGuest) -> None:
    ada, eve = await guest("Ada", **DESK), await guest("Eve", **SIZES["1920x1080"])
    table = await ada.lay(FULL_NEIGHBOUR)
    await eve.go(f"t/{table}")
    cards = eve.page.locator(".lo-neighbour[data-display='1'] .lo-card")
    await expect(cards).to_have_count(20)
    async for language in eve.languages():
        for card in await cards.all():
            await expect(card).to_be_in_viewport(ratio=1)
        await eve.picture(f"loyang-watched-full-{language}")
        assert await eve.page.evaluate(NARROW) == [], language


async def test_the_area_of_a_full_farm_fits_over_the_board(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.lay(FULL_NEIGHBOUR)
    area = await ada.area(1)
    await ada.picture("loyang-full-area")
    assert await area.evaluate("(area) => area.scrollHeight <= area.clientHeight + 1")
    for card in await area.locator(".lo-card").all():
        await expect(card).to_be_in_viewport(ratio=1)


EVERY_CARD = (Path(__file__).parent / "loyang_cards.js").read_text()
"""Draws every card in each of its states; returns the number of cards."""


async def test_every_card_can_be_read(guest: NewGuest) -> None:
    ada = await guest("Ada", color_scheme="light", viewport={"width": 1366, "height": 768})
    await ada.begin("whim", game=GAME)
    await ada.reach("start_crop")
    assert await ada.page.evaluate(EVERY_CARD) == len(CARDS)
    assert await ada.violations() == []
    await ada.page.emulate_media(color_scheme="dark")
    await ada.page.wait_for_function(CHANGED)
    assert await ada.violations(["color-contrast"]) == []
    small = await ada.page.evaluate(SMALL_PRINT)
    assert small == [], "nothing is smaller than 12 pixels"
    cut = await ada.page.evaluate(CUT_OFF)
    assert cut == [], "no word is cut off"


OUTSIDE = """([width, height]) => {
  for (const { style } of document.querySelectorAll("#every-card > div")) {
    [style.width, style.height] = [`${width}px`, `${height}px`];
  }
  const lines = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };
  return [...document.querySelectorAll("#every-card .lo-face")].flatMap((face) => {
    const box = (name) => face.querySelector(name)?.getBoundingClientRect();
    const { left, right, bottom } = face.getBoundingClientRect();
    const [upper, lower] = [box(".lo-portrait")?.bottom ?? 0, box(".lo-tag")?.top ?? bottom];
    const apart = (line) =>
      line.left >= left - 1 && line.right <= right + 1 && line.top >= upper - 3 && line.bottom <= lower + 1;
    const words = [...face.querySelectorAll(".lo-effect")].filter((text) => text.checkVisibility());
    return words.filter((text) => !lines(text).every(apart)).map((text) => text.textContent);
  });
}"""
"""The words of helpers that don't fit on cards of this size: they stick out, or cover other things."""


async def test_the_words_of_helpers_fit_on_small_cards(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.begin("whim", game=GAME)
    await ada.reach("start_crop")
    async for language in ada.languages():
        assert await ada.page.evaluate(EVERY_CARD) == len(CARDS)
        for size in ([158, 200], [118, 147], [118, 112], [90, 147], [90, 112], [76, 147], [76, 112]):
            assert await ada.page.evaluate(OUTSIDE, size) == [], (size, language)
        await ada.page.locator("#every-card").evaluate("(cards) => cards.remove()")


async def test_a_very_large_window_is_drawn_larger(guest: NewGuest) -> None:
    """The choices of a thing still open beside it."""
    ada = await guest("Ada", viewport={"width": 2560, "height": 1440})
    await ada.begin("whim", game=GAME)
    await ada.reach("act", when=f"() => document.querySelector('{OPENS}')")
    assert await ada.page.evaluate("() => document.querySelector('.line').currentCSSZoom") > 1.2
    found = await ada.page.evaluate(BESIDE, OPENS)
    assert found["opened"] > 0
    assert found["wrong"] == []


OPENS = ".lo-doing > .lo-thing[aria-expanded]"
"""Things with several choices; a click on any other thing is the choice."""

BESIDE = """async (things) => {
  const found = { opened: 0, wrong: [] };
  const boxOf = (e) => e.getBoundingClientRect();
  const shown = async () => {
    for (let tries = 0; tries < 40 && !document.querySelector(".lo-sheet"); tries += 1) {
      await new Promise((go) => setTimeout(go, 50));
    }
    return document.querySelector(".lo-sheet");
  };
  for (const thing of document.querySelectorAll(things)) {
    thing.click();
    const sheet = await shown();
    if (!sheet) {
      found.wrong.push([thing.textContent, "nothing opened"]);
      continue;
    }
    found.opened += 1;
    const [it, at] = [boxOf(sheet), boxOf(thing)];
    const gap = Math.max(it.left - at.right, at.left - it.right);
    if (gap > 12 || it.bottom > innerHeight || it.top > at.bottom) found.wrong.push([thing.textContent, gap]);
    thing.click();
    await new Promise((go) => setTimeout(go, 100));
  }
  return found;
}"""
"""Sheets that are not beside their things."""

SMALL_PRINT = """() => [...document.querySelectorAll("#every-card *")]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12).map((e) => e.outerHTML.slice(0, 90))"""

CUT_OFF = """() => [...document.querySelectorAll("#every-card :is(.lo-band, .lo-effect, .lo-tag)")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@pytest.mark.parametrize("width", [1366, 1920])
async def test_every_part_explains_itself(guest: NewGuest, width: int) -> None:
    ada = await guest("Ada", viewport={"width": width, "height": width * 9 // 16})
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("act")
    told = page.locator("[data-test=explanation]")
    for part in (
        ".lo-shelf",
        ".lo-sell",
        ".lo-load",
        ".lo-store",
        ".lo-stone",
        "[data-place=deck] button",
        "[data-place=purse-0] button",
        ".lo-mine .lo-card .lo-face",
        ".lo-pile button",
        ".lo-chip",
    ):
        await page.locator(part).first.hover()
        await expect(told.locator("p").first).not_to_be_empty()
        await page.mouse.move(2, 2)
        await expect(told).to_have_count(0)


COVERED = """() => {
  const card = document.querySelector("[data-test=explanation]").getBoundingClientRect();
  return [...document.querySelectorAll(".line-ends button, .line-buttons button")].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
  }).map((button) => button.textContent);
}"""
"""The next things to press that an explanation covers."""

MARK_ALL = """() => [...document.querySelectorAll(".stage-mine [data-explains]")].filter((thing) => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((thing, n) => { thing.dataset.nth = n; }).length"""


@pytest.mark.parametrize("width", [1366, 1920])
async def test_no_explanation_covers_what_is_to_be_pressed_next(guest: NewGuest, width: int) -> None:
    """An explanation that stays once covered "Done" and the undo button, if it belonged to a thing below
    them."""
    ada = await guest("Ada", viewport={"width": width, "height": width * 9 // 16})
    page = ada.page
    await ada.begin("whim", "whim", game=GAME)
    await ada.reach("end_turn")
    told = page.locator("[data-test=explanation]")
    count, seen = await page.evaluate(MARK_ALL), 0
    for n in range(count):
        thing = page.locator(f"[data-nth='{n}']")
        await thing.click()
        if await told.count():
            seen += 1
            assert await page.evaluate(COVERED) == [], await thing.inner_text()
        if n + 1 < count:
            await page.locator(".line-prompt").click()  # an empty place
    assert seen > 5
    await page.locator(".line-ends [data-verb=done]").click()
    await ada.answered("end_turn")


@pytest.mark.rule("LOY-17.2", "LOY-23.2.1")
async def test_what_a_two_pack_costs_and_why_or_that_the_official_makes_it_free(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.lay(HELPERS)
    told = page.locator("[data-test=explanation]")
    for words in ("costs 2 cash now: 1 for each helper", "The Official makes your two-pack free"):
        await page.locator("[data-place=deck] button").first.hover()
        await expect(told).to_contain_text(words)
        await page.mouse.move(2, 2)
        await expect(told).to_have_count(0)
        if "Official" not in words:
            await page.locator(f".lo-mine [data-card='{OFFICIAL}'] button").first.click()
            await ada.answer("[data-test=sheet] [data-verb=use]")
    assert await page.locator("[data-place=deck] [data-price]").get_attribute("data-price") == "0"


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
async def test_what_opens_covers_neither_the_question_nor_the_hand(
    guest: NewGuest, size: tuple[int, int]
) -> None:
    phone = {"has_touch": True} if size[0] < 700 else {}
    ada = await guest("Ada", viewport={"width": size[0], "height": size[1]}, **phone)
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("act", when=OWN_HELPER)
    if phone:
        await page.click("[data-tab=mine]")
    await page.locator(".lo-mine .lo-card.helper [data-leads]").first.click()
    sheet = await page.locator("[data-test=sheet]").bounding_box()
    line = await page.locator(".line").bounding_box()
    assert sheet and line
    assert sheet["x"] >= 0 and sheet["x"] + sheet["width"] <= size[0]
    assert sheet["y"] >= line["y"] + line["height"] or sheet["y"] + sheet["height"] <= line["y"]
    assert sheet["y"] + sheet["height"] <= size[1]
    await page.mouse.click(2, 2)
    await expect(page.locator("[data-test=sheet]")).to_have_count(0)


GROW = """() => {
  const line = document.querySelector(".line");
  line.style.paddingBottom = "90px";
  return line.getBoundingClientRect().top;
}"""


async def test_what_is_open_makes_way_when_the_line_of_action_grows(guest: NewGuest) -> None:
    """Advice, a notice, or a longer question may arrive while a sheet is open beside a thing."""
    ada = await guest("Ada", **SIZES["390x844"])
    page = ada.page
    await ada.lay(FULL_FARM)
    assert await ada.turn() == "act"
    await page.locator(".lo-mine .lo-card.helper [data-leads]").last.click()
    sheet = page.locator("[data-test=sheet]")
    await expect(sheet).to_be_visible()
    before = await sheet.bounding_box()
    line = await page.evaluate(GROW)
    assert before and before["y"] + before["height"] > line, "it would lie under the line now"
    above = "(line) => document.querySelector('[data-test=sheet]').getBoundingClientRect().bottom <= line"
    await page.wait_for_function(above, arg=line)
    await expect(sheet).to_be_in_viewport(ratio=0.99)


TOGETHER = f"""
game = "loyang"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
round = 3
{chr(10).join(f"[[players]]{chr(10)}cash = 30{chr(10)}space = {space}" for space in (10, 10, 11, 11))}
"""
"""The player and another one on a space that allows staying, and two on a step that has a price."""

HIDDEN_NUMBERS = """() => [...document.querySelectorAll(".lo-stones li")].filter((stone) => {
  const words = [...stone.querySelectorAll(".lo-number, .lo-toll")].map((word) => {
    const letters = document.createRange();
    letters.selectNodeContents(word);
    return letters.getBoundingClientRect();
  });
  const pawns = [...stone.querySelectorAll(".lo-pawn path")].map((pawn) => pawn.getBoundingClientRect());
  const over = (pawn, word) => pawn.left < word.right - 1 && pawn.right > word.left + 1
    && pawn.top < word.bottom - 1 && pawn.bottom > word.top + 1;
  return words.some((word) => pawns.some((pawn) => over(pawn, word)));
}).map((stone) => stone.querySelector(".lo-look").textContent)"""
"""Stones whose number or price is covered by a pawn."""


@pytest.mark.parametrize("size", ["390x844", "1366x768"])
async def test_pawns_stand_beside_numbers_and_prices(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size], locale="de-DE")
    page = ada.page
    await ada.lay(TOGETHER)
    await ada.turn("act")
    if size == "390x844":
        await page.click("[data-tab=board]")
    await expect(page.locator(".lo-stones .lo-pawn")).to_have_count(4)
    assert await page.evaluate(HIDDEN_NUMBERS) == []
    read = await page.locator(".lo-stone .sr").all_text_contents()
    assert not [text for text in read if ".." in text or "Käsch Der" in text], "sentences end, and once"
    await ada.answer("[data-verb=finish]")
    await expect(page.locator(".lo-stone.may .lo-toll").first).to_have_text("bleiben")
    assert await page.evaluate(HIDDEN_NUMBERS) == []
    await ada.picture(f"loyang-pawns-{size}", page.locator(".lo-path"))
