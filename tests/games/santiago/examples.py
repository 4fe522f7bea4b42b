"""The positions at which the examples of Santiago's rules begin."""

from __future__ import annotations

from server.authoring.example_scenes import anything
from server.authoring.scenes import Scene

from .town import harbor, town


def past_harbor(seed: int) -> Scene:
    """The car stands two stations before the harbor, and a player has enough for three stations."""
    return town(seed=seed, seats=3, car=8, held={0: {"peso": 4}})


def delivery(seed: int) -> Scene:
    """A ship at a value of 3; its goods and wood are at different players."""
    bare = {"sugar_cane": 0, "citrus_fruit": 0, "tobacco": 0}
    held = {0: {**bare, "rum": 1}, 1: {**bare, "tobacco": 2}, 2: {**bare, "wood": 2}}
    return harbor(seed=seed, seats=3, value=3, ship={"rum": 3, "tobacco": 1}, held=held)


SCENES = {"past-harbor": (past_harbor, anything), "delivery": (delivery, anything)}
