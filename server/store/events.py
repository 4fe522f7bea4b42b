"""Messages between hubs through Redis, and the interface of their receiver."""

from __future__ import annotations

from typing import Protocol


class EventListener(Protocol):
    """Receives the messages that a store hears. Methods run in the event loop and must not block."""

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        """Another hub wrote this version of a table that this hub follows; `ready` is the data it sent along
        with the entry (`Store.commit`)."""

    def on_note(self, table: str, data: bytes) -> None:
        """Another hub's note on a table that this hub follows."""

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """A table was announced, by any hub including this one; None removes it from the lobby."""

    def on_gap(self) -> None:
        """Messages may have been missed: compare the lengths of all tables, and the lobby."""

    def on_doubt(self) -> None:
        """A message may have been lost without a sign: check again with low priority, also data without a
        length."""

    def on_return(self) -> None:
        """This hub had counted as dead: other hubs may have reported its people as gone."""

    def on_death(self) -> None:
        """Another hub has died: its people are no longer present."""

    def on_outage(self) -> None:
        """A node of the cluster was away: the time of its tables goes on later."""


def tell(listener: EventListener, channel: bytes, message: bytes) -> None:
    """Decode a message and pass it to the listener."""
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
