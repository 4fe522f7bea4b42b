"""How long the page without a server takes: `python -m tests.web.offline_times` prints the figures that
are in docs/architecture.md.

Each round has a browser with an empty profile, and files from a plain file server. Starts are measured from
the page's request to the own question of a game of Machi Koro; the CPU is that of all processes of the
browser.
Answers are measured with a quarter of a core for each thread of the browser, as on a machine whose cores are
four times slower, by control groups of Linux (which needs root): from the choice at a question that is drawn
until the page has its answer, which is stored by then; and in the hub alone, without what the page draws
meanwhile. The bots think after that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.async_api import Page, async_playwright

from server.authoring.browsers import NO_CHROMIUM, chromium
from server.games import GAMES

from ..bench.light import WATCH
from ..built import build_page
from .guest import SCRIPTS
from .offline_pages import KEPT
from .static_site import served

SHARE: Final = 0.25
"""Of one core, for each thread of the slow browser."""

PERIOD_US: Final = 10_000
"""In each of these periods the slow browser gets its share: so it is slow, and doesn't stop for long."""

QUIET_S: Final = 6
"""After a start: until the browser has stored what it compiled."""

LIMIT_MS: Final = 120_000

ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

ASKED: Final = "() => waiting.asked()"

ANSWER: Final = """async () => {
  const { change, look } = await import("/static/core/state.js");
  const table = location.hash.split("/")[2];
  const { mine, seat } = look(table).mirror();
  if (!mine.ask?.options) return null;
  const [verb, ...nouns] = mine.ask.options[Math.floor(Math.random() * mine.ask.options.length)];
  await new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(drawn)));
  const since = performance.now();
  await change("act", table, seat, mine.ask.number, verb, nouns[0] ?? -1);
  return performance.now() - since;
}"""
"""Answer the open question once it is drawn, since nobody answers what isn't there to see; gives the ms until
the page has the answer, null if nothing is asked any more."""

WATCH_HUB: Final = """() => {
  const told = self.postMessage.bind(self);
  let since = 0;
  self.watch = () => { since = 0; self.took = null; };
  addEventListener("message", ({ data }) => { since ||= data.frame ? performance.now() : 0; });
  self.postMessage = (data) => {
    if (data.frame && since) self.took ??= performance.now() - since;
    if (data.frame) since = 0;
    told(data);
  };
}"""
"""After each `watch` in the worker, `took` is how long (ms) the page's next frame waits for the hub's first
one after it."""


def processes() -> list[int]:
    """The processes of the browser that this process has started."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return [pid for pid in ours if b"chrom" in _read(pid, "cmdline").partition(b"\0")[0]]


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def cpu_s() -> float:
    """The CPU time that the browser's processes have used."""
    rows = [_read(pid, "stat").rpartition(b")")[2].split() for pid in processes()]
    return sum(int(row[11]) + int(row[12]) for row in rows if row) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def slowed() -> Iterator[None]:
    """Each thread of the browser has at most its share of a core, as on a machine with slower cores. A thread
    that begins later shares that of the one which begins it. Raises OSError where no control group of version
    1 can be made."""
    all_groups = Path("/sys/fs/cgroup/cpu")
    ours = all_groups / f"offline-times-{os.getpid()}"
    ours.mkdir()
    try:
        for thread in threads():
            group = ours / str(thread)
            group.mkdir()
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(int(SHARE * PERIOD_US)))
            _move(thread, group)
        yield
    finally:
        for thread in threads():
            _move(thread, all_groups)
        for group in ours.iterdir():
            if group.is_dir():
                group.rmdir()
        ours.rmdir()


def threads() -> list[int]:
    """The threads of the browser."""
    return [int(path.name) for pid in processes() for path in Path(f"/proc/{pid}/task").glob("*")]


def _move(thread: int, group: Path) -> None:
    with contextlib.suppress(ProcessLookupError):
        (group / "tasks").write_text(str(thread))


@contextlib.asynccontextmanager
async def browser(address: str) -> AsyncIterator[Page]:
    """A browser with an empty profile, whose bots answer at once."""
    program = chromium()
    assert program, NO_CHROMIUM
    with tempfile.TemporaryDirectory(prefix="st-times-", ignore_cleanup_errors=True) as profile:
        async with async_playwright() as playwright:
            context = await playwright.chromium.launch_persistent_context(
                profile, executable_path=program, args=ARGUMENTS, locale="en-GB"
            )
            for script in SCRIPTS:
                await context.add_init_script(path=script)
            await context.add_init_script(WATCH)
            page = context.pages[0]
            page.set_default_timeout(LIMIT_MS)
            await page.goto(f"{address}/offline.html?pause=0#/")
            yield page
            await context.close()


async def starts(page: Page, again: int) -> list[tuple[float, float]]:
    """Seconds and seconds of CPU: of the first load until the page is there, and of each load until the own
    question, once the files are kept."""
    await page.wait_for_selector("#guest-name")
    found = [(await page.evaluate("() => performance.now()") / 1000, cpu_s())]
    await page.fill("#guest-name", "Ada")
    await page.click(".welcome button")
    await page.evaluate("() => player.begin('machi_koro', ['beginner'], {})")
    await page.wait_for_function(ASKED)
    while not await page.evaluate(KEPT):
        await asyncio.sleep(0.1)
    for _ in range(again):
        await asyncio.sleep(QUIET_S)
        before = cpu_s()
        await page.reload()
        ms = await (await page.wait_for_function("() => window.firstQuestion")).json_value()
        found.append((ms / 1000, cpu_s() - before))
    return found


async def answers(page: Page, game: str, number: int) -> list[tuple[float, float]]:
    """The milliseconds of this many answers at a new table of a game, with as few bots as can be: until the
    page has one, and until the hub has stored and told it."""
    (hub,) = [worker for worker in page.workers if "offline-hub" in worker.url]
    minds = ["beginner"] * (max(2, min(GAMES[game].seats)) - 1)
    await page.evaluate("(job) => player.begin(...job, {})", [game, minds])
    found: list[tuple[float, float]] = []
    while len(found) < number:
        asked = await (await page.wait_for_function(ASKED)).json_value()
        if asked == "end":
            break
        await hub.evaluate("() => watch()")
        whole = await page.evaluate(ANSWER)
        inside = await hub.evaluate("() => took")
        if whole is not None and inside is not None:
            found.append((whole, inside))
    return found


def told(what: str, found: Sequence[tuple[float, float]]) -> str:
    """One line: the medians, and the range of the seconds."""
    seconds, cpu = zip(*found, strict=True)
    return (
        f"{what}: {median(seconds):.1f} s ({min(seconds):.1f} to {max(seconds):.1f}), "
        f"{median(cpu):.1f} s of CPU, {len(found)} loads"
    )


def spread(ms: Sequence[float]) -> str:
    """Median, 95th percentile and greatest of these."""
    *_, p95 = quantiles(ms, n=20, method="inclusive")
    return f"{median(ms):.0f} ms, p95 {p95:.0f} ms, most {max(ms):.0f} ms"


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


async def measure(rounds: int, again: int, number: int) -> None:
    build_page()
    with tempfile.TemporaryDirectory(prefix="st-site-") as folder:
        from server.page.site.__main__ import write

        write(Path(folder) / "site")
        with served(Path(folder) / "site") as site:
            await _measure(site.address, rounds, again, number)


async def _measure(address: str, rounds: int, again: int, number: int) -> None:
    all_starts = []
    for _ in range(rounds):
        async with browser(address) as page:
            all_starts.append(await starts(page, again))
            print(*(f"{s:.2f} s ({cpu:.2f})" for s, cpu in all_starts[-1]), load())
    first, second, *later = zip(*all_starts, strict=True)
    print(told("first load", first), told("loaded again", second), sep="\n")
    if later:
        print(told("and once more", [one for some in later for one in some]))
    if not number:
        return
    everything: list[tuple[float, float]] = []
    async with browser(address) as page:
        await starts(page, 1)
        for worker in page.workers:
            await worker.evaluate(WATCH_HUB)
        with slowed():
            for game in GAMES:
                found = await answers(page, game, number)
                whole, inside = zip(*found, strict=True)
                print(f"{game}: {len(found)} answers, {spread(whole)}; hub {spread(inside)}; {load()}")
                everything += found
        whole, inside = zip(*everything, strict=True)
        print(f"all: {len(everything)} answers, {spread(whole)}; hub {spread(inside)}")


if __name__ == "__main__":
    it = argparse.ArgumentParser(prog="python -m tests.web.offline_times", description=__doc__)
    it.add_argument("--rounds", type=int, default=3, help="browsers whose starts are measured (3)")
    it.add_argument("--again", type=int, default=3, help="loads of each once the files are kept (3)")
    it.add_argument("--answers", type=int, default=60, help="of each game, at a quarter of the speed (60)")
    given = it.parse_args()
    asyncio.run(measure(given.rounds, given.again, given.answers))
