"""Thinking times of seats: distributions in a text notation."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

FORMS: Final = "MS, fixed:MS, uniform:FROM,TO, exp:MEAN or lognormal:MEDIAN,SIGMA"
"""The notations; a plain number is a uniform distribution from 0.5 to 1.5 times that number."""


class Think(NamedTuple):
    """A distribution of thinking times in seconds. `text` is its full notation."""

    text: str
    mean: float
    draw: Callable[[Random], float]


def parse(text: str) -> Think:
    """A distribution from its notation, in milliseconds. Raises ValueError."""
    name, _, figures = text.partition(":") if ":" in text else ("", "", text)
    try:
        values = [float(figure) for figure in figures.split(",")]
    except ValueError:
        raise ValueError(f"thinking {text!r} can't be understood; it is {FORMS}") from None
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError(f"thinking {text!r} has a time below 0 or beyond all measure")
    match name, values:
        case "", [middle]:
            return _uniform(middle / 2, middle * 1.5)
        case "fixed", [ms]:
            return Think(f"fixed:{ms:g}", ms / 1000, lambda random: ms / 1000)
        case "uniform", [low, high] if low <= high:
            return _uniform(low, high)
        case "exp", [mean] if mean > 0:
            return Think(f"exp:{mean:g}", mean / 1000, lambda random: random.expovariate(1000 / mean))
        case "lognormal", [median, sigma] if median > 0 and sigma <= 5:
            mu = math.log(median / 1000)
            mean = math.exp(mu + sigma * sigma / 2)
            return Think(
                f"lognormal:{median:g},{sigma:g}", mean, lambda random: random.lognormvariate(mu, sigma)
            )
    raise ValueError(f"thinking {text!r} can't be understood; it is {FORMS}")


def _uniform(low: float, high: float) -> Think:
    return Think(
        f"uniform:{low:g},{high:g}",
        (low + high) / 2000,
        lambda random: random.uniform(low / 1000, high / 1000),
    )
