"""Why something on the table can't be chosen now."""

from __future__ import annotations

from typing import Final

from ..reasons import Things

THINGS: Final[Things] = {}
