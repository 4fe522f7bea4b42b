"""Setting up a table: games by their covers, presets, a button that is always in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from protocol.frames import Make
from server.games import GAMES

from .conftest import NewGuest
from .guest import DESK, PHONE, cover_of, pick
from .pairs import pairs

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(1366, 768), (1920, 1080), (390, 844)]

IN_SIGHT = """() => {
  const { top, bottom, left, width } = document.querySelector("[data-test=make]").getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && !!hit.closest("[data-test=make]");
}"""

WHOLE_IN_ITS_ROW = """() => {
  const [row, here] = [".setup-games", ".setup-games [aria-current]"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  return row.left <= here.left && here.right <= row.right;
}"""
"""Is the chosen game completely in sight, among all of them?"""

ROWS = """() => {
  const tops = [...document.querySelectorAll(".setup-games a")].map((a) => a.getBoundingClientRect().top);
  return new Set(tops).size;
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
async def test_the_table_is_made_by_a_button_that_is_always_in_sight(
    guest: NewGuest, size: tuple[int, int]
) -> None:
    ada = await guest("Ada", viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500)
    page = ada.page
    for game in sorted(GAMES):
        await ada.go(f"new/{game}")
        await expect(page.locator(f".setup-head {cover_of(game)}")).to_be_visible()
        assert await page.evaluate(WHOLE_IN_ITS_ROW), game
        for scrolled in (0, 400, 9000):
            await page.evaluate("(y) => scrollTo(0, y)", scrolled)
            assert await page.evaluate(IN_SIGHT), f"{game}, scrolled by {scrolled}"
        assert await page.evaluate(ROWS) == 1, "the games stand in one row"
        assert await ada.fits()
    assert await ada.violations() == []


async def test_a_game_is_picked_by_its_cover(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.go("new/bruges")
    await ada.page.get_by_role("navigation", name="Game").get_by_role("link", name="Santiago de Cuba").click()
    await expect(ada.page.get_by_role("heading", name="New table: Santiago de Cuba")).to_be_visible()
    await expect(ada.page).to_have_title("New table: Santiago de Cuba · Stammtisch")


async def test_ready_made_wishes(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.go("new/bruges")
    pets, bourse = page.get_by_label("Pets"), page.get_by_label("Bourse", exact=False).first
    await expect(page.locator("input[name=preset][value=usual]")).to_be_checked()
    await pick(page, "preset", "all")
    await expect(pets).to_be_checked()
    await expect(bourse).to_be_checked()
    await (await ada.find(pets)).uncheck()
    await expect(page.locator("input[name=preset]:checked")).to_have_count(0)
    await pick(page, "preset", "usual")
    await expect(bourse).not_to_be_checked()
    assert await ada.violations() == []


@pairs("context, locale", {"desk": DESK, "phone": PHONE}, {it: it for it in ("de-DE", "en-GB")})
async def test_a_table_is_for_friends_and_bots_fill_it_by_one_press(
    guest: NewGuest, context: dict[str, Any], locale: str
) -> None:
    """All other seats once had bots by default, and friends found none."""
    ada, ben = await guest("Ada", lobby=True, **context, locale=locale), await guest("Ben", **DESK)
    page = ada.page
    await (await ada.find("[data-game=machi_koro] [data-test=new-table]")).click()
    await expect(page.locator("input[name=company][value=friends]")).to_be_checked()
    await pick(page, "count", 3)
    await (await ada.find("[data-test=make]")).click()
    await page.wait_for_url("**/#/t/*")
    fill = page.locator("[data-test=fill]")
    await expect(page.locator(".seat-row[data-kind=open]")).to_have_count(2)
    await expect(page.locator("[data-test=start]")).to_be_disabled()
    await ben.page.goto(await page.locator("[data-test=invite]").input_value())
    await expect(ben.page.locator(".badge.you")).to_be_visible()
    await expect(ben.page.locator("[data-test=fill]")).to_have_count(0)  # only the host has it
    await expect(page.locator(".seat-row[data-kind=open]")).to_have_count(1)
    assert await ada.violations() == []
    assert await ada.fits()
    await (await ada.find(fill)).click()
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=board]")).to_be_visible()
        await expect(one.page.locator("[data-tile] .badge.bot")).to_have_count(1)


async def test_bots_for_all_other_seats_are_one_press(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.go("new/machi_koro")
    seats = page.locator("select[data-seat]")
    await pick(page, "company", "bots")
    for n, who in enumerate(("me", "greedy", "greedy", "greedy")):
        await expect(seats.nth(n)).to_have_value(who)
    await pick(page, "count", 2)
    await pick(page, "count", 3)
    await expect(seats.nth(2)).to_have_value("greedy")  # a new seat is like the others
    await seats.nth(1).select_option("")
    await expect(page.locator("input[name=company]:checked")).to_have_count(0)
    await pick(page, "company", "friends")
    for n, who in enumerate(("me", "", "")):
        await expect(seats.nth(n)).to_have_value(who)
    await pick(page, "company", "bots")
    await (await ada.find("[data-test=make]")).click()
    await page.wait_for_url("**/#/t/*")
    await expect(page.locator("[data-test=fill]")).to_have_count(0)
    await ada.start()


PHONES: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
USUAL = {"en-GB": "The way it is mostly played online.", "de-DE": "Wie online üblich."}
"""Expansions are not mentioned: Loyang has none."""
FIRST = {"en-GB": "No clock", "de-DE": "Ohne Uhr"}


@pytest.mark.parametrize(("language", "context"), [("en-GB", DESK), ("de-DE", PHONES)], ids=["desk", "phone"])
async def test_a_first_game_is_one_tap(guest: NewGuest, language: str, context: dict[str, Any]) -> None:
    """Beginners' variants, few weak bots, no clock, advice; all of it can be seen before the start."""
    ada = await guest("Ada", locale=language, **context)
    page = ada.page
    await ada.go("new/loyang")
    says = page.locator("[data-test=preset-says]")
    await expect(page.locator("input[name=preset][value=usual]")).to_be_checked()
    await expect(says).to_have_text(USUAL[language])
    await pick(page, "preset", "first")
    await expect(says).to_contain_text(FIRST[language])
    await expect(says.locator(".tag")).to_have_count(1)
    await expect(page.locator("input[name=count][value='3']")).to_be_checked()
    seats = page.locator("select[data-seat]")
    for n, who in enumerate(("me", "whim", "whim")):
        await expect(seats.nth(n)).to_have_value(who)
    assert await ada.violations() == []
    assert await ada.fits()
    await pick(page, "preset", "printed")
    await expect(says.locator(".tag")).to_have_count(2)
    await pick(page, "preset", "first")
    await (await ada.find("[data-test=make]")).click()
    await page.wait_for_url("**/#/t/*")
    await page.wait_for_function("() => localStorage.getItem('stammtisch.advice') === 'on'")


async def test_the_last_wishes_are_offered_again(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.go("new/machi_koro")
    await expect(page.locator("[data-test=make]")).to_be_visible()
    await expect(page.locator("input[name=preset][value=last]")).to_have_count(0)
    await ada.make(
        "whim", "", link=True, options={"Who begins": "Seat 2", "Clock": "10 minutes, plus 15 s a turn"}
    )
    await ada.go("new/machi_koro")
    await pick(page, "preset", "last")
    await expect(page.locator("input[name=count][value='3']")).to_be_checked()
    await expect(page.locator("input[name=visibility][value=link]")).to_be_checked()
    for n, who in enumerate(("me", "whim", "")):
        await expect(page.locator(f"select[data-seat='{n}']")).to_have_value(who)
    await expect(page.get_by_label("Clock")).to_have_value("2")
    await (await ada.find("[data-test=make]")).click()
    await expect(page.locator(".waiting-rules")).to_contain_text("Seat 2")
    await page.evaluate("() => localStorage.setItem('stammtisch.setups', '{\"machi_koro\": {\"seats\": 7}}')")
    await page.reload()
    await ada.go("new/machi_koro")
    await expect(page.locator("[data-test=make]")).to_be_visible()
    await expect(page.locator("input[name=preset][value=last]")).to_have_count(0)  # it doesn't fit


async def test_clocks_are_told_in_whole_words(guest: NewGuest) -> None:
    """There were "24 hours, plus 0 s a turn"."""
    ada = await guest("Ada", **DESK)
    await ada.go("new/machi_koro")
    clocks = ada.page.get_by_label("Clock").locator("option")
    await expect(clocks).to_have_text(
        [
            "No clock",
            *(f"{bank} minutes, plus {more} s a turn" for bank, more in ((5, 10), (10, 15), (20, 30))),
            "1 hour, plus 60 s a turn",
            "24 hours",
        ]
    )


async def test_the_stand_in_mind_is_chosen_and_remembered(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.go("new/machi_koro")
    chosen = ada.page.get_by_label("Who stands in")
    await expect(chosen).to_have_value("greedy")  # the usual one
    await (await ada.find(chosen)).select_option("whim")
    await (await ada.find("[data-test=make]")).click()
    await ada.page.wait_for_url("**/#/t/*")
    made = ada.wires[0].latest["make"]
    assert dict(zip(("kind", *Make.__struct_fields__), made, strict=False))["stand_in"] == "whim"
    await ada.go("new/machi_koro")
    await pick(ada.page, "preset", "last")
    await expect(chosen).to_have_value("whim")
    assert await ada.violations() == []
