"""No violation for axe-core, nothing too wide for a phone, pictures to look at, the policy of the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import CHANGED, PHONE, RULES, pick

pytestmark = pytest.mark.asyncio(loop_scope="session")

WEB = Path(__file__).parents[2] / "server" / "web"

WIDE = {"viewport": {"width": 1440, "height": 900}}
SHARP = {**PHONE, "device_scale_factor": 2}

CONTRAST = ["color-contrast"]
"""The rules in which the colour schemes differ."""

Scheme = Literal["light", "dark"]

DESK_CONTEXT, PHONE_CONTEXT = {**WIDE, "locale": "en-GB"}, {**SHARP, "locale": "de-DE"}


@pytest.mark.parametrize(
    ("name", "context", "schemes"),
    [
        pytest.param("desk", DESK_CONTEXT, {"light": RULES}, id="desk-light"),
        pytest.param("phone", PHONE_CONTEXT, {"dark": RULES}, id="phone-dark"),
        pytest.param("desk", DESK_CONTEXT, {"dark": CONTRAST}, id="desk-dark", marks=pytest.mark.long),
        pytest.param("phone", PHONE_CONTEXT, {"light": CONTRAST}, id="phone-light", marks=pytest.mark.long),
    ],
)
async def test_every_page(
    guest: NewGuest, name: str, context: dict[str, object], schemes: dict[Scheme, list[str]]
) -> None:
    ada = await guest(**context)
    page = ada.page

    async def look(part: str) -> None:
        for scheme, rules in schemes.items():
            await page.emulate_media(color_scheme=scheme)
            await page.wait_for_function(CHANGED)
            await ada.picture(f"{part}-{name}-{scheme}")
            assert await ada.violations(rules) == []
        assert await ada.fits(), f"{part} is too wide"

    await page.goto(ada.address)
    await expect(page.locator("#guest-name")).to_be_visible()
    await look("welcome")
    await ada.enter("Ada Lovelace")
    await expect(page.locator("[data-test=new-table]").first).to_be_visible()
    await look("lobby")
    await ada.go("rules/machi_koro")
    await expect(page.locator(".rules-long section").first).to_be_visible()
    await look("rules")
    await ada.go("new/machi_koro")
    await expect(page.locator("[data-test=make]")).to_be_visible()
    await look("setup")
    await pick(page, "count", 3)
    await pick(page, "company", "bots")
    await page.select_option(".setup-variants select >> nth=1", "1")
    await (await ada.find(".setup-variants input")).uncheck()
    await (await ada.find("[data-test=make]")).click()
    await expect(page.locator("[data-test=start]:not([disabled])")).to_be_visible()
    await look("waiting")
    await ada.start()
    await ada.turn()
    await look("table-begin")
    await ada.play(steps=14)
    await ada.turn()
    await page.evaluate("() => scrollTo(0, 0)")
    await look("table")
    await ada.area(1)
    await look("area")
    await page.keyboard.press("Escape")
    await (await ada.find("[data-test=menu]")).click()
    await look("menu")
    await page.keyboard.press("Escape")
    await ada.rush()
    await (await ada.find(".verify summary")).click()
    await look("end")


CUT = """() => [...document.querySelectorAll(".game-tile, .side")].flatMap((box) =>
  [...box.querySelectorAll("h3, a, [role=tab]")].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
    .map((one) => one.textContent))"""
"""Text that does not fit into the cover of its game, or into the column beside a table."""


@pytest.mark.parametrize("size", [(1920, 1080), (360, 740)], ids=["desk", "phone"])
async def test_letters_twice_as_large_as_usual(guest: NewGuest, size: tuple[int, int]) -> None:
    """By the browser's own setting: pages and tables adapt to it, and nothing is cut off."""
    width, height = size
    for host, game in (("Ben", "loyang"), ("Bartholomäus Schneider", "santiago")):
        await (await guest(host)).make("", game=game)
    ada = await guest("Ada", lobby=True, locale="de-DE", viewport={"width": width, "height": height})
    page = ada.page
    devtools = await ada.context.new_cdp_session(page)
    await devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    await page.reload()
    play = page.locator(".game-ways .primary").first
    await expect(play).to_be_visible()
    assert await play.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") > 28
    assert await page.evaluate(CUT) == []
    await expect(page.locator("[data-test=filter-game]")).to_be_attached()  # there are tables of two games
    assert await ada.fits()
    await ada.make("greedy", game="schweinebande")
    await expect(page.locator("[data-test=start]")).to_be_attached()
    assert await ada.fits()
    await ada.start()
    await ada.turn()
    assert await page.evaluate(CUT) == []


HEAD = """() => {
  const [brand, name, nav] = [".brand", ".brand span", ".top nav"].map((one) => document.querySelector(one));
  const [box, word, rest] = [brand, name, nav].map((one) => one.getBoundingClientRect());
  return { named: name.checkVisibility(), whole: word.right <= box.right + 1 && word.right <= rest.left };
}"""
"""Does the head of a page name the site, and is this name complete and apart from the person's own?"""


@pytest.mark.parametrize("letters", [16, 32])
async def test_a_phone_names_the_house_whole_or_shows_its_sign(guest: NewGuest, letters: int) -> None:
    ada = await guest("Ada Lovelace", lobby=True, locale="de-DE", viewport={"width": 360, "height": 740})
    devtools = await ada.context.new_cdp_session(ada.page)
    await devtools.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    await ada.page.reload()
    await expect(ada.page.locator(".game-ways .primary").first).to_be_visible()
    assert await ada.page.evaluate(HEAD) == {"named": letters == 16, "whole": True}
    assert await ada.fits()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_rules_draw_what_they_explain(guest: NewGuest, game: str) -> None:
    """Everything that is drawn on the table is drawn beside its explanation, from the page's own data."""
    ada = await guest("Ada")
    await ada.go(f"rules/{game}")
    page = ada.page
    await (await ada.find(".rules-cards summary")).click()
    await expect(page.locator(".rules-cards .pictured svg").first).to_be_visible()
    missing = """() => [...document.querySelectorAll(".rules-cards use")]
        .map((use) => use.getAttribute("href")).filter((href) => !document.querySelector(href))"""
    assert await page.evaluate(missing) == []
    assert await page.locator(".rules-cards .pictured").count() >= 7


@pytest.mark.rule("MAC-14.2", "BRU-19.3", "BRU-19.4")
async def test_the_rules_short_long_or_both(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.go("rules/machi_koro")
    short, long = ada.page.locator(".rules-short"), ada.page.locator(".rules-long")
    await expect(short).to_be_visible()
    await expect(long).to_be_visible()
    colours = "(e) => getComputedStyle(e).backgroundColor"
    assert await short.evaluate(colours) != await long.evaluate(colours)
    await pick(ada.page, "version", "short")
    await expect(long).to_have_count(0)
    await pick(ada.page, "version", "long")
    await expect(short).to_have_count(0)
    await expect(ada.page.locator(".facts")).to_contain_text("Masao Suganuma")
    assert await ada.page.locator(".facts a[href^=http]").count() >= 1


async def test_the_page_needs_nothing_from_elsewhere(guest: NewGuest) -> None:
    ada = await guest()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    answer = await ada.page.goto(ada.address)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy
    await ada.enter("Ada")
    await ada.make("greedy")
    await ada.start()
    assert asked and all(url.startswith((ada.address, ada.address.replace("http", "ws"))) for url in asked)


async def test_nothing_moves_for_longer_than_five_seconds_but_the_sign_of_waiting() -> None:
    """Success criterion 2.2.2 of WCAG, and an idle page that costs nothing."""
    moves = re.compile(r"animation: ([\w-]+) ([\d.]+)s ?([^;}]*)")
    found = [move for file in WEB.rglob("*.css") for move in moves.findall(file.read_text(encoding="utf-8"))]
    assert len(found) >= 20
    for name, seconds, rest in found:
        times = re.search(r"(?<![\w.(])(\d+|infinite)(?![\w.])", re.sub(r"\w+(-\w+)*\(.*\)", "", rest))
        count = times[1] if times else "1"
        assert name == "spin" or (count != "infinite" and float(seconds) * int(count) <= 5), name


MOVED = {"translate", "scale", "rotate", "transform", "opacity", "visibility"}
"""Properties that a browser animates without repainting."""

MOMENT = 0.6
"""Seconds; shorter animations may repaint every frame."""


async def test_what_glows_is_not_painted_for_every_frame() -> None:
    """A glow that was repainted 60 times a second took two thirds of a core while a card was to be chosen."""
    styles = [file.read_text(encoding="utf-8") for file in WEB.rglob("*.css")]
    frames = {
        name: set(re.findall(r"([\w-]+):", body))
        for text in styles
        for name, body in re.findall(r"@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)", text)
    }
    rows = [row for text in styles for row in re.findall(r"animation: ([\w-]+) ([\d.]+)s ?([^;}]*)", text)]
    painted = [row for row in rows if float(row[1]) > MOMENT and frames.get(row[0], set()) - MOVED]
    assert len(painted) >= 6
    assert [row for row in painted if "steps(" not in row[2]] == []


def split(text: str, at: str) -> list[str]:
    """The parts of a selector between these characters, where no bracket is open."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter in at and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in map(str.strip, parts) if part]


def names(compound: str) -> bool:
    """Does it name a class, an id, an attribute or a kind of element?"""
    if (pick := compound.partition(":is(")[2]) and pick.endswith(")"):
        return all(map(names, split(pick[:-1], ",")))
    return bool(re.match(r"[\w.#\[]", compound))


def disturbing(sheet: str) -> list[str]:
    """The selectors with `:has()` that style elements which have no name, below the one with `:has()`."""
    rules = re.findall(r"([^{};]*:has\([^{}]*)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    ways = [split(selector, " >+~") for rule in rules for selector in split(rule, ",")]
    return [" ".join(way) for way in ways if ":has(" in " ".join(way[:-1]) and not names(way[-1])]


async def test_no_change_has_the_browser_style_the_whole_table() -> None:
    """One rule for `> :not(.invitation)` below a `:has()` sufficed: the browser can't tell which elements it
    concerns, so it styled the whole table for each word that changed, which took 20 times as long."""
    sheets = {str(file.relative_to(WEB)): file.read_text(encoding="utf-8") for file in WEB.rglob("*.css")}
    assert sum(sheet.count(":has(") for sheet in sheets.values()) > 50
    assert {name: found for name, sheet in sheets.items() if (found := disturbing(sheet))} == {}


@pytest.mark.parametrize(
    ("selector", "disturbs"),
    [
        (".a:has(.b) > :not(.b)", True),
        (".a:has(.b) > *", True),
        (".a:has(> .b) > :nth-child(2)", True),
        (".a:has(.b) :is(.c, :not(.d))", True),
        (".c, .a:not(:has(.b)) :not(.d)", True),
        (".a:has(.b > *) :is(.c, [d]:disabled)", False),
        (".a:has(.b) > svg, .a:has(*)", False),
        (":root:has(.a.b)", False),
    ],
)
async def test_a_rule_that_disturbs_all_is_noticed(selector: str, disturbs: bool) -> None:
    assert bool(disturbing(f".z {{ top: 0; }} /* */ {selector} {{ left: 0; }}")) == disturbs
