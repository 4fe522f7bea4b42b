"""Forecast of every seat's income from a roll in the current state, computed on a copy of the game."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from ..kernel import Step
from .cards import HIGHEST
from .income import Income
from .state import EFFECTIVE, NOT_BUILT, MachiKoro
from .verbs import Give

TOTALS: Final = range(1, HIGHEST + 1)

Gain = int | list[int]
"""The change in coins: one certain amount, or all possible amounts if it depends on a player's choice."""


def forecast(game: MachiKoro, roller: int, total: int) -> list[Gain]:
    """Each seat's income from a roll of this total. All of the roller's landmarks count (MAC-8.1)."""
    landmarks = game.landmarks.copy()
    landmarks[roller] = [EFFECTIVE if built else NOT_BUILT for built in landmarks[roller]]
    trial = replace(game, active=roller, dice=[total], landmarks=landmarks)
    ways = endings(branch(trial, [Income()]))
    return [gain({way[seat] - coins for way in ways}) for seat, coins in enumerate(game.coins)]


def branch(game: MachiKoro, stack: list[Step[Any]]) -> MachiKoro:
    """A copy of the game whose coins can change."""
    return replace(game, coins=game.coins.copy(), stack=stack.copy(), said=[])


def endings(game: MachiKoro) -> list[list[int]]:
    """All seats' coins after all steps, for each combination of answers to their questions."""
    while game.stack:
        step = game.stack.pop()
        if type(step) is Give:  # swaps move no coins
            continue
        if asks := step.asks(game):
            ways = []
            for choice in asks[0].options:
                other = branch(game, game.stack)
                step.answer(other, asks[0].seat, choice)
                ways += endings(other)
            return ways
        step.run(game)
    return [game.coins]


def gain(amounts: set[int]) -> Gain:
    """The single amount, or the sorted list of several."""
    return amounts.pop() if len(amounts) == 1 else sorted(amounts)


def outlook(game: MachiKoro) -> list[list[list[Gain]]]:
    """Every seat's forecast, by roller and total (from 0). Empty for rollers who are out, and for total 0."""
    return [
        [] if place else [[], *(forecast(game, roller, total) for total in TOTALS)]
        for roller, place in enumerate(game.places)
    ]
