"""Positions of Machi Koro in words: coins, cities, landmarks, and what lies open in the variant."""

from __future__ import annotations

from typing import Final

from ..positions import BadPosition, Count, Names, Words, names
from .cards import ESTABLISHMENTS, KINDS, LANDMARKS
from .flow import START_COINS, Refill, Turn, copies
from .state import EFFECTIVE, NOT_BUILT, MachiKoro


class Table(Words, frozen=True, kw_only=True):
    """`supply`: in the game with a draw pile, the copies of each kind that lie open; others may be drawn."""

    supply: dict[str, Count] = {}


class Player(Words, frozen=True, kw_only=True):
    """`establishments`: copies of each kind; of one that isn't named, what everybody begins with."""

    coins: Count = START_COINS
    establishments: dict[str, Count] = {}
    landmarks: list[str] = []


def kinds() -> Names:
    return names("machi_koro", "establishment", tuple(row.id for row in ESTABLISHMENTS), "establishments")


def great() -> Names:
    return names("machi_koro", "landmark", tuple(row.id for row in LANDMARKS), "landmarks")


def lay_turn(game: MachiKoro, turn: int, table: Table, players: list[Player]) -> None:
    """The beginning of a turn."""
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
    if short := [ESTABLISHMENTS[kind].id for kind in KINDS if left[kind] < 0]:
        raise BadPosition(f"There are not so many of these: {', '.join(short)}.")
    if game.options.supply == "all":
        game.supply = left
    else:
        game.supply = kinds().counts(table.supply)
        game.deck = [kind for kind in KINDS for _ in range(left[kind] - game.supply[kind])]
        game.shuffle(game.deck)
    game.stack = [Turn(), Refill()]


MOMENTS: Final = {"turn": lay_turn}
