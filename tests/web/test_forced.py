"""What people ask of their system: forced colours leave boards their own, which mean something and show what
can be chosen; with more contrast, too, pieces and players differ without colours; on enlarged pages nothing
is cut or out of reach."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from playwright.async_api import expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import DESK, DRAWN, Guest
from .laid import FIVE_FARMS, FULL_FARM, FULL_SHIP, LONG_STREET, MANY_KINDS
from .sight import ROOM

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAINTED = """() => {
  const areas = [...document.querySelectorAll(".stage-board, .stage-mine")];
  const all = areas.flatMap((area) => [...area.querySelectorAll("*")]);
  const painted = all.map((one) => getComputedStyle(one).backgroundColor);
  const colours = painted.filter((one) => !one.endsWith(" 0)"));
  const offered = all.filter((one) => one.matches("[data-verb]") && one.checkVisibility());
  const marked = offered.filter((one) => getComputedStyle(one).boxShadow !== "none"
    || getComputedStyle(one).outlineStyle !== "none" || one.matches("button:not([class])"));
  return [new Set(colours).size, getComputedStyle(document.querySelector(".line")).backgroundColor,
    offered.length, marked.length];
}"""


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_keeps_its_colours(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("greedy", game=game)
    await ada.turn()
    plain = await ada.page.evaluate(PAINTED)
    await ada.page.emulate_media(forced_colors="active")
    forced = await ada.page.evaluate(PAINTED)
    assert forced[2:] == plain[2:]
    assert forced[0] > 0.8 * plain[0] > 3, "some may change colour just now"
    assert forced[1] != plain[1], "all around has the colours of the system"


SAME = """() => {
  const forms = {};
  for (const one of document.querySelectorAll(".stage [class*='seat-']")) {
    const seat = [...one.classList].find((name) => /^seat-[0-9]$/.test(name));
    const area = one.parentElement.closest(`[aria-label][class*='${seat}'], [data-tile]`);
    if (!seat || area || !one.checkVisibility()) continue;
    const hidden = getComputedStyle(one).fontSize === "0px";
    const text = hidden ? "" : one.textContent.trim();
    const { outline } = getComputedStyle(one);
    const others = ["own", "bot", "person", seat];
    const kind = [...one.classList].filter((name) => !others.includes(name)).join(".");
    (forms[kind] ??= {})[seat] ??= [one.ariaLabel, one.title, text, outline].join("|");
  }
  return Object.entries(forms).filter(([, by]) => Object.keys(by).length > new Set(Object.values(by)).size)
    .map(([kind, by]) => `${kind} of ${Object.keys(by)}`);
}"""
"""Kinds of things on the table that look the same for two seats, but for their colours."""

CONTRASTS: Final[tuple[dict[str, Any], ...]] = (
    {"contrast": "more"},
    {"contrast": "no-preference", "forced_colors": "active"},
)

LINE = """(one) => getComputedStyle(one).outlineStyle"""


async def test_pieces_and_players_are_told_apart_without_their_colours(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK, reduced_motion="reduce", contrast="more")
    page = ada.page
    for game in GAMES:
        await ada.begin("greedy", "greedy", "greedy", game=game)
        await ada.play(steps=6)
        for media in CONTRASTS:
            await page.emulate_media(**media)
            await page.wait_for_function(
                "() => [...document.styleSheets].some((one) => /contrast/.test(one.href))"
            )
            assert await page.evaluate(SAME) == [], game
            lines = [await page.locator(".tile > .avatar").nth(seat).evaluate(LINE) for seat in range(4)]
            assert lines == ["solid", "dashed", "dotted", "double"]


USUAL_PX: Final = 16
"""The size of letters in browsers that nobody has set up."""


async def enlarged(guest: Guest, part: str) -> AsyncIterator[tuple[str, str, str]]:
    """What is wrong on a laptop's page of twice its size: by the browser's zoom, which leaves half of the
    pixels, and by a browser with letters of twice the size."""
    await guest.page.evaluate(ROOM.read_text())
    tools = await guest.context.new_cdp_session(guest.page)
    for how, size, letters in (("zoom", 2, 1), ("letters", 1, 2), ("", 1, 1)):
        await guest.page.set_viewport_size({"width": 1366 // size, "height": 768 // size})
        sizes = {"standard": USUAL_PX * letters, "fixed": USUAL_PX * letters}
        await tools.send("Page.setFontSizes", {"fontSizes": sizes})
        await guest.page.evaluate(DRAWN)
        if how:
            await guest.picture(f"enlarged-{part}-{how}")
            for kind, what in await guest.page.evaluate(f"() => [...room.enlarged(), ...({UNDER})()]"):
                yield how, kind, what
    await tools.detach()


async def test_nothing_is_cut_or_out_of_reach_on_enlarged_pages(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, locale="de-DE", reduced_motion="reduce")
    page, wrong = ada.page, []

    async def look(part: str) -> None:
        wrong.extend([(part, *found) async for found in enlarged(ada, part)])

    await expect(page.locator("[data-test=new-table]").first).to_be_visible()
    await look("lobby")
    await (await ada.find("[data-test=preferences]")).click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await look("preferences")
    await page.keyboard.press("Escape")
    await ada.go("new/bruges")
    await expect(page.locator("[data-test=make]")).to_be_visible()
    await look("setup")
    await ada.make("", "greedy", game="bruges")
    await expect(page.locator(".badge.you")).to_be_visible()
    await look("waiting")
    assert wrong == []


ASKED = {
    "bruges": LONG_STREET,
    "loyang": FULL_FARM,
    "machi_koro": MANY_KINDS,
    "santiago": FULL_SHIP,
    "schweinebande": FIVE_FARMS,
}

UNDER = """() => {
  const boxOf = (part) => document.querySelector(part)?.getBoundingClientRect();
  const [line, hand] = [".line", ".stage-hand"].map(boxOf);
  return hand && hand.top < line.bottom - 1 && hand.left < line.right && line.left < hand.right
    ? [["under", `the hand covers ${Math.round(line.bottom - hand.top)} pixels of the question`]] : [];
}"""


@pytest.mark.parametrize("game", ASKED)
async def test_nothing_is_cut_or_out_of_reach_at_an_enlarged_table(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", locale="de-DE", reduced_motion="reduce")
    await ada.lay(ASKED[game])
    await ada.turn()
    assert [found async for found in enlarged(ada, f"table-{game}")] == []
