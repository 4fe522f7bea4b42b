"""A worker process of `worker_pool.py`: questions in, choices and tips out, until the pipe is closed."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any, BinaryIO, Final

from protocol.codec import packed, unpacked
from server.process.confined import confined, cpu_limit
from server.process.gc import only_when_told

from ..document import Document
from ..explain.tips import TipAdviser
from ..mind import ask
from ..minds.registry import MINDS

LENGTH_BYTES = 4

MEMORY_LIMIT_MB: Final = 2048
"""The address space of this process (megabytes). Ours take up to 150; minds of other packages may bring large
nets."""

LATE_CPU_LIMIT_S: Final = 5.0
"""CPU seconds that a mind may take beyond its time."""

log = logging.getLogger("stammtisch.bots")


def main() -> None:
    """Confine this process, and serve its pipes."""
    with confined(MEMORY_LIMIT_MB):
        serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(into: BinaryIO, out: BinaryIO) -> None:
    """Report readiness, then answer questions."""
    with only_when_told() as look_for_garbage:
        say(out, packed([]))
        while head := into.read(LENGTH_BYTES):
            say(out, packed(answer(into.read(int.from_bytes(head, "big")))))
            look_for_garbage()


def say(out: BinaryIO, data: bytes) -> None:
    """Write one answer."""
    out.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    out.flush()


def answer(order: bytes) -> list[Any]:
    """The choice or tip of a mind; an empty list if it failed, and the error is logged."""
    begun = time.monotonic()
    task, name, seed, ms, document = unpacked(order)
    try:
        with cpu_limit(ms / 1000 + LATE_CPU_LIMIT_S):
            return TASKS[task](name, seed, unpacked(document), begun + ms / 1000)
    except MemoryError:  # this process ends and is replaced
        raise
    except Exception:
        log.exception("%s failed to %s", name, task)
        return []


def choose(mind: str, seed: int, document: Document, deadline: float) -> list[Any]:
    """The choice of a mind: verb and noun."""
    return [*ask(MINDS[mind](seed), document, deadline)]


def advise(level: str, seed: int, document: Document, deadline: float) -> list[Any]:
    """A tip: the fields of an `Advice`. Its random seed is derived from the document."""
    return [*teacher().advice(document, deadline, level)]


@cache
def teacher() -> TipAdviser:
    """Made for the first tip, and cached with the texts that it has loaded."""
    return TipAdviser()


TASKS: Final[dict[str, Callable[[str, int, Document, float], list[Any]]]] = {
    "choose": choose,
    "advise": advise,
}


if __name__ == "__main__":
    main()
