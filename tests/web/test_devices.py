"""One person on several devices: words that encode the token, a QR code that leads to the same seat."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROUND = """async (tokens) => {
  const { phraseOf, tokenOf } = await import("/static/core/phrase.js");
  return tokens.map((token) => [phraseOf(token), tokenOf(phraseOf(token).join(" "))]);
}"""

TYPED = """async (all) => {
  const { tokenOf } = await import("/static/core/phrase.js");
  return all.map(tokenOf);
}"""

TOKEN = "() => localStorage.getItem('stammtisch.token')"
"""The token that the browser stores."""


def token_of(size: int) -> str:
    """A token of this many bytes, encoded like the page's."""
    return urlsafe_b64encode(sha256(b"of some guest").digest()[:size]).decode().rstrip("=")


async def test_words_are_the_token_and_a_slip_is_found(guest: NewGuest) -> None:
    ada = await guest()
    await ada.page.goto(ada.address)
    tokens = [token_of(size) for size in (16, 18, 24, 32)]
    told = await ada.page.evaluate(ROUND, tokens)
    assert [back for _, back in told] == tokens
    assert [len(words) for words, _ in told] == [9, 10, 13, 17]
    assert all(re.fullmatch("[a-z]{5}", word) for words, _ in told for word in words)
    words = told[0][0]
    first = words[0]
    slips = [
        [*words[1:], first],
        words[:-1],
        words[1:],
        ["b" + first[1:], *words[1:]],
    ]
    others = ["", "lusab", "not words at all", " ".join(words) + " lusab", " ".join(words)[:-1], "lusab " * 3]
    assert await ada.page.evaluate(TYPED, [*(" ".join(it) for it in slips), *others]) == [""] * 10
    sloppy = [" ".join(words).upper(), "-".join(words), "".join(words), "\n".join(words) + "."]
    assert await ada.page.evaluate(TYPED, sloppy) == [tokens[0]] * 4
    assert await ada.page.evaluate(ROUND, ["a-token-that-no-page-has-made", "short"]) == [[[], ""]] * 2


async def shown(one: Guest) -> None:
    """Open the preferences, and show the words."""
    await one.page.click("[data-test=preferences]")
    await (await one.find("[data-test=show-words]")).click()
    await expect(one.page.locator("[data-test=words]")).to_be_visible()


WRITTEN_AT_ONCE = """() => new Promise((done) => {
  new MutationObserver((_, observer) => {
    const words = document.getElementById("me-words");
    if (!words) return;
    observer.disconnect();
    words.focus();
    setTimeout(() => done(document.activeElement.id), 500);
  }).observe(document.body, { childList: true, subtree: true });
  location.hash = "#/me";
})"""
"""A person types as soon as the page appears: where is the focus half a second later?"""


async def test_a_new_page_takes_no_focus_from_who_writes_there_already(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    assert await ada.page.evaluate(WRITTEN_AT_ONCE) == "me-words"


async def test_another_browser_becomes_the_same_person_by_words(guest: NewGuest, named: str) -> None:
    ada, other = await guest("Ada", named, lobby=True, **DESK), await guest(locale="de-DE", **PHONE)
    await shown(ada)
    await expect(ada.page.locator("[data-test=code]")).to_be_visible()
    assert await ada.violations() == []
    words = await ada.page.locator("[data-test=words]").text_content()
    page = other.page
    await page.goto(other.address)
    await (await other.find("[data-test=known]")).click()
    await page.fill("#me-words", "lusab babad")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="ein Buchstabe ist falsch")).to_be_visible()
    assert await other.violations() == []
    await page.fill("#me-words", str(words))
    await (await other.find(page.get_by_role("button", name="Als diese Person weiter"))).click()
    await expect(page.locator("#guest-name")).to_be_visible()
    assert await page.evaluate(TOKEN) == await ada.page.evaluate(TOKEN)


async def test_a_phone_sits_down_at_the_same_seat_by_the_code(guest: NewGuest) -> None:
    ada, phone = await guest("Ada", **DESK), await guest("Somebody", **PHONE)
    table = await ada.make("", link=True)
    await expect(ada.page.locator(".badge.you")).to_be_visible()
    token = await ada.page.evaluate(TOKEN)
    await phone.go(f"me/{token}/Ada/{table}")
    await expect(phone.page.locator("[data-test=become]")).to_be_visible()
    await expect(phone.page).to_have_url(re.compile("#/me$"))
    assert await phone.page.evaluate(TOKEN) != token, "an identity is not changed without consent"
    assert await phone.violations() == []
    await (await phone.find("[data-test=become]")).click()
    await expect(phone.page.locator(".badge.you")).to_be_visible()
    await expect(phone.page).to_have_url(re.compile(f"#/t/{table}$"))
    await expect(phone.page.locator(".who-name")).to_have_text("Ada")
