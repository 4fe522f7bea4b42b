"""Written positions of Machi Koro: coins, cities, landmarks, and the open cards of games with a draw pile."""

from __future__ import annotations

from typing import Final

from ..positions import BadPosition, Count, Names, PositionWords, names
from ..unplayable import Named
from .cards import ESTABLISHMENTS, KINDS, LANDMARKS, PURPLE
from .flow import OPEN_KINDS, START_COINS, Refill, Turn, copies
from .state import EFFECTIVE, NOT_BUILT, MachiKoro


class Table(PositionWords, frozen=True, kw_only=True):
    """`supply`: in games with a draw pile, the open copies of each kind. Further kinds may be drawn."""

    supply: dict[str, Count] = {}


class Player(PositionWords, frozen=True, kw_only=True):
    """`establishments`: copies of each kind; the setup's copies for omitted kinds."""

    coins: Count = START_COINS
    establishments: dict[str, Count] = {}
    landmarks: list[str] = []


def kinds() -> Names:
    return names("machi_koro", "establishment", tuple(row.id for row in ESTABLISHMENTS), "establishments")


def great() -> Names:
    return names("machi_koro", "landmark", tuple(row.id for row in LANDMARKS), "landmarks")


def lay_turn(game: MachiKoro, turn: int, table: Table, players: list[Player]) -> None:
    """Set up the beginning of a turn. Raises BadPosition."""
    starts = [row.start for row in ESTABLISHMENTS]
    game.active = turn
    game.coins = [one.coins for one in players]
    game.cities = [kinds().counts(one.establishments, starts) for one in players]
    game.landmarks = [
        [EFFECTIVE if built else NOT_BUILT for built in great().marked(one.landmarks)] for one in players
    ]
    left = [
        copies(kind, len(players), game.options) - sum(city[kind] - starts[kind] for city in game.cities)
        for kind in KINDS
    ]
    _possible(game, left)
    if game.options.supply == "all":
        game.supply = left
    else:
        game.supply = _open(table, left)
        game.deck = [kind for kind in KINDS for _ in range(left[kind] - game.supply[kind])]
        game.shuffle(game.deck)
    game.stack = [Turn(), Refill()]


def _possible(game: MachiKoro, left: list[int]) -> None:
    """Raise BadPosition if cities hold more cards than exist or than the limit, or a city is complete."""
    if short := [_kind(kind) for kind in KINDS if left[kind] < 0]:
        raise BadPosition("machi_koro.few", kinds=short)
    for seat, city in enumerate(game.cities):
        if NOT_BUILT not in game.landmarks[seat]:
            raise BadPosition("machi_koro.complete", place=f"players[{seat}].landmarks")
        for kind in KINDS:
            if city[kind] > (most := game.options.most(PURPLE[kind])):
                place = f"players[{seat}].establishments"
                raise BadPosition("machi_koro.limit", place=place, most=most, kind=_kind(kind))


def _open(table: Table, left: list[int]) -> list[int]:
    """The open cards among the remaining ones. Raises BadPosition."""
    lying = kinds().counts(table.supply)
    for kind in KINDS:
        if lying[kind] > left[kind]:
            raise BadPosition("machi_koro.left", left=left[kind], kind=_kind(kind), count=lying[kind])
    if sum(map(bool, lying)) > OPEN_KINDS:
        raise BadPosition("machi_koro.open", most=OPEN_KINDS)
    return lying


def _kind(kind: int) -> Named:
    return Named("machi_koro", "establishments", kind)


MOMENTS: Final = {"turn": lay_turn}
