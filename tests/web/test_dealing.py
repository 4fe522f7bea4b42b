"""Seats that change hands, and browsers that keep their part of the chance until all is promised."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import NewGuest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_hand_is_shown_to_somebody_else_only_with_its_owner_s_word(guest: NewGuest) -> None:
    ada, ben, eve = await guest("Ada"), await guest("Ben", locale="de-DE"), await guest("Eve")
    table = await ada.make("", game="loyang")
    await ben.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    hand = ".lo-hand .lo-card"
    await expect(ben.page.locator(hand)).to_have_count(4)

    async def offer() -> None:
        page = ada.page
        await page.click("[data-test=menu]")
        row = page.locator(".spread").nth(1)
        await row.get_by_label("Give the seat of Ben to").select_option(label="Eve")
        await row.locator("[data-test=hand]").click()
        await page.get_by_role("button", name="Hand over").click()

    await offer()
    for one in (ada, ben, eve):
        await expect(one.page.locator("[data-test=offer]")).to_have_count(1)
    await expect(ben.page.locator("[data-test=offer]")).to_contain_text("Einverstanden?")
    await expect(ben.page.locator("[data-test=alert]")).to_contain_text("Einverstanden?")
    await expect(ada.page.locator("[data-test=agree]")).to_have_count(0)
    await expect(eve.page.locator("[data-test=agree]")).to_have_count(0)
    await expect(eve.page.locator(hand)).to_have_count(0)
    await ben.page.get_by_role("button", name="Nein", exact=True).focus()
    await ben.page.keyboard.press("Enter")
    await expect(ada.page.locator("[data-test=offer]")).to_have_count(0)
    await expect(ben.page.locator(hand)).to_have_count(4)

    await offer()
    await ada.page.get_by_role("button", name="End the offer").click()
    await expect(ben.page.locator("[data-test=offer]")).to_have_count(0)

    await offer()
    await ben.page.get_by_role("button", name="Ja, Platz abgeben").focus()
    await ben.page.keyboard.press("Enter")
    await expect(eve.page.locator(hand)).to_have_count(4)
    await expect(ben.page.locator(hand)).to_have_count(0)


async def test_a_browser_that_is_shown_something_else_tells_nothing(guest: NewGuest) -> None:
    ada = await guest("Ada")
    found = await ada.page.evaluate(
        """async () => {
          const { promise, toTell, unfair, keptOf } = await import("/static/luck.js");
          const { promiseOf, commitmentOf } = await import("/static/dealing.js");
          const secret = "5e".repeat(32), other = "66".repeat(32);
          const begun = (name, more = {}) => {
            const mine = promise(name, commitmentOf(secret));
            const shown = { commitment: commitmentOf(secret), secret: "", luck: [] };
            const open = { ...shown, phase: "open", promises: [mine, ""] };
            toTell(name, open);
            return { ...open, phase: "starting", promises: [mine, promiseOf("yours")], ...more };
          };
          const honest = begun("one");
          const luck = keptOf("one").lucks[honest.promises[0]];
          const over = { ...honest, phase: "over", secret, luck: [luck, "yours"] };
          const told = toTell("one", honest);
          const later = [honest.promises[0], promiseOf("chosen")];
          return {
            told: told[0][0] === 0 && told[0][1] === luck,
            again: toTell("one", honest),
            right: unfair("one", over),
            secret: unfair("one", { ...over, ...{ secret: other, commitment: commitmentOf(other) } }),
            forged: unfair("one", { ...over, secret: other }),
            promises: unfair("one", { ...over, promises: later, luck: [luck, "chosen"] }),
            mine: unfair("one", { ...over, luck: ["", "yours"] }),
            unlike: unfair("one", { ...over, luck: [luck, "chosen"] }),
            gone: unfair("one", { ...over, promises: ["", over.promises[1]], luck: ["", "yours"] }),
            silent: toTell("two", begun("two", { commitment: commitmentOf(other) })),
            early: toTell("three", { ...begun("three"), phase: "playing" }),
            kept: JSON.parse(localStorage.getItem("stammtisch.luck")).map(([name]) => name),
          };
        }"""
    )
    assert found == {
        "told": True,
        "again": [],
        "right": [],
        "secret": [["commitment"]],
        "forged": [["secret"]],
        "promises": [["promises"]],
        "mine": [["mine", 0]],
        "unlike": [["other", 1]],
        "gone": [["promises"], ["gone"]],
        "silent": [],
        "early": [],
        "kept": ["one", "two", "three"],
    }


GOT = """(file) => performance.getEntriesByType("resource").some(({ name }) => name.includes(file))"""
"""Has the page asked for this file?"""


async def test_a_reload_before_the_start_keeps_the_promise(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("")
    await ben.join(table)
    await ben.page.reload()
    await expect(ben.page.locator(".badge.you")).to_be_visible()
    await ada.start()
    await expect(ben.page.locator("[data-test=board]")).to_be_visible()
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=unfair]")).to_have_count(0)


async def test_a_part_that_is_lost_is_told_loudly(guest: NewGuest) -> None:
    """By what the page has got before: whoever deals unfairly hands out no warning of it."""
    ada, ben = await guest("Ada"), await guest("Ben", locale="de-DE")
    table = await ada.make("")
    await ben.join(table)
    await ben.page.wait_for_function(GOT, arg="unfair")
    await ben.page.route("**/*unfair*", lambda route: route.abort())
    await ben.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          const reveal = new TextEncoder().encode("reveal").join();
          WebSocket.prototype.send = function (data) {
            if (!data.join().includes(reveal)) send.call(this, data);
          };
        }"""
    )
    await ada.start()
    await expect(ben.page.locator("[data-test=unfair]")).to_contain_text("nicht rechtzeitig")
    await expect(ada.page.locator("[data-test=unfair]")).to_have_count(0)
    await ada.beside("log")
    await expect(ada.page.locator(".log-line", has_text="Ben has not told")).to_be_visible()
