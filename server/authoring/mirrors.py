"""The law of mirrors: the documents of clients equal the game's views, though they are updated by patches
alone."""

from __future__ import annotations

from typing import Any

from protocol.diff import diff, patch

from .walks import Walk, canonical
from .wire import over_the_wire


class Mirrors:
    """The views of all seats as clients have them: updated by patches, in bytes.

    The views are plain data, no place of them changes between a number and true/false, and a view is
    unchanged when the game continues.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.kinds: dict[tuple[Any, ...], type] = {}
        self.taken: list[Any] = []
        self.taken = self._take()
        self.former = [canonical(view) for view in self.taken]
        self.mirrors = [over_the_wire(view) for view in self.taken]

    def _take(self) -> list[Any]:
        engine, game = self.walk.engine, self.walk.game
        views = [engine.public(game), *(engine.private(game, s) for s in range(self.walk.deal.seats))]
        for i, view in enumerate(views):
            self._plain((i,), view, self.taken[i] if self.taken else None)
        return views

    def _plain(self, place: tuple[Any, ...], value: Any, was: Any) -> None:
        """Allow only maps with text keys, lists, whole numbers, text, true/false and null. `was`: the old
        value. An equal map or list is skipped, as `diff` does it: a difference in kind alone shows in the
        mirrors."""
        kind = type(value)
        if kind is dict:
            if value == was:
                return
            before = was if type(was) is dict else {}
            for key, part in value.items():
                assert type(key) is str, f"{key!r} at {place} is no text"
                self._plain((*place, key), part, before.get(key))
        elif kind is list:
            if value == was:
                return
            tag = value[0] if value and type(value[0]) is str else ""
            known = was if type(was) is list else []
            for i, part in enumerate(value):
                self._plain((*place, tag, i), part, known[i] if i < len(known) else None)
        elif kind is bool or kind is int:
            first = self.kinds.setdefault(place, kind)
            assert first is kind, f"{place} was {first.__name__} and is {kind.__name__}"
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
