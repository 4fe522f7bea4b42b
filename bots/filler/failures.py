"""What is told of minds that fail, wherever bots choose: the table goes on, and whoever runs the bots reads
why."""

from __future__ import annotations

import logging
from typing import Final

log = logging.getLogger("stammtisch.bots")

FAILED: Final = set[tuple[str, str, str]]()
"""Mind, game and exception type of failures that were logged with a traceback."""


def tell_unmade(name: str) -> None:
    """Log that a mind could not be made. Must be called while its exception is handled."""
    log.exception("the mind %s can't be made", name)


def tell(mind: str, game: str, why: BaseException) -> None:
    """Log a failure, with the traceback only the first time: a mind may fail at every choice of a hundred
    tables."""
    known = mind, game, type(why).__name__
    log.error("%s failed at %s: %r", mind, game, why, exc_info=None if known in FAILED else why)
    FAILED.add(known)
