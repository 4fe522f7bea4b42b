"""The strength of a net: its mind plays one seat, and greedy all the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from random import Random
from time import process_time
from typing import Any

import msgspec
import numpy as np
from msgspec import convert, to_builtins

from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import Choice

from ..arena.arena import Job, play
from ..document import Document, options
from ..mind import Mind
from ..minds.learnt import Learnt
from ..minds.registry import MINDS
from ..process_pool import share
from ..search.net import Net
from ..showing import Show, unseen
from ..win_rates import Wins, wilson

TRUSTS = (0.25, 0.5, 0.75, 1.0)
"""Factors for the learnt part of a net, relative to its current weight against the hand-made values."""

FINAL_SEED_OFFSET = 1_000_000
"""Added to a run's seed for the deals of the final measurement."""


class Strength(Wins, frozen=True):
    """Wins of a net at one seat, and the 99th percentile of its CPU time for a choice (ms)."""

    p99_ms: float = 0.0

    @property
    def words(self) -> str:
        return (
            f"{self.share:.0%} [{self.low:.0%}, {self.high:.0%}] of {self.games} with {self.seats} seats"
            f" (fair: {1 / self.seats:.0%}), 99 % of choices within {self.p99_ms:.1f} ms"
        )


def sizes(engine: Engine) -> list[int]:
    """The measured numbers of seats: the minimum, and four or the maximum."""
    return sorted({engine.seats[0], min(4, engine.seats[-1])})


def strengths(
    engine: Engine,
    net: Net,
    games: int,
    seed: int,
    processes: int = 1,
    seats: Sequence[int] = (),
    known: Mapping[int, Strength] = {},
    show: Show = unseen,
) -> list[Strength]:
    """Measure a net with `games` games for each number of seats, ignoring its note of the numbers that it
    suits. The result doesn't depend on the number of processes. `known` results, by number of seats, cover
    the first of these games, which are not played again."""
    everywhere = Net(net.weights)
    work = [
        (engine.name, everywhere, n, number, seed)
        for n in seats or sizes(engine)
        for number in range(known[n].games if n in known else 0, games)
    ]
    played = map(_game, work) if processes == 1 else share(_game, work, processes)
    return _sums(games, [*show(played, len(work))], known)


def _sums(
    games: int, ended: Sequence[tuple[int, float, list[float]]], known: Mapping[int, Strength]
) -> list[Strength]:
    """The sum of all games and the known results, by number of seats. The time of choices is that of the new
    games."""
    found = []
    played = {seats for seats, _, _ in ended}
    for seats in sorted(played | known.keys()):
        if seats not in played:
            found.append(known[seats])
            continue
        before = known[seats].share * known[seats].games if seats in known else 0.0
        share = (before + fsum(won for of, won, _ in ended if of == seats)) / games
        took = [it for of, _, times in ended if of == seats for it in times]
        low, high = wilson(share, games)
        p99 = round(float(np.quantile(took, 0.99)) * 1000, 2)
        found.append(Strength(seats, games, round(share, 4), round(low, 4), round(high, 4), p99))
    return found


def _game(work: tuple[str, Net, int, int, int]) -> tuple[int, float, list[float]]:
    """Play the game with this number: the seats, the net's share of the win, and the time of its choices.
    Every deal is played once from each seat."""
    name, net, seats, number, seed = work
    engine = GAMES[name]
    given: dict[str, Any] = {**engine.options.usual(), **engine.options.decided(seats)}
    job, chosen = Job(name, (), 1, given), msgspec.convert(given, engine.options)
    deal, mine = divmod(number, seats)
    minds: list[Mind] = [MINDS["greedy"](number) for _ in range(seats)]
    took = list[float]()
    minds[mine] = Timed(Learnt(number, GAMES, lambda name: net), took)
    names = ["learnt" if seat == mine else "greedy" for seat in range(seats)]
    scores, _ = play(engine, chosen, minds, Random(f"{seed}/{deal}").getrandbits(128), names, job)
    first = [score.seat for score in scores if score.place == 1]
    return seats, (mine in first) / len(first), took


def measure(
    engine: Engine, net: Net, games: int, seed: int, processes: int, more: bool = False, show: Show = unseen
) -> list[Strength]:
    """Measure a net with all numbers of seats, on deals not used in the run, and note in it the results, the
    rules number, and the seat counts at which it is stronger than greedy by the lower end of the interval.
    `more`: noted results of the first of these games are reused."""
    noted = convert(net.about.get("strengths", []), list[Strength]) if more else []
    known = {it.seats: it for it in noted}
    measured = strengths(
        engine, net, games, seed + FINAL_SEED_OFFSET, processes, [*engine.seats], known, show
    )
    net.about["strengths"] = [to_builtins(it) for it in measured]
    net.about["rules"] = engine.rules
    net.about["seats"] = [it.seats for it in measured if it.low * it.seats > 1]
    return measured


def trusts(
    engine: Engine, net: Net, games: int, seed: int, processes: int, show: Show = unseen
) -> Iterator[tuple[Net, list[Strength]]]:
    """The net with increasing weight of its learnt part, and its strength, always on the same deals."""
    for part in TRUSTS:
        trusted = net.trusted(part)
        yield trusted, strengths(engine, trusted, games, seed, processes, show=show)


class Timed:
    """Wraps a mind and records the CPU seconds of its choices among several options."""

    def __init__(self, mind: Mind, took: list[float]) -> None:
        self._mind, self._took = mind, took

    def choose(self, document: Document, deadline: float) -> Choice:
        began = process_time()
        choice = self._mind.choose(document, deadline)
        if len(options(document)) > 1:
            self._took.append(process_time() - began)
        return choice


def merit(measured: list[Strength]) -> float:
    """The ratio of a net's wins to its fair share, averaged over the numbers of seats."""
    return fsum(it.share * it.seats for it in measured) / len(measured)


def table(measured: list[Strength]) -> Iterator[str]:
    """The results as sentences."""
    return (it.words for it in measured)
