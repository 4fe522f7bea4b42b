"""Puzzles of the day in the page: solved on the table, remembered, renewed at midnight."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec
import pytest
from playwright.async_api import Locator, Page, expect

from server.games import GAMES
from server.games.catalogue import choice_text, texts
from server.games.puzzles import PuzzleOption, puzzles
from server.table.puzzles import told

from .conftest import NewGuest
from .guest import LAPTOP, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

DAY = datetime(2026, 3, 14, 23, 40)

EPOCH = datetime(1970, 1, 1)


def number_of_day(game: str, day: int = 0) -> int:
    """The number of the puzzle so many days after DAY."""
    return ((DAY - EPOCH).days + day) % len(puzzles(game))


def of_day(game: str, day: int = 0) -> list[PuzzleOption]:
    """The options of that puzzle, the best first."""
    return puzzles(game)[number_of_day(game, day)].options


def named(game: str, option: PuzzleOption, language: str = "en") -> str:
    return choice_text(texts(game, language), ("Anna", "Ben", "Clara", "David", "Emma"), *option.choice)


def panel(page: Page) -> Locator:
    return page.locator("[data-test=puzzle]")


def words(page: Page) -> Locator:
    return page.locator("[data-test=puzzle-words]")


def past(page: Page, game: str, day: str) -> Locator:
    """The cell of an earlier day in the overview."""
    return page.locator(f"a[href='#/puzzle/{game}/{day}']")


async def choose(one: Guest, option: PuzzleOption) -> None:
    """Make a choice in the list of all options, or by its button on the action line."""
    thing = f"[data-verb='{option.verb}'][data-noun='{option.noun}']"
    page = one.page
    if not await page.locator(f".line {thing}").count():
        await page.locator(".line [data-test=all-options]").click()
    await page.locator(f".line {thing}").first.focus()
    await page.keyboard.press("Enter")


def why_not_built() -> tuple[str, re.Pattern[str]]:
    """A building that can't be chosen in the day's puzzle of Santiago, and the sentence that says why."""
    number, words = number_of_day("santiago"), texts("santiago", "en")
    noun, [[key, *_], *_] = next(
        iter(msgspec.json.decode(told("santiago", number))["why"]["building"].items())
    )
    parts = re.split(r"{[^}]*}", words["why"][key])
    return words["names"]["buildings"][int(noun)], re.compile(".*".join(map(re.escape, parts)))


async def choose_in_words(one: Guest, option: PuzzleOption) -> None:
    """Read the position in words, make a choice by the command line, and leave it."""
    page, text = one.page, named("santiago", option)
    await page.keyboard.press("v")
    field = page.get_by_role("combobox", name="Your choice")
    await expect(field).to_be_focused()
    await expect(page.locator("[data-test=announcer]")).to_contain_text("Ring street, in driving order")
    await expect(page.locator("#side [role=tab]")).to_have_text(["Log", "Rules", "Words"])
    await field.press_sequentially(text)
    await expect(page.get_by_role("option", selected=True)).to_contain_text(text)
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-test=words-answer]")).to_contain_text(text)
    building, reason = why_not_built()
    await field.press_sequentially(f"?{building.lower()}")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-test=words-answer]")).to_contain_text(f"{building}. ")
    await expect(page.locator("[data-test=words-answer]")).to_contain_text(reason)
    assert await one.violations() == []
    await (await one.find("[data-test=words-off]")).click()


async def test_a_puzzle_is_solved_remembered_and_renewed_at_midnight(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await page.clock.install(time=DAY)
    await ada.go("")
    await (await ada.find("[data-test=to-puzzles]")).click()
    await expect(page.locator(".puzzle-tile")).to_have_count(len(GAMES))
    await page.locator("[data-game=santiago] [data-test=puzzle-solve]").click()
    best, second, *_ = options = of_day("santiago")
    await expect(panel(page)).to_have_attribute("data-wrong", "0")
    await expect(page.locator(".line.yours")).to_be_visible()
    await choose(ada, options[-1])
    await expect(words(page)).to_contain_text(named("santiago", options[-1]))
    await expect(words(page)).to_contain_text(re.compile(r"costs \d+% of the chance to win"))
    await expect(panel(page)).to_have_attribute("data-wrong", "1")
    await choose_in_words(ada, best)
    await expect(panel(page)).to_have_attribute("data-end", "found")
    await expect(words(page)).to_contain_text(named("santiago", second))
    await expect(page.locator(".stage [data-lit]").first).to_be_attached()
    await choose(ada, second)
    await expect(panel(page)).to_have_attribute("data-wrong", "1")
    assert await ada.violations() == []
    await page.clock.fast_forward("25:00")
    await page.locator("[data-test=puzzle-today]").click()
    await expect(panel(page)).to_have_attribute("data-end", "")
    await expect(panel(page)).to_have_attribute("data-wrong", "0")
    await expect(page.locator(".line.yours")).to_be_visible()
    await choose(ada, of_day("santiago", 1)[0])
    await page.locator("[data-test=puzzle-all]").click()
    await expect(page.locator("[data-test=puzzles]")).to_have_attribute("data-day", "2026-03-15")
    await expect(page.locator("[data-game=santiago]")).to_have_attribute("data-end", "found")
    await expect(past(page, "santiago", "2026-03-14")).to_have_attribute("data-end", "found")
    assert await ada.violations() == []
    await page.reload()
    await expect(page.locator("[data-game=santiago] .puzzle-signs i")).to_have_class(["found"])


async def test_every_game_asks_on_a_phone_and_shows_its_answer(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE", reduced_motion="reduce", **PHONE)
    page = ada.page
    await page.clock.install(time=DAY)
    for game in GAMES:
        await ada.go(f"puzzle/{game}/2026-03-12")
        await expect(page.locator(f".stage.game-{game} .line.yours")).to_be_visible()
        await expect(panel(page)).to_have_attribute("data-end", "")
        await page.locator("[data-test=puzzle-show]").click()
        await expect(panel(page)).to_have_attribute("data-end", "shown")
        best = of_day(game, -2)[0]
        await expect(words(page)).to_contain_text("Siegchance")
        assert best.worth > 0
        await page.locator("[data-test=puzzle-leave]").click()
        await expect(page.locator("[data-test=puzzles]")).to_be_visible()
        await expect(past(page, game, "2026-03-12")).to_have_attribute("data-end", "shown")


async def test_stored_answers_are_bounded_and_odd_ones_left_out(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    days = [f"20{10 + n // 28 // 12}-{1 + n // 28 % 12:02}-{1 + n % 28:02}" for n in range(900)]
    rows: list[Any] = [[day, "santiago", 0, "found"] for day in days]
    rows += [7, ["x", 1], ["2026-01-01", "y", -1, "found"]]
    await ada.page.evaluate("(rows) => { localStorage['stammtisch.puzzles'] = JSON.stringify(rows); }", rows)
    await ada.page.reload()
    await ada.go("puzzle/santiago")
    await ada.page.locator("[data-test=puzzle-show]").click()
    kept = await ada.page.evaluate("JSON.parse(localStorage['stammtisch.puzzles'])")
    assert len(kept) == 200 and kept[-1][3] == "shown" and all(len(row) == 4 for row in kept)
