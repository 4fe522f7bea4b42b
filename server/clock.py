"""The wall clock of this process."""

from __future__ import annotations

import time


def now() -> int:
    """The server's clock in ms since 1970, UTC."""
    return time.time_ns() // 1_000_000
