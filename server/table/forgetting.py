"""A person taken out of a table's log: somebody without a name stands there instead. Sans-I/O.

The game is as it was: its log can be played again and its dealing verified, for neither asks who somebody is.
"""

from __future__ import annotations

from msgspec.structs import replace

from .entries import Entry, Handed, Made, Offered, What

NOBODY = "–"
"""The name of whoever is forgotten."""


def names(entry: Entry, person: str) -> set[str]:
    """The names under which an entry knows this person; none where it says nothing of them."""
    what = entry.what
    found = {entry.name} if entry.by == person else set()
    if isinstance(what, (Offered, Handed)) and what.person == person:
        found.add(what.name)
    if isinstance(what, Made):
        found |= {name for one, name in what.kept if one == person}
    return found


def without(entry: Entry, person: str, other: str) -> Entry:
    """The entry with `other` in this person's place."""
    if entry.by == person:
        entry = replace(entry, by=other, name=NOBODY)
    return replace(entry, what=_what(entry.what, person, other))


def _what(what: What, person: str, other: str) -> What:
    if isinstance(what, Made):
        kept = [(other, NOBODY) if one == person else (one, name) for one, name in what.kept]
        return replace(what, kept=kept)
    if isinstance(what, (Offered, Handed)) and what.person == person:
        return replace(what, person=other, name=NOBODY)
    return what
