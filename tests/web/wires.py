"""Records what a page sends over its sockets: which frames, and how many in a second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from playwright.async_api import Page, WebSocket

from protocol.codec import unpacked

HANDFUL = 5
"""Frames per second that are enough for any event at one seat."""

HURRY = 12
"""Frames per second that are enough when events come as fast as a test can cause them."""

BY_ITSELF = {"hello", "join", "part", "ping"}
"""Frames that a page sends automatically; all others follow a click or a change of the page."""


class Sent(NamedTuple):
    """A frame that a page has sent: its time (s), its socket, its kind."""

    at: float
    socket: int
    kind: str


class Frames:
    """All frames of one page."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Sent] = []
        self.latest: dict[str, Sequence[Any]] = {}
        """By kind, the last frame that was sent."""
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
        """The kinds of the frames after the first `moment` ones."""
        return [frame.kind for frame in self.sent[moment:]]

    def flood(self, limit: int = HURRY) -> str:
        """The first second with more than this many automatic frames, in words; else ""."""
        own = [frame for frame in self.sent if frame.kind in BY_ITSELF]
        for last, frame in enumerate(own):
            second = [each.kind for each in own[: last + 1] if each.at > frame.at - 1]
            if len(second) > limit:
                return f"{len(second)} frames in a second: {dict(Counter(second))}"
        return ""
