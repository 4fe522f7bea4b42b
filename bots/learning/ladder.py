"""How strong a net is: the mind that plays with it has one seat, and greedy all the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from time import process_time
from typing import Any

import msgspec
import numpy as np
from msgspec import convert, to_builtins

from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import Choice

from ..arena import Job, play
from ..document import Document, options
from ..mind import MINDS, Mind
from ..minds.learnt import Learnt
from ..sharing import share
from ..wins import Wins, wilson
from .net import Net

TRUSTS = (0.25, 0.5, 0.75, 1.0)
"""How much what a net has learnt may count beside the hand-made values, as parts of what it counts now."""

MEASURED = 1_000_000
"""Added to the seed of a run for the deals of the last measurement."""


class Strength(Wins, frozen=True):
    """Wins of a net at one seat, and how long 99 of 100 of its choices took at most, in milliseconds of
    processor time."""

    p99_ms: float = 0.0

    @property
    def words(self) -> str:
        return (
            f"{self.share:.0%} [{self.low:.0%}, {self.high:.0%}] of {self.games} with {self.seats} seats"
            f" (fair: {1 / self.seats:.0%}), 99 % of choices within {self.p99_ms:.1f} ms"
        )


def sizes(engine: Engine) -> list[int]:
    """The numbers of seats that are measured: the least, and four or the most."""
    return sorted({engine.seats[0], min(4, engine.seats[-1])})


def strengths(
    engine: Engine,
    net: Net,
    games: int,
    seed: int,
    processes: int = 1,
    seats: Sequence[int] = (),
    known: Mapping[int, Strength] = {},
) -> list[Strength]:
    """Measure a net with as many games for each number of seats, also where it was no good when it was last
    measured. The same in any number of processes. What is `known` of the first of these games, by the number
    of seats, isn't played again."""
    everywhere = Net(net.weights)
    parts = [
        (engine.name, everywhere, n, range(begin + k, games, processes), seed)
        for n in seats or sizes(engine)
        if (begin := known[n].games if n in known else 0) < games
        for k in range(processes)
    ]
    if processes == 1:
        return _sums(games, [_part(it) for it in parts], known)
    return _sums(games, list(share(_part, parts, processes)), known)


def _sums(
    games: int, parts: Sequence[tuple[int, float, list[float]]], known: Mapping[int, Strength]
) -> list[Strength]:
    """What all parts make, and what was known, by the number of seats. How long choices took is said of those
    that were made now."""
    found = []
    played = {seats for seats, _, _ in parts}
    for seats in sorted(played | known.keys()):
        if seats not in played:
            found.append(known[seats])
            continue
        before = known[seats].share * known[seats].games if seats in known else 0.0
        share = (before + sum(won for of, won, _ in parts if of == seats)) / games
        took = [it for of, _, times in parts if of == seats for it in times]
        low, high = wilson(share, games)
        p99 = round(float(np.quantile(took, 0.99)) * 1000, 2)
        found.append(Strength(seats, games, round(share, 4), round(low, 4), round(high, 4), p99))
    return found


def _part(work: tuple[str, Net, int, range, int]) -> tuple[int, float, list[float]]:
    """The games with these numbers: wins, and how long choices took. Every deal comes once for each seat."""
    name, net, seats, numbers, seed = work
    engine = GAMES[name]
    given: dict[str, Any] = {**engine.options.usual(), **engine.options.decided(seats)}
    job, chosen = Job(name, (), len(numbers), given), msgspec.convert(given, engine.options)
    won, took = 0.0, list[float]()
    for number in numbers:
        deal, mine = divmod(number, seats)
        minds: list[Mind] = [MINDS["greedy"](number) for _ in range(seats)]
        minds[mine] = Timed(Learnt(number, GAMES, lambda name: net), took)
        names = ["learnt" if seat == mine else "greedy" for seat in range(seats)]
        scores, _ = play(engine, chosen, minds, Random(f"{seed}/{deal}").getrandbits(128), names, job)
        first = [score.seat for score in scores if score.place == 1]
        won += (mine in first) / len(first)
    return seats, won, took


def measure(
    engine: Engine, net: Net, games: int, seed: int, processes: int, more: bool = False
) -> list[Strength]:
    """Measure a net with all numbers of seats, on deals that no rung has seen, and note in it what was found,
    by which rules, and with how many seats it is better than greedy: by the lower end of the interval, not by
    luck. `more`: what was noted of the first of these games isn't played again."""
    noted = convert(net.about.get("strengths", []), list[Strength]) if more else []
    known = {it.seats: it for it in noted}
    measured = strengths(engine, net, games, seed + MEASURED, processes, [*engine.seats], known)
    net.about["strengths"] = [to_builtins(it) for it in measured]
    net.about["rules"] = engine.rules
    net.about["seats"] = [it.seats for it in measured if it.low * it.seats > 1]
    return measured


def trusts(
    engine: Engine, net: Net, games: int, seed: int, processes: int
) -> Iterator[tuple[Net, list[Strength]]]:
    """The net as it is trusted more and more, and how strong it is then, always on the same deals."""
    for part in TRUSTS:
        trusted = net.trusted(part)
        yield trusted, strengths(engine, trusted, games, seed, processes)


class Timed:
    """A mind, and the seconds of processor time that its choices among several options took."""

    def __init__(self, mind: Mind, took: list[float]) -> None:
        self._mind, self._took = mind, took

    def choose(self, document: Document, deadline: float) -> Choice:
        began = process_time()
        choice = self._mind.choose(document, deadline)
        if len(options(document)) > 1:
            self._took.append(process_time() - began)
        return choice


def merit(measured: list[Strength]) -> float:
    """How many times its fair share a net wins, on average over the numbers of seats."""
    return sum(it.share * it.seats for it in measured) / len(measured)


def table(measured: list[Strength]) -> Iterator[str]:
    """In words."""
    return (it.words for it in measured)
