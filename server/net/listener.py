"""The listener of a websocket: the interface to its owner."""

from __future__ import annotations

from typing import Final, Protocol


class WebsocketListener(Protocol):
    """Receives the events of a websocket. Must not raise."""

    def take(self, data: bytes) -> None:
        """A message was received; b"" for a text message."""

    def writable(self) -> None:
        """The websocket accepts messages again."""

    def flooded(self) -> None:
        """The websocket is read no more: it exceeded its budget."""

    def ended(self) -> None:
        """The websocket was closed by either side. Called in a separate round of the event loop."""


class _Nobody:
    """A listener that ignores all events."""

    def take(self, data: bytes) -> None:
        pass

    def writable(self) -> None:
        pass

    def flooded(self) -> None:
        pass

    def ended(self) -> None:
        pass


NOBODY: Final = _Nobody()
"""The listener of a websocket that has ended."""
