"""People of a table under other names, and the host's part when its host is gone. Sans-I/O."""

from __future__ import annotations

from collections.abc import Collection

from .entries import Hosted, Renamed
from .table import MAX_SEATING_CHANGES, Table

GOING_ON = ("open", "starting", "playing")
"""The phases with timed changes, in which the lobby lists a table."""


def renamed(table: Table, person: str, name: str) -> Renamed | None:
    """The change that gives a person of this table another name; None if there is nothing to change. A client
    that renames itself without end must not grow the log without bound."""
    s = table.state
    if s.phase not in GOING_ON or table.long or (s.phase == "open" and s.version >= MAX_SEATING_CHANGES):
        return None
    known = {row.name for row in s.seats if row.person == person}
    known |= {row.offer.name for row in s.seats if row.offer and row.offer.person == person}
    known |= {s.host_name} if s.host == person else set()
    return Renamed(table=s.id, person=person, name=name) if known - {name} else None


def heir(table: Table, here: Collection[str]) -> Hosted | None:
    """The change that makes another player the host: one who is present (`here`: people), if possible one
    whose seat no bot plays; None if there is none."""
    s = table.state
    if s.phase not in GOING_ON:
        return None
    rows = [row for row in s.seats if row.kind == "person" and row.person in here and row.person != s.host]
    if not rows:
        return None
    row = min(rows, key=lambda row: bool(row.stand_in))
    return Hosted(table=s.id, person=row.person, name=row.name)


def has_resigned(table: Table, person: str) -> bool:
    """Has this person given up all seats of the running game?"""
    s = table.state
    return s.phase in ("starting", "playing") and not any(row.person == person for row in s.seats)
