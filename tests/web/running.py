"""What the browser tests run against: a server with quick bots, a browser. What has died is started anew."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
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
from server.children import tie_to

from . import slow

BOT_KEY = "the key of these tests"
ORDINARY_PAUSE = (700, 1800)
"""Milliseconds for which bots wait where people play, unless they are told otherwise."""

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds: what makes long work faster costs more here than it saves, a tenth of all.
    "--js-flags=--single-threaded --no-opt --no-maglev",
]
PATIENCE = 30 * slow.RATE
"""Seconds in which a browser must do what every browser can: start, open a page, close."""

TOLD = 4000
"""So many of the last characters of what a process said are shown."""

WEB = Path(__file__).parents[2] / "server" / "web"


def edited() -> int:
    """When a file of the page was edited last. An editor's own may be gone before it is looked at."""
    found = 0
    for path in WEB.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            found = max(found, path.stat().st_mtime_ns)
    return found


class House:
    """A server and bots for its empty seats, started when they are first needed: as people have them but for
    these settings; the bots wait from one to the other `pause_ms` before each choice. Where somebody works on
    the page meanwhile, the server is started anew for the next test: it would send all as it lies there, and
    of style sheets that import others axe complains, for it can't read them under the page's policy."""

    def __init__(self, settings: Mapping[str, str] = {}, pause_ms: tuple[int, int] = (0, 0)) -> None:
        self.settings = {"BOT_KEY": BOT_KEY, "PROXIES": "127.0.0.1", **settings}
        self.pause = [str(ms) for ms in pause_ms]
        self.stack = contextlib.ExitStack()
        self.server: OwnServer | None = None
        self.bots: subprocess.Popen[bytes] | None = None
        self.line: slow.Line | None = None
        self.folder = Path()
        self.page = 0

    def open(self) -> str:
        """The address at which it serves. Whatever has died since the last time, or serves another page, is
        started anew."""
        if self.server is None or self.wrong() or self.page != edited():
            self.close()
            self._start()
        return f"http://127.0.0.1:{self.line.near}" if self.line else f"http://{self._host()}"

    def _start(self) -> None:
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="st-web-")))
        self.page = edited()
        self.server = self.stack.enter_context(own_server(self.settings, cores=False))
        if slow.RATE > 1:
            host, _, port = self._host().rpartition(":")
            self.line = slow.Line(host, int(port))
            self.stack.callback(self.line.close)
        told = self.folder / "bots.txt"
        with told.open("wb") as said:
            self.bots = subprocess.Popen(
                [sys.executable, "-m", "bots", "fill", "--server", self.server.url, "--pause", *self.pause],
                env={**os.environ, **self.settings},
                stdout=said,
                stderr=said,
                preexec_fn=tie_to(os.getpid()),
            )
        self.stack.callback(_end, self.bots)
        limit = time.monotonic() + PATIENCE
        while b"bots for " not in told.read_bytes() and self.bots.poll() is None and time.monotonic() < limit:
            time.sleep(0.05)  # who plays at once waits a few seconds for bots, and no longer

    def wrong(self) -> str:
        """What of it has died, in words; "" where all is well."""
        found = []
        if self.bots and (code := self.bots.poll()) is not None:
            found.append(f"the bots have ended with {code}")
        try:
            with urllib.request.urlopen(f"http://{self._host()}/healthz", timeout=10):
                pass
        except OSError as why:
            found.append(f"the server doesn't answer: {why}")
        return "; ".join(found)

    def _host(self) -> str:
        assert self.server
        return self.server.url.removeprefix("ws://").removesuffix("/ws")

    def told(self) -> str:
        """What is wrong with it, and what the server and the bots have said of late."""
        assert self.server
        said = {"server": self.server.said, "bots": self.folder / "bots.txt"}
        ends = [f"{who}: ...{path.read_text(errors='replace')[-TOLD:]}" for who, path in said.items()]
        return "\n".join([self.wrong() or "server and bots are running", *ends])

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
    """A browser, with a way to open windows that outlives its death."""

    def __init__(self) -> None:
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None

    async def window(self, **settings: Any) -> tuple[BrowserContext, Page]:
        """A page in a context of its own. A browser that is gone or doesn't answer is started anew, once."""
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
            page = await context.new_page()
            await slow.slow_down(context, page)
            return context, page

    async def launched(self, playwright: Playwright) -> Browser:
        """The program itself."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close the browser and what drives it, whether or not they still listen."""
        for ending in (self.browser and self.browser.close(), self.playwright and self.playwright.stop()):
            if ending:
                await patiently(ending)
        self.browser = self.playwright = None


class Chromium(Windows):
    """The browser in which all is tested."""

    async def launched(self, playwright: Playwright) -> Browser:
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), "")
        assert program, "these tests need Chromium; the system's package is called chromium"
        return await playwright.chromium.launch(executable_path=program, args=ARGUMENTS)


async def patiently(ending: Any) -> None:
    """Wait for something to close, but not for ever, and not at all where it is closed already."""
    with contextlib.suppress(Error, TimeoutError):
        await asyncio.wait_for(ending, PATIENCE)
