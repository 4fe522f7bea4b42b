"""A session's socket: connect, carry bytes both ways, and come back whenever it breaks.

How long to wait before coming back is told by the close code's range; beyond that waits double up to
`LONGEST` and are spread at random, so that a thousand bots don't all come back in the same moment.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from random import uniform
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from protocol.codec import BadFrame, encode
from protocol.codes import COME_BACK, COME_BACK_LATER, GIVE_UP
from protocol.frames import Change, Done, Refused, Welcome

from .mirror import Mirror
from .session import AGAIN, Hear, Session
from .wire import Wire

SHORTEST: Final = 0.1
LONGEST: Final = 10.0
"""Seconds between two attempts to come back, the first and the most."""

LAST_WORDS: Final = 3.0
"""Seconds that what still lies in the outbox has to go out at the end, and the socket to close."""

MAX_FRAME: Final = 4 * 2**20

T = TypeVar("T")


class GaveUp(Exception):
    """The server closed with a code that says: not again like this."""


class Refusal(Exception):
    """A change was refused; `code` as in `protocol.codes.REFUSALS`."""

    def __init__(self, frame: Refused) -> None:
        super().__init__(f"{frame.code}: {frame.reason}" if frame.reason else frame.code)
        self.code = frame.code


def address(text: str) -> str:
    """A server's websocket address. Raises ValueError where it is none, with what may be meant."""
    parts = urlsplit(text if "//" in text else f"//{text}")
    page = parts.path in ("", "/")  # where no socket is
    if parts.scheme in ("ws", "wss") and parts.hostname and parts.port != 0 and not page:
        return text
    scheme = "wss" if parts.scheme in ("wss", "https") else "ws"
    raise ValueError(f"{text!r} is no websocket address; is it {scheme}://{parts.netloc or 'HOST'}/ws?")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end, on uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)


class Connection:
    """One guest's way to the server: one socket at a time, as many as it takes."""

    def __init__(self, url: str, token: str, name: str, hear: Hear, proof: str = "") -> None:
        self.url = url
        self.session = Session(token, name, self._heard, proof)
        self.session.wake = self._wake
        self.lost = 0
        """Sockets that broke after the welcome."""
        self.bytes_in = self.bytes_out = 0
        """Of all messages so far."""
        self.trouble = ""
        """Why the server could not be reached, or the last socket broke; "" from the welcome on."""
        self.troubled: Callable[[str], None] = lambda why: None
        """Told of each trouble, but not of the same again and again."""
        self._owner = hear
        self._answers: dict[int, asyncio.Future[Done]] = {}
        self._welcome = asyncio.Event()
        self._stopping = asyncio.Event()
        self._opening: asyncio.Timeout | None = None
        """While a socket is opened: its limit, which ends that early."""
        self._socket: Wire | None = None
        self._attempt = 0

    async def run(self) -> None:
        """Stay connected until `close`. Raises GaveUp where the server says so."""
        told = ""
        try:
            while not self._stopping.is_set():
                code = await self._once()
                if code in GIVE_UP:
                    self.trouble = f"closed with {code}"
                    raise GaveUp(f"{self.url} {self.trouble}")
                if not self._stopping.is_set():
                    if self.trouble and self.trouble != told:
                        self.troubled(self.trouble)
                    told = self.trouble
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._stopping.wait(), self._pause(code))
        finally:
            for answer in self._answers.values():
                answer.cancel()

    async def close(self) -> None:
        """End in an orderly way: what lies in the outbox still goes out, if the server takes it soon."""
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
        """Wait until the server has said welcome."""
        await self._welcome.wait()

    async def request(self, frame: Change) -> Done:
        """Make a change that is answered by `Done`, however long that takes. Raises Refusal."""
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._answers[frame.id] = answer
        self.session.change(frame)
        return await answer

    # -- one socket --------------------------------------------------------------------------------

    async def _once(self) -> int:
        """Connect and talk until the socket breaks; the close code, or 1006 where there was none."""
        opening = connect(
            self.url, create_connection=Wire, compression=None, max_size=MAX_FRAME, close_timeout=LAST_WORDS
        )
        try:
            async with await self._opened(opening) as socket:
                if not self._stopping.is_set():  # as it opened
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
        """The socket, once it is open. Raises TimeoutError where `close` doesn't wait for that."""
        try:
            async with asyncio.timeout(None) as self._opening:
                socket = await opening
        finally:
            self._opening = None
        assert isinstance(socket, Wire)
        return socket

    def _take(self, data: bytes) -> None:
        self.bytes_in += len(data)
        self.session.receive(data)

    def _wake(self) -> None:
        """Send what lies in the outbox, as far as there is room."""
        socket, outbox = self._socket, self.session.outbox
        while outbox and socket is not None and socket.room:
            data = encode(outbox.popleft())
            self.bytes_out += len(data)
            socket.put(data)

    def _pause(self, code: int) -> float:
        """Seconds to wait before the next attempt."""
        self._attempt += 1
        if code in COME_BACK and self._attempt == 1:
            return uniform(0, SHORTEST)
        first = 10 * SHORTEST if code in COME_BACK_LATER else SHORTEST
        return min(LONGEST, first * 2.0 ** min(self._attempt - 1, 16)) * uniform(0.5, 1)

    # -- what came -----------------------------------------------------------------------------------

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Welcome):
            self._attempt, self.trouble = 0, ""
            self._welcome.set()
        elif isinstance(frame, Done):
            if (answer := self._answers.pop(frame.id, None)) and not answer.done():
                answer.set_result(frame)
        elif isinstance(frame, Refused):
            if frame.code in AGAIN:
                asyncio.get_running_loop().call_later(uniform(0.3, 1.0), self.session.again)
            elif (answer := self._answers.pop(frame.id, None)) and not answer.done():
                answer.set_exception(Refusal(frame))
        self._owner(frame, mirror)
