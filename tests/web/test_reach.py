"""Who can open a link: no page offers one to others that only its own machine can open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from bots.hub_process import free_port
from server.play import lan_address

from ..process.playing import Playing
from ..process.tunnels import NEEDS_OPENSSL, PUBLIC, certificate_in, installed, printed
from .codes import read
from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .test_groups import found

pytestmark = pytest.mark.asyncio(loop_scope="session")

HERE = [
    *("localhost", "LOCALHOST", "localhost.", "table.localhost", "127.0.0.1", "127.1", "0x7f.1", "127.9.8.7"),
    *("0.0.0.0", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:127.1.2.3]"),
]
ELSEWHERE = [
    *("192.168.1.4", "10.0.0.7", "128.0.0.1", "1.127.0.0", "games.example", "localhost.example"),
    *("127.0.0.1.example", "notlocalhost", "[fe80::1]", "[::2]", "[2001:db8::1]", "[::ffff:192.168.1.4]"),
]

NAMES = """async (names) => {
  const { isLoopback } = await import("/static/core/reach.js");
  return names.filter((name) => isLoopback(new URL(`http://${name}/`).hostname));
}"""

HINTS = {
    "de": (
        "Nur dieser Rechner kann ihn öffnen.",
        "beende Stammtisch im Terminal",
        "kein Handy öffnen",
    ),
    "en": ("Only this machine can open it.", "end Stammtisch in the terminal", "no phone can open"),
}
"""What is said beside the link, what to do, and what is said instead of a code for a phone."""


async def test_the_page_knows_which_addresses_are_its_own_machine(guest: NewGuest) -> None:
    ada = await guest()
    await ada.page.goto(ada.address)
    assert await ada.page.evaluate(NAMES, [*HERE, *ELSEWHERE]) == HERE


async def test_the_key_works_where_nothing_can_be_stored(guest: NewGuest) -> None:
    ada = await guest("Ada")
    full = (
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    await ada.page.evaluate(full)
    await ada.go("open/some-key")
    await expect(ada.page.locator("[data-test=open-network]")).to_be_visible()
    assert "some-key" not in ada.page.url


async def hints(one: Guest, place: str) -> None:
    """In both languages: the link is for this machine, and here is how to let others in; there is no code."""
    at = one.page.locator(place)
    await (await one.find(at.locator("summary", has_text="What now?"))).click()
    async for language in one.languages():
        only, remedy, _ = HINTS[language]
        await expect(at).to_contain_text(only)
        await expect(at.locator("[data-test=only-here]")).to_contain_text(remedy)
        await expect(at.locator("code").first).to_have_text("HOST=0.0.0.0 stammtisch play")
    await expect(at.locator("[data-test=invite]")).to_be_visible()
    await expect(at.locator("[data-test=show-code]")).to_have_count(0)
    assert await one.violations() == []
    assert await one.fits()


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_an_invitation_from_this_machine_alone_says_so(
    guest: NewGuest, context: dict[str, object]
) -> None:
    ada = await guest("Ada", lobby=True, **context)
    page = ada.page
    await ada.make("", game="loyang")
    await hints(ada, ".waiting-invite")
    await ada.page.select_option("[data-test=want]", "greedy")
    await ada.start()
    await page.click("[data-test=menu]")
    await hints(ada, "dialog")
    await page.keyboard.press("Escape")
    await ada.go("")
    await found(ada, "Thursdays")
    await hints(ada, "main")


async def test_no_phone_is_offered_a_code_that_it_cannot_open(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.page.click("[data-test=preferences]")
    await (await ada.find("[data-test=show-words]")).click()
    await expect(ada.page.locator("[data-test=words]")).to_be_visible()
    devices = ada.page.locator(".devices", has=ada.page.locator("[data-test=words]"))
    async for language in ada.languages():
        await expect(devices).to_contain_text(HINTS[language][2])
        await expect(devices).to_contain_text("HOST=0.0.0.0")
    await expect(devices.locator("[data-test=code]")).to_have_count(0)


async def test_the_link_of_the_terminal_opens_the_network(guest: NewGuest, tmp_path: Path) -> None:
    it = await Playing.start(tmp_path / "data", HUBS="1", BOTS="1")
    try:
        while "#/open/" not in it.lines[-1]:
            await it.line()
        address, _, key = it.lines[-1].strip().partition("#/open/")
        assert address == it.address
        ada = await guest("Ada", address.rstrip("/"), **DESK, extra_http_headers={})
        page = ada.page
        await ada.make("", game="loyang")
        told = page.locator(".waiting-invite")
        await (await ada.find(told.locator("summary"))).click()
        await expect(told.locator("[data-test=only-here]")).to_contain_text("open the second link")
        await page.goto(f"{address}#/open/{key}")
        button = page.locator("[data-test=open-network]")
        await expect(button).to_be_visible()
        assert key not in page.url
        assert await ada.violations() == []
        await page.go_back()
        await expect(told.locator("[data-test=open-network]")).to_have_text("Open for this network")
        await told.locator("[data-test=open-network]").click()
        if (here := lan_address()) == "127.0.0.1":  # this machine is in no network
            await expect(page.get_by_text("This machine is not in a network at the moment.")).to_be_visible()
            await page.close()
            ada.complaints.clear()  # the refusal
            return
        link = f"http://{here}:"
        await expect(told.locator("[data-test=invite]")).to_have_value(re.compile(re.escape(link)))
        await expect(told.locator("[data-test=only-here]")).to_have_count(0)
        await told.locator("[data-test=show-code]").click()
        code = told.locator("[data-test=code]")
        await expect(code).to_be_visible()
        shown = await told.locator("[data-test=invite]").input_value()
        width = int((await code.get_attribute("viewBox") or "").split()[-1])
        assert read(await code.locator("path").get_attribute("d") or "", width) == shown
        ben = await guest("Ben", shown.partition("/t/")[0], **PHONE, extra_http_headers={})
        await ben.page.goto(shown)
        await expect(page.locator(".seat-row[data-kind=person]")).to_have_count(2)
        for one in (ada, ben):
            await one.page.close()
    finally:
        await it.stop()


@NEEDS_OPENSSL
async def test_one_press_opens_the_server_for_everybody(guest: NewGuest, tmp_path: Path) -> None:
    """The host's page has an address of this machine alone; a friend opens the link that it shows."""
    port, certificate = free_port(), certificate_in(tmp_path)
    given = installed("cloudflared", tmp_path / "programs", certificate, port)
    it = await Playing.start(tmp_path / "data", HUBS="1", BOTS="1", **given)
    try:
        while "#/open/" not in it.lines[-1]:
            await it.line()
        address, _, key = it.lines[-1].strip().partition("#/open/")
        ada = await guest("Ada", address.rstrip("/"), **DESK, extra_http_headers={})
        page = ada.page
        await page.goto(f"{address}#/open/{key}")
        await expect(page.locator("[data-test=open-tunnel]")).to_be_visible()
        await ada.make("", game="loyang")
        told = page.locator(".waiting-invite")
        await expect(told.locator("[data-test=open-network]")).to_be_visible()
        async for language in ada.languages():
            share = {"de": "Für alle öffnen", "en": "Open for everybody"}[language]
            await expect(told.locator("[data-test=open-tunnel]")).to_have_text(share)
        assert await ada.violations() == []
        assert await ada.fits()
        await told.locator("[data-test=open-tunnel]").click()
        invite = told.locator("[data-test=invite]")
        await expect(invite).to_have_value(re.compile(rf"https://localhost:{port}/t/"), timeout=180_000)
        await expect(told.locator("[data-test=only-here]")).to_have_count(0)
        assert await printed(it, PUBLIC) == f"https://localhost:{port}/"
        await told.locator("[data-test=show-code]").click()
        code = told.locator("[data-test=code]")
        await expect(code).to_be_visible()
        shown = await invite.input_value()
        width = int((await code.get_attribute("viewBox") or "").split()[-1])
        assert read(await code.locator("path").get_attribute("d") or "", width) == shown
        elsewhere = {**PHONE, "extra_http_headers": {}, "ignore_https_errors": True}
        ben = await guest("Ben", f"https://localhost:{port}", **elsewhere)
        await ben.page.goto(shown)
        await expect(page.locator(".seat-row[data-kind=person]")).to_have_count(2)
        for one in (ada, ben):
            await one.page.close()
    finally:
        await it.stop()
