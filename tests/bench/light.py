"""The traffic for opening a table in the browser, and the time until its first question, on a slow line."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from msgspec import Struct
from playwright.async_api import BrowserContext, Page, expect

from tests.web.guest import Guest

from .kit import Aim, Say, Scale, Section, Shown, Table
from .seated import WINDOW, Place, place

DOWN: Final = 1_600_000 / 8
UP: Final = 750_000 / 8
LATENCY_MS: Final = 150

BYTES: Final = 113_500
REQUESTS: Final = 12
WAY_BYTES: Final = 168_500
WAY_REQUESTS: Final = 18
MOST_BYTES: Final = 95_500
MOST_WAY_BYTES: Final = 152_000
"""Of all games but the heaviest."""
HEAVIEST: Final = "bruges"
AGAIN: Final = 10_000
READING_MS: Final = 3_000
"""How long a person reads the set-up of a new table before the start."""
FIRST_MS: Final = 2_000

ABOUT: Final = f"""\
A person opens the link of a table at which it is their turn, in Chromium with an empty cache and its own
throttling: 1.6 Mbit/s down, {LATENCY_MS} ms until an answer begins. Counted is all that is asked for until
the first question, with heads, compressed as it comes, and what the websocket brings by then; a websocket is
a request. The first question is there when it can be answered: page and board drawn, with their style sheets.
Then the same page is loaded anew."""

WATCH: Final = """
new MutationObserver((_, watch) => {
  if (!document.querySelector(".line.yours") || !document.querySelector("[data-settled=yes]")) return;
  watch.disconnect();
  requestAnimationFrame(() => { window.firstQuestion = performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

QUESTION: Final = "() => window.firstQuestion"
"""When the question could be answered, in ms after the request of the page."""


class Load(Struct, frozen=True, kw_only=True):
    """One load of a page."""

    bytes: int
    requests: int
    ms: float


class Light(Struct, frozen=True, kw_only=True):
    """By game: loads with an empty cache, and reloads."""

    first: dict[str, list[Load]]
    again: dict[str, list[Load]]


class Line:
    """Counts the traffic of a page. Times are seconds of the clock that the browser's network uses."""

    def __init__(self) -> None:
        self.begun: dict[str, float] = {}
        """By request: when it began."""
        self.ahead_s = 0.0
        """The wall clock's time minus that of the network's clock."""
        self.came: list[tuple[float, int, int]] = []
        """Requests and frames: when they began, how many requests and bytes they are."""

    async def watch(self, page: Page) -> None:
        """Throttle the page's line, and start counting."""
        tools = await page.context.new_cdp_session(page)
        await tools.send("Network.enable")
        await tools.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY_MS, "downloadThroughput": DOWN, "uploadThroughput": UP},
        )
        self.cached: set[str] = set()
        tools.on("Network.requestWillBeSent", self._begins)
        tools.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        tools.on("Network.loadingFinished", self._finished)
        tools.on("Network.webSocketWillSendHandshakeRequest", self._opens)
        tools.on("Network.webSocketFrameReceived", self._frame)

    def _begins(self, event: Mapping[str, Any]) -> None:
        self.begun[event["requestId"]] = event["timestamp"]
        self.ahead_s = event["wallTime"] - event["timestamp"]

    def _finished(self, event: Mapping[str, Any]) -> None:
        if event["requestId"] not in self.cached and event["encodedDataLength"]:
            began = self.begun.get(event["requestId"], 0.0)
            self.came.append((began, 1, int(event["encodedDataLength"])))

    def _opens(self, event: Mapping[str, Any]) -> None:
        self.came.append((event["timestamp"], 1, 0))

    def _frame(self, event: Mapping[str, Any]) -> None:
        frame = event["response"]
        text = frame["payloadData"]
        length = len(text) * 3 // 4 - text.count("=") if frame["opcode"] == 2 else len(text.encode())
        self.came.append((event["timestamp"], 0, length))

    async def asked(self, page: Page) -> Load:
        """Wait for the first question; the traffic since the last call that began before it. A module that
        the page fetches for later is not part of it, however slow this machine is."""
        ms = float(await (await page.wait_for_function(QUESTION, timeout=60_000)).json_value())
        await page.wait_for_load_state("networkidle")
        until_s = (await page.evaluate("() => performance.timeOrigin") + ms) / 1000 - self.ahead_s
        counted = [(requests, length) for began, requests, length in self.came if began <= until_s]
        self.came = []
        return Load(bytes=sum(n for _, n in counted), requests=sum(n for n, _ in counted), ms=ms)


async def loads(there: Place, game: str) -> tuple[Load, Load]:
    """Open a table of this game with an empty cache, and reload it."""
    async with there.asked(game) as ada:
        where, known = ada.page.url, await ada.context.storage_state()
    context, page = await there.chromium.window(**WINDOW, storage_state=known)
    try:
        return await _twice(context, page, where)
    finally:
        await context.close()


async def _twice(context: BrowserContext, page: Page, where: str) -> tuple[Load, Load]:
    line = Line()
    await line.watch(page)
    await context.add_init_script(WATCH)
    await page.goto(where)
    first = await line.asked(page)
    await page.reload()
    return first, await line.asked(page)


async def way(there: Place, game: str) -> Load:
    """With an empty cache from the front page through lobby and set-up to a table of this game with a bot,
    by a person who reads the set-up for a while. The table is closed in the end, so that the lobby is as
    empty for the next one."""
    context, page = await there.chromium.window(**WINDOW)
    try:
        ada = Guest(context, page, there.house.open())
        await ada.prepare()
        line = Line()
        await line.watch(page)
        await context.add_init_script(WATCH)
        await ada.enter("Ada")
        table = await ada.make("greedy", game=game)
        await page.wait_for_timeout(READING_MS)
        await ada.start()
        found = await line.asked(page)
        await ada.call("close", table)
        await expect(page.locator(".table-page[data-phase=closed]")).to_be_attached()
        return found
    finally:
        await context.close()


async def measured(scale: Scale, say: Say) -> Light:
    """All games in turn, in every round."""
    found = Light(first={game: [] for game in scale.games}, again={game: [] for game in scale.games})
    async with place() as there:
        for game in scale.games * scale.rounds:
            first, again = await loads(there, game)
            found.first[game].append(first)
            found.again[game].append(again)
            say(f"{game}: {first.bytes / 1000:.1f} kB, {first.requests} requests, {first.ms:,.0f} ms")
    return found


def measure(scale: Scale, say: Say) -> Light:
    """Measure with a private server and browser."""
    return asyncio.run(measured(scale, say))


def shown(found: Light, others: Mapping[str, Any]) -> Shown:
    """A row per game; the aims apply to the heaviest."""
    head = (
        "game",
        "first, kB",
        "requests",
        "question after, ms",
        "again, kB",
        "requests",
        "question after, ms",
    )
    rows = [[game, *_row(firsts), *_row(found.again[game])] for game, firsts in found.first.items() if firsts]
    first, again = _worst(found.first), _worst(found.again)
    aims = [
        _aim("the first table at first sight", first.bytes, BYTES, "bytes"),
        _aim("the first table at first sight", first.requests, REQUESTS, "requests"),
        _aim("a table that is loaded again", again.bytes, AGAIN, "bytes"),
        _aim(f"first question at 1.6 Mbit/s and {LATENCY_MS} ms", round(first.ms), FIRST_MS, "ms"),
    ]
    return Shown([Table(head, rows)], {}, aims)


def _middle(loads: list[Load]) -> Load:
    return Load(
        bytes=round(median(load.bytes for load in loads)),
        requests=round(median(load.requests for load in loads)),
        ms=median(load.ms for load in loads),
    )


def _row(loads: list[Load]) -> list[str]:
    middle = _middle(loads)
    return [f"{middle.bytes / 1000:.1f}", str(middle.requests), f"{middle.ms:,.0f}"]


def _worst(games: Mapping[str, list[Load]]) -> Load:
    """The maximum over all games of the medians of their loads."""
    each = [_middle(loads) for loads in games.values() if loads]
    return Load(
        bytes=max(load.bytes for load in each),
        requests=max(load.requests for load in each),
        ms=max(load.ms for load in each),
    )


def _aim(what: str, reached: int, most: int, unit: str) -> Aim:
    return Aim(f"{what}, {unit}", f"<= {most:,}", f"{reached:,}", reached <= most)


SECTION: Final = Section("light", "A table over a slow line", ABOUT, Light, measure, shown)
