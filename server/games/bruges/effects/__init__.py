"""The effects of the persons: a row of `cards.json` names a class here and gives its figures."""

from __future__ import annotations

from typing import Final

from ... import cardfile
from ..cards import BOX
from ..effect import EFFECTS, HANDLERS, OCCASIONS, Effect, Occasion
from . import again, discarding, drawing, final, opponents, standing, taking, threatening, trading

MODULES: Final = (again, discarding, drawing, final, opponents, standing, taking, threatening, trading)
effect = cardfile.effects(Effect)
"""The effect of a row; see `server.games.cardfile`."""


def _handlers(occasion: Occasion) -> frozenset[int]:
    """The cards whose effects handle an occasion."""
    name = occasion.__name__
    return frozenset([card for card, it in enumerate(EFFECTS) if getattr(type(it), name) is not occasion])


EFFECTS[:] = [*(effect("persons", row) for row in BOX.persons), *(Effect() for _ in BOX.pets)]
HANDLERS.update((occasion, _handlers(occasion)) for occasion in OCCASIONS)
