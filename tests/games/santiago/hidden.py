"""What is hidden in Santiago de Cuba: nothing, or with screens whatever the others hold."""

from __future__ import annotations

from typing import Any

from server.games.santiago.state import GOODS, PESO, VP
from tests.games.engines import Zone


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
