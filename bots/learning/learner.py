"""Updates the weights from finished games, with a replay buffer."""

from __future__ import annotations

import numpy as np

from ..search.net import LAYERS, Adam, Net
from .selfplay import Lessons

MAX_BUFFERED_POSITIONS = 200_000
"""Size of the replay buffer; the oldest positions are overwritten. It must cover many games, or the net
overfits to single ones."""
BATCH_POSITIONS = 256
PASSES_PER_POSITION = 4.0
"""How often each position is used, on average."""
FIRST_LEARNING_RATE, LAST_LEARNING_RATE = 5e-4, 1e-4
"""The learning rate at the beginning and at the end of a run."""
SCALING_POSITIONS = 2_000
"""Positions needed to compute the scaling of inputs; before that no training takes place."""
MIN_SCALE = 0.15
"""Lower bound of the scale: inputs that are rare at first may become frequent."""

AVERAGING_DECAY = 0.999
"""Decay of the moving average of the weights, over about the last thousand steps: the noise of one step is as
large as the difference in value between options."""


class Learner:
    """Stores finished games and updates the weights. `steady`: the net with averaged weights, used to
    play."""

    def __init__(self, net: Net, seed: int, places: int) -> None:
        self.net = net
        self.steady = Net(net.weights, net.about)
        self._adam = Adam(net, FIRST_LEARNING_RATE)
        self._random = np.random.default_rng(seed)
        width = len(net.weights["mean"])
        self._inputs = np.zeros((MAX_BUFFERED_POSITIONS, places, width), np.float16)
        self._seats = np.zeros((MAX_BUFFERED_POSITIONS, places), np.bool_)
        self._targets = np.zeros((MAX_BUFFERED_POSITIONS, places), np.float32)
        self._taken = 0
        self._scaled = bool(np.any(net.weights["mean"]))

    def learn(self, part: Lessons, done: float) -> float:
        """Train on new positions; returns the mean loss. `done`: the finished share of the run."""
        self._take(part)
        if not self._scaled:
            if self._taken < SCALING_POSITIONS:
                return 0.0
            self._scale()
        self._adam.rate = FIRST_LEARNING_RATE * (LAST_LEARNING_RATE / FIRST_LEARNING_RATE) ** min(1.0, done)
        steps = max(1, round(PASSES_PER_POSITION * len(part.inputs) / BATCH_POSITIONS))
        return float(np.mean([self._step() for _ in range(steps)]))

    def _take(self, part: Lessons) -> None:
        """Store positions over the oldest ones."""
        at = np.arange(self._taken, self._taken + len(part.inputs)) % MAX_BUFFERED_POSITIONS
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
        self.net.weights["scale"] = np.maximum(rows.std(axis=0), MIN_SCALE).astype(np.float32)
        for name in ("mean", "scale"):
            self.steady.weights[name] = self.net.weights[name]
        self._scaled = True

    def _step(self) -> float:
        chosen = self._random.integers(0, min(self._taken, MAX_BUFFERED_POSITIONS), BATCH_POSITIONS)
        inputs = self._inputs[chosen].astype(np.float32)
        loss = self._adam.step(inputs, self._seats[chosen], self._targets[chosen])
        inertia = min(AVERAGING_DECAY, self._adam.steps / (self._adam.steps + 10))
        for name in LAYERS:
            steady = self.steady.weights[name]
            self.steady.weights[name] = steady + (1 - inertia) * (self.net.weights[name] - steady)
        return loss
