"""Takes a person out of all that is kept.

As long as a game is open or runs, it needs its people; so a person is taken out of games that are over, and
out of all chats; of other games where the person is able to leave them first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from protocol.codec import packed, unpacked
from server.book import game
from server.store.books import places
from server.store.moving import Kept, Mover
from server.store.store import StoreAway
from server.table import forgetting, log, tokens
from server.table.entries import decode_entry, encode

from .orders import LOCK, PERSON, SILENCE, barred, seen
from .person import UNKNOWN, Known, beside, groups_of, in_books, known, reports_of

OVER: Final = ("over", "closed")
"""The phases of games that have ended."""

ANEW: Final = "anew"
"""The kind of the note that a table is stored otherwise than it was, and is to be read anew: without this
person, of whom nothing is there any more that was said."""

TRIES: Final = 5
"""How often somebody is looked for and taken out; a table may move on while that happens."""

PAUSE_S: Final = 0.2
"""Seconds after which that is looked for again: a hub may just have been storing what it knew before."""

Leaving = Callable[[str], Awaitable[None]]
"""Has the person give up all that they have of a table that is not over."""


async def forget(mover: Mover, token: str) -> list[str]:
    """Take a person out of all that is over, and out of all chats; reports that know them are kept no longer.
    Gives the tables that go on knowing them. What the host has ordered stays."""
    person = tokens.person(token)
    left = await forget_person(mover, person)
    for name in await reports_of(mover, person):
        await mover.house.drop_report(name)
    return left


async def forget_person(mover: Mover, person: str, leave: Leaving | None = None) -> list[str]:
    """Take a person out of all that is over, and out of all chats; with `leave` out of other games, too. Of
    the reports only those go that the person has made: what others have told the host is theirs. Gives the
    tables that go on knowing them. Raises StoreAway; doing it again goes on where it was."""
    left = await _out_of_tables(mover, person, leave)
    for name, _ in await groups_of(mover, person):
        await mover.leave_group(name, person)
    await _out_of_books(mover, person)
    for name, report in (await reports_of(mover, person)).items():
        if unpacked(report)[3] == person:
            await mover.house.drop_report(name)
    for act in (SILENCE, LOCK):  # the order itself stays
        await mover.house.carried_out(seen(barred(act, PERSON, person)))
    if not left:
        for name in await beside(mover, person):
            await mover.remove(name)
    return left


async def _out_of_tables(mover: Mover, person: str, leave: Leaving | None) -> list[str]:
    """The tables that still know the person when all is done that can be. Raises StoreAway where tables move
    on faster than that."""
    for _ in range(TRIES):
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
    raise StoreAway("the tables of that person do not come to rest")


async def _out_of_table(mover: Mover, it: Known, person: str, leave: Leaving | None) -> bool:
    """Put somebody without a name into a person's place. False where that can't be: the game is not over, or
    can't be played again here. A table that is another by then knows the person, and is found again."""
    kept: Kept | None = it.kept
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


def _without(kept: Kept, person: str) -> tuple[list[bytes], bytes]:
    """A table's entries without this person, and the snapshot that they make."""
    other = tokens.person(tokens.new_luck())
    entries = [encode(forgetting.without(decode_entry(data), person, other)) for data in kept.entries]
    return entries, log.replayed(entries).pack()


def _lines(kept: Kept, person: str) -> list[bytes]:
    """What a person has said at a table."""
    return [line for line in kept.lines if unpacked(line)[1] == person]


async def _out_of_books(mover: Mover, person: str) -> None:
    """Throw a person's book away, and take the person out of others' books."""
    for name in places(person):
        await mover.remove(name)
    for name, field, one in await in_books(mover, person):
        other = tokens.person(tokens.new_luck())
        await mover.replace(name, field, game.encode(game.without(one, person, other)))
