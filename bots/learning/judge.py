"""Positions judged by a net: for a mind at one question, or for many questions at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from server.games.engine import Engine
from server.games.kernel import Choice

from ..looking import Lookahead, Tools, tools
from .encoding import Position, batch, position
from .features import features_of
from .net import Net, shares


class Question:
    """What one seat is asked, looked into world by world; `judged` fills in what it is worth."""

    def __init__(self, judge: Judge, seat: int, offers: Sequence[Choice]) -> None:
        self.seat, self.offers = seat, offers
        self.look = Lookahead(judge.tools, seat)
        self.worlds = 0
        self.totals = [0.0] * len(offers)
        self._judge = judge
        self._behind: list[tuple[int, Position]] = []

    def look_into(self, world: Any) -> list[Position]:
        """The positions behind all options in one imagined game."""
        seen = self._judge.features
        self._behind = [(n, position(seen, it, self.seat)) for n, it in self.look.behind(world, self.offers)]
        self.worlds += 1
        return [it for _, it in self._behind]

    def judged(self, values: Sequence[float]) -> list[Position]:
        """Take in what they are worth, in their order; gives the best position behind each option."""
        best: list[tuple[float, Position | None]] = [(-1.0, None)] * len(self.offers)
        for (number, it), value in zip(self._behind, values, strict=True):
            if value > best[number][0]:
                best[number] = (value, it)
        for number, (value, _) in enumerate(best):
            self.totals[number] += value
        return [it for _, it in best if it is not None]

    def best(self, random: Random) -> Choice:
        """The option that is worth most."""
        highest = max(self.totals)
        return self.offers[random.choice([n for n, it in enumerate(self.totals) if it == highest])]


class Judge:
    """A game as a net sees it."""

    def __init__(self, engine: Engine, net: Net | None) -> None:
        self.engine = engine
        self.tools: Tools = tools(engine)
        self.features = features_of(engine)
        self.net = net

    def values(self, positions: Sequence[Position], seats: Sequence[int]) -> list[float]:
        """The share of the win that each position gives to the seat beside it."""
        assert self.net is not None
        it = batch(positions)
        predicted = shares(self.net.scores(it.inputs), it.seats)
        return [float(value) for value in predicted[np.arange(len(seats)), list(seats)]]

    def seen_by(self, public: Any, private: Any, seat: int, random: Random) -> Any:
        """A game that fits what a seat sees."""
        return self.engine.imagine(public, private, seat, random.getrandbits(64))


def weights_of(game: str) -> Path:
    """Where a game's weights lie, whether or not there are any."""
    return Path(str(files(__package__))) / "weights" / f"{game}.npz"


@lru_cache(maxsize=16)
def trained(game: str) -> Net | None:
    """The net of a game that has one."""
    path = weights_of(game)
    return Net.load(path) if path.is_file() else None
