"""Tips: a button and a key ask for one, the line of action tells it, and its things are highlighted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import pick

pytestmark = pytest.mark.asyncio(loop_scope="session")


WINDOWS: list[tuple[str, dict[str, Any], tuple[str, str]]] = [
    ("en-GB", {"viewport": {"width": 1366, "height": 768}}, ("Tip: ", "Ada asks for a tip.")),
    (
        "de-DE",
        {"viewport": {"width": 390, "height": 844}, "has_touch": True},
        ("Tipp: ", "Ada lässt sich einen Tipp geben."),
    ),
]

BOARD_IS_WHOLE = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".stage-board");
  return scrollHeight <= clientHeight;
}"""
"""Is the whole board still visible above the line of action?"""


ASKED = """() => {
  const width = (one) => document.querySelector(one).clientWidth;
  return width(".line-prompt") / width(".line-words");
}"""
"""The share of the question in the line of action."""


@pytest.mark.parametrize(("language", "context", "words"), WINDOWS, ids=["desk", "phone"])
async def test_a_tip_comes_from_a_bot_and_lights_what_it_speaks_of(
    guest: NewGuest, language: str, context: dict[str, Any], words: tuple[str, str]
) -> None:
    ada = await guest("Ada", locale=language, **context)
    page = ada.page
    await ada.begin("greedy", "greedy")
    await ada.reach("build")
    if language == "en-GB":
        await page.keyboard.press("h")
    else:
        await (await ada.find("[data-test=tip]")).click()
    tip = page.locator("[data-test=tip-text]")
    await expect(tip).to_have_attribute("data-taught", "yes")
    await expect(tip).to_contain_text(words[0])
    await expect(page.locator("[data-test=tip]")).to_have_count(0)
    await expect(page.locator("[data-lit]").first).to_be_attached()
    await expect(page.locator("body")).to_contain_text(words[1])
    assert await ada.violations() == []
    assert await ada.fits()
    if language == "en-GB":
        assert await page.evaluate(BOARD_IS_WHOLE)
        await ada.beside("log")
        assert await page.evaluate(ASKED) > 0.4, "a tip leaves room for the question"
    await ada.move()
    await expect(tip).to_have_count(0)


async def test_a_table_without_tips_offers_none(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="en-GB")
    await ada.go("new/machi_koro")
    await ada.page.select_option("[data-test=tips]", "never")
    await pick(ada.page, "company", "bots")
    await (await ada.find("[data-test=make]")).click()
    await ada.start()
    await ada.reach("build")
    await expect(ada.page.locator("[data-test=tip]")).to_have_count(0)


BETTER, WORSE, COUNTED = ("income", 1, 0), ("landmarks", -1, 0), ("coins", -1, 10)

SAID: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({"brings": [BETTER, WORSE]}, ("This changes: Income", "Das ändert: Einkommen")),
    (
        {"brings": [WORSE]},
        ("For now it only costs something: Land", "Fürs Erste kostet das nur etwas: Groß"),
    ),
    ({"brings": [BETTER, COUNTED]}, ("Coins +1: worse.", "Münzen +1: schlechter.")),
    ({"shares": [452, 443]}, ("is worth about the same", "ist etwa gleich gut")),
    ({"shares": [998, 3]}, ("(more than 99% to win). ", "(über 99\u00a0% Siegchance). ")),
    ({"shares": [998, 3]}, ("End the turn (less than 1% to win)", "Zug beenden (unter 1\u00a0% Siegchance)")),
    (
        {"shares": [450, 380]},
        ("the difference can’t be put down to one thing", "der Unterschied lässt sich nicht"),
    ),
    ({}, ("The next best would be End the turn.", "Die nächstbeste Wahl wäre Zug beenden.")),
    ({"rather": [WORSE, BETTER]}, ("Income a round: better.", "Einkommen je Runde: besser.")),
    (
        {"brings": [WORSE], "then": [("build", 1), ("done", -1)], "together": [BETTER]},
        (
            "This prepares: Build: Ranch · End the turn. Together they change: Income a round: better. ",
            "vor: Bauen: Bauernhof · Zug beenden. Zusammen ändert das: Einkommen je Runde: besser. ",
        ),
    ),
    ({"rather": [WORSE]}, ("worse; what follows from it later makes up for that.", "macht das wett.")),
]
"""Tips with more than their choices, and a part of the resulting text."""

SENTENCES = """async (tip) => {
  const { sentences } = await import("/static/teach/tip_text.js");
  const open = { table: { game: "machi_koro" }, seats: [] };
  return sentences({ open }, { verb: "build", noun: 0, second: [["done", -1]], ...tip }).join(" ");
}"""


@pytest.mark.parametrize(("language", "place"), [("en-GB", 0), ("de-DE", 1)])
async def test_a_tip_says_no_more_than_is_known(guest: NewGuest, language: str, place: int) -> None:
    """Choices that only cost, later effects, and unnamed parts each have a text."""
    ada = await guest("Ada", locale=language)
    await ada.begin("greedy")
    for tip, words in SAID:
        assert words[place] in await ada.page.evaluate(SENTENCES, tip)


LONG = {
    "verb": "use",
    "noun": 52,
    "shares": [512, 470],
    "then": [("serve", 20), ("sow", 0)],
    "together": [("fields", 1, 0), ("helpers", -1, 0), ("cash", 1, 10), ("goods", -1, -10)],
    "second": [("discard", 52)],
}
"""A tip with the longest text about what its choice prepares."""

LINES = """async (tip) => {
  const { sentences } = await import("/static/teach/tip_text.js");
  const at = document.querySelector("[data-test=tip-text] p");
  at.textContent = sentences({ open: { table: { game: "loyang" }, seats: [] } }, tip).join(" ");
  return Math.round(at.getBoundingClientRect().height / parseFloat(getComputedStyle(at).lineHeight));
}"""


async def test_a_long_tip_takes_no_more_than_four_lines_beside_the_question(guest: NewGuest) -> None:
    """With a fifth line, the prices of Loyang's shop would no longer be visible."""
    ada = await guest("Ada", locale="de-DE", viewport={"width": 1366, "height": 768})
    await ada.begin("greedy", game="loyang")
    await ada.reach("act")
    await (await ada.find("[data-test=tip]")).click()
    await expect(ada.page.locator("[data-taught=yes]")).to_be_visible()
    assert await ada.page.evaluate(LINES, LONG) <= 4


ROWS = """(tip) => {
  const words = tip.querySelector("p");
  return Math.round(words.getBoundingClientRect().height / parseFloat(getComputedStyle(words).lineHeight));
}"""


async def test_on_a_phone_the_reasons_for_a_tip_wait_until_they_are_asked_for(guest: NewGuest) -> None:
    """The whole text takes eight rows there, and would cover the choices."""
    ada = await guest("Ada", locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True)
    await ada.begin("greedy", game="bruges")
    await ada.reach("turn")
    await (await ada.find("[data-test=tip]")).click()
    tip = ada.page.locator("[data-taught=yes]")
    await expect(tip).to_be_visible()
    short = await tip.inner_text()
    assert short.startswith("Tip: ") and await tip.evaluate(ROWS) <= 3
    why = ada.page.locator("[data-test=tip-why]")
    await expect(why).to_have_attribute("aria-expanded", "false")
    await why.click()
    await expect(why).to_have_attribute("aria-expanded", "true")
    assert len(await tip.inner_text()) > len(short)
    assert await ada.violations() == []
