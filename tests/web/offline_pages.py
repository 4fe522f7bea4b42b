"""A page that plays without a server, and what tests ask it."""

from __future__ import annotations

from typing import Final

from playwright.async_api import expect

from server.table.log import in_full, read

from .guest import Guest
from .slow import RATE

STARTS: Final = 180_000 * RATE
"""Milliseconds in which Python must run in a page, which shows nothing before. A busy machine takes ten times
as long as a quiet one."""

VERSION = "(table) => import('/static/core/state.js').then(({ look }) => look(table).mirror().version)"

ACT = """async (table) => {
  const { act, look } = await import("/static/core/state.js");
  const { mine, seat } = look(table).mirror();
  const [verb, noun = -1] = mine.ask.options[0];
  act(table, seat, mine.ask.number, verb, noun, false);
}"""


LOG = """async (table) => {
  const answer = await fetch(`tables/${table}/log`);
  return answer.ok ? Array.from(new Uint8Array(await answer.arrayBuffer())) : answer.status;
}"""

PLAYED_WITH = ("core/options.js", "core/state.js", "core/text.js", "lobby/quick_start.js")
"""What the tests' own script loads; no person's page needs these names."""

KEEP = """async (names) => {
  while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 50));
  const cache = await caches.open((await caches.keys())[0]);
  await cache.addAll(names.map((name) => `static/${name}`));
}"""

LED = """async () => !!(await navigator.serviceWorker.getRegistration("./"))?.active"""
"""Is the worker there that leads to the page without a server?"""

KEPT = f"""async () => await ({LED})() && !!(await caches.match("offline.html"))"""
"""Is the whole page without a server kept as well?"""


async def opened(one: Guest, address: str) -> None:
    """Open the page for the first time; its bots answer at once."""
    await one.page.goto(f"{address}/offline.html?pause=0#/")
    await one.page.fill("#guest-name", "Ada", timeout=STARTS)
    await one.page.click(".welcome button")
    await expect(one.page.locator("#offline-here")).to_be_visible()


async def ended(one: Guest, table: str, minds: list[str]) -> bytes:
    """The log of a table, which the server's code replays to its end."""
    data = bytes(await one.page.evaluate(LOG, table))
    *_, last = in_full(read(data), exact=True)
    assert last.state.phase == "over" and last.state.id == table
    assert sorted(row.mind for row in last.state.seats) == sorted(["", *minds])
    return data
