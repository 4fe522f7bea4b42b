"""The first questions of newcomers (`newcomer/`): the table answers each within two taps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import Locator, expect

from server.games import GAMES

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

DOCS = Path(__file__).with_name("newcomer")
ENOUGH = 20
OPENED = "[data-test=explanation], [data-large], dialog, [data-test=actions], [data-test=rolls], #panel-log"
"""Things that a tap may open or change."""
HEADING = re.compile(r"## At the question `(\w+)`")
QUESTION = re.compile(r"\d+\. (.+\?)")
WAY = re.compile(r"   (look|rest|tap|rules) `([^`]+)`: `([^`]+)`")


class Row(NamedTuple):
    """A question, the prompt at which it is asked, and the way to its answer."""

    prompt: str
    question: str
    way: str
    place: str
    words: str


def rows(game: str) -> Iterator[Row]:
    """The questions of a game. Any other text below a heading is an error."""
    prompt = question = ""
    for line in (DOCS / f"{game}.md").read_text(encoding="utf-8").splitlines():
        if found := HEADING.fullmatch(line):
            prompt = found[1]
        elif found := QUESTION.fullmatch(line):
            question = found[1]
        elif found := WAY.fullmatch(line):
            yield Row(prompt, question, *found.groups())
        else:
            assert not prompt or not line, f"{game}: {line}"


async def test_every_game_has_its_questions() -> None:
    assert {file.stem for file in DOCS.glob("*.md")} == set(GAMES)
    for game in GAMES:
        asked = [row.question for row in rows(game)]
        assert len(asked) == len(set(asked)) >= ENOUGH, game


async def answer(one: Guest, row: Row) -> tuple[Locator, str]:
    """Follow the way; returns the place of the answer, and how to leave it."""
    page = one.page
    if row.way == "rules":
        if not await page.locator("#panel-rules").is_visible():
            await page.click("[data-test=to-rules]")
        await (await one.find(page.locator(".in-a-row").get_by_role("link", name=row.place))).click()
        return page.locator(".side-rules .here, .side-rules .rules-cards:has(:focus)"), "rules"
    thing = page.locator(row.place).first
    if row.way == "look":
        return thing, ""
    await (thing.hover() if row.way == "rest" else thing.click())
    if row.way == "rest":
        return page.locator("[data-test=explanation]"), "pointer"
    return page.locator(OPENED), "Escape"


BEGINS_FIRST = ("machi_koro", "santiago")
"""Games in which a bot that begins could roll first, or turn a Cuban of the questions face down."""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_table_answers_what_a_newcomer_asks(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **DESK, reduced_motion="reduce")
    await ada.begin("greedy", game=game, options={"Who begins": "Seat 1"} if game in BEGINS_FIRST else {})
    left, prompt = "", ""
    for row in rows(game):
        if left == "rules" and (row.way != "rules" or row.prompt != prompt):
            await ada.page.click("[data-test=close-side]")
            await expect(ada.page.locator("#panel-rules")).to_be_hidden()
        if row.prompt != prompt:
            prompt = await ada.reach(row.prompt)
        place, left = await answer(ada, row)
        seen = place.filter(has_text=row.words, visible=True).first
        await expect(seen, f"{row.question} {row.way} {row.place}").to_be_in_viewport()
        if left == "pointer":
            await ada.page.mouse.move(1, 1)
        elif left == "Escape":
            await ada.page.keyboard.press("Escape")


AT_ONCE = """async () => {
  for (const key of ["Escape", "x"]) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await new Promise((go) => setTimeout(go));
  }
}"""
"""Turn explanations off and on again, before the next picture."""


async def test_everything_explains_itself_and_nothing_is_played(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE, locale="de-DE")
    page = ada.page
    await ada.begin("greedy", options={"Wer beginnt": "Platz 1"})
    await ada.reach("build")
    await page.click("[data-test=menu]")
    await (await ada.find("[data-test=explain]")).click()
    await expect(page.locator("[data-test=explaining]")).to_contain_text("erklärt sich")
    offered = page.locator("[data-test=supply] [data-verb=build]")
    explanation = page.locator("[data-test=explanation]")
    await offered.first.click()
    await page.wait_for_timeout(300)  # the first one ever stays when the hint about explanations goes away,
    await offered.nth(2).dispatch_event("pointerleave", {"pointerType": "mouse"})  # and where a mouse lies
    await expect(explanation).to_be_visible()
    await offered.first.click()  # without explanations, a second tap would build it
    assert (await ada.prompt()).startswith("build ")
    await offered.nth(1).click()  # a tap on the same one may close it again, or be so slow that it stays
    await expect(explanation).to_be_visible()
    assert await ada.violations() == []
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=explaining]")).to_have_count(0)
    await page.keyboard.press("x")
    await page.get_by_role("button", name="Weiterspielen").click()
    await expect(page.locator("[data-test=explaining]")).to_have_count(0)
    await page.keyboard.press("x")
    await expect(page.locator("[data-test=explaining]")).to_be_visible()
    await page.evaluate(AT_ONCE)
    await page.wait_for_timeout(300)  # longer than a frame and the work after it
    await page.get_by_role("button", name="Weiterspielen").click()
    await expect(page.locator("[data-test=explaining]")).to_have_count(0)
