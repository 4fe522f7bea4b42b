"""Another number of seats for a table that has not started: what is possible, and why not. Sans-I/O.

New seats come last, and seats are taken away from the end, so nobody's seat gets another number. Nobody loses
a seat either: the host first frees it.
"""

from __future__ import annotations

from protocol.frames import Resize
from server.games.catalogue import checked
from server.games.engine import OptionsRefused

from .entries import Resized
from .refusal import Refusal
from .table import Table


def resize(table: Table, frame: Resize) -> Resized:
    """The entry for the host's request. Raises Refusal."""
    s = table.state
    if s.made.lesson or s.made.origin is not None:
        raise Refusal("options", "The game that this table begins with has its own number of seats.")
    if frame.seats == len(s.seats):
        raise Refusal("stale", "The table has that number of seats.")
    held = [seat for seat, row in enumerate(s.seats) if row.kind != "open"]
    if held and held[-1] >= frame.seats:
        raise Refusal("taken", f"Seat {held[-1] + 1} is taken. Only free seats at the end can be taken away.")
    decided = table.engine.options.decided(frame.seats) if frame.seats in table.engine.seats else {}
    options = {**s.options, **decided}
    try:
        checked(table.engine, options, frame.seats)
    except OptionsRefused as why:
        raise Refusal("options", str(why)) from why
    return Resized(frame.id, frame.table, frame.seats, options)


def is_possible(table: Table, what: Resized) -> bool:
    """Would a server have written this entry at the table's version?"""
    try:
        again = resize(table, Resize(what.id, what.table, what.seats))
    except Refusal:
        return False
    return table.state.phase == "open" and again == what
