"""The law of sight over some questions of each game, where there is least room; `make long` adds windows, and
`make sight` plays hundreds of games at all sizes."""

from __future__ import annotations

import pytest

from server.games import GAMES

from .conftest import NewGuest
from .laid import LONG_HAND
from .pointer import as_people_do
from .running import Chromium, House
from .sight import SIZES, Job, look, looked_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 8
CROWDED_QUESTIONS = 4

ROOMY = "1920x1080"
"""A size that has room for everything that fits elsewhere."""

RARE = ("820x1180", "360x740")
"""Tablets, and a smaller phone, are looked at by `make long`."""

FULL_ELSEWHERE = ("bruges", "loyang", "machi_koro", "santiago")
"""Games whose fullest tables test_full_boards.py looks at on a laptop. Without advice, log and chat, their
random questions are looked at there by `make long`."""


def looked_at_often(game: str, size: str) -> bool:
    return size not in RARE and not (size == "1366x768" and game in FULL_ELSEWHERE)


LOOKED_AT = [
    pytest.param(
        game, size, id=f"{game}-{size}", marks=[] if looked_at_often(game, size) else [pytest.mark.long]
    )
    for game in sorted(GAMES)
    for size in SIZES
    if size != ROOMY
]


@pytest.mark.parametrize(("game", "size"), LOOKED_AT)
async def test_all_that_is_offered_is_in_sight(
    chromium: Chromium, house: House, address: str, game: str, size: str
) -> None:
    with as_people_do():
        seen = await looked_at(chromium, address, Job(game, size, 0), QUESTIONS, set())
    assert seen.questions and seen.options
    assert [*map(str, seen.wrong)] == []


@pytest.mark.parametrize("size", ["1366x768", pytest.param("390x844", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_advice_log_and_chat_take_nothing_out_of_sight(
    chromium: Chromium, house: House, address: str, game: str, size: str
) -> None:
    with as_people_do():
        seen = await looked_at(chromium, address, Job(game, size, 0, crowded=True), CROWDED_QUESTIONS, set())
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


COURTYARD = """
game = "loyang"
seats = 2
turn = 0
moment = "cards"
seed = 7
[table]
round = 4
courtyard = ["Maid", "casual_03", "regular_04", "stall_02", "Market Woman", "casual_05", "Accountant"]
"""

PILED = """() => {
  const [one, other] = document.querySelectorAll(".lo-court .casual .lo-portrait");
  const [from, to] = [other, one].map((it) => it.getBoundingClientRect());
  other.style.translate = `${to.left - from.left}px ${to.top - from.top}px`;
  other.closest(".lo-face").style.overflow = "visible";
  other.closest(".lo-card").style.zIndex = 5;
}"""
"""Move a portrait onto another one."""

HIDDEN = """() => {
  const covered = document.querySelector(".lo-court .casual .lo-portrait").closest(".lo-face");
  covered.style.overflow = "hidden";
  covered.style.maxHeight = "4px";
}"""
"""Of the lower portrait only an edge is left in sight."""


async def test_pictures_over_others_are_found_where_both_are_in_sight(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    await ada.lay(COURTYARD)
    assert await ada.turn() == "distribute"

    async def piled() -> bool:
        return "piled" in [kind for kind, _ in (await look(ada.page))["wrong"]]

    assert not await piled()
    await ada.page.evaluate(PILED)
    assert await piled()
    await ada.page.evaluate(HIDDEN)
    assert not await piled()


NARROW = "(width) => { document.querySelector('.lo-court .lo-cards').style.width = width; }"


async def test_large_empty_places_beside_squeezed_things_are_found(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    await ada.lay(COURTYARD)
    assert await ada.turn() == "distribute"

    async def empty() -> list[str]:
        return [what for kind, what in (await look(ada.page))["wrong"] if kind == "empty"]

    assert await empty() == []
    await ada.page.evaluate(NARROW, "90px")
    assert await empty() != []
    await ada.page.evaluate(NARROW, "")
    assert await empty() == []
