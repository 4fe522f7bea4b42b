"""What a hub hears of the others through Redis, and how it is told."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Whoever is told what a store hears. Called in the event loop; must not block."""

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        """Another hub made this version of a table that this hub follows; `ready` is what it has sent along
        with the entry (`Store.commit`)."""

    def on_note(self, table: str, data: bytes) -> None:
        """Another hub's note on a table that this hub follows."""

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """A table was announced, by any hub including this one; None when it is gone from the lobby."""

    def on_gap(self) -> None:
        """Messages may have been missed: compare all tables' lengths, and the lobby."""

    def on_doubt(self) -> None:
        """One may have been lost without a sign: look again at leisure, also at what has no length."""


def tell(listener: Listener, channel: bytes, message: bytes) -> None:
    """Take apart what came on a channel."""
    if channel == b"lobby":
        table, _, summary = message.partition(b" ")
        listener.on_lobby(table.decode(), summary or None)
    elif message.startswith(b"e "):
        _, table, version, entry = message.split(b" ", 3)
        listener.on_entry(table.decode(), int(version), entry, b"")
    elif message.startswith(b"r "):
        _, table, version, size, both = message.split(b" ", 4)
        listener.on_entry(table.decode(), int(version), both[: int(size)], both[int(size) :])
    elif message.startswith(b"n "):
        _, table, data = message.split(b" ", 2)
        listener.on_note(table.decode(), data)
