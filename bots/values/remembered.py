"""Caches for values of seats: behind most options of a question the other seats are unchanged, and own seats
are alike in many imagined games. Recomputing them would be half of all work."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from typing import Any, Generic, ParamSpec, TypeVar

from msgspec import Struct

from server.games.copying import copier

G = TypeVar("G")
T = TypeVar("T")
P = ParamSpec("P")


class SeatMemo(Generic[G, T]):
    """A cache of a function `told(game, seat, me)` for each seat; its results must not be modified.

    The result may depend only on `own(game, seat)`, a struct of this kind, on `around(game, seat)`, and on
    `me`.
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
        """The result for a seat as `me` sees it; `me` itself is not cached."""
        if seat == me:
            return self._told(game, seat, me)
        own, around = self._own(game, seat), self._around(game, seat)
        known = self._last.get((seat, me))
        if known and known[0] == around and known[1] == own:
            return known[2]
        told = self._told(game, seat, me)
        self._last[seat, me] = around, self._copy(own), told
        return told


MAX_REMEMBERED = 4096
"""Results after which a cache begins anew."""


class Remembered(Generic[P, T]):
    """A cache of a function, by `seen`: everything that its result depends on, of the same arguments. Results
    must not be modified."""

    def __init__(self, seen: Callable[P, Hashable], told: Callable[P, T]) -> None:
        self._seen, self._told = seen, told
        self._known: dict[Hashable, T] = {}

    def of(self, *args: P.args, **names: P.kwargs) -> T:
        """The result for these arguments."""
        seen = self._seen(*args, **names)
        known = self._known.get(seen)
        if known is None:
            if len(self._known) >= MAX_REMEMBERED:
                self._known.clear()
            known = self._known[seen] = self._told(*args, **names)
        return known
