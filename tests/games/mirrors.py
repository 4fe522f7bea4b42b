"""The law of mirrors: what clients hold equals what the game shows, carried on by patches alone."""

from __future__ import annotations

from typing import Any

from protocol.diff import diff, patch

from .walks import Walk, canonical
from .wire import over_the_wire


class Mirrors:
    """The views of all seats as clients hold them: carried on by patches, in bytes, and nothing else.

    The views are plain data, a place of them never changes between a number and true/false, and one
    that was taken stays as it was when the game goes on.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.kinds: dict[tuple[Any, ...], type] = {}
        self.taken = self._take()
        self.former = [canonical(view) for view in self.taken]
        self.mirrors = [over_the_wire(view) for view in self.taken]

    def _take(self) -> list[Any]:
        engine, game = self.walk.engine, self.walk.game
        views = [engine.public(game), *(engine.private(game, s) for s in range(self.walk.deal.seats))]
        for i, view in enumerate(views):
            self._plain((i,), view)
        return views

    def _plain(self, place: tuple[Any, ...], value: Any) -> None:
        """Only maps with text keys, lists, whole numbers, text, true/false, nothing."""
        kind = type(value)
        if kind is dict:
            for key, part in value.items():
                assert type(key) is str, f"{key!r} at {place} is no text"
                self._plain((*place, key), part)
        elif kind is list:
            tag = value[0] if value and type(value[0]) is str else ""
            for i, part in enumerate(value):
                self._plain((*place, tag, i), part)
        elif kind is bool or kind is int:
            known = self.kinds.setdefault(place, kind)
            assert known is kind, f"{place} was {known.__name__} and is {kind.__name__}"
        else:
            assert kind is str or value is None, f"{value!r} at {place} is no plain data"

    def follow(self) -> None:
        """After a choice: patch every mirror, and compare."""
        assert [canonical(view) for view in self.taken] == self.former, "a view taken before has changed"
        new = self._take()
        for i, view in enumerate(new):
            change = over_the_wire(diff(self.taken[i], view))
            self.mirrors[i] = patch(self.mirrors[i], change)
            self.former[i] = canonical(view)
            assert canonical(self.mirrors[i]) == self.former[i], f"mirror {i} differs after {change}"
        self.taken = new
