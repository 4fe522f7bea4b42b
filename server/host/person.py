"""All that is kept of a person: shown, and taken out of what is over.

A person is known by the hash of a token that a browser keeps (`table/tokens.py`). What is found is what hubs
have written: entries of logs, lines of chats, who is present, reports, books, groups, what was asked for
lately. As long as a game is open or runs, it needs its people; so a person is taken out of games that are
over, and out of all chats.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from protocol.codec import unpacked
from server.book import game
from server.store.books import BEGUN, places
from server.store.keys import allowed, once
from server.store.moving import Kept, Mover
from server.table import forgetting, log, tokens
from server.table.entries import Entry, decode_entry, encode

OVER: Final = ("over", "closed")
"""The phases of games that have ended."""

UNKNOWN: Final = "unknown"
"""The phase of one whose rules or cards are not here."""


class Known(NamedTuple):
    """What a table knows of a person."""

    kept: Kept
    phase: str
    names: list[str]
    changes: list[Entry]
    """What that person has done."""
    said: list[str]

    def told(self) -> dict[str, Any]:
        """As the person is shown it."""
        times = [entry.at for entry in self.changes]
        return {
            "table": self.kept.table,
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
    async for table in mover.tables():
        kept = await mover.read(table)
        if kept is not None and (it := _known(kept, person)):
            found.append(it)
    return sorted(found, key=lambda it: it.kept.table)


def _known(kept: Kept, person: str) -> Known | None:
    entries = [decode_entry(data) for data in kept.entries]
    names = {name for entry in entries for name in forgetting.names(entry, person)}
    lines = [unpacked(line) for line in kept.lines]
    said = [text for _, by, _, _, text, *_ in lines if by == person]
    names |= {name for _, by, _, name, *_ in lines if by == person}
    if not names:
        return None
    return Known(kept, _phase(kept), sorted(names), [it for it in entries if it.by == person], said)


def _phase(kept: Kept) -> str:
    try:
        return log.replayed(kept.entries).state.phase
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
    person = tokens.person(token)
    tables = await known(mover, person)
    return {
        "person": person,
        "tables": [it.told() for it in tables],
        "present": [it.kept.table for it in tables if await _present(mover, it.kept.table, person)],
        "reports": [_report(data, person) for data in (await _reports(mover, person)).values()],
        "remembered": await beside(mover, person),
        "book": await _own_book(mover, person),
        "groups": [known for _, known in await _groups(mover, person)],
        "in_books": sum(1 for _ in await _others_books(mover, person)),
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
    return {"at": at, "table": table, "about": whom == person, "said": said, **own}


async def _present(mover: Mover, table: str, person: str) -> bool:
    return any(unpacked(row)[0] == person for row in await mover.rows(table))


async def forget(mover: Mover, token: str) -> list[str]:
    """Take a person out of all that is over, and out of all chats; reports that know them are kept no longer.
    Gives the tables that go on knowing them.

    A hub that has such a table in memory shows it as it was until nobody has looked at it for a while
    (`STAMMTISCH_IDLE_S`).
    """
    person = tokens.person(token)
    for name, _ in await _groups(mover, person):
        await mover.leave_group(name, person)
    await _out_of_books(mover, person)
    left = []
    for name in await _reports(mover, person):
        await mover.house.drop_report(name)
    for it in await known(mover, person):
        table = it.kept.table
        lines = [line for line in it.kept.lines if unpacked(line)[1] == person]
        if it.phase not in OVER:
            await mover.change(table, lines)
            left.append(table)
            continue
        other = tokens.person(tokens.new_luck())
        entries = [encode(forgetting.without(decode_entry(data), person, other)) for data in it.kept.entries]
        if not await mover.change(table, lines, entries, log.replayed(entries).pack()):
            left.append(table)
    if not left:
        for name in await beside(mover, person):
            await mover.remove(name)
    return left
