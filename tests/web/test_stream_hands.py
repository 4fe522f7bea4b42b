"""Everybody's hands on a stream: agreed to before anybody sits, some moves late, large enough to read."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import DESK, KEEPS_PICTURES, PHONE, SCREENSHOTS, WIDE, Guest, pick
from .sight import LOCALES, SCRIPTS
from .test_big_screen import AT_REST, HOLDS, LEAST_PX, ROLLED, SMALL
from .test_groups import found

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREENS = {"en-GB": {"Everybody sees everything": False}, "de-DE": {"Alle sehen alles": False}}
"""The option of Santiago with which its players hide something."""

DUE = """async (table) => (await fetch(`tables/${table}/hands`)).status === 200"""
"""Is there something that may be shown?"""

NEWEST = """async (table) => {
  const { version } = document.querySelector(".tv.streamed[data-settled=yes]")?.dataset ?? {};
  return version && (await fetch(`tables/${table}/hands?have=${version}`)).status === 204;
}"""
"""Does the source show what it may show by now?"""

HIDING = ["bruges", "loyang", "santiago"]
ALIKE = ["schweinebande"]
"""Games without hands, drawn beside the board as another one is."""


async def test_who_sits_down_has_read_what_is_shown(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", lobby=True, **DESK), await guest("Ben", locale="de-DE", **PHONE)
    group = await found(ada, "Thursday people")
    await expect(ada.page.locator("[data-test=members]")).to_have_text("Ada")
    await ada.go("new/loyang")
    await ada.page.wait_for_selector("[data-test=for-group]")
    await expect(ada.page.locator("[data-test=hands-after]")).to_have_count(0)
    await ada.page.select_option("[data-test=for-group]", group)
    await ada.page.select_option("[data-test=hands-after]", "60")
    await pick(ada.page, "count", 2)
    if KEEPS_PICTURES:
        await ada.page.screenshot(path=SCREENSHOTS / "stream-hands-setup.png", full_page=True)
    await (await ada.find("[data-test=make]")).click()
    await ada.page.wait_for_url(re.compile("#/t/"))
    line = ada.page.locator("[data-test=hands-shown]")
    await expect(line).to_contain_text("sees your cards 60 moves later")
    link = await ada.page.locator("[data-test=invite]").input_value()
    await ben.page.goto(link.replace(link.split("/t/")[0].rstrip("#/"), ben.address))
    line = ben.page.locator("[data-test=hands-shown]")
    await expect(line).to_contain_text("sieht deine Karten 60 Züge später")
    await expect(ben.page.locator(".badge.you")).to_have_count(0)
    if KEEPS_PICTURES:
        await ben.page.screenshot(path=SCREENSHOTS / "stream-hands-waiting.png", full_page=True)
    assert await ben.violations() == []
    await (await ben.find("[data-test=sit]")).click()
    await expect(ben.page.locator(".badge.you")).to_be_visible()


async def streamed(ada: Guest) -> tuple[str, str]:
    """A new group's link, and the address of its stream."""
    made = await ada.page.evaluate(
        """async () => {
          const { groupOf } = await import("/static/core/group_list.js");
          const { group } = await groupOf("", "POST", { title: "Stream", name: "Ada" });
          return [group, (await groupOf(group)).stream];
        }"""
    )
    return made[0], f"{ada.address}/#/stream/{made[1]}"


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.long] * (game in ALIKE)) for game in sorted(GAMES)],
)
async def test_all_hands_beside_the_board(guest: NewGuest, game: str) -> None:
    locale = LOCALES[sorted(GAMES).index(game) % len(LOCALES)]
    ada, source = await guest("Ada", locale=locale), await guest(locale=locale, **WIDE)
    group, address = await streamed(ada)
    options = SCREENS[locale] if game == "santiago" else {}
    table = await ada.begin("whim", "whim", "whim", game=game, group=group, hands=30, options=options)
    await source.page.goto(f"{address}?hands=1")
    await ada.turn()
    await ada.play(steps=12)
    while not await ada.page.evaluate(DUE, table):
        await ada.play(steps=3)
    await ada.turn()
    shown = source.page.locator(".tv.streamed")
    await expect(shown).to_be_visible()
    while not await source.page.evaluate(NEWEST, table):
        await source.page.wait_for_timeout(1_000)
    await source.page.wait_for_function(AT_REST)
    now = int(await ada.page.locator(".table-page").get_attribute("data-version") or 0)
    assert int(await shown.get_attribute("data-version") or 0) <= now - 30
    assert await source.page.evaluate(HOLDS, table) == [[-1, ["hints"]]]
    await expect(source.page.locator("[data-test=hands] > li")).to_have_count(4 if game in HIDING else 0)
    if KEEPS_PICTURES:
        await source.page.screenshot(path=SCREENSHOTS / f"stream-hands-{game}.png")
    assert await source.page.evaluate(SMALL, LEAST_PX) == []
    assert await source.page.evaluate(ROLLED) == []
    for script in SCRIPTS:
        await source.page.evaluate(script.read_text())
    assert await source.page.evaluate("() => [...room.look(), ...sight.overlaid()]") == []
