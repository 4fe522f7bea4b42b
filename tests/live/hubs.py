"""Hubs with real sockets in this process, raw clients that see every frame, and guests that play."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from typing import Any, Final
from unittest.mock import patch

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bots.client.client import Connection
from bots.document import Document, options
from protocol.codec import encode, from_server
from protocol.frames import Act, Done, Frame, Hello, Joined, Make, Sit, Start, Undo, Welcome
from server.live import storing_notices
from server.serve import Server, listen
from server.settings.config import Settings, read
from tests.waiting import LIMIT, PAUSE, until, within

canonical = msgspec.msgpack.Encoder(order="sorted").encode

BOT_KEY = "the key of these tests"

OUT_OF_REACH: Final = 3600.0
"""A time limit in seconds that ends in no test, on however slow a machine."""


class House:
    """One hub that serves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.socket = listen("127.0.0.1", 0)
        self.port = int(self.socket.getsockname()[1])
        self.server = Server(settings)
        self.parts = self.server.parts

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.asynccontextmanager
async def houses(
    redis: str, count: int = 1, notice_after_s: float = OUT_OF_REACH, **settings: Any
) -> AsyncIterator[list[House]]:
    """Hubs on one Redis; closed at the end. Unless it is asked for, no greeting comes too late, nobody loses
    a seat to a bot for being away, and no client is told that the store is slow (`notice_after_s`)."""
    grace = round(1000 * OUT_OF_REACH)
    patient: dict[str, Any] = {"hello_s": OUT_OF_REACH, "grace_ms": grace, "bot_grace_ms": grace}
    given: dict[str, Any] = {"minds": "greedy,whim", **patient, **settings}
    built = [House(read({}, redis=redis, hub=f"hub-{i}", bot_key=BOT_KEY, **given)) for i in range(count)]
    serving = [asyncio.create_task(house.server.serve(sockets=[house.socket])) for house in built]
    try:
        await until(lambda: all(house.server.started for house in built))
        with patch.object(storing_notices, "NOTICE_AFTER_S", notice_after_s):
            yield built
    finally:
        for house in built:
            house.server.should_exit = True
        async with within("the hubs end"):
            await asyncio.gather(*serving)


class Raw:
    """A socket that sends frames and keeps every frame that it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Any] = []
        self.reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, url: str, token: str = "", name: str = "Raw", **more: Any) -> Raw:
        raw = cls(
            await connect(
                url, compression=None, max_size=None, open_timeout=LIMIT, ping_timeout=LIMIT, **more
            )
        )
        if token:
            await raw.send(Hello(token, name))
            await until(lambda: raw.of(Welcome))
        return raw

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in self.socket:
                assert isinstance(data, bytes)
                self.frames.append(from_server(data))

    async def send(self, frame: Frame) -> None:
        await self.socket.send(encode(frame))

    def of(self, *kinds: type[Any]) -> list[Any]:
        return [frame for frame in self.frames if isinstance(frame, kinds)]

    async def next(self, *kinds: type[Any], count: int = 1) -> Any:
        """Wait until at least `count` frames of these kinds have arrived; return the last of them."""
        await until(lambda: len(self.of(*kinds)) >= count or self.reader.done())
        return self.of(*kinds)[count - 1]

    async def seated(self) -> str:
        """Make a table of Machi Koro for two and take its first seat, as the first changes; returns its
        id."""
        await self.send(Make(1, "machi_koro", 2))
        table: str = (await self.next(Done)).table
        await self.send(Sit(2, table, 0))
        await self.next(Done, count=2)
        return table

    async def closed(self) -> int:
        """Wait until the server has closed the connection; return the code."""
        await until(lambda: self.reader.done())
        return self.socket.close_code or 0

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.gather(self.reader, return_exceptions=True)


class Guest:
    """A person at a table who chooses at random, keeps every document, and sometimes takes a choice back.
    It waits with every choice until it is `ready`."""

    def __init__(self, url: str, name: str, seed: int, undo: float = 0.0, pause: float = 0.0) -> None:
        self.token = f"{name}-token-for-tests-0123456789"
        self.connection = Connection(url, self.token, name, self._heard)
        self.random = random.Random(f"{name} {seed}")
        self.undo = undo
        self.pause = pause
        self.ready: Callable[[], bool] = lambda: True
        self.documents: dict[tuple[int, int], bytes] = {}
        """By seat and version: the whole document."""
        self.frames: list[Any] = []
        self.sent: dict[int, Act | Undo] = {}
        """Every choice and undo of this guest, by id."""
        self.answered: dict[int, int] = {}
        self.playing = True
        self.running = asyncio.create_task(self.connection.run())

    @property
    def session(self) -> Any:
        return self.connection.session

    def document(self, table: str, seat: int) -> Document:
        document: Document = self.session.mirrors[table, seat].document
        return document

    def version(self, table: str, seat: int) -> int:
        """The version that this guest's mirror has; -1 before there is one."""
        mirror = self.session.mirrors.get((table, seat))
        return mirror.version if mirror else -1

    def phase(self, table: str, seat: int) -> str:
        if self.version(table, seat) < 0:
            return ""
        return str(self.document(table, seat)["public"]["table"]["phase"])

    async def moved_on(self, table: str, seat: int, versions: int) -> None:
        """Wait until the mirror is this many versions further, or the game is over."""
        enough = self.version(table, seat) + versions
        await until(lambda: self.version(table, seat) > enough or self.phase(table, seat) == "over")

    def _heard(self, frame: Any, mirror: Any) -> None:
        self.frames.append(frame)
        if mirror is None or isinstance(frame, Joined) or mirror.version < 0:
            return
        self.documents[mirror.seat, mirror.version] = encode_document(mirror.document)
        if self.playing:
            self._answer(mirror)

    def _answer(self, mirror: Any) -> None:
        mine = mirror.document["mine"]
        number = mine.get("ask", {}).get("number", 0)
        if number and self.answered.get(mirror.seat) != number:
            self.answered[mirror.seat] = number
            if mine["undo"] and self.random.random() < self.undo:
                frame: Act | Undo = Undo(self.session.next_id(), mirror.table, mirror.seat, mine["undo"])
            else:
                verb, noun = self.random.choice(options(mirror.document))
                frame = Act(self.session.next_id(), mirror.table, mirror.seat, number, verb, noun)
            asyncio.get_running_loop().call_later(self.pause, self._change, frame)

    def _change(self, frame: Act | Undo) -> None:
        if not self.ready():
            asyncio.get_running_loop().call_later(PAUSE, self._change, frame)
            return
        self.sent[frame.id] = frame
        self.session.change(frame)

    def play_on(self, table: str, seat: int) -> None:
        """Continue after `playing` was False: answer the open question."""
        self.playing = True
        self._answer(self.session.mirrors[table, seat])

    async def close(self) -> None:
        await self.connection.close()
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)


def encode_document(document: Document) -> bytes:
    """A document as comparable bytes: canonical msgpack of both parts."""
    return canonical([document["public"], document["mine"]])


async def table_of(guests: list[Guest], game: str = "machi_koro", every: int = 1, **made: Any) -> str:
    """A table at which these guests sit in this order; the first one starts it. They ask for a check value
    with every `every`-th version; 0: only with versions that all clients get one for."""
    host = guests[0]
    new = host.session.next_id
    table = (await host.connection.request(Make(new(), game, len(guests), **made))).table
    for seat, guest in enumerate(guests):
        agrees = made.get("hands_after", 0)
        sit = Sit(guest.session.next_id(), table, seat, f"luck-{seat}", hands_after=agrees)
        await guest.connection.request(sit)
        guest.session.join(table, seat, every)
    await host.connection.request(Start(new(), table))
    return table


async def still_table(url: str, **made: Any) -> tuple[list[Guest], str]:
    """Two guests at a started table who do not answer, and the table's id."""
    guests = [Guest(url, f"guest-{i}", 3) for i in range(2)]
    for guest in guests:
        guest.playing = False
    return guests, await table_of(guests, **made)


async def all_close(*clients: Guest | Raw) -> None:
    """Close the guests and sockets."""
    for client in clients:
        await client.close()
