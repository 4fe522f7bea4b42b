"""People at a table: new names, namesakes, hosts who leave, seats that are lost, and ways back."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")


FOUND = """async () => {
  const { groupOf, rememberGroup } = await import("/static/core/group_list.js");
  rememberGroup(await groupOf("", "POST", { title: "Thursday", name: "Ada" }));
}"""
MEMBERS = """async (names) => {
  const { groupOf, groups } = await import("/static/core/group_list.js");
  const { members } = await groupOf(groups.value[0].group);
  return JSON.stringify(Object.values(members)) === JSON.stringify(names);
}"""
DRAWN_ANEW = """async () => {
  const { theme } = await import("/static/core/settings.js");
  theme.value = theme.value === "dark" ? "light" : "dark";
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""The dialog is drawn anew, as by a choice in another tab."""


LOSSES = """() => {
  window.losses = 0;
  const banner = document.querySelector(".reconnect");
  new MutationObserver(() => { window.losses += banner.hidden ? 0 : 1; })
    .observe(banner, { attributeFilter: ["hidden"] });
}"""
"""From now on the page counts in `losses` how often it says that its connection is lost."""


async def rename(one: Guest, name: str) -> None:
    """Enter another name in the preferences. What is typed stays when the dialog is drawn meanwhile."""
    await one.page.click("[data-test=preferences]")
    field = one.page.locator("dialog input[autocomplete=nickname]")
    await field.fill(name)
    await one.page.evaluate(DRAWN_ANEW)
    assert await field.input_value() == name
    await field.press("Tab")
    await one.page.keyboard.press("Escape")


async def test_a_new_name_counts_at_the_table_where_one_sits(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **PHONE)
    table = await ada.make("", options={"Who begins": "Seat 1"})
    await ben.join(table)
    await ada.start()
    await ada.turn()
    await ada.page.evaluate(FOUND)
    await ada.page.evaluate(LOSSES)
    await rename(ada, "Countess")
    for one in (ada, ben):
        await expect(one.page.locator("[data-tile='0'] .tile-name")).to_contain_text("Countess")
    await expect(ben.page.locator("[data-test=status]")).to_contain_text("Countess to move")
    assert await ada.page.evaluate("() => window.losses") == 0, "the line is not said to be lost"
    await ada.page.reload()
    await expect(ada.page.locator("[data-tile='0'] .tile-name")).to_contain_text("Countess")
    await ada.until(f"() => ({MEMBERS})(['Countess'])")


async def test_players_of_one_name_are_told_apart(guest: NewGuest) -> None:
    ada, other = await guest("Ada", **DESK), await guest("ada", **DESK)
    table = await ada.make("", options={"Who begins": "Seat 1"})
    await other.join(table)
    await ada.start()
    await ada.turn()
    await expect(other.page.locator(".line-prompt")).to_contain_text("Ada (seat 1)")
    await expect(other.page.locator("[data-test=status]")).to_contain_text("Ada (seat 1) to move")
    await ada.move()
    log = other.page.locator(".log-line").filter(has_text="Ada (seat 1)")
    await expect(log.first).to_be_attached()


async def test_who_loses_a_seat_or_becomes_the_host_is_told(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **DESK)
    table = await ada.make("", options={"Who begins": "Seat 1"})
    await ben.join(table)
    for one in (ada, ben):
        await one.page.evaluate(TIMELESS)
    await (await ada.find("[data-seat='1'] [data-test=remove]")).click()
    await expect(ben.page.locator(".notice").filter(has_text="The host has freed your seat")).to_be_visible()
    await (await ben.find("[data-test=sit]")).click()
    await (await ben.find(ben.page.get_by_role("button", name="Stand up"))).click()
    await expect(ben.page.locator("[data-test=sit]")).to_be_visible()
    await expect(ben.page.locator(".notice").filter(has_text="freed your seat")).to_have_count(1)
    await (await ben.find("[data-test=sit]")).click()
    await ada.start()
    await ada.turn()
    await ada.page.click("[data-test=menu]")
    await (await ada.find("[data-test=resign]")).click()
    await ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(ben.page.locator(".notice").filter(has_text="You are the host now.")).to_be_visible()
    await expect(ada.page.locator(".notice").filter(has_text="Ben is the host now.")).to_be_visible()
    await ada.go("")
    own = ada.page.locator(f"[data-test=own-tables] [data-table='{table}']")
    await expect(own.get_by_role("link", name="Continue")).to_have_count(0)
    await ben.page.click("[data-test=menu]")
    await expect(ben.page.locator("[data-test=close-table]")).to_be_visible()


async def test_a_seat_is_handed_to_people_and_kinds_of_bots_alone(guest: NewGuest) -> None:
    ada, eve = await guest("Ada", **DESK), await guest("Eve", **DESK)
    table = await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await eve.go(f"t/{table}")
    await expect(eve.page.locator("[data-test=board]")).to_be_visible()
    await ada.page.click("[data-test=menu]")
    options = ada.page.locator("[data-test=hand-to]").first.locator("option")
    await expect(options.filter(has_text=re.compile("^Eve$"))).to_have_count(1)
    told = await options.all_text_contents()
    assert [one for one in told if not one.startswith("Bot: ")] == ["Eve"]


async def test_a_name_travels_with_the_words(guest: NewGuest) -> None:
    ada, other = await guest("Ada", **DESK), await guest(**PHONE)
    await ada.make("", link=True)
    await expect(ada.page.locator(".badge.you")).to_be_visible()
    words = await ada.page.evaluate(
        """async () => (await import("/static/core/phrase.js")).phraseOf(
          localStorage.getItem("stammtisch.token")).join(" ")"""
    )
    await other.page.goto(f"{other.address}/#/me")
    await other.page.fill("#me-words", words)
    await (await other.find(other.page.get_by_role("button", name="Continue as this person"))).click()
    await expect(other.page.locator(".who-name")).to_have_text("Ada")


async def test_the_way_back_from_a_table_leads_past_its_form(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.make("greedy", options={"Who begins": "Seat 1"})
    await ada.page.go_back()
    await expect(ada.page).to_have_url(re.compile("#/(nothing.*)?$|/$"))


async def test_the_way_back_leads_past_a_game_that_is_not_here(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.go("new/chess")
    await expect(ada.page.locator("[data-test=make]")).to_be_visible()
    await expect(ada.page).not_to_have_url(re.compile("chess"))
    await ada.page.go_back()
    await expect(ada.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    await expect(ada.page).to_have_url(re.compile("#/$|/$"))


TITLES = {
    "": "Stammtisch",
    "new/machi_koro": "Machi Koro",
    "learn/machi_koro": "Machi Koro",
    "position": "A position of your own",
    "replay": "Watch a game again",
    "book": "book",
    "g": "group",
    "me": "Continue as on another device",
    "kept": "What is kept about me",
    "rules/machi_koro": "Machi Koro",
}


async def test_every_page_has_its_own_title(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    seen = list[str]()
    for route, part in TITLES.items():
        await ada.go(route)
        if seen:
            await expect(ada.page).not_to_have_title(seen[-1])
        await expect(ada.page).to_have_title(re.compile(re.escape(part), re.IGNORECASE))
        await expect(ada.page.locator("main h1").first).to_be_visible()
        await expect(ada.page).to_have_title(re.compile("Stammtisch$"))
        seen.append(await ada.page.title())
    assert len({*seen}) == len(seen), seen


async def test_a_link_that_leads_to_no_table_says_so(guest: NewGuest) -> None:
    eve = await guest(**PHONE)
    await eve.page.goto(f"{eve.address}/#/t/no-such-table")
    await expect(eve.page.locator(".welcome")).to_contain_text("part of the link is missing")
    ada = await guest("Ada", **DESK)
    await ada.go("t/no-such-table")
    await expect(ada.page.locator("[data-test=gone]")).to_contain_text("part of the link is missing")
