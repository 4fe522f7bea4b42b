"""The connection of a session: connects, transfers bytes, and reconnects after each disconnect.

`protocol/backoff.py` has the pauses between attempts.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Coroutine
from random import uniform
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from protocol.backoff import Backoff
from protocol.codec import BadFrame, encode
from protocol.codes import GIVE_UP
from protocol.frames import Change, Done, Frame, Refused, Welcome
from protocol.mirror import Mirror
from protocol.session import AGAIN, Hear, Session

from .wire import Wire

LAST_WORDS: Final = 3.0
"""Timeout for flushing the outbox and closing the socket at the end (seconds)."""

MAX_FRAME: Final = 4 * 2**20

T = TypeVar("T")


class GaveUp(Exception):
    """The server closed with a code that forbids a retry."""


class ChangeRefused(Exception):
    """The server refused a change; `code` as in `protocol.codes.REFUSALS`."""

    def __init__(self, frame: Refused) -> None:
        super().__init__(f"{frame.code}: {frame.reason}" if frame.reason else frame.code)
        self.code = frame.code


def address(text: str) -> str:
    """Check a server's websocket address. Raises ValueError for any other address, with a suggestion."""
    parts = urlsplit(text if "//" in text else f"//{text}")
    page = parts.path in ("", "/")  # the page's address; the socket has its own path
    if parts.scheme in ("ws", "wss") and parts.hostname and parts.port != 0 and not page:
        return text
    scheme = "wss" if parts.scheme in ("wss", "https") else "ws"
    meant = without_account(f"{scheme}://{parts.netloc or 'HOST'}/ws")
    raise ValueError(f"{without_account(text)!r} is no websocket address; is it {meant}?")


def without_account(url: str) -> str:
    """An address as it may come into a log: without the user and the password that a proxy may ask for."""
    return re.sub(r"//.*@", "//…@", url)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, on uvloop if installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


class Connection:
    """One guest's connection to the server: one socket at a time, reconnected as often as necessary."""

    def __init__(
        self,
        url: str,
        token: str,
        name: str,
        hear: Hear,
        proof: str = "",
        troubled: Callable[[str], None] = lambda why: None,
        source: str = "",
        wire: Callable[..., Wire] = Wire,
        keepalive_s: float | None = 20.0,
    ) -> None:
        """`troubled(why)` is called for each connection problem; repeats of the same one are left out.
        `source`: the address of this machine from which to connect; "" leaves it to the system. `wire` makes
        the sockets. `keepalive_s`: seconds between two pings; None leaves them to the server."""
        self.url = url
        self.source = source
        self.session = Session(token, name, self._heard, proof, self._wake)
        self.lost = 0
        """Number of sockets that broke after the welcome."""
        self.trouble = ""
        """Why the server could not be reached or the last socket broke; "" from the welcome on."""
        self.troubled = troubled
        self._owner = hear
        self._answers: dict[int, asyncio.Future[Done]] = {}
        self._welcome = asyncio.Event()
        self._stopping = asyncio.Event()
        self._opening: asyncio.Timeout | None = None
        """The timeout of the socket being opened; `close` uses it to abort the attempt."""
        self._socket: Wire | None = None
        self._wire = wire
        self._keepalive_s = keepalive_s
        self._backoff = Backoff()

    async def run(self) -> None:
        """Stay connected until `close`. Raises GaveUp for a close code that forbids a retry."""
        told = ""
        try:
            while not self._stopping.is_set():
                code = await self._once()
                if code in GIVE_UP:
                    self.trouble = f"closed with {code}"
                    raise GaveUp(f"{without_account(self.url)} {self.trouble}")
                if not self._stopping.is_set():
                    if self.trouble and self.trouble != told:
                        self.troubled(self.trouble)
                    told = self.trouble
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._stopping.wait(), self._backoff.pause(code))
        finally:
            for answer in self._answers.values():
                answer.cancel()

    async def close(self) -> None:
        """Close the connection after flushing the outbox, for at most `LAST_WORDS` seconds."""
        told = self._stopping.is_set()
        self._stopping.set()
        if self._opening is not None:
            if not told:
                self._opening.reschedule(0)
        elif self._socket is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    while self.session.welcomed and self.session.outbox:
                        await asyncio.sleep(0.005)
            await self._socket.close()

    async def welcomed(self) -> None:
        """Wait until the server has welcomed this guest."""
        await self._welcome.wait()

    async def request(self, frame: Change) -> Done:
        """Make a change that is answered by `Done`; there is no timeout. Raises ChangeRefused."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._answers[frame.id] = answer
        self.session.change(frame)
        return await answer

    # -- one socket --------------------------------------------------------------------------------

    async def _once(self) -> int:
        """Connect and run one socket until it breaks; returns the close code, or 1006 if there was none."""
        opening = connect(
            self.url,
            create_connection=self._wire,  # type: ignore[arg-type]  # any function that makes one will do
            ping_interval=self._keepalive_s,
            compression=None,
            max_size=MAX_FRAME,
            open_timeout=self._backoff.patience,
            close_timeout=LAST_WORDS,
            local_addr=(self.source, 0) if self.source else None,
            proxy=True if urlsplit(self.url).scheme == "wss" else None,  # proxies pass on TLS
        )
        try:
            async with await self._opened(opening) as socket:
                if not self._stopping.is_set():  # `close` may have been called while it opened
                    self._socket = socket
                    socket.begin(self._take, self._wake)
                    self.session.greet()
                    await socket.ended
        except (OSError, TimeoutError, WebSocketException, BadFrame) as why:
            self.trouble = getattr(why, "strerror", None) or str(why) or type(why).__name__
        finally:
            self.lost += self.session.welcomed and not self._stopping.is_set()
            self.session.lose()
            self._welcome.clear()
            socket_now, self._socket = self._socket, None
        return (socket_now and socket_now.close_code) or 1006

    async def _opened(self, opening: connect) -> Wire:
        """Open the socket. Raises TimeoutError if `close` aborts the attempt."""
        try:
            async with asyncio.timeout(None) as self._opening:
                socket = await opening
        finally:
            self._opening = None
        assert isinstance(socket, Wire)
        return socket

    def _take(self, data: bytes) -> None:
        self.session.receive(data)

    def _wake(self) -> None:
        """Send the frames in the outbox until the write buffer is full."""
        socket, outbox = self._socket, self.session.outbox
        while outbox and socket is not None and socket.room:
            self._send(socket, outbox.popleft())

    def _send(self, socket: Wire, frame: Frame) -> None:
        socket.put(encode(frame))

    # -- received frames -------------------------------------------------------------------------------

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Welcome):
            self.trouble = ""
            self._backoff.welcomed()
            self._welcome.set()
        elif isinstance(frame, Done):
            if (answer := self._answers.pop(frame.id, None)) and not answer.done():
                answer.set_result(frame)
        elif isinstance(frame, Refused):
            if frame.code in AGAIN:
                asyncio.get_running_loop().call_later(uniform(0.3, 1.0), self.session.again)
            elif (answer := self._answers.pop(frame.id, None)) and not answer.done():
                answer.set_exception(ChangeRefused(frame))
        self._owner(frame, mirror)
