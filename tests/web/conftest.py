"""A server with bots that don't wait, a browser, guests in contexts of their own, wires that can be cut."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bots.hub_process import own_server
from server.children import tie_to

from .guest import Guest

BOT_KEY = "the key of these tests"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

NewGuest = Callable[..., Awaitable[Guest]]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a server with quick bots answers."""
    settings = {"BOT_KEY": BOT_KEY, "STAMMTISCH_BUDGETS": "100"}
    with own_server(settings, cores=False) as server:
        bots = subprocess.Popen(
            [sys.executable, "-m", "bots", "fill", "--server", server.url, "--pause", "0", "0"],
            env={**os.environ, "BOT_KEY": BOT_KEY},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=tie_to(os.getpid()),
        )
        yield server.url.replace("ws://", "http://").removesuffix("/ws")
        bots.terminate()
        bots.wait(15)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), "")
    assert chromium, "these tests need Chromium; the system's package is called chromium"
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def guest(browser: Browser, address: str) -> AsyncIterator[NewGuest]:
    """Makes guests, each with a browser context of their own; at the end none of them has complaints."""
    guests: list[Guest] = []

    async def new(name: str = "", at: str = "", **context: Any) -> Guest:
        settings = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            **context,
        }
        opened = await browser.new_context(**settings)
        made = Guest(opened, await opened.new_page(), at or address)
        guests.append(made)
        if name:
            await made.enter(name)
        return made

    yield new
    for made in guests:
        await made.context.close()
    assert [complaint for made in guests for complaint in made.complaints] == []


class Wire:
    """A way to the server that can be cut: a relay of bytes with an address of its own."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.open = True
        self.writers: set[asyncio.StreamWriter] = set()

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.open:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
        both = {writer, far_writer}
        self.writers |= both
        ways = [_pump(reader, far_writer), _pump(far_reader, writer)]
        await asyncio.wait([asyncio.create_task(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
        self.writers -= both
        for end in both:
            end.transport.abort()

    def cut(self) -> None:
        """Break all connections without a goodbye, and let no new one through."""
        self.open = False
        for writer in self.writers:
            writer.transport.abort()

    def mend(self) -> None:
        self.open = True


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        return


@pytest_asyncio.fixture(loop_scope="session")
async def wire(address: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to the server, and the address of its near end."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    made = Wire(host, int(port))
    listener = await asyncio.start_server(made.relay, "127.0.0.1", 0)
    near = listener.sockets[0].getsockname()[1]
    yield made, f"http://127.0.0.1:{near}"
    listener.close()
    made.cut()
