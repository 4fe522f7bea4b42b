"""Whoever a websocket belongs to, as the websocket knows them."""

from __future__ import annotations

from typing import Final, Protocol


class Listener(Protocol):
    """Hears what becomes of a websocket. Must not raise."""

    def take(self, data: bytes) -> None:
        """A message has come; b"" for one that is text."""

    def writable(self) -> None:
        """It takes messages again."""

    def flooded(self) -> None:
        """It is read no more, since more came than may."""

    def ended(self) -> None:
        """It was closed, from here or from there. Told in a round of the event loop of its own."""


class _Nobody:
    """Hears nothing."""

    def take(self, data: bytes) -> None:
        pass

    def writable(self) -> None:
        pass

    def flooded(self) -> None:
        pass

    def ended(self) -> None:
        pass


NOBODY: Final = _Nobody()
"""Whoever a websocket belongs to that has ended."""
