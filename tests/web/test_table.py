"""Around the game: invitations, watching, the host's rights, resigning, chat, presence, languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from protocol.frames import Close, Done, Make
from tests.live.hubs import Raw, all_close

from .conftest import NewGuest
from .guest import DESK, DRAWN, LOBBY, PHONE
from .running import House
from .sight import SIZES
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOST = ".notice[data-code='table.seat-lost']"
LEFT = ".notice[data-code='table.seat-left']"


async def test_invited_by_link_to_a_private_table(guest: NewGuest) -> None:
    ada = await guest("Ada")
    table = await ada.make("", link=True)
    link = await ada.page.locator("[data-test=invite]").input_value()
    assert link == f"{ada.address}/t/{table}"
    eve = await guest("Eve", lobby=True)
    await expect(eve.page.locator(LOBBY)).to_be_visible()
    await expect(eve.page.locator(f"[data-table='{table}']")).to_have_count(0)
    ben = await guest()
    await ben.page.goto(link)
    await expect(ben.page.get_by_text("Ada has invited you to a table: Machi Koro")).to_be_visible()
    await ben.page.fill("#guest-name", "Ben")
    await ben.page.keyboard.press("Enter")
    await expect(ada.page.locator(".seat-row[data-seat='1']")).to_contain_text("Ben")
    await eve.page.goto(link)
    await expect(eve.page.get_by_text("All seats are taken. You can watch.")).to_be_visible()
    await ada.start()
    await expect(eve.page.locator("[data-test=board]")).to_be_visible()
    await expect(eve.page.locator("[data-tile]")).to_have_count(2)
    await expect(eve.page.locator(".line [data-verb]")).to_have_count(0)


async def test_the_lobby_is_live(guest: NewGuest) -> None:
    ben = await guest("Ben", lobby=True, locale="de-DE")
    ada = await guest("Ada the First")
    table = await ada.make("", "greedy", options={"Who begins": "Seat 2"})
    row = ben.page.locator(f"[data-table='{table}']")
    await expect(row).to_contain_text("Gastgeber: Ada the First")
    await expect(row).to_contain_text("Wer beginnt")
    await (await ben.find(row.get_by_role("link", name="Mitspielen"))).click()
    await ben.page.click("[data-test=sit]")
    await ada.page.get_by_role("button", name="Remove Ben").click()
    await expect(ben.page.locator(".badge.you")).to_have_count(0)
    await ben.page.click("[data-test=sit]")
    await expect(ben.page.locator(".badge.you")).to_be_visible()
    eve = await guest("Eve", lobby=True)
    seen = eve.page.locator(f"[data-table='{table}']")
    await expect(seen.locator(".tag.open")).to_have_text("all seats taken")
    await expect(seen.get_by_role("link", name="Watch")).to_be_visible()
    await ben.go("")
    await (await ben.find(row.get_by_role("link", name="Zu deinem Tisch"))).click()
    await ben.page.get_by_role("button", name="Aufstehen").click()
    await expect(seen.locator(".tag.open")).to_have_text("open")
    await expect(ada.page.locator(".seat-row[data-seat='1']")).to_have_attribute("data-kind", "open")
    await ada.page.select_option(".seat-row[data-seat='1'] [data-test=want]", "whim")
    await expect(ada.page.locator(".seat-row[data-seat='1']")).to_have_attribute("data-kind", "bot")
    await ada.start()
    await ben.go("")
    await expect(row.get_by_role("link", name="Zuschauen")).to_be_visible()
    await ada.go("")
    await expect(
        ada.page.locator(f"[data-table='{table}']").get_by_role("link", name="Continue")
    ).to_be_visible()


ONE_PAGE_OF = """(made) => {
  const rows = [...document.querySelectorAll("[data-test=tables] > li")];
  return rows.filter(({ dataset: { table } }) => made.includes(table)).length === 50;
}"""
"""Is one page of these newest tables shown? It may also show another one that has changed."""


async def test_a_lobby_of_many_tables_comes_in_pages(guest: NewGuest, house: House) -> None:
    """Made by some guests of another address, who leave again."""
    assert house.server
    makers = [await Raw.open(house.server.url, f"{n:030d}", local_addr=("127.0.0.9", 0)) for n in range(4)]
    for n, maker in enumerate(makers):
        for k in range(18):
            await maker.send(Make(100 * n + k + 1, "machi_koro", 2))
    for maker in makers:
        await maker.next(Done, count=18)
    made = [done.table for maker in makers for done in maker.of(Done)]
    ben = await guest("Ben", lobby=True)
    rows = ben.page.locator("[data-test=tables] > li")
    await ben.page.wait_for_function(ONE_PAGE_OF, arg=made)
    more = ben.page.get_by_role("button", name="Show more tables")
    while await more.count():  # other tests have left tables here, too
        shown = await rows.count()
        await (await ben.find(more)).click()
        await expect(rows).not_to_have_count(shown)
    for table in (made[0], made[-1]):
        await expect(ben.page.locator(f"[data-table='{table}']")).to_be_attached()
    for n, maker in enumerate(makers):
        for k, done in enumerate(maker.of(Done)[:18]):
            await maker.send(Close(1000 * (n + 1) + k, done.table))
        await maker.next(Done, count=36)
    await expect(ben.page.locator(f"[data-table='{made[0]}']")).to_have_count(0)
    await all_close(*makers)


async def test_handing_over_resigning_closing(guest: NewGuest) -> None:
    ada, ben, eve = await guest("Ada"), await guest("Ben"), await guest("Eve")
    fay = await guest("Fay")
    table = await ada.make("", "")
    await ben.join(table)
    await eve.join(table)
    await fay.go(f"t/{table}")
    for one in (ben, eve):
        await one.page.evaluate(TIMELESS)
    await ada.start()
    await expect(eve.page.locator(".mk-city.own")).to_be_visible()
    await eve.page.click("[data-test=menu]")
    await (await eve.find(eve.page.locator("[data-test=resign]"))).click()
    await eve.page.get_by_role("button", name="Resign").click()
    await expect(eve.page.locator(".mk-city.own")).to_have_count(0)
    await expect(eve.page.locator(LEFT)).to_contain_text("You have given up your seat")
    await expect(eve.page.locator(LOST)).to_have_count(0)
    await expect(ada.page.locator("[data-tile='2'] .face.bot svg")).to_be_visible()
    await eve.go("")
    await expect(eve.page.locator(LOBBY)).to_be_visible()
    await expect(eve.page.locator(".notice")).to_have_count(0)  # because the page is another one
    await eve.go(f"t/{table}")
    await expect(eve.page.locator("[data-test=board]")).to_be_visible()

    page = ada.page
    await page.click("[data-test=menu]")
    row = page.locator(".spread").nth(1)
    await row.get_by_label("Give the seat of Ben to").select_option(label="Fay")
    await (await ada.find(row.locator("[data-test=hand]"))).click()
    await page.get_by_role("button", name="Hand over").click()
    await expect(ben.page.locator(".mk-city.own")).to_have_attribute("data-city", "1")
    await ben.page.click("[data-test=agree]")
    await expect(fay.page.locator(".mk-city.own")).to_have_attribute("data-city", "1")
    await expect(ben.page.locator(".mk-city.own")).to_have_count(0)
    await expect(ben.page.locator(LOST)).to_contain_text("handed over")

    await page.click("[data-test=menu]")
    await (await ada.find(page.locator("[data-test=close-table]"))).click()
    await page.get_by_role("button", name="Close the table").click()
    await expect(ben.page.get_by_text("This table has been closed.").first).to_be_visible()


async def test_chat_and_who_is_here(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("")
    await ben.join(table)
    await ada.start()
    await ada.beside("chat")
    await ada.page.get_by_label("Say something").fill("Hello <b>Ben</b>")
    await ada.page.keyboard.press("Enter")
    await expect(ben.page.locator("[data-test=to-chat]")).to_contain_text("1")
    await ben.beside("chat")
    await expect(ben.page.locator("[data-test=chat]")).to_contain_text("Hello <b>Ben</b>")
    await ben.page.reload()
    await expect(ben.page.locator("[data-test=to-chat]")).to_be_visible()
    await ada.call("say", table, "Again")
    unread = ben.page.locator("[data-test=to-chat] .count")
    await expect(unread).to_have_text(re.compile("^1"))  # the first one was read before
    await ben.beside("chat")
    for one in (ada, ben):
        below = one.page.locator("[data-test=chat] li").last
        assert await below.evaluate(WORDS_BELOW_NAME), "the text of a line is below name and time"
    await expect(ada.page.locator("[data-tile='1'] .badge.away")).to_have_count(0)
    await ben.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='1'] .badge.away")).to_be_visible()
    await ben.page.go_back()
    await expect(ada.page.locator("[data-tile='1'] .badge.away")).to_have_count(0)
    await ben.beside("chat")
    await expect(ben.page.locator("[data-test=chat] li")).to_have_count(2)


@pytest.mark.parametrize(
    ("locale", "written"),
    [("en-GB", r"^\d\d:\d\d$"), ("en-US", r"^\d?\d:\d\d.[AP]M$"), ("de-AT", r"^\d\d:\d\d$")],
)
async def test_times_are_written_as_where_the_browser_is(guest: NewGuest, locale: str, written: str) -> None:
    ada = await guest("Ada", locale=locale)
    await ada.make("")
    await ada.page.fill(".chat-form input", "Hello")
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.locator("[data-test=chat] time")).to_have_text(re.compile(written))


async def test_who_opens_the_chat_writes_in_it(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **PHONE)
    await ben.join(await ada.make(""))
    await ada.start()
    field = ada.page.get_by_label("Say something")
    await ada.beside("chat")
    await ada.page.keyboard.type("gr")  # outside of the field these are shortcuts
    await expect(field).to_have_value("gr")
    await ada.beside("log")  # the drawer stays open
    await expect(ada.page.get_by_role("tab", name="Log")).to_be_focused()
    await ada.beside("chat")
    await ada.page.keyboard.type("ll")
    await expect(field).to_have_value("grll")
    await ada.page.keyboard.press("Escape")
    await expect(ada.page.locator("[data-test=to-chat]")).to_be_focused()
    await ben.beside("chat")
    await expect(ben.page.get_by_role("tab", name="Chat")).to_be_focused()  # no keyboard opens unasked


async def test_somebody_is_muted_and_the_chat_hidden_for_oneself(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    await ben.join(await ada.make("", "greedy"))
    await ada.start()
    await ada.beside("chat")
    tabs = {name: ada.page.get_by_role("tab", name=name) for name in ("People", "Chat")}
    await tabs["People"].click()
    mute = ada.page.locator("[data-test=mute]")
    await expect(mute).to_have_count(1)  # neither oneself nor a bot
    await expect(mute).to_have_attribute("aria-label", re.compile("^Mute .*Ben"))
    await mute.click()
    await expect(mute).to_have_attribute("aria-pressed", "true")
    await ada.picture("people-muted")
    assert not await ada.violations()
    await tabs["Chat"].click()
    await ben.beside("chat")
    for who, words in ((ben, "Nobody hears this"), (ada, "Who is there?")):
        await who.page.get_by_label("Say something").fill(words)
        await who.page.keyboard.press("Enter")
    lines = ada.page.locator("[data-test=chat] li")
    await expect(ben.page.locator("[data-test=chat] li")).to_have_count(2)
    await expect(lines).to_have_count(1)
    await expect(lines).to_contain_text("Who is there?")
    await ada.page.reload()
    await ada.beside("chat")
    await expect(lines).to_have_count(1)
    await tabs["People"].click()
    await mute.click()
    await tabs["Chat"].click()
    await expect(lines).to_have_count(2)
    await ada.picture("chat-shown")
    await ada.page.get_by_role("button", name="Hide chat").click()
    await expect(ada.page.get_by_text("You have hidden the chat.")).to_be_visible()
    await expect(ada.page.get_by_label("Say something")).to_have_count(0)
    assert not await ada.violations()
    await ada.page.get_by_role("button", name="Show chat").click()
    await expect(lines).to_have_count(2)


WORDS_ARE_WHOLE = """() => {
  const list = document.querySelector("[data-test=people]");
  const nodes = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  const part = document.createRange();
  const broken = [];
  while (nodes.nextNode()) {
    for (const { 0: word, index } of nodes.currentNode.data.matchAll(/[^\\s-]+/g)) {
      part.setStart(nodes.currentNode, index);
      part.setEnd(nodes.currentNode, index + word.length);
      if (new Set([...part.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}"""
"""The words in the list of people that are broken over two lines."""


@pytest.mark.parametrize("context", [DESK, SIZES["1920x1080"], PHONE], ids=["desk", "large", "phone"])
async def test_names_and_words_in_the_list_of_people_stay_whole(
    guest: NewGuest, context: dict[str, Any]
) -> None:
    ada = await guest("Alexander", locale="de-DE", **context)
    table = await ada.make("", "greedy")
    jo = await guest("Josephine")
    await jo.join(table)
    watcher = await guest("Maximiliana-Friederike")
    await watcher.go(f"t/{table}")
    await ada.start()
    if context in (DESK, PHONE):
        await ada.beside("chat")
    await ada.page.get_by_role("tab", name="Leute").click()
    people = ada.page.locator("[data-test=people] li")
    await expect(people).to_have_count(4)
    assert await ada.page.evaluate(WORDS_ARE_WHOLE) == []
    await people.filter(has_text="Josephine").locator("[data-test=mute]").click()
    await expect(people.filter(has_text="Josephine")).to_contain_text("stummgeschaltet")
    assert await ada.page.evaluate(WORDS_ARE_WHOLE) == []
    assert not await ada.violations()


async def test_what_one_has_said_oneself_is_never_unread(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    await ben.join(await ada.make("", "greedy"))
    await ada.start()
    await ada.beside("chat")
    await ada.page.get_by_label("Say something").fill("Hello!")
    await ada.page.keyboard.press("Enter")
    await expect(ada.page.locator("[data-test=chat] li")).to_have_count(1)
    await ada.page.keyboard.press("Escape")
    await ada.page.reload()
    unread = ada.page.locator("[data-test=to-chat] .count")
    await expect(ada.page.locator("[data-test=to-chat]")).to_be_visible()
    await ben.beside("chat")
    await ben.page.get_by_label("Say something").fill("Good evening!")
    await ben.page.keyboard.press("Enter")
    await expect(unread).to_have_text(re.compile("^1"))


NO_TIME_PASSES = """async () => {
  const { wire } = await import("/static/core/state.js");
  const now = wire.now();
  wire.now = () => now;
}"""
"""From now on what has been said stays new."""

TIME_PASSES = "async () => { delete (await import('/static/core/state.js')).wire.now; }"


async def test_a_reaction_is_one_tap_and_is_drawn_in_the_chat_and_at_the_seat(guest: NewGuest) -> None:
    """It counts as no unread message, and is muted like all that a person says."""
    ada, ben = await guest("Ada"), await guest("Ben")
    await ben.join(await ada.make("", "greedy"))
    await ada.start()
    await ben.beside("chat")
    buttons = ben.page.locator("[data-test=react]")
    await expect(buttons).to_have_count(6)
    await ada.page.evaluate(NO_TIME_PASSES)
    await buttons.nth(1).click()
    said = ben.page.locator("[data-test=chat]").get_by_role("img", name="Thanks")
    await expect(said).to_be_visible()
    at_seat = ada.page.locator("[data-tile='1'] [data-reaction=thanks]")
    await expect(at_seat).to_be_visible()
    await expect(ada.page.locator("[data-test=announcer]")).to_contain_text(": Thanks")
    await ada.picture("reaction")
    await ben.picture("reactions")
    assert not await ada.violations() and not await ben.violations()
    await expect(ada.page.locator("[data-test=to-chat] .count")).to_have_count(0)
    await ada.page.evaluate(TIME_PASSES)
    await expect(at_seat).to_have_count(0)  # after some seconds
    await ada.beside("chat")
    await expect(ada.page.locator("[data-test=chat] li")).to_have_count(1)
    await ada.page.click("#tab-people")
    await ada.page.locator("[data-test=mute]").click()
    await buttons.nth(0).click()
    await ada.page.click("#tab-chat")
    await expect(ada.page.locator("[data-test=chat] [data-reaction]")).to_have_count(0)
    await expect(ada.page.locator(".tile [data-reaction]")).to_have_count(0)


async def test_who_goes_past_the_chat_stays_on_its_tab_and_who_goes_into_it_writes(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy")
    page, field = ada.page, ada.page.locator(".chat-form input")
    await ada.beside("log")
    await page.locator("#tab-log").focus()
    await page.keyboard.press("ArrowRight")
    await expect(field).to_be_visible()
    await page.evaluate(DRAWN)
    await expect(page.locator("#tab-chat")).to_be_focused()
    await page.reload()
    await page.locator("[data-test=board]").wait_for()
    await ada.beside("chat")
    await expect(field).to_be_focused()


async def test_what_was_read_at_one_table_stays_read_whatever_is_read_at_another(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    said = ada.page.locator("[data-test=chat] li:not(.muted)")
    first = await ada.make("")
    await ben.join(first)
    await ada.start()
    await ada.beside("chat")
    await ben.call("say", first, "Hello!")
    await expect(said).to_have_count(1)
    second = await ada.make("")  # a waiting person has the chat in sight
    await ben.join(second)
    await ben.call("say", second, "Here, too!")
    await expect(said).to_have_text(re.compile("Here, too!"))
    await ada.go(f"t/{first}")
    await ada.page.reload()
    await expect(ada.page.locator("[data-test=to-chat]")).to_be_visible()
    await ben.go(f"t/{first}")
    await expect(ben.page.locator("[data-test=to-chat]")).to_be_visible()
    await ben.call("say", first, "Still here")
    await expect(ada.page.locator("[data-test=to-chat] .count")).to_have_text(re.compile("^1"))


async def test_damaged_browser_storage_is_reset(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("")
    await ben.join(table)
    await ada.start()
    for key in ("chats-read", "groups", "setups"):
        await ada.page.evaluate("(key) => localStorage.setItem(`stammtisch.${key}`, '{')", key)
    await ada.page.reload()
    await ben.call("say", table, "Hello!")
    await expect(ada.page.locator("[data-test=to-chat] .count")).to_have_text(re.compile("^1"))
    await ada.make("")
    await expect(ada.page.locator("[data-test=start]")).to_be_attached()


WORDS_BELOW_NAME = """(line) => {
  const [name, time, words] = [".chat-name", "time", "p"].map((part) => line.querySelector(part));
  const foot = Math.max(...[name, time].map((part) => part.getBoundingClientRect().bottom));
  return words.getBoundingClientRect().top >= foot - 1;
}"""


async def test_unread_chat_is_one_touch_away_on_a_phone(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("בני", **PHONE)
    await ben.join(await ada.make(""))
    await ada.start()
    await expect(ada.page.locator("[data-tile='1']")).to_contain_text("\u2068בני\u2069")
    await ada.beside("chat")
    await ada.page.get_by_label("Say something").fill("Hello")
    await ada.page.keyboard.press("Enter")
    there = ben.page.locator("[data-test=to-chat]")
    await expect(there).to_contain_text("1")
    await there.click()
    await expect(ben.page.locator("[data-test=chat]")).to_be_in_viewport()
    await expect(there.locator(".count")).to_have_count(0)


async def test_clocks_run_down_here(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.make("greedy", options={"Clock": "5 minutes, plus 10 s a turn", "Who begins": "Seat 1"})
    await ada.start()
    clock = ada.page.locator("[data-tile='0'] .clock")
    await expect(clock).to_have_text(re.compile(r"^4:\d\d"))
    first = await clock.inner_text()
    await expect(clock).not_to_have_text(first)


async def test_language_and_colours_can_be_switched(guest: NewGuest) -> None:
    ada = await guest("Ada", color_scheme="light")
    page = ada.page
    await ada.begin("greedy")
    await page.click("[data-test=preferences]")
    await page.get_by_text("Deutsch", exact=True).click()
    await expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    await page.get_by_text("Dunkel", exact=True).click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("[data-test=supply]")).to_contain_text("Bäckerei")
    dark = "rgb(21, 26, 24)"
    await expect(page.locator("body")).to_have_css("background-color", dark)
    await page.reload()
    await expect(page.locator("[data-test=supply]")).to_contain_text("Bäckerei")
    await expect(page.locator("body")).to_have_css("background-color", dark)


async def test_a_refusal_is_told_in_front_of_a_dialog(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    refuse = "import('/static/core/state.js').then(({ notice }) => notice('refusal', 'full'))"
    told = page.locator(".notice[data-code=full]")
    await page.evaluate(TIMELESS)
    await page.click("[data-test=preferences]")
    await page.evaluate(refuse)
    await told.get_by_role("button", name="Close").click()
    await expect(told).to_have_count(0)
    await page.evaluate(refuse)
    await expect(page.locator("dialog").locator(told)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(told).to_be_visible()
    await told.get_by_role("button", name="Close").click()
    await expect(told).to_have_count(0)


def plain(name: str) -> str:
    """A name without its permitted breaks."""
    return name.replace("\N{SOFT HYPHEN}", "").strip()


async def test_own_cards_have_names_and_copies_lie_offset(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.reach("build")
    page = ada.page
    names = await page.locator(".mk-city.own .mk-name").all_inner_texts()
    assert [*map(plain, names)] == [
        *("Train Station", "Shopping Mall", "Amusement Park", "Radio Tower"),
        *("Wheat Field", "Bakery"),
    ]
    await page.locator("[data-test=supply] [data-kind='0']").click()
    pile = page.locator(".mk-city.own .mk-pile[data-copies='2']")
    await expect(page.locator("[data-test=supply] [data-kind='0'] .mk-badge")).to_have_text("5")
    under, top = await pile.locator(".mk-under").bounding_box(), await pile.locator(".mk-card").bounding_box()
    assert under and top and under["x"] > top["x"] and under["y"] < top["y"]
    badge = await page.locator("[data-test=supply] [data-kind='0'] .mk-badge").bounding_box()
    card = await page.locator("[data-test=supply] [data-kind='0']").bounding_box()
    assert badge and card and badge["x"] <= card["x"] and badge["y"] <= card["y"]


async def test_moves_are_shown_one_after_the_other(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.hurried = False
    await ada.begin("greedy", "greedy", "greedy", options={"Who begins": "Seat 1"})
    page = ada.page
    await ada.reach("build")
    await page.evaluate(
        """async () => {
          window.seen = [];
          const { look } = await import("/static/core/state.js");
          const { show } = look(location.hash.split("/")[2]);
          const { effect } = await import("/static/core/lib.js");
          effect(() => seen.push(show.shown.value.lines.map(([key]) => key)));
          window.coins = 0;
          new MutationObserver((rows) => rows.forEach((row) => row.addedNodes.forEach((e) => {
            if (e.classList?.contains("mk-flying-coin")) coins += 1;
          }))).observe(document.body, { childList: true });
        }"""
    )
    await ada.answer("[data-test=supply] .mk-card.offered")
    await ada.turn()
    await ada.answer("[data-verb=done]")
    await ada.reach("build")
    stages = [set(keys) for keys in (await page.evaluate("() => seen"))[1:]]
    assert {"built"} in stages
    assert sum("rolled" in keys for keys in stages) == 4, "each roll is a stage of its own"
    assert all(len(keys & {"built", "rolled", "got", "paid"}) <= 1 for keys in stages)
    assert await page.evaluate("() => coins") > 0
