"""Records the frames that the seats of a table received, until the game is over and its log is available.

During a game nothing is computed: the bytes of each accepted frame are appended to a buffer. After the game
the buffer becomes a file for `verifier`.
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


class TraceOwner(msgspec.Struct):
    """The table of a trace."""

    table: str
    game: str
    seats: list[int]
    """By place; -1 for watchers."""
    finals: list[tuple[int, int] | None]
    """By place: the check values of its document at the end; None for one that wasn't reading."""


class Held:
    """The bytes of all traces in memory."""

    __slots__ = ("bytes",)

    def __init__(self) -> None:
        self.bytes = 0


class Trace:
    """The frames of one table in order of arrival, each with its place."""

    def __init__(self, table: str, game: str, held: Held | None = None) -> None:
        """`held` counts the bytes of this trace and of others."""
        self.about = TraceOwner(table, game, [], [])
        self.data = bytearray()
        self._held = held or Held()

    def add(self, place: int, frame: bytes) -> None:
        """A place has accepted this frame."""
        self.data += HEAD.pack(place, len(frame))
        self.data += frame
        self._held.bytes += HEAD.size + len(frame)

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """All frames with their places."""
        at, data = 0, memoryview(self.data)
        while at < len(data):
            place, size = (
                int.from_bytes(data[at : at + 2], "big"),
                int.from_bytes(data[at + 2 : at + 6], "big"),
            )
            yield place, bytes(data[at + 6 : at + 6 + size])
            at += 6 + size

    def packed(self) -> bytes:
        """Serialize for a file."""
        return msgspec.msgpack.encode((self.about, self.data))

    @classmethod
    def read(cls, data: bytes) -> Trace:
        """Deserialize from a file."""
        about, frames = msgspec.msgpack.decode(data, type=tuple[TraceOwner, bytearray])
        made = cls(about.table, about.game)
        made.about, made.data = about, frames
        return made


class Spool:
    """Starts traces and writes finished ones into a folder, as long as there is space."""

    def __init__(self, folder: Path, share: float, room: int, random: Random) -> None:
        self.folder = folder
        self.share = share
        self.room = room
        """Bytes for all traces, in memory and in the folder together."""
        self.written = 0
        self.left_out = 0
        """Tables for which there was no space."""
        self._random = random
        self._live: dict[str, Trace] = {}
        self._held = Held()

    def begin(self, table: str, game: str) -> Trace | None:
        """A trace for a new table, if it is in the verified share and there is space."""
        if self.share < 1 and self._random.random() >= self.share:
            return None
        if self.written + self._held.bytes > self.room:
            self.left_out += 1
            return None
        trace = self._live[table] = Trace(table, game, self._held)
        return trace

    def trim(self) -> list[str]:
        """Drop the latest traces if all together exceed the space; returns their tables."""
        dropped = []
        while self._live and self.written + self._held.bytes > self.room:
            table, trace = self._live.popitem()
            self._held.bytes -= len(trace.data)
            self.left_out += 1
            dropped.append(table)
        return dropped

    def drop(self, trace: Trace) -> None:
        """Drop the trace of a game that has no log."""
        self._release(trace)

    def finish(self, trace: Trace) -> None:
        """The game is over: write its trace into the folder, if the disk has space."""
        if not self._release(trace):
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

    def _release(self, trace: Trace) -> bool:
        """A trace grows no more; False if it was dropped already."""
        if self._live.pop(trace.about.table, None) is None:
            return False
        self._held.bytes -= len(trace.data)
        return True
