"""What each person does: a row of `cards.json` names a class here and gives its figures."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from ..cards import BOX, CardsWrong, Person
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
CLASSES: Final[list[type[Effect]]] = [
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type)
    and issubclass(value, Effect)
    and value.__module__ == module.__name__
    and not value.__subclasses__()
]
"""Every effect there is."""
_union: Any = reduce(or_, CLASSES)


def decoded(row: Person) -> Effect:
    """The effect of a row. Raises CardsWrong with the row's id and the field."""
    try:
        found: Effect = msgspec.convert(row.effect, _union)
    except msgspec.ValidationError as wrong:
        what = str(wrong).replace("$.", "effect.").replace("`", "")
        raise CardsWrong(f"persons, row {row.id}: {what}") from wrong
    return found


def _knows(effect: Effect) -> frozenset[str]:
    """The occasions that an effect has something to say on."""
    return frozenset([name for name in OCCASIONS if getattr(type(effect), name) is not getattr(Effect, name)])


EFFECTS[:] = [*(decoded(row) for row in BOX.persons), *(Effect() for _ in BOX.pets)]
KNOWS[:] = [*map(_knows, EFFECTS), frozenset()]
