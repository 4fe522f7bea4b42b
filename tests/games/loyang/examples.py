"""The positions at which the examples of Loyang's rules begin."""

from __future__ import annotations

from server.authoring.example_scenes import anything
from server.authoring.scenes import Scene
from server.games.loyang.state import RED
from server.games.loyang.turn import ActionTurn, Advance

from .village import village

TURNS = [ActionTurn(0), ActionTurn(0), ActionTurn(0)]
"""Three turns of one player without anything between them."""


def regular(seed: int) -> Scene:
    """A regular customer, and only one of his goods."""
    farm = {"regulars": ["regular_01"], "cart": {"wheat": 1}, "cash": 8}
    return village(farm, {}, stack=TURNS, round=3, seed=seed)


def casual(seed: int) -> Scene:
    """As many casual customers as regular ones, and goods for all of them but one."""
    farm = {
        "regulars": [("regular_01", 2, 0), ("regular_09", 1, RED)],
        "casuals": ["casual_01", "casual_05"],
        "cart": {"wheat": 2, "turnip": 2, "pumpkin": 1, "leek": 1},
        "cash": 4,
    }
    return village(farm, {}, stack=[ActionTurn(0)], round=5, seed=seed)


def path(seed: int) -> Scene:
    """The actions are over, and there is cash for two steps and a little more."""
    return village({"cash": 9, "space": 4}, {}, stack=[Advance(0)], round=4, seed=seed)


SCENES = {"regular": (regular, anything), "casual": (casual, anything), "path": (path, anything)}
