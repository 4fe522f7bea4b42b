"""The process of `sandbox.py`: reads requests (a log, the text of a position, or a log and a moment) until
the pipe is closed, and writes reels, results or packed beginnings.

Uploads may come from anyone and their game from another package, so a request may run forever or use too much
memory. The limits of the kernel then end this process.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

import msgspec

from server.book import game
from server.games.positions import BadPosition
from server.games.unplayable import Unplayable
from server.process.confined import confined, cpu_limit
from server.table import beginnings, late_hands, log
from server.table.entries import Entry
from server.table.log import BadLog
from server.table.reel import reel

LENGTH_BYTES: Final = 4
"""The size of a length prefix, big-endian (bytes)."""

GOOD, BAD = b"+", b"-"
"""The first byte of an answer: a result follows, or the reason for a refusal, by language."""

REEL, OUTCOME, TEXT, MOMENT, LATE_HANDS = b"R", b"O", b"T", b"M", b"H"
"""The first byte of a request: for the reel or the result of a log, for the text of a position, for a
moment: the number of a version and then a log, or for what the table of a log may show of its hands."""

VERSION_BYTES: Final = 4
"""The size of that number, big-endian (bytes)."""

MAX_LOG_ENTRIES: Final = 5_000
"""The most entries of a log; games have hundreds."""


def main(seconds: float, megabytes: int) -> None:
    """Announce readiness, then play each log within the CPU limit, and all within the memory limit."""
    into, out = sys.stdin.buffer, sys.stdout.buffer
    with confined(megabytes):
        _say(out, GOOD)
        while head := into.read(LENGTH_BYTES):
            data = into.read(int.from_bytes(head, "big"))
            with cpu_limit(seconds):
                answer = played(data)
            _say(out, answer)


def played(data: bytes) -> bytes:
    """The answer to a request."""
    try:
        return GOOD + WAYS[data[:1]](data[1:])
    except Unplayable as wrong:
        much = isinstance(wrong.__cause__, MemoryError)
        return BAD + msgspec.msgpack.encode((BadLog("memory") if much else wrong).in_all())


def _read(data: bytes) -> list[Entry]:
    entries = log.read(data)
    if len(entries) > MAX_LOG_ENTRIES:
        raise BadLog("entries")
    return entries


def _text(data: bytes) -> bytes:
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        raise BadPosition("no-text") from wrong
    return beginnings.packed(beginnings.of_text(text, secrets.randbits(63)))


def _moment(data: bytes) -> bytes:
    version = int.from_bytes(data[:VERSION_BYTES], "big")
    return beginnings.packed(beginnings.of_log(_read(data[VERSION_BYTES:]), version))


WAYS: Final[Mapping[bytes, Callable[[bytes], bytes]]] = {
    REEL: lambda data: reel(_read(data)),
    OUTCOME: lambda data: game.encode(game.brought(_read(data))),
    TEXT: _text,
    MOMENT: _moment,
    LATE_HANDS: lambda data: late_hands.encode(late_hands.latest(_read(data))),
}


def _say(out: BinaryIO, data: bytes) -> None:
    out.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    out.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
