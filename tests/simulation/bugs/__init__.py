"""Bugs to inject, one at a time; the simulation must find all: `python -m tests.simulation --bugs`.

A bug is a function of `hub.py`, `store.py`, `time.py` or `client.py` that returns its replacements; its
docstring describes the wrong behaviour.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from inspect import getmembers, isfunction
from typing import Any, Final

from . import client, hub, store, time

MOST: Final = 2000
"""Number of seeds within which each bug must be found."""

BUGS: Final[dict[str, Any]] = {
    name.replace("_", "-"): made
    for module in (hub, store, client, time)
    for name, made in getmembers(module, isfunction)
    if made.__module__ == module.__name__ and not name.startswith("_")
}
"""By name: a function that returns rows [object, attribute name, replacement]."""


@contextlib.contextmanager
def put_in(name: str) -> Iterator[None]:
    """Inject this bug; "" injects none."""
    patches = BUGS[name]() if name else []
    before = [(place, what, vars(place)[what]) for place, what, _ in patches]
    try:
        for place, what, instead in patches:
            setattr(place, what, instead)
        yield
    finally:
        for place, what, was in before:
            setattr(place, what, was)


def prove() -> int:
    """Show which seed finds each bug; returns 1 if one isn't found."""
    from ..run import simulate

    missed = 0
    for name in BUGS:
        with put_in(name):
            found = next((one for seed in range(MOST) if (one := simulate(str(seed))).broken), None)
        missed += found is None
        told = f"seed {found.seed}: {found.broken}" if found is not None else f"not found in {MOST:,} seeds"
        print(f"{name:24} {told}", flush=True)
    print(f"{len(BUGS)} bugs, {missed} not found")
    return min(missed, 1)
