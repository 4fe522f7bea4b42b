"""The process of `sandbox.py`: logs come in, reels go out, until the pipe is closed. Positions and moments of
logs come in as well; then what tables are to begin with goes out.

They may come from anybody, and their game from another package, so that nothing here is sure to end, or to
stay small. The kernel sees to that: it ends this process.
"""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import signal
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

import msgspec

from server.games.positions import BadPosition
from server.games.unplayable import Unplayable
from server.table import beginnings, log
from server.table.entries import Entry
from server.table.log import BadLog
from server.table.reel import reel

LENGTH: Final = 4
"""Bytes that say how many follow, big-endian."""

GOOD, BAD = b"+", b"-"
"""What an answer begins with: a reel follows, or, by language, the reason why there is none."""

REEL, TEXT, MOMENT = b"R", b"T", b"M"
"""What a question begins with: a log follows, of which a reel is wanted; the text of a position; or the
number of a version, and the log of which that is a moment."""

VERSION: Final = 4
"""Bytes of that number, big-endian."""

ENTRIES: Final = 5_000
"""So many a log has at most; games have hundreds."""

NICE: Final = 5
"""Looking through a game steps back behind those that are played."""


def main(seconds: float, megabytes: int) -> None:
    """Say that it is there, then play each log in so much time of a core, and all in so much memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the hub says when it ends
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # not every system knows this limit
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    into, out = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(BrokenPipeError):
        _say(out, GOOD)
        while head := into.read(LENGTH):
            data = into.read(int.from_bytes(head, "big"))
            signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends the process, whatever that does
            answer = played(data)
            signal.setitimer(signal.ITIMER_PROF, 0)
            _say(out, answer)


def played(data: bytes) -> bytes:
    """The answer to a question."""
    try:
        return GOOD + WAYS[data[:1]](data[1:])
    except Unplayable as wrong:
        much = isinstance(wrong.__cause__, MemoryError)
        return BAD + msgspec.msgpack.encode((BadLog("memory") if much else wrong).in_all())


def _read(data: bytes) -> list[Entry]:
    entries = log.read(data)
    if len(entries) > ENTRIES:
        raise BadLog("entries")
    return entries


def _text(data: bytes) -> bytes:
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        raise BadPosition("no-text") from wrong
    return beginnings.packed(beginnings.of_text(text, secrets.randbits(63)))


def _moment(data: bytes) -> bytes:
    version = int.from_bytes(data[:VERSION], "big")
    return beginnings.packed(beginnings.of_log(_read(data[VERSION:]), version))


WAYS: Final[Mapping[bytes, Callable[[bytes], bytes]]] = {
    REEL: lambda data: reel(_read(data)),
    TEXT: _text,
    MOMENT: _moment,
}


def _say(out: BinaryIO, data: bytes) -> None:
    out.write(len(data).to_bytes(LENGTH, "big") + data)
    out.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
