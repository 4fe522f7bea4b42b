"""Lines as people have them: delay, jitter, loss, cuts and changes of network, made inside this process.

A line delays every piece of a byte stream, in both directions, and never reorders it, as TCP doesn't. A lost
packet is a pause: everything behind it waits until it was sent again. A cut aborts the socket; a change of
network leaves it open and silent, so that the server must find out by itself, and the client comes back on
another one. No rights over the machine's network are needed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from ...client.wire import Wire

MIN_RESEND_S: Final = 0.2
"""The least time after which a lost packet is sent again (RFC 6298, as Linux has it)."""

SILENT_S: Final = 30.0
"""Seconds for which a socket stays open after its client has changed the network."""


class Line(NamedTuple):
    """A kind of line. Delays are for one direction; `inf` for what never happens."""

    about: str
    delay_ms: float
    jitter_ms: float
    """Mean of an additional delay, exponentially distributed."""
    loss: float
    """The share of pieces that are lost at first."""
    cut_every_s: float = float("inf")
    """Mean seconds between two cuts."""
    change_every_s: float = float("inf")
    """Mean seconds between two changes of network."""
    gap_s: float = 0.0
    """Seconds without any network after a cut or a change."""


LINES: Final[dict[str, Line]] = {
    "cable": Line("a house with cable or fibre", 8, 2, 0.0002),
    "wifi": Line("a weak wireless network at home", 12, 12, 0.005, cut_every_s=1800, gap_s=1),
    "mobile": Line("a phone on the move", 40, 20, 0.01, cut_every_s=300, change_every_s=240, gap_s=1.5),
    "train": Line(
        "a phone in a train, with tunnels", 60, 60, 0.03, cut_every_s=60, change_every_s=90, gap_s=4
    ),
    "abroad": Line("another continent", 110, 5, 0.001),
    "satellite": Line("a satellite in a high orbit", 290, 15, 0.005),
}


class UserLine:
    """The line of one user."""

    def __init__(self, line: Line, random: Random) -> None:
        self.line, self._random = line, random
        self.back_at = 0.0
        """When there is a network again (time of the event loop)."""

    def wire(self, *given: Any, **named: Any) -> Wire:
        """A websocket over this line."""
        return LineWire(*given, line=self.line, random=self._random, **named)

    async def dial(self, now: float) -> None:
        """Wait until a socket can be open: for the network, and for the handshake of TCP."""
        await asyncio.sleep(max(0.0, self.back_at - now) + 2 * self.line.delay_ms / 1000)

    def next_break(self) -> tuple[float, bool]:
        """Seconds until the line breaks, `inf` for never; whether that is a change of network."""
        cut, change = (
            _after(mean, self._random) for mean in (self.line.cut_every_s, self.line.change_every_s)
        )
        return min(cut, change), change < cut


def _after(mean: float, random: Random) -> float:
    return random.expovariate(1 / mean) if mean < float("inf") else mean


class Stream:
    """One direction of a socket: calls are made later, in their order."""

    def __init__(self, line: Line, random: Random, loop: asyncio.AbstractEventLoop) -> None:
        self._line, self._random, self._loop = line, random, loop
        self._waiting: deque[tuple[float, Callable[..., Any], tuple[Any, ...]]] = deque()
        self._free = 0.0
        """When the last piece arrives."""

    def send(self, call: Callable[..., Any], *args: Any) -> None:
        """Make this call when a piece sent now arrives."""
        line, random = self._line, self._random
        delay = line.delay_ms + (random.expovariate(1 / line.jitter_ms) if line.jitter_ms else 0)
        arrives = self._loop.time() + delay / 1000
        if random.random() < line.loss:
            arrives += max(MIN_RESEND_S, 2 * line.delay_ms / 1000)
        self._free = max(self._free, arrives)
        self._waiting.append((self._free, call, args))
        if len(self._waiting) == 1:
            self._loop.call_at(self._free, self._arrive)

    def clear(self) -> None:
        """Lose what is on its way."""
        self._waiting.clear()

    def _arrive(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._loop.time():
            _, call, args = self._waiting.popleft()
            call(*args)
        if self._waiting:
            self._loop.call_at(self._waiting[0][0], self._arrive)


class DelayedTransport:
    """A transport whose written bytes leave later."""

    def __init__(self, transport: asyncio.Transport, stream: Stream, back: Stream) -> None:
        """`back`: the other direction."""
        self._transport, self._stream, self._back = transport, stream, back

    def write(self, data: bytes) -> None:
        self._stream.send(self._later, self._transport.write, data)

    def write_eof(self) -> None:
        self._stream.send(self._later, self._transport.write_eof)

    def close(self) -> None:
        self._stream.send(self._later, self._transport.close)

    def _later(self, call: Callable[..., None], *args: Any) -> None:
        """Make a call of the transport, unless the other side has closed it meanwhile."""
        if not self._transport.is_closing():
            call(*args)

    def abort(self) -> None:
        self._stream.clear()
        self._back.clear()
        self._transport.abort()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class LineWire(Wire):
    """A client's websocket at the end of such a line."""

    def __init__(self, *given: Any, line: Line, random: Random, **named: Any) -> None:
        super().__init__(*given, **named)
        self._up = Stream(line, random, self.loop)
        self._down = Stream(line, random, self.loop)
        self._silent = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(DelayedTransport(transport, self._up, self._down))  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self._down.send(super().data_received, data)

    def eof_received(self) -> None:
        self._down.send(super().eof_received)

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is not None:
            self._down.clear()
        self._down.send(super().connection_lost, exc)

    def change_network(self) -> None:
        """Hear nothing and be heard no more; the server isn't told."""
        self._silent = True
        self._up.clear()
        self._down.clear()
        self.transport.pause_reading()
        self.loop.call_later(SILENT_S, self.transport.abort)
        if not self.ended.done():
            self.ended.set_result(None)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if not self._silent:
            await super().close(code, reason)
