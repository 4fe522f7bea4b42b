"""The server with quick bots and the browser of these tests. Each is restarted when it has died."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, async_playwright

from bots.hub_process import OwnServer, own_server
from server.authoring.browsers import NO_CHROMIUM, chromium
from server.process.child import tie_to
from tests.built import build_page, newest

from . import draws, slow

BOT_KEY = "the key of these tests"
ORDINARY_PAUSE = (700, 1800)
"""Milliseconds for which bots wait by default."""

REVEAL = "20000"
"""Milliseconds for which a start waits for the parts of its seed: without the part of a busy page or bot,
another game would be dealt."""

NAMED = "stammtisch.test"
"""A name that the browser resolves to this machine, without knowing that: as an address in a network."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    f"--host-resolver-rules=MAP {NAMED} 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds: optimizations for long work cost a tenth more here than they save.
    "--js-flags=--single-threaded --no-opt --no-maglev",
]
PATIENCE = 60 * slow.RATE
"""Seconds in which a browser must do its basic functions: start, open a page, close."""

TOLD = 4000
"""The number of last characters of a process's output that are shown."""

WEB = Path(__file__).parents[2] / "server" / "web"


def edited() -> int:
    """The time of the last edit of a file of the page."""
    return newest(WEB)


class House:
    """A server and bots for its empty seats, started when they are first needed, with default settings except
    for these; the bots wait for a random time within `pause_ms` before each choice. The page is built; if it
    is edited meanwhile, it is built anew, and the server is restarted for the next test: otherwise it would
    send all files as they lie, and axe reports style sheets that import others, which it cannot read under
    the page's policy."""

    def __init__(self, settings: Mapping[str, str] = {}, pause_ms: tuple[int, int] = (0, 0)) -> None:
        usual = {"BOT_KEY": BOT_KEY, "PROXIES": "127.0.0.1", "STAMMTISCH_REVEAL_MS": REVEAL}
        self.settings = {**usual, **settings}
        self.pause = [str(ms) for ms in pause_ms]
        self.stack = contextlib.ExitStack()
        self.server: OwnServer | None = None
        self.bots: subprocess.Popen[bytes] | None = None
        self.line: slow.Line | None = None
        self.folder = Path()
        self.page = 0

    def open(self) -> str:
        """The address of the server. A part that has died since, or serves an older page, is restarted."""
        if self.server is None or self.wrong() or self.page != edited():
            self.close()
            self._start()
        return f"http://127.0.0.1:{self.line.near}" if self.line else f"http://{self._host()}"

    def _start(self) -> None:
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="st-web-")))
        self.page = edited()
        build_page()
        self.server = self.stack.enter_context(
            own_server(self.settings, cores=False, modules=draws.modules("server"))
        )
        if slow.RATE > 1:
            host, _, port = self._host().rpartition(":")
            self.line = slow.Line(host, int(port))
            self.stack.callback(self.line.close)
        told, fill = self.folder / "bots.txt", ["fill", "--server", self.server.url, "--pause"]
        with told.open("wb") as said:
            self.bots = subprocess.Popen(
                [sys.executable, "-m", *draws.modules("bots"), *fill, *self.pause],
                env={**os.environ, **self.settings},
                stdout=said,
                stderr=said,
                preexec_fn=tie_to(os.getpid()),
            )
        self.stack.callback(_end, self.bots)
        limit = time.monotonic() + PATIENCE
        while b"bots for " not in told.read_bytes() and self.bots.poll() is None and time.monotonic() < limit:
            time.sleep(0.05)  # a test that plays at once waits a few seconds for bots, and no longer

    def wrong(self) -> str:
        """The parts that have died, in words; "" if there are none."""
        found = []
        if self.bots and (code := self.bots.poll()) is not None:
            found.append(f"the bots have ended with {code}")
        try:
            with urllib.request.urlopen(f"http://{self._host()}/healthz", timeout=PATIENCE):
                pass
        except OSError as why:
            found.append(f"the server doesn't answer: {why}")
        return "; ".join(found)

    def _host(self) -> str:
        assert self.server
        return self.server.url.removeprefix("ws://").removesuffix("/ws")

    def told(self) -> str:
        """What is wrong, and the last output of the server and the bots."""
        assert self.server
        said = {"server": self.server.said, "bots": self.folder / "bots.txt"}
        ends = [f"{who}: ...{path.read_text(errors='replace')[-TOLD:]}" for who, path in said.items()]
        return "\n".join([self.wrong() or "server and bots are running", draws.told(), *ends])

    def close(self) -> None:
        self.stack.close()
        self.server = self.bots = self.line = None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Windows:
    """A browser with a method for new windows that survives its death."""

    def __init__(self) -> None:
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None

    async def window(self, **settings: Any) -> tuple[BrowserContext, Page]:
        """A page in a separate context. A browser that is dead or doesn't answer is restarted, once."""
        try:
            return await self._window(settings)
        except (Error, TimeoutError):
            await self.close()
            return await self._window(settings)

    async def _window(self, settings: dict[str, Any]) -> tuple[BrowserContext, Page]:
        async with asyncio.timeout(PATIENCE):
            if self.browser is None or not self.browser.is_connected():
                self.playwright = self.playwright or await async_playwright().start()
                self.browser = await self.launched(self.playwright)
            context = await self.browser.new_context(**settings)
            context.set_default_timeout(1000 * PATIENCE)  # of its later pages as well
            page = await context.new_page()
            await slow.slow_down(context, page)
            return context, page

    async def launched(self, playwright: Playwright) -> Browser:
        """The program."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close the browser and its driver, even if they no longer respond."""
        for ending in (self.browser and self.browser.close(), self.playwright and self.playwright.stop()):
            if ending:
                await patiently(ending)
        self.browser = self.playwright = None


class Chromium(Windows):
    """The browser of all tests."""

    async def launched(self, playwright: Playwright) -> Browser:
        program = chromium()
        assert program, NO_CHROMIUM
        return await playwright.chromium.launch(
            executable_path=program, args=ARGUMENTS, timeout=1000 * PATIENCE
        )


async def patiently(ending: Any) -> None:
    """Wait until a thing is closed, with a time limit, and without an error if it is closed already."""
    with contextlib.suppress(Error, TimeoutError):
        await asyncio.wait_for(ending, PATIENCE)
