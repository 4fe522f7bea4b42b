"""Views of a game, a complete game that fits a view, and the scores. Nothing here changes a game."""

from __future__ import annotations

import msgspec

from ..engine import Score, View
from ..kernel import key
from ..packing import plain_options, plain_stack, unpack_stack
from .cards import KINDS
from .state import NOT_BUILT, MachiKoro, MachiKoroOptions


def public(game: MachiKoro) -> View:
    """Everything except the order of the draw pile (MAC-10.11), the only secret of Machi Koro.

    `deck` counts the cards of each kind in the draw pile; it is empty without the variant.
    """
    return {
        "options": plain_options(game.options),
        "active": game.active,
        "dice": game.dice.copy(),
        "extra": game.extra,
        "coins": game.coins.copy(),
        "cities": [city.copy() for city in game.cities],
        "landmarks": [row.copy() for row in game.landmarks],
        "places": game.places.copy(),
        "supply": game.supply.copy(),
        "deck": unseen(game) if game.options.supply == "come_what_may" else [],
        "resume": plain_stack(game),
    }


def unseen(game: MachiKoro) -> list[int]:
    """The number of cards of each kind in the draw pile (MAC-10.12)."""
    counts = [0] * len(KINDS)
    for kind in game.deck:
        counts[kind] += 1
    return counts


def private(game: MachiKoro, seat: int) -> View:
    """Always empty: all holdings are public."""
    return {}


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> MachiKoro:
    """A complete game that fits these views: the draw pile in random order, and new future dice."""
    game = MachiKoro(
        key=key(seed),
        stack=unpack_stack(MachiKoro, public["resume"]),
        options=msgspec.convert(public["options"], MachiKoroOptions),
        coins=[*public["coins"]],
        cities=[[*city] for city in public["cities"]],
        landmarks=[[*row] for row in public["landmarks"]],
        places=[*public["places"]],
        supply=[*public["supply"]],
        deck=[kind for kind, copies in enumerate(public["deck"]) for _ in range(copies)],
        active=public["active"],
        dice=[*public["dice"]],
        extra=public["extra"],
    )
    game.scatter(game.deck)
    return game


def scores(game: MachiKoro) -> list[Score]:
    """Places in order of finishing. Seats without a place follow, by landmarks, then coins."""
    built = [len(row) - row.count(NOT_BUILT) for row in game.landmarks]
    waiting = [(built[s], game.coins[s]) for s, place in enumerate(game.places) if not place]
    taken = len(game.places) - len(waiting)
    return [
        Score(
            seat,
            place or taken + 1 + sum(standing > (built[seat], game.coins[seat]) for standing in waiting),
            built[seat],
            {"landmarks": built[seat], "coins": game.coins[seat]},
        )
        for seat, place in enumerate(game.places)
    ]
