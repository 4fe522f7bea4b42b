"""Plays guided games in the page with the proposed choices.

`python -m tests.web.lessons` plays every lesson of every game, in both languages, on a laptop and a phone,
and keeps a picture of each page of each step.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Locator, expect

from server.authoring.lessons import minutes
from server.games import GAMES
from server.games.lessons import lessons

from .guest import SCREENSHOTS, Guest
from .pointer import as_people_do
from .running import Chromium, House, patiently
from .sight import SIZES

COACH = "[data-test=coach]:not(.stale)"

SAID = """async () => {
  const { look } = await import("/static/core/state.js");
  const shown = look(location.hash.split("/").pop()).show.shown.value;
  const { step, pages, propose } = shown.mine.hints.lesson;
  if (shown.mine.ask?.number === undefined) return "later";
  if (!step) return null;
  const found = (light) => document.querySelector(`.stage :is(${light})`);
  const dark = pages.flatMap(({ lights }) => lights).filter((light) => !found(light));
  return { step, pages: pages.map(({ say }) => say), propose, dark };
}"""
"""The lesson's text at the open question, and the highlights that find nothing on the page. "later" between
an answer and the next question."""

CHOICE, OPENER = "[data-lit][data-verb]:not([data-leads])", "[data-lit][data-leads]"
"""Highlighted things that make a choice, and highlighted things that open others with such choices."""

IN_SIGHT = """async () => {
  const all = [...document.querySelectorAll("[data-lit]")];
  const within = (from, to, most) => Math.min(to, most) - Math.max(from, 0);
  const half = ({ left, right, top, bottom }) => {
    const seen = within(left, right, innerWidth) * within(top, bottom, innerHeight);
    return seen >= Math.min((right - left) * (bottom - top), innerWidth * innerHeight) / 2;
  };
  const seen = (one) => half(one.getBoundingClientRect()) && !pointer.look(one).trouble;
  const waits = () => all.length && !all.some(seen);
  for (let n = 0; n < 600 && waits(); n++) await new Promise((go) => setTimeout(go, 50));
  return !waits();
}"""
"""If there are highlighted things: is at least half of one of them in sight and uncovered?"""

CLICKS = 6
"""A proposed choice takes at most this many clicks."""


class Read(NamedTuple):
    """A page of a step that was read."""

    step: str
    page: int
    words: str


Do = Callable[[Guest, Locator], Awaitable[None]]
"""Activates a thing, by pointer or keyboard."""


async def click(guest: Guest, thing: Locator) -> None:
    await (await guest.find(thing)).click()


async def press(guest: Guest, thing: Locator) -> None:
    """By the keyboard."""
    await thing.focus()
    await guest.page.keyboard.press("Enter")


async def begin(guest: Guest, game: str, do: Do = click) -> None:
    """Begin a game's lesson alone."""
    await guest.go(f"learn/{game}")
    await do(guest, guest.page.locator("[data-test=learn-alone]"))
    await guest.page.wait_for_selector("[data-test=board]")


async def read(guest: Guest, language: str, do: Do, seen: Callable[[Read], Awaitable[None]]) -> str:
    """Read all pages at this question; returns the step, "" if there is no text."""
    said: Any
    while (said := await guest.page.evaluate(SAID)) == "later":
        await guest.turn()
    if said is None:
        return ""
    assert said["dark"] == [], f"{said['step']}: nothing is found by {said['dark']}"
    coach = guest.page.locator(f"{COACH}[data-coach='{said['step']}']")
    at = int(await coach.get_attribute("data-at") or 0)
    for number in range(at, len(said["pages"])):
        await expect(coach).to_have_attribute("data-at", str(number))
        words = said["pages"][number][language]
        await expect(coach.locator(".coach-words > p").last).to_have_text(words)
        await seen(Read(said["step"], number, words))
        if number + 1 < len(said["pages"]):
            await do(guest, coach.locator("[data-test=coach-next]"))
    return str(said["step"])


async def follow(guest: Guest, do: Do) -> None:
    """Follow the highlights until there is another question: things that make a choice before things that
    only open others, the latter one after the other."""
    asked = await guest.prompt()
    for turn in range(CLICKS):
        choices, openers = guest.page.locator(CHOICE), guest.page.locator(OPENER)
        lit = choices if await choices.count() else openers
        await do(guest, lit.nth(turn % max(1, await lit.count())))
        if await guest.page.evaluate(CHANGED, asked):
            return
    raise AssertionError(f"what is proposed can't be done\n{await guest.told()}")


CHANGED = """async (asked) => {
  const sent = () => player.question() !== asked || document.querySelector(".line .spinner");
  for (let n = 0; n < 30 && !sent(); n++) await new Promise((go) => setTimeout(go, 50));
  if (!sent()) return false;
  await player.until(() => player.question() !== asked, `an answer to ${asked}`);
  return true;
}"""


async def nothing(page: Read) -> None:
    """Ignore the pages."""


async def through(
    guest: Guest, game: str, language: str, do: Do = click, seen: Callable[[Read], Awaitable[None]] = nothing
) -> list[str]:
    """Play a lesson that has begun, until its last step; returns the steps on the way."""
    last = lessons(game)["first"].steps[-1].name
    steps: list[str] = []
    while last not in steps:
        assert await guest.turn() != "end"
        steps.append(await read(guest, language, do, seen))
        if last not in steps:
            if await guest.page.locator(f"{CHOICE}, {OPENER}").count():
                await follow(guest, do)
            else:
                await guest.play(steps=1)
    return steps


class Job(NamedTuple):
    """A lesson to play: its game, language and window."""

    game: str
    language: str
    size: str


class Gone(NamedTuple):
    """The time that a job takes a person, in words, and the pages that mentioned things out of sight.

    A page that comes again, with the last question of a kind or after a way back, is not read again.
    """

    told: str
    unseen: list[str]


async def go(chromium: Chromium, address: str, job: Job) -> Gone:
    """Play a lesson and check every page; keep a picture of each."""
    context, page = await chromium.window(locale=job.language, reduced_motion="reduce", **SIZES[job.size])
    guest, pages, unseen = Guest(context, page, address), [], []

    async def keep(one: Read) -> None:
        pages.append(one)
        if not await page.evaluate(IN_SIGHT):
            unseen.append(f"{one.step} {one.page}")
        name = f"lesson-{'-'.join(job)}-{len(pages):02}-{one.step}-{one.page}"
        await page.screenshot(path=SCREENSHOTS / f"{name}.png")

    try:
        await guest.prepare()
        await guest.come("Ada")
        await begin(guest, job.game)
        choices = len(await through(guest, job.game, job.language, seen=keep))
        assert guest.complaints == [], guest.complaints
        assert (found := await guest.violations()) == [], found
    finally:
        await patiently(context.close())
    once = {(page.step, page.page): page.words for page in pages}
    length = sum(map(len, once.values()))
    took = minutes(length, choices)
    return Gone(f"{len(once)} pages, {length} characters, {choices} questions: {took:.1f} minutes", unseen)


async def all_of(jobs: list[Job]) -> int:
    """Do all jobs and print each; returns how many pages mentioned things out of sight."""
    house, chromium = House({"STAMMTISCH_MINDS": "casual"}), Chromium()
    SCREENSHOTS.mkdir(exist_ok=True)
    wrong = 0
    try:
        with as_people_do():
            for job in jobs:
                told, unseen = await go(chromium, house.open(), job)
                wrong += len(unseen)
                bad = f"; NOT IN SIGHT: {', '.join(unseen)}" if unseen else ""
                print(f"{' '.join(job)}: {told}{bad}", flush=True)
    finally:
        await patiently(chromium.close())
        house.close()
    return wrong


def main(words: list[str]) -> int:
    it = argparse.ArgumentParser(prog=f"python -m {__package__}.{Path(__file__).stem}", description=__doc__)
    it.add_argument("games", nargs="*", help="only these games")
    chosen = it.parse_args(words).games or [game for game in GAMES if lessons(game)]
    jobs = [Job(*job) for job in itertools.product(chosen, ("de", "en"), ("1366x768", "390x844"))]
    return 1 if asyncio.run(all_of(jobs)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
