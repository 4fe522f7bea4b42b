"""Attackers that run beside a load test in a separate process: floods over websockets and HTTP, silent
connections, slow handshakes, tables and chat, costly positions, games and hands.

They do what no real client does, as fast as one thread can or as slowly as the server tolerates, and
reconnect after each disconnection. If the server is on this machine, each kind uses its own source address,
so that limits per address don't hit the measured guests; otherwise all share one address.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from multiprocessing.connection import Connection as Pipe
from secrets import token_hex, token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from protocol.codec import BadFrame, encode, from_server, packed
from protocol.frames import Done, Frame, Hello, Join, Make, Ping, Refused, Say, Sit
from server.process.child import tie_to
from server.process.file_limits import open_more_files

from ...client.client import run
from ...hub_process import keep_off_first_core

FLOOD_CHUNK_BYTES: Final = 12_000
"""Bytes per write of a flood."""

CHUNK_EVERY: Final = 0.005
"""Seconds between two writes: 2.4 MB/s per attacker."""

RETURN_AFTER_S: Final = 0.25
"""Seconds until a disconnected attacker reconnects."""

DRIP_INTERVAL_S: Final = 0.5
"""Seconds between two bytes of a slow attacker."""

HANDS_TABLES: Final = 12
"""Tables of those who ask for hands."""

LEAST_HANDS_AFTER: Final = 30
"""The least number of moves after which a table shows its hands."""

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


def masked(payload: bytes = b"", first: int = 0x82) -> bytes:
    """A client frame (RFC 6455, section 5.2), with a mask of zeros."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([first]) + size + bytes(4) + payload


def many(frames: Iterable[Frame]) -> bytes:
    """These frames as bytes, one after the other."""
    return b"".join(masked(encode(frame)) for frame in frames)


PINGS: Final = masked(first=0x89) * (FLOOD_CHUNK_BYTES // 6)
PONGS: Final = masked(first=0x8A) * (FLOOD_CHUNK_BYTES // 6)
FRAGMENTS: Final = masked(first=0x00) * (FLOOD_CHUNK_BYTES // 6)
BEGIN: Final = masked(b"\x92", first=0x02)
OURS: Final = masked(encode(Ping(1))) * 800
BIG: Final = masked(b"\x93" + encode(Ping(1))[1:] + b"\xc5\x3e\x80" + bytes(16_000))


FIRST_SOURCE: Final = ip_address("127.0.0.20")


def source_address(url: str, number: int) -> str:
    """The n-th source address for connections to a server on this machine; "" for other servers."""
    host = urlsplit(url).hostname or ""
    return str(FIRST_SOURCE + number) if host.startswith("127.") else ""


class Site(NamedTuple):
    """The target of the attack, and the source address on this machine. `secure`: behind TLS."""

    host: str
    port: int
    source: str
    secure: bool

    @classmethod
    def of(cls, url: str, number: int) -> Site:
        """The target of a URL; `number` selects the source address."""
        first = url.split(",")[0]
        parts = urlsplit(first)
        secure = parts.scheme == "wss"
        port = parts.port or (443 if secure else 80)
        return cls(parts.hostname or "", port, source_address(first, number), secure)

    async def open(self) -> tuple[Reader, Writer]:
        source = (self.source, 0) if self.source else None
        return await asyncio.open_connection(self.host, self.port, ssl=self.secure or None, local_addr=source)

    def asks(self) -> bytes:
        """The request for a websocket handshake."""
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        lines = ["GET /ws HTTP/1.1", f"Host: {self.host}:{self.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        return "\r\n".join(lines).encode()

    async def websocket(self, token: str = "") -> tuple[Reader, Writer]:
        """Open a websocket; send hello if there is a token."""
        reader, writer = await self.open()
        writer.write(self.asks())
        await reader.readuntil(b"\r\n\r\n")
        if token:
            writer.write(many([Hello(token, "attacker")]))
            await read(reader)
        return reader, writer


Attack = Callable[[Site], Awaitable[int]]
"""One attacker until its disconnection; returns the close code, 0 for none."""


async def read(reader: Reader) -> tuple[int, bytes]:
    """The next frame of the server: its first byte and its payload."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first, await reader.readexactly(size)


async def cut(reader: Reader) -> int:
    """Read until the server closes; returns the close code, 1006 without a close frame."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            first, payload = await read(reader)
            if first == 0x88:
                return int.from_bytes(payload[:2], "big")
    return 1006


async def hung_up(reader: Reader) -> int:
    """Read until the server closes; returns 0, since HTTP has no close codes."""
    with suppress(OSError):
        while await reader.read(1 << 20):
            pass
    return 0


async def pour(
    reader: Reader,
    writer: Writer,
    more: Callable[[], bytes],
    until: Callable[[Reader], Awaitable[int]] = cut,
) -> int:
    """Send chunk after chunk until the server closes; returns the close code."""
    closed = asyncio.ensure_future(until(reader))
    with suppress(OSError):
        while not closed.done():
            writer.write(more())
            await asyncio.wait({closed, asyncio.create_task(writer.drain())}, return_when="FIRST_COMPLETED")
            await asyncio.sleep(CHUNK_EVERY)
    writer.transport.abort()
    return await closed


def flood(chunk: bytes, greeted: bool = True, first: bytes = b"") -> Attack:
    """Sends the same bytes over and over."""

    async def attack(site: Site) -> int:
        reader, writer = await site.websocket(token_urlsafe(24) if greeted else "")
        writer.write(first)
        return await pour(reader, writer, lambda: chunk)

    return attack


async def tables(site: Site) -> int:
    """Make tables, with the same guest token on every socket."""
    reader, writer = await site.websocket("one-guest-who-makes-tables")
    ids = itertools.count(int(token_hex(5), 16) + 1)
    return await pour(reader, writer, lambda: many(Make(next(ids), "machi_koro", 4) for _ in range(20)))


async def chat(site: Site) -> int:
    """Make a table and send chat messages there."""
    reader, writer = await site.websocket(token_urlsafe(24))
    ids = itertools.count(1)
    writer.write(many([Make(next(ids), "machi_koro", 4)]))
    table = await done(reader, writer)
    writer.write(many([Join(table)]))
    return await pour(reader, writer, lambda: many(Say(next(ids), table, "spam " * 70) for _ in range(20)))


async def done(reader: Reader, writer: Writer) -> str:
    """The table that the server has made. Disconnects and raises IncompleteReadError if it refuses."""
    while True:
        first, payload = await read(reader)
        with suppress(BadFrame):
            told = None if first == 0x88 else from_server(payload)
            if isinstance(told, Done):
                return told.table
            if told is None or isinstance(told, Refused):
                writer.transport.abort()
                raise asyncio.IncompleteReadError(payload, None)


def hands() -> Attack:
    """Asks for the hands of more tables than a hub keeps, while their logs grow: a seat promises anew."""
    token, ids, made = token_urlsafe(24), itertools.count(1), defaultdict[Site, list[str]](list)

    def sit(table: str, number: int) -> Sit:
        return Sit(number, table, 0, promise=f"{number:064x}", hands_after=LEAST_HANDS_AFTER)

    async def attack(site: Site) -> int:
        reader, writer = await site.websocket(token)
        try:
            while len(made[site]) < HANDS_TABLES:
                writer.write(many([Make(next(ids), "loyang", 2, hands_after=LEAST_HANDS_AFTER)]))
                made[site].append(await done(reader, writer))
                writer.write(many([sit(made[site][-1], next(ids))]))
            tables = itertools.cycle(made[site])
            asked = b"".join(head("GET", f"/tables/{table}/hands") for table in made[site])

            def more() -> bytes:
                writer.write(many([sit(next(tables), number)]) if (number := next(ids)) % 20 == 0 else b"")
                return asked

            return await pour(*await site.open(), more, hung_up)
        finally:
            writer.transport.abort()

    return attack


async def joins(site: Site) -> int:
    """Subscribe to tables that don't exist."""
    reader, writer = await site.websocket(token_urlsafe(24))
    return await pour(reader, writer, lambda: many(Join(token_hex(6)) for _ in range(200)))


def http(more: bytes, first: bytes = b"") -> Attack:
    """Requests, or one that never ends: sends `first` once, then `more` repeatedly."""

    async def attack(site: Site) -> int:
        reader, writer = await site.open()
        writer.write(first)
        chunk = more * max(1, FLOOD_CHUNK_BYTES // len(more))
        return await pour(reader, writer, lambda: chunk, hung_up)

    return attack


def head(method: str, path: str, *lines: str) -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: attacked", *lines, "", ""]).encode()


PAGE: Final = head("GET", "/static/style.css")
CHUNKED: Final = "Transfer-Encoding: chunked"
LONG: Final = "Content-Length: 1000000000"
LINES: Final = b"a:\r\n" * 3000

DEAR: Final = b"""\
game = "santiago"
seats = 4
[[players]]
holds = {pesos = 1000000}
[[players]]
holds = {pesos = 1000000}
[[players]]
[[players]]
"""
BROUGHT: Final = head("POST", "/beginnings", f"Content-Length: {len(DEAR)}") + DEAR

PERSON: Final = f"Authorization: Bearer {'attacker' * 4}"
DEEP: Final = b"\x92" + packed("stammtisch log 1") + b"\x91" * 400_000
GAME: Final = head("POST", "/book/games", PERSON, f"Content-Length: {len(DEEP)}") + DEEP

ASKED: Final = (
    *("/", "/healthz", "/manifest.webmanifest", "/offline.html", "/offline.js", "/offline-hub.js"),
    *("/offline-way.js", "/bots", "/games", "/minds", "/games/machi_koro/cards", "/games/machi_koro/en"),
    *("/games/machi_koro/position/en", "/games/machi_koro/puzzles/1", "/t/none", "/g/none", "/tables/none"),
    *(f"/tables/none/{part}" for part in ("log", "reel", "hands", "analysis")),
    *("/book", "/person", "/push", "/reach", "/groups/none", "/streams/none", "/static/style.css"),
)
CHANGED: Final = (
    *(
        ("POST", path)
        for path in ("/reel", "/beginnings", "/book/games", "/reach", "/board-failures", "/groups")
    ),
    *((method, path) for path in ("/book", "/push", "/groups/none") for method in ("PUT", "DELETE")),
    *(("PATCH", "/groups/none"), ("DELETE", "/person")),
)
"""All that a hub answers over HTTP, by GET and by other methods."""


def silence(said: Callable[[Site], bytes], drips: bool = False) -> Attack:
    """Send this and then nothing, or one byte at intervals, until the server disconnects."""

    async def attack(site: Site) -> int:
        reader, writer = await site.open()
        writer.write(said(site))
        gone = asyncio.create_task(reader.read())
        with suppress(OSError):
            while not gone.done():
                await asyncio.wait({gone}, timeout=DRIP_INTERVAL_S)
                if drips:
                    writer.write(b"x")
        await asyncio.gather(gone, return_exceptions=True)
        writer.transport.abort()
        return 0

    return attack


async def speechless(site: Site) -> int:
    """A websocket that never sends hello."""
    reader, writer = await site.websocket()
    code = await cut(reader)
    writer.transport.abort()
    return code


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
    "pages": (2, http(PAGE)),
    "pipelines": (10, http(head("GET", "/healthz"))),
    "chunks": (2, http(b"1\r\nX\r\n", head("GET", "/", CHUNKED))),
    "chunks of a log": (2, http(b"1\r\nX\r\n", head("POST", "/reel", CHUNKED))),
    "trailers": (2, http(b"a: b\r\n", head("POST", "/reel", CHUNKED) + b"0\r\n")),
    "header lines": (2, http(LINES, head("GET", "/healthz")[:-2])),
    "long heads": (2, http(head("GET", "/healthz")[:-2] + LINES + b"\r\n")),
    "unwanted bodies": (2, http(b"x" * 1000, head("GET", "/", LONG))),
    "dear positions": (2, http(BROUGHT)),
    "answers": (2, http(b"".join(head("GET", path, PERSON) for path in ASKED))),
    "changes": (2, http(b"".join(head(*one, PERSON, "Content-Length: 2") + b"{}" for one in CHANGED))),
    "games": (2, http(GAME)),
    "chunks of a game": (2, http(b"1\r\nX\r\n", head("POST", "/book/games", PERSON, CHUNKED))),
    "hands": (2, hands()),
    "silence": (200, silence(lambda site: b"")),
    "half a handshake": (100, silence(lambda site: site.asks()[:-2])),
    "a slow handshake": (100, silence(lambda site: site.asks()[:-4] + b"\r\nX-Slow: ", drips=True)),
    "no hello": (100, speechless),
}
"""By name: the number of attackers, and their behaviour."""


async def attack(url: str, seconds: float, only: Container[str] = ATTACKS) -> Counter[str]:
    """Attack a server for `seconds` with these kinds; returns the number of disconnections of each."""
    cuts: Counter[str] = Counter()

    async def life(kind: str, site: Site, does: Attack) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                code = await does(site)
                cuts[f"{kind} {code}" if code else kind] += 1
            await asyncio.sleep(RETURN_AFTER_S)

    tasks = []
    for number, kind in enumerate(ATTACKS):
        if kind not in only:
            continue
        count, does = ATTACKS[kind]
        tasks += [asyncio.create_task(life(kind, Site.of(url, number), does)) for _ in range(count)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return cuts


def main(url: str, seconds: float, only: Sequence[str], pipe: Pipe, pin: bool) -> None:
    """An attacking process: starts at the time it receives through the pipe, and sends back its
    disconnections."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (tie := tie_to(os.getppid())) is not None:
        tie()  # nobody is attacked for a run that is gone
    if pin:
        keep_off_first_core()
    open_more_files()
    os.nice(5)  # it shares its core with the measured guests
    try:
        begin = pipe.recv()
    except EOFError:
        return
    time.sleep(max(0.0, begin - time.monotonic()))
    pipe.send(run(attack(url, seconds, only)))
