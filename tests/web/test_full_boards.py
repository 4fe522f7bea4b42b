"""The law of sight, and other checks of readability, at positions that are fuller than most games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from server.authoring.engines import texts_of
from tests.games.engines import ENGINES

from .conftest import NewGuest
from .guest import Guest
from .laid import (
    ACCOUNTANT,
    FAR_TO_DRIVE,
    FIVE,
    FULL_CARTS,
    FULL_FARM,
    FULL_NEIGHBOUR,
    FULL_SHIP,
    FULLER_FARM,
    LONG_HAND,
    LONG_STREET,
    MANY_KINDS,
)
from .pairs import pairs
from .sight import SIZES, look

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGES = "390x844", "820x1180"
"""The sizes at which a table has pages."""

DESKS = "1920x1080", "1366x768"

ALL_SIZES = pytest.mark.parametrize("sizes", [DESKS, *((size,) for size in PAGES)], ids=" ".join)
"""The sizes of desktop windows are tried by resizing one; other devices differ in more than their size."""


async def looked(one: Guest, size: str) -> dict[str, Any]:
    """The violations of the law in a window of this size."""
    await one.page.set_viewport_size(SIZES[size]["viewport"])
    return await look(one.page)


NARROW = """() => [...document.querySelectorAll(".lo-tiles .lo-card")].flatMap((one) => {
  const card = one.getBoundingClientRect();
  const parts = [...one.querySelectorAll(".lo-band, .lo-tag, .lo-count, .lo-price, .lo-wares")];
  return parts.filter((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return part.checkVisibility() && [...words.getClientRects()].some(({ left, right, top, bottom }) =>
      left < card.left - 1 || right > card.right + 1 || top < card.top - 1 || bottom > card.bottom + 1);
  }).map((part) => `${part.className} of ${one.textContent}`);
})"""
"""Words and goods that stick out of their cards."""


@pytest.mark.parametrize("farm", [FULL_FARM, FULLER_FARM], ids=["full", "fuller"])
async def test_the_last_cards_of_a_full_farm_are_in_sight_on_a_phone(guest: NewGuest, farm: str) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    page = ada.page
    await ada.lay(farm)
    async for language in ada.languages():
        seen = await look(page)
        await ada.picture(f"full-farm-phone-{'fuller' if farm is FULLER_FARM else 'full'}-{language}")
        assert seen["prompt"] == "act" and seen["options"] > 25
        assert seen["wrong"] == [], language
        assert await page.evaluate(NARROW) == [], language


SQUEEZED = "() => room.look().filter(([kind]) => kind === 'squeezed').map(([, what]) => what)"

HEIGHTS = range(760, 900, 10)
"""Of a phone's page: its line takes one to three rows from the farm, with events, offers and buttons."""


@pytest.mark.parametrize("farm", [FULL_FARM, FULLER_FARM], ids=["full", "fuller"])
async def test_goods_of_a_full_farm_can_be_told_apart_at_any_height(guest: NewGuest, farm: str) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    page = ada.page
    await ada.lay(farm)
    await look(page)
    for height in HEIGHTS:
        await page.set_viewport_size({"width": 390, "height": height})
        await page.evaluate("() => player.rest()")
        assert await page.evaluate(SQUEEZED) == [], height


@pairs("farm, size", {"fuller": FULLER_FARM, "full": FULL_FARM}, {size: size for size in PAGES})
async def test_above_a_hand_the_helpers_of_a_full_farm_are_in_sight(
    guest: NewGuest, farm: str, size: str
) -> None:
    """They bring cash, and may be discarded, while cards are chosen."""
    ada = await guest("Ada", **SIZES[size], locale="de-DE")
    await ada.lay(farm.replace('moment = "turn"', 'moment = "cards"'))
    seen = await look(ada.page)
    assert (seen["prompt"], seen["wrong"]) == ("distribute", [])
    await ada.page.click("[data-tab=mine]")
    helpers = ada.page.locator(".lo-mine .lo-card.helper")
    await expect(helpers).to_have_count(5)
    await expect(helpers.last).to_be_in_viewport(ratio=1)
    await expect(ada.page.locator(".lo-mine .fields .lo-card").first).to_be_in_viewport(ratio=1)
    await ada.picture(f"full-farm-cards-{'fuller' if farm is FULLER_FARM else 'full'}-{size}")


HIDDEN = """() => [...document.querySelectorAll(".lo-neighbour")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll("h2, .lo-chip")].filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < box.top - 1 || bottom > box.bottom + 1 || part.scrollHeight > part.clientHeight + 1;
  }).map((part) => part.textContent);
})"""
"""The parts of the others' farms that stick out of their boxes or are squeezed."""


async def test_all_of_a_full_farm_of_somebody_else_is_in_sight(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["1366x768"])
    await ada.lay(FULL_NEIGHBOUR)
    async for language in ada.languages():
        assert (await look(ada.page))["wrong"] == [], language
        await ada.picture(f"full-neighbour-{language}")
        await expect(ada.page.locator("[data-display='1'] .lo-chip")).to_have_count(19)
        assert await ada.page.evaluate(HIDDEN) == [], language


@pytest.mark.parametrize("courtyard", ["", '"Official"', '"Maid", "casual_03"'], ids=["empty", "one", "two"])
async def test_all_goods_on_the_carts_of_others_are_in_sight_beside_the_log(
    guest: NewGuest, courtyard: str
) -> None:
    ada = await guest("Ada", **SIZES["1366x768"])
    await ada.lay(FULL_CARTS.replace('"Official"', courtyard))
    assert await ada.turn() == "distribute"
    await ada.beside("log")
    async for language in ada.languages():
        seen = await look(ada.page)
        await ada.picture(f"full-carts-{len(courtyard)}-{language}")
        await expect(ada.page.locator(".lo-carried")).to_have_count(10)
        assert seen["wrong"] == [], language


CUT_CHIPS = """() => [...document.querySelectorAll(".mk-neighbour")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll(".mk-chip")].filter((chip) => {
    const { top, bottom, left, right } = chip.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return bottom > box.bottom || right > box.right || !chip.contains(document.elementFromPoint(x, y));
  }).map((chip) => chip.textContent);
})"""
"""Establishments of others that are not completely inside their box."""


async def test_all_establishments_of_a_full_city_of_somebody_else_are_in_sight(guest: NewGuest) -> None:
    ada, eve = [await guest(name, **SIZES[DESKS[0]]) for name in ("Ada", "Eve")]
    await eve.go(f"t/{await ada.lay(MANY_KINDS)}")
    for size in DESKS:
        assert (await looked(ada, size))["wrong"] == [], size
        await eve.page.set_viewport_size(SIZES[size]["viewport"])
        for one, others in ((ada, 2), (eve, 3)):
            await expect(one.page.locator(".mk-chip:visible")).to_have_count(15 + 2 * others)
            await one.page.evaluate("() => player.rest()")
            await one.picture(f"many-kinds-{size}-{'plays' if one is ada else 'watches'}")
            assert await one.page.evaluate(CUT_CHIPS) == [], size


@ALL_SIZES
async def test_all_numbers_that_the_accountant_may_choose_are_in_sight(
    guest: NewGuest, sizes: tuple[str, ...]
) -> None:
    """Up to three for each good, where the shop has least height: with four players."""
    ada = await guest("Ada", **SIZES[sizes[0]])
    page = ada.page
    await ada.lay(ACCOUNTANT)
    assert await ada.turn() == "act"
    await page.locator(".lo-mine .helper [data-leads]").first.click()
    await page.locator("[data-test=sheet] [data-verb=use]").first.click()
    assert await ada.turn("stock") == "stock"
    for size in sizes:
        seen = await looked(ada, size)
        await ada.picture(f"accountant-{size}")
        assert await page.locator("[data-verb=stock]").count() > 12
        assert (seen["prompt"], seen["wrong"]) == ("stock", []), size


CUT_OFF = """() => [...document.querySelectorAll(".own .br-gable, .own .br-person")].filter((one) => {
  const [box, street] = [one, one.closest(".br-street")].map((e) => e.getBoundingClientRect());
  return box.left < street.left - 1 || box.right > street.right + 1
    || box.top < street.top - 1 || box.bottom > street.bottom + 1;
}).map((one) => one.textContent)"""
"""Houses and persons that stick out of the street."""


@ALL_SIZES
async def test_every_house_of_a_long_street_is_in_sight(guest: NewGuest, sizes: tuple[str, ...]) -> None:
    ada = await guest("Ada", **SIZES[sizes[0]])
    page = ada.page
    await ada.lay(LONG_STREET)
    for size in sizes:
        seen = await looked(ada, size)
        if tab := await page.locator("[data-tab=mine]").count():
            await page.click("[data-tab=mine]")
            await page.evaluate("() => player.rest()")
        await ada.picture(f"long-street-{size}")
        assert bool(tab) == (size in PAGES)
        assert await page.locator(".own .br-house").count() == 10
        assert await page.locator("[data-verb=use]").count() >= 8
        assert (seen["prompt"], seen["wrong"]) == ("turn", []), size
        assert await page.evaluate(CUT_OFF) == [], size


COINS_OVER_PRICES = """() => [...document.querySelectorAll(".br-space-points")].filter((coin) => {
  const price = document.createRange();
  price.selectNodeContents(coin.parentElement.querySelector("b"));
  const [over, under] = [coin, price].map((one) => one.getBoundingClientRect());
  return over.bottom > under.top + under.height / 4 && over.right > under.left && over.left < under.right;
}).length"""
"""How many shields of canals cover the price of their space."""

OUT_OF_PILE = """() => {
  const pile = document.querySelector(".br-statue-pile");
  const words = document.createRange();
  words.selectNodeContents(pile.querySelector("small"));
  const [box, told] = [pile, words].map((one) => one.getBoundingClientRect());
  return told.left < box.left || told.right > box.right || told.top < box.top || told.bottom > box.bottom;
}"""
"""Does the text under the statues stick out of its box?"""


@pytest.mark.parametrize("size", ["390x844", "1366x768"])
async def test_prices_of_canals_and_the_number_of_statues_can_be_read(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size])
    await ada.lay(FIVE)
    await ada.turn()
    async for language in ada.languages():
        assert await ada.page.locator(".br-waters .br-space-points").count() == 10
        assert await ada.page.evaluate(COINS_OVER_PRICES) == 0, language
        assert not await ada.page.evaluate(OUT_OF_PILE), language
        await ada.picture(f"bruges-five-{size}-{language}")


@pytest.mark.parametrize("size", PAGES)
async def test_the_last_card_of_a_long_hand_is_in_sight(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size])
    await ada.lay(LONG_HAND)
    seen = await look(ada.page)
    await ada.picture(f"long-hand-{size}")
    cards = ada.page.locator(".br-hand .br-card")
    await expect(cards).to_have_count(7)
    await expect(cards.last).to_be_in_viewport(ratio=1)
    assert (seen["prompt"], seen["wrong"]) == ("turn", [])


TOO_WIDE = """([names, slack]) => {
  const [card] = [...document.querySelectorAll(".br-hand .br-card")].slice(2);
  const place = card.querySelector(".br-face-name");
  const room = card.getBoundingClientRect();
  return names.filter((name) => {
    place.textContent = name;
    const words = document.createRange();
    words.selectNodeContents(place);
    return [...words.getClientRects()].some(({ left, right }) =>
      left < room.left - slack || right > room.right + slack);
  });
}"""
"""The names among these that are cut on a card in the middle of the hand."""

OVER_THE_REST = """(names) => {
  const [card] = [...document.querySelectorAll(".br-hand .br-card")].slice(2);
  card.style.rotate = "0deg";
  const place = card.querySelector(".br-face-name");
  return names.filter((name) => {
    place.textContent = name;
    const words = document.createRange();
    words.selectNodeContents(place);
    const around = [".br-portrait", ".br-activation"].map((part) => card.querySelector(part));
    const [told, face, sign] = [words, ...around].map((one) => one.getBoundingClientRect());
    return told.top < face.bottom - 1 || told.bottom > sign.top + 1;
  });
}"""
"""The names among these that overlap the portrait or the sign of their card."""


THREE_LINES = """(names) => {
  const place = document.querySelector(".own .br-houses > :nth-child(2) .br-person-name");
  return names.filter((name) => {
    place.textContent = name;
    return place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth;
  });
}"""
"""The names among these that are cut in a house of a street of two rows."""


async def test_every_name_fits_in_a_house_of_a_long_street(guest: NewGuest) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    await ada.lay(LONG_STREET)
    await ada.page.click("[data-tab=mine]")
    async for language in ada.languages():
        await expect(ada.page.locator(".own .br-house")).to_have_count(10)
        names = [*texts_of(ENGINES["bruges"], language)["page"]["broken"].values()]
        assert await ada.page.evaluate(THREE_LINES, names) == []


@pytest.mark.parametrize("hand", [5, 7])
async def test_every_name_fits_on_a_card_of_a_hand_between_portrait_and_sign(
    guest: NewGuest, hand: int
) -> None:
    ada = await guest("Ada", **SIZES["390x844"])
    await ada.lay(LONG_HAND.replace("hand = 7", f"hand = {hand}"))
    async for language in ada.languages():
        await expect(ada.page.locator(".br-hand .br-card")).to_have_count(hand)
        names = [*texts_of(ENGINES["bruges"], language)["page"]["broken"].values()]
        assert len(names) == 140
        assert await ada.page.evaluate(TOO_WIDE, [names, 1]) == []
        assert await ada.page.evaluate(OVER_THE_REST, names) == []


@ALL_SIZES
async def test_driving_further_than_once_around_takes_one_row(
    guest: NewGuest, sizes: tuple[str, ...]
) -> None:
    ada = await guest("Ada", **SIZES[sizes[0]])
    page = ada.page
    await ada.lay(FAR_TO_DRIVE)
    assert await ada.turn() == "drive"
    for size in sizes:
        seen = await looked(ada, size)
        await ada.picture(f"far-to-drive-{size}")
        assert (seen["prompt"], seen["wrong"]) == ("drive", []), size
        assert await page.locator(".sg-laps option").count() == 17
        await page.select_option(".sg-laps select", "23")
        await expect(page.locator(".sg-laps [data-verb=drive]")).to_contain_text("22")
    await ada.answer(".sg-laps [data-verb=drive]")
    assert await ada.turn() != "drive"


@ALL_SIZES
async def test_no_die_of_a_full_ship_lies_under_the_quay(guest: NewGuest, sizes: tuple[str, ...]) -> None:
    """At the customs office, where each of them may be chosen."""
    ada = await guest("Ada", **SIZES[sizes[0]])
    page = ada.page
    await ada.lay(FULL_SHIP)
    assert await ada.turn() == "drive"
    await ada.answer("[data-verb=drive][data-station='2']")
    assert await ada.turn() == "pedro"
    await ada.answer(".line [data-verb=use]")
    assert await ada.turn() == "enter"
    await ada.answer("[data-verb=enter][data-noun='7']")
    assert await ada.turn() == "customs_office"
    for size in sizes:
        seen = await looked(ada, size)
        await ada.picture(f"full-ship-{size}")
        assert await page.locator("[data-verb=cancel]").count() == 4
        assert (seen["prompt"], seen["wrong"]) == ("customs_office", []), size
