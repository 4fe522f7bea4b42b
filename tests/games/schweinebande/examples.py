"""The positions at which the examples of Schweinebande's rules begin."""

from __future__ import annotations

from server.authoring.example_scenes import anything
from server.authoring.scenes import Scene

from .market import collecting, feeding


def row(seed: int) -> Scene:
    """A farmer with a gap before it in the row, and with a farmer of another player behind the gap."""
    tiles = {"C1": "pig", "C2": "goat", "C4": "chicken", "C5": "sheep", "E2": "donkey", "D2": "cattle"}
    return collecting(
        {"C1": 0, "E2": 0, "C5": 1},
        market=tiles | {"A3": "goat", "E5": "pig", "B5": "feed_sack"},
        seats=2,
        seed=seed,
    )


def hungry(seed: int) -> Scene:
    """Seven animals, and no feed."""
    return feeding({"chicken": 1, "goat": 3, "donkey": 1, "pig": 2}, seed=seed)


SCENES = {"row": (row, anything), "feeding": (hungry, anything)}
