"""How strong a net is: the mind that plays with it has one seat, and greedy all the others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from server.games.engine import Engine

from ..arena import Job, play, wilson
from ..mind import MINDS, Mind
from ..minds.learnt import Learnt
from .net import Net


class Strength(Struct, frozen=True):
    """Wins of one seat among so many, a shared first place in parts, with a 95 % interval."""

    seats: int
    games: int
    share: float
    low: float
    high: float

    @property
    def words(self) -> str:
        return (
            f"{self.share:.0%} [{self.low:.0%}, {self.high:.0%}] of {self.games} with {self.seats} seats"
            f" (fair: {1 / self.seats:.0%})"
        )


def sizes(engine: Engine) -> list[int]:
    """The numbers of seats that are measured: the least, and four or the most."""
    return sorted({engine.seats[0], min(4, engine.seats[-1])})


def strengths(engine: Engine, net: Net, games: int, seed: int) -> list[Strength]:
    """Measure a net with as many games for each number of seats."""
    return [strength(engine, net, seats, games, seed) for seats in sizes(engine)]


def strength(engine: Engine, net: Net, seats: int, games: int, seed: int) -> Strength:
    """Every deal is played once from each seat."""
    options: dict[str, Any] = {**engine.options.usual(), **engine.options.decided(seats)}
    job = Job(engine.name, (), games, options)
    won = 0.0
    for number in range(games):
        deal, mine = divmod(number, seats)
        chance = Random(f"{seed}/{deal}").getrandbits(128)
        minds = [_mind(engine, net if seat == mine else None, number) for seat in range(seats)]
        names = ["learnt" if seat == mine else "greedy" for seat in range(seats)]
        chosen = msgspec.convert(options, engine.options)
        scores, _ = play(engine, chosen, minds, chance, names, job)
        first = [score.seat for score in scores if score.place == 1]
        won += (mine in first) / len(first)
    low, high = wilson(won / games, games)
    return Strength(seats, games, *(round(it, 4) for it in (won / games, low, high)))


def _mind(engine: Engine, net: Net | None, seed: int) -> Mind:
    return MINDS["greedy"](seed) if net is None else Learnt(seed, {engine.name: engine}, lambda name: net)


def merit(measured: list[Strength]) -> float:
    """How many times its fair share a net wins, on average over the numbers of seats."""
    return sum(it.share * it.seats for it in measured) / len(measured)


def table(measured: list[Strength]) -> Iterator[str]:
    """In words."""
    return (it.words for it in measured)
