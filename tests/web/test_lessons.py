"""Guided games in the page: by pointer and by keyboard, with another choice, with the way back, and
leaving."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from server.games import GAMES
from server.games.lessons import PLACE, lessons

from . import pointer
from .conftest import NewGuest
from .lessons import COACH, IN_SIGHT, Read, begin, press, read, through
from .lessons import nothing as unseen

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("game", "title", "step"),
    [("machi_koro", "Machi Koro lernen", "station"), ("schweinebande", "Schweinebande lernen", "wall")],
)
async def test_a_lesson_from_the_cover_to_its_end_and_on(
    guest: NewGuest, game: str, title: str, step: str
) -> None:
    ada = await guest("Ada", lobby=True, locale="de-DE", reduced_motion="reduce", **PHONE)
    await (await ada.find(f"[data-game={game}] [data-test=learn]")).click()
    await expect(ada.page.locator("h1")).to_have_text(title)
    await (await ada.find("[data-test=learn-alone]")).click()

    async def in_sight(page: Read) -> None:
        assert await ada.page.evaluate(IN_SIGHT), f"{page.step} {page.page} speaks of what is not in sight"

    steps = await through(ada, game, "de", seen=in_sight)
    assert steps[0] == "goal" and step in steps
    await (await ada.find("[data-test=coach-end]")).click()
    await expect(ada.page.locator("[data-test=coach]")).to_have_count(0)
    ada.hurried = False  # by touch, as before
    assert await ada.move() != "end"  # a game like any other


OUT_OF_BOX = """async (pages) => {
  const { fit } = await import("/static/things/fit.js");
  const [coach, box] = [".coach", ".coach-words"].map((name) => document.querySelector(name));
  const words = box.querySelector(":scope > p:last-child");
  for (const own of box.querySelectorAll(".coach-pictures")) own.style.display = "none";
  const pictures = box.insertBefore(document.createElement("span"), words);
  const [wrong, heights] = [[], new Set()];
  for (const [say, n] of pages) {
    pictures.className = n ? "coach-pictures" : "";
    pictures.innerHTML = '<span class="thing-picture"></span>'.repeat(n);
    words.textContent = say;
    fit(box);
    heights.add(coach.getBoundingClientRect().height);
    const said = document.createRange();
    said.selectNodeContents(words);
    const [frame, told] = [box, said].map((one) => one.getBoundingClientRect());
    const out = told.top < frame.top - 1 || told.bottom > frame.bottom + 1 || told.right > frame.right + 1;
    if (out || box.scrollHeight > box.clientHeight + 1) wrong.push(say);
  }
  pictures.remove();
  return { wrong, heights: [...heights] };
}"""
"""The pages of guides that don't fit into the box of this window, and the heights that the box has had."""

FONTS = {"wide": "'DejaVu Sans'", "narrow": "'DejaVu Sans Condensed'"}


LONGEST = 24
"""So many texts without pictures, and so many with, are the longest of all guides."""


def longest_pages_of_all_guides() -> list[tuple[str, int]]:
    """The longest texts in both languages, with names and numbers as they are usual in their places, and the
    number of their pictures."""

    def usual(place: re.Match[str]) -> str:
        return "Cheese Factory" if place.group(1) else "12"

    steps = [step for game in GAMES for lesson in lessons(game).values() for step in lesson.steps]
    pages = [page for step in steps for page in step.pages]
    said = [(PLACE.sub(usual, words), len(page.picture)) for page in pages for words in page.say.values()]
    by_length = sorted(said, key=lambda row: len(row[0]) + 20 * row[1], reverse=True)
    plain, pictured = ([row for row in by_length if bool(row[1]) is some] for some in (False, True))
    return [*plain[:LONGEST], *pictured[:LONGEST], plain[-1]]


async def test_every_page_of_all_guides_fits_into_a_box_of_one_height(guest: NewGuest) -> None:
    """Twenty pages lost their last lines on a laptop, and the board moved when the box grew."""
    ada = await guest("Ada", reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    await begin(ada, "machi_koro")
    pages = longest_pages_of_all_guides()
    for width, height in ((1366, 768), (390, 844), (360, 740)):
        await ada.page.set_viewport_size({"width": width, "height": height})
        for name, family in FONTS.items():
            await ada.page.evaluate("(name) => { document.body.style.fontFamily = name; }", family)
            await ada.page.wait_for_selector(".phone .coach" if width < 500 else ".desk .coach")
            found = await ada.page.evaluate(OUT_OF_BOX, pages)
            assert found["wrong"] == [], (name, width)
            assert len(found["heights"]) == 1, (name, width)


async def test_a_lesson_by_keyboard_with_another_choice_and_the_way_back(guest: NewGuest) -> None:
    ada = await guest("Ada", reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    page = ada.page
    await begin(ada, "machi_koro", press)
    await ada.turn("throw")
    await expect(page.locator(f"{COACH}[data-coach=goal]")).to_be_visible()
    await press(ada, page.locator("[data-test=coach-next]"))
    await expect(page.locator(COACH)).to_have_attribute("data-at", "1")
    await press(ada, page.locator("[data-test=coach-back]"))
    await expect(page.locator(COACH)).to_have_attribute("data-at", "0")
    await press(ada, page.locator("[data-test=coach-skip]"))
    await expect(page.locator("[data-lit]")).to_have_count(0)
    await press(ada, page.locator("[data-test=coach-fold]"))
    await expect(page.locator(".coach-words")).to_be_visible()
    await press(ada, page.locator(".line [data-verb=roll]"))
    await ada.turn("build")
    assert await read(ada, "en", press, unseen) == "first-buy"
    await press(ada, page.locator(".mk-supply [data-verb=build][data-noun='2']"))
    await ada.turn("end_turn")
    await expect(page.locator("[data-test=coach-other]")).to_contain_text("You may, of course.")
    assert await ada.violations() == []
    await page.reload()  # it is still known
    await expect(page.locator("[data-test=coach-other]")).to_contain_text("You may, of course.")
    await press(ada, page.locator("[data-test=coach-undo]"))
    await ada.turn("build")
    await expect(page.locator("[data-test=coach-other]")).to_have_count(0)
    await expect(page.locator(COACH)).to_have_attribute("data-coach", "first-buy")
    await press(ada, page.locator("[data-test=coach-leave]"))
    await expect(page.locator("[data-test=coach]")).to_have_count(0)
    await page.reload()
    await ada.turn("build")
    await expect(page.locator("[data-test=coach]")).to_have_count(0)


LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
OVER = """() => {
  const boxes = [...document.querySelectorAll("[data-test=coach] button")].filter((e) => e.checkVisibility())
    .map((e) => e.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter((a, n) => boxes.some((b, m) => m > n && meet(a, b))).length;
}"""
"""How many of the guide's buttons overlap another one."""

THERE = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.test ?? ''"


@pytest.mark.parametrize(
    ("language", "context"), [("en-GB", LAPTOP), ("de-DE", PHONE)], ids=["desk", "phone"]
)
async def test_who_presses_next_where_it_was_does_not_go_back(
    guest: NewGuest, language: str, context: dict[str, Any]
) -> None:
    """On the last page of a step the way back was at the same place."""
    ada = await guest("Ada", locale=language, **context)
    await begin(ada, "machi_koro")
    await ada.turn("throw")
    coach, onward = ada.page.locator(COACH), ada.page.locator("[data-test=coach-next]")
    await expect(onward).to_be_visible()
    for number in range(1, int(await coach.get_attribute("data-pages") or 0)):
        there = (await pointer.aim(onward)).at
        await onward.click()
        await expect(coach).to_have_attribute("data-at", str(number))
        assert await ada.page.evaluate(THERE, there) != "coach-back"
        assert await ada.page.evaluate(OVER) == 0
    await expect(onward).to_have_count(0)


CUT = """() => {
  const all = (name) => [...document.querySelectorAll(`.strip ${name}`)];
  const beside = (e) => {
    const [box, room] = [e, e.parentElement].map((one) => one.getBoundingClientRect());
    return box.bottom > room.bottom + 1 || box.right > room.right + 1;
  };
  const names = all(".tile-name > span:first-child").filter((e) => e.scrollWidth > e.clientWidth);
  return [...names, ...all(".figure:nth-child(-n + 4)").filter(beside)].map((e) => e.textContent);
}"""
"""Names in the strip of players that are cut off, and the first four figures that are."""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_names_and_figures_are_not_cut_beside_what_a_guide_says(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    await begin(ada, game)
    await ada.turn()
    await expect(ada.page.locator(COACH)).to_be_visible()
    assert await ada.page.evaluate(CUT) == []


async def test_friends_meet_in_the_waiting_room_of_a_lesson(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.go("learn/machi_koro")
    await (await ada.find("[data-test=learn-together]")).click()
    await expect(ada.page.locator(".seat-row[data-kind=open]")).to_have_count(2)
    await expect(ada.page.locator(".waiting-rules")).to_contain_text("Guide")
    await ada.go("learn/nothing")
    await expect(ada.page.locator("h1")).to_be_visible()
