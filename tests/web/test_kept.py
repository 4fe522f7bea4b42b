"""The stored data of a person in the page: shown, saved, and deleted; then the browser is a new guest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import Guest
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

TOKEN = "() => localStorage.getItem('stammtisch.token')"
KEPT = """() => Object.keys(localStorage).filter((key) => key.startsWith("stammtisch.")).map(
  (key) => [key.slice("stammtisch.".length), localStorage.getItem(key)])"""
"""Everything that the browser stores for the page."""


async def open_kept(one: Guest) -> None:
    """Open the page of stored data through the settings."""
    await one.go("")
    await one.page.click("[data-test=preferences]")
    await (await one.find("[data-test=to-kept]")).click()
    await expect(one.page.locator("[data-test=save-me]")).to_be_visible()
    await expect(one.page.locator("dialog")).to_have_count(0)


async def say(one: Guest, text: str) -> None:
    """Send a chat line at the open table."""
    table = one.page.url.rsplit("/", 1)[1]
    assert await one.call("say", table, text)


async def test_all_that_is_kept_is_shown_and_saved(guest: NewGuest, tmp_path: Path) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", locale="de-DE", **PHONE)
    page = ada.page
    table = await ada.make("", link=True)
    await ben.join(table)
    await say(ada, "Good evening, Ben")
    await ada.start()
    await open_kept(ada)
    row = page.locator(f".kept-row[data-table='{table}']")
    await expect(row).to_contain_text("Machi Koro")
    await expect(row).to_contain_text("as Ada")
    await expect(row).to_contain_text(re.compile(r"until \d+ \w+ 20\d\d"))
    await expect(row.get_by_role("link")).to_have_attribute("href", f"#/t/{table}")
    await (await ada.find(row.locator("summary"))).click()
    await expect(row.locator(".kept-said")).to_have_text("Good evening, Ben")
    assert await ada.violations() == []
    await ada.picture("kept-desk")
    button = await ada.find("[data-test=save-me]")
    async with page.expect_download() as coming:
        await button.click()
    await (await coming.value).save_as(tmp_path / "saved")
    whole = json.loads((tmp_path / "saved").read_text(encoding="utf-8"))
    assert [it["table"] for it in whole["tables"]] == [table]
    assert whole["tables"][0]["said"] == ["Good evening, Ben"]
    assert "Ben" not in json.dumps({**whole, "tables": [{**whole["tables"][0], "said": []}]})
    assert whole["person"] == await page.locator("[data-test=kept-person]").text_content()

    await open_kept(ben)
    await expect(ben.page.get_by_role("heading", name="Was von mir gespeichert ist", level=1)).to_be_visible()
    await expect(ben.page.locator("[data-test=kept-small]")).to_contain_text("nur in diesem Browser")
    assert await ben.fits() and await ben.violations() == []
    await ben.picture("kept-phone")


async def test_a_deleted_person_returns_as_a_new_guest(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", locale="de-DE", **PHONE)
    page = ben.page
    table = await ada.make("", link=True)
    await ben.join(table)
    await say(ben, "Guten Abend")
    await ada.start()
    await expect(ada.page.get_by_text("Ben", exact=True).first).to_be_visible()
    await expect(ada.page.get_by_text("Guten Abend")).to_have_count(1)
    token, theme = await page.evaluate(TOKEN), "dark"
    await page.evaluate(
        "async (theme) => { (await import('/static/core/settings.js')).theme.value = theme; }", theme
    )
    other = await ben.context.new_page()
    await other.goto(ben.address)
    await expect(other.locator(".who-name")).to_have_text("Ben")

    await open_kept(ben)
    await (await ben.find("[data-test=ask-delete]")).click()
    sure = page.locator("dialog")
    await expect(sure).to_contain_text("übernimmt ein Bot deinen Platz")
    assert await ben.violations() == []
    await ben.picture("kept-sure-phone", sure)
    await page.keyboard.press("Escape")
    await expect(sure).to_have_count(0)
    await expect(page.locator("[data-test=ask-delete]")).to_be_focused()
    assert await page.evaluate(TOKEN) == token, "a deletion needs two confirmations"

    await page.keyboard.press("Enter")
    await expect(sure).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(sure.get_by_role("button", name="Abbrechen")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(sure.locator("[data-test=delete-me]")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-test=kept-gone]")).to_contain_text("ein neuer Gast")
    await expect(page).to_have_title("Gelöscht · Stammtisch")
    assert await ben.violations() == []
    await ben.picture("kept-gone-phone")
    kept = dict(await page.evaluate(KEPT))
    assert kept["token"] != token and kept["theme"] == theme
    assert (kept["name"], kept["groups"], kept.get("recent")) == ("", "[]", None)
    await expect(other.locator("#guest-name")).to_be_visible()
    assert await other.evaluate(TOKEN) == kept["token"], "all pages of a browser are one person"

    await expect(ada.page.locator("[data-tile='1'] .tile-name")).to_contain_text("–")
    await expect(ada.page.get_by_text("Guten Abend")).to_have_count(0)
    await expect(ada.page.get_by_text("Ben", exact=True)).to_have_count(0)
    await ada.move()
    await (await ben.find(page.get_by_role("link", name="Als neuer Gast weiter"))).click()
    await page.fill("#guest-name", "Cleo")
    await page.click(".welcome button")
    await ben.go("kept")
    await expect(page.locator("[data-test=kept-tables] li")).to_have_count(0)
    await expect(page.get_by_text("Kein Tisch weiß etwas von dir.")).to_be_visible()
    await ben.go("kept/gone")
    await expect(page.locator("[data-test=save-me]")).to_be_visible()


def of_all_kinds() -> dict[str, Any]:
    """One of everything that can be stored of a person."""
    at, year = 1_790_000_000_000, 31_536_000
    one = {"game": "loyang", "first": at, "last": at + 90_000_000, "kept_for_s": 900_000}
    change = {"at": at, "what": "act"}
    report = {"at": at, "table": "t0", "said": [], "kept_for_s": year}
    phases = ["open", "starting", "playing", "closed", "unknown", *["over"] * 5]
    return {
        "person": "Qm3vX0fJk2bT9a1Z",
        "tables": [
            {
                **one,
                "table": f"t{n}",
                "phase": phase,
                "names": ["Ada", "Ada Lovelace"],
                "changes": [change] * n,
                "said": ["Good evening", "w" * 300][:n],
            }
            for n, phase in enumerate(phases)
        ],
        "present": ["t0", "t1"],
        "reports": [
            {**report, "about": False, "why": "insults " * 40},
            {**report, "about": True},
            {**report, "about": False},
        ],
        "remembered": ["allow:{tables}:person:x"],
        "book": [],
        "book_kept_for_s": year,
        "groups": [{"title": "Thursday " * 5, "name": "Ada", "kept_for_s": year}],
        "devices": [{"at": at, "push_service": "push.example.org", "kept_for_s": 7_776_000}],
        "in_books": 3,
        "orders": [{"what": "silence", "until": at}, {"what": "lock", "until": 0}],
        "acts": [{"at": at, "what": "silence"}],
    }


@pytest.mark.parametrize(("language", "screen"), [("en-GB", DESK), ("de-DE", PHONE)])
async def test_everything_that_can_be_kept_has_words(
    guest: NewGuest, language: str, screen: dict[str, Any]
) -> None:
    ada = await guest("Ada", lobby=True, locale=language, **screen)
    page, all_ = ada.page, of_all_kinds()
    await page.evaluate("async () => { (await import('/static/table/muted.js')).mute('somebody', true); }")
    await page.route("**/person", lambda route: route.fulfill(json=all_))
    await page.click("[data-test=preferences]")
    await ada.find("[data-test=to-kept]")
    assert await ada.violations() == []
    await ada.picture(f"kept-settings-{language}", page.locator("dialog"))
    await (await ada.find("[data-test=to-kept]")).click()
    rows = page.locator("[data-test=kept-tables] .kept-row")
    await expect(rows).to_have_count(8)
    await expect(rows.first).to_contain_text("Ada Lovelace")
    more = page.get_by_role("button", name=re.compile("Show more tables|Mehr Tische zeigen"))
    await (await ada.find(more)).click()
    await expect(rows).to_have_count(len(all_["tables"]))
    await expect(page.locator("[data-test=kept-host] .kept-row")).to_have_count(6)
    await expect(page.locator("[data-test=kept-beyond] .kept-row")).to_have_count(3)
    await expect(page.locator("[data-test=kept-small] .kept-row")).to_have_count(5)
    said = str(await page.locator("main").text_content())
    assert "kept." not in said and "undefined" not in said and "{" not in said
    assert await ada.fits() and await ada.violations() == []
    await ada.picture(f"kept-all-{language}")


async def test_a_refused_deletion_is_reported_and_keeps_the_token(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    ada.lost_wires_are_fine = True
    await open_kept(ada)
    token = await page.evaluate(TOKEN)

    async def refuse(route: Any) -> None:
        await route.fulfill(status=503, json={"error": "storing", "reason": ""})

    await page.route("**/person", refuse)
    await page.evaluate(TIMELESS)
    await (await ada.find("[data-test=ask-delete]")).click()
    await page.click("[data-test=delete-me]")
    await expect(page.locator(".notice[data-code=storing]")).to_be_visible()
    await expect(page.locator("[data-test=delete-me]")).to_be_enabled()
    assert await page.evaluate(TOKEN) == token
    await page.get_by_role("button", name="Cancel").click()
    await ada.go("")
    await ada.go("kept")
    await expect(page.get_by_text("This can’t be looked up at the moment.")).to_be_visible()
    await page.unroute("**/person")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator("[data-test=save-me]")).to_be_visible()
    ada.complaints = [it for it in ada.complaints if "503" not in it]
