"""An evening of real people: a link, a game to its end, a rematch, at a human pace."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.settings.config import read

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest, cover_of
from .running import ORDINARY_PAUSE, House

pytestmark = pytest.mark.asyncio(loop_scope="session")

END_IS_SEEN = """() => {
  const title = document.querySelector("#end-title");
  const { top, bottom } = title.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && document.activeElement === title;
}"""

PLACES_STAND_FREE = """() => [...document.querySelectorAll(".place")].every((place) => {
  const words = document.createRange();
  words.selectNodeContents(place.querySelector(".place-number"));
  return words.getBoundingClientRect().right <= place.querySelector(".avatar").getBoundingClientRect().left;
})"""
"""Does no "2nd" overlap the sign of the player in second place?"""

LOG_IS_AT_ITS_END = """() => {
  const place = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [box, last] = [place(".to-end"), place(".log-line:last-child")];
  return last.top > box.top && last.bottom < box.bottom;
}"""

LEGEND_FITS = """() => {
  const colours = (part, what) => [...document.querySelectorAll(part)].map((e) => getComputedStyle(e)[what]);
  const lines = colours(".graph-line polyline", "stroke");
  return String(lines) === String(colours(".seat-chip", "backgroundColor"));
}"""
"""Has each name below the score chart the colour of its line?"""

KEPT = ".seat-row[data-kind=kept]"
OWN = ".seat-row[data-kind=person] .badge.you"

BUTTONS_IN_A_COLUMN = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
  const rights = boxes(".seat-row button").map(({ right }) => right);
  const heights = boxes(".seat-row").map(({ height }) => height);
  return [rights, heights].every((all) => Math.max(...all) - Math.min(...all) < 4);
}"""
"""Are the buttons of all seats in a column, and are all rows of the same height?"""


@pytest.fixture(scope="module")
def pub() -> Iterator[House]:
    """A server as people start it, with its default bots, at a tenth of their usual pause."""
    shortest, longest = ORDINARY_PAUSE
    made = House({"STAMMTISCH_MINDS": ",".join(read({}).minds)}, pause_ms=(shortest // 10, longest // 10))
    yield made
    made.close()


async def test_each_game_offers_the_levels_that_it_has(guest: NewGuest, pub: House) -> None:
    ada = await guest("Ada", at=pub.open(), **DESK)
    levels = ["skilled", "beginner", "casual"]
    has = {
        "machi_koro": [*levels, "expert"],
        "santiago": [*levels, "expert", "master"],
        "bruges": [*levels, "expert", "master"],
        "loyang": [*levels, "expert", "master"],
    }
    for game, offered in has.items():
        await ada.go(f"new/{game}")
        await expect(ada.page.locator(f".setup-head {cover_of(game)}")).to_be_visible()
        for who in ("[data-seat='1']", "[data-test=stand-in]"):
            bots = ada.page.locator(f"select{who} option").filter(has_text="Bot:")
            await expect(bots).to_have_text([f"Bot: {level}" for level in offered])


async def log_ends_in_sight(one: Guest, title: str) -> None:
    await one.beside("log")
    await expect(one.page.get_by_role("tab", name=title)).to_be_visible()
    await expect(one.page.locator(".log-line").last).to_be_visible()
    await one.page.wait_for_function(LOG_IS_AT_ITS_END)
    await one.page.keyboard.press("Escape")


async def dealing_is_proved(one: Guest, people: int, folder: Path) -> None:
    """Verify the dealing in the page, and with the command that it names."""
    page = one.page
    await (await one.find(".verify summary")).click()
    await expect(page.locator(".verify")).to_have_attribute("data-match", "true")
    await expect(page.locator(".verify")).to_have_attribute("data-kept", "true")
    await expect(page.locator(".verify dt", has_text="promised before")).to_have_count(people)
    one.lost_wires_are_fine = True
    await page.route("**/tables/*/log", lambda route: route.abort())
    await (await one.find("[data-test=verify-log]")).click()
    await expect(page.locator("[data-test=verified] .bad")).to_contain_text("can’t be loaded")
    await page.unroute("**/tables/*/log")
    await (await one.find("[data-test=verify-log]")).click()
    await expect(page.locator("[data-test=verified] .good")).to_contain_text("The log matches")
    async with page.expect_download() as coming:
        await (await one.find("[data-test=log-file]")).click()
    file = folder / "game.log"
    await (await coming.value).save_as(file)
    told = (await page.locator("[data-test=command]").inner_text()).split()
    assert {"--verify", "--commitment", "--luck"} < set(told)
    command = [sys.executable, *told[1:4], str(file), *told[5:]]
    verified = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr


async def to_the_end(one: Guest, clicked: int, seed: int) -> None:
    """Answer so many questions by clicks, and all others over the same socket."""
    assert len((await one.play(steps=clicked, seed=seed)).asked) >= 10
    await one.rush()


@pytest.mark.parametrize(
    "clicked", [pytest.param(12, id="some"), pytest.param(-1, id="all", marks=pytest.mark.long)]
)
async def test_an_evening_of_two_people_and_two_bots(
    guest: NewGuest, pub: House, tmp_path: Path, clicked: int
) -> None:
    ada = await guest("Ada", at=pub.open(), **DESK)
    table = await ada.make("", "skilled", "beginner", link=True, options={"Play for every place": False})
    link = await ada.page.locator("[data-test=invite]").input_value()

    ben = await guest(at=pub.open(), locale="de-DE", **PHONE)
    await ben.page.goto(link)
    await expect(ben.page.locator("#guest-name")).to_be_focused()
    await ben.page.keyboard.type("Ben")
    await ben.page.keyboard.press("Enter")
    ben.name = "Ben"
    await expect(ben.page.locator(".badge.you")).to_be_visible()
    await ada.start()
    await expect(ben.page.locator("[data-test=board]")).to_be_visible()

    await asyncio.gather(to_the_end(ada, clicked, seed=3), to_the_end(ben, clicked, seed=7))
    for one, title in ((ada, "Log"), (ben, "Verlauf")):
        await expect(one.page.locator("[data-test=end] .place")).to_have_count(4)
        await expect(one.page.locator(".place-1")).to_have_count(1)
        await one.page.wait_for_function(END_IS_SEEN)
        await expect(one.page.locator("[data-test=rematch]")).to_be_in_viewport(ratio=1)
        await log_ends_in_sight(one, title)
    await dealing_is_proved(ada, 4, tmp_path)

    await (await ada.find("[data-test=rematch]")).click()
    await ada.page.wait_for_url(lambda url: "/#/t/" in url and not url.endswith(table))
    await (await ben.find("[data-test=next]")).click()
    for one in (ada, ben):
        await expect(one.page.locator(".seat-row")).to_have_count(4)
        await seated_again(one, table)
    await ada.start()
    second = [asyncio.create_task(one.play(steps=8)) for one in (ada, ben)]
    done, others = await asyncio.wait(second, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()  # this player is asked less often than the other
    assert all(len(played.result().asked) == 8 for played in done)


async def seated_again(one: Guest, table: str) -> None:
    """A person is at another table than this, and has the seat there that was kept for them."""
    await one.page.wait_for_function("(old) => !location.hash.endsWith(old)", arg=table)
    await expect(one.page.locator(OWN)).to_have_count(1)
    await expect(one.page.get_by_text("You can watch.")).to_have_count(0)
    await expect(one.page.locator("[data-test=gone]")).to_have_count(0)


async def test_play_again_for_whoever_and_however_they_come(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", **DESK)
    table = await ada.make("", "greedy", options={"Play for every place": False})
    await ben.join(table)
    await ada.start()
    await asyncio.gather(ada.rush(), ben.rush())
    eve = await guest("Eve", **DESK)
    await eve.go(f"t/{table}")
    await expect(eve.page.locator("[data-test=end]")).to_be_visible()
    await expect(eve.page.locator("[data-test=next], [data-test=rematch]")).to_have_count(0)

    await (await ben.find("[data-test=rematch]")).click()  # a guest asks for it, the host follows
    await seated_again(ben, table)
    again = ben.page.url
    await eve.page.goto(again)
    await expect(eve.page.get_by_text("All seats are taken. You can watch.")).to_be_visible()
    await expect(ben.page.locator(KEPT)).to_have_text(re.compile("not here yet"))
    await ben.until(BUTTONS_IN_A_COLUMN)  # once the bot is there, too
    await (await ada.find("[data-test=next]")).click()
    await seated_again(ada, table)
    await expect(ben.page.locator(KEPT)).to_have_count(0)
    await ada.page.reload()
    await seated_again(ada, table)
    await ben.page.goto("about:blank")
    await ben.page.goto(again)  # by the link, as from a message
    await seated_again(ben, table)
    other = await ada.context.new_page()  # a second screen
    await other.goto(again)
    await expect(other.locator(OWN)).to_be_visible()
    await ben.start()
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=board]")).to_be_visible()


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_the_end_is_seen_wherever_one_looks(guest: NewGuest, context: dict[str, object]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("greedy", options={"Play for every place": False})
    await ada.turn()
    await ada.page.mouse.move(300, 300)
    await ada.page.mouse.wheel(0, 3000)
    await ada.page.click("[data-tile='1'] .tile-name")  # looks at another player's area meanwhile
    assert await ada.page.evaluate("() => scrollY") == 0
    await ada.rush()
    await ada.page.wait_for_function(END_IS_SEEN)
    assert await ada.page.evaluate(PLACES_STAND_FREE)
    confetti = ada.page.locator(".confetti")
    await expect(confetti).to_have_count(1)
    await ada.picture(f"end-seen-{'phone' if context is PHONE else 'desk'}")
    await expect(ada.page.locator("[data-test=graph]")).to_be_attached()
    for scheme in ("light", "dark"):
        await ada.page.emulate_media(color_scheme=scheme)
        assert await ada.page.evaluate(LEGEND_FITS), scheme
    await ada.picture(f"end-dark-{'phone' if context is PHONE else 'desk'}")
    await (await ada.find("[data-test=look]")).click()
    await ada.page.click("[data-test=result]")
    await ada.page.wait_for_function(END_IS_SEEN)
    await expect(confetti).to_have_count(0)  # once is enough


async def test_who_writes_when_the_game_ends_writes_on(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.begin("greedy", options={"Play for every place": False})
    await ada.turn()
    await ada.beside("chat")
    field = ada.page.get_by_label("Say something")
    await field.focus()
    await ada.rush()
    await ada.page.keyboard.type("Well played")
    await expect(field).to_have_value("Well played")
