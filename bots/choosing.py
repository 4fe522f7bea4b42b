"""Has minds choose for seats that must go on whatever happens: a mind may fail, its table may not."""

from __future__ import annotations

import logging
import time
from random import SystemRandom
from typing import Final

from .document import Document, options
from .mind import MINDS, Maker, Mind, ask
from .script import of_lesson

log = logging.getLogger("stammtisch.bots")

THINKING: Final = 0.25
"""Seconds a mind may take for one choice."""


def made(maker: Maker, seed: int) -> Mind:
    """A mind; one that chooses at random where that can't be made, since its seat is taken already."""
    try:
        return maker(seed)
    except Exception:
        log.exception("a mind can't be made")
        return MINDS["whim"](seed)


def chosen(mind: Mind, document: Document) -> tuple[str, int]:
    """What the mind chooses, or the lesson that is played. A table must go on: where that fails, any option
    will do, and the log says so."""
    try:
        return of_lesson(document) or ask(mind, document, time.monotonic() + THINKING)
    except Exception as why:
        _tell(type(mind).__name__, document["public"]["table"]["game"], why)
        return SystemRandom().choice(options(document))


FAILED: Final = set[tuple[str, str, str]]()
"""Minds, games, and what went wrong there, of which the log has told all."""


def _tell(mind: str, game: str, why: Exception) -> None:
    """The whole trace the first time; a mind may fail at every choice of a hundred tables."""
    known = mind, game, type(why).__name__
    log.error("%s failed at %s: %r", mind, game, why, exc_info=None if known in FAILED else why)
    FAILED.add(known)
