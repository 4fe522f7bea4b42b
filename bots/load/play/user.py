"""A virtual user: an ordinary guest's connection that can be cut, that can stop reading, and that tells
when it was opened and lost."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from protocol.codec import BadFrame

from ...client import Connection
from ...mirror import Mirror
from .scheduler import Clock

Heard = Callable[["User", Any, Mirror | None], None]


class User(Connection):
    """One user. `heard` is told of every frame, `gone` of every socket that broke after the welcome."""

    def __init__(self, url: str, clock: Clock, heard: Heard, gone: Callable[[User], None]) -> None:
        super().__init__(url, token_urlsafe(24), "load", lambda frame, mirror: heard(self, frame, mirror))
        self.opened = 0.0
        """When the present socket began to connect."""
        self.hurt_at = 0.0
        """When it was lost, or was read from again after a pause; 0 once all is as on the server again."""
        self.behind: dict[Mirror, int] = {}
        """Since then: the version that each seat must reach, -1 while that isn't known."""
        self.cut_off = False
        """The loss that comes is wanted."""
        self.paused = False
        self.resumed_at = float("-inf")
        self.garbled = False
        """The loss that comes is for a message that nobody could read."""
        self._clock = clock
        self._gone = gone

    async def _once(self) -> int:
        before, self.opened = self.lost, self._clock()
        try:
            return await super()._once()
        finally:
            if self.lost > before:
                self._gone(self)

    def _take(self, data: bytes) -> None:
        try:
            super()._take(data)
        except BadFrame:
            self.garbled = True
            raise

    def cut(self) -> None:
        """Break the socket, without goodbye."""
        if self._socket is not None and self.session.welcomed:
            self.cut_off = True
            self._socket.transport.abort()

    def pause(self) -> None:
        """Read no more."""
        if self._socket is not None:
            self.paused = True
            self._socket.transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        self.paused, self.resumed_at = False, self._clock()
        if self._socket is not None:
            self._socket.transport.resume_reading()
