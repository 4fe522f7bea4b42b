"""All that is kept of a person, as the person is shown it; `taking_out.py` takes people out.

A person is known by the hash of a token that a browser keeps (`table/tokens.py`). What is found is what hubs
have written: entries of logs, lines of chats, who is present, reports, books, groups, what the host has
ordered, what was asked for lately. Nobody is shown more of a table than what they have said and when they
have done something there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from protocol.codec import unpacked
from server.book import game
from server.games.catalogue import engine_of
from server.store.books import BEGUN, places
from server.store.house import REPORT_MS
from server.store.keys import allowed, book, group, once
from server.store.moving import Kept, Mover
from server.table import forgetting, log, tokens
from server.table.entries import Entry, Made, decode_entry
from server.table.table import Table

from .live import now
from .orders import LOCK, PERSON, SILENCE, barred, seen

UNKNOWN: Final = "unknown"
"""The phase of one whose rules or cards are not here."""


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


async def reports_of(mover: Mover, person: str) -> dict[str, bytes]:
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
        "reports": [_report(data, person) for data in (await reports_of(mover, person)).values()],
        "remembered": await beside(mover, person),
        "book": await _own_book(mover, person),
        "book_kept_for_s": await mover.left(book(person, "games")),
        "groups": [
            {**told, "kept_for_s": await mover.left(group(name))}
            for name, told in await groups_of(mover, person)
        ],
        "in_books": len(await in_books(mover, person)),
        "orders": _orders(await mover.house.orders(), person),
        "acts": await _acts(mover, person),
    }


async def _own_book(mover: Mover, person: str) -> list[dict[str, Any]]:
    """The games in the person's book; others are named there as they were at the table."""
    rows = await mover.fields(places(person)[0])
    games = [game.decode(data) for field, data in rows.items() if field != BEGUN]
    return [game.named(it) for it in sorted(games, key=lambda it: it.at)]


async def in_books(mover: Mover, person: str) -> list[tuple[str, bytes, game.Played]]:
    """Where others' books know this person: key, field, game."""
    found = []
    for name in await mover.named(places("*")[0]):
        for field, data in (await mover.fields(name)).items():
            if field != BEGUN and person.encode() in data and name != places(person)[0]:
                found.append((name, field, game.decode(data)))
    return found


async def groups_of(mover: Mover, person: str) -> list[tuple[str, dict[str, str]]]:
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
    """What the host has ordered of this person, until when (ms; 0: for good), and as whom and where that one
    was known then."""
    rows = []
    for act in (SILENCE, LOCK):
        order = barred(act, PERSON, person)
        if (value := fields.get(order)) is not None:
            name, table, _ = unpacked(fields[seen(order)]) if seen(order) in fields else ("", "", 0)
            rows.append({"what": act, "until": unpacked(value), "name": name, "table": table})
    return rows


async def _acts(mover: Mover, person: str) -> list[dict[str, Any]]:
    """When the host has done something that has to do with this person. Nothing is ever taken out of the log
    of it, which is a chain of hashes."""
    rows = [it for it in await mover.house.acts() if person.encode() in it.act]
    return [{"at": it.at, "what": unpacked(it.act)[1]} for it in rows]


async def _present(mover: Mover, table: str, person: str) -> bool:
    return any(unpacked(row)[0] == person for row in await mover.rows(table))
