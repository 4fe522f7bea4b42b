"""The personal data that is stored about a person, as shown to that person; `erasure.py` deletes it.

A person is identified by the hash of a token that the browser stores (`table/tokens.py`). The data are those
that hubs have written: log entries, chat lines, presence, reports, books, groups, the operator's orders, rate
limits. Of a table a person only gets their own chat lines and the times of their own changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from protocol.codec import unpacked
from server.book import game
from server.clock import now
from server.games.catalogue import engine_of
from server.moderation.orders import LOCK, PERSON, SILENCE, barred, seen_field
from server.settings.config import OUTAGES_S, UNFINISHED
from server.store.admin_records import REPORT_MS
from server.store.book_store import BEGUN, places
from server.store.keys import allowed, book, group, notices, once
from server.store.migration import Mover, StoredTable
from server.store.push_store import read_device
from server.table import forgetting, log, tokens
from server.table.entries import Entry, Made, decode_entry
from server.table.table import Table

UNKNOWN: Final = "unknown"
"""The phase of a table whose rules or cards this version does not have."""


class PersonAtTable(NamedTuple):
    """A table's data about a person."""

    kept: StoredTable
    phase: str
    game: str
    names: list[str]
    name: str
    """The last of them."""
    changes: list[Entry]
    """The person's own changes."""
    said: list[str]

    def told(self) -> dict[str, Any]:
        """The data as shown to the person."""
        times = [entry.at for entry in self.changes]
        return {
            "table": self.kept.table,
            "game": self.game,
            "phase": self.phase,
            "names": self.names,
            "name": self.name,
            "changes": [{"at": it.at, "what": type(it.what).__name__.lower()} for it in self.changes],
            "first": min(times, default=0),
            "last": max(times, default=0),
            "said": self.said,
            "kept_for_s": max(0, self.kept.left // 1000 - (OUTAGES_S if self.phase in UNFINISHED else 0)),
        }


async def known(mover: Mover, person: str) -> list[PersonAtTable]:
    """The tables with data about a person."""
    found = []
    for table in await mover.knowing(person):
        kept = await mover.read(table)
        if kept is not None:
            found.append(await asyncio.to_thread(_known, kept, person))
    return found


def _known(kept: StoredTable, person: str) -> PersonAtTable:
    entries = [decode_entry(data) for data in kept.entries]
    called = [name for entry in entries for name in forgetting.names(entry, person)]
    names, last = {*called}, called[-1] if called else ""
    lines = [unpacked(line) for line in kept.lines]
    said = [text for _, by, _, _, text, *_ in lines if by == person]
    names |= {name for _, by, _, name, *_ in lines if by == person}
    made = entries[0].what
    kind = made.game if isinstance(made, Made) else ""
    mine = [it for it in entries if it.by == person]
    return PersonAtTable(kept, _phase(kept, entries), kind, sorted(names), last, mine, said)


def _phase(kept: StoredTable, entries: Sequence[Entry]) -> str:
    """The phase of a table; UNKNOWN if its log can't be played here."""
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
    """The names of further keys about this person, which expire within hours."""
    return await mover.named(
        once(f"made:{person}:*"), allowed("*", f"person:{person}"), notices(person, "told")
    )


async def reports_of(mover: Mover, person: str) -> dict[str, bytes]:
    """The reports that this person has made, is the subject of, or has a line in, by name."""
    found = await mover.admin_records.reports()
    return {name: report for name, report in found.items() if person.encode() in report}


async def everything(mover: Mover, token: str) -> dict[str, Any]:
    """All data about the owner of this token."""
    return await everything_of(mover, tokens.person(token))


async def everything_of(mover: Mover, person: str) -> dict[str, Any]:
    """All data about this person."""
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
        "devices": await _devices(mover, person),
        "in_books": len(await in_books(mover, person)),
        "orders": _orders(await mover.admin_records.orders(), person),
        "acts": await _acts(mover, person),
    }


async def _devices(mover: Mover, person: str) -> list[dict[str, Any]]:
    """The browsers that get notices while no page is open: the push service of each, and when a page was open
    there last."""
    name = notices(person, "devices")
    left = await mover.left(name)
    rows = [read_device(*row) for row in (await mover.fields(name)).items()]
    return [
        {"at": row.at, "push_service": urlsplit(row.address).hostname, "kept_for_s": left}
        for row in sorted(rows, key=lambda row: row.at)
    ]


async def _own_book(mover: Mover, person: str) -> list[dict[str, Any]]:
    """The games in the person's book, with other players' names as they were at the table."""
    rows = await mover.fields(places(person)[0])
    games = [game.decode(data) for field, data in rows.items() if field != BEGUN]
    return [game.named(it) for it in sorted(games, key=lambda it: it.at)]


async def in_books(mover: Mover, person: str) -> list[tuple[str, bytes, game.Played]]:
    """The entries about this person in other people's books: key, field, game."""
    found = []
    for name in await mover.named(places("*")[0]):
        for field, data in (await mover.fields(name)).items():
            if field != BEGUN and person.encode() in data and name != places(person)[0]:
                found.append((name, field, game.decode(data)))
    return found


async def groups_of(mover: Mover, person: str) -> list[tuple[str, dict[str, str]]]:
    """The groups of a person: the name of each, and its data about the person."""
    own = f"by:{person}".encode()
    found = []
    async for it in mover.groups():
        rows = dict(it.rows)
        if own in rows:
            found.append((it.name, {"title": rows[b"name"].decode(), "name": rows[own].decode()}))
    return found


def _report(data: bytes, person: str) -> dict[str, Any]:
    """The person's own part of a report."""
    at, table, _, by, _, whom, _, why, lines = unpacked(data)
    said = [text for _, one, _, text in lines if one == person]
    own = {"why": why} if by == person else {}
    left = max(0, at + REPORT_MS - now()) // 1000
    return {"at": at, "table": table, "about": whom == person, "said": said, **own, "kept_for_s": left}


def _orders(fields: Mapping[str, bytes], person: str) -> list[dict[str, Any]]:
    """The operator's orders against this person, each with its end (ms; 0: permanent) and the person's name
    and table at that time."""
    rows = []
    for act in (SILENCE, LOCK):
        order = barred(act, PERSON, person)
        if (value := fields.get(order)) is not None:
            name, table, _ = (
                unpacked(fields[seen_field(order)]) if seen_field(order) in fields else ("", "", 0)
            )
            rows.append({"what": act, "until": unpacked(value), "name": name, "table": table})
    return rows


async def _acts(mover: Mover, person: str) -> list[dict[str, Any]]:
    """The times of the operator's acts that concern this person. The audit log is a chain of hashes, so
    nothing is ever removed from it."""
    rows = [it for it in await mover.admin_records.acts() if person.encode() in it.act]
    return [{"at": it.at, "what": unpacked(it.act)[1]} for it in rows]


async def _present(mover: Mover, table: str, person: str) -> bool:
    return any(unpacked(row)[0] == person for row in await mover.rows(table))
