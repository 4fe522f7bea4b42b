"""Limits of open files, and so of sockets; sockets in the file system."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import socket
import stat
import sys
from pathlib import Path
from typing import Final

LISTEN_BACKLOG = 2048
"""Connections that may wait to be accepted, for example when all clients reconnect after a restart."""

MACOS_OPEN_MAX: Final = 10_240
"""The most files that macOS grants where the maximum of a process is unlimited; it refuses to set that."""


def open_standard_files() -> None:
    """Open stdin, stdout and stderr on the null device if the parent process closed them. Otherwise the first
    socket gets one of their numbers, and the event loop ends the process."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            it = os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one
            os.set_inheritable(it, True)
            setattr(sys, name, os.fdopen(it, mode, closefd=False))


def open_more_files() -> int:
    """Raise this process's limit of open files to its maximum, and return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, MACOS_OPEN_MAX):
        if soft < most <= hard:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return most
    return soft


def clear_for_socket(path: Path) -> None:
    """Remove a socket that a dead process left at this path. Raises OSError if the path is something else, or
    if a server still listens there."""
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
        except BlockingIOError:  # the backlog of a listening server is full
            pass
    raise OSError(errno.EADDRINUSE, "another server listens there")
