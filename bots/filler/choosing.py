"""Choices for bot seats that never block a table: if a mind fails, another choice replaces its own."""

from __future__ import annotations

import logging
import time
from random import SystemRandom
from typing import Final

from server.process.stalls import Stalled, StallWatch, StillStalled

from ..document import Document, options
from ..mind import Maker, Mind, ask
from ..minds.registry import MINDS
from .failures import tell, tell_unmade
from .lesson_script import of_lesson

log = logging.getLogger("stammtisch.bots")

CHOICE_TIME_S: Final = 0.25
"""Time budget of a mind for one choice (seconds)."""

SLOW_CHOICE_S: Final = 1.0
"""Duration of one choice that is logged (seconds): it blocks the event loop of this process."""


def mind_or_whim(name: str, maker: Maker, seed: int) -> Mind:
    """Make a mind. If that fails, return one that chooses at random, since the seat is already taken."""
    try:
        return maker(seed)
    except (Exception, StillStalled):
        tell_unmade(name)
        return MINDS["whim"](seed)


def chosen(mind: Mind, document: Document) -> tuple[str, int]:
    """The choice of the lesson's script, else of the mind. If both fail, the choice is a random option, so
    that the table goes on, and the error is logged. A mind that has stalled once is not asked again: all
    seats here wait for it."""
    name, game, begun = type(mind).__name__, document["public"]["table"]["game"], time.monotonic()
    try:
        scripted = of_lesson(document)
        if scripted is None and (name, game) not in STALLED:
            return ask(mind, document, begun + CHOICE_TIME_S)
        return scripted or SystemRandom().choice(options(document))
    except (Exception, StillStalled) as why:
        if isinstance(why, (Stalled, StillStalled)):
            STALLED.add((name, game))
        tell(name, game, why)
        return SystemRandom().choice(options(document))
    finally:
        _time(name, game, time.monotonic() - begun)


STALLED: Final = set[tuple[str, str]]()
"""Minds and games of choices that did not return."""


def stall_watch(**limits: float) -> StallWatch:
    """Ends choices of minds that do not return."""
    return StallWatch([__name__], [__name__], (), **limits)


SLOW: Final = set[tuple[str, str]]()
"""Minds and games whose slow choice was logged."""


def _time(mind: str, game: str, seconds: float) -> None:
    """Log a slow choice: it blocks all seats of this process, and no other part detects it."""
    if seconds > SLOW_CHOICE_S and (mind, game) not in SLOW:
        SLOW.add((mind, game))
        words = "%s took %.1f s for a choice at %s, and all seats here waited: see `quick` in bots/README.md"
        log.warning(words, mind, seconds, game)
