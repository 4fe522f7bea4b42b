"""At the Gates of Loyang through the page: whole games, prices, displays, keyboard, history."""

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


def own(one: Guest) -> Locator:
    return one.page.locator(".lo-display.own")


async def cash(one: Guest) -> int:
    return int(await own(one).locator("[data-cash]").get_attribute("data-cash") or -1)


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
async def test_the_panel_of_cards_can_be_minimised(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.make("whim", "whim", game=GAME)
    await ada.start()
    await ada.reach("distribute")
    panel, cards = page.locator("[data-test=panel]"), page.locator("#lo-panel-cards")
    await expect(panel).to_be_visible()
    await expect(panel.locator(".lo-section.hand .lo-card")).to_have_count(4)
    await ada.picture("loyang-cards-desk-light")
    await page.click("[data-test=minimise]")
    await expect(cards).to_be_hidden()
    await expect(page.locator("[data-test=minimise]")).to_have_attribute("aria-expanded", "false")
    await page.keyboard.press("Enter")
    await expect(cards).to_be_visible()
    assert await ada.violations() == []


@pytest.mark.rule("LOY-25.10", "LOY-25.11", "LOY-25.28")
async def test_prices_stand_on_the_buttons_and_undo_takes_them_back(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.reach("start_crop")
    before = await cash(ada)
    await expect(own(ada).locator("[data-good='1'] [data-verb=plant]")).to_contain_text("−4")
    await ada.answer(".lo-display.own [data-verb=loan]")
    assert await cash(ada) == before + 5
    await expect(own(ada).locator(".loans")).to_contain_text("1")
    await ada.answer("[data-test=undo]")
    assert await cash(ada) == before
    await ada.answer(".lo-display.own [data-good='1'] [data-verb=plant]")
    assert await cash(ada) == before - 4

    await ada.reach("act")
    for verb, sign in (("buy", -1), ("sell", 1)):
        before = await cash(ada)
        button = own(ada).locator(f"[data-verb={verb}]").first
        amount = int((await button.inner_text()).replace("−", "-"))
        assert amount * sign > 0
        await ada.answer(f".lo-display.own [data-verb={verb}]")
        assert await cash(ada) == before + amount


@pytest.mark.rule("LOY-20.9")
async def test_where_loans_are_limited_the_last_one_takes_the_button_along(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", game=GAME, options={"Loans per player": "At most 31"})
    await ada.start()
    await ada.reach("start_crop")
    before = await cash(ada)
    button = ".lo-display.own [data-verb=loan]"
    for _ in range(31):
        await ada.answer(button)
    await expect(own(ada).locator(".loans")).to_contain_text("31")
    assert await cash(ada) == before + 31 * 5
    await expect(ada.page.locator("[data-verb=loan]")).to_have_count(0)
    await ada.answer("[data-test=undo]")
    await expect(ada.page.locator(button)).to_be_visible()


@pytest.mark.rule("LOY-25.25", "LOY-25.26", "LOY-25.27")
async def test_the_next_four_steps_are_shown_with_single_prices_and_sums(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", game=GAME)
    await ada.start()
    preview = own(ada).locator("[data-test=preview]")
    await expect(preview).to_have_attribute("data-single", "1,3,4,5")
    await expect(preview).to_have_attribute("data-sums", "1,4,8,13")
    await ada.reach("advance")
    for step in await own(ada).locator("[data-verb=step]").all():
        n = int(await step.get_attribute("data-noun") or -1)
        price = 0 if n == 0 else (1, 4, 8, 13)[n - 1]
        await expect(step.locator("small")).to_have_text(f"−{price}" if price else "0")


CUSTOMER_WAITS = """() => {
  const display = document.querySelector(".lo-display.own");
  const due = display.querySelector(".regular :is([data-verb=serve], [data-verb=miss])");
  return due && !display.querySelector(".lo-pack.done");
}"""
"""Somebody must be dealt with, and no two-pack is bought yet."""


@pytest.mark.rule("LOY-25.17", "LOY-25.19", "LOY-25.20")
async def test_ticks_on_settled_customers_and_a_confirmed_two_pack(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE", **DESK)
    page = ada.page
    await ada.make("whim", game=GAME, options={"Einsteigervariante": True})
    await ada.start()
    await ada.reach("act", when=CUSTOMER_WAITS)
    settle = own(ada).locator(".lo-card.regular:has([data-verb=serve], [data-verb=miss])").first
    card = await settle.get_attribute("data-card")
    await expect(settle.locator("[data-settled]")).to_have_attribute("data-settled", "no")
    verb = "serve" if await settle.locator("[data-verb=serve]").count() else "miss"
    await ada.answer(f".lo-display.own [data-card='{card}'] [data-verb={verb}]")
    await expect(own(ada).locator(f"[data-card='{card}'] [data-settled]")).to_have_attribute(
        "data-settled", "yes"
    )

    while await cash(ada) < ENOUGH:
        await ada.answer(".lo-display.own [data-verb=loan]")
    price = await page.locator("[data-verb=two_pack]").first.get_attribute("data-price")
    await page.click("[data-verb=two_pack]")
    dialog = page.locator("dialog")
    await expect(dialog).to_contain_text(f"{price} Käsch")
    await dialog.locator(".row button").first.click()
    await expect(dialog).to_have_count(0)
    assert "act" in await ada.prompt()
    await page.click("[data-verb=two_pack]")
    await ada.answer("dialog .danger")
    drawn = page.locator(".lo-section.pack .lo-card")
    await expect(drawn).to_have_count(2)
    under = await drawn.last.get_attribute("data-card")
    await ada.answer(".lo-section.pack .lo-card:first-child [data-verb=top]")
    await ada.answer(".lo-section.pack [data-verb=under]")
    await ada.reach("act")
    await expect(page.locator(f".lo-display.own .lo-stack[data-under='{under}']")).to_have_count(1)
    await ada.picture("loyang-stack-desk-light")
    assert await ada.violations() == []


async def test_displays_of_the_others_are_one_click_away(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ben = await guest("Ben", locale="de-DE", **PHONE)
    table = await ada.make("", "whim", "whim", game=GAME)
    await ben.join(table)
    await ada.start()
    for one, others in ((ada, (1, 2, 3)), (ben, (0, 2, 3))):
        await expect(one.page.locator("[data-tile]")).to_have_count(4)
        for seat in others:
            shown = (await one.area(seat)).locator(f".lo-display[data-display='{seat}']")
            await expect(shown).to_be_in_viewport()
    assert await ben.fits()
    assert await ben.violations() == []
    await ben.picture("loyang-phone-light")


@pytest.mark.rule("LOY-25.2", "LOY-25.3", "LOY-25.4")
async def test_with_the_keyboard_and_through_the_history(guest: NewGuest) -> None:
    ada = await guest("Ada", color_scheme="dark", **DESK)
    page = ada.page
    await ada.make("whim", "whim", game=GAME)
    await ada.start()
    await ada.reach("start_crop")
    await own(ada).locator("[data-verb=plant]").first.focus()
    before = await ada.prompt()
    await page.keyboard.press("Enter")
    await ada.answered(before)
    inside = "() => !!document.activeElement.closest('.line, .stage-board, .stage-mine, .stage-hand')"
    assert await page.evaluate(inside), "the focus stays where one plays"
    await ada.reach("act", when=HELPER_IN_SIGHT)
    await page.locator(".lo-what:visible").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog [data-test=help]")).not_to_be_empty()
    await page.keyboard.press("Escape")
    here = await page.locator("[data-test=course]").inner_text()
    await page.click("[data-step=turn-back]")
    await expect(page.locator("[data-test=live]")).to_be_visible()
    await expect(page.locator(".lo-display [data-verb]")).to_have_count(0)
    for step in ("back", "back", "forward"):
        at = await page.locator(".table-page").get_attribute("data-version")
        await page.click(f"[data-step={step}]")
        await expect(page.locator(".table-page")).not_to_have_attribute("data-version", str(at))
    await page.click("[data-test=live]")
    await expect(page.locator("[data-test=course]")).to_have_text(here, use_inner_text=True)
    assert await ada.violations() == []


HELPER_IN_SIGHT = """() =>
  [...document.querySelectorAll(".lo-what")].some((button) => button.checkVisibility())"""
"""Does a helper lie in a display that one sees, and not half under another card?"""


@pytest.mark.rule("LOY-25.2", "LOY-25.3")
async def test_back_to_the_beginning_of_a_turn_however_long_it_was(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.reach("act")
    table = ada.page.locator(".table-page")
    begun = int(await table.get_attribute("data-version") or 0)
    for _ in range(20):
        await ada.answer(".lo-display.own [data-verb=loan]")
    await expect(own(ada).locator(".loans")).to_contain_text("20")
    await ada.page.click("[data-step=turn-back]")
    await expect(table).to_have_attribute("data-version", str(begun))
    await expect(own(ada).locator(".loans")).to_have_count(0)
    await ada.page.click("[data-step=forward]")
    await expect(own(ada).locator(".loans")).to_contain_text("1")


@pytest.mark.rule("LOY-25.7", "LOY-25.8")
async def test_phase_and_positions(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("whim", "whim", "whim", game=GAME)
    await ada.start()
    course, tokens = ada.page.locator("[data-test=course]"), ada.page.locator("[data-tile] .lo-token")
    await ada.reach("distribute")
    await expect(course).to_contain_text("Card phase")
    places = [int(text) for text in await tokens.all_inner_texts()]
    assert [(n - places[0]) % 4 for n in places] == [0, 1, 2, 3], "clockwise from whoever begins"
    assert {await token.get_attribute("class") for token in await tokens.all()} == {"lo-token pair--1"}
    await ada.reach("act")
    await expect(course).to_contain_text("Action phase")
    assert sorted(await tokens.all_inner_texts()) == ["1", "2", "3", "4"]
    for token in await tokens.all():
        pair = (int(await token.inner_text()) - 1) % 2
        await expect(token).to_have_class(f"lo-token pair-{pair}")


async def test_goods_and_coins_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    ada.hurried = False
    page = ada.page
    await ada.make("whim", game=GAME)
    await ada.start()
    await ada.turn("start_crop")
    await ada.count_flights()
    await ada.answer(".lo-display.own [data-verb=plant]")
    await page.wait_for_function("() => flown.length")
    await ada.reach("act")
    for verb in ("buy", "sell"):
        await page.evaluate("() => { flown = []; }")
        await ada.answer(f".lo-display.own [data-verb={verb}]")
        await page.wait_for_function("() => flown.length >= 2")
    await expect(page.locator(".flying")).to_have_count(0)
    await still(ada)
    await ada.answer(".lo-display.own [data-verb=buy]")
    await ada.turn()
    assert await page.evaluate("() => flown") == [], "nothing flies where motion is not welcome"


async def still(one: Guest) -> None:
    """Switch movement off in the page's preferences."""
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
        await expect(one.page.locator(".lo-display .badge.asked")).not_to_have_count(0)
        assert await one.page.evaluate(ASKED_NOW) == ["act", "act"]
    before = [await cash(ada), await cash(ben)]
    question = await ben.prompt()
    await ada.answer(".lo-display.own [data-verb=loan]")
    assert [await cash(ada), await cash(ben)] == [before[0] + 5, before[1]]
    assert await ben.prompt() == question, "what one pair does leaves the other's question as it is"
    await ben.page.click("[data-tab='mine']")
    await ben.answer(".lo-display.own [data-verb=loan]")
    await ada.answer("[data-test=undo]")
    assert [await cash(ada), await cash(ben)] == [before[0], before[1] + 5]
    await asyncio.gather(ada.play(seed=3), ben.play(seed=7))
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=end] .place")).to_have_count(4)
        assert await one.violations() == []


ASKED_NOW = """async () => {
  const { look } = await import("/static/state.js");
  const { asks } = look(location.hash.split("/")[2]).show.shown.value.public;
  return asks.filter(([seat]) => seat < 2).map(([, , prompt]) => prompt);
}"""
"""What the people on the first two seats are asked."""

IN_DIFFERENT_PAIRS = """() => {
  const pairs = [0, 1].map((seat) => document.querySelector(`[data-tile='${seat}'] .lo-token`)?.className);
  return pairs[0] !== pairs[1];
}"""
"""Are the people on the first two seats no partners in this round?"""
