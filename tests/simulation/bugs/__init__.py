"""Bugs to be put in one at a time, all of which must be found: `python -m tests.simulation --bugs`.

A bug is a function of `hub.py`, `store.py` or `client.py` that gives what it puts in whose place; what it
says of itself is what goes wrong.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from inspect import getmembers, isfunction
from typing import Any, Final

from . import client, hub, store

MOST: Final = 2000
"""Seeds within which each bug must be found."""

BUGS: Final[dict[str, Any]] = {
    name.replace("_", "-"): made
    for module in (hub, store, client)
    for name, made in getmembers(module, isfunction)
    if made.__module__ == module.__name__ and not name.startswith("_")
}
"""By name: what gives [place, name, what is put there]."""


@contextlib.contextmanager
def put_in(name: str) -> Iterator[None]:
    """With this bug; with none for ""."""
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
    """Show that each bug is found, and by which seed; 1 where one is not."""
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
