"""What each helper does: a row of `cards.json` names a class here and gives its figures.

An effect says whether it can be used and plans the steps of its use; the steps do the work, and the last
of them, `Used`, discards the card.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from ..cards import HELPER_ROWS, HelperRow
from ..effect import EFFECTS, Effect
from . import buying as buying
from . import customers as customers
from . import fields as fields
from . import lasting as lasting
from . import others as others
from . import shop as shop
from . import stalls as stalls

MODULES = (buying, customers, fields, lasting, others, shop, stalls)
_classes: list[Any] = [
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Effect) and value.__module__ == module.__name__
]
_union: Any = reduce(or_, _classes)


def _effect(row: HelperRow) -> Effect:
    try:
        found: Effect = msgspec.convert(row.effect, _union)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"the helper {row.id}: {wrong}") from wrong
    return found


EFFECTS[:] = [_effect(row) for row in HELPER_ROWS]
