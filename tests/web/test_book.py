"""One's own book in the page: begun, filled by a game, read, saved, deleted; and private."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

WRITTEN = """async () => {
  const { bookOf } = await import("/static/core/book_client.js");
  return (await bookOf("GET")).games.length > 0;
}"""
"""Has the book a game? It is added some seconds after the end."""

FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


async def saved(one: Guest, what: str, folder: Path) -> Path:
    """The file that a button saves."""
    button = await one.find(f"[data-test={what}]")
    async with one.page.expect_download() as coming:
        await button.click()
    path = folder / what
    await (await coming.value).save_as(path)
    return path


async def begin(one: Guest) -> None:
    """Begin a book, as the lobby shows it."""
    await (await one.find("[data-test=to-book]")).click()
    await (await one.find("[data-test=begin-book]")).click()
    await expect(one.page.locator("[data-test=end-book]")).to_be_visible()


async def test_a_game_stands_in_the_book_of_who_wants_one(guest: NewGuest, tmp_path: Path) -> None:
    ada, ben = await guest("Ada", lobby=True, **DESK), await guest("Ben", locale="de-DE", **PHONE)
    page = ada.page
    await begin(ada)
    await expect(page.get_by_text("No game has ended since then.")).to_be_visible()
    table = await ada.make("greedy", link=True)
    await ada.start()
    await ada.rush()
    await ada.until(WRITTEN)
    await ada.go("book")
    row = page.locator(f".book-game[data-table='{table}']")
    await expect(row).to_contain_text("Machi Koro")
    await expect(row.get_by_role("link")).to_have_attribute("href", f"#/replay/{table}")
    await expect(page.locator("[data-game=machi_koro] [data-test=rating]")).to_have_text(re.compile(r"^\d+$"))
    await (await ada.find("[data-game=machi_koro] summary")).click()
    await expect(page.get_by_role("columnheader", name="Seat", exact=True)).to_be_visible()
    await expect(page.locator("[data-test=rating-by-players]")).to_have_text(re.compile(r"^\d+$"))
    assert await ada.violations() == []

    whole = json.loads((await saved(ada, "json", tmp_path)).read_text(encoding="utf-8"))
    assert [it["table"] for it in whole["games"]] == [table]
    lines = list(csv.DictReader((await saved(ada, "csv", tmp_path)).read_text(encoding="utf-8").splitlines()))
    assert [(it["table"], it["me"]) for it in lines] == [(table, "1"), (table, "0")]

    await ben.go("book")
    await expect(ben.page.locator("[data-test=no-book]")).to_contain_text("Es gehört dir allein.")
    assert await ben.violations() == []
    assert await ben.page.evaluate(FITS), "nothing is wider than a phone"

    await page.set_viewport_size({"width": 390, "height": 844})
    assert await page.evaluate(FITS), "nothing is wider than a phone"
    await (await ada.find("[data-test=end-book]")).click()
    await (await ada.find(page.get_by_role("button", name="Delete it"))).click()
    await expect(page.locator("[data-test=no-book]")).to_be_visible()
    await page.reload()
    await expect(page.locator("[data-test=no-book]")).to_be_visible()


async def test_a_book_saved_as_a_table_holds_no_formulas_and_keeps_its_fields(guest: NewGuest) -> None:
    ada = await guest()
    await ada.page.goto(ada.address)
    names = ["=1+1", '@Ben "B"', "-Ada", "Cy, the\nthird", "Dan"]
    players = [{"person": name, "name": name, "mind": "", "place": 1, "points": -3} for name in names]
    game = {"table": "t", "game": "loyang", "at": 0, "lasted": 90_000, "options": {}, "players": players}
    script = """async (book) => (await import("/static/core/book_client.js")).csv(book)"""
    text = await ada.page.evaluate(script, {"games": [game], "person": "Dan"})
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["name"] for row in rows] == ["'=1+1", '\'@Ben "B"', "'-Ada", "Cy, the\nthird", "Dan"]
    assert [(row["points"], row["minutes"]) for row in rows] == [("-3", "2")] * 5
    assert [row["me"] for row in rows] == ["0", "0", "0", "0", "1"]
