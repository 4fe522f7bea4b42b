"""What each person does: a row of `cards.json` names a class here and gives its figures."""

from __future__ import annotations

from typing import Final

from ... import cardfile
from ..cards import BOX
from ..effect import EFFECTS, KNOWS, OCCASIONS, Effect, Occasion
from . import again as again
from . import discarding as discarding
from . import drawing as drawing
from . import final as final
from . import opponents as opponents
from . import standing as standing
from . import taking as taking
from . import threatening as threatening
from . import trading as trading

MODULES: Final = (
    again,
    discarding,
    drawing,
    final,
    opponents,
    standing,
    taking,
    threatening,
    trading,
)
effect = cardfile.effects(Effect)
"""The effect of a row; see `server.games.cardfile`."""


def _knows(effect: Effect) -> frozenset[Occasion]:
    """The occasions that an effect has something to say on."""
    kind = type(effect)
    return frozenset([known for known in OCCASIONS if getattr(kind, known.__name__) is not known])


EFFECTS[:] = [*(effect("persons", row) for row in BOX.persons), *(Effect() for _ in BOX.pets)]
KNOWS[:] = [*map(_knows, EFFECTS), frozenset()]
