"""What a page sends over its sockets, read along: which frames, and how many in a second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from playwright.async_api import Page, WebSocket

from protocol.codec import unpacked

HANDFUL = 5
"""So many frames in a second are enough for whatever happens to somebody with one seat."""

HURRY = 12
"""So many are enough where things happen as fast as a test can make them."""

BY_ITSELF = {"hello", "join", "part", "ping"}
"""What a page sends by itself; all else is sent because somebody has clicked or gone to another page."""


class Sent(NamedTuple):
    """A frame that a page has sent: when (s), over which of its sockets, which kind."""

    at: float
    socket: int
    kind: str


class Frames:
    """All that one page sends."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Sent] = []
        self.latest: dict[str, Sequence[Any]] = {}
        """Of each kind the whole frame that was sent last."""
        self.sockets = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        self.sockets += 1
        number = self.sockets
        socket.on("framesent", lambda data: self._sent(number, data))

    def _sent(self, socket: int, data: str | bytes) -> None:
        frame = unpacked(data) if isinstance(data, bytes) else [data]
        self.sent.append(Sent(time.monotonic(), socket, str(frame[0])))
        self.latest[str(frame[0])] = frame

    def since(self, moment: int) -> list[str]:
        """The kinds of frames sent after the first so many."""
        return [frame.kind for frame in self.sent[moment:]]

    def flood(self, limit: int = HURRY) -> str:
        """The second in which more than so many frames were sent by itself, in words; else ""."""
        own = [frame for frame in self.sent if frame.kind in BY_ITSELF]
        for last, frame in enumerate(own):
            second = [each.kind for each in own[: last + 1] if each.at > frame.at - 1]
            if len(second) > limit:
                return f"{len(second)} frames in a second: {dict(Counter(second))}"
        return ""
