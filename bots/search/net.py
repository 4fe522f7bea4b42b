"""A small neural net for any number of seats: one scorer for all seats, and a softmax over their scores.

The scorer's input for a seat: the seat's numbers, the mean and the maximum of the others', and the table's. A
seat's first number is its standing by the hand-made values; a skip connection adds it to the score, so that
an untrained net plays as the values do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

LAYERS: Final = ("w1", "b1", "w2", "b2", "w3", "skip")
"""The weights, in the order in which they are used."""


class Net:
    """Weights, and the forward pass over a batch of positions."""

    def __init__(self, weights: Mapping[str, Array], about: Mapping[str, Any] | None = None) -> None:
        self.weights = {name: np.asarray(weights[name], np.float32) for name in (*LAYERS, "mean", "scale")}
        self.about = dict(about or {})

    @classmethod
    def fresh(cls, width: int, hidden: tuple[int, int], seed: int, skip: float = 1.0) -> Net:
        """An untrained net, which plays as the hand-made values do. `width`: the scorer's number of
        inputs."""
        random = np.random.default_rng(seed)
        one, two = hidden
        weights = {
            "w1": random.normal(0, np.sqrt(2 / width), (width, one)),
            "b1": np.zeros(one),
            "w2": random.normal(0, np.sqrt(2 / one), (one, two)),
            "b2": np.zeros(two),
            "w3": np.zeros((two, 1)),
            "skip": np.array([skip]),
            "mean": np.zeros(width),
            "scale": np.ones(width),
        }
        return cls({name: np.asarray(it, np.float32) for name, it in weights.items()})

    def suits(self, seats: int) -> bool:
        """Was the net measured to be stronger than the hand-made values with this number of seats?"""
        return seats in self.about.get("seats", [seats])

    @property
    def power(self) -> float:
        """The exponent that turns the net's shares into chances of winning, see `learning/chances.py`."""
        return float(self.about.get("power", 1.0))

    def trusted(self, part: float) -> Net:
        """The same net, with its learnt part scaled by `part` against the hand-made standing. Training on few
        games is noisy, and between nearly equal options the noise decides."""
        weights = {**self.weights, "w3": self.weights["w3"] * np.float32(part)}
        return Net(weights, {**self.about, "trust": round(part * self.about.get("trust", 1.0), 3)})

    def scores(self, inputs: Array) -> Array:
        """A score for each seat of each position: (positions, seats) of (positions, seats, width)."""
        return self.forward(inputs)[-1]

    def forward(self, inputs: Array) -> tuple[Array, Array, Array, Array]:
        """The values needed for training: scaled inputs, both hidden layers, scores."""
        w = self.weights
        scaled = np.clip((inputs - w["mean"]) / w["scale"], -5, 5)
        first = np.maximum(scaled @ w["w1"] + w["b1"], 0)
        second = np.maximum(first @ w["w2"] + w["b2"], 0)
        scores = (second @ w["w3"])[..., 0] + w["skip"][0] * inputs[..., 0]
        return scaled, first, second, scores

    def save(self, path: Path) -> None:
        """Save the weights as float16, with the metadata."""
        halves = {name: it.astype(np.float16) for name, it in self.weights.items()}
        about = np.frombuffer(json.dumps(self.about, sort_keys=True).encode(), np.uint8)
        with path.open("wb") as file:
            np.savez_compressed(file, about=about, **halves)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Net:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(bytes(file["about"]))
            return cls({name: file[name] for name in (*LAYERS, "mean", "scale")}, about)


def shares(scores: Array, seats: NDArray[np.bool_]) -> Array:
    """Each seat's share of the win; `seats` is the mask of existing seats."""
    masked = np.where(seats, scores, -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


class Adam:
    """The Adam optimizer, for the cross entropy between the predicted shares and the targets."""

    DECAY = 1e-5
    """Weight decay for each step, relative to the learning rate."""

    def __init__(self, net: Net, rate: float) -> None:
        self.net, self.rate, self.steps = net, rate, 0
        self.means: dict[str, NDArray[Any]] = {name: np.zeros_like(net.weights[name]) for name in LAYERS}
        self.squares: dict[str, NDArray[Any]] = {name: np.zeros_like(net.weights[name]) for name in LAYERS}

    def step(self, inputs: Array, seats: NDArray[np.bool_], targets: Array) -> float:
        """Train on a batch; returns its loss (nats for each position)."""
        w = self.net.weights
        scaled, first, second, scores = self.net.forward(inputs)
        predicted = shares(scores, seats)
        loss = float(-(targets * np.log(np.maximum(predicted, 1e-9))).sum(axis=1).mean())
        error = np.where(seats, predicted - targets, 0).astype(np.float32)[..., None] / len(inputs)
        at_second = (error @ w["w3"].T) * (second > 0)
        at_first = (at_second @ w["w2"].T) * (first > 0)
        gradients = {
            "w3": _outer(second, error),
            "w2": _outer(first, at_second),
            "b2": at_second.sum(axis=(0, 1)),
            "w1": _outer(scaled, at_first),
            "b1": at_first.sum(axis=(0, 1)),
            "skip": (error[..., 0] * inputs[..., 0]).sum(keepdims=True).reshape(1),
        }
        self._move(gradients)
        return loss

    def _move(self, gradients: Mapping[str, NDArray[Any]], fast: float = 0.9, slow: float = 0.999) -> None:
        self.steps += 1
        for name, gradient in gradients.items():
            mean = self.means[name] = fast * self.means[name] + (1 - fast) * gradient
            square = self.squares[name] = slow * self.squares[name] + (1 - slow) * gradient**2
            direction = (mean / (1 - fast**self.steps)) / (np.sqrt(square / (1 - slow**self.steps)) + 1e-8)
            shrink = self.DECAY * self.net.weights[name] if name.startswith("w") else 0
            self.net.weights[name] = (self.net.weights[name] - self.rate * (direction + shrink)).astype(
                np.float32
            )


def _outer(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """The sum over positions and seats of the outer products of two layers."""
    product: NDArray[Any] = left.reshape(-1, left.shape[-1]).T @ right.reshape(-1, right.shape[-1])
    return product
