"""How long work shows its progress to whoever waits for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Show(Protocol):
    """Passes items on as they come, of a total, and shows how many there were."""

    def __call__(self, items: Iterable[T], total: int, /) -> Iterable[T]: ...


def unseen(items: Iterable[T], total: int) -> Iterable[T]:
    """Shows nothing."""
    return items
