"""Bruges in the page: whole games, cards and their actions, prices, the pile, the fifth player."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Locator, expect

from .conftest import NewGuest
from .guest import DESK, FIRST, PHONE, Guest, pick

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "bruges"


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
        assert await number(shown, "data-worth") == total, "the projected score is the final one"


async def test_cards_are_drawn_from_stacks_whose_colours_are_seen(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
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
    await ada.begin("whim", game=GAME, options=FIRST)
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


async def test_a_house_is_built_somebody_moves_in_and_the_price_is_said_before(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.reach("turn")
    worth = page.locator("[data-player='0'] [data-worth]")
    before = await number(worth, "data-worth")
    await page.locator(".br-card[data-verb=open]").first.click()
    await ada.answer(".br-action[data-verb=house]")
    await expect(page.locator("[data-player='0'] .br-house.vacant")).to_have_count(1)
    await expect(worth).to_have_attribute("data-worth", str(before + 1))
    gable = page.locator("[data-player='0'] .br-gable")
    await gable.click()  # though there is nothing to choose
    await expect(page.locator("[data-test=explanation]")).to_contain_text("The card’s front")


async def test_cards_and_coins_fly_where_motion_is_welcome(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.hurried = False
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
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
    table = await ada.begin("whim", "whim", game=GAME, options=FIRST)
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


async def play_card(one: Guest) -> None:
    """Play a card for workers."""
    await one.page.locator(".br-card[data-verb=open]").first.click()
    await one.answer(".br-action[data-verb=workers]")


async def test_options_of_an_expansion_are_disabled_without_it(guest: NewGuest) -> None:
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
        "desk-dark": ("Fifth player", "This depends on the number of players."),
        "phone-light": ("Fünfter Spieler", "Das entscheidet die Zahl der Spieler."),
    }[name]
    switch = page.get_by_label(label)
    await expect(switch).to_be_disabled()
    await expect(switch).not_to_be_checked()
    await pick(page, "count", 5)
    await expect(switch).to_be_checked()
    await expect(page.locator(".toggle", has=switch)).to_contain_text(why)
    await ada.find(page.locator(".setup-variants input").last)  # at the end nothing lies partly under the bar
    assert await ada.violations() == []
    await pick(page, "count", 3)
    await expect(switch).not_to_be_checked()
    await ada.begin(*["whim"] * 4, game=GAME)
    await expect(page.locator("[data-tile]")).to_have_count(5)
    await ada.reach("turn")
    await ada.picture(f"{GAME}-five-{name}")
    assert await ada.violations() == []
    assert await ada.fits()


async def test_what_a_card_can_not_do_says_why(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("whim", game=GAME)
    await ada.reach("turn")
    await page.locator(".br-card[data-verb=open]").first.click()
    six = ["workers", "guilders", "threat", "canal", "house", "hire"]
    names = "(all) => all.map((e) => e.dataset.refused ?? e.dataset.verb)"
    assert await page.locator(".br-action, .br-refused").evaluate_all(names) == six
    refused = page.locator("[data-refused=hire]")
    await expect(refused).to_contain_text("no empty house")
    assert await page.locator(".br-refused button, button.br-refused").count() == 0
