"""What each person does: a row of `cards.json` names a class here and gives its figures."""

from __future__ import annotations

from typing import Final

from ... import cardfile as pieces
from ..cards import BOX
from ..effect import EFFECTS, KNOWS, OCCASIONS, Effect
from . import again as again
from . import cards as cards
from . import final as final
from . import opponents as opponents
from . import smuggling as smuggling
from . import standing as standing
from . import taking as taking
from . import threats as threats
from . import trading as trading

MODULES: Final = (again, cards, final, opponents, smuggling, standing, taking, threats, trading)
effect = pieces.effects(Effect)
"""The effect of a row; see `server.games.pieces`."""


def _knows(effect: Effect) -> frozenset[str]:
    """The occasions that an effect has something to say on."""
    return frozenset([name for name in OCCASIONS if getattr(type(effect), name) is not getattr(Effect, name)])


EFFECTS[:] = [*(effect("persons", row) for row in BOX.persons), *(Effect() for _ in BOX.pets)]
KNOWS[:] = [*map(_knows, EFFECTS), frozenset()]
