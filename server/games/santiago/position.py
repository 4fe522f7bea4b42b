"""Written positions of Santiago de Cuba: the street, the town, the ship, and the players' holdings."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from ..kernel import Step
from ..positions import BadPosition, Box, Count, Names, PositionWords, names
from ..unplayable import Named
from .cards import BOX
from .flow import Turn
from .ships import LeaveOut, NewShip, Throw
from .state import DEMANDED, GOODS, HARBOR_STATION, ITEMS, NOBODY, NOWHERE, Santiago

START: Final = [*(good.start for good in BOX.goods), BOX.start.pesos, BOX.start.vp]


class Table(PositionWords, frozen=True, kw_only=True):
    """`street`: the Cubans in order after the harbor. `buildings`: the buildings on the spaces, three to a
    flower. Omitted Cubans and buildings follow in random order. `car`: the Cuban at whose station it is, or
    "harbor". `ship`: the remaining demand for each good; rolled if omitted. `value`: points per unit.
    `departed`: the number of ships that have left."""

    street: list[str] = []
    face_down: list[str] = []
    buildings: list[str] = []
    car: str = "harbor"
    ship: dict[str, Count] = {}
    value: Count = BOX.track.values[0]
    departed: Annotated[int, Meta(ge=0, lt=BOX.track.ships)] = 0


class Player(PositionWords, frozen=True, kw_only=True):
    """`holds`: the count of each item; the setup's count for omitted ones. `pawn`: the building it occupies.
    `owns`: buildings."""

    holds: dict[str, Count] = {}
    pawn: str = ""
    owns: list[str] = []


def items() -> Names:
    return names("santiago", "item", tuple(ITEMS), "items")


def cubans() -> Names:
    return names("santiago", "Cuban", tuple(row.id for row in BOX.cubans), "cubans")


def buildings() -> Names:
    return names("santiago", "building", tuple(row.id for row in BOX.buildings), "buildings")


def lay_turn(game: Santiago, turn: int, table: Table, players: list[Player]) -> None:
    """Set up the beginning of a turn: the next question is the car's drive. Raises BadPosition."""
    game.active, game.value, game.departed = turn, table.value, table.departed
    game.street = [-1, *_row(game, cubans(), table.street)]
    game.spaces = _row(game, buildings(), table.buildings)
    game.down = cubans().marked(table.face_down)
    game.car = HARBOR_STATION if table.car == "harbor" else game.street.index(cubans().one(table.car))
    _lay_things(game, players)
    before = (turn - 1) % len(players)  # rolls without a question: no choice exists that could be undone
    steps: list[Step[Santiago]] = [Throw(before), LeaveOut(before), NewShip(before), Turn()]
    if table.value not in BOX.track.values:
        raise BadPosition("santiago.value", known=BOX.track.values, value=table.value)
    if table.ship:
        game.faces, game.beside = _ship(table.ship)
        steps = [Turn()]
    game.stack = steps[::-1]


def _ship(said: dict[str, int]) -> tuple[list[int], int]:
    """The ship's demand, and a good whose die is beside it. Raises BadPosition."""
    wanted = items().counts(said)
    beside = [good for good in DEMANDED if not wanted[good]]
    if not beside or any(wanted[item] for item in range(len(ITEMS)) if item not in DEMANDED):
        raise BadPosition("santiago.ship")
    if len(beside) == len(DEMANDED):
        raise BadPosition("santiago.full")
    for good in DEMANDED:
        if wanted[good] > (most := max(BOX.goods[good].die)):
            item = Named("santiago", "items", good)
            raise BadPosition("santiago.die", item=item, most=most, found=wanted[good])
    return [wanted[good] for good in DEMANDED], beside[0]


def _row(game: Santiago, called: Names, words: list[str]) -> list[int]:
    """The named tiles, then all others in random order."""
    box = Box(called, range(len(called.ids)))
    first = box.take_all(words)
    game.shuffle(box.free)
    return [*first, *box.free]


def _lay_things(game: Santiago, players: list[Player]) -> None:
    game.held = [items().counts(one.holds, START) for one in players]
    game.supply = [BOX.goods[good].pieces - sum(held[good] for held in game.held) for good in GOODS]
    if short := [Named("santiago", "items", good) for good in GOODS if game.supply[good] < 0]:
        raise BadPosition("santiago.few", items=short)
    game.pawns = [buildings().one(one.pawn) if one.pawn else NOWHERE for one in players]
    for building in game.pawns:
        if building != NOWHERE and game.pawns.count(building) > 1:
            raise BadPosition("santiago.pawns", building=_building(building))
    game.owners = [NOBODY] * len(BOX.buildings)
    for seat, one in enumerate(players):
        for number in (buildings().one(word) for word in one.owns):
            if game.owners[number] != NOBODY:
                raise BadPosition("santiago.owned", building=_building(number))
            game.owners[number] = seat
        if game.owners.count(seat) > (most := BOX.track.markers):
            raise BadPosition("santiago.markers", place=f"players[{seat}].owns", most=most)


def _building(number: int) -> Named:
    return Named("santiago", "buildings", number)


MOMENTS: Final = {"turn": lay_turn}
