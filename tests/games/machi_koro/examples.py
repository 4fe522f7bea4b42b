"""The positions at which the examples of Machi Koro's rules begin."""

from __future__ import annotations

from server.authoring.scenes import Scene

from .town import town


def red_first(seed: int) -> Scene:
    """The roller is poor, and both neighbours have cafés."""
    cities = {0: {"bakery": 1, "wheat_field": 1}, 1: {"cafe": 3}, 2: {"cafe": 2}}
    return town(
        seed=seed,
        seats=3,
        coins={0: 3, 1: 4, 2: 4},
        cities={seat: {"wheat_field": 1, "bakery": 1, **city} for seat, city in cities.items()},
        options={"by_hand": True},
    )


def waits(seed: int) -> Scene:
    """Coins for the station, a roll without further income, and forests for a five."""
    return town(
        seed=seed,
        seats=2,
        coins={0: 4, 1: 0},
        cities={
            0: {"wheat_field": 1, "bakery": 1, "forest": 2, "ranch": 1},
            1: {"wheat_field": 1, "bakery": 1},
        },
        options={"by_hand": True},
    )


def throws(scene: Scene, *dice: int) -> bool:
    """Do the next throws, each of as many dice, give these numbers?"""
    return [scene.game.roll(6) + 1 for _ in dice] == [*dice]


SCENES = {
    "red-first": (red_first, lambda scene: throws(scene, 3)),
    "station": (waits, lambda scene: throws(scene, 6, 4, 2, 3)),
}
