"""A virtual user: an ordinary guest's connection that can be cut and can stop reading, and that reports
when it was opened and lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from protocol.codec import BadFrame, encode
from protocol.frames import Act, Change, Changes, Diff, Done, Frame, Full, Refused, Stored, Welcome
from protocol.mirror import Mirror

from ...client.client import Connection
from ...client.wire import Wire
from ..judge.ledger import Ledger
from .lines import LineWire, UserLine
from .recorder import Gauges
from .scheduler import Clock

Heard = Callable[["User", Any, Mirror | None], None]


class User(Connection):
    """One user. `heard` is called with every frame, `gone` for every socket that broke after the welcome."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        heard: Heard,
        gone: Callable[[User], None],
        gauges: Gauges,
        source: str = "",
        line: UserLine | None = None,
    ) -> None:
        wire = line.wire if line is not None else Wire
        super().__init__(
            url, token_urlsafe(24), "load", self._hear, source=source, wire=wire, keepalive_s=None
        )
        self.line = line
        self.ledger = Ledger()
        """The changes requested on this connection, and the responses."""
        self.opened = 0.0
        """When the current socket began to connect."""
        self.hurt_at = 0.0
        """When it was lost, or was read again after a pause; 0 once its seats have caught up with the
        server."""
        self.behind: dict[Mirror, int] = {}
        """The version that each seat must reach since then; -1 while unknown."""
        self.cut_off = False
        """The next loss is intended."""
        self.paused = False
        self.resumed_at = float("-inf")
        self.garbled = False
        """The next loss is caused by a message that can't be decoded."""
        self._clock = clock
        self._told = heard
        self._gone = gone
        self._gauges = gauges
        self._counted = False
        """Is the current socket among those of the gauges?"""
        self._asked: dict[int, asyncio.Future[Stored | None]] = {}

    async def _once(self) -> int:
        if self.line is not None:
            await self.line.dial(asyncio.get_running_loop().time())
        before, self.opened = self.lost, self._clock()
        try:
            return await super()._once()
        finally:
            self._gauges.sockets -= self._counted
            self._counted = False
            if self.lost > before:
                self._gone(self)

    def _take(self, data: bytes) -> None:
        self._gauges.bytes_in += len(data)
        try:
            self.session.receive(data)
        except BadFrame:
            self.garbled = True
            raise

    def _send(self, socket: Wire, frame: Frame) -> None:
        data = encode(frame)
        self._gauges.bytes_out += len(data)
        socket.put(data)
        if isinstance(frame, Change):
            self.ledger.sends(frame)

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        if type(frame) is Diff:  # most frames are, and the connection has nothing to do with them
            if mirror is not None and self.ledger.open:
                self.ledger.shows(frame, mirror)
            self._told(self, frame, mirror)
        else:
            super()._heard(frame, mirror)

    def _hear(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Full):
            if mirror is not None:
                self.ledger.shows(frame, mirror)
        elif isinstance(frame, Done):
            self.ledger.done(frame, self._follows(frame.id))
        elif isinstance(frame, Refused | Stored) and frame.id in self._asked:
            self._asked.pop(frame.id).set_result(frame if isinstance(frame, Stored) else None)
            return
        elif isinstance(frame, Refused):
            self.ledger.refused(frame)
        elif isinstance(frame, Welcome):
            self._gauges.sockets += 1
            self._counted = True
        self._told(self, frame, mirror)

    def _follows(self, id: int) -> bool:
        """Is this user subscribed to the seat for which this act was sent?"""
        asked = self.ledger.asked.get(id)
        act = asked.frame if asked is not None else None
        return isinstance(act, Act) and self.session.follows(act.table, act.seat)

    async def ask(self, frame: Changes, seconds: float) -> Stored | None:
        """This user's entries in a log; None if refused, or not answered in time."""
        answer = self._asked[frame.id] = asyncio.get_running_loop().create_future()
        self.session.say(frame)
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            return None
        finally:
            self._asked.pop(frame.id, None)

    def break_line(self, change: bool) -> None:
        """The line breaks: the socket is aborted, or left behind in another network."""
        if self._socket is None or not self.session.welcomed or self.paused:
            return
        assert self.line is not None and isinstance(self._socket, LineWire)
        self.line.back_at = asyncio.get_running_loop().time() + self.line.line.gap_s
        if change:
            self.cut_off = True
            self._socket.change_network()
        else:
            self.cut()

    def cut(self) -> None:
        """Abort the socket, without a closing handshake."""
        if self._socket is not None and self.session.welcomed:
            self.cut_off = True
            self._socket.transport.abort()

    def pause(self) -> None:
        if self._socket is not None:
            self.paused = True
            self._socket.transport.pause_reading()

    def resume(self) -> None:
        self.paused, self.resumed_at = False, self._clock()
        if self._socket is not None:
            self._socket.transport.resume_reading()
