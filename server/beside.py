"""Hubs that stand beside each other on one machine, behind one socket: what each holds, and who takes the
next connection.

They share the listening socket itself rather than its port alone (SO_REUSEPORT): what waits to be taken is
then lost with no hub, and one that holds more than the others only has to look away for a while. What each
holds stands in a page of memory that all of them have open.

A table costs less where all of its people are at one hub. So whoever says in the request for a websocket
which table it is for (`/ws?table=…`) goes to the hub where that table belongs as things stand, through that
hub's door: a socket of the file system, over which hubs hand each other connections of which nothing has been
read yet. It is a wish: any hub serves any table, and where there is no such hub, or it holds too much, who
took the connection keeps it.
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

from .steady import repeatedly, watched

ROW: Final = struct.Struct("=dQ")
"""When a hub last said what it holds (0: it takes nobody), and what."""

PLACES: Final = 128
"""Hubs that can stand beside each other, those that are just being replaced with them."""

SILENT: Final = 1.0
"""Seconds after which nobody waits any more for a hub that says nothing: it has died, or stands still."""

LOOK: Final = 0.05
"""Seconds between two looks at what the others hold."""

MORE, SLACK = 1.25, 16
"""A hub that holds more than so many times what another one does, and so much beyond, lets others go first.
Few people stay together: a table costs less where all of it is at one hub."""

AT_ONCE: Final = 32
"""Connections that are taken in one go."""


HEAD: Final = 2048
"""Bytes of a request in which it says where it wants to go."""

SPEAKS: Final = 0.5
"""Seconds in which a connection says what it is for; then it stays where it is."""

ASKS: Final = re.compile(rb"GET [^ ?]*/ws\?table=([\w-]+)")
"""The begin of a request for a websocket that is for one table."""


class Beside(NamedTuple):
    """What a hub needs to stand beside others: descriptors of the socket and of the scales, its place, and
    the folder where the hubs' doors are."""

    listening: int
    scales: int
    place: int
    doors: str

    @classmethod
    def of(cls, words: Sequence[str]) -> Beside:
        """As words of a command."""
        listening, scales, place, doors = words
        return cls(int(listening), int(scales), int(place), doors)


class Scales:
    """What all hubs of a machine hold, as one number each."""

    def __init__(self, file: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`file`: a descriptor as `new_file` makes it."""
        self._rows = mmap.mmap(file, ROW.size * PLACES)
        self._clock = clock

    @staticmethod
    def new_file() -> int:
        """A descriptor of a file without a name, which goes with the last who has it open."""
        with tempfile.TemporaryFile() as file:
            file.truncate(ROW.size * PLACES)
            return os.dup(file.fileno())

    def put(self, place: int, holds: int) -> None:
        """The hub at this place takes connections, and holds so much."""
        ROW.pack_into(self._rows, place * ROW.size, self._clock(), holds)

    def clear(self, place: int) -> None:
        """It takes none, or none any more."""
        ROW.pack_into(self._rows, place * ROW.size, 0.0, 0)

    def takes(self, place: int) -> bool:
        """Does a hub take connections there, as far as it has said?"""
        return bool(ROW.unpack_from(self._rows, place * ROW.size)[0])

    def heavy(self, place: int) -> bool:
        """Does the hub at this place hold clearly more than another one that takes connections?"""
        _, mine = ROW.unpack_from(self._rows, place * ROW.size)
        least = min((holds for _, holds in self._others()), default=mine)
        return bool(mine > least * MORE + SLACK)

    def home(self, table: bytes) -> int | None:
        """The place of the hub where all who come for a table should be; None where nobody takes anyone.

        Every hub finds the same one, and others only for few tables once hubs come and go (rendezvous).
        """
        places = (place for place, _ in self._others())
        return max(
            places, key=lambda place: hashlib.blake2b(table, salt=b"%d" % place).digest(), default=None
        )

    def _others(self) -> list[tuple[int, int]]:
        """Place and burden of all hubs that take connections now."""
        since = self._clock() - SILENT
        rows = enumerate(ROW.iter_unpack(self._rows[:]))
        return [(place, holds) for place, (said, holds) in rows if said > since]


class Gate:
    """Takes connections from the shared socket, for as long as this hub is not heavier than the others."""

    def __init__(
        self, beside: Beside, serve: Callable[[], asyncio.Protocol], holds: Callable[[], int]
    ) -> None:
        """`serve()` makes what talks to a connection; `holds()` says what this hub holds."""
        self._socket = socket.socket(fileno=os.dup(beside.listening))
        self._scales, self._place = Scales(beside.scales), beside.place
        self._serve, self._holds = serve, holds
        self._doors = Path(beside.doors)
        self._door = Door(door_of(self._doors, self._place), self._begin)
        self._coming: set[asyncio.Task[None]] = set()
        self._open = False
        self._look()
        self._task = repeatedly("gate", LOOK, self._weigh)

    def close(self) -> None:
        """Take nobody any more; the others do."""
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
        """Somebody waits to be taken, unless another hub has been faster."""
        for _ in range(AT_ONCE):
            try:
                connection, _ = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no more files: others may have some, and so may this one in a moment
                self._set(False)
                return
            connection.setblocking(False)
            self._do(self._led(connection))
            self._look()
            if not self._open:
                return

    async def _led(self, connection: socket.socket) -> None:
        """Have it go to the hub that it is for, or stay here."""
        asked = ASKS.match(await first_words(connection))
        closed = self._socket.fileno() < 0
        home = self._scales.home(asked[1] if asked else b"") if asked or closed else None
        stays = home is None or home == self._place or (self._scales.heavy(home) and not closed)
        if stays or not hand_over(connection, door_of(self._doors, home or 0)):
            await self._connect(connection)

    async def _connect(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # it may be gone already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.get_running_loop().connect_accepted_socket(self._serve, connection)

    def _begin(self, connection: socket.socket) -> None:
        """Another hub has handed it over."""
        self._do(self._connect(connection))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        task.add_done_callback(watched)


class Door:
    """Where a hub is handed connections that others have taken. `take(connection)` is told of each."""

    def __init__(self, path: Path, take: Callable[[socket.socket], None]) -> None:
        self._path, self._take = path, take
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        path.unlink(missing_ok=True)  # of one that had this place before, and died
        self._socket.bind(str(path))
        asyncio.get_running_loop().add_reader(self._socket, self._open)

    def _open(self) -> None:
        """Take what has been handed over so far."""
        with contextlib.suppress(OSError):
            while True:
                for file in socket.recv_fds(self._socket, 1, 1)[1]:
                    connection = socket.socket(fileno=file)
                    connection.setblocking(False)
                    self._take(connection)

    def close(self) -> None:
        """Nobody comes this way any more; who is here already is taken."""
        if self._socket.fileno() < 0:
            return
        self._path.unlink(missing_ok=True)
        asyncio.get_running_loop().remove_reader(self._socket)
        self._open()
        self._socket.close()


def door_of(folder: Path, place: int) -> Path:
    """Where the hub at this place is handed connections."""
    return folder / f"door-{place}"


def hand_over(connection: socket.socket, door: Path) -> bool:
    """Give a connection away through a door. False where nobody takes it there; it is still here then."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as it:
        it.setblocking(False)
        try:
            it.connect(str(door))
            socket.send_fds(it, [b"."], [connection.fileno()])
        except OSError:
            return False
    connection.close()
    return True


async def first_words(connection: socket.socket) -> bytes:
    """How somebody begins who has connected, without taking it; b"" where nothing comes in time. Where this
    process is what is late, that is heard all the same which is there in the end."""
    loop = asyncio.get_running_loop()
    spoke = asyncio.Event()
    loop.add_reader(connection, spoke.set)
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SPEAKS):
                await spoke.wait()
    finally:
        loop.remove_reader(connection)
    with contextlib.suppress(OSError):
        return connection.recv(HEAD, socket.MSG_PEEK)
    return b""
