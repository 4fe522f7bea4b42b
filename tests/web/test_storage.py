"""Storage that is full, forbidden, or has another shape costs neither the person nor the page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.waiting import until

from .conftest import NewGuest
from .guest import DESK

pytestmark = pytest.mark.asyncio(loop_scope="session")

STRANGE: list[Any] = [
    None,
    7,
    "text",
    True,
    [],
    {},
    [7],
    [None],
    [[]],
    [["x"]],
    [["x", 1]],
    {"a": 1},
    {"table": []},
]
"""JSON that no version of the page has stored under the keys below, or that no version should trip over."""

KEYS = ["recent", "luck", "groups", "setups", "taught", "chats-read", "advised"]
TEXTS = ["language", "theme", "motion", "sound", "advice", "name", "muted", "visited", "told", "beside"]

FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
FORBIDDEN = """() => Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("forbidden", "SecurityError"); },
})"""


STORE = """(kept) => {
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(`stammtisch.${key}`, text);
}"""


async def test_a_full_storage_keeps_the_person(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    token = await ada.page.evaluate("() => localStorage.getItem('stammtisch.token')")
    await ada.page.add_init_script(f"({FULL})()")
    await ada.page.reload()
    await expect(ada.page.locator(".who-name")).to_have_text("Ada")
    used = "async () => (await import('/static/core/settings.js')).token.value"
    assert await ada.page.evaluate(used) == token
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.turn()


async def test_a_forbidden_storage_lasts_as_long_as_the_page(guest: NewGuest) -> None:
    ada = await guest(**DESK)
    await ada.page.add_init_script(f"({FORBIDDEN})()")
    await ada.page.goto(ada.address)
    await ada.page.fill("#guest-name", "Ada")
    await ada.page.press("#guest-name", "Enter")
    await expect(ada.page.locator(".who-name")).to_have_text("Ada")


async def test_the_person_matters_more_than_lists(guest: NewGuest) -> None:
    """What nobody misses makes room for the name of the person."""
    ada = await guest("Ada", **DESK)
    said = await ada.page.evaluate(
        """async () => {
          const { store, stored } = await import("/static/core/storage.js");
          store("recent", "[]");
          const set = Storage.prototype.setItem;
          Storage.prototype.setItem = function (key, text) {
            const full = this.getItem("stammtisch.recent") !== null;
            if (full) throw new DOMException("full", "QuotaExceededError");
            return set.call(this, key, text);
          };
          store("name", "Ada L.");
          return [stored("name"), stored("recent")];
        }"""
    )
    assert said == ["Ada L.", None]


ADDED = """async (n) => {
  const { rememberGroup } = await import("/static/core/group_list.js");
  const { remember } = await import("/static/core/recent.js");
  rememberGroup({ group: `group-${n}`, title: `Group ${n}` });
  remember(`table-${n}`, "bruges", "");
}"""

SEEN = """(n) => localStorage.getItem("stammtisch.recent")?.includes(`table-${n}`)"""

KEPT = """() => ["groups", "recent"].map((key) =>
  localStorage.getItem(`stammtisch.${key}`).match(/(?:group|table)-\\d/g).sort())"""


async def test_two_tabs_keep_what_each_of_them_adds(guest: NewGuest) -> None:
    """A group, or a table by link, is found again only by these lists."""
    ada = await guest("Ada", **DESK)
    other = await ada.context.new_page()
    await other.goto(ada.page.url)
    await expect(other.locator("main h1").first).to_be_visible()
    for n, (page, hears) in enumerate([(ada.page, other), (other, ada.page), (ada.page, other)], 1):
        await page.evaluate(ADDED, n)
        await until(lambda: hears.evaluate(SEEN, n))  # noqa: B023, it is called within the loop
    assert await other.evaluate(KEPT) == [[f"{kind}-{n}" for n in (1, 2, 3)] for kind in ("group", "table")]


async def test_storage_of_another_shape_is_no_end_of_the_page(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    table = await ada.begin("greedy", options={"Who begins": "Seat 1"})
    token = await ada.page.evaluate("() => localStorage.getItem('stammtisch.token')")
    routes = ("", f"t/{table}", "learn/machi_koro", "new/machi_koro")
    for turn in range(len(STRANGE)):
        texts = {key: json.dumps(STRANGE[(turn + n) % len(STRANGE)]) for n, key in enumerate(KEYS + TEXTS)}
        kept = {**texts, "token": token, **({"name": "Ada"} if turn else {})}
        await ada.page.evaluate(STORE, kept)
        await ada.go(routes[turn % len(routes)])
        await ada.page.reload()
        await expect(ada.page.locator("main h1").first).to_be_visible()
    assert not ada.complaints
