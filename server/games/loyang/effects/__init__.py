"""The effects of the helpers: a row of `cards.json` names a class here and gives its figures.

An effect decides whether it can be used, and plans the steps of its use. The steps do the work, and the last
of them, `Used`, discards the card.
"""

from __future__ import annotations

from ... import cardfile
from ..cards import HELPER_ROWS
from ..effect import EFFECTS, Effect
from . import buying, customers, fields, lasting, others, shop, stalls

MODULES = (buying, customers, fields, lasting, others, shop, stalls)
_effect = cardfile.effects(Effect)
EFFECTS[:] = [_effect("helpers", row) for row in HELPER_ROWS]
