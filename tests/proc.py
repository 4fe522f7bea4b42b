"""Processes in /proc. A process that exits while it is read counts as missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


def alive(pid: int) -> bool:
    """Does this process run? One that has exited and is not yet reaped doesn't."""
    with gone():
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def command(pid: int) -> str:
    """The command line of this process; "" if there is no such process."""
    with gone():
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    return ""


def children(pid: int) -> list[int]:
    """The child processes of a process, started by any of its threads."""
    found = list[int]()
    with gone():
        for task in Path(f"/proc/{pid}/task").iterdir():
            with gone():
                found += map(int, (task / "children").read_text().split())
    return found


@contextlib.contextmanager
def gone() -> Iterator[None]:
    """The process may exit meanwhile: then its file is missing, or reading it fails."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        yield
