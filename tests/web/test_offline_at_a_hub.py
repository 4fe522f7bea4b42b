"""Play without a server, from the page that a hub serves: under its policy, with its compressed files."""

from __future__ import annotations

from base64 import b64encode
from random import Random

import pytest
from playwright.async_api import expect

from tests.offline.page import Page

from .conftest import NewGuest, Wire
from .offline_pages import ACT, KEEP, KEPT, LED, PLAYED_WITH, STARTS, VERSION, opened

pytestmark = pytest.mark.asyncio(loop_scope="session")

INSTALLED = """{
  const asked = window.matchMedia;
  window.matchMedia = (query) => (query === "(display-mode: standalone)" ? { matches: true } : asked(query));
}"""
"""The browser has opened the page from the home screen."""

BOOK = """async () => (await import("/static/core/book_client.js")).bookOf("GET")"""

MOVED = """async (to) => {
  const cache = await caches.open((await caches.keys())[0]);
  const { url } = (await cache.keys()).find((file) => file.url.endsWith(".wasm"));
  await cache.put(to, await cache.match(url));
  await cache.delete(url);
  return url;
}"""
"""Keep the WebAssembly at another address, which the browser has never fetched; gives its own one."""

FETCHED = """(url) => fetch(url).then(({ status }) => status, () => 0)"""

STORE = """([table, result, [state, ...log]]) => new Promise((done) => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const request = indexedDB.open("stammtisch", 1);
  request.onupgradeneeded = () => ["tables", "entries"].map((name) => request.result.createObjectStore(name));
  request.onsuccess = () => {
    const change = request.result.transaction(["tables", "entries"], "readwrite");
    log.forEach((entry, n) => change.objectStore("entries").add(bytes(entry), [table, n + 1]));
    change.objectStore("tables").put({ state: bytes(state), over: true, result, at: Date.now() }, table);
    change.oncomplete = () => { request.result.close(); done(); };
  };
})"""
"""What `hub_store.js` stores of a finished game."""


async def test_from_the_lobby_into_a_game_that_goes_on_without_a_line(
    guest: NewGuest, wire: tuple[Wire, str]
) -> None:
    """The server's own address leads there while it is out of reach, and back."""
    line, near = wire
    ada = await guest("Ada", at=near, lobby=True)
    page, here = ada.page, ada.page.locator("#offline-here")
    await (await ada.find("[data-test=to-offline]")).click()
    await expect(here).to_contain_text("with bots", timeout=STARTS)
    table = await ada.begin("beginner", options={})
    assert table.startswith("offline-")
    await ada.play(steps=2)
    await ada.turn()
    await page.click("[data-test=menu]")
    await expect(page.locator("[data-test=explain]")).to_be_visible()
    await expect(page.locator(".variants > div")).not_to_have_count(0)
    await expect(page.locator(".variants [data-what]")).to_have_count(1)  # tips, and no clock
    await expect(page.locator("[data-test=tv]")).to_be_hidden()  # the big screen needs a server
    await page.keyboard.press("Escape")
    known = await page.evaluate(VERSION, table)
    await ada.until(KEPT)
    await page.evaluate(KEEP, PLAYED_WITH)
    line.cut()
    ada.lost_wires_are_fine = True
    await page.goto(f"{near}/#/t/{table}")
    await page.wait_for_selector("[data-test=board]", timeout=STARTS)
    await ada.turn()
    assert await page.evaluate(VERSION, table) >= known
    await ada.go("puzzle")
    await (await ada.find("[data-test=puzzle-solve]")).click()
    await expect(page.locator("[data-test=puzzle-words]")).to_be_visible()
    await (await ada.find("[data-test=puzzle-show]")).click()
    await expect(page.locator("[data-test=puzzle]")).to_have_attribute("data-end", "shown")
    await ada.go("")
    await expect(here).to_contain_text("can’t be reached")
    await expect(here.get_by_role("link")).to_have_count(0)
    line.mend()
    await page.evaluate("() => dispatchEvent(new Event('online'))")
    await here.get_by_role("link", name="Back to the server").click()
    await expect(page.locator("[data-test=to-offline]")).to_be_visible()
    await expect(here).to_have_count(0)


async def test_webassembly_is_taken_from_where_the_browser_has_it_compiled(
    guest: NewGuest, wire: tuple[Wire, str]
) -> None:
    """From the browser's own cache, and from what is kept where that has nothing."""
    line, near = wire
    ada = await guest(at=near)
    page = ada.page
    await opened(ada, near)
    await ada.until(KEPT)
    await page.reload()
    await expect(page.locator("#offline-here")).to_be_visible(timeout=STARTS)
    line.cut()
    ada.lost_wires_are_fine = True
    assert await page.evaluate(FETCHED, "static/other.wasm") == 0
    own = await page.evaluate(MOVED, "static/other.wasm")
    assert await page.evaluate(FETCHED, own) == 200
    assert await page.evaluate(FETCHED, "static/other.wasm") == 200


async def test_an_installed_page_without_the_files_says_what_it_needs(
    guest: NewGuest, wire: tuple[Wire, str]
) -> None:
    line, near = wire
    ada = await guest(at=near, locale="de-DE")
    page = ada.page
    await ada.context.add_init_script(INSTALLED)
    await ada.enter("Ada")
    await ada.until(LED)
    line.cut()
    ada.lost_wires_are_fine = True
    await page.goto(f"{near}/?again#/")
    await expect(page.get_by_role("heading")).to_have_text("Der Server ist nicht erreichbar")
    await expect(page.locator("main")).to_contain_text("„Für Spiele ohne Netz behalten“")
    line.mend()
    await page.get_by_role("button").click()
    await page.click("[data-test=preferences]")
    keep = page.locator("[data-test=keep-offline]")
    await (await ada.find(keep.get_by_label("Für Spiele ohne Netz behalten"))).check()
    await expect(keep).to_have_attribute("data-how", "there")
    await ada.until(KEPT)
    await keep.get_by_role("checkbox").uncheck()
    await expect(keep).to_have_attribute("data-how", "help")
    assert await page.evaluate("() => caches.keys()") == []


async def test_a_game_that_was_finished_without_a_server_is_brought_into_the_book(
    guest: NewGuest,
) -> None:
    ada = await guest("Ada")
    page = ada.page
    alone = Page(await page.evaluate("() => localStorage['stammtisch.token']"))
    table = alone.make("machi_koro", 2, ["beginner"], options={"play_out": False})
    alone.start(table)
    alone.play(table, Random(3))
    stored = [alone.states[table], *alone.logs[table]]
    rows = [b64encode(data).decode() for data in stored]
    await page.evaluate(STORE, [table, alone.results[table], rows])
    await ada.go("book")
    await (await ada.find("[data-test=begin-book]")).click()
    bring = page.get_by_role("button", name="Add 1 game to the book")
    await (await ada.find(bring)).click()
    row = page.locator(f".book-game[data-table='{table}']")
    await expect(row).to_contain_text("without a server")
    await expect(row.get_by_role("link")).to_have_attribute("href", f"offline.html#/replay/{table}")
    await expect(bring).to_have_count(0)
    await expect(page.locator("[data-test=rating]")).to_have_count(0)
    assert await ada.violations() == []


async def test_a_game_is_played_to_its_end_and_then_stands_in_the_book_of_the_hub(guest: NewGuest) -> None:
    """All by clicks: set up and played without the hub, with a tip, and brought when its person is back."""
    ada = await guest("Ada", lobby=True)
    page = ada.page
    await expect(page.locator("[data-test=to-offline]")).to_be_visible()
    await page.goto(f"{ada.address}/offline.html?pause=0#/")
    await expect(page.locator("#offline-here")).to_be_visible(timeout=STARTS)
    table = await ada.make("beginner", options={"Play for every place": False})
    await ada.start()
    await ada.reach("build")
    await (await ada.find("[data-test=tip]")).click()
    await expect(page.locator("[data-test=tip-text]")).to_have_attribute("data-taught", "yes")
    assert (await ada.play()).prompt == "end"
    await (await ada.find(page.locator("[data-test=end]").get_by_role("link", name="All tables"))).click()
    await page.locator("#offline-here").get_by_role("link", name="To the front page").click()
    await (await ada.find("[data-test=to-book]")).click()
    await (await ada.find("[data-test=begin-book]")).click()
    await expect(page.get_by_text("No game has ended since then.")).to_be_visible()
    await (await ada.find("[data-test=bring]")).click()
    row = page.locator(f".book-game[data-table='{table}']")
    await expect(row).to_contain_text("without a server")
    await expect(page.locator("[data-test=bring]")).to_have_count(0)
    await expect(page.locator("[data-test=rating], [data-test=met]")).to_have_count(0)
    book = await page.evaluate(BOOK)
    assert [it["table"] for it in book["games"]] == [table] and book["games"][0]["alone"]
    assert not book["by_game"] and not book["met"] and not book["ratings"]
    await row.get_by_role("link").click()
    await page.wait_for_selector("[data-test=board]", timeout=STARTS)


@pytest.mark.long
async def test_two_tabs_that_know_nothing_of_each_other(guest: NewGuest, named: str) -> None:
    """Without a secure context there are no locks: the store refuses what comes second."""
    ada = await guest(at=named)
    await opened(ada, named)
    table = await ada.begin("beginner", options={})
    await ada.turn()
    other = await ada.page.context.new_page()
    await other.goto(f"{named}/offline.html?pause=0#/t/{table}")
    await other.wait_for_selector("[data-test=board]")
    known = await other.evaluate(VERSION, table)
    await other.evaluate(ACT, table)
    while await other.evaluate(VERSION, table) == known:
        await other.wait_for_timeout(100)
    await ada.page.evaluate(ACT, table)
    await expect(ada.page.locator("#offline-warning")).to_contain_text("Another tab")
    await other.close()
    await ada.page.reload()
    await ada.page.wait_for_selector("[data-test=board]")
    await expect(ada.page.locator("#offline-warning")).to_have_count(0)
    await ada.turn()
    assert await ada.page.evaluate(VERSION, table) > known
