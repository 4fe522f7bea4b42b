"""Beside the game: stand-ins, sounds, copying and sharing the invitation."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from server.table.table import MAX_UNDO_CHANGES

from .conftest import NewGuest
from .guest import DESK, FIRST, LAPTOP, PHONE, Guest
from .running import House
from .timers import TIMELESS, never

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def hasty() -> Iterator[House]:
    """A server on which bots soon stand in for people, but think long enough for them to come back."""
    made = House({"STAMMTISCH_GRACE_MS": "1000"}, pause_ms=(4000, 4000))
    yield made
    made.close()


@pytest.fixture(scope="module")
def brisk() -> Iterator[House]:
    """A server on which bots soon stand in for people, and think for a moment."""
    made = House({"STAMMTISCH_GRACE_MS": "1000"}, pause_ms=(700, 700))
    yield made
    made.close()


async def test_a_bot_stands_in_until_one_acts_again(guest: NewGuest, hasty: House) -> None:
    at = hasty.open()
    ada, ben = await guest("Ada", at=at), await guest("Ben", at=at, locale="de-DE")
    await ben.join(await ada.make("", options=FIRST))
    await ada.start()
    await ada.page.evaluate(TIMELESS)
    place = ada.page.locator("[data-tile='1']")
    badge = place.locator(".badge.stand-in")
    await ben.page.goto("about:blank")
    await expect(place.locator(".badge.away")).to_be_visible()
    await expect(badge).to_have_text("a bot stands in")
    await told(ada, "Ben has been away for a while; a bot stands in.")
    while await ada.turn() == "end_turn" or not await rolls_of(ada, "Ben"):
        await ada.move()
    await expect(badge).to_be_visible()

    await ben.page.go_back()
    await expect(place.locator(".badge.away")).to_have_count(0)
    own = ben.page.locator("[data-tile='1'] .badge.stand-in")
    await expect(own).to_have_text("ein Bot springt ein")
    going_on = asyncio.create_task(ada.play())
    while await own.count():
        await ben.move()  # on a slow machine the bot may have answered first
    for shown in (badge, own):
        await expect(shown).to_have_count(0)
    await expect(ben.page.locator("[data-test=log]")).to_contain_text("Ben ist wieder da")
    await told(ada, "Ben is back.")
    await expect(ben.page.locator(".notice")).to_have_count(0)
    going_on.cancel()


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_who_comes_back_plays_on_by_one_tap_while_others_think(
    guest: NewGuest, hasty: House, context: dict[str, Any]
) -> None:
    at = hasty.open()
    ada, ben = await guest("Ada", at=at), await guest("Ben", at=at, locale="de-DE", **context)
    table = await ada.make("", options=FIRST)
    await ben.join(table)
    await ada.start()
    badge = ada.page.locator("[data-tile='1'] .badge.stand-in")
    await ben.page.goto("about:blank")
    await expect(badge).to_be_visible()
    while await ada.turn() == "end_turn" or not await rolls_of(ada, "Ben"):
        await ada.move()
    await expect(ada.page.locator("[data-test=back]")).to_have_count(0)

    await ben.page.go_back()
    back = ben.page.locator("[data-test=back]")
    await expect(back).to_have_text("Ich bin wieder da")
    await expect(ben.page.locator(".line-prompt")).to_have_text("Ein Bot spielt gerade für dich.")
    await back.click()
    await expect(back).to_have_count(0)
    await expect(badge).to_have_count(0)
    await expect(ada.page.locator("[data-test=log]")).to_contain_text("Ben is back")


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_who_comes_back_sees_what_happened_meanwhile(
    guest: NewGuest, brisk: House, context: dict[str, Any]
) -> None:
    at = brisk.open()
    ada, ben = await guest("Ada", at=at), await guest("Ben", at=at, **context)
    table = await ada.make("", options=FIRST)
    await ben.join(table)
    await ada.start()
    await ada.play("end_turn")
    await ben.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='1'] .badge.stand-in")).to_be_visible()
    while await ada.turn() == "end_turn" or await rolls_of(ada, "Ben") < 2:
        await ada.move()

    await ben.page.go_back()
    page = ben.page
    await expect(page.locator("[data-test=back]")).to_be_visible()
    step = page.locator("[data-since=back]")
    await expect(page.locator(".since-line")).not_to_contain_text("away for a while")
    while await step.is_enabled():
        await step.click()
    await expect(page.locator(".since-line")).to_contain_text("Ben has been away for a while")
    assert await ben.violations() == []
    assert await ben.fits()
    await page.locator("[data-test=meanwhile]").click()
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    then = int(await page.locator(".table-page").get_attribute("data-version") or 0)
    lines = page.locator(".log-line[aria-current=true], .log-line:has([aria-current=true])")
    await expect(lines).to_contain_text("Ben has been away for a while")
    await page.locator("[data-test=live]").click()
    await expect(page.locator("[data-test=journey]")).to_have_count(0)
    assert int(await page.locator(".table-page").get_attribute("data-version") or 0) > then
    await page.locator("[data-test=back]").click()
    await expect(page.locator("[data-test=meanwhile]")).to_have_count(0)


SO_LONG = """async ([table, version]) => {
  const { look } = await import("/static/core/state.js");
  const view = look(table);
  view.show.push({ ...view.mirror(), version }, true);
}"""
"""Show the current state as if a long animation of events preceded it, which takes minutes."""


async def test_where_nobody_comes_back_by_saying_so_no_button_offers_it(
    guest: NewGuest, hasty: House
) -> None:
    """The button was shown and its request refused (`settled`); so was that for handing over seats."""
    at = hasty.open()
    ada, ben = await guest("Ada", at=at), await guest("Ben", at=at, **PHONE)
    table = await ada.make("", options=FIRST)
    await ben.join(table)
    await ada.start()
    await ben.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='1'] .badge.stand-in")).to_be_visible()
    await ben.page.go_back()
    back = ben.page.locator("[data-test=back]")
    await expect(back).to_be_visible()
    for one in (ada, ben):
        await one.page.evaluate(SO_LONG, [table, MAX_UNDO_CHANGES - 1])
        await expect(one.page.locator(".table-page")).to_have_attribute(
            "data-version", str(MAX_UNDO_CHANGES - 1)
        )
    await expect(back).to_be_visible()
    for one in (ada, ben):
        await one.page.evaluate(SO_LONG, [table, MAX_UNDO_CHANGES])
    await expect(ben.page.locator("[data-test=by-playing]")).to_be_visible()
    await expect(back).to_have_count(0)
    assert await ben.violations() == []
    assert await ben.fits()
    await ada.page.click("[data-test=menu]")
    await expect(ada.page.locator("[data-test=close-table]")).to_be_visible()
    await expect(ada.page.locator("[data-test=hand]")).to_have_count(0)
    await ada.page.keyboard.press("Escape")
    await ada.play("end_turn")
    await (await ada.find("[data-verb=done]")).click()
    going_on = asyncio.create_task(ada.play())
    badge = ada.page.locator("[data-tile='1'] .badge.stand-in")
    while await badge.count():
        await ben.move()  # on a slow machine the bot may have answered first
    await expect(ada.page.locator("[data-test=log]")).to_contain_text("Ben is back")
    going_on.cancel()


async def test_all_are_told_once_who_has_given_up_a_seat(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben", **PHONE)
    table = await ada.make("", options=FIRST)
    await ben.join(table)
    await ada.start()
    await expect(ben.page.locator("[data-test=board]")).to_be_visible()
    for one in (ada, ben):
        await one.page.evaluate(TIMELESS)
    await ben.call("leave", table, 1)
    await told(ada, "Ben has left; a bot plays on.")
    await expect(ben.page.locator(".notice")).to_have_count(1)
    await expect(ben.page.locator(".notice")).to_contain_text("You have given up your seat")


async def test_who_sits_down_is_read_out_in_the_set_up(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("")
    await ben.join(table)
    await expect(ada.page.locator("[data-test=announcer]")).to_contain_text("Ben sits down")


async def told(one: Guest, words: str) -> None:
    """The new player of a seat is shown, and read out once: the notice itself is a live region."""
    note = one.page.locator(".notices[role=status] .notice", has_text=words)
    await expect(note).to_be_visible()
    await expect(note).to_have_count(1)
    await expect(one.page.locator("[data-test=announcer]")).not_to_contain_text(words)
    await note.get_by_role("button").click()
    await expect(note).to_have_count(0)


async def rolls_of(one: Guest, name: str) -> int:
    """The number of lines in the log about rolls of this player."""
    return await one.page.locator(".log-line", has_text=f"{name} rolls").count()


COUNT_TONES = """() => {
  window.tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    tones += 1;
    return start.apply(this, when);
  };
}"""
HEARD = "() => tones > 0"


async def test_sounds_are_made_only_where_they_are_wanted(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", options=FIRST)
    await page.evaluate(COUNT_TONES)
    await ada.play(steps=4)
    await ada.turn()
    assert await page.evaluate("() => tones") == 0
    switch = page.get_by_label("Sounds")
    await page.click("[data-test=preferences]")
    await expect(switch).not_to_be_checked()
    await switch.check()
    await page.wait_for_function(HEARD)  # the sound is played at once
    await page.keyboard.press("Escape")
    await page.evaluate("() => { tones = 0; }")
    await ada.play(steps=4)
    await ada.turn()
    await page.wait_for_function(HEARD)
    await page.reload()
    await page.click("[data-test=preferences]")
    await expect(switch).to_be_checked()
    await switch.uncheck()
    await page.keyboard.press("Escape")
    await page.evaluate(COUNT_TONES)
    await ada.play(steps=4)
    assert await page.evaluate("() => tones") == 0


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_sounds_are_offered_beside_what_happened(guest: NewGuest, context: dict[str, object]) -> None:
    """On a phone there is no room beside it: the menu is marked, and has the offer."""
    ada = await guest("Ada", **context)
    page = ada.page
    await ada.begin("greedy", options=FIRST)
    await ada.play(steps=8)
    await ada.turn()
    await page.evaluate(COUNT_TONES)
    menu, offer = page.locator("[data-test=menu]"), page.locator("[data-test=invitation]")
    await expect(page.locator(".since-line")).to_be_visible()
    if "has_touch" in context:
        await expect(offer).to_have_count(0)
        await (await ada.find(menu.and_(page.locator(".marked")))).click()
    await (await ada.find("[data-test=advice-off]")).click()  # of the two offers this one comes first
    await expect(offer).to_be_visible()
    assert await ada.violations() == []
    await (await ada.find(offer.locator("[data-test=sounds-on]"))).click()
    await page.wait_for_function(HEARD)  # the sound is played at once
    await expect(offer).to_have_count(0)
    await expect(page.locator(".marked")).to_have_count(0)


COUNT_ENDS = """() => {
  window.ends = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    ends += this.frequency.value === 1046.5;
    return start.apply(this, when);
  };
}"""
"""Counts the strokes of the bell above the chord, which is played only at the end of a game; dice can have
tones near it."""


async def test_the_end_is_heard_once(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", options=FIRST)
    await page.click("[data-test=preferences]")
    await page.get_by_label("Sounds").check()
    await page.keyboard.press("Escape")
    await page.evaluate(COUNT_ENDS)
    await ada.rush()
    await page.wait_for_function("() => ends > 0")
    await (await ada.find("[data-test=look]")).click()
    await page.locator("[data-step=back]").click()
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    await page.locator("[data-test=live]").click()
    await expect(page.locator("[data-test=journey]")).to_have_count(0)
    assert await page.evaluate("() => ends") == 1


SAID = """(words) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let n = 0;
  while (walk.nextNode()) {
    const { parentElement: at, textContent } = walk.currentNode;
    n += textContent.includes(words) && at.checkVisibility() && !at.closest(".sr, [data-test=log]");
  }
  return n;
}"""


@pytest.mark.parametrize("context", [LAPTOP, PHONE], ids=["laptop", "phone"])
async def test_the_table_says_once_that_the_game_is_over_and_who_has_won(
    guest: NewGuest, context: dict[str, Any]
) -> None:
    """It was told three times: by the bar, by the last event, and by the question."""
    ada, ben = await guest("Ada", **context), await guest("Ben", **context, locale="de-DE")
    table = await ada.begin("greedy", options=FIRST)
    await ada.rush()
    won = await ada.page.locator("[data-place='1']").get_attribute("data-seat") == "0"
    await (await ada.find("[data-test=look]")).click()
    line = ada.page.locator(".line-prompt")
    await expect(line).to_have_text(re.compile("You have won!" if won else "Won by "))
    assert await ada.page.evaluate(SAID, "The game is over") == 1
    await ben.go(f"t/{table}")
    await (await ben.find("[data-test=look]")).click()
    await expect(ben.page.locator(".line-prompt")).to_contain_text("Gewonnen hat ")
    assert await ben.page.evaluate(SAID, "Das Spiel ist zu Ende") == 1


STAYS_COPIED = never(("core/sharing.js", "COPIED_MS"))
"""From now on a button that has copied says so for ever."""


async def test_the_invitation_is_copied_and_shared(guest: NewGuest, named: str) -> None:
    ada, ben = await guest("Ada"), await guest("Ben", named, **PHONE, locale="de-DE")
    await ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = f"{ada.address}/t/{await ada.make('', link=True)}"
    await expect(ada.page.get_by_role("button", name="Share")).to_have_count(0)
    await ada.page.evaluate(STAYS_COPIED)
    await ada.page.get_by_role("button", name="Copy").click()
    await expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()
    assert await ada.page.evaluate("() => navigator.clipboard.readText()") == link

    await ben.page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    table = await ben.make("", link=True)
    await (await ben.find(ben.page.get_by_role("button", name="Teilen"))).click()
    shared = await ben.page.wait_for_function("() => window.shared")
    assert await shared.json_value() == {"title": "Stammtisch", "url": f"{ben.address}/t/{table}"}
