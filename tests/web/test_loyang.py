"""At the Gates of Loyang in the page: whole games, prices, displays, keyboard, history."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Locator, expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest, pick

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "loyang"
ENOUGH = 12
"""Cash for any two-pack of the first rounds, and for two common fields in it."""


def money(one: Guest) -> Locator:
    return one.page.locator(".tile.own [data-figure=money] b")


async def cash(one: Guest) -> int:
    return int(await money(one).inner_text())


async def has(one: Guest, cash: int) -> None:
    await expect(money(one)).to_have_text(str(cash))


@pytest.mark.long
async def test_a_whole_game_by_two_people_and_a_bot(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ben = await guest("Ben", locale="de-DE", color_scheme="dark", **PHONE)
    table = await ada.make("", "greedy", game=GAME)
    await ben.join(table)
    await ada.start()
    played = await asyncio.gather(ada.play(seed=5), ben.play(seed=11))
    for verbs in (did for _, _, did, _ in played):
        assert {"plant", "keep", "take", "sow", "finish", "step", "done"} <= verbs.keys()
        assert {"serve", "miss", "two_pack"} & verbs.keys()
    for one in (ada, ben):
        places = one.page.locator("[data-test=end] .place")
        await expect(places).to_have_count(3)
        assert await one.fits()
        assert await one.violations() == []
    await ben.picture("loyang-end-phone")


@pytest.mark.rule("LOY-25.5", "LOY-25.6")
async def test_the_courtyard_and_the_hand(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("whim", "whim", game=GAME)
    await ada.reach("distribute")
    hand = page.locator(".lo-hand .lo-card")
    await expect(hand).to_have_count(4)
    for card in await hand.all():
        await expect(card).to_be_in_viewport(ratio=1)
    await ada.picture("loyang-cards-desk-light")
    assert await ada.violations() == []
    laid = await hand.first.get_attribute("data-card")
    await ada.answer(".lo-hand .lo-card:first-child [data-verb=lay], .lo-hand [data-verb=lay]")
    await expect(page.locator(f".lo-hand .lo-held.picked [data-card='{laid}']")).to_be_visible()
    await page.evaluate(SEE, f".lo-group.court [data-card='{laid}']")
    await ada.answer("[data-verb=done]")
    await page.evaluate("() => seen")
    await expect(hand).to_have_count(3)


SEE = """(thing) => {
  window.seen = player.until(() => document.querySelector(thing), thing).then(() => true);
}"""
"""From now on the page waits for a thing to appear, which may be gone before a test can look, because a bot
takes it."""


@pytest.mark.rule("LOY-25.10", "LOY-25.11", "LOY-25.28")
async def test_prices_stand_on_the_things_and_undo_takes_them_back(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("start_crop")
    before = await cash(ada)
    await expect(page.locator("[data-good='1'] [data-verb=plant]")).to_contain_text("−4")
    await ada.answer(LOAN)
    await has(ada, before + 5)
    await expect(page.locator(LOANS)).to_contain_text("1")
    await ada.answer("[data-test=undo]")
    await has(ada, before)
    await ada.answer("[data-good='1'] [data-verb=plant]")
    await has(ada, before - 4)

    for verb, place, sign in (("buy", " .lo-buy", -1), ("sell", " .lo-look", 1)):
        button = f".lo-column [data-verb={verb}]"
        await ada.reach("act", when=f"() => !!document.querySelector('{button}')")
        before = await cash(ada)
        amount = int((await page.locator(button + place).first.inner_text()).replace("−", "-"))
        assert amount * sign > 0
        await ada.answer(button)
        await has(ada, before + amount)


LOAN = ".lo-purse [data-verb=loan]"
LOANS = ".tile.own [data-figure=loans]"


async def borrow(one: Guest, times: int) -> None:
    """Take this many loans over the page's own socket, faster than with the button."""
    await one.page.evaluate(BORROW, times)
    await expect(one.page.locator(LOANS)).to_contain_text(str(times))
    await one.turn()


BORROW = """async (times) => {
  const { change, look } = await import("/static/core/state.js");
  const table = location.hash.split("/")[2];
  const ask = () => look(table).mirror().mine.ask;
  for (; times; times--) {
    const { number } = ask();
    await change("act", table, look(table).mirror().seat, number, "loan", -1);
    await player.until(() => ask()?.number > number, "the next question");
  }
}"""


@pytest.mark.rule("LOY-20.9")
async def test_where_loans_are_limited_the_last_one_takes_the_button_along(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("whim", game=GAME, options={"Loans per player": "At most 31"})
    await ada.reach("start_crop")
    before = await cash(ada)
    await borrow(ada, 29)
    for _ in range(2):
        await ada.answer(LOAN)
    await expect(ada.page.locator(LOANS)).to_contain_text("31")
    await has(ada, before + 31 * 5)
    await expect(ada.page.locator("[data-verb=loan]")).to_have_count(0)
    await ada.answer("[data-test=undo]")
    await expect(ada.page.locator(LOAN)).to_be_visible()


@pytest.mark.rule("LOY-25.25", "LOY-25.26", "LOY-25.27")
async def test_the_next_four_steps_are_shown_with_single_prices_and_sums(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("whim", game=GAME)
    path = ada.page.locator("[data-test=preview]")
    await expect(path).to_have_attribute("data-single", "1,3,4,5")
    await expect(path).to_have_attribute("data-sums", "1,4,8,13")
    for n, toll in enumerate(("1", "4", "8", "13")):
        await expect(path.locator(".lo-toll").nth(n)).to_have_text(toll)
    await ada.reach("advance")
    for step in await path.locator("[data-verb=step]").all():
        n = int(await step.get_attribute("data-noun") or -1)
        price = 0 if n == 0 else (1, 4, 8, 13)[n - 1]
        await expect(step.locator(".lo-toll")).to_have_text(f"−{price}" if price else "stay")


CUSTOMER_WAITS = """() => {
  const due = document.querySelector(".lo-mine .regular :is([data-verb=serve], [data-verb=miss])");
  return due && document.querySelector("[data-bought=no]");
}"""
"""A customer must be served, and no two-pack is bought yet."""


REVEALS = "() => !!document.querySelector('[data-place=deck] [data-leads^=reveal]')"


@pytest.mark.rule("LOY-7.1", "LOY-7.2", "LOY-25.29")
async def test_the_draw_pile_tells_that_one_card_of_it_is_turned_up_for_nothing(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE", **DESK)
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("distribute", when=REVEALS)
    before = await cash(ada)
    court = await page.locator(".lo-group.court .lo-card").count()
    await page.locator("[data-place=deck] [data-leads]").click()
    sheet = page.locator("[data-test=sheet]")
    await expect(sheet).to_contain_text("kostet nichts")
    await expect(sheet).not_to_contain_text("Zwei Karten")
    await ada.answer("[data-test=sheet] [data-verb=reveal]")
    await expect(page.locator(".lo-group.court .lo-card")).to_have_count(court + 1)
    assert await cash(ada) == before


@pytest.mark.rule("LOY-25.17", "LOY-25.19", "LOY-25.20")
async def test_ticks_on_settled_customers_and_a_confirmed_two_pack(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE", **DESK)
    page = ada.page
    await ada.begin("whim", game=GAME, options={"Einsteigervariante": True})
    await ada.reach("act", when=CUSTOMER_WAITS)
    settle = page.locator(".lo-mine .lo-card.regular:has([data-verb=serve], [data-verb=miss])").first
    card = await settle.get_attribute("data-card")
    await expect(settle.locator("[data-settled]")).to_have_attribute("data-settled", "no")
    verb = "serve" if await settle.locator("[data-verb=serve]").count() else "miss"
    await ada.answer(f".lo-mine [data-card='{card}'] [data-verb={verb}]")
    settled = page.locator(f".lo-mine [data-card='{card}'] [data-settled]")
    await expect(settled).to_have_attribute("data-settled", "yes")

    while await cash(ada) < ENOUGH:
        await ada.answer(LOAN)
    deck, sheet = page.locator("[data-place=deck] [data-leads]"), page.locator("[data-test=sheet]")
    price = await deck.get_attribute("data-price")
    await deck.click()
    await expect(sheet).to_contain_text(f"{price} Käsch")
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    assert "act" in await ada.prompt()
    await deck.click()
    await ada.answer("[data-test=sheet] [data-verb=two_pack]")
    drawn = page.locator(".lo-group.pack .lo-card")
    await expect(drawn).to_have_count(2)
    under = await drawn.last.get_attribute("data-card")
    await ada.answer(".lo-group.pack .lo-card:first-child [data-verb=top]")
    await ada.answer(".lo-group.pack [data-verb=under]")
    await ada.reach("act")
    await expect(page.locator(f".lo-mine [data-under='{under}']")).to_have_count(1)
    await ada.picture("loyang-stack-desk-light")
    assert await ada.violations() == []


async def test_displays_of_the_others_are_one_click_away(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ben = await guest("Ben", locale="de-DE", **PHONE)
    table = await ada.make("", "whim", "whim", game=GAME)
    await ben.join(table)
    await ada.start()
    for one, others in ((ada, (1, 2, 3)), (ben, (0, 2, 3))):
        # Bots have finished before one of the two is asked: a question closes the displays that are open.
        await expect(one.page.locator(":is([data-tile='0'], [data-tile='1'])[data-asked]")).to_have_count(1)
        await expect(one.page.locator("[data-tile]")).to_have_count(4)
        for seat in others:
            shown = (await one.area(seat)).locator(f".lo-seat[data-display='{seat}']")
            await expect(shown).to_be_in_viewport()
    assert await ben.fits()
    assert await ben.violations() == []
    await ben.picture("loyang-phone-light")


@pytest.mark.rule("LOY-25.2", "LOY-25.3", "LOY-25.4")
async def test_with_the_keyboard_and_through_the_history(guest: NewGuest) -> None:
    ada = await guest("Ada", color_scheme="dark", **DESK)
    page = ada.page
    await ada.begin("whim", "whim", game=GAME)
    await ada.reach("start_crop")
    await page.locator("[data-verb=plant]").first.focus()
    before = await ada.prompt()
    await page.keyboard.press("Enter")
    await ada.answered(before)
    inside = "() => !!document.activeElement.closest('.line, .stage-board, .stage-mine, .stage-hand')"
    await page.wait_for_function(inside)  # the focus stays on the board
    await ada.reach("act", when=OWN_HELPER)
    await page.locator(".lo-mine .lo-card.helper .lo-face").first.focus()
    await page.keyboard.press("Enter")
    sheet = page.locator("[data-test=sheet]")
    await expect(sheet.locator("p:not([data-test=why])")).not_to_be_empty()
    await expect(page.locator("[data-test=sheet]:focus-within")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(page.locator(".lo-card.helper:focus-within")).to_have_count(1)
    here = await page.locator("[data-test=course]").inner_text()
    await page.click("[data-step=turn-back]")
    await expect(page.locator("[data-test=live]")).to_be_visible()
    await expect(page.locator("[data-region] [data-verb]")).to_have_count(0)
    for step in ("back", "back", "forward"):
        at = await page.locator(".table-page").get_attribute("data-version")
        await page.click(f"[data-step={step}]")
        await expect(page.locator(".table-page")).not_to_have_attribute("data-version", str(at))
    await page.click("[data-test=live]")
    await expect(page.locator("[data-test=course]")).to_have_text(here, use_inner_text=True)
    assert await ada.violations() == []


OWN_HELPER = "() => document.querySelector('.lo-mine .lo-card.helper [data-leads]')"
"""Is there a helper of the player that can be used?"""


@pytest.mark.rule("LOY-25.2", "LOY-25.3")
async def test_back_to_the_beginning_of_a_turn_however_long_it_was(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("whim", game=GAME)
    await ada.reach("act")
    table = ada.page.locator(".table-page")
    begun = int(await table.get_attribute("data-version") or 0)
    await borrow(ada, 18)
    for _ in range(2):
        await ada.answer(LOAN)
    await expect(ada.page.locator(LOANS)).to_contain_text("20")
    await ada.page.click("[data-step=turn-back]")
    await expect(table).to_have_attribute("data-version", str(begun))
    await expect(ada.page.locator(LOANS)).to_have_count(0)
    await ada.page.click("[data-step=forward]")
    await expect(ada.page.locator(LOANS)).to_contain_text("1")


@pytest.mark.rule("LOY-25.7", "LOY-25.8")
async def test_phase_and_positions(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("whim", "whim", "whim", game=GAME)
    course, tokens = ada.page.locator("[data-test=course]"), ada.page.locator("[data-token]")
    await ada.reach("distribute")
    await expect(course).to_contain_text("of 9")
    await expect(course).to_contain_text("Card phase")
    order = [int(await token.get_attribute("data-token") or -1) for token in await tokens.all()]
    assert [(seat - order[0]) % 4 for seat in order] == [0, 1, 2, 3], "clockwise from the first player"
    await expect(tokens.locator("> b")).to_have_text(["1", "2", "3", "4"])
    assert {await token.get_attribute("class") for token in await tokens.all()} == {"lo-token pair--1"}
    await ada.reach("act")
    await expect(course).to_contain_text("Action phase")
    await expect(tokens.locator("> b")).to_have_text(["1", "2", "3", "4"])
    for place, token in enumerate(await tokens.all()):
        await expect(token).to_have_class(f"lo-token pair-{place % 2}")


async def test_goods_and_coins_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ada.hurried = False
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.turn("start_crop")
    await ada.count_flights()
    await ada.answer("[data-verb=plant]")
    await page.wait_for_function("() => flown.length")
    ada.hurried = True
    await ada.reach("act", when="() => document.querySelector('.lo-column [data-verb=buy]')")
    ada.hurried = False
    for verb in ("buy", "sell"):
        await page.evaluate("() => { flown = []; }")
        await ada.answer(f".lo-column [data-verb={verb}]")
        await page.wait_for_function("() => flown.length >= 2")
    await expect(page.locator(".flying")).to_have_count(0)
    await still(ada)
    # either of them, as the cash allows
    await ada.answer(".lo-column :is([data-verb=buy], [data-verb=sell])")
    await ada.turn()
    assert await page.evaluate("() => flown") == [], "nothing flies where motion is not welcome"


async def still(one: Guest) -> None:
    """Switch motion off in the page's preferences."""
    await one.page.click("[data-test=preferences]")
    await pick(one.page, "motion", "off")
    await one.page.keyboard.press("Escape")
    await one.page.evaluate("() => { flown = []; }")


async def test_both_pairs_act_at_the_same_time(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ben = await guest("Ben", locale="de-DE", color_scheme="dark", **PHONE)
    pairs = {"Four players": "Both pairs at the same time"}
    table = await ada.make("", "greedy", "whim", game=GAME, options=pairs)
    await ben.join(table)
    await ada.start()
    acting = await asyncio.gather(*(one.play("act", when=IN_DIFFERENT_PAIRS) for one in (ada, ben)))
    assert [prompt for prompt, *_ in acting] == ["act"] * 2, "in nine rounds they can't always be partners"
    for one in (ada, ben):
        # If a bot was asked before the other person, the page may still be showing its choice.
        await expect(one.page.locator(":is([data-tile='0'], [data-tile='1'])[data-asked]")).to_have_count(2)
        await expect(one.page.locator(".tile[data-asked]")).to_have_count(2)
        await one.until(ASKED_NOW)
    before = [await cash(ada), await cash(ben)]

    async def both_have(*cash: int) -> None:
        for one, amount in zip((ada, ben), cash, strict=True):
            await has(one, amount)

    question = await ben.prompt()
    await ada.answer(LOAN)
    await both_have(before[0] + 5, before[1])
    assert await ben.prompt() == question, "what one pair does leaves the other's question as it is"
    await ben.page.click("[data-tab='mine']")
    await ben.answer(LOAN)
    await ada.answer("[data-test=undo]")
    await both_have(before[0], before[1] + 5)
    await ben.answer("[data-test=undo]")
    await both_have(*before)
    for one in (ada, ben):
        assert await one.violations() == []


ASKED_NOW = """async () => {
  const { look } = await import("/static/core/state.js");
  const { asks } = look(location.hash.split("/")[2]).show.shown.value.public;
  return asks.filter(([seat, , prompt]) => seat < 2 && prompt === "act").length === 2;
}"""
"""Are the people on the first two seats asked for their actions?"""

IN_DIFFERENT_PAIRS = """() => {
  const pairs = [0, 1].map((seat) => document.querySelector(`[data-token='${seat}']`)?.className);
  return pairs[0] !== pairs[1];
}"""
"""Are the people on the first two seats no partners in this round?"""
