"""What the seats of a table were told, frame by frame, kept until its game is over and its log can be had.

While a game goes on nothing is computed for it: the bytes of each frame that a seat has taken over are
put behind one another. When the game is over they become a file, for `verifier` to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from struct import Struct
from typing import Final

import msgspec

SUFFIX: Final = ".trace"

HEAD: Final = Struct(">HI")
"""Before each frame: its place, and its length."""


class About(msgspec.Struct):
    """Whose trace it is."""

    table: str
    game: str
    seats: list[int]
    """By place; -1 for watchers."""
    finals: list[tuple[int, int] | None]
    """By place: the check values of the document that it held at the end; None for one that didn't read."""


class Trace:
    """Frames of one table in the order in which they came, each with its place."""

    def __init__(self, table: str, game: str) -> None:
        self.about = About(table, game, [], [])
        self.data = bytearray()

    def add(self, place: int, frame: bytes) -> None:
        """A place has taken this frame over."""
        self.data += HEAD.pack(place, len(frame))
        self.data += frame

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Place and frame, one after the other."""
        at, data = 0, memoryview(self.data)
        while at < len(data):
            place, size = (
                int.from_bytes(data[at : at + 2], "big"),
                int.from_bytes(data[at + 2 : at + 6], "big"),
            )
            yield place, bytes(data[at + 6 : at + 6 + size])
            at += 6 + size

    def packed(self) -> bytes:
        """As a file."""
        return msgspec.msgpack.encode((self.about, self.data))

    @classmethod
    def read(cls, data: bytes) -> Trace:
        """Back from a file."""
        about, frames = msgspec.msgpack.decode(data, type=tuple[About, bytearray])
        made = cls(about.table, about.game)
        made.about, made.data = about, frames
        return made


class Spool:
    """Begins traces and puts finished ones into a folder, as long as there is room."""

    def __init__(self, folder: Path, share: float, room: int, random: Random) -> None:
        self.folder = folder
        self.share = share
        self.room = room
        """Bytes that may be kept, in memory and in the folder together."""
        self.written = 0
        self.left_out = 0
        """Tables that there was no room for."""
        self._random = random
        self._live: dict[str, Trace] = {}

    def begin(self, table: str, game: str) -> Trace | None:
        """A trace for a new table, if it belongs to those that are verified."""
        if self.share < 1 and self._random.random() >= self.share:
            return None
        if self.written + self._held() > self.room:
            self.left_out += 1
            return None
        trace = self._live[table] = Trace(table, game)
        return trace

    def trim(self) -> list[str]:
        """Give up the latest traces where all together have got too big; the tables they were of."""
        dropped = []
        while self._live and self.written + self._held() > self.room:
            table, _ = self._live.popitem()
            self.left_out += 1
            dropped.append(table)
        return dropped

    def drop(self, trace: Trace) -> None:
        """A game that has no log."""
        self._live.pop(trace.about.table, None)

    def finish(self, trace: Trace) -> None:
        """The game is over: put it into the folder, where there is room on the disk."""
        if self._live.pop(trace.about.table, None) is None:
            return
        data = trace.packed()
        part = self.folder / f"{trace.about.table}.part"
        try:
            part.write_bytes(data)
            part.rename(part.with_suffix(SUFFIX))
        except OSError:
            part.unlink(missing_ok=True)
            self.left_out += 1
        else:
            self.written += len(data)

    def _held(self) -> int:
        return sum(len(trace.data) for trace in self._live.values())
