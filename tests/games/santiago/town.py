"""Scenes of Santiago de Cuba: towns in which every piece has its place.

By default Cubans and buildings are in the order of their rows: Pedro at the first station, the bank under the
first white flower. `under` puts buildings under flowers, `ship` gives the demands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.authoring.scenes import Scene, scene
from server.games import santiago
from server.games.kernel import OPEN, Step
from server.games.santiago.cards import BOX, FLOWERS
from server.games.santiago.flow import Turn, TurnOver, UseBuilding
from server.games.santiago.ships import MOST
from server.games.santiago.state import DEMANDED, GOODS, ITEMS

CUBANS = [row.id for row in BOX.cubans]
BUILDINGS = [row.id for row in BOX.buildings]
NAMES = {
    **dict.fromkeys(
        ("leave_out", "take", "give", "swap_give", "swap_take", "sell", "cancel", "trade"), ITEMS
    ),
    **dict.fromkeys(("claim", "employ", "enter", "owners", "spaces", "pawns"), BUILDINGS),
    **dict.fromkeys(("turn_down", "down", "street"), CUBANS),
    **dict.fromkeys(("supply", "beside"), ITEMS),
    "held": ITEMS,
}

Some = Mapping[str, int]
START = {"peso": 3, "vp": 2, "sugar_cane": 1, "tobacco": 1, "citrus_fruit": 1}
SCREENS = {"open_holdings": False}
NOTHING = dict.fromkeys(ITEMS, 0)


def town(
    *,
    seats: int = 2,
    stack: Sequence[Step[Any]] = (Turn(),),
    held: Mapping[int, Some] | None = None,
    ship: Some | None = None,
    under: Mapping[str, Sequence[str]] | None = None,
    face_down: Sequence[str] = (),
    **fields: Any,
) -> Scene:
    """A turn of `seat`. `held` gives the holdings of a seat instead of the start; the supply has the rest."""
    have = {seat: {**START, **(held or {}).get(seat, {})} for seat in range(seats)}
    lying = [
        BOX.goods[good].pieces - sum(have[seat].get(ITEMS[good], 0) for seat in range(seats))
        for good in GOODS
    ]
    wanted = {"rum": 2, "tobacco": 1} if ship is None else ship
    fields.setdefault("beside", next(ITEMS[good] for good in DEMANDED if ITEMS[good] not in wanted))
    return scene(
        santiago,
        seats=seats,
        names=NAMES,
        stack=stack,
        held=have,
        supply=lying,
        spaces=_spaces(under or {}),
        down=[cuban in face_down for cuban in CUBANS],
        **{"faces": [wanted.get(ITEMS[good], 0) for good in DEMANDED], **fields},
    )


def before(cuban: str) -> int:
    """The station before this Cuban's."""
    return CUBANS.index(cuban)


def visit(cuban: str, **fields: Any) -> Scene:
    """The car has just driven one station, to this Cuban."""
    return town(car=before(cuban), **fields).act("drive", 1)


def use(building: str, **fields: Any) -> Scene:
    """The pawn stands on this building, and its function can be used."""
    pawns = fields.pop("pawns", {}) | {fields.get("seat", 0): building}
    stack = [UseBuilding(BUILDINGS.index(building)), TurnOver()]
    return town(stack=stack, pawns=pawns, **fields)


def harbor(**fields: Any) -> Scene:
    """The car has just driven one station, into the harbor."""
    return town(car=len(CUBANS), **fields).act("drive", 1)


def cargo(good: str, units: int) -> int:
    """The noun of a delivery."""
    return ITEMS.index(good) * MOST + units - 1


def holds(game: Scene, seat: int = 0) -> dict[str, int]:
    """The holdings of a seat, by name; without zeros."""
    return {item: n for item, n in zip(ITEMS, game.held[seat], strict=True) if n}


def demand(game: Scene) -> dict[str, int]:
    """The demands of the ship, by name."""
    return {ITEMS[good]: n for good in DEMANDED if (n := game.game.demand(good))}


def can_be_taken_back(game: Scene) -> bool:
    """Has the last choice set no seal?"""
    sealed: int = game.game.sealed
    return sealed == OPEN


def _spaces(under: Mapping[str, Sequence[str]]) -> list[str]:
    """The buildings by space: the given ones under their flowers, the others in order on the remaining
    spaces."""
    named = {name for group in under.values() for name in group}
    rest = [name for name in BUILDINGS if name not in named]
    placed = []
    for flower in FLOWERS:
        group = list(under.get(flower, ()))
        while len(group) < 3:
            group.append(rest.pop(0))
        placed += group
    return placed
