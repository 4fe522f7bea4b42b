"""A small net that imitates the mind of a recording: what a reader of docs/environment.md might try first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bots.document import Document, options
from bots.env.environment import Setting
from server.games.kernel import Ask, Choice

HIDDEN: Final = 128
BATCH: Final = 256
RATE: Final = 1e-3
MIN_SCALE: Final = 0.15

Floats = NDArray[np.float32]


class Choices:
    """The choices in a file: what was seen, the mask of the actions, the chosen one."""

    def __init__(self, file: Path, actions: int, mind: str) -> None:
        rows = pq.read_table(file, columns=["observation", "actions", "action", "mind"]).to_pylist()
        rows = [row for row in rows if row["mind"] == mind]
        self.seen = np.array([row["observation"] for row in rows], np.float32)
        self.chosen = np.array([row["action"] for row in rows])
        self.masks = np.zeros((len(rows), actions), np.bool_)
        for mask, row in zip(self.masks, rows, strict=True):
            mask[row["actions"]] = True


class Policy:
    """One hidden layer, and a softmax over the actions of the mask, trained by Adam."""

    def __init__(self, seen: Floats, actions: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.mean, self.scale = seen.mean(axis=0), np.maximum(seen.std(axis=0), MIN_SCALE)
        width = seen.shape[1]
        self.weights: list[NDArray[Any]] = [
            random.normal(0, np.sqrt(2 / width), (width, HIDDEN)),
            np.zeros(HIDDEN),
            random.normal(0, 0.01, (HIDDEN, actions)),
            np.zeros(actions),
        ]
        self._moments = [(np.zeros_like(it), np.zeros_like(it)) for it in self.weights]
        self._steps = 0

    def chances(self, seen: Floats, masks: NDArray[np.bool_]) -> tuple[Any, Any, Any]:
        """The scaled input, the hidden layer, and the probability of each action."""
        scaled = np.clip((seen - self.mean) / self.scale, -5, 5)
        hidden = np.maximum(scaled @ self.weights[0] + self.weights[1], 0)
        logits = np.where(masks, hidden @ self.weights[2] + self.weights[3], -np.inf)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return scaled, hidden, powers / powers.sum(axis=1, keepdims=True)

    def right(self, data: Choices) -> float:
        """The share of choices that the net would have made as well."""
        return float((self.chances(data.seen, data.masks)[2].argmax(axis=1) == data.chosen).mean())

    def learn(self, data: Choices, passes: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        for _ in range(passes):
            order = random.permutation(len(data.chosen))
            for at in range(0, len(order), BATCH):
                self._step(data, order[at : at + BATCH])

    def _step(self, data: Choices, rows: NDArray[Any]) -> None:
        scaled, hidden, error = self.chances(data.seen[rows], data.masks[rows])
        error[np.arange(len(rows)), data.chosen[rows]] -= 1
        error /= len(rows)
        back = (error @ self.weights[2].T) * (hidden > 0)
        gradients = [scaled.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self._steps += 1
        for number, gradient in enumerate(gradients):
            mean, square = self._moments[number]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            sized = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            self.weights[number] -= RATE * (mean / (1 - 0.9**self._steps)) / sized


class Imitator:
    """A mind that takes the action that the net finds likeliest."""

    def __init__(self, policy: Policy, setting: Setting) -> None:
        self._policy, self._setting = policy, setting

    def choose(self, document: Document, deadline: float) -> Choice:
        offers, seat = options(document), document["mine"]["seat"]
        asks = [
            Ask(asked, prompt, tuple(offers) if asked == seat else ())
            for asked, _, prompt in document["public"]["asks"]
        ]
        views = document["public"]["game"], document["mine"]["game"]
        seen = self._setting.layout.array(*views, seat, asks, None).astype(np.float32)
        offer = self._setting.vocabulary.offer(offers)
        mask = np.zeros((1, self._setting.vocabulary.size), np.bool_)
        mask[0, [action for action, it in offer.items() if isinstance(it, Choice)]] = True
        chosen = offer[int(self._policy.chances(seen[None], mask)[2].argmax())]
        assert isinstance(chosen, Choice)
        return chosen
