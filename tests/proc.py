"""Processes, as /proc tells of them. One that ends while it is looked at is not there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


def alive(pid: int) -> bool:
    """Does this process run? One that ended and is not yet reaped doesn't."""
    with gone():
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def command(pid: int) -> str:
    """What this process was started with, "" without it."""
    with gone():
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    return ""


def children(pid: int) -> list[int]:
    """What a process has started, by any of its threads."""
    found = list[int]()
    with gone():
        for task in Path(f"/proc/{pid}/task").iterdir():
            with gone():
                found += map(int, (task / "children").read_text().split())
    return found


@contextlib.contextmanager
def gone() -> Iterator[None]:
    """It may be: then there is no such file, or nobody of whom it could tell."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        yield
