"""The law of sight over some questions of each game, where there is least room; `make sight` plays hundreds
of games at all sizes."""

from __future__ import annotations

import pytest

from server.games import GAMES

from .conftest import NewGuest
from .laid import LONG_HAND
from .pointer import as_people_do
from .running import Chromium, House
from .sight import SIZES, Job, look, looked_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 12

ROOMY = "1920x1080"
"""What has room elsewhere has it here."""


@pytest.mark.parametrize("size", [size for size in SIZES if size != ROOMY])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_all_that_is_offered_is_in_sight(
    chromium: Chromium, house: House, address: str, game: str, size: str
) -> None:
    with as_people_do():
        seen = await looked_at(chromium, address, Job(game, size, 0), QUESTIONS, set())
    assert seen.questions and seen.options
    assert [*map(str, seen.wrong)] == []


@pytest.mark.parametrize("words", [".line-prompt", ".br-statue b", ".br-hand .br-face-name"])
async def test_words_that_are_too_small_are_found(guest: NewGuest, words: str) -> None:
    ada = await guest("Ada")
    await ada.lay(LONG_HAND)
    place = ada.page.locator(words).first
    assert "tiny" not in [kind for kind, _ in (await look(ada.page))["wrong"]]
    shrunk = 11 / await place.evaluate("(e) => e.currentCSSZoom")
    await place.evaluate("(e, size) => e.style.setProperty('font-size', size, 'important')", f"{shrunk}px")
    found = [what for kind, what in (await look(ada.page))["wrong"] if kind == "tiny"]
    assert ["is 11.0 pixels high" in what for what in found] == [True]


@pytest.mark.parametrize("words", [".line-prompt", ".br-hand .br-face-name"])
async def test_words_that_lie_over_other_words_are_found(guest: NewGuest, words: str) -> None:
    ada = await guest("Ada")
    await ada.lay(LONG_HAND)
    assert "overlaid" not in [kind for kind, _ in (await look(ada.page))["wrong"]]
    await ada.page.locator(words).first.evaluate(
        """(e) => {
          const other = Object.assign(document.createElement("b"), { textContent: "other words" });
          e.prepend(other);
          Object.assign(e.style, { position: "relative" });
          Object.assign(other.style, { position: "absolute", left: 0, top: 0, pointerEvents: "none" });
        }"""
    )
    found = [what for kind, what in (await look(ada.page))["wrong"] if kind == "overlaid"]
    assert found and all('"other words"' in what for what in found)
    await ada.page.locator(f"{words} b").first.evaluate("(e) => { e.style.backgroundColor = 'white'; }")
    assert "overlaid" not in [kind for kind, _ in (await look(ada.page))["wrong"]]


async def test_words_that_lie_over_others_in_a_picture_are_found(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("whim", "whim", game="schweinebande")
    assert await ada.turn()
    texts = ada.page.locator(".stage-board svg text:visible")
    assert "overlaid" not in [kind for kind, _ in (await look(ada.page))["wrong"]]
    await texts.first.evaluate("(e) => e.after(e.cloneNode(true))")
    assert [kind for kind, _ in (await look(ada.page))["wrong"]] == ["overlaid"]
