"""The looks of Bruges: hands, canals and cards are readable, and no two persons look alike."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.async_api import expect

from server.authoring.engines import texts_of
from server.games import bruges
from server.games.bruges.cards import BOX, IDS

from .conftest import NewGuest
from .guest import CHANGED, DESK, FIRST, LOOKS, PHONE, Options
from .laid import WITH_A_PET
from .sight import SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "bruges"

EXPANSIONS: Options = {
    **FIRST,
    "Pets": True,
    "New citizens": True,
    "City on the Zwin": True,
    "Bourse": True,
}

GERMAN_EXPANSIONS = dict.fromkeys(("Haustiere", "Stadt am Zwin", "Börse"), True)

OVERFULL = """(texts) => {
  const bourse = document.querySelector("[data-test=bourse]");
  return texts.filter((text) => {
    bourse.querySelector(".br-bourse-text").textContent = text;
    return bourse.scrollHeight > bourse.clientHeight;
  });
}"""
"""The words among these that don't fit into the bourse."""


async def test_whatever_the_bourse_says_is_read_whole_on_a_laptop(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["1366x768"])
    await ada.begin(*["whim"] * 4, game=GAME, options=EXPANSIONS)
    async for language in ada.languages():
        await expect(ada.page.locator("[data-test=bourse]")).to_be_visible()
        texts = texts_of(bruges, language)["help"]["bourse"]
        assert len(texts) == len(BOX.bourse)
        assert await ada.page.evaluate(OVERFULL, [*texts, " ".join(texts)]) == [" ".join(texts)]


FAN = """() => [...document.querySelectorAll(".br-hand .br-card")].map((card) => {
  const own = (x, y) => card.contains(document.elementFromPoint(x, y));
  const texts = [...card.querySelectorAll(".br-face-name, .br-face-text, .br-price, .br-value")];
  const lines = texts.flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  });
  const free = lines.every(({ left, right, top, bottom }) =>
    [left + 1, right - 1].every((x) => own(x, (top + bottom) / 2)));
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const within = left >= 0 && right <= innerWidth && bottom <= innerHeight;
  return { turn: parseFloat(getComputedStyle(card).rotate), top, left, right, read: free && within };
})"""
"""The positions of the cards in a hand, and whether all text on each is in sight and uncovered."""


@pytest.mark.parametrize("width", [1366, 1920])
async def test_a_hand_is_a_fan_whose_cards_can_all_be_read(guest: NewGuest, width: int) -> None:
    ada = await guest("Ada", reduced_motion="reduce", viewport={"width": width, "height": width * 9 // 16})
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.reach("advance", "turn")
    await page.mouse.move(5, 5)
    await page.evaluate("() => document.activeElement.blur()")
    cards = await page.evaluate(FAN)
    assert [one["read"] for one in cards] == [True] * 5
    turns = [one["turn"] for one in cards]
    assert turns == sorted(turns)
    assert turns[0] < 0 < turns[-1]
    assert all(one["right"] > after["left"] for one, after in itertools.pairwise(cards))
    second = page.locator(".br-hand .br-card").nth(1)
    for look in (second.hover, second.focus):
        await look()
        risen = (await page.evaluate(FAN))[1]
        assert risen["turn"] == 0
        assert risen["top"] < cards[1]["top"]
        await page.mouse.move(5, 5)
    if width == 1366:
        await ada.beside("log")
        await page.mouse.move(5, 5)
        assert all(one["read"] for one in await page.evaluate(FAN)), "beside the log, too"
        await page.click("[data-test=to-log]")
    transitions = "(card) => card.getAnimations().filter((one) => one instanceof CSSTransition).length"
    await second.blur()
    assert await second.evaluate(transitions) == 0, "nothing moves with reduced motion"


LETTERS = """async (cards) => {
  const { brokenEffect, effectOf, loadCards } = await import("/static/games/bruges/words.js");
  await loadCards();
  const card = document.querySelector(".br-hand .br-card");
  const [name, text] = [".br-face-name", ".br-face-text"].map((part) => card.querySelector(part));
  name.textContent = "Two lines, as long names have";
  const cut = [];
  const sizes = new Set();
  for (const kind of ["", "long", "long longest"]) {
    text.className = `br-face-text ${kind}`;
    sizes.add(parseFloat(getComputedStyle(text).fontSize));
    for (let one = 0; one < cards; one++) {
      const words = effectOf(one);
      const least = { "": 0, long: 71, "long longest": 131 }[kind];
      const most = { "": 70, long: 130, "long longest": 999 }[kind];
      if (words.length < least || words.length > most) continue;
      text.textContent = brokenEffect(one);
      if (text.scrollHeight > text.clientHeight + 1) cut.push(words);
    }
  }
  return { cut, least: Math.min(...sizes) };
}"""
"""The words of all cards that don't fit on a card of the hand, and the smallest font size."""


async def test_on_a_high_hand_the_words_are_large_and_fit(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("whim", game=GAME)
    await ada.reach("advance", "turn")
    for width, height in ((1920, 1080), (1600, 900)):  # the latter is the least that counts as high
        await ada.page.set_viewport_size({"width": width, "height": height})
        async for language in ada.languages():
            seen = await ada.page.evaluate(LETTERS, len(IDS))
            assert seen["cut"] == [], (width, language)
            assert seen["least"] >= 14, width


WATERS = """() => {
  const place = (e) => e.getBoundingClientRect();
  const names = document.querySelectorAll(".br-mark-head span[aria-hidden=true]:not(.br-sign)");
  const words = [...names].map((e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return [range.getBoundingClientRect().left, range.getBoundingClientRect().right];
  });
  const rows = [...document.querySelectorAll(".br-waters .br-gatehouse")].map(place);
  const sea = place(document.querySelector(".br-waters"));
  return { words, drop: Math.max(...rows.map(({ bottom }) => bottom)) - sea.bottom };
}"""
"""The positions of the majorities' names, and how far the last canal sticks out of the waters."""


async def test_beside_a_drawer_the_waters_of_five_are_whole_and_majorities_stand_apart(
    guest: NewGuest,
) -> None:
    ada = await guest("Ada", locale="de-DE", viewport={"width": 1366, "height": 752})
    await ada.begin("whim", "whim", "whim", "whim", game=GAME, options=GERMAN_EXPANSIONS)
    await ada.beside("chat")
    seen = await ada.page.evaluate(WATERS)
    assert len(seen["words"]) == 4
    assert all(after[0] - one[1] >= 3 for one, after in itertools.pairwise(seen["words"]))
    assert seen["drop"] <= 1


ASKED = """async () => {
  const { look } = await import("/static/core/state.js");
  const { asks } = look(location.hash.split("/")[2]).show.shown.value.public;
  const ringed = [...document.querySelectorAll("[data-tile][data-asked]")];
  const seats = (rows) => JSON.stringify(rows.map(Number).sort());
  return seats(asks.map(([seat]) => seat)) === seats(ringed.map((e) => e.dataset.tile));
}"""
"""Does the asked player have the ring, and no other one?"""

RING = "(e) => getComputedStyle(e).boxShadow"


@pytest.mark.parametrize(("language", "context"), [("en-GB", DESK), ("de-DE", PHONE)], ids=["desk", "phone"])
async def test_the_ring_and_the_words_on_buttons(
    guest: NewGuest, language: str, context: dict[str, object]
) -> None:
    ada = await guest("Ada", locale=language, **context)
    page = ada.page
    await ada.begin("whim", "whim", game=GAME)
    for _ in range(8):
        await ada.turn()
        await ada.until(ASKED)  # the ring is where the question is
        own, other = page.locator(".tile.asked").first, page.locator(".tile:not(.asked)").first
        assert await own.evaluate(RING) != await other.evaluate(RING)
        await ada.move()
    await ada.reach("turn")
    for one in await page.locator(".br-card[data-verb=open]").all():
        await (await ada.find(one)).click()
        await expect(page.locator("[data-test=actions]")).to_be_visible()
        assert await page.evaluate(BROKEN_WORDS, ".br-action-words") == []
        await page.keyboard.press("Escape")
        await expect(page.locator("[data-test=actions]")).to_have_count(0)
    assert await ada.fits()
    await page.click("[data-test=all-options]")
    await expect(page.locator("#all-options button").first).to_be_visible()
    assert await page.evaluate(BROKEN_WORDS, "#all-options button") == []
    assert await page.evaluate(RUN_OUT, "#all-options button") == []
    await ada.picture(f"{GAME}-options-{language}")


BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap((e) => {
  const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const letters = document.createRange();
      letters.setStart(text, index);
      letters.setEnd(text, index + word.length);
      const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})"""
"""Words that are broken over two lines without a permitted break."""

RUN_OUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
"""The texts that stick out of their buttons."""


@pytest.mark.parametrize(("name", "context"), LOOKS)
async def test_it_looks_right_to_axe_and_fits(guest: NewGuest, name: str, context: dict[str, Any]) -> None:
    german = name == "phone-dark"
    ada = await guest("Ada", locale="de-DE" if german else "en-GB", **context)
    options = GERMAN_EXPANSIONS if german else EXPANSIONS
    await ada.begin("whim", "whim", game=GAME, options=options)
    await expect(ada.page.locator("[data-berth]")).to_have_count(5)
    await expect(ada.page.locator("[data-player='0'] [data-mark]")).to_have_count(4)

    async def open_a_card(prompt: str) -> None:
        if prompt == "turn":
            await expect(ada.page.locator("[data-test=bourse]")).not_to_have_attribute("data-markers", "0")
            await ada.page.locator(".br-card[data-verb=open]").first.click()
            await expect(ada.page.locator("[data-test=actions]")).to_be_visible()

    looks = f"{GAME}-{{}}-{name}"
    assert not await ada.look_at("refill", "turn", "end_turn", steps=120, name=looks, then=open_a_card)


GALLERY = """async (height) => {
  const { html, render } = await import("/static/core/lib.js");
  const { loadCards, cardOf } = await import("/static/games/bruges/words.js");
  const { Front } = await import("/static/games/bruges/card.js");
  const { Drawings } = await import("/static/games/bruges/art.js");
  await loadCards();
  let count = 0;
  while (cardOf(count)) count += 1;
  const shown = Array.from({ length: count }, (_, card) => html`
    <li class="br-hand-card"><button type="button" class="br-card"><${Front} card=${card} /></button></li>`);
  const main = document.querySelector(".stage");
  render(null, main);
  main.style.cssText = "display: block; height: auto; overflow: visible";
  main.innerHTML = "<h1>All cards</h1><div></div>";
  const list = main.querySelector("div");
  render(html`<${Drawings} /><ul class="br-cards">${shown}</ul>`, list);
  list.querySelector("ul").style.cssText = "flex-wrap: wrap; height: auto";
  for (const card of list.querySelectorAll(".br-hand-card")) card.style.cssText = `height: ${height}px`;
  return count;
}"""
"""Every card as in a hand of this height."""

CUT_OFF = """() => [...document.querySelectorAll(".br-card")]
  .filter((e) => [...e.querySelectorAll(".br-face, .br-face-text, .br-face-name")].some((part) =>
    part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1))
  .map((e) => `${e.innerText} ${[...e.querySelectorAll(".br-face, .br-face-text, .br-face-name")].map((p) =>
    [p.scrollHeight, p.clientHeight, p.scrollWidth, p.clientWidth])}`)"""
"""The cards on which a text does not fit."""


@pytest.mark.rule("BRU-19.7")
async def test_every_card_can_be_read(guest: NewGuest) -> None:
    """On a laptop, in the language with longer words: complete, with enough contrast in both schemes, and no
    two persons look alike."""
    ada = await guest("Ada", locale="de-DE", color_scheme="light", viewport={"width": 1366, "height": 768})
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("turn")
    height = await page.locator(".br-card").first.evaluate("(e) => e.offsetHeight")
    assert await page.evaluate(GALLERY, height) == len(IDS)
    await expect(page.locator(".br-face")).to_have_count(len(IDS))
    assert await page.evaluate(CUT_OFF) == []
    portraits = await page.locator(".br-portrait").evaluate_all("(all) => all.map((e) => e.innerHTML)")
    assert len(set(portraits)) == len(IDS)
    await ada.picture(f"{GAME}-cards")
    await page.evaluate("() => document.querySelectorAll('.br-portrait').forEach((e) => e.replaceChildren())")
    assert await ada.violations() == []
    await page.emulate_media(color_scheme="dark")
    await page.wait_for_function(CHANGED)
    assert await ada.violations(["color-contrast"]) == []


async def test_everybody_has_a_hat_and_a_tool_by_name(guest: NewGuest) -> None:
    ada = await guest("Ada")
    rows = await ada.page.evaluate(
        """async (ids) => {
          const at = (name) => import(`/static/games/bruges/${name}.js`);
          const [{ lookOf }, { HATS }, { TOOLS }] = await Promise.all(["looks", "hats", "tools"].map(at));
          return ids.map(lookOf).map(({ hat, tool }) => hat in HATS && tool in TOOLS);
        }""",
        [row.id for row in BOX.persons],
    )
    assert all(rows), [row.id for row, known in zip(BOX.persons, rows, strict=True) if not known]


COVERED = """(person) => [...person.querySelectorAll(".br-portrait, .br-person-name")].filter((part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return !person.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).length"""
"""The parts of a person in a house that are covered."""


@pytest.mark.rule("BRU-12.10", "BRU-19.13")
async def test_a_pet_covers_nobody_and_who_was_used_this_round_is_grey(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.lay(WITH_A_PET)
    await ada.turn()
    both = ada.page.locator(".own .br-house:has(.pet) .br-person")
    await expect(both).to_have_count(2)
    assert [await one.evaluate(COVERED) for one in await both.all()] == [0, 0]
    grey = "(one) => getComputedStyle(one.querySelector('.br-portrait')).filter.includes('grayscale')"
    assert [await one.evaluate(grey) for one in await both.all()] == [False, False]
    await ada.answer(".own .br-person.offered[data-verb=use]")
    await expect(both.first).to_have_class(re.compile(r"\bused\b"))
    assert [await one.evaluate(grey) for one in await both.all()] == [True, False]


@pytest.mark.rule("BRU-19.19")
async def test_the_expected_score_is_beside_the_score(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("whim", game=GAME)
    await ada.turn()
    keys = "(all) => all.map((one) => one.dataset.figure)"
    figures = ada.page.locator("[data-tile='0'] .figure")
    assert await figures.evaluate_all(keys) == ["score", "worth", "money", "hand"]


async def test_all_piles_are_whole_on_a_narrow_phone(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE)
    await ada.begin("whim", game=GAME)
    await ada.turn()
    over = "(row) => row.lastElementChild.getBoundingClientRect().right - row.getBoundingClientRect().right"
    edge = "(row) => innerWidth - row.getBoundingClientRect().right"
    async for language in ada.languages():
        assert await ada.page.locator(".br-piles").evaluate(over) < 1, language
        assert await ada.page.locator(".br-piles").evaluate(edge) >= 0, language


async def test_a_stack_keeps_its_colour_under_the_pointer(guest: NewGuest) -> None:
    """A player looks at it before drawing."""
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("whim", game=GAME, options=EXPANSIONS)
    await ada.turn()
    for part in (".br-stack.draw", ".br-berth", ".br-bourse"):
        for thing in await page.locator(part).all():
            paint = "(one) => [getComputedStyle(one).backgroundImage, getComputedStyle(one).backgroundColor]"
            before = await thing.evaluate(paint)
            await thing.hover()
            await page.wait_for_function(CHANGED)
            assert await thing.evaluate(paint) == before, part


LINES = """(all) => all.map((one) =>
  Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"""
"""The number of lines of each of these."""


async def test_no_threat_takes_three_lines_for_its_name(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["1366x768"])
    await ada.begin("whim", game=GAME)
    await ada.turn()
    async for language in ada.languages():
        lines = await ada.page.locator(".br-threat small").evaluate_all(LINES)
        assert len(lines) == 5 and max(lines) <= 2, language


GAPS = """(all) => {
  const boxes = all.map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map(({ left }, n) => left - boxes[n].right);
}"""
"""The gaps between these."""


async def test_the_heads_of_four_majorities_stand_apart(guest: NewGuest) -> None:
    """The log beside them takes a quarter of their room."""
    ada = await guest("Ada", **SIZES["1366x768"])
    await ada.begin("whim", game=GAME, options={"Pets": True})
    await ada.beside("log")
    async for language in ada.languages():
        gaps = await ada.page.locator(HEADS).evaluate_all(GAPS)
        assert len(gaps) == 3 and min(gaps) >= 6, language


HEADS = ".br-mark-head > span[aria-hidden]"
ROOM = """() => {
  const right = (one) => document.querySelector(one).getBoundingClientRect().right;
  return right(".br-waters") - right(".br-waters-head");
}"""


@pytest.mark.parametrize(("bots", "pets"), [(1, True), (2, False)])
async def test_watchers_on_a_laptop_see_all_majorities(guest: NewGuest, bots: int, pets: bool) -> None:
    """With larger canals, the last ones once stuck out of the board."""
    ada, eve = await guest("Ada"), await guest("Eve", **SIZES["1366x768"])
    table = await ada.begin(*["whim"] * bots, game=GAME, options={"Pets": True} if pets else {})
    await eve.go(f"t/{table}")
    await expect(eve.page.locator(HEADS)).to_have_count(4 if pets else 3)
    async for language in eve.languages():
        gaps = await eve.page.locator(HEADS).evaluate_all(GAPS)
        assert min(gaps) >= 6 and await eve.page.evaluate(ROOM) >= 0, language
    canals = await eve.page.locator(".br-waters .br-canals").first.bounding_box()
    assert canals and canals["width"] >= 180, "or the numbers of its spaces touch each other"
