"""How many files, and so sockets, this process may open."""

from __future__ import annotations

import resource

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
