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

LATE: Final = 1.0
"""Seconds for one choice that are worth a line: nothing else is done here meanwhile."""


def made(name: str, maker: Maker, seed: int) -> Mind:
    """A mind; one that chooses at random where that can't be made, since its seat is taken already."""
    try:
        return maker(seed)
    except Exception:
        log.exception("the mind %s can't be made", name)
        return MINDS["whim"](seed)


def chosen(mind: Mind, document: Document) -> tuple[str, int]:
    """What the mind chooses, or the lesson that is played. A table must go on: where that fails, any option
    will do, and the log says so."""
    name, game, begun = type(mind).__name__, document["public"]["table"]["game"], time.monotonic()
    try:
        return of_lesson(document) or ask(mind, document, begun + THINKING)
    except Exception as why:
        _tell(name, game, why)
        return SystemRandom().choice(options(document))
    finally:
        _time(name, game, time.monotonic() - begun)


SLOW: Final = set[tuple[str, str]]()
"""Minds and games of which the log has told how long they take."""


def _time(mind: str, game: str, seconds: float) -> None:
    """A mind that takes so long keeps all seats of this process waiting, which nobody else would tell."""
    if seconds > LATE and (mind, game) not in SLOW:
        SLOW.add((mind, game))
        words = "%s took %.1f s for a choice at %s, and all seats here waited: see `quick` in bots/README.md"
        log.warning(words, mind, seconds, game)


FAILED: Final = set[tuple[str, str, str]]()
"""Minds, games, and what went wrong there, of which the log has told all."""


def _tell(mind: str, game: str, why: Exception) -> None:
    """The whole trace the first time; a mind may fail at every choice of a hundred tables."""
    known = mind, game, type(why).__name__
    log.error("%s failed at %s: %r", mind, game, why, exc_info=None if known in FAILED else why)
    FAILED.add(known)
