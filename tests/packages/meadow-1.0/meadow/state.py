"""The state of a game, its options, and what a position scores."""

from typing import Literal

from server.games.engine import Options
from server.games.kernel import Game

SIDE = 4
PLACES = range(SIDE * SIDE)
"""The places of the meadow, row by row."""

FLOWERS = range(4)
OPEN = 3
HONEY = 20
NOTHING = -1

ORDERS = range(12)
"""The orders: 0 to 3 for a flower, 4 to 7 for a row, 8 to 11 for a column."""

HELD = 2
FOR_ORDER = 2
FOR_NEIGHBOURS = 1
HONEY_FOR_POINT = 4


class MeadowOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rounds: Literal[8, 12] = 12
    """How many places are sold."""


class Meadow(Game):
    """Lists of lists run by seat. The orders and the pile are hidden."""

    options: MeadowOptions
    round: int
    flowers: list[int]
    """By place."""
    hives: list[int]
    """By place: the seat whose hive stands there, or NOTHING."""
    pile: list[int]
    """Places that are not open yet, the next one last."""
    open: list[int]
    """The places that the winner of the auction chooses from."""
    honey: list[int]
    orders: list[list[int]]
    unused: list[int]
    """Orders that nobody has."""
    first: int
    """The seat that begins the auction."""
    bid: int
    leader: int
    """The seat with the highest bid, or NOTHING."""
    passed: list[bool]


def meets(game: Meadow, order: int, place: int) -> bool:
    """Is a hive at this place one that the order pays for?"""
    if order < 4:
        return game.flowers[place] == order
    return place // SIDE == order - 4 if order < 8 else place % SIDE == order - 8


def neighbours(place: int) -> list[int]:
    """The places beside a place."""
    row, column = divmod(place, SIDE)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def of_orders(game: Meadow, seat: int) -> int:
    own = [place for place in PLACES if game.hives[place] == seat]
    return FOR_ORDER * sum(meets(game, order, place) for order in game.orders[seat] for place in own)


def of_neighbours(game: Meadow, seat: int) -> int:
    """Each pair of own hives side by side counts once."""
    own = {place for place in PLACES if game.hives[place] == seat}
    return FOR_NEIGHBOURS * sum(other in own for place in own for other in neighbours(place)) // 2


def gain(game: Meadow, seat: int, place: int) -> int:
    """The points that a hive at a free place brings to a seat, as far as the seat knows."""
    beside = sum(game.hives[other] == seat for other in neighbours(place))
    return FOR_NEIGHBOURS * beside + FOR_ORDER * sum(meets(game, order, place) for order in game.orders[seat])


def check(game: Meadow) -> None:
    """Raise AssertionError if the state is impossible."""
    taken = [place for place in PLACES if game.hives[place] != NOTHING]
    assert sorted([*game.pile, *game.open, *taken]) == [*PLACES], "places lost or doubled"
    assert sorted(game.flowers) == [flower for flower in FLOWERS for _ in range(SIDE)]
    orders = [*game.unused, *(order for held in game.orders for order in held)]
    assert sorted(orders) == [*ORDERS], f"orders lost or doubled: {orders}"
    assert all(0 <= honey <= HONEY for honey in game.honey), f"honey {game.honey}"
    assert game.leader == NOTHING or game.bid <= game.honey[game.leader]
