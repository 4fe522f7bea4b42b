"""What a roll would bring everybody, as things are now: the income carried out on a copy."""

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
"""Coins more or less: certain, or one of several, where somebody has a choice."""


def forecast(game: MachiKoro, roller: int, total: int) -> list[Gain]:
    """What a roll of this total would bring each seat; all that its roller has built works then (MAC-8.1)."""
    landmarks = game.landmarks.copy()
    landmarks[roller] = [EFFECTIVE if built else NOT_BUILT for built in landmarks[roller]]
    trial = replace(game, active=roller, dice=[total], landmarks=landmarks)
    ways = endings(branch(trial, [Income()]))
    return [gain({way[seat] - coins for way in ways}) for seat, coins in enumerate(game.coins)]


def branch(game: MachiKoro, stack: list[Step[Any]]) -> MachiKoro:
    """A copy in which coins may be moved."""
    return replace(game, coins=game.coins.copy(), stack=stack.copy(), said=[])


def endings(game: MachiKoro) -> list[list[int]]:
    """Everybody's coins after all steps, for each way in which their questions can be answered."""
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
    """One of these amounts."""
    return amounts.pop() if len(amounts) == 1 else sorted(amounts)


def outlook(game: MachiKoro) -> list[list[list[Gain]]]:
    """By who rolls and by total (from 0): the forecast for every seat; empty for who is out, and for 0."""
    return [
        [] if place else [[], *(forecast(game, roller, total) for total in TOTALS)]
        for roller, place in enumerate(game.places)
    ]
