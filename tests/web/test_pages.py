"""Invalid addresses, refused tables, and the window's title."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("route", ["%E0%A4%A", "t/%E0%A4%A", "%", "nonsense", "about", "constructor"])
async def test_an_address_that_leads_nowhere_says_so(guest: NewGuest, route: str) -> None:
    ada = await guest("Ada")
    for how in ("typed", "loaded"):
        if how == "typed":
            await ada.go(route)
        else:
            await ada.page.reload()
        await expect(ada.page.get_by_role("heading", name="There is no such page")).to_be_visible()
        await expect(ada.page).to_have_title("There is no such page · Stammtisch")
    assert await ada.violations() == []
    await ada.page.get_by_role("link", name="All tables", exact=True).click()
    await expect(ada.page.get_by_role("heading", name="What shall we play?")).to_be_visible()


async def test_rules_of_a_game_that_is_not_here(guest: NewGuest) -> None:
    ada = await guest(locale="de-DE")
    await ada.page.goto(f"{ada.address}/#/rules/chess")
    await expect(ada.page.get_by_role("heading", name="Dieses Spiel gibt es hier nicht")).to_be_visible()


async def test_a_table_that_is_not_here_is_not_asked_for_again(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.go("t/no-such-table")
    await expect(ada.page.get_by_role("heading", name="This table is not here")).to_be_visible()
    await expect(ada.page.locator("[data-test=try-again]")).to_have_count(0)


TOO_FAST = """async (table) => {
  const { away, look, wire } = await import("/static/core/state.js");
  const later = () => new Promise((done) => setTimeout(done, 10));
  let since = performance.now();
  for (let over = 250; ; over = Math.min(250, 50 + Math.ceil((performance.now() - since) / 20))) {
    since = performance.now();
    for (let n = 0; n < over; n++) wire.send("part", "no-such-table");
    const view = look(table);
    while (!view.gone.value && !view.mirrors.value.size) await later();
    if (view.gone.value) {
      location.hash = `#/t/${table}`;
      return;
    }
    away(table); // every 20 ms another frame is allowed: on a busy machine this one was
  }
}"""
"""Exhaust the rate limit for tables, and go to one, which is refused for the moment."""


TOLD = """() => {
  const heading = () => document.querySelector("[data-test=gone][data-code=slow-down] h1");
  return player.until(() => heading()?.textContent, "a refusal", 300_000);
}"""
"""The heading that tells of it, read at once: the page tries again about a second later."""


async def test_a_temporary_refusal_says_so_and_ends_soon(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.frames = 5_000  # by the test, not by the page
    table = await ada.make("greedy")
    await expect(ada.page.locator(".seat-row")).to_have_count(2)
    await ada.go("")
    await expect(ada.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    told = asyncio.create_task(ada.page.evaluate(TOLD))
    await ada.page.evaluate(TOO_FAST, table)
    assert await told == "Too many requests at once"
    await expect(ada.page.locator(".seat-row")).to_have_count(2)
    recent = "() => JSON.parse(localStorage.getItem('stammtisch.recent')).map(({ table }) => table)"
    assert table in await ada.page.evaluate(recent), "a temporary refusal does not remove the table"


REFUSED = """async ([table, code]) => {
  const { wire } = await import("/static/core/state.js");
  wire.receive(["gone", table, code]);
}"""
"""A frame of the server about this table."""


async def test_refusals_do_not_lie_over_the_page_that_tells_the_reason(guest: NewGuest) -> None:
    """At a table whose game fails, the clicks that it refused covered the heading for nine seconds."""
    ada = await guest("Ada")
    page, notices = ada.page, ada.page.locator(".notice")
    table = await ada.make("greedy")
    tell = "async ([kind, key]) => (await import('/static/core/state.js')).notice(kind, key)"
    await page.evaluate(TIMELESS)
    for code in ("fault", "broken"):
        await page.evaluate(tell, ["refusal", code])
    await expect(notices).to_have_count(2)
    await page.evaluate(REFUSED, [table, "broken"])
    await expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    await expect(notices).to_have_count(0)
    await page.evaluate(tell, ["refusal", "broken"])  # an answer that comes after it
    await page.evaluate(tell, ["note", "table.seat-lost"])
    await expect(notices).to_have_count(1)
    await expect(notices).to_have_class(re.compile("note"))


async def test_any_refusal_names_itself_and_can_be_tried_again(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    table = await ada.make("greedy")
    titles = {
        "fault": "The server has made a mistake",
        "too-many": "Too many tables at once",
        "hello-first": "The table can’t be shown at the moment",
    }
    for code, title in titles.items():
        await expect(page.locator(".seat-row")).to_have_count(2)
        await page.evaluate(REFUSED, [table, code])
        await expect(page.get_by_role("heading", name=title)).to_be_visible()
        await expect(page).to_have_title(f"{title} · Stammtisch")
        assert await ada.violations() == []
        await page.click("[data-test=try-again]")
    await expect(page.locator(".seat-row")).to_have_count(2)
    await page.evaluate(REFUSED, [table, "other-version"])
    await expect(page.get_by_role("heading", name="made by another version")).to_be_visible()
    await expect(page.locator("[data-test=try-again]")).to_have_count(0)


SPEND = """async (table) => {
  const { wire } = await import("/static/core/state.js");
  const look = () => wire.history(table, 0, 2).then(() => "", ({ code }) => code);
  do {
    for (let n = 0; n < 80; n++) wire.send("history", table, 0, 1);
  } while ((await look()) !== "slow-down");
  let said = "";
  do {
    await new Promise((go) => setTimeout(go, 1000)); // in which eight more are allowed
    said = await look();
  } while (said === "slow-down");
  if (said) throw new Error(said);
}"""
"""Request past versions until one is refused, and wait until one is allowed again. A slow server may have
answered the first of them before it receives the last."""


async def test_a_refused_look_at_the_past_leaves_the_steps_as_they_were(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    table = await ada.make("greedy", options={"Who begins": "Seat 1"})
    await ada.start()
    await ada.play(steps=2)
    await ada.turn()
    await ada.page.evaluate(SPEND, table)  # each request gets an answer in any case
    version = await ada.page.locator(".table-page").get_attribute("data-version")
    await ada.page.click("[data-step=back]")
    await expect(ada.page.locator(".table-page")).not_to_have_attribute("data-version", str(version))


async def test_the_title_names_the_game_and_whose_turn_it_is(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben", locale="de-DE")
    table = await ada.make("", options={"Who begins": "Seat 1"})
    await expect(ada.page).to_have_title("1 seat is still empty · Machi Koro · Stammtisch")
    await ben.join(table)
    await ada.start()
    await ada.turn()
    await expect(ada.page).to_have_title("● It is your turn · Machi Koro · Stammtisch")
    await expect(ben.page).to_have_title("Ada ist dran · Machi Koro · Stammtisch")
    await ada.go("rules/bruges")
    await expect(ada.page).to_have_title(re.compile("Rules: .* · Stammtisch"))


SENTENCES = """async (names) => {
  const { promptText, resultText } = await import("/static/core/gametext.js");
  const seats = names.map((name) => ({ kind: "person", name, person: name }));
  const scores = [[0, 1, 7, {}], [1, 1, 7, {}], [2, 3, 5, {}]];
  return [resultText({ scores, seats }, 2), resultText({ scores: scores.slice(1), seats }, 2),
    promptText("", seats, "any", "wait", 2)];
}"""
"""Who has won, two and one, and who is asked."""


async def test_sentences_fit_the_number_of_players_and_their_names(guest: NewGuest) -> None:
    names = ["Ada", "Ben", "Ca$$h $& Co"]
    for locale, told in (
        ("de-DE", ["Gewonnen haben Ada und Ben", "Gewonnen hat Ben", "Ca$$h $& Co wählt gerade."]),
        ("en-GB", ["Won by Ada and Ben", "Won by Ben", "Ca$$h $& Co is choosing."]),
    ):
        one = await guest("Eve", locale=locale)
        assert await one.page.evaluate(SENTENCES, names) == told
