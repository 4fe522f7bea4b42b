"""The lobby: the own tables first, a game against bots by one tap, facts about the games, filters."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Route, expect

from server.games import GAMES
from server.games.catalogue import catalogue
from server.settings.config import Settings

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest, pick
from .running import House
from .slow import RATE

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHOLE_COVERS = """() => Promise.all([...document.querySelectorAll(".game-cover img")].map(async (image) => {
  await image.decode();
  const { width, height } = image.getBoundingClientRect();
  const ratio = image.naturalWidth / image.naturalHeight;
  return Math.min(width / height / ratio, ratio / (width / height));
}))"""
"""The visible part of each cover."""


async def is_up(one: Guest, name: str) -> bool:
    """Is it another player's turn at the table on the screen?"""
    return await one.page.evaluate(THEIR_TURN, f"{name} to move") is True


THEIR_TURN = """(said) => {
  const told = () => document.querySelector("[data-test=status]")?.textContent.includes(said);
  return player.until(() => told() || player.asked(), said);
}"""
"""True as soon as the page says that it is this other player's turn."""


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_game_against_bots_is_one_tap_away(guest: NewGuest, context: dict[str, object]) -> None:
    ada, ben = await guest("Ada", lobby=True, **context), await guest("Ben", lobby=True)
    await (await ada.find("[data-game=machi_koro] [data-test=play-now]")).click()
    await ada.page.wait_for_selector("[data-test=board]")
    await ada.turn()
    table = ada.page.url.rsplit("/", 1)[1]
    seats = await ada.page.evaluate(
        """async (table) => {
          const { look } = await import("/static/core/state.js");
          return look(table).show.shown.value.public.seats.map(({ kind }) => kind);
        }""",
        table,
    )
    assert seats == ["person", "bot", "bot"]
    await expect(ben.page.locator(".game-tile").first).to_be_visible()
    await expect(ben.page.locator(f"[data-table='{table}']")).to_have_count(0)  # other people don't find it


WATCH_FOR_START = """() => {
  window.offered = false;
  new MutationObserver(() => { offered ||= !!document.querySelector("[data-test=start]"); })
    .observe(document, { subtree: true, childList: true });
}"""


async def test_on_a_slow_line_who_plays_at_once_meets_no_waiting_room(guest: NewGuest) -> None:
    """While the start was in progress the waiting room was shown, with a disabled button."""
    ada = await guest("Ada", lobby=True, **PHONE)
    page = ada.page
    await page.evaluate(WATCH_FOR_START)
    line = await ada.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", slow)
    await (await ada.find("[data-game=machi_koro] [data-test=play-now]")).click()
    await expect(page.locator("[data-test=board]")).to_be_visible()
    assert not await page.evaluate("() => offered")


async def test_a_spinner_is_shown_while_modules_load(guest: NewGuest, address: str) -> None:
    """The page was once blank until its modules had arrived."""
    ada = await guest("Ada")
    sign = ada.page.locator("#app > .spinner")
    come = asyncio.Event()

    async def hold(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await ada.page.route(re.compile(r"/static/(core/app|main)\..*js"), hold)
    await ada.page.goto(f"{address}/?again", wait_until="commit")
    await expect(sign).to_be_in_viewport()
    come.set()
    await expect(ada.page.locator("[data-test=play-now]").first).to_be_visible()
    await expect(sign).to_have_count(0)


async def test_who_is_alone_with_bots_waits_for_nobody_once_more(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    page = ada.page
    await (await ada.find("[data-game=machi_koro] [data-test=play-now]")).click()
    await page.wait_for_selector("[data-test=board]")
    first = page.url
    await ada.rush()
    await (await ada.find("[data-test=rematch]")).click()
    await page.wait_for_url(lambda url: url != first)
    await expect(page.locator(".table-page[data-phase=playing]")).to_be_visible()
    await expect(page.locator("[data-test=board]")).to_be_visible()


async def test_a_table_waiting_for_missing_bots_says_so(guest: NewGuest, botless: str) -> None:
    ada = await guest("Ada", lobby=True, at=botless, **PHONE)
    ben = await guest("Ben", at=botless, locale="de-DE", **DESK)
    await (await ada.find("[data-game=machi_koro] [data-test=play-now]")).click()
    note = ada.page.locator("[data-test=no-bots]")
    # At once: what the page would say after a while, it never says here (guest.py).
    await expect(note).to_contain_text("No bot has come so far.")
    await expect(note).to_contain_text("open for a person")
    assert await ada.violations() == []
    await ben.go(f"t/{ada.page.url.rsplit('/', 1)[1]}")
    theirs = ben.page.locator("[data-test=no-bots]")
    await expect(theirs).to_contain_text("Bisher ist kein Bot gekommen.")
    await expect(theirs).not_to_contain_text("frei für jemanden")  # only the host can give the seats away
    for seat in (1, 2):
        await ada.page.locator(f"[data-seat='{seat}'] [data-test=want]").select_option("")
    await expect(note).to_have_count(0)
    await ada.page.reload()  # a start that waits for bots would be given up by itself, after a while
    await (await ada.find("[data-test=fill]")).click()
    await expect(note).to_contain_text("No bot has come so far.")


async def test_a_start_that_waits_for_bots_in_vain_is_given_up(guest: NewGuest, botless: str) -> None:
    """Then the seats can be filled anew."""
    ada = await guest("Ada", lobby=True, at=botless, waits=False, **PHONE)
    await (await ada.find("[data-game=machi_koro] [data-test=play-now]")).click()
    for seat in (1, 2):
        await ada.page.locator(f"[data-seat='{seat}'] [data-test=want]").select_option("")
    await expect(ada.page.locator("[data-test=fill]")).to_be_enabled()


@pytest.fixture(scope="module")
def keyless() -> Iterator[str]:
    """The address of a server that admits no bots."""
    made = House({"BOT_KEY": ""})
    yield made.open()
    made.close()


async def test_where_no_bots_can_come_none_are_offered(guest: NewGuest, keyless: str) -> None:
    ada = await guest("Ada", lobby=True, at=keyless, **DESK)
    page = ada.page
    await expect(page.locator("[data-test=new-table]")).to_have_count(len(GAMES))
    await expect(page.locator("[data-test=play-now]")).to_have_count(0)
    await (await ada.find("[data-game=bruges] [data-test=learn]")).click()
    await expect(page.locator("[data-test=learn-together]")).to_be_visible()
    await expect(page.locator("[data-test=learn-alone]")).to_have_count(0)
    await ada.make("", game="bruges")
    await expect(page.locator("[data-test=want] option[value=me]")).to_be_attached()
    await expect(page.locator("[data-test=fill]")).to_have_count(0)


async def test_one_s_own_tables_come_first_and_say_whose_turn_it_is(guest: NewGuest, patient: str) -> None:
    ada = await guest("Ada", at=patient, **DESK)
    ben = await guest("Ben", at=patient, locale="de-DE", **DESK)
    waits = await ada.make("", game="santiago")
    table = await ada.make("", link=True, options={"Who begins": "Seat 1"})
    await ben.join(table)
    await ada.start()
    await ada.turn()
    for one in (ada, ben):
        await one.go("")
    rows = ada.page.locator("[data-test=own-tables] > li")
    await expect(rows).to_have_count(2)
    for row, expected in ((rows.first, table), (rows.last, waits)):
        await expect(row).to_have_attribute("data-table", expected)
    await expect(rows.first).to_have_class(re.compile("asked"))
    await expect(rows.first).to_contain_text("It is your turn")
    await expect(rows.last).to_contain_text("1 seat is still empty")
    await expect(ada.page).to_have_title("● It is your turn · What shall we play? · Stammtisch")
    await expect(ada.page.locator(f"[data-test=tables] [data-table='{waits}']")).to_have_count(0)
    theirs = ben.page.locator(f"[data-test=own-tables] [data-table='{table}']")
    await expect(theirs).to_contain_text("Ada ist dran")
    assert await ada.violations() == []

    await rows.first.get_by_role("link", name="Continue").click()
    await ada.move()
    while not await is_up(ada, "Ben"):
        await ada.move()
    await ada.go("")
    await expect(theirs).to_contain_text("Du bist dran")  # without a reload, within seconds
    await expect(rows.first).to_contain_text("Ben to move")
    await ada.go(f"t/{waits}")
    await expect(ada.page.locator(".waiting-head")).to_be_visible()
    await ada.call("close", waits)
    await ada.call("close", table)
    await ada.go("")
    await expect(ada.page.locator("[data-test=own-tables]")).to_have_count(0)
    await expect(ada.page.locator(".recent a")).to_have_count(2)


OVERTAKEN = """async () => {
  const { glance, glances } = await import("/static/lobby/tables.js");
  const answers = [];
  window.fetch = () => new Promise((go) => answers.push((n) => go(Response.json({ n }))));
  const looks = [glance("t"), glance("t"), glance("t")];
  const known = [];
  for (const n of [1, 0, 2]) {
    answers[n](n);
    await looks[n];
    known.push(glances.value.t.n);
  }
  return known;
}"""
"""Three requests about a table, of which the second is answered first: the known state after each answer."""


async def test_of_looks_at_a_table_the_latest_counts_whenever_its_answer_comes(guest: NewGuest) -> None:
    ada = await guest("Ada")
    assert await ada.page.evaluate(OVERTAKEN) == [1, 1, 2]


async def test_one_s_seat_at_the_next_table_is_told_to_be_kept(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    await ben.join(await ada.make("", options={"Play for every place": False}))
    await ada.start()
    await asyncio.gather(ada.rush(), ben.rush())
    await (await ben.find("[data-test=rematch]")).click()
    await expect(ben.page.locator("[data-test=invite]")).to_be_visible()
    await ada.go("")
    waits = ada.page.locator(".own-waits")
    await expect(waits).to_have_text("Your seat is kept for you.")
    await ben.go("")
    await expect(ben.page.locator(".own-waits")).to_have_text("1 seat is still empty.")


async def test_a_page_begins_at_its_top_however_far_one_had_scrolled(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, viewport={"width": 1366, "height": 600})
    page = ada.page
    await expect(page.locator("[data-test=learn]")).to_have_count(len(GAMES))
    last = page.locator("[data-test=learn]").last  # the number of tables below it varies
    await last.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    assert await page.evaluate("() => scrollY") > 100
    await last.click()
    await expect(page.locator(".learn")).to_be_visible()
    await expect(page.locator("h1")).to_be_focused()
    assert await page.evaluate("() => scrollY") == 0


async def test_each_game_tells_players_time_age_and_how_demanding_it_is(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    for row in catalogue():
        tile = ada.page.locator(f"[data-game='{row['name']}']")
        facts = tile.locator(".game-facts")
        for said in (
            f"{row['seats'][0]}–{row['seats'][1]}",
            row["facts"]["en"]["time"],
            row["facts"]["en"]["age"],
        ):
            await expect(facts).to_contain_text(said)
        await expect(facts.locator(".weight i.on")).to_have_count(row["weight"])
        await expect(tile.get_by_role("link", name=f"Rules: {row['titles']['en']}")).to_be_visible()
    parts = await ada.page.evaluate(WHOLE_COVERS)
    assert len(parts) == len(GAMES) and min(parts) > 0.9, "covers are not cut off"


WAYS_IN_A_ROW = """() => [...document.querySelectorAll(".game-ways")].every(({ children }) =>
  new Set([...children].map((way) => Math.round(way.getBoundingClientRect().top))).size === 1)"""


async def test_on_a_phone_the_ways_into_a_game_are_in_a_row(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **PHONE)
    await expect(ada.page.locator(".game-ways").first).to_be_visible()
    async for language in ada.languages():
        assert await ada.page.evaluate(WAYS_IN_A_ROW), language


async def test_the_list_of_tables_is_filtered(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", lobby=True, **DESK)
    room = await ada.make("", game="santiago")
    full = await ada.make("greedy", game="schweinebande")
    running = await ada.make("greedy", options={"Who begins": "Seat 1"})
    await ada.start()
    page = ben.page
    rows = {name: page.locator(f"[data-test=tables] [data-table='{table}']") for name, table in
            (("room", room), ("full", full), ("running", running))}  # fmt: skip
    for state, seen in {"open": {"room"}, "playing": {"running"}, "mine": set(), "all": {*rows}}.items():
        await pick(page, "tables", state)
        for name, row in rows.items():
            await expect(row).to_have_count(1 if name in seen else 0)
    await expect(rows["full"]).to_contain_text("all seats taken")
    await expect(rows["running"].get_by_role("link", name="Watch")).to_be_attached()
    await page.select_option("[data-test=filter-game]", "santiago")
    await expect(rows["room"]).to_have_count(1)
    await expect(rows["running"]).to_have_count(0)
    assert await ben.violations() == []
    for table in (room, full, running):
        await ada.call("close", table)


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_tables_left_alone_lie_folded_apart(guest: NewGuest, context: dict[str, object]) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **context, locale="de-DE")
    table = await ada.make("greedy", game="machi_koro", options={"Who begins": "Seat 1"})
    await ada.start()
    await ben.go("")
    row = ben.page.locator(f"[data-table='{table}']")
    await expect(row).to_be_visible()
    await ada.page.goto("about:blank")
    left = ben.page.locator("[data-test=left-alone]")
    # The lobby learns of it when the table is due, at the latest after the grace period of Ada's seat.
    await expect(left.locator(row)).to_have_count(1, timeout=Settings().grace_ms + 60_000 * RATE)
    await expect(row).to_be_hidden()
    fold = left.locator("summary")
    await expect(fold).to_contain_text(re.compile("verlassener? Tisch"))
    await (await ben.find(fold)).click()
    await expect(row).to_contain_text("Verlassen seit")
    assert await ben.violations() == []
    assert await ben.fits()
    await ben.picture(f"lobby-left-alone-{'phone' if 'has_touch' in context else 'desk'}")
    await ada.page.go_back()
    await expect(ben.page.locator("[data-test=tables]:not(details *)").locator(row)).to_be_visible()
    await ada.call("close", table)
