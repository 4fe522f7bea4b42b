"""The operator's orders for all hubs, the audit log of these orders, reports by people, and hub status.

One script sets an order and logs it. Each row of the log begins with the hash of the row before it, the hash
of the last row is stored beside the log, and no code changes a row. So rows that were changed or removed by
hand are detected.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from hashlib import sha1
from typing import Any, Final, NamedTuple

from .clients import connect
from .cluster import link_to
from .heartbeats import HEARTBEAT_TIMEOUT_S
from .keys import ACTS, ACTS_END, HUBS, LOADS, LOBBY, ORDERS, REPORTED, REPORTS, answers, pairs
from .pipeline import Pipeline
from .scripts import AGES, load

ACT = load("audit_append")
READ_ACTS = load("audit_read")
SETTLE = load("audit_import")
REPORT = load("reports_trim", "report_add")
READ_REPORTS = load("reports_trim", "reports_read")
DROP_REPORT = load("report_delete")

ROW: Final = re.compile(rb"[0-9a-f]{40} (\d+) (.*)", re.DOTALL)
"""A row of the log: the hash of the row before, the time (ms), and the act."""

REPORTS_KEPT: Final = 500
REPORTS_OF_ADDRESS: Final = 60
REPORTS_OF_PERSON: Final = 20
"""Limits on stored reports that the operator has not closed: in all, of one address, of one person. A sender
above a limit loses their own oldest reports."""

REPORT_MS: Final = 90 * 86_400_000
"""How long a report is stored."""

ANSWERED_S: Final = 60
"""How long answers of hubs are stored."""


class AuditRow(NamedTuple):
    at: int
    act: bytes
    true: bool
    """Does the hash in this row match the row before it?"""


class Rows(NamedTuple):
    """The stored log."""

    rows: list[bytes]
    """Oldest first."""
    end: bytes
    """The hash of the row written last; b"" for logs from before this hash was stored."""

    @property
    def whole(self) -> bool:
        """Does the last row match the stored hash of the row written last?"""
        return self.end in (b"", _hash(self.rows[-1] if self.rows else b""))

    def acts(self) -> list[AuditRow]:
        """The parsed rows; an unparsable row becomes an empty act."""
        found, before = [], b""
        for row in self.rows:
            said = ROW.fullmatch(row)
            true = row.startswith(_hash(before) + b" ")
            found.append(AuditRow(int(said[1]), said[2], true) if said else AuditRow(0, b"", true))
            before = row
        return found


def report_name(address: str, person: str, number: int) -> str:
    """The name of a report: its sender's address (hashed) and person, and the report's number."""
    return f"{sha1(address.encode()).hexdigest()[:12]}.{person}.{number}"


def _kept() -> tuple[int, int, int, int]:
    return REPORTS_KEPT, REPORTS_OF_ADDRESS, REPORTS_OF_PERSON, REPORT_MS


def _hash(row: bytes) -> bytes:
    return sha1(row).hexdigest().encode()


class Hubs(NamedTuple):
    """The hubs that have left a status or a heartbeat."""

    loads: dict[str, bytes]
    """Each hub's latest status report."""
    ages: dict[str, int]
    """Milliseconds since the last heartbeat, for hubs with a heartbeat in the last minute."""

    def lives(self, hub: str) -> bool:
        """Is the hub's last heartbeat younger than the heartbeat timeout?"""
        return self.ages.get(hub, HEARTBEAT_TIMEOUT_S * 1000) < HEARTBEAT_TIMEOUT_S * 1000


class AdminRecords:
    """Orders and log: hubs read them, the operator writes them."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def orders(self) -> dict[str, bytes]:
        """All orders, by field. Raises StoreAway."""
        found = pairs(await self._reader.send("HGETALL", ORDERS))
        return {field.decode(): value for field, value in found}

    async def act(self, act: bytes, fields: Mapping[str, bytes]) -> None:
        """Log an act and set the orders that it contains; an empty value deletes an order."""
        words = [word for pair in fields.items() for word in pair]
        await self._writer.call(ACT, [ORDERS, ACTS, ACTS_END], act, *words, tries=1)

    async def carried_out(self, field: str) -> None:
        """Delete a one-time order that a hub has carried out."""
        await self._writer.send("HDEL", ORDERS, field)

    async def acts(self) -> list[AuditRow]:
        """The parsed log, oldest row first."""
        return (await self.rows()).acts()

    async def rows(self) -> Rows:
        """The stored log."""
        return Rows(*await self._reader.call(READ_ACTS, [ACTS, ACTS_END]))

    async def count_acts(self) -> int:
        """The number of rows in the log."""
        return int(await self._reader.send("LLEN", ACTS))

    async def acts_from(self, number: int) -> list[bytes]:
        """The acts of the log from row `number` on, without hash and time."""
        rows = await self._reader.send("LRANGE", ACTS, number, -1)
        return [said[2] if (said := ROW.fullmatch(row)) else b"" for row in rows]

    async def settle(self, orders: Mapping[str, bytes], acts: Sequence[bytes], end: bytes = b"") -> None:
        """Import orders and log rows of another server: orders only where unset, rows only into an empty
        log."""
        words = [word for pair in orders.items() for word in pair]
        await self._writer.call(SETTLE, [ORDERS, ACTS, ACTS_END], end, len(orders), *words, *acts)

    # -- reports by people -------------------------------------------------------------------------

    async def keep_report(self, name: str, report: bytes) -> None:
        """Store a report under a name from `report_name`. A repeat with the same name changes nothing."""
        await self._writer.call(REPORT, [REPORTS, REPORTED], *_kept(), name, report)

    async def reports(self) -> dict[str, bytes]:
        """All stored reports by name, oldest first."""
        found = await self._writer.call(READ_REPORTS, [REPORTS, REPORTED], *_kept())
        return {name.decode(): report for name, report in found}

    async def drop_report(self, name: str) -> None:
        await self._writer.call(DROP_REPORT, [REPORTS, REPORTED], name)

    # -- hub status --------------------------------------------------------------------------------

    async def report(self, hub: str, load: bytes) -> None:
        """Store this hub's status. Raises StoreAway without a retry, since the next report is newer."""
        await self._writer.send("HSET", LOADS, hub, load, tries=1)

    def gone(self, hub: str) -> None:
        """Delete the status of this hub, which is shutting down."""
        self._writer.send("HDEL", LOADS, hub, tries=1)

    async def hubs(self) -> Hubs:
        """All known hubs: live ones, and those that ended without deleting their status."""
        ages = pairs(await self._reader.call(AGES, [HUBS]))
        loads = pairs(await self._reader.send("HGETALL", LOADS))
        return Hubs(
            {hub.decode(): load for hub, load in loads}, {hub.decode(): int(age) for hub, age in ages}
        )

    async def loads(self) -> dict[str, bytes]:
        """The status of live hubs; the status of dead ones is deleted."""
        found = await self.hubs()
        dead = [hub for hub in found.loads if not found.lives(hub)]
        if dead:
            await self._writer.send("HDEL", LOADS, *dead)
        return {hub: load for hub, load in found.loads.items() if hub not in dead}

    async def lobby(self) -> dict[str, bytes]:
        """The tables that are open or running, with their summaries."""
        found = pairs(await self._reader.send("HGETALL", LOBBY))
        return {table.decode(): summary for table, summary in found}

    # -- queries to all hubs -----------------------------------------------------------------------

    async def ask(self, number: str, question: bytes) -> None:
        """Send a query to all hubs; b"" withdraws it."""
        await self._writer.send(
            *(("HSET", ORDERS, number, question) if question else ("HDEL", ORDERS, number))
        )

    async def answer(self, number: str, hub: str, answer: bytes) -> None:
        """Store a hub's answer. Raises StoreAway without a retry, since the query expires soon."""
        await self._writer.send("HSET", answers(number), hub, answer, tries=1)
        await self._writer.send("EXPIRE", answers(number), ANSWERED_S, tries=1)

    async def answered(self, number: str) -> dict[str, bytes]:
        """The answers so far, by hub."""
        found = pairs(await self._reader.send("HGETALL", answers(number)))
        return {hub.decode(): answer for hub, answer in found}


@contextlib.asynccontextmanager
async def admin_records_at(url: str, copies: int = 0) -> AsyncIterator[AdminRecords]:
    """Access to the records in the Redis at this address, for processes that are not hubs."""
    client: Any = connect(url)
    link = Pipeline(link_to(client, copies), tries=3)
    try:
        yield AdminRecords(link, link)
    finally:
        await link.close()
        await client.aclose()
