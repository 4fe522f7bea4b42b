"""The positions at which the examples of Bruges' rules begin."""

from __future__ import annotations

from server.authoring.example_scenes import anything
from server.authoring.scenes import Scene
from server.games.bruges.flow import NextTurn, Roll
from server.games.bruges.state import YELLOW
from server.games.bruges.turn.turn import Turn

from .city import city

ONE_EACH = {"blue": 1, "brown": 1, "yellow": 1, "red": 1, "violet": 1}


def house(seed: int) -> Scene:
    """The tailor in hand, her price in guilders, and no house yet."""
    mine = {"hand": ["duke", "tailor", "maid", "acrobat"], "guilders": 8, "points": 5, "workers": ONE_EACH}
    other = {"hand": ["count", "baron", "queen", "baker"], "guilders": 5, "points": 5, "workers": ONE_EACH}
    return city(mine=mine, others=[other], rolled=[1, 3, 4, 2, 4], seed=seed)


def threats(seed: int) -> Scene:
    """Two players with two yellow markers each; one of them plays a yellow card, then the dice roll."""
    mine = {"hand": ["baron"], "guilders": 7, "points": 6, "threats": {"yellow": 2}}
    other = {"guilders": 9, "points": 6, "threats": {"yellow": 2}}
    return city(mine=mine, others=[other], stack=[Turn(), Roll()], rolled=[3, 3, 4, 4, 3], seed=seed)


def canal(seed: int) -> Scene:
    """One space short of the end of a canal."""
    hand = ["duke", "count", "baron", "margrave", "free_lord"]
    mine = {"hand": hand, "guilders": 9, "points": 5, "canals": [4, 0], "workers": ONE_EACH}
    return city(mine=mine, others=[{"hand": ["queen"]}], stack=[Turn(), NextTurn()], seed=seed)


def yellow_alone(scene: Scene) -> bool:
    """Is yellow the only die that brings a marker?"""
    dice = [scene.game.roll(6) + 1 for _ in range(5)]
    return [colour for colour, die in enumerate(dice) if die not in (3, 4)] == [YELLOW] and dice[YELLOW] > 4


SCENES = {"house": (house, anything), "threats": (threats, yellow_alone), "canal": (canal, anything)}
