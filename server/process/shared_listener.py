"""Several hubs of one machine behind one listening socket: their loads, and which of them accepts the next
connection.

They share the listening socket itself, not only its port (SO_REUSEPORT). So pending connections survive the
death of any hub, and a hub with more load than the others just stops accepting for a while. The hubs' loads
are in shared memory.

A table costs less if all of its people are at one hub. So a websocket request that names its table
(`/ws?table=…`) is handed to that table's home hub, through the hub's door: a socket in the file system, over
which hubs pass each other connections of which nothing has been read yet. This is an optimization: any hub
serves any table. Without a home hub, or if it has too much load, the connection stays at the hub that
accepted it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import mmap
import os
import re
import socket
import struct
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from .forever import repeatedly, watched

ROW: Final = struct.Struct("=dQ")
"""When a hub last reported its load (0: it accepts no connections), and the load."""

MAX_HUBS: Final = 128
"""Maximum number of hubs side by side, including those that are just being replaced."""

SILENCE_TIMEOUT_S: Final = 1.0
"""Seconds of silence after which a hub counts as dead or hung."""

SAMPLE_INTERVAL_S: Final = 0.05
"""Seconds between two checks of the hubs' loads."""

MAX_LOAD_RATIO, LOAD_SLACK = 1.25, 16
"""A hub whose load is more than MAX_LOAD_RATIO times another hub's plus LOAD_SLACK stops accepting. With the
slack, a few people stay together: a table costs less at one hub."""

ACCEPTS_AT_ONCE: Final = 32
"""Connections that are accepted in one go."""


MAX_HEAD_BYTES: Final = 2048
"""Bytes of a request in which its table is looked for."""

FIRST_BYTES_TIMEOUT_S: Final = 0.5
"""Seconds in which a connection must name its table; after that it stays where it is."""

ASKS: Final = re.compile(rb"GET [^ ?]*/ws\?table=([\w-]+)")
"""The beginning of a websocket request for one table."""


class Beside(NamedTuple):
    """What a hub needs to run beside others: descriptors of the listening socket and of the loads, its place,
    the folder of the hubs' doors, and the port at which the connections of a tunnel arrive (0: none do)."""

    listening: int
    scales: int
    place: int
    doors: str
    tunnel_port: int = 0

    @classmethod
    def of(cls, words: Sequence[str]) -> Beside:
        """Parse it from the arguments of a command."""
        listening, scales, place, doors, tunnel_port = words
        return cls(int(listening), int(scales), int(place), doors, int(tunnel_port))


class Scales:
    """The loads of all hubs of a machine, one number each, in shared memory."""

    def __init__(self, file: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`file`: a descriptor from `new_file`."""
        self._rows = mmap.mmap(file, ROW.size * MAX_HUBS)
        self._clock = clock

    @staticmethod
    def new_file() -> int:
        """A descriptor of an unnamed file, which vanishes when its last descriptor is closed."""
        with tempfile.TemporaryFile() as file:
            file.truncate(ROW.size * MAX_HUBS)
            return os.dup(file.fileno())

    def put(self, place: int, holds: int) -> None:
        """Report that the hub at this place accepts connections and has this load."""
        ROW.pack_into(self._rows, place * ROW.size, self._clock(), holds)

    def clear(self, place: int) -> None:
        """Report that the hub at this place accepts no connections."""
        ROW.pack_into(self._rows, place * ROW.size, 0.0, 0)

    def takes(self, place: int) -> bool:
        """Has the hub at this place reported that it accepts connections?"""
        return bool(ROW.unpack_from(self._rows, place * ROW.size)[0])

    def heavy(self, place: int) -> bool:
        """Is the load of the hub at this place clearly higher than the lowest of the accepting hubs?"""
        _, mine = ROW.unpack_from(self._rows, place * ROW.size)
        least = min((holds for _, holds in self._others()), default=mine)
        return bool(mine > least * MAX_LOAD_RATIO + LOAD_SLACK)

    def home(self, table: bytes) -> int | None:
        """The place of a table's home hub; None if no hub accepts connections.

        All hubs compute the same home, and it changes for few tables when hubs start or stop (rendezvous
        hashing).
        """
        places = (place for place, _ in self._others())
        return max(
            places, key=lambda place: hashlib.blake2b(table, salt=b"%d" % place).digest(), default=None
        )

    def lightest(self) -> int | None:
        """The place of the accepting hub with the lowest load; None if no hub accepts connections."""
        return min(self._others(), key=lambda row: row[1], default=(None, 0))[0]

    def _others(self) -> list[tuple[int, int]]:
        """Place and load of all hubs that accept connections now."""
        since = self._clock() - SILENCE_TIMEOUT_S
        rows = enumerate(ROW.iter_unpack(self._rows[:]))
        return [(place, holds) for place, (said, holds) in rows if said > since]


class Gate:
    """Accepts connections from the shared socket while this hub's load is not clearly higher than the
    others'."""

    def __init__(
        self, beside: Beside, serve: Callable[[], asyncio.Protocol], holds: Callable[[], int]
    ) -> None:
        """`serve()` creates the protocol of a connection; `holds()` returns this hub's load."""
        self._socket = socket.socket(fileno=os.dup(beside.listening))
        self._scales, self._place = Scales(beside.scales), beside.place
        self._serve, self._holds = serve, holds
        self._doors = Path(beside.doors)
        self._door = Door(door_of(self._doors, self._place), self._begin)
        self._coming: set[asyncio.Task[None]] = set()
        self._open = False
        self._look()
        self._task = repeatedly("gate", SAMPLE_INTERVAL_S, self._weigh)

    def close(self) -> None:
        """Stop accepting; the other hubs continue."""
        self._task.cancel()
        if self._socket.fileno() >= 0:
            self._set(False)
            self._socket.close()
            self._scales.clear(self._place)
            self._door.close()

    async def _weigh(self) -> None:
        self._look()

    def _look(self) -> None:
        self._scales.put(self._place, self._holds() + len(self._coming))
        self._set(not self._scales.heavy(self._place))

    def _set(self, wanted: bool) -> None:
        if wanted == self._open:
            return
        self._open, loop = wanted, asyncio.get_running_loop()
        if wanted:
            loop.add_reader(self._socket, self._take)
        else:
            loop.remove_reader(self._socket)

    def _take(self) -> None:
        """Accept pending connections, unless another hub was faster."""
        for _ in range(ACCEPTS_AT_ONCE):
            try:
                connection, _ = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no file descriptor left: other hubs may have some, and this one soon
                self._set(False)
                return
            connection.setblocking(False)
            self._do(self._led(connection))
            self._look()
            if not self._open:
                return

    async def _led(self, connection: socket.socket) -> None:
        """Hand the connection to its table's home hub, or keep it here."""
        asked = ASKS.match(await first_words(connection))
        closed = self._socket.fileno() < 0
        home = self._scales.home(asked[1] if asked else b"") if asked or closed else None
        stays = home is None or home == self._place or (self._scales.heavy(home) and not closed)
        if stays or not hand_over(connection, door_of(self._doors, home or 0)):
            await self._connect(connection)

    async def _connect(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # it may be closed already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.get_running_loop().connect_accepted_socket(self._serve, connection)

    def _begin(self, connection: socket.socket) -> None:
        """Another hub has handed over a connection."""
        self._do(self._connect(connection))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        task.add_done_callback(watched)


class Door:
    """The socket on which a hub receives connections that others have accepted; it calls
    `take(connection)`."""

    def __init__(self, path: Path, take: Callable[[socket.socket], None]) -> None:
        self._path, self._take = path, take
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        path.unlink(missing_ok=True)  # left by a dead hub that had this place
        self._socket.bind(str(path))
        asyncio.get_running_loop().add_reader(self._socket, self._open)

    def _open(self) -> None:
        """Receive all connections that were handed over so far."""
        with contextlib.suppress(OSError):
            while True:
                for file in socket.recv_fds(self._socket, 1, 1)[1]:
                    connection = socket.socket(fileno=file)
                    connection.setblocking(False)
                    self._take(connection)

    def close(self) -> None:
        """Stop receiving; connections already handed over are still taken."""
        if self._socket.fileno() < 0:
            return
        self._path.unlink(missing_ok=True)
        asyncio.get_running_loop().remove_reader(self._socket)
        self._open()
        self._socket.close()


def door_of(folder: Path, place: int) -> Path:
    return folder / f"door-{place}"


def hand_over(connection: socket.socket, door: Path) -> bool:
    """Send a connection through a door. False if no hub receives it there; the connection is still open
    then."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as it:
        it.setblocking(False)
        try:
            it.connect(str(door))
            socket.send_fds(it, [b"."], [connection.fileno()])
        except OSError:
            return False
    connection.close()
    return True


async def accept_for_hubs(
    listening: socket.socket, scales: Scales, doors: Path, arrived: Callable[[], None] = lambda: None
) -> None:
    """Hand over all connections of a socket, each to the hub with the least load. Those that come while no
    hub runs wait for the next one. `arrived()` is called for each."""
    loop = asyncio.get_running_loop()
    while True:
        connection, _ = await loop.sock_accept(listening)
        arrived()
        with contextlib.closing(connection):
            while (place := scales.lightest()) is None or not hand_over(connection, door_of(doors, place)):
                await asyncio.sleep(SAMPLE_INTERVAL_S)


async def first_words(connection: socket.socket) -> bytes:
    """The first bytes of a connection, without consuming them; b"" if none arrive in time. If this process is
    late itself, it still returns the bytes that are there at the end."""
    loop = asyncio.get_running_loop()
    spoke = asyncio.Event()
    loop.add_reader(connection, spoke.set)
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST_BYTES_TIMEOUT_S):
                await spoke.wait()
    finally:
        loop.remove_reader(connection)
    with contextlib.suppress(OSError):
        return connection.recv(MAX_HEAD_BYTES, socket.MSG_PEEK)
    return b""
