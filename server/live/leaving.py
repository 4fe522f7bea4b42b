"""A person gives up all their seats and offers at a table, for good; others may play on.

A seat that is given up is resigned: a bot plays on. An offer of a seat is withdrawn. The table is closed if
the person is its host and the game has not begun, or no other person has a seat.
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
from .live_table import LiveTable
from .registry import TableRegistry

MAX_CHANGE_ID: Final = 2**53 - 1
"""The largest id of a change; ids begin with 1."""


async def leave(registry: TableRegistry, table: str, person: str) -> None:
    """Give up all seats of a person at a table, and close it if it can't continue without them. Raises
    StoreAway."""

    async def work(registry: TableRegistry, live: LiveTable) -> None:
        if live.loaded:
            await registry.follower.caught_up(live)
        await registry.make_up(live)
        while (table := live.table) is not None and (frame := _next(table, person)) is not None:
            at, house = registry.moment(live.id)
            entry = decide(table, Who(person, NOBODY), frame, at, registry.settings.hub, house=house)
            await registry.commit(live, entry)

    await done_at(registry, table, work)


def _next(table: Table, person: str) -> LeaveSeat | Close | Agree | None:
    """The next frame to decide; None if nothing is left."""
    s, number = table.state, secrets.randbelow(MAX_CHANGE_ID) + 1
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
