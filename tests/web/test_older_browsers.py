"""In a Chromium of 2022, and in one that lacks what Firefox 102 and Safari 15.4 lack: the first questions of
every game keep the law of sight, and all words can be read, in light and in dark colours.

`make test` looks at some of them; `make older` looks at all. The README promises Chromium 105. The oldest
after it that can be had is 106, and tests/web/test_features.py holds what is used against 105.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from server.games import GAMES

from . import older
from .browsers import needed
from .conftest import ADDRESSES
from .guest import AXE, COMPLAINTS, DESK, Guest
from .older import NO_OLDER, SHEET, OlderChromium, OtherOlder
from .pointer import as_people_do
from .running import Windows, patiently
from .sight import in_turn, seated, watched

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 3

BROWSERS = {"chromium": OlderChromium, "firefox-safari": OtherOlder}

FIRST = ("firefox-safari", "bruges", "1366x768", "dark")
"""The board with the most that must be replaced: this one is part of `make test`."""

LOOKS = [
    pytest.param(*look, marks=() if look == FIRST else pytest.mark.long)
    for look in itertools.product(BROWSERS, sorted(GAMES), ("1366x768", "390x844"), ("light", "dark"))
]

COMING = [
    pytest.param(*look, marks=() if look == ("chromium", "light") else pytest.mark.long)
    for look in itertools.product(BROWSERS, ("light", "dark"))
]

MARKS = """() => [
  CSS.supports("container-type: size"), CSS.supports("selector(:has(a))"),
  document.querySelectorAll("[data-container]").length,
]"""
"""What the browser says it knows, and how many containers have been marked for it."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browsers() -> AsyncIterator[Mapping[str, Windows]]:
    needed(older.program(), NO_OLDER)
    made = {name: kind() for name, kind in BROWSERS.items()}
    yield made
    for one in made.values():
        await one.close()


async def unreadable(page: Page) -> list[str]:
    """Words that have too little contrast to what lies behind them."""
    await page.evaluate(AXE.read_text())
    found: list[str] = await page.evaluate(COMPLAINTS, ["color-contrast"])
    return found


@pytest.mark.parametrize(("browser", "game", "size", "colours"), LOOKS)
async def test_the_first_questions(
    browsers: Mapping[str, Windows], address: str, browser: str, game: str, size: str, colours: str
) -> None:
    with as_people_do():
        async with seated(browsers[browser], address, size, in_turn(game, 0)) as guest:
            await guest.page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
            name = f"older-{browser}-{game}-{size}-{colours}"
            seen = await watched(guest, 1, QUESTIONS, lambda wrong: f"{name}-wrong-{wrong.kind}")
            await guest.turn()
            await expect(guest.page.locator(".line.yours")).to_be_in_viewport(ratio=1)
            await guest.picture(name)
            containers, has, marked = await guest.page.evaluate(MARKS)
            knows = browser == "chromium"
            assert [containers, has, marked > 0] == [knows, knows, not knows]
            assert seen.questions and seen.options
            assert [*map(str, seen.wrong)] == []
            assert await unreadable(guest.page) == []
            assert guest.complaints == []


@pytest.mark.parametrize(("browser", "colours"), COMING)
async def test_one_comes_in_and_plays(
    browsers: Mapping[str, Windows], address: str, browser: str, colours: str
) -> None:
    headers = {"x-forwarded-for": next(ADDRESSES)}
    context, page = await browsers[browser].window(**DESK, color_scheme=colours, extra_http_headers=headers)
    guest = Guest(context, page, address)
    with as_people_do():
        await guest.prepare()
        await page.goto(address)
        await page.fill("#guest-name", "Ada")
        await expect(page.locator("#older")).to_be_hidden()
        assert await unreadable(page) == []
        await page.click(".welcome button")
        ways = page.locator("[data-test=play-now]")
        await expect(ways).to_have_text(["Against bots"] * len(GAMES))
        assert await unreadable(page) == []
        await guest.picture(f"older-{browser}-lobby-{colours}")
        await ways.first.click()
        await guest.turn()
        assert guest.complaints == []
    await patiently(context.close())


RULES = """async (sheet) => {
  const { knownRules } = await import(`${location.origin}/static/older/known_rules.js`);
  return knownRules(sheet);
}"""

REPLACED = {
    ".a:has(> .b:not([hidden])), .c { top: 0 }": [".a[data-has-0], .c{ top: 0 }"],
    ".a { container: a / size }": [".a{ --container:a / size ;contain:size style}"],
    ".a { width: min(58cqw, 9px); --b: 2cqh }": [
        ".a{ width: min(calc(58 * var(--cqw)), 9px); --b: calc(2 * var(--cqh)) }",
        ":is(.a) [data-container]{--b:calc(2 * var(--cqh)) }",
    ],
    "@container a (max-width: 9px) { .b::before, .c { top: 0 } }": [
        ".b:where([data-query-0] *)::before,.c:where([data-query-0] *){ top: 0 }"
    ],
    '@media print { .a::after { content: "}:has(" } }': ['@media print{.a::after{ content: "}:has(" }}'],
    "@keyframes a { 50% { top: 0 } }": ["@keyframes a{ 50% { top: 0 } }"],
}
"""Rules, and those that stand in for them. The first two of all sheets reset what containers set."""


async def test_rules_are_replaced_by_known_ones(browsers: Mapping[str, Windows], address: str) -> None:
    for sheet, known in REPLACED.items():
        context, page = await browsers["firefox-safari"].window()
        await page.goto(f"{address}/static/icon.svg")
        assert (await page.evaluate(RULES, sheet))[2:] == known
        await patiently(context.close())


async def test_a_browser_that_is_too_old_is_told_so(browsers: Mapping[str, Windows], address: str) -> None:
    async def without_transforms(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=(await answer.text()).replace("(translate:", "(unknown:"))

    context, page = await browsers["chromium"].window()
    await context.route(SHEET, without_transforms)
    await page.goto(address)
    told = page.locator("#older")
    await expect(told).to_be_visible()
    for words in ("This browser is too old", "Dieser Browser ist zu alt", "105", "102", "15.4"):
        await expect(told).to_contain_text(words)
    await expect(page.locator("#app")).to_be_hidden()
    await patiently(context.close())


async def test_times_are_told_where_the_system_has_no_locale(
    browsers: Mapping[str, Windows], address: str
) -> None:
    context, page = await browsers["chromium"].window()
    await page.add_init_script(
        'Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix"] })'
    )
    await page.goto(address)
    clock = "async () => (await import(`${location.origin}/static/core/text.js`)).clockTime(0)"
    assert re.fullmatch(r"\d+:\d\d.*", await page.evaluate(clock))
    await patiently(context.close())


INERT = """async () => {
  const box = document.createElement("div");
  box.innerHTML = "<button>one</button><i tabindex=0>two</i>";
  document.body.append(box);
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const told = async (inert) => {
    box.toggleAttribute("inert", inert);
    await frame();
    return [...box.children].map((one) => one.getAttribute("tabindex"));
  };
  return [await told(true), await told(false), await told(true)];
}"""


LACKED = """() => ({
  lists: [[1, 2, 3].findLast((n) => n < 3), [1, 2, 3].findLastIndex((n) => n < 3), [].findLast(Boolean)],
  names: Object.keys(Array.prototype), zoom: document.body.currentCSSZoom,
  seen: document.body.checkVisibility(),
})"""


async def test_what_a_browser_lacks_is_there_and_what_is_no_longer_inert_can_be_reached_again(
    browsers: Mapping[str, Windows], address: str
) -> None:
    context, page = await browsers["firefox-safari"].window()
    await page.goto(address)
    await page.wait_for_selector("#guest-name")
    found = await page.evaluate(LACKED)
    assert found == {"lists": [2, 1, None], "names": [], "zoom": 1, "seen": True}
    assert await page.evaluate(INERT) == [["-1", "-1"], [None, "0"], ["-1", "-1"]]
    await patiently(context.close())
