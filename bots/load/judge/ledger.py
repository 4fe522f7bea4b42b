"""The changes that one user requested and the responses to them, for comparison with the user's entries in
the log. Sans-I/O."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from protocol.frames import Act, Change, Diff, Done, Full, Make, OfTable, Refused, Rematch, Say
from protocol.mirror import Mirror
from protocol.session import AGAIN


class TrackedChange:
    """A change and the responses to it."""

    __slots__ = ("dones", "exact", "frame", "refused", "sent", "table", "told")

    def __init__(self, frame: Change) -> None:
        self.frame = frame
        self.table = frame.table if isinstance(frame, OfTable) else ""
        """"" for a new table until its name is known."""
        self.sent = self.dones = 0
        """How often it was sent, and how often acknowledged by `Done`."""
        self.told = 0
        """The version in its acknowledgement; 0 without one."""
        self.exact = False
        """Did it make exactly that version? A repeat may be acknowledged with a later one."""
        self.refused = ""


class Ledger:
    """All changes of one user, by id."""

    def __init__(self) -> None:
        self.asked: dict[int, TrackedChange] = {}
        self.seen: dict[str, int] = {}
        """By table: the latest version received."""
        self.false: list[str] = []
        """Responses that can't be true, whatever the log contains."""
        self.open: dict[int, TrackedChange] = {}
        """Acts that no document has acknowledged."""

    def sends(self, frame: Change) -> None:
        """A change is being sent, possibly as a repeat."""
        asked = self.asked.get(frame.id)
        if asked is None:
            asked = self.asked[frame.id] = TrackedChange(frame)
            if isinstance(frame, Act):
                self.open[frame.id] = asked
        asked.sent += 1

    def done(self, answer: Done, followed: bool) -> None:
        """The server has acknowledged a change. `followed`: this socket is subscribed to the acting seat,
        so an act is first acknowledged by its document."""
        asked = self.asked.get(answer.id)
        if asked is None:
            self.false.append(f"table {answer.table}: done was said of {answer.id}, which nobody asked for")
            return
        asked.dones += 1
        self.open.pop(answer.id, None)
        if isinstance(asked.frame, Make):
            asked.table = asked.table or answer.table
        if not asked.told:
            asked.told, asked.exact = answer.version, asked.sent == 1
        if answer.table != asked.table:
            self.false.append(f"{_named(asked)}: done was said of another table, {answer.table}")
        elif asked.dones > asked.sent:
            self.false.append(f"{_named(asked)}: sent {asked.sent} times, done was said {asked.dones} times")
        elif isinstance(asked.frame, Act) and asked.sent == 1 and followed:
            self.false.append(f"{_named(asked)}: done was said of it, which its document is to say")

    def refused(self, answer: Refused) -> None:
        """The server has refused a change."""
        asked = self.asked.get(answer.id)
        if asked is not None and answer.code not in AGAIN:
            asked.refused = answer.code
            self.open.pop(answer.id, None)

    def shows(self, frame: Diff | Full, mirror: Mirror) -> None:
        """A seat's document has arrived; it may acknowledge an act. Needn't be called without open acts."""
        if asked := self.open.pop(mirror.done, None):
            asked.told, asked.exact = frame.version, isinstance(frame, Diff)

    def sees(self, table: str, version: int) -> None:
        """A version of a table has been received."""
        self.seen[table] = max(version, self.seen.get(table, 0))

    @property
    def tables(self) -> set[str]:
        """The tables of all changes."""
        return {asked.table for asked in self.asked.values()} - {""}

    def differences(self, table: str, rows: Sequence[Sequence[Any]], until: int) -> Iterator[str]:
        """The differences between the responses and the log of a table. `rows`: this user's entries, each
        [version, kind, field, ...]; `until`: the log's last version."""
        stored: defaultdict[int, list[int]] = defaultdict(list)
        for version, _, id, *_ in rows:
            stored[id].append(version)
        whats = {row[0]: list(row[1:]) for row in rows}
        for id, asked in self.asked.items():
            if asked.table == table and (why := _difference(asked, stored.pop(id, []), whats)):
                yield f"{_named(asked)}: {why}"
        for id, versions in stored.items():
            made = self.asked.get(id)
            if made is not None and isinstance(made.frame, Rematch) and versions == [1]:
                continue  # the table of a rematch begins with the entry of that request
            yield f"table {table}, version {versions[0]}: {whats[versions[0]]} was never asked for ({id})"
        if self.seen.get(table, 0) > until:
            yield f"table {table}: version {self.seen[table]} was told of, and the log ends at {until}"


def _difference(asked: TrackedChange, versions: list[int], whats: dict[int, list[Any]]) -> str:
    """What is wrong in the responses to a change that made these versions; "" if nothing."""
    if isinstance(asked.frame, Say):
        return "a message, and in the log" if versions else ""
    if not versions:
        return f"acknowledged as version {asked.told}, and not in the log" if asked.told else ""
    version, *more = versions
    if more:
        return f"in the log {len(versions)} times, as versions {', '.join(map(str, versions))}"
    if asked.refused:
        return f"refused as {asked.refused}, and in the log as version {version}"
    if asked.told and (version != asked.told if asked.exact else version > asked.told):
        return f"acknowledged as version {asked.told}, and in the log as version {version}"
    stored, said = whats[version], msgspec.to_builtins(asked.frame)
    if isinstance(asked.frame, Rematch):  # the log has the entry that the table made of it
        stored, said = stored[1:], said[1:]
    if not isinstance(asked.frame, Make) and stored != list(said):
        return f"sent as {list(said)}, and in the log as {stored}"
    return ""


def _named(asked: TrackedChange) -> str:
    """A description of a change, for a line that says what is wrong with it."""
    kind, *_ = msgspec.to_builtins(asked.frame)
    seat = getattr(asked.frame, "seat", None)
    at = f"table {asked.table or '?'}, {'its host' if seat is None else f'seat {seat}'}"
    return f"{at}, {kind} {asked.frame.id}"
