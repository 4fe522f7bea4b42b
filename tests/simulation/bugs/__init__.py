"""Bugs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def put_in(name: str) -> Iterator[None]:
    yield


def prove(seeds: int) -> int:
    return 0
