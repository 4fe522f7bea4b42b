"""Parameters of browser tests: all pairs of two, of which few are tried every time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest


def pairs(names: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> pytest.MarkDecorator:
    """`parametrize` by all pairs of the values of two parameters, which have their names for the ids. As many
    as it takes to have each value once are tried every time, all others by `make long`."""
    often = {(n % len(first), n % len(second)) for n in range(max(len(first), len(second)))}
    rows = [
        pytest.param(one, other, id=f"{a}-{b}", marks=[] if (i, j) in often else [pytest.mark.long])
        for i, (a, one) in enumerate(first.items())
        for j, (b, other) in enumerate(second.items())
    ]
    return pytest.mark.parametrize(names, rows)
