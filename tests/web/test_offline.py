"""Play without a server: whole games while no line leads anywhere, in the site's own files."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from server.games import GAMES

from ..built import LIMIT_S, ROOT, build_page
from .conftest import NewGuest
from .guest import Guest
from .offline_pages import ACT, KEEP, KEPT, LOG, PLAYED_WITH, STARTS, VERSION, ended
from .offline_pages import opened as opened_first
from .static_site import Site, WithoutEndings, served
from .timers import never

pytestmark = pytest.mark.asyncio(loop_scope="session")

CAN_BE_FULL = """{
  const { add } = IDBObjectStore.prototype;
  let full = false;
  const channel = new BroadcastChannel("full");
  channel.onmessage = ({ data }) => {
    full = data;
    channel.postMessage("heard");
  };
  IDBObjectStore.prototype.add = function (...given) {
    const request = add.apply(this, given);
    if (full) this.transaction.abort();
    return request;
  };
}
"""
"""Before the hub: its store is full as soon as the page says so."""

PATH = "'/code')"
"""The end of the Python that the hub begins with."""

FAULT = (
    PATH
    + r"""
from offline import bots
make = bots.BY_HAND["beginner"]
def failing(seed):
  mind = make(seed)
  choose = mind.choose
  def fails_once(document, deadline):
    mind.choose = choose
    raise ZeroDivisionError("planted")
  mind.choose = fails_once
  return mind
bots.BY_HAND["beginner"] = failing
"""
)
"""The first choice of every bot of this level fails."""

FILL = """async (full) => {
  const channel = new BroadcastChannel("full");
  await new Promise((go) => {
    channel.onmessage = go;
    channel.postMessage(full);
  });
  channel.close();
}"""

LASTING = never(("offline/link.js", "NOTE_MS"))
"""From now on no note of this page goes by itself."""

UPDATED = """async () => {
  const known = await navigator.serviceWorker.getRegistration("offline.html");
  await known.update();
  while (!known.waiting) await new Promise((go) => setTimeout(go, 50));
  return (await caches.keys()).length;
}"""

ONLY = """async (name) => {
  while (String(await caches.keys()) !== name) await new Promise((go) => setTimeout(go, 50));
}"""

NEWER_DATA = """() => new Promise((done) => {
  const request = indexedDB.open("stammtisch", 99);
  request.onsuccess = () => { request.result.close(); done(); };
})"""

DOWNLOAD = """(table) => {
  const link = Object.assign(document.createElement("a"), { href: `tables/${table}/log` });
  document.body.append(link);
  link.click();
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_page()
    words = [sys.executable, "-m", "server.page.site", str(tmp_path / "site")]
    subprocess.run(words, cwd=ROOT, check=True, timeout=LIMIT_S)
    return tmp_path / "site"


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    with served(folder) as made:
        yield made


async def opened(guest: NewGuest, site: Site, **context: Any) -> Guest:
    """A person who has the whole page in the browser."""
    ada = await guest(at=site.address, **context)
    await opened_first(ada, site.address)
    await ada.page.evaluate(KEEP, PLAYED_WITH)
    return ada


async def played(ada: Guest, site: Site, table: str, minds: list[str]) -> None:
    """Lose the line, load the page again in the middle of a game, play to its end, and save its log."""
    page = ada.page
    site.close()
    await page.context.set_offline(True)
    await ada.play(steps=3)
    assert await page.evaluate(LOG, table) == 404
    await page.reload()
    await page.wait_for_selector("[data-test=board]", timeout=STARTS)
    await ada.rush()
    await expect(page.locator("[data-test=costly]")).to_have_count(1)
    await expect(page.locator("[data-test=costly]")).to_be_hidden()  # the analysis needs a server
    data = await ended(ada, table, minds)
    async with page.expect_download() as saved:
        await page.evaluate(DOWNLOAD, table)
    assert Path(await (await saved.value).path()).read_bytes() == data


async def logged(ada: Guest, end: str) -> None:
    """The console has told of a failure, up to these words. It is what was planted."""
    while not any(end in one for one in ada.complaints):
        await asyncio.sleep(0.05)
    ada.complaints.clear()


async def filled(ada: Guest, table: str) -> None:
    """A full store tells of nothing, and the game goes on once there is room."""
    page = ada.page
    known = await page.evaluate(VERSION, table)
    await page.evaluate(FILL, True)
    await page.evaluate(ACT, table)
    await expect(page.locator("#offline-warning")).to_contain_text("no room left")
    assert await page.evaluate(VERSION, table) == known
    await page.evaluate(FILL, False)
    await expect(page.locator("#offline-warning")).to_have_count(0)
    await ada.until(f"async () => await ({VERSION})('{table}') > {known}")


async def test_a_whole_game_without_a_line(guest: NewGuest, folder: Path, site: Site) -> None:
    """On the way a bot fails, the store is full for a while, and a newer version of the site waits."""
    hub = folder / "offline-hub.js"
    code = hub.read_text()
    assert code.count(PATH) == 1
    hub.write_text(CAN_BE_FULL + code.replace(PATH, json.dumps(FAULT)[1:-1]))
    ada = await opened(guest, site)
    ada.lost_wires_are_fine = True
    await ada.page.evaluate(LASTING)
    table = await ada.begin("beginner", options={})
    note = ada.page.locator("[data-test=offline-note]")
    seen = asyncio.ensure_future(expect(note).to_contain_text("A bot has made a mistake", timeout=120_000))
    await ada.play(steps=4)  # a turn, and the first question of the next one
    await ada.turn()
    await seen
    await note.evaluate("(note) => note.remove()")
    await logged(ada, "ZeroDivisionError: planted")
    await filled(ada, table)
    worker = folder / "offline.js"
    worker.write_text(f'self.VERSION = "newer";{worker.read_text().split(";", 1)[1]}')
    assert await ada.page.evaluate(UPDATED) == 2  # both versions are there
    await played(ada, site, table, ["beginner"])
    await logged(ada, "ZeroDivisionError: planted")  # again, in the page that was loaded anew


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in GAMES if game != "machi_koro"])
async def test_whole_games_of_the_others(guest: NewGuest, site: Site, game: str) -> None:
    ada = await opened(guest, site)
    ada.lost_wires_are_fine = True
    minds = ["skilled", *["casual"] * (max(3, min(GAMES[game].seats)) - 2)]
    await played(ada, site, await ada.begin(*minds, game=game, options={}), minds)


@pytest.mark.long
async def test_a_newer_version_takes_over_when_no_page_plays(
    guest: NewGuest, folder: Path, site: Site
) -> None:
    ada = await opened(guest, site)
    await ada.begin("beginner", options={})
    worker = folder / "offline.js"
    worker.write_text(f'self.VERSION = "newer";{worker.read_text().split(";", 1)[1]}')
    await ada.page.evaluate(UPDATED)
    other = await ada.page.context.new_page()
    await other.goto(f"{site.address}/index.html")
    await ada.page.close()
    # A page that is opened before the browser has noticed that would still begin with the old version.
    await other.evaluate(ONLY, "stammtisch offline newer")
    await other.goto(f"{site.address}/offline.html")
    await expect(other.locator("[data-test=own-tables] > li")).to_have_count(1)


async def test_a_host_that_names_pages_without_their_ending(guest: NewGuest, folder: Path) -> None:
    """The page opens without a line by both names."""
    with served(folder, WithoutEndings) as site:
        ada = await opened(guest, site)
        page = ada.page
        assert page.url.startswith(f"{site.address}/offline?")
        await ada.until(KEPT)
        site.close()
        ada.lost_wires_are_fine = True
        for name in ("offline.html", "offline"):
            await page.goto(f"{site.address}/{name}?again#/")
            await expect(page.locator("#offline-here")).to_be_visible(timeout=STARTS)


async def test_a_browser_that_refuses_to_store_says_so(guest: NewGuest, site: Site) -> None:
    """For instance because it has data of a newer version."""
    ada = await guest(at=site.address, locale="de-DE")
    await ada.page.goto(f"{site.address}/index.html")
    await ada.page.evaluate(NEWER_DATA)
    await ada.page.goto(f"{site.address}/offline.html")
    alert = ada.page.locator("#app [role=alert]")
    await expect(alert).to_contain_text("Dieser Browser lässt die Seite nichts speichern")
