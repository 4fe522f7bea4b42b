"""A process of `thinkers.py`: questions come in, choices and tips go out, until the pipe is closed."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any, BinaryIO, Final

from protocol.codec import packed, unpacked

from .document import Document
from .mind import MINDS, ask
from .teaching import Teacher

LENGTH = 4

NICE = 5
"""Thinking steps back behind those who serve."""

log = logging.getLogger("stammtisch.bots")


def main() -> None:
    """Say that it is there, then answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when it ends
    os.nice(NICE)
    into, out = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(BrokenPipeError):
        say(out, packed([]))
        while head := into.read(LENGTH):
            say(out, packed(answer(into.read(int.from_bytes(head, "big")))))


def say(out: BinaryIO, data: bytes) -> None:
    """One answer."""
    out.write(len(data).to_bytes(LENGTH, "big") + data)
    out.flush()


def answer(order: bytes) -> list[Any]:
    """What the mind chooses or advises; nothing where it failed, and the log says so."""
    begun = time.monotonic()
    task, name, seed, ms, document = unpacked(order)
    try:
        return TASKS[task](name, seed, unpacked(document), begun + ms / 1000)
    except Exception:
        log.exception("%s failed to %s", name, task)
        return []


def choose(mind: str, seed: int, document: Document, deadline: float) -> list[Any]:
    """What a mind chooses: verb and noun."""
    return [*ask(MINDS[mind](seed), document, deadline)]


def advise(level: str, seed: int, document: Document, deadline: float) -> list[Any]:
    """A tip: the fields of an `Advice`. Its chance comes from the document."""
    return [*teacher().advice(document, deadline, level)]


@cache
def teacher() -> Teacher:
    """Made when the first tip is asked for, and kept with what it has read."""
    return Teacher()


TASKS: Final[dict[str, Callable[[str, int, Document, float], list[Any]]]] = {
    "choose": choose,
    "advise": advise,
}


if __name__ == "__main__":
    main()
