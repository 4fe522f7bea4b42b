"""Brügge through the page: whole games, cards and their actions, the discard pile, the expansions."""

from __future__ import annotations

import asyncio
import itertools
import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from server.games import bruges
from server.games.bruges.cards import BOX, IDS
from tests.games.bruges.city import card, city
from tests.games.engines import texts_of

from .conftest import NewGuest
from .guest import CHANGED, DESK, PHONE, Guest, pick
from .sight import SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "bruges"

LOCALES = {"de": "de-DE", "en": "en-GB"}

FIRST: dict[str, str | bool] = {"Who begins": "Seat 1"}
EXPANSIONS: dict[str, str | bool] = {
    **FIRST,
    "17 pets": True,
    "39 further persons": True,
    "30 ships": True,
    "Each round a card improves": True,
}
GERMAN_EXPANSIONS = dict.fromkeys(("17 Haustiere", "30 Schiffe", "Jede Runde verbessert"), True)


async def number(place: Locator, name: str) -> int:
    return int(await place.get_attribute(name) or 0)


@pytest.mark.long
async def test_a_whole_game_by_two_people_and_a_bot(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ben = await guest("Ben", locale="de-DE", **PHONE)
    table = await ada.make("", "whim", game=GAME, options=FIRST)
    await ben.join(table)
    await ada.start()
    played = await asyncio.gather(ada.play(seed=3), ben.play(seed=7))
    assert all({"refill", "turn", "end_turn"} <= set(asked) for _, asked, *_ in played)
    for one, score in ((ada, "Scoring track"), (ben, "Zählleiste")):
        page = one.page
        await expect(page.locator("[data-test=end] .place")).to_have_count(3)
        await expect(page.locator(".place-parts").first).to_contain_text(score)
        assert await one.fits()
        assert await one.violations() == []
        await one.picture(f"{GAME}-end-{'desk' if one is ada else 'phone'}")
    parts = await ada.page.locator("[data-test=end] .place").evaluate_all(
        "(all) => all.map((e) => [e.dataset.seat, [...e.querySelectorAll('.place-parts b')].slice(0, -1)"
        ".reduce((sum, b) => sum + Number(b.textContent), 0)])"
    )
    await ada.page.click("[data-test=look]")
    for seat, total in parts:
        if seat != "0":
            await ada.area(int(seat))
        shown = ada.page.locator(f"[data-player='{seat}'] [data-worth]")
        assert await number(shown, "data-worth") == total, "the projected score is what came out"


OVERFULL = """(texts) => {
  const bourse = document.querySelector("[data-test=bourse]");
  return texts.filter((text) => {
    bourse.querySelector(".br-bourse-text").textContent = text;
    return bourse.scrollHeight > bourse.clientHeight;
  });
}"""
"""Of these words, those for which the bourse has no room."""


@pytest.mark.parametrize("language", ["de", "en"])
async def test_whatever_the_bourse_says_is_read_whole_on_a_laptop(guest: NewGuest, language: str) -> None:
    ada = await guest("Ada", **SIZES["1366x768"], locale=LOCALES[language])
    await ada.make(*["whim"] * 4, game=GAME, options=GERMAN_EXPANSIONS if language == "de" else EXPANSIONS)
    await ada.start()
    await expect(ada.page.locator("[data-test=bourse]")).to_be_visible()
    texts = texts_of(bruges, language)["help"]["bourse"]
    assert len(texts) == len(BOX.bourse)
    assert await ada.page.evaluate(OVERFULL, [*texts, " ".join(texts)]) == [" ".join(texts)]


async def test_cards_are_drawn_from_stacks_whose_colours_are_seen(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
    assert await ada.turn() == "refill"
    left = page.locator("[data-stack='0']")
    top = await left.get_attribute("data-top")
    await ada.answer("[data-stack='0']")
    back = page.locator("[data-player='0'] .br-backs .br-back, [data-test=fresh] .br-back")
    await expect(back).to_have_count(1)
    await expect(back).to_have_attribute("data-back", str(top))
    await ada.reach("advance", "turn")
    await expect(page.locator("[data-test=hand] .br-card")).to_have_count(5)
    await ada.area(1)
    await expect(page.locator("[data-player='1'] .br-backs .br-back")).to_have_count(5)
    await expect(page.locator("[data-player='1'] .br-face")).to_have_count(0)


async def test_a_card_opens_its_actions_and_the_keyboard_does_it_all(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
    await ada.reach("turn")
    guilders = page.locator("[data-player='0'] [data-guilders]")
    before = await number(guilders, "data-guilders")
    await expect(page.locator(".br-hand [tabindex='0']")).to_have_count(1)
    await page.locator(".br-hand [tabindex='0']").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("[data-test=explanation]")).to_be_visible()
    card = str(await page.evaluate("() => document.activeElement.dataset.card"))
    await page.keyboard.press("Enter")
    await expect(page.locator(f".br-card.chosen[data-card='{card}']")).to_have_attribute(
        "aria-expanded", "true"
    )
    await expect(page.locator(".br-action").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=actions]")).to_have_count(0)
    await expect(page.locator(f".br-card[data-card='{card}']")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".br-action").first).to_be_focused()
    await page.evaluate("() => document.activeElement.blur()")  # as after a click elsewhere
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=actions]")).to_have_count(0)
    await expect(page.locator(f".br-card[data-card='{card}']")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".br-action").first).to_be_focused()
    action = page.locator(".br-action[data-verb=guilders]")
    gain = int("".join(c for c in await action.locator("small").inner_text() if c.isdigit()))
    await action.focus()
    await page.keyboard.press("Enter")
    await expect(guilders).to_have_attribute("data-guilders", str(before + gain))
    await ada.turn("end_turn", "turn_over")
    await expect(page.locator("[data-test=discard]")).to_have_attribute("data-count", "1")
    await page.click("[data-test=undo]")
    await expect(guilders).to_have_attribute("data-guilders", str(before))
    await expect(page.locator(f"[data-test=hand] [data-card='{card}']")).not_to_have_count(0)


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
"""How the cards of a hand lie, and whether all that is written on each is in sight and uncovered."""


@pytest.mark.parametrize("width", [1366, 1920])
async def test_a_hand_is_a_fan_whose_cards_can_all_be_read(guest: NewGuest, width: int) -> None:
    ada = await guest("Ada", reduced_motion="reduce", viewport={"width": width, "height": width * 9 // 16})
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
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
    transitions = "(card) => card.getAnimations().filter((one) => one instanceof CSSTransition).length"
    await second.blur()
    assert await second.evaluate(transitions) == 0, "nothing moves for whoever wants less motion"


LETTERS = """async (cards) => {
  const { brokenEffect, effectOf } = await import("/static/games/bruges/words.js");
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
"""Which words of all cards don't fit on one of the hand, and how small the smallest letters are."""


@pytest.mark.parametrize("size", [(1920, 1080), (1600, 900)], ids=["large", "least"])
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
async def test_on_a_high_hand_the_words_are_large_and_fit(
    guest: NewGuest, locale: str, size: tuple[int, int]
) -> None:
    width, height = size
    ada = await guest("Ada", locale=locale, viewport={"width": width, "height": height})
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.reach("advance", "turn")
    seen = await ada.page.evaluate(LETTERS, len(IDS))
    assert seen["cut"] == []
    assert seen["least"] >= 14


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
"""Where the names of the majorities stand, and how far the last canal runs out of the waters."""


async def test_beside_a_drawer_the_waters_of_five_are_whole_and_majorities_stand_apart(
    guest: NewGuest,
) -> None:
    ada = await guest("Ada", locale="de-DE", viewport={"width": 1366, "height": 752})
    await ada.make("whim", "whim", "whim", "whim", game=GAME, options=GERMAN_EXPANSIONS)
    await ada.start()
    await ada.beside("chat")
    seen = await ada.page.evaluate(WATERS)
    assert len(seen["words"]) == 4
    assert all(after[0] - one[1] >= 3 for one, after in itertools.pairwise(seen["words"]))
    assert seen["drop"] <= 1


async def test_a_house_is_built_somebody_moves_in_and_the_price_is_said_before(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
    await ada.reach("turn")
    worth = page.locator("[data-player='0'] [data-worth]")
    before = await number(worth, "data-worth")
    await page.locator(".br-card[data-verb=open]").first.click()
    await ada.answer(".br-action[data-verb=house]")
    await expect(page.locator("[data-player='0'] .br-house.vacant")).to_have_count(1)
    await expect(worth).to_have_attribute("data-worth", str(before + 1))
    gable = page.locator("[data-player='0'] .br-gable")
    await gable.click()  # though there is nothing to choose
    await expect(page.locator("[data-test=explanation]")).to_contain_text("The card's front")


CANALS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"guilders": 1}, {}, "duke", "for 1 guilder"),
    ({"guilders": 9, "canals": [2, 1]}, {}, "baron", "for 3 or 2 guilders"),
    ({"guilders": 2, "canals": [2, 1]}, {}, "baron", "for 2 guilders"),
    ({"canals": [2, 0]}, {"free_canal": True}, "baron", "free of charge"),
    ({"guilders": 5, "canals": [4, 5]}, {}, "count", "for 5 guilders"),
]
"""What seat 0 has, what else is so, a card, and what its canal token costs in words."""


async def test_the_price_of_a_canal_token_is_said_before(guest: NewGuest) -> None:
    """In the words of every position, and at a table: what is said is what is paid."""
    ada = await guest("Ada")
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
    await ada.reach("turn")
    words = """async ([amounts, card]) => {
      const { amountOf } = await import('/static/games/bruges/reckon.js');
      return amountOf({ hints: {}, amounts: () => amounts }, 'canal', card);
    }"""
    for mine, more, name, text in CANALS:
        scene = city(mine={"hand": [name], **mine}, **more)
        assert scene.offers("canal") == [name]
        rows = bruges.hints(scene.game, 0, scene.ask())["amounts"]
        amounts = next(change for *option, change in rows if option == ["canal", card(name)])
        assert await page.evaluate(words, [amounts, card(name)]) == text
    guilders = page.locator("[data-player='0'] [data-guilders]")
    canal = page.locator(".br-action[data-verb=canal]")
    for step in range(60):
        if await ada.turn() == "turn":
            for one in await page.locator(".br-card[data-verb=open]").all():
                await one.click()
                await expect(page.locator("[data-test=actions]")).to_be_visible()
                if await canal.count():
                    before = await number(guilders, "data-guilders")
                    said = await canal.locator("small").inner_text()
                    price = int(re.findall(r"\d+", said)[0])
                    await ada.answer(".br-action[data-verb=canal]")
                    if await ada.turn() != "side":
                        await expect(guilders).to_have_attribute("data-guilders", str(before - price))
                        return
                    break
                await page.keyboard.press("Escape")
                await expect(page.locator("[data-test=actions]")).to_have_count(0)
        await ada.move(step)
    raise AssertionError("no canal token was built")


async def test_cards_and_coins_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.hurried = False
    page = ada.page
    await ada.make("whim", game=GAME, options=FIRST)
    await ada.start()
    await ada.turn("refill")
    await ada.count_flights()
    await ada.reach("turn")
    await page.wait_for_function("() => flown.some((kind) => kind.includes('br-flying-card'))")
    await page.evaluate("() => { flown = []; }")
    await page.locator(".br-card[data-verb=open]").first.click()
    await ada.answer(".br-action[data-verb=guilders]")
    wanted = "() => ['br-flying-card', 'c-coin'].every((kind) => flown.some((each) => each.includes(kind)))"
    await page.wait_for_function(wanted)
    await expect(page.locator(".flying")).to_have_count(0)


async def test_the_discard_pile_is_looked_through(guest: NewGuest) -> None:
    ada, eve = await guest("Ada"), await guest("Eve", locale="de-DE")
    table = await ada.make("whim", "whim", game=GAME, options=FIRST)
    await ada.start()
    await ada.reach("turn")
    await play_card(ada)
    await eve.go(f"t/{table}")
    for one, title in ((ada, "Discard pile"), (eve, "Ablagestapel")):
        page = one.page
        await expect(page.locator("[data-test=board]")).to_be_visible()
        await page.click("[data-test=discard]")
        await expect(page.get_by_role("dialog")).to_contain_text(title)
        await expect(page.locator("[data-test=pile] .br-face-text").first).not_to_be_empty()
        assert await one.violations() == []
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(eve.page.locator(".br .offered, .br-hand .br-card")).to_have_count(0)


ASKED = """async () => {
  const { look } = await import("/static/state.js");
  const { asks } = look(location.hash.split("/")[2]).show.shown.value.public;
  const ringed = [...document.querySelectorAll("[data-tile][data-asked]")];
  const seats = (rows) => JSON.stringify(rows.map(Number).sort());
  return seats(asks.map(([seat]) => seat)) === seats(ringed.map((e) => e.dataset.tile));
}"""
"""Has the one who is asked the ring, and nobody else?"""

RING = "(e) => getComputedStyle(e).boxShadow"


@pytest.mark.parametrize(("language", "context"), [("en-GB", DESK), ("de-DE", PHONE)], ids=["desk", "phone"])
async def test_the_ring_and_the_words_on_buttons(
    guest: NewGuest, language: str, context: dict[str, object]
) -> None:
    ada = await guest("Ada", locale=language, **context)
    page = ada.page
    await ada.make("whim", "whim", game=GAME)
    await ada.start()
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
"""Words that stand on two lines without anybody having divided them."""

RUN_OUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
"""What doesn't stay within its button."""


async def play_card(one: Guest) -> None:
    """Play a card for workers."""
    await one.page.locator(".br-card[data-verb=open]").first.click()
    await one.answer(".br-action[data-verb=workers]")


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("desk-light", {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}),
        ("phone-dark", {**PHONE, "color_scheme": "dark", "locale": "de-DE"}),
    ],
)
async def test_it_looks_right_to_axe_and_fits(guest: NewGuest, name: str, context: dict[str, object]) -> None:
    ada = await guest("Ada", **context)
    options = EXPANSIONS if name == "desk-light" else GERMAN_EXPANSIONS
    await ada.make("whim", "whim", game=GAME, options=options)
    await ada.start()
    await expect(ada.page.locator("[data-berth]")).to_have_count(5)
    await expect(ada.page.locator("[data-player='0'] [data-mark]")).to_have_count(4)
    left = {"refill", "turn", "end_turn"}
    for step in range(120):
        prompt = await ada.turn()
        if prompt in left:
            left.discard(prompt)
            await ada.picture(f"{GAME}-{prompt}-{name}")
            if prompt == "turn":
                await expect(ada.page.locator("[data-test=bourse]")).not_to_have_attribute(
                    "data-markers", "0"
                )
                await ada.page.locator(".br-card[data-verb=open]").first.click()
                await expect(ada.page.locator("[data-test=actions]")).to_be_visible()
            assert await ada.violations() == []
            assert await ada.fits(), f"{prompt} is too wide"
        if not left or await ada.move(step) == "end":
            break
    assert not left


async def test_what_needs_an_expansion_waits_for_it(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.go("new/bruges")
    bourse, fewer = (ada.page.get_by_label(re.compile(f"^{label}")) for label in ("Bourse", "Fewer"))
    await expect(fewer).to_be_disabled()
    await expect(ada.page.locator(".toggle", has=fewer)).to_contain_text("Only together with “Bourse”.")
    await (await ada.find(bourse)).check()
    await (await ada.find(fewer)).check()
    await (await ada.find(bourse)).uncheck()
    await expect(fewer).not_to_be_checked()
    await expect(fewer).to_be_disabled()


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("desk-dark", {**DESK, "color_scheme": "dark"}),
        ("phone-light", {**PHONE, "color_scheme": "light", "locale": "de-DE"}),
    ],
)
async def test_five_play_with_the_fifth_player(
    guest: NewGuest, name: str, context: dict[str, object]
) -> None:
    ada = await guest("Ada", **context)
    page = ada.page
    await ada.go("new/bruges")
    label, why = {
        "desk-dark": ("Fifth player", "The number of players decides this."),
        "phone-light": ("Fünfter Spieler", "Das entscheidet die Zahl der Spieler."),
    }[name]
    switch = page.get_by_label(label)
    await expect(switch).to_be_disabled()
    await expect(switch).not_to_be_checked()
    await pick(page, "count", 5)
    await expect(switch).to_be_checked()
    await expect(page.locator(".toggle", has=switch)).to_contain_text(why)
    await ada.find(page.locator(".setup-variants input").last)  # nothing lies half under the bar at the end
    assert await ada.violations() == []
    await pick(page, "count", 3)
    await expect(switch).not_to_be_checked()
    await ada.make(*["whim"] * 4, game=GAME)
    await ada.start()
    await expect(page.locator("[data-tile]")).to_have_count(5)
    await ada.reach("turn")
    await ada.picture(f"{GAME}-five-{name}")
    assert await ada.violations() == []
    assert await ada.fits()


GALLERY = """async (height) => {
  const { html, render } = await import("/static/lib.js");
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
"""Every card there is, as it lies in a hand that is so high."""

CUT_OFF = """() => [...document.querySelectorAll(".br-card")]
  .filter((e) => [...e.querySelectorAll(".br-face, .br-face-text, .br-face-name")].some((part) =>
    part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1))
  .map((e) => `${e.innerText} ${[...e.querySelectorAll(".br-face, .br-face-text, .br-face-name")].map((p) =>
    [p.scrollHeight, p.clientHeight, p.scrollWidth, p.clientWidth])}`)"""
"""The cards on which something does not fit."""


async def test_every_card_can_be_read(guest: NewGuest) -> None:
    """On a laptop's screen, in the language of longer words: whole, with enough contrast in both colours, and
    no two people look alike."""
    ada = await guest("Ada", locale="de-DE", color_scheme="light", viewport={"width": 1366, "height": 768})
    page = ada.page
    await ada.make("whim", game=GAME)
    await ada.start()
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


async def test_what_a_score_would_be_stands_beside_it(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.turn()
    keys = "(all) => all.map((one) => one.dataset.figure)"
    figures = ada.page.locator("[data-tile='0'] .figure")
    assert await figures.evaluate_all(keys) == ["score", "worth", "money", "hand"]


@pytest.mark.parametrize("locale", LOCALES.values())
async def test_all_piles_are_whole_on_a_narrow_phone(guest: NewGuest, locale: str) -> None:
    ada = await guest("Ada", **PHONE, locale=locale)
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.turn()
    over = "(row) => row.lastElementChild.getBoundingClientRect().right - row.getBoundingClientRect().right"
    assert await ada.page.locator(".br-piles").evaluate(over) < 1
    edge = "(row) => innerWidth - row.getBoundingClientRect().right"
    assert await ada.page.locator(".br-piles").evaluate(edge) >= 0


async def test_a_stack_keeps_its_colour_under_the_pointer(guest: NewGuest) -> None:
    """What one looks at before one draws."""
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.make("whim", game=GAME, options=EXPANSIONS)
    await ada.start()
    await ada.turn()
    for part in (".br-stack.draw", ".br-berth", ".br-bourse"):
        for thing in await page.locator(part).all():
            paint = "(one) => [getComputedStyle(one).backgroundImage, getComputedStyle(one).backgroundColor]"
            before = await thing.evaluate(paint)
            await thing.hover()
            await page.wait_for_function(CHANGED)
            assert await thing.evaluate(paint) == before, part


async def test_what_a_card_can_not_do_says_why(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.reach("turn")
    await page.locator(".br-card[data-verb=open]").first.click()
    six = ["workers", "guilders", "threat", "canal", "house", "hire"]
    names = "(all) => all.map((e) => e.dataset.refused ?? e.dataset.verb)"
    assert await page.locator(".br-action, .br-refused").evaluate_all(names) == six
    refused = page.locator("[data-refused=hire]")
    await expect(refused).to_contain_text("no empty house")
    assert await page.locator(".br-refused button, button.br-refused").count() == 0
