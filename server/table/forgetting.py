"""Erases a person from a table's log by putting a nameless one in their place. Sans-I/O.

The game stays the same: its log can be replayed and its dealing verified, since neither depends on
identities.
"""

from __future__ import annotations

from msgspec.structs import replace

from .entries import Entry, Handed, Hosted, Made, Offered, Renamed, What

NOBODY = "–"
"""The name of an erased person."""

NAMING = (Offered, Handed, Renamed, Hosted)
"""Changes that name a person other than their sender."""


def names(entry: Entry, person: str) -> set[str]:
    """The names under which an entry knows this person; empty if it does not mention them."""
    what = entry.what
    found = {entry.name} if entry.by == person else set()
    if isinstance(what, NAMING) and what.person == person:
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
    if isinstance(what, NAMING) and what.person == person:
        return replace(what, person=other, name=NOBODY)
    return what
