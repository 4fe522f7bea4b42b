"""The law of sight over some questions of each game, where there is least room; `make sight` plays hundreds
of games at all sizes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from server.games import GAMES
from tests.games.engines import ENGINES, texts_of

from .conftest import NewGuest
from .pointer import as_people_do
from .running import Chromium, House
from .sight import SCRIPT, SIZES, Job, looked_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTIONS = 12
PAGES = "390x844", "820x1180"
"""Where a table is shown in pages."""
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


async def look(page: Page) -> dict[str, Any]:
    """What the law finds at the question that is asked."""
    await page.evaluate(SCRIPT.read_text())
    await page.evaluate("() => sight.watch(location.hash.split('/')[2])")
    found: dict[str, Any] = await page.evaluate("() => sight.next(1)")
    return found


FULL_FARM = """
game = "loyang"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 7
[[players]]
cash = 3
space = 9
capacity = 4
cart = {Wheat = 3, Turnip = 2, Bean = 1}
fields = [{card = "home", good = "Wheat", amount = 2}, {card = "private_3"}, {card = "private_3"},
          {card = "private_4"}, {card = "private_4"}, {card = "private_5"}, {card = "private_5"},
          {card = "common_5_a", good = "Turnip"}, {card = "common_5_b", good = "Cabbage"},
          {card = "common_4_a"}, {card = "common_4_b"}, {card = "common_3_a"}]
stalls = ["stall_01", "stall_02", "stall_03", "stall_04"]
regulars = ["regular_01", "regular_02", "regular_03", "regular_04", "regular_05"]
casuals = ["casual_01", "casual_02", "casual_03", "casual_04", "casual_05"]
helpers = ["Tout", "Maid", "Trader", "Official", "Accountant"]
[[players]]
cash = 9
space = 8
"""
"""Three rows of fields and four of cards, of which the helpers lie last: more than most games bring."""


FULLER_FARM = (
    FULL_FARM.replace('_3_a"}]', '_3_a"}, {card = "common_3_b"}, {card = "private_6"}]')
    .replace('"stall_04"', '"stall_04", "stall_05", "stall_06"')
    .replace('"regular_05"', '"regular_05", "regular_06"')
)
"""Fourteen fields and 22 cards: nothing may be left out, so everything is drawn smaller."""

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


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("farm", [FULL_FARM, FULLER_FARM], ids=["full", "fuller"])
async def test_the_last_cards_of_a_full_farm_are_in_sight_on_a_phone(
    guest: NewGuest, farm: str, locale: str
) -> None:
    ada = await guest("Ada", **{**SIZES["390x844"], "locale": locale})
    page = ada.page
    await ada.lay("loyang", farm)
    seen = await look(page)
    await ada.picture(f"full-farm-phone-{'fuller' if farm is FULLER_FARM else 'full'}-{locale}")
    assert seen["prompt"] == "act" and seen["options"] > 25
    assert seen["wrong"] == []
    assert await page.evaluate(NARROW) == []


@pytest.mark.parametrize("size", PAGES)
@pytest.mark.parametrize("farm", [FULL_FARM, FULLER_FARM], ids=["full", "fuller"])
async def test_above_a_hand_the_helpers_of_a_full_farm_are_in_sight(
    guest: NewGuest, farm: str, size: str
) -> None:
    """They bring cash, and may be discarded, while cards are chosen."""
    ada = await guest("Ada", **SIZES[size], locale="de-DE")
    await ada.lay("loyang", farm.replace('moment = "turn"', 'moment = "cards"'))
    seen = await look(ada.page)
    assert (seen["prompt"], seen["wrong"]) == ("distribute", [])
    await ada.page.click("[data-tab=mine]")
    helpers = ada.page.locator(".lo-mine .lo-card.helper")
    await expect(helpers).to_have_count(5)
    await expect(helpers.last).to_be_in_viewport(ratio=1)
    await expect(ada.page.locator(".lo-mine .fields .lo-card").first).to_be_in_viewport(ratio=1)
    await ada.picture(f"full-farm-cards-{'fuller' if farm is FULLER_FARM else 'full'}-{size}")


FULL_NEIGHBOUR = """
game = "loyang"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
round = 7
[[players]]
cash = 4
[[players]]
cash = 0
cart = {Wheat = 1, Pumpkin = 9}
fields = [{card = "home", good = "Pumpkin", amount = 1}, {card = "private_3", good = "Pumpkin", amount = 1},
          {card = "private_4", good = "Pumpkin", amount = 1}, {card = "private_4"}, {card = "private_5"},
          {card = "private_6", good = "Pumpkin", amount = 5}]
stalls = ["stall_01"]
regulars = ["regular_01", "regular_02", "regular_03", "regular_04"]
casuals = ["casual_01", "casual_02", "casual_03", "casual_04", "casual_05", "casual_06"]
helpers = ["Impostor", "Saleswoman"]
[[players]]
cash = 12
[[players]]
cash = 8
"""
"""Somebody else has five rows of things."""

HIDDEN = """() => [...document.querySelectorAll(".lo-neighbour")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll("h2, .lo-chip")].filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < box.top - 1 || bottom > box.bottom + 1 || part.scrollHeight > part.clientHeight + 1;
  }).map((part) => part.textContent);
})"""
"""What of the others' farms sticks out of its box, or is pressed together."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_all_of_a_full_farm_of_somebody_else_is_in_sight(guest: NewGuest, locale: str) -> None:
    ada = await guest("Ada", **{**SIZES["1366x768"], "locale": locale})
    await ada.lay("loyang", FULL_NEIGHBOUR)
    assert (await look(ada.page))["wrong"] == []
    await ada.picture(f"full-neighbour-{locale}")
    await expect(ada.page.locator("[data-display='1'] .lo-chip")).to_have_count(19)
    assert await ada.page.evaluate(HIDDEN) == []


MANY_KINDS = """
game = "machi_koro"
seats = 4
turn = 0
moment = "turn"
seed = 7
[[players]]
coins = 2
[[players]]
coins = 9
landmarks = ["Train Station"]
[players.establishments]
"Wheat Field" = 2
"Ranch" = 2
"Bakery" = 2
"Café" = 2
"Convenience Store" = 2
"Forest" = 2
"Stadium" = 1
"TV Station" = 1
"Business Center" = 1
"Cheese Factory" = 2
"Furniture Factory" = 2
"Mine" = 2
"Family Restaurant" = 2
"Apple Orchard" = 2
"Fruit and Vegetable Market" = 2
[[players]]
coins = 0
[[players]]
coins = 0
"""
"""Somebody has all kinds of establishments, most of them twice."""

CUT_CHIPS = """() => [...document.querySelectorAll(".mk-neighbour")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll(".mk-chip")].filter((chip) => {
    const { top, bottom, left, right } = chip.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return bottom > box.bottom || right > box.right || !chip.contains(document.elementFromPoint(x, y));
  }).map((chip) => chip.textContent);
})"""
"""Establishments of others that don't lie whole in their box."""


@pytest.mark.parametrize("watches", [False, True], ids=["plays", "watches"])
@pytest.mark.parametrize("size", ["1366x768", "1920x1080"])
async def test_all_establishments_of_a_full_city_of_somebody_else_are_in_sight(
    guest: NewGuest, size: str, watches: bool
) -> None:
    ada = await guest("Ada", **SIZES[size])
    table = await ada.lay("machi_koro", MANY_KINDS)
    one = ada
    if watches:
        one = await guest("Eve", **SIZES[size])
        await one.go(f"t/{table}")
    else:
        assert (await look(ada.page))["wrong"] == []
    await expect(one.page.locator(".mk-chip:visible")).to_have_count(15 + 2 * (3 if watches else 2))
    await one.picture(f"many-kinds-{size}-{'watches' if watches else 'plays'}")
    assert await one.page.evaluate(CUT_CHIPS) == []


ACCOUNTANT = """
game = "loyang"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
round = 1
[[players]]
cash = 5
cart = {Turnip = 2}
helpers = ["Accountant", "Tenant Farmer"]
[[players]]
cash = 7
[[players]]
cash = 11
[[players]]
cash = 4
"""


@pytest.mark.parametrize("size", SIZES)
async def test_all_numbers_that_the_accountant_may_choose_are_in_sight(guest: NewGuest, size: str) -> None:
    """Up to three for each good, where the shop has least height: with four players."""
    ada = await guest("Ada", **SIZES[size])
    page = ada.page
    await ada.lay("loyang", ACCOUNTANT)
    assert await ada.turn() == "act"
    await page.locator(".lo-mine .helper [data-leads]").first.click()
    await page.locator("[data-test=sheet] [data-verb=use]").first.click()
    assert await ada.turn("stock") == "stock"
    seen = await look(page)
    await ada.picture(f"accountant-{size}")
    assert await page.locator("[data-verb=stock]").count() > 12
    assert (seen["prompt"], seen["wrong"]) == ("stock", [])


BRUGES = """
game = "bruges"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 6
played = 1
dice = [3, 2, 3, 1, 2]
[[players]]
guilders = 12
"""
"""A turn late in a game, with money."""

LONG_STREET = f"""{BRUGES}workers = {{blue = 2, brown = 2, yellow = 2, red = 2, violet = 2}}
houses = ["blue", "brown", "violet", "red", "yellow", "blue", "red", "brown", "violet", "yellow"]
people = ["Barmaid", "Spice Merchant", "Bookkeeper", "Salt Merchant", "Mason", "Innkeeper", "Maid", "Page",
          "Lute Maker", "Bath Keeper"]
hand = 5
[[players]]
guilders = 6
people = ["Broker", "Councillor"]
"""
"""Ten houses beside a full hand, and in each somebody who can do something."""

CUT_OFF = """() => [...document.querySelectorAll(".own .br-gable, .own .br-person")].filter((one) => {
  const [box, street] = [one, one.closest(".br-street")].map((e) => e.getBoundingClientRect());
  return box.left < street.left - 1 || box.right > street.right + 1
    || box.top < street.top - 1 || box.bottom > street.bottom + 1;
}).map((one) => one.textContent)"""
"""Houses, and who lives in them, that stick out of the street."""


@pytest.mark.parametrize("size", SIZES)
async def test_every_house_of_a_long_street_is_in_sight(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size])
    page = ada.page
    await ada.lay("bruges", LONG_STREET)
    seen = await look(page)
    if tab := await page.locator("[data-tab=mine]").count():
        await page.click("[data-tab=mine]")
        await page.evaluate("() => player.rest()")
    await ada.picture(f"long-street-{size}")
    assert bool(tab) == (size in PAGES)
    assert await page.locator(".own .br-house").count() == 10
    assert await page.locator("[data-verb=use]").count() >= 8
    assert (seen["prompt"], seen["wrong"]) == ("turn", [])
    assert await page.evaluate(CUT_OFF) == []


COINS_OVER_PRICES = """() => [...document.querySelectorAll(".br-space-points")].filter((coin) => {
  const price = document.createRange();
  price.selectNodeContents(coin.parentElement.querySelector("b"));
  const [over, under] = [coin, price].map((one) => one.getBoundingClientRect());
  return over.bottom > under.top + under.height / 4 && over.right > under.left && over.left < under.right;
}).length"""
"""How many shields of canals lie over the price of their space."""

OUT_OF_PILE = """() => {
  const pile = document.querySelector(".br-statue-pile");
  const words = document.createRange();
  words.selectNodeContents(pile.querySelector("small"));
  const [box, told] = [pile, words].map((one) => one.getBoundingClientRect());
  return told.left < box.left || told.right > box.right || told.top < box.top || told.bottom > box.bottom;
}"""
"""Do the words under the statues stick out of their box?"""

FIVE = f"""{BRUGES.replace("seats = 2", "seats = 5")}hand = 5
{4 * chr(10).join(["[[players]]", "guilders = 6", ""])}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", ["390x844", "1366x768"])
async def test_prices_of_canals_and_the_number_of_statues_can_be_read(
    guest: NewGuest, size: str, locale: str
) -> None:
    ada = await guest("Ada", **SIZES[size], locale=locale)
    await ada.lay("bruges", FIVE)
    await ada.turn()
    assert await ada.page.locator(".br-waters .br-space-points").count() == 10
    assert await ada.page.evaluate(COINS_OVER_PRICES) == 0
    assert not await ada.page.evaluate(OUT_OF_PILE)
    await ada.picture(f"bruges-five-{size}-{locale}")


LONG_HAND = f"""{BRUGES}hand = 7
[[players]]
guilders = 6
"""


@pytest.mark.parametrize("size", PAGES)
async def test_the_last_card_of_a_long_hand_is_in_sight(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size])
    await ada.lay("bruges", LONG_HAND)
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
"""Of these names the ones that are cut on a card in the middle of the hand."""


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
"""Of these names the ones that lie over the portrait or the sign of their card."""


@pytest.mark.parametrize("hand", [5, 7])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_no_name_of_a_card_lies_over_its_portrait_or_its_sign(
    guest: NewGuest, locale: str, hand: int
) -> None:
    ada = await guest("Ada", **SIZES["390x844"], locale=locale)
    await ada.lay("bruges", LONG_HAND.replace("hand = 7", f"hand = {hand}"))
    await expect(ada.page.locator(".br-hand .br-card")).to_have_count(hand)
    names = [*texts_of(ENGINES["bruges"], locale[:2])["page"]["broken"].values()]
    assert await ada.page.evaluate(OVER_THE_REST, names) == []


THREE_LINES = """(names) => {
  const place = document.querySelector(".own .br-houses > :nth-child(2) .br-person-name");
  return names.filter((name) => {
    place.textContent = name;
    return place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth;
  });
}"""
"""Of these names the ones that are cut in a house of a street of two rows."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_every_name_fits_in_a_house_of_a_long_street(guest: NewGuest, locale: str) -> None:
    ada = await guest("Ada", **SIZES["390x844"], locale=locale)
    await ada.lay("bruges", LONG_STREET)
    await ada.page.click("[data-tab=mine]")
    await expect(ada.page.locator(".own .br-house")).to_have_count(10)
    names = [*texts_of(ENGINES["bruges"], locale[:2])["page"]["broken"].values()]
    assert await ada.page.evaluate(THREE_LINES, names) == []


@pytest.mark.parametrize("hand", [5, 7])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_every_name_fits_on_a_card_of_a_hand(guest: NewGuest, locale: str, hand: int) -> None:
    ada = await guest("Ada", **SIZES["390x844"], locale=locale)
    await ada.lay("bruges", LONG_HAND.replace("hand = 7", f"hand = {hand}"))
    await expect(ada.page.locator(".br-hand .br-card")).to_have_count(hand)
    names = [*texts_of(ENGINES["bruges"], locale[:2])["page"]["broken"].values()]
    assert len(names) == 140
    assert await ada.page.evaluate(TOO_WIDE, [names, 1]) == []


@pytest.mark.parametrize("words", [".line-prompt", ".br-statue b", ".br-hand .br-face-name"])
async def test_words_that_are_too_small_are_found(guest: NewGuest, words: str) -> None:
    ada = await guest("Ada")
    await ada.lay("bruges", LONG_HAND)
    place = ada.page.locator(words).first
    assert "tiny" not in [kind for kind, _ in (await look(ada.page))["wrong"]]
    shrunk = 11 / await place.evaluate("(e) => e.currentCSSZoom")
    await place.evaluate("(e, size) => e.style.setProperty('font-size', size, 'important')", f"{shrunk}px")
    found = [what for kind, what in (await look(ada.page))["wrong"] if kind == "tiny"]
    assert ["is 11.0 pixels high" in what for what in found] == [True]


@pytest.mark.parametrize("words", [".line-prompt", ".br-hand .br-face-name"])
async def test_words_that_lie_over_other_words_are_found(guest: NewGuest, words: str) -> None:
    ada = await guest("Ada")
    await ada.lay("bruges", LONG_HAND)
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
    await ada.make("whim", "whim", game="schweinebande")
    await ada.start()
    assert await ada.turn()
    texts = ada.page.locator(".stage-board svg text:visible")
    assert "overlaid" not in [kind for kind, _ in (await look(ada.page))["wrong"]]
    await texts.first.evaluate("(e) => e.after(e.cloneNode(true))")
    assert [kind for kind, _ in (await look(ada.page))["wrong"]] == ["overlaid"]


FAR_TO_DRIVE = """
game = "santiago"
seats = 2
turn = 0
moment = "turn"
[options]
max_steps = 0
[table]
street = ["Conchita", "Pedro"]
car = "harbor"
ship = {"sugar cane" = 1, rum = 2}
value = 2
[[players]]
holds = {pesos = 26}
[[players]]
holds = {pesos = 7}
"""
"""There is money for more than two laps, and no rule against them."""


@pytest.mark.parametrize("size", SIZES)
async def test_driving_further_than_once_around_takes_one_row(guest: NewGuest, size: str) -> None:
    ada = await guest("Ada", **SIZES[size])
    page = ada.page
    await ada.lay("santiago", FAR_TO_DRIVE)
    assert await ada.turn() == "drive"
    seen = await look(page)
    await ada.picture(f"far-to-drive-{size}")
    assert (seen["prompt"], seen["wrong"]) == ("drive", [])
    distances = page.locator(".sg-laps option")
    assert await distances.count() == 17
    await page.select_option(".sg-laps select", "23")
    await expect(page.locator(".sg-laps [data-verb=drive]")).to_contain_text("22")
    await ada.answer(".sg-laps [data-verb=drive]")
    assert await ada.turn() != "drive"


FULL_SHIP = """
game = "santiago"
seats = 3
turn = 0
moment = "turn"
seed = 7
[table]
street = ["Conchita", "Pedro"]
car = "harbor"
buildings = ["Customs Office", "Casino", "Harbor Office"]
ship = {"sugar cane" = 1, "citrus fruit" = 1, rum = 2, cigars = 2}
value = 2
departed = 2
[[players]]
holds = {pesos = 9, VP = 2, rum = 1, wood = 1}
pawn = "Church"
[[players]]
holds = {pesos = 7, VP = 3}
[[players]]
holds = {pesos = 7, VP = 3}
"""
"""Four goods are asked for, and one is not."""


@pytest.mark.parametrize("size", SIZES)
async def test_no_die_of_a_full_ship_lies_under_the_quay(guest: NewGuest, size: str) -> None:
    """At the customs office, where each of them may be chosen."""
    ada = await guest("Ada", **SIZES[size])
    page = ada.page
    await ada.lay("santiago", FULL_SHIP)
    assert await ada.turn() == "drive"
    await ada.answer("[data-verb=drive][data-station='2']")
    assert await ada.turn() == "pedro"
    await ada.answer(".line [data-verb=use]")
    assert await ada.turn() == "enter"
    await ada.answer("[data-verb=enter][data-noun='7']")
    assert await ada.turn() == "customs_office"
    seen = await look(page)
    await ada.picture(f"full-ship-{size}")
    assert await page.locator("[data-verb=cancel]").count() == 4
    assert (seen["prompt"], seen["wrong"]) == ("customs_office", [])
