"""All that is kept of a person: shown, and taken out.

A person is known by the hash of a token that a browser keeps (`table/tokens.py`). What is found is what hubs
have written: entries of logs, lines of chats, who is present, reports, books, groups, what the host has
ordered, what was asked for lately. As long as a game is open or runs, it needs its people; so a person is
taken out of games that are over, and out of all chats; of other games where the person is able to leave them
first. Nobody is shown more of a table than what they have said and when they have done something there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from server.book import game
from server.games.catalogue import engine_of
from server.store.books import BEGUN, places
from server.store.house import REPORT_MS
from server.store.keys import allowed, book, group, once
from server.store.moving import Kept, Mover
from server.store.store import StoreAway
from server.table import forgetting, log, tokens
from server.table.entries import Entry, Made, decode_entry, encode
from server.table.table import Table

from .live import now
from .orders import LOCK, PERSON, SILENCE, barred

OVER: Final = ("over", "closed")
"""The phases of games that have ended."""

UNKNOWN: Final = "unknown"
"""The phase of one whose rules or cards are not here."""

ANEW: Final = "anew"
"""The kind of the note that a table is stored otherwise than it was, and is to be read anew: without this
person, of whom nothing is there any more that was said."""

TRIES: Final = 5
"""How often somebody is looked for and taken out; a table may move on while that happens."""

PAUSE_S: Final = 0.2
"""Seconds after which that is looked for again: a hub may just have been storing what it knew before."""

Leaving = Callable[[str], Awaitable[None]]
"""Has the person give up all that they have of a table that is not over."""


class Known(NamedTuple):
    """What a table knows of a person."""

    kept: Kept
    phase: str
    game: str
    names: list[str]
    changes: list[Entry]
    """What that person has done."""
    said: list[str]

    def told(self) -> dict[str, Any]:
        """As the person is shown it."""
        times = [entry.at for entry in self.changes]
        return {
            "table": self.kept.table,
            "game": self.game,
            "phase": self.phase,
            "names": self.names,
            "changes": [{"at": it.at, "what": type(it.what).__name__.lower()} for it in self.changes],
            "first": min(times, default=0),
            "last": max(times, default=0),
            "said": self.said,
            "kept_for_s": self.kept.left // 1000,
        }


async def known(mover: Mover, person: str) -> list[Known]:
    """The tables that know something of a person."""
    found = []
    for table in await mover.knowing(person):
        kept = await mover.read(table)
        if kept is not None:
            found.append(await asyncio.to_thread(_known, kept, person))
    return found


def _known(kept: Kept, person: str) -> Known:
    entries = [decode_entry(data) for data in kept.entries]
    names = {name for entry in entries for name in forgetting.names(entry, person)}
    lines = [unpacked(line) for line in kept.lines]
    said = [text for _, by, _, _, text, *_ in lines if by == person]
    names |= {name for _, by, _, name, *_ in lines if by == person}
    made = entries[0].what
    kind = made.game if isinstance(made, Made) else ""
    mine = [it for it in entries if it.by == person]
    return Known(kept, _phase(kept, entries), kind, sorted(names), mine, said)


def _phase(kept: Kept, entries: Sequence[Entry]) -> str:
    """The phase of a table; UNKNOWN where it can't be played here."""
    made = entries[0].what
    engine = engine_of(made.game, made.rules, made.digest) if isinstance(made, Made) else None
    try:
        if engine is None or not kept.snapshot:
            return log.replayed(kept.entries).state.phase
        table = Table.unpack(engine, kept.snapshot)
        for _ in log.play_on(table, entries[kept.version :], exact=False):
            pass
        return table.state.phase
    except log.BadLog:
        return UNKNOWN


async def beside(mover: Mover, person: str) -> list[str]:
    """The names of further keys that know this person: they expire by themselves within hours."""
    return await mover.named(once(f"made:{person}:*"), allowed("*", f"person:{person}"))


async def _reports(mover: Mover, person: str) -> dict[str, bytes]:
    """The reports that this person has made, is the subject of, or has a line in, by name."""
    found = await mover.house.reports()
    return {name: report for name, report in found.items() if person.encode() in report}


async def everything(mover: Mover, token: str) -> dict[str, Any]:
    """All that is kept of whoever has this token."""
    return await everything_of(mover, tokens.person(token))


async def everything_of(mover: Mover, person: str) -> dict[str, Any]:
    """All that is kept of this person."""
    tables = await known(mover, person)
    return {
        "person": person,
        "tables": [it.told() for it in tables],
        "present": [it.kept.table for it in tables if await _present(mover, it.kept.table, person)],
        "reports": [_report(data, person) for data in (await _reports(mover, person)).values()],
        "remembered": await beside(mover, person),
        "book": await _own_book(mover, person),
        "book_kept_for_s": await mover.left(book(person, "games")),
        "groups": [
            {**told, "kept_for_s": await mover.left(group(name))}
            for name, told in await _groups(mover, person)
        ],
        "in_books": len(await _others_books(mover, person)),
        "orders": _orders(await mover.house.orders(), person),
        "acts": await _acts(mover, person),
    }


async def _own_book(mover: Mover, person: str) -> list[dict[str, Any]]:
    """The games in the person's book; others are named there as they were at the table."""
    rows = await mover.fields(places(person)[0])
    games = [game.decode(data) for field, data in rows.items() if field != BEGUN]
    return [game.named(it) for it in sorted(games, key=lambda it: it.at)]


async def _others_books(mover: Mover, person: str) -> list[tuple[str, bytes, game.Played]]:
    """Where others' books know this person: key, field, game."""
    found = []
    for name in await mover.named(places("*")[0]):
        for field, data in (await mover.fields(name)).items():
            if field != BEGUN and person.encode() in data and name != places(person)[0]:
                found.append((name, field, game.decode(data)))
    return found


async def _out_of_books(mover: Mover, person: str) -> None:
    """Throw a person's book away, and take the person out of others' books."""
    for name in places(person):
        await mover.remove(name)
    for name, field, one in await _others_books(mover, person):
        other = tokens.person(tokens.new_luck())
        await mover.replace(name, field, game.encode(game.without(one, person, other)))


async def _groups(mover: Mover, person: str) -> list[tuple[str, dict[str, str]]]:
    """The groups that a person belongs to: the name of each, and what it knows of the person."""
    own = f"by:{person}".encode()
    found = []
    async for it in mover.groups():
        rows = dict(it.rows)
        if own in rows:
            found.append((it.name, {"title": rows[b"name"].decode(), "name": rows[own].decode()}))
    return found


def _report(data: bytes, person: str) -> dict[str, Any]:
    """Of a report what is this person's own."""
    at, table, _, by, _, whom, _, why, lines = unpacked(data)
    said = [text for _, one, _, text in lines if one == person]
    own = {"why": why} if by == person else {}
    left = max(0, at + REPORT_MS - now()) // 1000
    return {"at": at, "table": table, "about": whom == person, "said": said, **own, "kept_for_s": left}


def _orders(fields: Mapping[str, bytes], person: str) -> list[dict[str, Any]]:
    """What the host has ordered of this person, and until when (ms; 0: for good)."""
    kept = {act: fields.get(barred(act, PERSON, person)) for act in (SILENCE, LOCK)}
    return [{"what": act, "until": unpacked(value)} for act, value in kept.items() if value is not None]


async def _acts(mover: Mover, person: str) -> list[dict[str, Any]]:
    """When the host has done something that has to do with this person. Nothing is ever taken out of the log
    of it, which is a chain of hashes."""
    rows = [it for it in await mover.house.acts() if person.encode() in it.act]
    return [{"at": it.at, "what": unpacked(it.act)[1]} for it in rows]


async def _present(mover: Mover, table: str, person: str) -> bool:
    return any(unpacked(row)[0] == person for row in await mover.rows(table))


async def forget(mover: Mover, token: str) -> list[str]:
    """Take a person out of all that is over, and out of all chats; reports that know them are kept no longer.
    Gives the tables that go on knowing them. What the host has ordered stays."""
    person = tokens.person(token)
    left = await forget_person(mover, person)
    for name in await _reports(mover, person):
        await mover.house.drop_report(name)
    return left


async def forget_person(mover: Mover, person: str, leave: Leaving | None = None) -> list[str]:
    """Take a person out of all that is over, and out of all chats; with `leave` out of other games, too. Of
    the reports only those go that the person has made: what others have told the host is theirs. Gives the
    tables that go on knowing them. Raises StoreAway; doing it again goes on where it was."""
    left = await _out_of_tables(mover, person, leave)
    for name, _ in await _groups(mover, person):
        await mover.leave_group(name, person)
    await _out_of_books(mover, person)
    for name, report in (await _reports(mover, person)).items():
        if unpacked(report)[3] == person:
            await mover.house.drop_report(name)
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
