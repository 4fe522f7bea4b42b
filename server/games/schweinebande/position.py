"""Written positions of Schweinebande: the market, the farmers on it, pens, farms, and feed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from ..positions import BadPosition, Count, Names, PositionWords, names
from ..unplayable import Named
from .board import SPACES
from .cards import ANIMALS, FARMERS, KINDS, ROUNDS, TILES
from .flow import Collecting, Round
from .state import EMPTY, NOBODY, Schweinebande


class Table(PositionWords, frozen=True, kw_only=True):
    """`market`: the open tiles, by space ("A1" is the left space of the first row). At the moment
    "collecting", omitted spaces are empty; with no space named, all of them get random tiles."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)] = 1
    market: dict[str, str] = {}


class Player(PositionWords, frozen=True, kw_only=True):
    """`pen` and `farm`: tiles of each kind. `farmers`: the spaces of the placed farmers."""

    pen: dict[str, Count] = {}
    farm: dict[str, Count] = {}
    feed: Count = 0
    farmers: list[str] = []


def tiles() -> Names:
    return names("schweinebande", "tile", (*(row.id for row in ANIMALS), "feed_sack"), "tiles")


def spaces() -> Names:
    return names("schweinebande", "space", tuple(f"{'ABCDE'[n % 5]}{n // 5 + 1}" for n in SPACES), "spaces")


def lay_round(game: Schweinebande, turn: int, table: Table, players: list[Player]) -> None:
    """Set up the beginning of a round: random tiles; the player on turn reveals first. Raises BadPosition."""
    if table.market or any(one.farmers for one in players):
        raise BadPosition("schweinebande.market")
    _lay(game, turn, players)
    _heap(game, _left(game), table.round - 1)
    game.round = table.round - 1
    if not game.round:
        game.order = [0] * len(players)
    game.stack = [Round()]


def lay_collecting(game: Schweinebande, turn: int, table: Table, players: list[Player]) -> None:
    """Set up the beginning of phase C: all farmers are placed, and the player on turn collects first. Raises
    BadPosition."""
    _lay(game, turn, players)
    game.round, game.left = table.round, [0] * len(players)
    for space, kind in table.market.items():
        game.market[spaces().one(space)] = tiles().one(kind)
    left = _left(game)
    if not table.market:
        pool = _mixed(game, left)
        game.market = [pool.pop() for _ in SPACES]
        left = [pool.count(kind) for kind in range(len(TILES))]
    _heap(game, left, table.round)
    for seat, one in enumerate(players):
        _place(game, seat, one)
    game.stack = [Collecting(0)]


def _lay(game: Schweinebande, turn: int, players: list[Player]) -> None:
    """Set up each player's own area. The order tiles run clockwise from the player on turn."""
    seats = len(players)
    game.active = turn
    game.order = [1 + (seat - turn) % seats for seat in range(seats)]
    game.pens = [tiles().counts(one.pen) for one in players]
    game.farms = [_animals(one.farm) for one in players]
    game.feed = [one.feed for one in players]


def _animals(counts: Mapping[str, int]) -> list[int]:
    found = tiles().counts(counts)
    if any(found[len(KINDS) :]):
        raise BadPosition("schweinebande.animals")
    return found[: len(KINDS)]


def _place(game: Schweinebande, seat: int, one: Player) -> None:
    if len(one.farmers) > FARMERS[len(game.left)]:
        raise BadPosition("schweinebande.farmers", place=f"players[{seat}]", most=FARMERS[len(game.left)])
    for space in map(spaces().one, one.farmers):
        if game.market[space] == EMPTY or game.farmers[space] != NOBODY:
            raise BadPosition("schweinebande.stands", space=spaces().ids[space])
        game.farmers[space] = seat


def _left(game: Schweinebande) -> list[int]:
    """The tiles of each kind that have no place yet. Raises BadPosition."""
    left = [*TILES]
    for part in (*game.pens, *game.farms):
        for kind, count in enumerate(part):
            left[kind] -= count
    for kind in game.market:
        if kind != EMPTY:
            left[kind] -= 1
    if short := [Named("schweinebande", "tiles", kind) for kind, count in enumerate(left) if count < 0]:
        raise BadPosition("schweinebande.few", tiles=short)
    return left


def _mixed(game: Schweinebande, left: list[int]) -> list[int]:
    pool = [kind for kind, count in enumerate(left) for _ in range(count)]
    game.shuffle(pool)
    return pool


def _heap(game: Schweinebande, left: list[int], rounds: int) -> None:
    """Split the remaining tiles at random into the pile after these rounds and the tiles that have left the
    game. Raises BadPosition."""
    pool, size = _mixed(game, left), sum(TILES) - rounds * len(SPACES)
    if len(pool) < size:
        raise BadPosition("schweinebande.early", tiles=rounds * len(SPACES))
    game.pile, gone = pool[:size], pool[size:]
    game.box = [gone.count(kind) for kind in range(len(TILES))]


MOMENTS: Final = {"round": lay_round, "collecting": lay_collecting}
