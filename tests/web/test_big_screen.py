"""A table on a big screen in the room, read from three metres; and a phone beside it that shows only hand and
choices."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import KEEPS_PICTURES, LAPTOP, SCREENSHOTS, WIDE, Guest, pick
from .laid import FIVE_FARMS, FIVE_STREETS, FULL_NEIGHBOUR, LEAVING_SHIP, MANY_KINDS
from .sight import LOCALES, SCRIPTS, SIZES, look
from .test_groups import found

pytestmark = pytest.mark.asyncio(loop_scope="session")

LEAST_PX = 28
"""The smallest height of a letter at 1920x1080."""

SMALL = """(least) => {
  const walker = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT);
  const found = [];
  const of = (e) => e.getAttribute("class") ?? e.tagName;
  while (walker.nextNode()) {
    const [words, e] = [walker.currentNode.data.trim(), walker.currentNode.parentElement];
    if (!words || e.closest(".sr, .sg-asleep, .sg-scene") || e.getBoundingClientRect().width < 3) continue;
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const drawn = e.ownerSVGElement ? e.getScreenCTM() : null;
    const times = drawn ? Math.hypot(drawn.a, drawn.b) : e.currentCSSZoom;
    const size = parseFloat(getComputedStyle(e).fontSize) * times;
    if (size && size < least - 0.1) found.push(`${of(e.parentElement)} > ${of(e)}: ${words}, ${size}`);
  }
  return found;
}"""
"""The texts that are smaller."""

ROLLED = """() => [...document.querySelectorAll(".stage-board, .stage-board *")].filter((e) =>
  /auto|scroll/.test(getComputedStyle(e).overflow) && e.scrollHeight > e.clientHeight + 2)
  .map((e) => e.getAttribute("class"))"""
"""The parts of the board that would have to be scrolled, which nobody can from the sofa."""

TOUCHING = """() => [...document.querySelectorAll(".tv .mk-supply .mk-band")].flatMap((band) => {
  const text = document.createRange();
  text.selectNodeContents(band.querySelector(".mk-numbers"));
  const [{ left, right }, sign, coin] = [text, band.querySelector(".mk-symbol"),
    band.parentElement.querySelector(":scope > .mk-coin")].map((one) => one.getBoundingClientRect());
  const gaps = [left - sign.right, coin.left - right];
  return Math.min(...gaps) < 0 ? [`${band.textContent.trim()}: ${gaps}`] : [];
})"""
"""The numbers on cards that run into the sign or the price beside them."""

RUN_TOGETHER = """(part) => {
  const walker = document.createTreeWalker(document.querySelector(".tv .stage-board"), NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const [{ data }, e] = [walker.currentNode, walker.currentNode.parentElement];
    if (!data.trim() || e.closest(".sr, svg, [hidden]")) continue;
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) if (box.width > 2) words.push({ data: data.trim(), e, box });
  }
  const beside = ({ e, box }, { e: next, box: { top, bottom, left } }) =>
    e !== next && !e.contains(next) && !next.contains(e)
    && left > box.left && left - box.right < box.height * part
    && Math.min(bottom, box.bottom) - Math.max(top, box.top) > box.height / 2;
  return words.flatMap((one) => words.filter((next) => beside(one, next))
    .map((next) => `${one.data} | ${next.data}: ${(next.box.left - one.box.right).toFixed(1)}`));
}"""
"""Words of different things that stand beside each other with no space between."""

NO_SPACE = 0.04
"""As part of the height of a line."""

AT_REST = """() => document.fonts.status === "loaded" && document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""Have all animations ended?"""

CHOICES = ".choice-list [data-verb], .line-buttons [data-verb], .line-ends [data-verb]"

IDENTITY = """async () => {
  const { look, person } = await import("/static/core/state.js");
  const view = look(location.hash.split("/")[2]);
  return [person.value, [...view.mirrors.value].map(([seat, { mine }]) => [seat, Object.keys(mine)])];
}"""
"""Who the page is, and what it holds by seat."""


async def shown_big(ada: Guest, table: str) -> Page:
    """Open the big screen from the table's menu, in a window of its own."""
    await ada.page.click("[data-test=menu]")
    async with ada.context.expect_page() as opened:
        await ada.page.click("[data-test=tv]")
    screen = await opened.value
    await screen.set_viewport_size(WIDE["viewport"])
    await expect(screen.locator(".tv")).to_be_visible()
    assert screen.url.endswith(f"#/tv/{table}")
    return screen


async def unreadable(screen: Page) -> list[Any]:
    """What is too small, cut, under other things, or would have to be scrolled."""
    await screen.wait_for_function(AT_REST)
    for script in SCRIPTS:
        await screen.evaluate(script.read_text())
    least = LEAST_PX * await screen.evaluate("() => innerHeight") / WIDE["viewport"]["height"]
    found = [*await screen.evaluate(SMALL, least), *await screen.evaluate(RUN_TOGETHER, NO_SPACE)]
    for law in (ROLLED, TOUCHING, "() => [...room.look(), ...sight.overlaid()]"):
        found += await screen.evaluate(law)
    return found


async def unreadable_anywhere(screen: Page, name: str) -> list[Any]:
    """The same on a large and on a small screen, in both languages."""
    wrong = []
    for language, (kind, window) in itertools.product(("de", "en"), {"tv": WIDE, "laptop": LAPTOP}.items()):
        await screen.set_viewport_size(window["viewport"])
        await screen.evaluate("(language) => player.speak(language)", language)
        wrong += [(name, kind, language, one) for one in await unreadable(screen)]
        if KEEPS_PICTURES:
            await screen.screenshot(path=SCREENSHOTS / f"big-screen-{name}-{kind}-{language}.png")
    return wrong


FULL_TABLES = {
    "bruges": FIVE_STREETS,
    "loyang": FULL_NEIGHBOUR,
    "machi_koro": MANY_KINDS,
    "schweinebande": FIVE_FARMS,
}


@pytest.mark.parametrize("game", FULL_TABLES)
async def test_a_full_table_of_the_most_players_is_readable_from_afar(
    guest: NewGuest, named: str, game: str
) -> None:
    ada = await guest("Ada", at=named)
    screen = await shown_big(ada, await ada.lay(FULL_TABLES[game]))
    await ada.turn()
    await expect(screen.locator("[data-test=tv-events]")).to_contain_text("a written position")
    assert await unreadable_anywhere(screen, f"full-{game}") == []


async def test_a_ship_that_leaves_asks_nobody_to_scroll_a_big_screen(guest: NewGuest, named: str) -> None:
    """Before, while all others have passed, and after; until the new ship is rolled."""
    ada = await guest("Ada", at=named)
    screen = await shown_big(ada, await ada.lay(LEAVING_SHIP))
    wrong = []
    await ada.answer("[data-verb=drive][data-station='0']")
    for name, prompt, passed, answer in (
        ("arrived", "deliver", 0, "[data-verb=deliver][data-points='2']"),
        ("passed", "deliver", 3, "[data-verb=deliver]"),
        ("left", "roll", 0, "[data-verb=roll]"),
        ("rolled", "demand", 0, ""),
    ):
        assert await ada.turn() == prompt
        now = await ada.page.locator(".table-page").get_attribute("data-version")
        await expect(screen.locator(f".tv[data-version='{now}'][data-settled=yes]")).to_have_count(1)
        await expect(screen.locator(".sg-passed .sg-pawn")).to_have_count(passed)
        wrong += await unreadable_anywhere(screen, f"ship-{name}")
        if answer:
            await ada.answer(answer)
    assert wrong == []


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_table_on_a_big_screen_beside_a_phone(guest: NewGuest, named: str, game: str) -> None:
    locale = LOCALES[sorted(GAMES).index(game) % len(LOCALES)]
    ada = await guest("Ada", at=named, locale=locale)
    table = await ada.begin("whim", "whim", "whim", game=game)
    await ada.turn()
    await ada.play(steps=8)
    await ada.turn()
    screen = await shown_big(ada, table)
    await expect(screen.locator("[data-test=tv-turn]")).to_contain_text("Ada")
    await expect(screen.locator("[data-test=tv-events] li").first).to_be_visible()
    await expect(screen.locator("[data-test=code]")).to_be_visible()
    assert await unreadable(screen) == []
    person, holds = await screen.evaluate(IDENTITY)
    assert holds == [[-1, ["hints"]]], "the screen holds more than what a watcher may see"
    assert person != (await ada.page.evaluate(IDENTITY))[0]
    if KEEPS_PICTURES:
        await screen.screenshot(path=SCREENSHOTS / f"big-screen-{game}.png")
    await screen.close()
    await on_a_phone(ada)


async def on_a_phone(ada: Guest) -> None:
    """Some questions are answered without the board; everything offered is in sight."""
    page = ada.page
    await page.set_viewport_size(SIZES["390x844"]["viewport"])
    await page.click("[data-test=menu]")
    await page.click("[data-test=hand-only]")
    for _ in range(4):
        if await ada.turn() == "end":
            break
        assert (await look(page))["wrong"] == []
        asked = await ada.prompt()
        await page.locator(CHOICES).last.evaluate("(e) => e.click()")
        await ada.answered(asked)
    await expect(page.locator("[data-page=others]")).to_have_count(0)
    await page.locator("[data-test=whole-table]").evaluate("(e) => e.click()")
    await expect(page.locator("[data-page=others]")).to_have_count(1)


STREAM = {"viewport": {"width": 1280, "height": 720}}

GROUNDS = """() => [document.documentElement, document.body, document.querySelector(".streamed")].map(
  (e) => getComputedStyle(e).backgroundColor)"""
"""What lies behind the table."""

NOTHING = "rgba(0, 0, 0, 0)"


async def test_a_stream_shows_the_current_table_of_a_group_at_one_address(guest: NewGuest) -> None:
    """Without anything around it, as a watcher sees it; late, if the address says so."""
    ada = await guest("Ada", lobby=True)
    group = await found(ada, "Thursday people")
    stream = (await ada.page.locator("[data-test=stream]").input_value()).split("#/")[1]
    assert group not in stream
    source, late = await guest(**STREAM), await guest(**STREAM)
    await source.page.goto(f"{ada.address}/#/{stream}")
    await late.page.goto(f"{ada.address}/#/{stream}?delay=12&key=00ff00")
    table = await for_the_group(ada, group)
    shown = source.page.locator(".streamed")
    await expect(shown).to_have_attribute("data-seat", "-1")
    assert await source.page.evaluate(GROUNDS) == [NOTHING] * 3
    await expect(source.page.locator("header, .side, .line, .notices").locator("visible=true")).to_have_count(
        0
    )
    assert (await source.page.evaluate(HOLDS, table)) == [[-1, ["hints"]]]
    await expect(late.page.locator(".streamed")).to_have_count(0)
    await ada.play(steps=10)
    await ada.turn()
    now = int(await ada.page.locator(".table-page").get_attribute("data-version") or 0)
    await expect(shown).to_have_attribute("data-version", str(now))
    await expect(late.page.locator(".streamed")).to_have_attribute("data-version", str(now - 12))
    assert (await late.page.evaluate(GROUNDS))[0] == "rgb(0, 255, 0)"
    if KEEPS_PICTURES:
        await source.page.screenshot(path=SCREENSHOTS / "stream.png", omit_background=True)
    await ada.rush()
    await expect(shown).to_have_attribute("data-phase", "over")
    await expect(late.page.locator(".streamed")).to_have_attribute("data-phase", "over")
    await for_the_group(ada, group)
    await expect(shown).to_have_attribute("data-phase", "playing")


HOLDS = """async (table) => {
  const { look } = await import("/static/core/state.js");
  return [...look(table).mirrors.value].map(([seat, { mine }]) => [seat, Object.keys(mine)]);
}"""
"""What the page holds of a table, by seat."""


async def for_the_group(ada: Guest, group: str) -> str:
    """Make a table of the group with a bot, and start it."""
    await ada.go(f"new/machi_koro?group={group}")
    await ada.page.wait_for_selector("[data-test=for-group]")
    await pick(ada.page, "count", 2)
    await ada.page.select_option("select[data-seat='1']", "whim")
    await (await ada.find("[data-test=make]")).click()
    await ada.page.wait_for_url(re.compile("#/t/"))
    await ada.start()
    return ada.page.url.rsplit("/", 1)[1]
