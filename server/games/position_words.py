"""The position in words: what a page says of a game's views, for those who don't see the board.

A game lists it in `texts/position.json`, as rows of (length, place, key, kind);
`server/web/things/position_words.js` explains them, and says them. Labels and further names are in the
section `position` of the game's texts. A game without that list is told by the keys of its views.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

LENGTHS: Final = ("short", "normal", "all")
PLACES: Final = ("table", "seats", "own")

KINDS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("number", "number?", "flag", "seat"), 0),
    **dict.fromkeys(("name", "names", "order", "last", "counts", "bits", "values", "marked", "seats"), 1),
    **dict.fromkeys(("levels", "at", "numbered"), 2),
}
"""By kind: how many groups of names it needs. `numbers` takes a group or none; `in` takes the key of a list
and a group; `rows` takes kinds; `seat list` is one kind."""

Row = tuple[str, str, str, str]
"""Length, place, key, kind."""


@cache
def rows_in(package: str) -> tuple[Row, ...]:
    """The rows of the game in this package; empty if it lists none. Raises msgspec.ValidationError."""
    file = files(package) / "texts" / "position.json"
    return msgspec.json.decode(file.read_bytes(), type=tuple[Row, ...]) if file.is_file() else ()


def faults(rows: Sequence[Row], words: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with these rows, by the game's texts in one language: one line for each."""
    if not rows:
        return
    own = words.get("position") or {"labels": {}}
    known = {*own.get("names", {}), *words["names"]}
    needed = set()
    for length, place, key, kind in rows:
        said = f"own.{key}" if place == "own" else key
        needed.add(said)
        if length not in LENGTHS or place not in PLACES:
            yield f"position.json: {said} has no length {length}, or no place {place}"
        for group in _groups(kind):
            if group is None:
                yield f"position.json: {said} has no kind {kind}"
            elif group not in known:
                yield f"position.json: {said}: names has no group {group}"
        if said not in own["labels"]:
            yield f"there is no position.labels.{said}"
    for label in sorted({*own["labels"]} - needed):
        yield f"position.labels.{label} is there, and nothing is said of it"


def _groups(kind: str) -> Iterator[str | None]:
    """The groups of names that a kind needs; None if there is no such kind."""
    name, *groups = kind.split(" ")
    if name == "rows":
        for part in kind.removeprefix("rows ").split("|"):
            yield from _groups(part)
    elif name == "in" and len(groups) == 2:
        yield groups[1]
    elif kind == "seat list":
        return
    elif (name == "numbers" and len(groups) < 2) or KINDS.get(name) == len(groups):
        yield from groups
    else:
        yield None
