"""What was played moves the weights: lessons are kept for a while, and learnt from again and again."""

from __future__ import annotations

import numpy as np

from .net import LAYERS, Adam, Net
from .selfplay import Lessons

BUFFER = 200_000
"""Positions that are learnt from again and again; the oldest go first. They are of many games, or else these
games are learnt by heart."""
BATCH = 256
PASSES = 4.0
"""How often a position is learnt from, on average."""
RATE, LAST_RATE = 5e-4, 1e-4
"""How far a step goes, at the beginning and at the end of a run."""
SCALING = 2_000
"""Positions from which is taken how numbers are scaled; before that nothing is learnt."""
FLAT = 0.15
"""The least by which numbers are scaled: what is rare at first may become frequent."""

INERTIA = 0.999
"""How much of the steady weights a step leaves as it was: they are a mean of about the last thousand steps,
since one step's luck is as great as what an option is worth more than the next."""


class Learner:
    """Takes in what was played, and moves the weights. `steady`: the net that is to be played with."""

    def __init__(self, net: Net, seed: int, places: int) -> None:
        self.net = net
        self.steady = Net(net.weights, net.about)
        self._adam = Adam(net, RATE)
        self._random = np.random.default_rng(seed)
        width = len(net.weights["mean"])
        self._inputs = np.zeros((BUFFER, places, width), np.float16)
        self._seats = np.zeros((BUFFER, places), np.bool_)
        self._targets = np.zeros((BUFFER, places), np.float32)
        self._taken = 0
        self._scaled = bool(np.any(net.weights["mean"]))

    def learn(self, part: Lessons, done: float) -> float:
        """Gives the mean loss. `done`: the share of the run that is over."""
        self._take(part)
        if not self._scaled:
            if self._taken < SCALING:
                return 0.0
            self._scale()
        self._adam.rate = RATE * (LAST_RATE / RATE) ** min(1.0, done)
        steps = max(1, round(PASSES * len(part.inputs) / BATCH))
        return float(np.mean([self._step() for _ in range(steps)]))

    def _take(self, part: Lessons) -> None:
        """Into the places of the oldest."""
        at = np.arange(self._taken, self._taken + len(part.inputs)) % BUFFER
        places = part.seats.shape[1]
        self._seats[at] = False
        for kept, new in (
            (self._inputs, part.inputs),
            (self._seats, part.seats),
            (self._targets, part.targets),
        ):
            kept[at, :places] = new
        self._taken += len(at)

    def _scale(self) -> None:
        rows = self._inputs[: self._taken][self._seats[: self._taken]].astype(np.float32)
        self.net.weights["mean"] = rows.mean(axis=0).astype(np.float32)
        self.net.weights["scale"] = np.maximum(rows.std(axis=0), FLAT).astype(np.float32)
        for name in ("mean", "scale"):
            self.steady.weights[name] = self.net.weights[name]
        self._scaled = True

    def _step(self) -> float:
        chosen = self._random.integers(0, min(self._taken, BUFFER), BATCH)
        inputs = self._inputs[chosen].astype(np.float32)
        loss = self._adam.step(inputs, self._seats[chosen], self._targets[chosen])
        inertia = min(INERTIA, self._adam.steps / (self._adam.steps + 10))
        for name in LAYERS:
            steady = self.steady.weights[name]
            self.steady.weights[name] = steady + (1 - inertia) * (self.net.weights[name] - steady)
        return loss
