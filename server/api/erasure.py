"""Erases a person from all stored data.

A game that is open or in progress needs its players. So a person is erased from finished games and from all
chats; from other games only if the person can leave them first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from protocol.codec import packed, unpacked
from server.book import game
from server.moderation.orders import LOCK, PERSON, SILENCE, barred, seen_field
from server.store.book_store import places
from server.store.keys import notices
from server.store.migration import Mover, StoredTable
from server.store.store import StoreAway
from server.table import forgetting, log, tokens
from server.table.entries import decode_entry, encode

from .personal_data import UNKNOWN, PersonAtTable, beside, groups_of, in_books, known, reports_of

OVER: Final = ("over", "closed")
"""The phases of games that have ended."""

ANEW: Final = "anew"
"""The kind of the event that a stored table has changed: hubs must reload it without this person, whose chat
lines are deleted."""

MAX_ATTEMPTS: Final = 5
"""How often the search and erasure are repeated, since tables may change meanwhile."""

PAUSE_S: Final = 0.2
"""Seconds before the next attempt: a hub may just have stored older data again."""

Leaving = Callable[[str], Awaitable[None]]
"""Makes the person give up all seats at a table that is not over."""


async def forget(mover: Mover, token: str) -> list[str]:
    """Erase a person from all finished games and all chats, and delete all reports that mention the person.
    Returns the tables that still have data about them. The operator's orders stay."""
    person = tokens.person(token)
    left = await forget_person(mover, person)
    for name in await reports_of(mover, person):
        await mover.admin_records.drop_report(name)
    return left


async def forget_person(mover: Mover, person: str, leave: Leaving | None = None) -> list[str]:
    """Erase a person from all finished games and all chats; with `leave` from other games, too. Only reports
    that the person has made are deleted; other people's reports stay. Returns the tables that still have data
    about the person. Raises StoreAway; a repeated call continues the work."""
    await mover.remove(notices(person, "devices"))  # first: from now on nothing is sent
    left = await _out_of_tables(mover, person, leave)
    for name, _ in await groups_of(mover, person):
        await mover.leave_group(name, person)
    await _out_of_books(mover, person)
    for name, report in (await reports_of(mover, person)).items():
        if unpacked(report)[3] == person:
            await mover.admin_records.drop_report(name)
    for act in (SILENCE, LOCK):  # the order itself stays
        await mover.admin_records.carried_out(seen_field(barred(act, PERSON, person)))
    if not left:
        for name in await beside(mover, person):
            await mover.remove(name)
    return left


async def _out_of_tables(mover: Mover, person: str, leave: Leaving | None) -> list[str]:
    """The tables that still have data about the person after the erasure. Raises StoreAway if tables change
    faster than they can be erased from."""
    for _ in range(MAX_ATTEMPTS):
        left, again = list[str](), False
        for it in await known(mover, person):
            if await _out_of_table(mover, it, person, leave):
                again = True
            else:
                await mover.change(it.kept, _lines(it.kept, person), note=packed([ANEW, person]))
                left.append(it.kept.table)
        if not again:
            return left
        await asyncio.sleep(PAUSE_S)
    raise StoreAway("the tables of this person keep changing")


async def _out_of_table(mover: Mover, it: PersonAtTable, person: str, leave: Leaving | None) -> bool:
    """Replace a person at a table by a nameless one. False if that is not possible: the game is not over, or
    can't be replayed here. A table that changes meanwhile is found again by the next attempt."""
    kept: StoredTable | None = it.kept
    if it.phase not in OVER:
        if leave is None or it.phase == UNKNOWN:
            return False
        await leave(it.kept.table)
        kept = await mover.read(it.kept.table)
    if kept is None:
        return True
    try:
        entries, snapshot = await asyncio.to_thread(_without, kept, person)
    except log.BadLog:
        return False
    await mover.change(kept, _lines(kept, person), entries, snapshot, packed([ANEW, person]))
    return True


def _without(kept: StoredTable, person: str) -> tuple[list[bytes], bytes]:
    """A table's entries without this person, and the resulting snapshot."""
    other = tokens.person(tokens.new_luck())
    entries = [encode(forgetting.without(decode_entry(data), person, other)) for data in kept.entries]
    return entries, log.replayed(entries).pack()


def _lines(kept: StoredTable, person: str) -> list[bytes]:
    """A person's chat lines at a table."""
    return [line for line in kept.lines if unpacked(line)[1] == person]


async def _out_of_books(mover: Mover, person: str) -> None:
    """Delete a person's book, and erase the person from other people's books."""
    for name in places(person):
        await mover.remove(name)
    for name, field, one in await in_books(mover, person):
        other = tokens.person(tokens.new_luck())
        await mover.replace(name, field, game.encode(game.without(one, person, other)))
