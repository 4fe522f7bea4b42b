"""Finished games: viewed from every seat, by a link to a moment, from an uploaded log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Route, expect

from server.table.log import written
from tests.table.finished import finished, finished_of

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def bring(one: Guest, tmp_path: Path, game: str, seats: int = 3) -> None:
    """Upload the log of a whole game to its page, and wait for the board."""
    file = tmp_path / f"{game}.log"
    file.write_bytes(finished_of(game, seats))
    await one.go("replay")
    await one.page.set_input_files("[data-test=log]", file)
    await expect(one.page.locator("[data-test=journey]")).to_be_visible()


async def at(page: Page) -> int:
    """The version on the screen."""
    return int(await page.locator(".table-page").get_attribute("data-version") or 0)


async def shows(page: Page, version: int) -> None:
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(version))


async def moved(page: Page, version: int) -> int:
    """The version on the screen, as soon as it has changed."""
    await expect(page.locator(".table-page")).not_to_have_attribute("data-version", str(version))
    return await at(page)


async def test_a_log_that_is_brought_is_looked_through_from_every_seat(
    guest: NewGuest, tmp_path: Path
) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await bring(ada, tmp_path, "loyang")
    begin = await at(page)
    for seat in (0, 2):
        await page.select_option("[data-test=eyes]", str(seat))
        await expect(page.locator(".table-page")).to_have_attribute("data-seat", str(seat))
        await expect(page.locator(".stage-hand")).to_be_visible()
    await page.select_option("[data-test=eyes]", "-1")
    await expect(page.locator(".stage-hand")).to_have_count(0)
    await page.select_option("[data-test=eyes]", "all")
    await expect(page.locator("[data-test=opened] .opened-seat")).to_have_count(3)
    assert await ada.violations() == []
    await page.keyboard.press("D")
    round_2 = await moved(page, begin)
    await expect(page.locator("[data-test=rounds]")).to_have_value(str(round_2))
    await page.keyboard.press("T")
    assert await moved(page, round_2) > round_2
    await page.keyboard.press("t")
    await shows(page, round_2)
    await page.keyboard.press(",")
    await shows(page, round_2 - 1)
    await page.select_option("[data-test=speed]", "4")
    await page.keyboard.press("p")
    assert await moved(page, round_2 - 1) >= round_2, "it runs on, and may be further by now"
    await page.keyboard.press("p")
    await page.emulate_media(media="print", color_scheme="dark")
    for gone in (".stage-board", ".line", ".strip", "[data-test=viewer]", "[data-test=find]"):
        await expect(page.locator(gone)).to_be_hidden()
    await expect(page.locator("h1")).to_be_visible()
    assert await page.evaluate(ON_PAPER), "all of the log"


ON_PAPER = """() => {
  const log = document.querySelector("[data-test=log]");
  const page = document.documentElement;
  return log.offsetHeight > innerHeight && page.scrollHeight >= log.offsetHeight
    && getComputedStyle(page).colorScheme === "light";
}"""
"""Is the page as long as the log, dark on white?"""


NAME_STANDS_FREE = """() => {
  const name = document.querySelector(".since-line b");
  const { data } = name.nextSibling;
  const at = data.search(/\\S/);
  const letter = document.createRange();
  letter.setStart(name.nextSibling, at);
  letter.setEnd(name.nextSibling, at + 1);
  const [before, after] = [name, letter].map((e) => e.getBoundingClientRect());
  return after.top >= before.bottom || after.left - before.right > 2;
}"""
"""Is there a space between the name and the player's action?"""


async def test_on_a_phone_names_stand_apart_from_what_is_told_of_them(
    guest: NewGuest, tmp_path: Path
) -> None:
    ada = await guest("Ada", **PHONE)
    await bring(ada, tmp_path, "loyang")
    for _ in range(3):
        await ada.page.click("[data-step=turn-on]")
        await expect(ada.page.locator(".since-line b").first).to_be_visible()
        assert await ada.page.evaluate(NAME_STANDS_FREE)


async def test_events_are_found_by_what_is_told_of_them(guest: NewGuest, tmp_path: Path) -> None:
    ada = await guest("Ada", locale="de-DE", viewport={"width": 1700, "height": 900})
    page = ada.page
    await bring(ada, tmp_path, "schweinebande")
    find = page.locator("[data-test=find]")
    await find.fill("Runde 3")
    await expect(page.locator(".log-line")).to_have_count(1)
    await find.press("Enter")
    await expect(page.locator("[data-test=since]")).to_contain_text("Runde 3")
    await expect(page.locator(".log-line [aria-current=true]")).to_have_count(1)
    await find.fill("reihenfolgeplattchen 1")  # typed without umlauts
    await expect(page.locator(".log-line").first).to_contain_text("Reihenfolgeplättchen 1")
    await find.fill("")
    await expect(page.locator(".log-line")).not_to_have_count(1)
    assert await ada.violations() == []


async def test_a_file_without_a_finished_game_is_refused_in_words(guest: NewGuest, tmp_path: Path) -> None:
    ada = await guest("Ada", locale="de-DE")
    ada.lost_wires_are_fine = True  # the browser logs the server's refusal
    page = ada.page
    file = tmp_path / "none.log"
    file.write_bytes(written(finished("machi_koro")[:-1]))
    await ada.go("replay")
    await page.set_input_files("[data-test=log]", file)
    dropped = page.locator("[data-test=dropped]")
    await expect(dropped).to_contain_text("kein Protokoll einer beendeten Partie")
    await expect(dropped).to_contain_text("(die Partie ist am Ende des Protokolls nicht zu Ende)")
    assert await ada.violations() == []
    ada.complaints = [said for said in ada.complaints if "status of 400" not in said]


async def test_a_log_is_brought_again_after_a_failure(guest: NewGuest, tmp_path: Path) -> None:
    """The server was away; then a part of the page was, without which there is no board."""
    ada = await guest("Ada", **DESK)
    ada.lost_wires_are_fine = True
    page, dropped = ada.page, ada.page.locator("[data-test=dropped]")
    file = tmp_path / "loyang.log"
    file.write_bytes(finished_of("loyang", 3))

    async def lost(route: Route) -> None:
        await route.abort()

    await ada.go("replay")
    await expect(page.locator("[data-test=log]")).to_be_attached()
    for part, told in (("**/reel", "can’t reach its store"), ("**/games/loyang/**", "could not be loaded")):
        await page.route(part, lost)
        await page.set_input_files("[data-test=log]", file)
        await expect(dropped).to_contain_text(told)
        assert not await page.locator("[data-test=log]").input_value(), "the same file is no other choice"
        await page.unroute(part)
    await page.set_input_files("[data-test=log]", file)
    await expect(page.locator("[data-test=journey]")).to_be_visible()


async def test_a_link_is_not_said_to_be_copied_where_it_can_not_be(guest: NewGuest) -> None:
    """A page without TLS, as in a network at home, has no clipboard."""
    ada = await guest("Ada", **DESK)
    page = ada.page
    await page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.reload()
    table = await ada.begin("greedy", options={"Play for every place": False})
    await ada.rush()
    await page.click("[data-test=look-back]")
    await page.evaluate(TIMELESS)
    await page.click("[data-test=copy-moment]")
    await expect(
        page.locator(".notice").filter(has_text="The link is in the address bar now.")
    ).to_be_visible()
    await expect(page).to_have_url(re.compile(rf"#/replay/{table}\?at=\d+&seat=0$"))
    await expect(page.locator("[data-test=viewer] [role=status]")).to_have_text("")


async def test_a_link_leads_to_a_moment_and_a_running_game_is_not_shown(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    table = await ada.begin("greedy", options={"Play for every place": False})
    await ada.turn()
    await ada.go(f"replay/{table}")
    await expect(page.locator("[data-test=no-replay]")).to_have_attribute("data-code", "not-over")
    await ada.go(f"t/{table}")
    await ada.turn()
    await ada.rush()
    await page.click("[data-test=look-back]")
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    begin = await at(page)
    await page.click("[data-step=forward]")
    await shows(page, begin + 1)
    await page.click("[data-test=copy-moment]")
    await expect(page).to_have_url(re.compile(rf"#/replay/{table}\?at={begin + 1}&seat=0$"))
    await ada.beside("chat")
    await page.get_by_label("Say something about this moment").fill("Here it was decided.")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(f"[data-test=chat] [data-moment='{begin + 1}']")).to_be_visible()
    eve = await guest("Eve", **PHONE)
    await eve.go(f"replay/{table}?at={begin + 1}&seat=1")
    await shows(eve.page, begin + 1)
    await expect(eve.page.locator(".table-page")).to_have_attribute("data-seat", "1")
    await expect(eve.page.locator("[data-test=comment]")).to_contain_text("Here it was decided.")
    assert await eve.fits()
    assert await eve.violations() == []
    await eve.page.click("[data-test=live]")
    await expect(eve.page.locator("[data-test=end]")).to_be_visible()


def form_of(page: Page) -> Locator:
    """The form that asks who plays on."""
    return page.locator("[data-test=branching]")


async def test_from_a_moment_one_plays_on_at_a_table_that_says_where_it_comes_from(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    old = await ada.begin("greedy")
    await ada.rush()
    await page.click("[data-test=look-back]")
    await expect(page.locator("[data-test=journey]")).to_be_visible()
    begin = await at(page)
    await page.keyboard.press(".")
    await shows(page, begin + 1)
    await page.keyboard.press("b")
    form = form_of(page)
    await expect(form.locator("select[data-seat='0']")).to_have_value("me")
    await expect(form.locator("select[data-seat='1']")).to_have_value("greedy")
    await form.locator("[data-test=knows]").select_option("-1")
    assert await ada.violations() == []
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await page.click("[data-test=branch]")
    await form.locator("select[data-seat='1']").select_option("")
    await form.locator("[data-test=make-branch]").click()
    await expect(page).not_to_have_url(re.compile(r"#/replay/"))
    origin = page.locator("[data-test=origin]")
    await expect(origin).to_contain_text(f"step {begin + 1} of another game")
    await expect(origin.get_by_role("link")).to_have_attribute("href", f"#/replay/{old}?at={begin + 1}")
    assert await ada.violations() == []

    eve = await guest("Eve", **{**PHONE, "locale": "de-DE"})
    page = eve.page
    await eve.go(f"replay/{old}?at={begin + 5}&seat=1")
    await shows(page, begin + 5)
    await page.click("[data-test=branch]")
    await expect(form_of(page)).to_contain_text(f"Schritt {begin + 5}")
    await expect(form_of(page).locator("select[data-seat='1']")).to_have_value("me")
    assert await eve.fits()
    assert await eve.violations() == []
    await page.locator("[data-test=make-branch]").click()
    await expect(page.locator("[data-test=journey]")).to_have_count(0)
    await expect(page.locator(".table-page[data-phase=playing]")).to_be_visible()
    await eve.rush()
    await expect(page.locator("[data-test=origin]")).to_contain_text(
        f"Schritt {begin + 5} einer anderen Partie"
    )
    assert await eve.fits()
