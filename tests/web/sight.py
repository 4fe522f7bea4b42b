"""The law of sight: without scrolling, everything that matters for a choice can be seen.

On a laptop, a desktop and a phone, at every question of random games of all five: everything that is offered,
or the thing that leads to it by one tap, is completely in sight and uncovered, and its cost can be read
there; so are the player in turn, the own money, points and hand, and every player's score. No text is smaller
than twelve pixels or overlaps another. The page never scrolls. Changes by others were in sight, or the strip
of recent events tells of them. room.js has further laws: of pictures and words that need room, of large empty
places beside them, and of choices that look like it. All hold with advice, log and chat open as well, and
with a guide. For a person who wants no motion, nothing moves there.

`python -m tests.web.sight` plays 100 games of each at each size, with progress, and keeps a picture of the
first question of each kind of violation.
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

from server import authoring
from server.authoring.walks import Deal, draw_deal
from server.games import GAMES
from server.games.lessons import lessons
from tests.games.engines import ENGINES

from .guest import SCREENSHOTS, Guest
from .pointer import as_people_do
from .running import Chromium, House, Windows, patiently

ROOM = Path(__file__).with_name("room.js")
SCRIPTS = [ROOM, Path(authoring.__file__).with_name("sight.js")]

SIZES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "1366x768": {"viewport": {"width": 1366, "height": 768}},
        "1920x1080": {"viewport": {"width": 1920, "height": 1080}},
        "820x1180": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
        "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
        "360x740": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    }
)
"""The windows of players, as arguments for a browser context."""


LOCALES = ("en-GB", "de-DE")

CROWDED = """try {
  localStorage["stammtisch.advice"] ??= "on";
  localStorage["stammtisch.beside"] ??= "on";
} catch { /* no storage */ }"""
"""The preferences of a person who reads advice, and has log and chat open."""


async def look(page: Page) -> dict[str, Any]:
    """The violations of the law at the open question."""
    for script in SCRIPTS:
        await page.evaluate(script.read_text())
    await page.evaluate("() => sight.watch(location.hash.split('/')[2])")
    found: dict[str, Any] = await page.evaluate("() => sight.next(1)")
    return found


TABS = ("log", "chat")

STILL_QUESTIONS = 2
"""Questions of a guided game that are answered without motion, after the others."""

STILL_MS = 200
"""Milliseconds that anything may move for a person who wants no motion."""

MOVING = """async (still) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const long = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime > still);
  return long.map(({ effect: { target }, animationName, transitionProperty }) =>
    `${target.className}: ${animationName ?? transitionProperty ?? "script"}`);
}"""
"""What moves for longer, two frames later."""


class Wrong(NamedTuple):
    """A violation of the law of sight: its kind, the thing, and the question."""

    kind: str
    what: str
    prompt: str


@dataclass
class Seen:
    """The examined questions of some games, and the violations."""

    questions: int = 0
    options: int = 0
    wrong: list[Wrong] = field(default_factory=list)

    def __add__(self, other: Seen) -> Seen:
        return Seen(self.questions + other.questions, self.options + other.options, self.wrong + other.wrong)


async def watched(
    guest: Guest,
    seed: int,
    most: int,
    keep: Callable[[Wrong], str],
    *,
    crowded: bool = False,
    still: bool = False,
) -> Seen:
    """Continue at random, to the end or for this many questions, and examine each.

    `keep` names the picture to keep of a violation, or "" for none. `crowded`: with log and chat open in
    turn; where they lie over the board, what is around it is examined. `still`: the person wants no motion.
    """
    seen = Seen()
    for number in range(most):
        if crowded:
            await guest.page.evaluate("(tab) => sight.beside(tab)", TABS[number % len(TABS)])
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
        if still:
            moving = await guest.page.evaluate(MOVING, STILL_MS)
            seen.wrong += [Wrong("moves", what, found["prompt"]) for what in moving]
    return seen


@asynccontextmanager
async def seated(
    browser: Windows, address: str, size: str, deal: Deal, *, crowded: bool = False
) -> AsyncIterator[Guest]:
    """A person at a new table, with bots that choose at random on the other seats. The language alternates
    from game to game and from size to size. `crowded`: with advice and the drawer open."""
    locale = LOCALES[(deal.seed + list(SIZES).index(size)) % len(LOCALES)]
    context, page = await browser.window(locale=locale, **SIZES[size])
    guest = Guest(context, page, address)
    try:
        await guest.prepare()
        for script in SCRIPTS:
            await context.add_init_script(path=script)
        if crowded:
            await context.add_init_script(CROWDED)
        await guest.come("Ada")
        options = {name: value for name, value in deal.options.items() if value is not None}
        begin = "([game, seats, options]) => sight.begin(game, seats, options)"
        await page.evaluate(begin, [deal.name, deal.seats, options])
        yield guest
    finally:
        await patiently(context.close())


def in_turn(game: str, number: int) -> Deal:
    """Seats and options of the n-th game: the defaults with each number of seats, and random ones."""
    if number % 2:
        return draw_deal(game, number)
    engine = ENGINES[game]
    seats = engine.seats[-1 - number // 2 % len(engine.seats)]
    return Deal(game, number, seats, dict(engine.options.decided(seats)))


class Job(NamedTuple):
    """One game to examine."""

    game: str
    size: str
    number: int
    crowded: bool = False


async def looked_at(chromium: Chromium, address: str, job: Job, most: int, kept: set[str]) -> Seen:
    """Examine one game. `kept` are the names of existing pictures; each kind of violation is kept once."""

    def keep(wrong: Wrong) -> str:
        name = f"sight-{job.game}-{job.size}-{wrong.kind}-{wrong.prompt}{'-crowded' * job.crowded}"
        if name in kept:
            return ""
        kept.add(name)
        return name

    deal = in_turn(job.game, job.number)
    async with seated(chromium, address, job.size, deal, crowded=job.crowded) as guest:
        seen = await watched(guest, job.number + 1, most, keep, crowded=job.crowded)
        if job.crowded and lessons(job.game):
            await guest.page.evaluate("(game) => sight.learn(game)", job.game)
            seen += await watched(guest, job.number + 1, most, keep, crowded=True)
            await guest.page.emulate_media(reduced_motion="reduce")
            seen += await watched(guest, job.number + 1, STILL_QUESTIONS, keep, crowded=True, still=True)
        return seen


async def look_at_all(
    jobs: Sequence[Job], most: int, together: int, progress: Progress, rows: dict[tuple[str, str], Seen]
) -> None:
    """Examine all these games, this many at a time, with a line of progress for each game and size: most of
    the time of a game is waiting for animations. `rows` collects the results."""
    rows.update({(job.game, job.size): Seen() for job in jobs})
    counts = Counter((job.game, job.size) for job in jobs)
    bars = {row: progress.add_task(" at ".join(row), total=counts[row], said="") for row in rows}
    house, chromium, kept, rest = House({"STAMMTISCH_MINDS": "whim"}), Chromium(), set[str](), iter(jobs)

    async def look(address: str) -> None:
        for job in rest:
            row = (job.game, job.size)
            try:
                seen = await looked_at(chromium, address, job, most, kept)
            except Error as error:  # a game that hangs is a finding as well, and does not end a long run
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
    """The violations, most frequent kinds first, each with an example."""
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
    parser.add_argument("--crowded", action="store_true", help="with advice, log and chat open")
    parser.add_argument("--together", type=int, default=3, help="so many at a time")
    asked = parser.parse_args(words)
    numbers = range(asked.first, asked.first + asked.games)
    jobs = [
        Job(game, size, n, asked.crowded)
        for n, game, size in itertools.product(numbers, asked.game, asked.size)
    ]
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
