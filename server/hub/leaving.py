"""Somebody gives up all that they have of a table, for good, while others may go on.

A seat that is given up is resigned: a bot plays on. One that is only offered to them is offered no more. A
table that was to begin with its host, or at which nobody else sits, is closed.
"""

from __future__ import annotations

import secrets
from typing import Final

from protocol.frames import Agree, Close
from protocol.frames import Leave as LeaveSeat
from server.table.forgetting import NOBODY
from server.table.rights import Who, decide
from server.table.table import Table

from .closing import done_at
from .desk import Desk
from .live import Live, now

IDS: Final = 2**53 - 1
"""Changes have numbers from 1 to this one."""


async def leave(desk: Desk, table: str, person: str) -> None:
    """Have a person give up their seats at a table, and close it where it can't go on without them. Raises
    StoreAway."""

    async def work(desk: Desk, live: Live) -> None:
        if live.loaded:
            await desk.follower.caught_up(live)
        while (table := live.table) is not None and (frame := _next(table, person)) is not None:
            entry = decide(table, Who(person, NOBODY), frame, now(), desk.settings.hub)
            await desk.commit(live, entry)

    await done_at(desk, table, work)


def _next(table: Table, person: str) -> LeaveSeat | Close | Agree | None:
    """What is to be done next; None where nothing is left."""
    s, number = table.state, secrets.randbelow(IDS) + 1
    if s.phase not in ("open", "starting", "playing"):
        return None
    alone = not any(row.kind == "person" and row.person != person for row in s.seats)
    if s.host == person and (alone or s.phase == "open"):
        return Close(number, s.id)
    mine = [n for n, row in enumerate(s.seats) if row.person == person and row.kind in ("person", "kept")]
    if mine:
        return LeaveSeat(number, s.id, mine[0])
    offers = ((n, row.offer) for n, row in enumerate(s.seats) if row.offer and row.offer.person == person)
    return next((Agree(number, s.id, seat, offer.number, yes=False) for seat, offer in offers), None)
