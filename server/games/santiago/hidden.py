"""Hidden information in Santiago de Cuba: none, or with screens the others' holdings."""

from __future__ import annotations

from typing import Any

from ..evidence import Zone
from .state import GOODS, PESO, VP

TAKEN_BACK = frozenset(["drive", "el_zorro", "gift", "deliver"])
"""SAN-18.2: until an opponent answers."""


def hides(game: Any, seat: int | None) -> list[Zone]:
    if game.options.open_holdings or not game.stack:
        return []
    others = [other for other in range(len(game.held)) if other != seat]
    goods = {other: [good for good in GOODS for _ in range(game.held[other][good])] for other in others}
    pool = [good for other in others for good in goods[other]]
    zones = [Zone(f"goods of {other}", goods[other], pool) for other in others]
    for other in others:
        for name, item in (("pesos", PESO), ("points", VP)):
            amount = game.held[other][item]
            zones.append(Zone(f"{name} of {other}", [amount], [amount, amount + 1]))
    return zones
