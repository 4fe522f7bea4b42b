"""Attackers beside a load run, in a process of their own: floods, silence, slow handshakes, tables and chat.

They do what no client of ours does, as fast as one thread can or as slowly as a server bears it, and come
back whenever they are cut off. Where the server is on this machine each kind has an address of its own, so
that its guests are other people than the attackers; elsewhere all share one.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from secrets import token_hex, token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from protocol.codec import BadFrame, encode, from_server
from protocol.frames import Done, Frame, Hello, Join, Make, Ping, Say
from server.files import open_more_files

from ...client import run
from ...hub_process import keep_off_first_core

CHUNK: Final = 12_000
"""Bytes that a flood sends at a time."""

CHUNK_EVERY: Final = 0.005
"""Seconds between two of them: 2.4 MB a second and attacker."""

BACK: Final = 0.25
"""Seconds until somebody who was cut off is there again."""

DRIP: Final = 0.5
"""Seconds between two bytes of somebody slow."""

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


def masked(payload: bytes = b"", first: int = 0x82) -> bytes:
    """A client's frame (RFC 6455, section 5.2), with a mask that changes nothing."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([first]) + size + bytes(4) + payload


def many(frames: Iterable[Frame]) -> bytes:
    """These frames, one after the other."""
    return b"".join(masked(encode(frame)) for frame in frames)


PINGS: Final = masked(first=0x89) * (CHUNK // 6)
PONGS: Final = masked(first=0x8A) * (CHUNK // 6)
FRAGMENTS: Final = masked(first=0x00) * (CHUNK // 6)
BEGIN: Final = masked(b"\x92", first=0x02)
OURS: Final = masked(encode(Ping(1))) * 800
BIG: Final = masked(b"\x93" + encode(Ping(1))[1:] + b"\xc5\x3e\x80" + bytes(16_000))


class Site(NamedTuple):
    """Where the attack goes, and from which address of this machine."""

    host: str
    port: int
    source: str

    @classmethod
    def of(cls, url: str, number: int) -> Site:
        """A server's, seen from the address of these attackers."""
        parts = urlsplit(url.split(",")[0])
        host = parts.hostname or ""
        return cls(host, parts.port or 80, f"127.0.0.{20 + number}" if host.startswith("127.") else "")

    async def open(self) -> tuple[Reader, Writer]:
        """A connection."""
        return await asyncio.open_connection(
            self.host, self.port, local_addr=(self.source, 0) if self.source else None
        )

    def asks(self) -> bytes:
        """The request for a websocket."""
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        lines = ["GET /ws HTTP/1.1", f"Host: {self.host}:{self.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        return "\r\n".join(lines).encode()

    async def websocket(self, token: str = "") -> tuple[Reader, Writer]:
        """A websocket, greeted if there is a token."""
        reader, writer = await self.open()
        writer.write(self.asks())
        await reader.readuntil(b"\r\n\r\n")
        if token:
            writer.write(many([Hello(token, "attacker")]))
            await read(reader)
        return reader, writer


Attack = Callable[[Site], Awaitable[int]]
"""One attacker's life until it is cut off; the close code, 0 for none."""


async def read(reader: Reader) -> tuple[int, bytes]:
    """The next frame of the server: its first byte, and what it carries."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first, await reader.readexactly(size)


async def cut(reader: Reader) -> int:
    """Read on until it is closed; with which code, 1006 for none."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            first, payload = await read(reader)
            if first == 0x88:
                return int.from_bytes(payload[:2], "big")
    return 1006


async def pour(reader: Reader, writer: Writer, more: Callable[[], bytes]) -> int:
    """Send more and more until it is closed; with which code."""
    closed = asyncio.create_task(cut(reader))
    with suppress(OSError):
        while not closed.done():
            writer.write(more())
            await asyncio.wait({closed, asyncio.create_task(writer.drain())}, return_when="FIRST_COMPLETED")
            await asyncio.sleep(CHUNK_EVERY)
    writer.transport.abort()
    return await closed


def flood(chunk: bytes, greeted: bool = True, first: bytes = b"") -> Attack:
    """Bytes and nothing else."""

    async def attack(site: Site) -> int:
        reader, writer = await site.websocket(token_urlsafe(24) if greeted else "")
        writer.write(first)
        return await pour(reader, writer, lambda: chunk)

    return attack


async def tables(site: Site) -> int:
    """Make tables, as the same guest whatever socket it is."""
    reader, writer = await site.websocket("one-guest-who-makes-tables")
    ids = itertools.count(int(token_hex(5), 16) + 1)
    return await pour(reader, writer, lambda: many(Make(next(ids), "machi_koro", 4) for _ in range(20)))


async def chat(site: Site) -> int:
    """Make a table, and say something there again and again."""
    reader, writer = await site.websocket(token_urlsafe(24))
    ids = itertools.count(1)
    writer.write(many([Make(next(ids), "machi_koro", 4)]))
    table = ""
    while not table:
        first, payload = await read(reader)
        if first == 0x88:
            return int.from_bytes(payload[:2], "big")
        with suppress(BadFrame):
            told = from_server(payload)
            table = told.table if isinstance(told, Done) else ""
    writer.write(many([Join(table)]))
    return await pour(reader, writer, lambda: many(Say(next(ids), table, "spam " * 70) for _ in range(20)))


async def joins(site: Site) -> int:
    """Ask for tables that don't exist."""
    reader, writer = await site.websocket(token_urlsafe(24))
    return await pour(reader, writer, lambda: many(Join(token_hex(6)) for _ in range(200)))


async def pages(site: Site) -> int:
    """Ask for pages, one after the other on one connection."""
    reader, writer = await site.open()
    ask = f"GET /static/style.css HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode() * 20

    async def swallow() -> None:
        while await reader.read(1 << 20):
            pass

    swallowing = asyncio.create_task(swallow())
    with suppress(OSError):
        while not swallowing.done():
            writer.write(ask)
            await asyncio.wait(
                {swallowing, asyncio.create_task(writer.drain())}, return_when="FIRST_COMPLETED"
            )
            await asyncio.sleep(CHUNK_EVERY)
    swallowing.cancel()
    await asyncio.gather(swallowing, return_exceptions=True)
    writer.transport.abort()
    return 0


def silence(said: Callable[[Site], bytes], drips: bool = False) -> Attack:
    """Say this and no more, maybe with a byte now and then, for as long as the server bears it."""

    async def attack(site: Site) -> int:
        reader, writer = await site.open()
        writer.write(said(site))
        gone = asyncio.create_task(reader.read())
        with suppress(OSError):
            while not gone.done():
                await asyncio.wait({gone}, timeout=DRIP)
                if drips:
                    writer.write(b"x")
        await asyncio.gather(gone, return_exceptions=True)
        writer.transport.abort()
        return 0

    return attack


async def speechless(site: Site) -> int:
    """A websocket that never says hello."""
    reader, writer = await site.websocket()
    code = await cut(reader)
    writer.transport.abort()
    return code


HALVES: Final = ("half a handshake", "a slow handshake")

ATTACKS: Final[dict[str, tuple[int, Attack]]] = {
    "pings": (2, flood(PINGS)),
    "pongs": (2, flood(PONGS)),
    "pongs before hello": (2, flood(PONGS, greeted=False)),
    "fragments": (2, flood(FRAGMENTS, first=BEGIN)),
    "large frames": (1, flood(BIG)),
    "frames": (2, flood(OURS)),
    "joins": (2, joins),
    "tables": (4, tables),
    "chat": (4, chat),
    "pages": (2, pages),
    "silence": (200, silence(lambda site: b"")),
    "half a handshake": (100, silence(lambda site: site.asks()[:-2])),
    "a slow handshake": (100, silence(lambda site: site.asks()[:-4] + b"\r\nX-Slow: ", drips=True)),
    "no hello": (100, speechless),
}
"""By name: how many attackers, and what each does."""


async def attack(url: str, seconds: float, only: Iterable[str] = ATTACKS) -> Counter[str]:
    """Attack a server for so long with these kinds; how often each was cut off."""
    cuts: Counter[str] = Counter()

    async def life(kind: str, site: Site, does: Attack) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                code = await does(site)
                cuts[f"{kind} {code}" if code else kind] += 1
            await asyncio.sleep(BACK)

    tasks = []
    for number, kind in enumerate(only):
        count, does = ATTACKS[kind]
        tasks += [asyncio.create_task(life(kind, Site.of(url, number), does)) for _ in range(count)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return cuts


def main(url: str, seconds: float, pipe: Pipe, pin: bool) -> None:
    """A process that attacks from the moment that it is told on; it tells how often it was cut off."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if pin:
        keep_off_first_core()
    open_more_files()
    os.nice(5)  # it shares its core with the guests
    try:
        begin = pipe.recv()
    except EOFError:
        return
    time.sleep(max(0.0, begin - time.monotonic()))
    pipe.send(run(attack(url, seconds)))
