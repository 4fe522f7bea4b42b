"""The network between processes: connections like those of TCP, with latency.

Bytes of one direction arrive in order, but in other pieces than they were sent in. A connection can be cut
(bytes in transit are lost, both ends are informed), held (nothing arrives for a while, without notice), and
is closed when a process at one end dies.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final

from .loop import RUNNING, Process, VirtualLoop

ROOM: Final = 65_536
"""Bytes in transit in one direction above which the sender must pause."""


class Transport(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, connection: Connection, process: Process, protocol: Any) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", connection.port)})
        self.connection = connection
        self.process = process
        self.protocol = protocol
        self.other: Transport
        self._closing = self._lost = self._full = self._paused = False
        self._arrived: deque[bytes] = deque()
        self._last = 0.0
        """When everything sent so far will have arrived."""
        self._under_way = 0

    # -- the transport's interface -----------------------------------------------------------------

    def write(self, data: Any) -> None:
        if self._closing or not data:
            return
        data = bytes(data)
        random = self.connection.random
        if len(data) > 1 and random.random() < self.connection.pieces:
            middle = random.randrange(1, len(data))
            self._send(data[:middle])
            self._send(data[middle:])
        else:
            self._send(data)
        if self._under_way > ROOM and not self._full:
            self._full = True
            self.protocol.pause_writing()

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        if not self._closing and not self.process.loop.over:  # a stream is closed when it is collected
            self._closing = True
            self._at_end(self.other._end, None)
            self.process.soon(self._end, None)

    def abort(self) -> None:
        self.connection.cut()

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        if self._paused:
            self._paused = False
            self.process.soon(self._hand_over)

    def is_reading(self) -> bool:
        return not self._paused

    def get_write_buffer_size(self) -> int:
        return self._under_way

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """The limits of this network are fixed."""

    def can_write_eof(self) -> bool:
        """Whoever asks closes the connection at once, which gives the other end less time."""
        return False

    def write_eof(self) -> None:
        """Send nothing more; the other end may."""
        if not self._closing:
            self._at_end(self.other._sent_all)

    # -- the network -------------------------------------------------------------------------------

    def _at_end(self, callback: Callable[..., None], *given: Any) -> None:
        """Schedule a callback at the other end, after everything sent before."""
        connection, loop = self.connection, self.process.loop
        due = max(self._last, loop.now + connection.delay(), connection.held_until)
        self._last = due + 1e-7
        loop.call_at(due, callback, *given, context=self.other.process.context)

    def _send(self, data: bytes) -> None:
        self._under_way += len(data)
        self._at_end(self.other._arrive, data)

    def _arrive(self, data: bytes) -> None:
        self._arrived.append(data)
        if not self._paused:
            self._hand_over()

    def _sent_all(self) -> None:
        """The other end sends nothing more."""
        if not self._closing and not self.protocol.eof_received():
            self.close()

    def _hand_over(self) -> None:
        while self._arrived and not self._paused and not self._lost:
            data = self._arrived.popleft()
            self.other._taken(len(data))
            self.protocol.data_received(data)

    def _taken(self, size: int) -> None:
        self._under_way -= size
        if self._full and self._under_way < ROOM // 4 and not self._lost:
            self._full = False
            self.process.soon(self._room)

    def _room(self) -> None:
        if not self._lost:
            self.protocol.resume_writing()

    def _end(self, why: Exception | None) -> None:
        """Close this end of the connection."""
        self._closing = True
        if not self._lost:
            self._lost = True
            self.connection.ended()
            self.protocol.connection_lost(why)


class Connection:
    """Both ends, and the random draws for their traffic."""

    def __init__(self, net: Network, port: int, random: Random) -> None:
        self.net = net
        self.port = port
        self.random = random
        self.slow = 1.0
        self.pieces = net.pieces
        self.held_until = 0.0
        self.ends: tuple[Transport, Transport] | None = None

    def delay(self) -> float:
        """Seconds that a piece is in transit."""
        draw = self.random.random()
        return (0.000_2 + 0.004 * draw**4 + (0.2 if draw > 0.999 else 0.0)) * self.slow

    def hold(self, seconds: float) -> None:
        """Hold all bytes for `seconds`."""
        self.held_until = max(self.held_until, self.net.loop.now + seconds)

    def cut(self) -> None:
        """Both ends lose the connection, and the bytes in transit."""
        for end in self.ends or ():
            end._closing = True
            end._arrived.clear()
            end.process.soon(end._end, ConnectionResetError("cut"))

    def ended(self) -> None:
        self.net.connections.pop(self, None)


class Network:
    """The listeners and all connections."""

    def __init__(self, loop: VirtualLoop, streams: Callable[[str], Random]) -> None:
        """`streams(name)` returns a separate random stream."""
        self.loop = loop
        self.pieces = 0.05
        self.listeners: dict[int, Callable[[Random], tuple[Process, Callable[[], Any]] | None]] = {}
        """By port: returns the process that accepts a connection now, and the factory of its protocol."""
        self.connections: dict[Connection, None] = {}
        self.closed_until = 0.0
        """Until then no new connection succeeds."""
        self._streams = streams
        self._numbers: dict[str, int] = {}

    async def connect(self, protocol_factory: Callable[[], Any], port: int) -> tuple[Transport, Any]:
        """Connect from the running process. Raises OSError."""
        process = RUNNING.get()
        assert process is not None
        number = self._numbers[process.name] = self._numbers.get(process.name, 0) + 1
        random = self._streams(f"{process.name} {port} {number}")
        connection = Connection(self, port, random)
        await asyncio.sleep(connection.delay())
        if self.closed_until > self.loop.now:
            await asyncio.sleep(self.closed_until - self.loop.now)
            raise TimeoutError("no way there")
        listener = self.listeners.get(port)
        taker = listener(random) if listener is not None else None
        if taker is None:
            raise ConnectionRefusedError(111, "Connection refused")
        return self._made(connection, process, protocol_factory(), *taker)

    def _made(
        self, connection: Connection, here: Process, protocol: Any, there: Process, maker: Callable[[], Any]
    ) -> tuple[Transport, Any]:
        near, far = Transport(connection, here, protocol), Transport(connection, there, None)
        near.other, far.other = far, near
        connection.ends = near, far
        self.connections[connection] = None

        def taken() -> None:
            far.protocol = maker()
            far.protocol.connection_made(far)

        there.soon(taken)
        protocol.connection_made(near)
        return near, protocol

    def of(self, process: Process) -> list[Connection]:
        """The connections of a process, in the order in which they were made."""
        return [c for c in self.connections if c.ends and any(end.process is process for end in c.ends)]

    def bury(self, process: Process) -> None:
        """A process has died: cut its connections."""
        for connection in self.of(process):
            connection.cut()
