"""Hubs that stand beside each other on one machine, behind one socket: what each holds, and who takes the
next connection.

They share the listening socket itself rather than its port alone (SO_REUSEPORT): what waits to be taken is
then lost with no hub, and one that holds more than the others only has to look away for a while. What each
holds stands in a page of memory that all of them have open.
"""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import socket
import struct
import tempfile
import time
from collections.abc import Callable
from typing import Final, NamedTuple

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


class Beside(NamedTuple):
    """What a hub needs to stand beside others: descriptors of the socket and of the scales, and its place."""

    listening: int
    scales: int
    place: int


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
        since = self._clock() - SILENT
        least = min((holds for said, holds in ROW.iter_unpack(self._rows[:]) if said > since), default=mine)
        return bool(mine > least * MORE + SLACK)


class Gate:
    """Takes connections from the shared socket, for as long as this hub is not heavier than the others."""

    def __init__(
        self, beside: Beside, serve: Callable[[], asyncio.Protocol], holds: Callable[[], int]
    ) -> None:
        """`serve()` makes what talks to a connection; `holds()` says what this hub holds."""
        self._socket = socket.socket(fileno=os.dup(beside.listening))
        self._scales, self._place = Scales(beside.scales), beside.place
        self._serve, self._holds = serve, holds
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
            self._begin(connection)
            self._look()
            if not self._open:
                return

    async def _connect(self, connection: socket.socket) -> None:
        await asyncio.get_running_loop().connect_accepted_socket(self._serve, connection)

    def _begin(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with contextlib.suppress(OSError):  # it may be gone already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = asyncio.create_task(self._connect(connection))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)
        task.add_done_callback(watched)
