"""Browsers as on a slow machine with a slow connection, so that race conditions fail here.

`BROWSER_SLOW=3` makes the processor of every page three times slower, and puts a relay between browser and
server that delays everything at random by `BROWSER_SEED`: files and responses come late and out of order,
frames in bunches. Time limits grow by the same factor. `make slow` runs all browser tests like this.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Coroutine
from random import Random
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

RATE = float(os.environ.get("BROWSER_SLOW") or 1)
"""The factor by which everything is slower; 1 is full speed."""

SEED = os.environ.get("BROWSER_SEED") or "0"

LATE = 0.2
"""The share of late transmissions."""

FILES = (0.05, 0.9)
"""The maximum delay in seconds of a file or a response: a timely one, a late one."""

FRAMES = (0.05, 0.5)
"""The same for data on a socket."""


async def slow_down(context: BrowserContext, page: Page) -> None:
    """Slow down this page, and all that will be opened in its context."""
    if RATE == 1:
        return
    context.on("page", _throttle)
    await context.add_init_script(f"window.slowness = {RATE};")
    await _throttle(page)


async def _throttle(page: Page) -> None:
    with contextlib.suppress(Error):  # it may be closed by now
        session = await page.context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": RATE})


class Line:
    """A relay to a server that delays everything; runs in a thread."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.connections = 0
        self.relays: set[asyncio.Task[None]] = set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        listening = self._done(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.near: int = listening.sockets[0].getsockname()[1]
        """The port of the near end."""

    def _done(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def close(self) -> None:
        self._done(self._cut())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _cut(self) -> None:
        relays = [*self.relays]
        for relay in relays:
            relay.cancel()
        await asyncio.gather(*relays, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relay = self.loop.create_task(self._relay(reader, writer))
        self.relays.add(relay)
        relay.add_done_callback(self.relays.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        draw = Random(f"{SEED} {self.connections}")
        far_reader = far_writer = None
        with contextlib.suppress(OSError):
            first = await reader.read(65536)
            delays = FRAMES if b"upgrade: websocket" in first.lower() else FILES
            far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
            far_writer.write(first)
            ways = [_carry(reader, far_writer, draw, FRAMES), _carry(far_reader, writer, draw, delays)]
            running = [asyncio.create_task(way) for way in ways]
            try:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in running:
                    way.cancel()
        for end in (writer, far_writer):
            if end:
                end.close()


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, draw: Random, delays: tuple[float, float]
) -> None:
    """Pass everything on to the other end, each piece when it is due, in order."""
    loop = asyncio.get_running_loop()
    coming: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def read() -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                coming.put_nowait((loop.time() + draw.uniform(0, delays[draw.random() < LATE]), data))
        coming.put_nowait((0, b""))

    reading = asyncio.create_task(read())
    try:
        while True:
            due, data = await coming.get()
            if not data:
                return
            await asyncio.sleep(due - loop.time())
            writer.write(data)
            await writer.drain()
    except OSError:
        return
    finally:
        reading.cancel()
