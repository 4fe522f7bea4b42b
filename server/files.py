"""How many files, and so sockets, this process may open; and sockets that are files themselves."""

from __future__ import annotations

import errno
import resource
import socket
import stat
from pathlib import Path

BACKLOG = 2048
"""Connections that may wait to be taken, as when everybody comes back after a restart."""


def open_more_files() -> int:
    """Let this process open as many files as it may; how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (ValueError, OSError):
            return soft
    return hard


def clear_for_socket(path: Path) -> None:
    """Remove the socket that somebody who is no more has left here. Raises OSError where something else lies
    here, or somebody still listens."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise FileExistsError(errno.EEXIST, "something else lies there")
    with socket.socket(socket.AF_UNIX) as it:
        it.setblocking(False)
        try:
            it.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except BlockingIOError:  # more wait there than are taken
            pass
    raise OSError(errno.EADDRINUSE, "another server listens there")
