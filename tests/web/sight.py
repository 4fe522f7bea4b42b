"""The law of sight: with nothing scrolled, everything that matters for a choice can be seen.

At a laptop's, a desk's and a phone's size, at every question of random games of all five: everything that
is offered, or what leads to it in one tap, is wholly in sight and uncovered, and what it costs can be read
there; so are whose turn it is, one's own money, points and hand, and every player's score. No word is
smaller than twelve pixels, and none lies over others. The page never scrolls. What others change meanwhile
was in sight, or the strip of what happened tells of it.

`python -m tests.web.sight` plays 100 games of each at each size, with progress, and keeps a picture of the
first question of each kind at which something is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.async_api import Error, Page
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from server.games import GAMES
from tests.games.engines import ENGINES
from tests.games.walks import Deal, draw_deal

from .guest import SCREENSHOTS, Guest
from .pointer import as_people_do
from .running import Chromium, House, Windows, patiently

SCRIPT = Path(__file__).parent / "sight.js"

SIZES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "1366x768": {"viewport": {"width": 1366, "height": 768}},
        "1920x1080": {"viewport": {"width": 1920, "height": 1080}},
        "820x1180": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
        "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    }
)
"""The windows in which people play, as a browser context is asked for them."""


LOCALES = ("en-GB", "de-DE")


async def look(page: Page) -> dict[str, Any]:
    """What the law finds at the question that is asked."""
    await page.evaluate(SCRIPT.read_text())
    await page.evaluate("() => sight.watch(location.hash.split('/')[2])")
    found: dict[str, Any] = await page.evaluate("() => sight.next(1)")
    return found


class Wrong(NamedTuple):
    """Something that the law of sight forbids: which kind, what it was, and at which question."""

    kind: str
    what: str
    prompt: str


@dataclass
class Seen:
    """What was looked at in some games, and what was wrong."""

    questions: int = 0
    options: int = 0
    wrong: list[Wrong] = field(default_factory=list)

    def __add__(self, other: Seen) -> Seen:
        return Seen(self.questions + other.questions, self.options + other.options, self.wrong + other.wrong)


async def watched(guest: Guest, seed: int, most: int, keep: Callable[[Wrong], str]) -> Seen:
    """Play on at random, to the end or for so many questions, and look at each.

    `keep` names the picture that is to be kept of something wrong, or "" for none.
    """
    seen = Seen()
    for number in range(most):
        found = await guest.page.evaluate("(seed) => sight.next(seed)", 0 if number else seed)
        if found is None:
            break
        seen.questions += 1
        seen.options += found["options"]
        for kind, what in found["wrong"]:
            wrong = Wrong(kind, what, found["prompt"])
            seen.wrong.append(wrong)
            if name := keep(wrong):
                SCREENSHOTS.mkdir(exist_ok=True)
                await guest.page.screenshot(path=SCREENSHOTS / f"{name}.png")
        await guest.page.evaluate("() => sight.answer()")
    return seen


@asynccontextmanager
async def seated(browser: Windows, address: str, size: str, deal: Deal) -> AsyncIterator[Guest]:
    """Somebody at a new table, with bots that choose at random on the other seats. From game to game and from
    size to size the language is the other one."""
    locale = LOCALES[(deal.seed + list(SIZES).index(size)) % len(LOCALES)]
    context, page = await browser.window(locale=locale, **SIZES[size])
    guest = Guest(context, page, address)
    try:
        await guest.prepare()
        await context.add_init_script(path=SCRIPT)
        await guest.come("Ada")
        options = {name: value for name, value in deal.options.items() if value is not None}
        begin = "([game, seats, options]) => sight.begin(game, seats, options)"
        await page.evaluate(begin, [deal.name, deal.seats, options])
        yield guest
    finally:
        await patiently(context.close())


def in_turn(game: str, number: int) -> Deal:
    """Seats and options of the n-th game: the defaults with each number of seats, and drawn ones."""
    if number % 2:
        return draw_deal(game, number)
    engine = ENGINES[game]
    seats = engine.seats[-1 - number // 2 % len(engine.seats)]
    return Deal(game, number, seats, dict(engine.options.decided(seats)))


class Job(NamedTuple):
    """One game to be looked at."""

    game: str
    size: str
    number: int


async def looked_at(chromium: Chromium, address: str, job: Job, most: int, kept: set[str]) -> Seen:
    """Look at one game. `kept` are the names of the pictures there are; each kind of wrong is kept once."""

    def keep(wrong: Wrong) -> str:
        name = f"sight-{job.game}-{job.size}-{wrong.kind}-{wrong.prompt}"
        if name in kept:
            return ""
        kept.add(name)
        return name

    async with seated(chromium, address, job.size, in_turn(job.game, job.number)) as guest:
        return await watched(guest, job.number + 1, most, keep)


async def look_at_all(
    jobs: Sequence[Job], most: int, together: int, progress: Progress, rows: dict[tuple[str, str], Seen]
) -> None:
    """Look at all these games, so many at a time, with a line of progress for each game and size: most of a
    game is waiting for what moves. `rows` takes what is seen."""
    rows.update({(job.game, job.size): Seen() for job in jobs})
    counts = Counter((job.game, job.size) for job in jobs)
    bars = {row: progress.add_task(" at ".join(row), total=counts[row], said="") for row in rows}
    house, chromium, kept, rest = House({"STAMMTISCH_MINDS": "whim"}), Chromium(), set[str](), iter(jobs)

    async def look(address: str) -> None:
        for job in rest:
            row = (job.game, job.size)
            try:
                seen = await looked_at(chromium, address, job, most, kept)
            except Error as error:  # one game that doesn't go on is found as well, and ends no night's work
                seen = Seen(wrong=[Wrong("stuck", error.message.splitlines()[0], f"game {job.number}")])
            so_far = rows[row] = rows[row] + seen
            said = f"{so_far.questions} questions, {so_far.options} options, {len(so_far.wrong)} wrong"
            progress.update(bars[row], advance=1, said=said)

    try:
        address = house.open()
        with as_people_do():
            await asyncio.gather(*(look(address) for _ in range(together)))
    finally:
        await chromium.close()
        house.close()


def told(rows: dict[tuple[str, str], Seen]) -> Iterator[str]:
    """What was wrong, kinds that come often first, each with an example."""
    for (game, size), seen in rows.items():
        counts = Counter((wrong.kind, wrong.prompt) for wrong in seen.wrong)
        for (kind, prompt), times in counts.most_common():
            example = next(wrong.what for wrong in seen.wrong if (wrong.kind, wrong.prompt) == (kind, prompt))
            yield f"{game} at {size}: {kind} {times} times at {prompt}, as: {example}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.sight", description=__doc__.splitlines()[0])
    parser.add_argument("--game", nargs="*", choices=sorted(GAMES), default=sorted(GAMES))
    parser.add_argument("--size", nargs="*", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--games", type=int, default=100, help="so many of each game at each size")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--most", type=int, default=2000, help="questions of a game that are looked at")
    parser.add_argument("--together", type=int, default=3, help="so many at a time")
    asked = parser.parse_args(words)
    numbers = range(asked.first, asked.first + asked.games)
    jobs = [Job(game, size, n) for n, game, size in itertools.product(numbers, asked.game, asked.size)]
    columns = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}"),
    )
    rows: dict[tuple[str, str], Seen] = {}
    with contextlib.suppress(KeyboardInterrupt), Progress(*columns) as progress:
        asyncio.run(look_at_all(jobs, asked.most, asked.together, progress, rows))
    print(*told(rows), sep="\n")
    return 1 if any(seen.wrong for seen in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
