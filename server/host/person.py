"""All that is kept of a person: shown, and taken out of what is over.

A person is known by the hash of a token that a browser keeps (`table/tokens.py`). What is found is what hubs
have written: entries of logs, lines of chats, who is present, what was asked for lately. While a game is open
or runs, it needs its people; so a person is taken out of games that are over, and out of all chats.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from protocol.codec import unpacked
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
    said = [text for _, by, _, _, text, _ in lines if by == person]
    names |= {name for _, by, _, name, _, _ in lines if by == person}
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
    return await mover.named(f"once:made:{person}:*", f"allow:{{*}}:person:{person}")


async def everything(mover: Mover, token: str) -> dict[str, Any]:
    """All that is kept of whoever has this token."""
    person = tokens.person(token)
    tables = await known(mover, person)
    return {
        "person": person,
        "tables": [it.told() for it in tables],
        "present": [it.kept.table for it in tables if await _present(mover, it.kept.table, person)],
        "remembered": await beside(mover, person),
    }


async def _present(mover: Mover, table: str, person: str) -> bool:
    return any(unpacked(row)[0] == person for row in await mover.rows(table))


async def forget(mover: Mover, token: str) -> list[str]:
    """Take a person out of all that is over, and out of all chats. Gives the tables that go on knowing them.

    A hub that has such a table in memory shows it as it was until nobody has looked at it for a while
    (`STAMMTISCH_IDLE_S`).
    """
    person = tokens.person(token)
    left = []
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
