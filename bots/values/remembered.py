"""What is told of other seats, kept until it would be another: behind the options of one question most of
what others have lies as it lay, and working it out anew would be half of all the work."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from typing import Any, Generic, TypeVar

from msgspec import Struct

from server.games.copying import copier

G = TypeVar("G")
T = TypeVar("T")


class Remembered(Generic[G, T]):
    """What is told of each seat, which nobody changes.

    `told(game, seat, me)` tells it; it depends on what `own(game, seat)` gives, a struct of this kind, and
    on what `around(game, seat)` gives, besides who looks.
    """

    def __init__(
        self,
        kind: type[Struct],
        own: Callable[[G, int], Struct],
        around: Callable[[G, int], Hashable],
        told: Callable[[G, int, int], T],
    ) -> None:
        self._copy: Callable[[Any], Any] = copier(kind) or copy
        self._own, self._around, self._told = own, around, told
        self._last: dict[tuple[int, int], tuple[Hashable, Struct, T]] = {}

    def of(self, game: G, seat: int, me: int) -> T:
        """A seat as `me` sees it."""
        if seat == me:
            return self._told(game, seat, me)
        own, around = self._own(game, seat), self._around(game, seat)
        known = self._last.get((seat, me))
        if known and known[0] == around and known[1] == own:
            return known[2]
        told = self._told(game, seat, me)
        self._last[seat, me] = around, self._copy(own), told
        return told
