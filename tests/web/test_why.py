"""Reasons: a thing that can't be chosen tells why at a tap, a key or under the pointer, as the server knows
it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from .conftest import NewGuest
from .guest import Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

WINDOWS: list[tuple[str, str, dict[str, Any]]] = [
    ("desk", "en-GB", {"viewport": {"width": 1366, "height": 768}}),
    (
        "phone",
        "de-DE",
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
    ),
]


def mostly(name: str) -> list[Any]:
    """The windows for a game: this one each time, the other by `make long`. One game has both each time."""
    rare = pytest.mark.long
    return [pytest.param(*row, id=row[0], marks=[] if row[0] == name else [rare]) for row in WINDOWS]


WORDS = {
    "en-GB": {
        "dice": "The dice come first.",
        "short": "You are {} coins short.",
        "turn": "It is not your turn. To move: Ada.",
        "card": "First play a card for it.",
        "played": "You have played your card of this turn.",
        "farmer": "A farmer of Curie stands here.",
        "another": "The question now is about something else.",
        "step": "You advance one step at a time.",
        "pile": "Cards leave the discard pile only when a person or an action says so.",
        "theirs": "Belongs to Momo.",
    },
    "de-DE": {
        "dice": "Erst kommen die Würfel.",
        "short": "Dir fehlen {} Münzen.",
        "turn": "Du bist nicht dran. Gefragt: Ada.",
        "card": "Dafür spielst du erst eine Karte.",
        "played": "Du hast deine Karte in diesem Zug schon gespielt.",
        "farmer": "Hier steht ein Bauer von Curie.",
        "another": "Die Frage gilt gerade etwas anderem.",
        "step": "Man steigt Stufe für Stufe auf.",
        "pile": "Aus dem Ablagestapel kommen Karten nur, wenn eine Person oder eine Aktion es sagt.",
        "theirs": "Gehört Momo.",
    },
}
PRICE = 22
"""Of the most expensive landmark."""


def reason(one: Guest) -> Locator:
    return one.page.locator("[data-test=why]")


async def says(one: Guest, thing: str, words: str) -> None:
    """A tap on a thing that is not offered shows this."""
    await (await one.find(thing)).click()
    await expect(reason(one)).to_have_text([words])


async def says_in_passing(one: Guest, thing: str, words: str) -> None:
    """The same, and a second tap closes the explanation."""
    await says(one, thing, words)
    await (await one.find(thing)).click()
    await expect(reason(one)).to_have_count(0)


@pytest.mark.parametrize(("name", "language", "context"), WINDOWS, ids=[name for name, *_ in WINDOWS])
async def test_machi_koro_says_why(
    guest: NewGuest, name: str, language: str, context: dict[str, Any]
) -> None:
    ada = await guest("Ada", locale=language, **context)
    ben = await guest("Ben", locale=language, **context)
    begins = {"en-GB": {"Who begins": "Seat 1"}, "de-DE": {"Wer beginnt": "Platz 1"}}[language]
    await ben.join(await ada.make("", options=begins))
    await ada.start()
    words = WORDS[language]
    await ada.turn("throw")
    await says_in_passing(ada, "[data-test=supply] [data-kind='5']", words["dice"])
    await ben.page.wait_for_selector("[data-test=board]")
    await says(ben, "[data-test=supply] [data-kind='5']", words["turn"])
    await ada.reach("build")
    if context.get("has_touch"):
        await ada.page.click("[data-tab=mine]")
    coins = int(await ada.page.locator("[data-place=purse-0]").get_attribute("data-coins") or 0)
    await says(ada, "[data-place=landmark-0-3]", words["short"].format(PRICE - coins))
    assert await ada.violations() == []
    await ada.picture(f"why-machi-koro-{name}")
    await expect(reason(ben)).to_have_text([words["turn"]])
    await ada.page.keyboard.press("Escape")
    await (await ada.find("[data-verb=pass]")).click()
    await ben.turn("throw")
    await expect(ben.page.locator("[data-test=explanation]")).to_be_visible()
    await expect(reason(ben)).to_have_count(0)  # it is Ben's turn by now


async def test_the_keyboard_asks_and_a_reader_hears(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.turn("throw")
    card = ada.page.locator("[data-test=supply] [data-kind='5']")
    await card.focus()
    await expect(card).to_be_focused()
    await ada.page.keyboard.press("Enter")
    await expect(reason(ada)).to_have_text([WORDS["en-GB"]["dice"]])
    await expect(ada.page.locator("[data-test=announcer]")).to_contain_text(WORDS["en-GB"]["dice"])
    await ada.page.keyboard.press("Escape")
    await expect(reason(ada)).to_have_count(0)


DISCARDED = "() => document.querySelector('[data-test=discard]:not([data-count=\"0\"])')"
"""Is there a card in Bruges's discard pile?"""


@pytest.mark.parametrize(("name", "language", "context"), mostly("desk"))
async def test_bruges_says_why(guest: NewGuest, name: str, language: str, context: dict[str, Any]) -> None:
    ada = await guest("Ada", locale=language, **context)
    await ada.begin("whim", game="bruges")
    words = WORDS[language]
    await ada.reach("turn")
    await says_in_passing(ada, "[data-stack='0']", words["another"])
    await says_in_passing(ada, ".br-step[data-step='9']", words["step"])
    await says_in_passing(ada, "[data-quarter='1'] .br-section.left", words["theirs"])
    if context.get("has_touch"):
        await ada.page.click("[data-tab=mine]")
    await says_in_passing(ada, "[data-player='0'] .br-worker", words["card"])
    await says_in_passing(ada, "[data-player='0'] .br-section.left", words["card"])
    pointing = not context.get("has_touch")
    await ada.reach("end_turn", "turn_over", when=DISCARDED if pointing else "() => true")
    await says(ada, ".br-hand-card .br-card", words["played"])
    if pointing:
        await ada.page.click("[data-test=discard]")
        await ada.page.locator("[data-test=pile] button").first.click()
        await expect(ada.page.locator("[data-test=why-discard]")).to_have_text(words["pile"])
        await ada.picture(f"why-bruges-pile-{name}")
        await ada.page.keyboard.press("Escape")
    assert await ada.violations() == []
    await ada.picture(f"why-bruges-{name}")


@pytest.mark.parametrize(("name", "language", "context"), mostly("phone"))
async def test_schweinebande_says_why_and_what(
    guest: NewGuest, name: str, language: str, context: dict[str, Any]
) -> None:
    ada = await guest("Ada", locale=language, **context)
    await ada.begin("greedy", game="schweinebande")
    words = WORDS[language]
    await ada.reach(
        "collect", when="() => document.querySelector(\".sb-hex[aria-disabled=true][data-farmer='1']\")"
    )
    await says_in_passing(ada, ".sb-hex[aria-disabled=true][data-farmer='1']", words["farmer"])
    if context.get("has_touch"):
        await ada.page.click("[data-tab=mine]")
    await says(ada, "[data-place=pen-0-4]", words["another"])
    await expect(ada.page.locator("[data-test=explanation]")).to_contain_text("6")
    assert await ada.violations() == []
    await ada.picture(f"why-schweinebande-{name}")
