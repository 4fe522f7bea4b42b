"""Seats before the game begins: invited people sit down at once, the host changes the number of seats, and
the main button is the one that leads on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from .conftest import NewGuest
from .guest import DESK, FIRST, LAPTOP, PHONE, Guest
from .pairs import pairs
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")

OWN = ".badge.you"
WINDOWS = pairs("context, locale", {"laptop": LAPTOP, "phone": PHONE}, {it: it for it in ("en-GB", "de-DE")})


def seat(guest: Guest, number: int) -> Locator:
    return guest.page.locator(f".seat-row[data-seat='{number}']")


async def come_by_link(guest: Guest, table: str, name: str = "") -> None:
    """Open an invitation, as from a message; newcomers say a name."""
    await guest.page.goto("about:blank")
    await guest.page.goto(f"{guest.address}/t/{table}")
    if name:
        guest.name = name
        await guest.page.fill("#guest-name", name)
        await guest.page.keyboard.press("Enter")


async def main_button(guest: Guest, test: str) -> None:
    """Wait until this is the only main button of the waiting room, and can be pressed; "" for none."""
    shown = guest.page.locator(".waiting-room .primary")
    await expect(shown).to_have_count(1 if test else 0)
    if test:
        await expect(shown).to_have_attribute("data-test", test)
        await expect(shown).to_be_enabled()


# -- invitations ---------------------------------------------------------------------------------------


@WINDOWS
async def test_who_opens_an_invitation_and_says_a_name_has_a_seat(
    guest: NewGuest, context: dict[str, Any], locale: str
) -> None:
    ada, ben = await guest("Ada", **DESK), await guest(**context, locale=locale)
    table = await ada.make("greedy", "", "", game="bruges", link=True)
    await ben.page.goto(f"{ben.address}/t/{table}")
    button = ben.page.locator(".welcome .primary")
    await expect(button).to_have_text("Platz nehmen" if locale == "de-DE" else "Sit down")
    await ben.page.fill("#guest-name", "Ben")
    await ben.page.evaluate(TIMELESS)
    await button.click()
    await expect(seat(ben, 2).locator(OWN)).to_be_visible()
    told = "Du hast einen Platz" if locale == "de-DE" else "You have a seat"
    await expect(ben.page.locator(".notice.note")).to_contain_text(told)
    await main_button(ben, "")
    assert await ben.violations() == [] and await ben.fits()
    move = "Hier sitzen" if locale == "de-DE" else "Sit here"
    await (await ben.find(seat(ben, 3).get_by_role("button", name=move))).click()
    await expect(seat(ben, 3).locator(OWN)).to_be_visible()
    await expect(seat(ben, 2).locator(OWN)).to_have_count(0)
    await expect(ada.page.locator(".seat-row[data-kind=person]")).to_have_count(2)


async def test_a_seat_is_given_once_and_only_to_invited_people(guest: NewGuest) -> None:
    """Not to those who stood up, were sent away, or look at a table of the lobby."""
    ada, ben = await guest("Ada", **DESK), await guest("Ben", lobby=True, **DESK)
    table = await ada.make("", "", game="bruges")
    row = ben.page.locator(f"[data-table='{table}']").get_by_role("link")
    await (await ben.find(row)).click()
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)
    assert ben.page.url.endswith(f"#/t/{table}"), "whoever copies the address invites with it"
    await come_by_link(ben, table)
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)
    other = await ben.context.new_page()  # opened from the lobby in another tab
    second = await ada.make("", "", game="bruges")
    await other.goto(f"{ben.address}/#/t/{second}?look")
    await expect(other.locator("[data-test=sit]")).to_have_count(2)
    await other.close()

    third = await ada.make("", "", game="bruges")
    await come_by_link(ben, third)
    await expect(seat(ben, 1).locator(OWN)).to_be_visible()
    await ben.page.get_by_role("button", name="Stand up").click()
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)
    await come_by_link(ben, third)
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)
    await main_button(ben, "sit")
    await ben.page.locator("[data-test=sit].primary").click()
    await expect(seat(ben, 1).locator(OWN)).to_be_visible()
    await ada.page.get_by_role("button", name="Remove Ben").click()
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)
    await ben.page.reload()
    await expect(ben.page.locator("[data-test=sit]")).to_have_count(2)


async def test_the_host_is_given_no_seat_by_the_own_link(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    table = await ada.make("", game="bruges")
    await ada.page.get_by_role("button", name="Stand up").click()
    await expect(ada.page.locator("[data-test=sit]")).to_have_count(2)
    await ada.page.evaluate("() => localStorage.removeItem('stammtisch.visited')")
    await come_by_link(ada, table)
    await expect(ada.page.locator("[data-test=sit]")).to_have_count(2)


async def test_of_two_invited_at_once_one_gets_the_last_seat_and_the_other_reads_so(guest: NewGuest) -> None:
    ada, ben, cem = await guest("Ada", **DESK), await guest("Ben", **DESK), await guest("Cem", **DESK)
    table = await ada.make("", game="bruges")
    late = "() => window.held.forEach((go) => go())"
    for one in (ben, cem):  # both pages have drawn the free seat before either asks for it
        await one.context.add_init_script(
            """() => {}; window.held = []; const { send } = WebSocket.prototype;
            WebSocket.prototype.send = function (data) {
              const sits = new TextDecoder("latin1").decode(data).includes("\\xa3sit");
              if (sits) window.held.push(() => send.call(this, data)); else send.call(this, data);
            };"""
        )
        await come_by_link(one, table)
        await one.page.wait_for_function("() => window.held.length > 0")
    await ben.page.evaluate(late)
    await expect(seat(ben, 1).locator(OWN)).to_be_visible()
    await cem.page.evaluate(late)
    await expect(cem.page.locator(".notice[data-code=full]")).to_contain_text("All seats are taken.")
    await expect(cem.page.locator(".waiting-seats")).to_contain_text("You can watch.")
    await main_button(cem, "")


# -- more seats, and fewer -----------------------------------------------------------------------------


@WINDOWS
async def test_the_host_adds_seats_and_takes_them_away(
    guest: NewGuest, named: str, context: dict[str, Any], locale: str
) -> None:
    ada, ben = await guest("Ada", named, **context, locale=locale), await guest("Ben", **DESK)
    table = await ada.make("", game="machi_koro")
    german = locale == "de-DE"
    fewer = ada.page.locator("[data-test=seats-fewer]")
    more = ada.page.locator("[data-test=seats-more]")
    count = ada.page.locator(".seat-count output")
    await expect(count).to_have_text("2 Plätze" if german else "2 seats")
    await expect(fewer).to_have_attribute("aria-disabled", "true")
    await expect(fewer).to_have_attribute(
        "title",
        "Das Spiel ist für mindestens 2 Personen." if german else "The game needs at least 2 players.",
    )
    await (await ada.find(more)).focus()
    for seats in (3, 4):
        await ada.page.keyboard.press("Enter")
        await expect(count).to_have_text(f"{seats} Plätze" if german else f"{seats} seats")
        await expect(more).to_be_focused()
    await expect(more).to_have_attribute("aria-disabled", "true")
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.locator(".seat-row")).to_have_count(4)
    assert await ada.violations() == [] and await ada.fits()

    await ben.go(f"t/{table}")
    await expect(ben.page.locator(".seat-count")).to_have_count(0)
    await (await ben.find(seat(ben, 3).locator("[data-test=sit]"))).click()
    await expect(fewer).to_have_attribute("aria-disabled", "true")
    await (await ada.find(fewer)).click()
    await expect(ada.page.locator(".notice[data-code='seats.held']")).to_contain_text(
        "Auf Platz 4 sitzt Ben." if german else "Ben sits in seat 4."
    )
    await expect(ada.page.locator(".seat-row")).to_have_count(4)
    await (await ben.find(seat(ben, 1).locator("[data-test=move]"))).click()
    for seats in (3, 2):
        await expect(fewer).to_have_attribute("aria-disabled", "false")
        await (await ada.find(fewer)).click()
        await expect(ben.page.locator(".seat-row")).to_have_count(seats)
    await ada.start()
    await expect(ben.page.locator("[data-tile]")).to_have_count(2)


async def test_a_seat_with_a_bot_goes_with_its_bot(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("", "greedy", game="bruges")
    await expect(seat(ada, 2)).to_have_attribute("data-kind", "bot")
    await ada.page.click("[data-test=seats-fewer]")
    await expect(ada.page.locator(".seat-row")).to_have_count(2)


async def test_what_the_number_decides_changes_with_it_and_other_variants_stand_in_the_way(
    guest: NewGuest,
) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("", "", "", game="bruges")
    await ada.page.click("[data-test=seats-more]")
    await expect(ada.page.locator(".seat-row")).to_have_count(5)
    await expect(ada.page.locator(".waiting-rules .tags")).to_contain_text("yes")
    await expect(ada.page.locator("[data-test=seats-fewer]")).to_have_attribute("aria-disabled", "false")
    await ada.make("", "", game="machi_koro", options={"Who begins": "Seat 3"})
    fewer = ada.page.locator("[data-test=seats-fewer]")
    await expect(fewer).to_have_attribute("aria-disabled", "true")
    await expect(fewer).to_have_attribute("title", "That doesn’t go with the variant: Who begins.")
    await fewer.click()
    await expect(ada.page.locator(".seat-row")).to_have_count(3)


# -- the main button -----------------------------------------------------------------------------------


async def test_the_main_button_is_the_one_that_leads_on(guest: NewGuest, named: str) -> None:
    ada, ben = await guest("Ada", named, **DESK), await guest("Ben", **DESK)
    table = await ada.make("", game="bruges")
    await main_button(ada, "copy")  # to invite, while a seat is free
    await expect(ada.page.locator("[data-test=start]")).to_be_disabled()
    await ben.go(f"t/{table}")
    await main_button(ben, "sit")
    await ben.page.locator("[data-test=sit].primary").click()
    await main_button(ben, "")  # who sits waits for the host
    await expect(ben.page.locator(".waiting-seats")).to_contain_text("The host begins the game.")
    await main_button(ada, "start")
    await ada.page.click("[data-test=seats-more]")
    await main_button(ada, "copy")
    await ada.page.select_option("[data-test=want]", "greedy")
    await main_button(ada, "start")
    await ada.page.get_by_role("button", name="Stand up").click()
    await main_button(ada, "sit")
    await expect(ada.page.locator("[data-test=sit].primary")).to_have_count(1)
    await ada.page.locator("[data-test=sit].primary").click()
    await main_button(ada, "start")
    await ada.start()


async def test_where_no_friend_can_open_the_link_bots_are_the_way_on(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.make("", game="bruges")
    await expect(ada.page.locator("[data-test=invite]")).to_be_visible()
    await main_button(ada, "fill")


async def test_on_a_phone_the_link_is_shared(guest: NewGuest, named: str) -> None:
    ada = await guest(**PHONE, at=named)
    await ada.context.add_init_script("Navigator.prototype.share = async (what) => { window.shared = what; }")
    await ada.enter("Ada")
    table = await ada.make("", game="bruges")
    await main_button(ada, "share")
    await ada.page.click("[data-test=share]")
    assert (await ada.page.evaluate("() => window.shared"))["url"].endswith(f"/t/{table}")


async def test_while_bots_are_on_their_way_no_button_is_the_main_one(guest: NewGuest, botless: str) -> None:
    ada = await guest("Ada", botless, **DESK)
    await ada.make("greedy", game="bruges")
    await main_button(ada, "")
    await expect(ada.page.locator("[data-test=no-bots]")).to_be_visible()
    await main_button(ada, "")


async def test_where_the_network_can_be_opened_for_friends_that_is_the_way_on(guest: NewGuest) -> None:
    ada = await guest(**DESK)
    await ada.context.add_init_script(
        "sessionStorage.setItem('stammtisch.network-key', 'a-key-of-this-test')"
    )
    await ada.enter("Ada")
    await ada.make("", game="bruges")
    await main_button(ada, "open-network")


async def test_while_players_of_the_last_game_are_expected_the_link_is_the_way_on(
    guest: NewGuest, named: str
) -> None:
    ada, ben = await guest("Ada", named, **DESK), await guest("Ben", **DESK)
    table = await ada.make("", options={**FIRST, "Play for every place": False})
    await ben.join(table)
    await ada.start()
    await asyncio.gather(ada.rush(), ben.rush())
    await (await ada.find("[data-test=rematch]")).click()
    await expect(seat(ada, 1)).to_have_attribute("data-kind", "kept")
    await main_button(ada, "copy")
    held = ada.page.locator("[data-test=seats-fewer]")
    await expect(held).to_have_attribute("aria-disabled", "true")
