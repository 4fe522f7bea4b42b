"""The operator's view of all hubs, and the operator's orders. Every act is recorded in an append-only audit
log."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from ipaddress import ip_address
from typing import Any, Final

from protocol.codec import packed, unpacked
from server.clock import now
from server.live.registry import TableRegistry
from server.moderation import orders
from server.net.client_addresses import home
from server.settings.config import Settings
from server.store.admin_records import AdminRecords
from server.store.store import Store

from .query import asked

MINUTE_MS: Final = 60_000

MOST_MINUTES: Final = 10 * 366 * 24 * 60
"""The longest duration of an order: ten years. A longer one must be permanent."""

A_PERSON: Final = re.compile(r"[\w-]{16}", re.ASCII)
"""The hash of a token, see `tokens.person`."""

MAX_NOTICE_CHARS: Final = 200
"""Maximum length of a notice."""

MAX_LISTED_TABLES: Final = 100
"""Maximum number of tables in an answer."""


TORN: Final = "what was written last was changed, or is missing here"
UNREADABLE: Final = "this can't be read any more"
"""Notes on an audit log that was changed by hand."""


UNCLOSED: Final = {
    "over": "it is over",
    "unknown-table": "there is none of this name",
    "other-version": "only hubs of the version that made it can do that",
    "unknown-game": "its game is not installed here",
    "broken": "its game fails there",
    "not-broken": "its game has not failed there",
}
"""Why a table can't be closed or reopened, by code."""


BEWARE: Final = (
    "{} tells hubs for whom it speaks, and PROXIES doesn't name it: if it is your proxy, this holds for"
    " everybody who comes by it. Take it back, set PROXIES, and replace the hubs."
)


class NotSo(Exception):
    """The request can't be carried out; the message is one line. `args`: the message's template and the
    values of its placeholders, for a page that translates it."""

    def __str__(self) -> str:
        words, *gaps = self.args
        return str(words).format(*gaps)


AtTable = Callable[[str], Awaitable[str]]


async def nowhere(table: str) -> str:
    return "unknown-table"


class Admin:
    """The operator's access to one Redis. `by`: the name of the operator. `close_table(table)` ends a table
    and returns the reason if it can't, see `closing.close`; `reopen_table` likewise."""

    def __init__(
        self, records: AdminRecords, by: str, close_table: AtTable, reopen_table: AtTable = nowhere
    ) -> None:
        self._records = records
        self._by = by
        self._close_table = close_table
        self._reopen_table = reopen_table

    # -- queries -----------------------------------------------------------------------------------

    async def hubs(self) -> list[dict[str, Any]]:
        """The last report of each live hub."""
        loads = await self._records.loads()
        return [{"hub": hub, **unpacked(load)} for hub, load in sorted(loads.items())]

    async def orders(self) -> dict[str, Any]:
        """The current orders, and until when each applies (ms; 0: permanently)."""
        fields = await self._records.orders()
        gone = orders.passed(fields, now())
        kept = {field: value for field, value in fields.items() if field not in gone}
        return {field: unpacked(value) for field, value in sorted(kept.items()) if not _is_question(field)}

    async def find(self, text: str) -> dict[str, Any]:
        """Open and running tables and connected guests, by name, token hash, table name or address; all of
        them for an empty text. `more`: there may be others beyond the limit."""
        _check_text(text)
        lobby = {table: unpacked(data) for table, data in (await self._records.lobby()).items()}
        tables = [
            {"table": table, **summary} for table, summary in lobby.items() if _holds(table, summary, text)
        ]
        answers = await self._ask(text)
        keys = ("hub", "person", "name", "address", "bot", "tables")
        guests = [dict(zip(keys, row, strict=True)) for rows in answers.values() for row in rows]
        more = len(tables) > MAX_LISTED_TABLES or any(
            len(rows) >= orders.MAX_FOUND_GUESTS for rows in answers.values()
        )
        return {"tables": tables[:MAX_LISTED_TABLES], "guests": guests, "more": more}

    async def _ask(self, text: str) -> dict[str, list[list[Any]]]:
        """Query all hubs; returns each hub's rows, with the hub's name in front."""
        answers = await asked(self._records, text, await self._records.loads())
        return {hub: [[hub, *row] for row in it.said] for hub, it in sorted(answers.items())}

    async def broken(self) -> list[dict[str, Any]]:
        """Tables that are closed because their game failed, the latest first: game, cause and time."""
        rows = []
        for table, data in (await self._records.lobby()).items():
            if how := unpacked(data).get("broken"):
                rows.append({"table": table, **dict(zip(("game", "cause", "at"), how, strict=True))})
        return sorted(rows, key=lambda row: -row["at"])

    async def reports(self) -> list[dict[str, Any]]:
        """The open reports of people, the oldest first."""
        keys = ("at", "table", "game", "by", "by_name", "person", "name", "why", "lines")
        line = ("at", "person", "name", "text")
        rows = []
        for report, data in (await self._records.reports()).items():
            row = dict(zip(keys, unpacked(data), strict=True))
            row["lines"] = [dict(zip(line, said, strict=True)) for said in row["lines"]]
            rows.append({"report": report, **row})
        return rows

    async def log(self) -> list[dict[str, Any]]:
        """All acts, the oldest first; `true`: the row before it is unchanged. If the last row is not the one
        written last, an additional row at the end says so."""
        found = await self._records.rows()
        rows = [{"at": it.at, **_told(it.act), "true": it.true} for it in found.acts()]
        if not found.whole:
            rows.append({"at": now(), "by": "", "what": TORN, "true": False})
        return rows

    # -- orders ------------------------------------------------------------------------------------

    async def bar(
        self, act: str, kind: str, who: str, minutes: float, why: str = ""
    ) -> dict[str, Any] | None:
        """Silence or lock out a person or an address for this long (0: permanently). `beware`: the address
        may stand for more than one household."""
        if act not in (orders.SILENCE, orders.LOCK):
            raise NotSo(f"somebody is put under {orders.SILENCE} or {orders.LOCK}, and under nothing else")
        if kind not in (orders.PERSON, orders.ADDRESS):
            raise NotSo(f"that is put on a {orders.PERSON} or an {orders.ADDRESS}, and on nothing else")
        if kind == orders.PERSON and not A_PERSON.fullmatch(who):
            raise NotSo("a person is known by the hash of a token: 16 letters, as `find` shows them")
        _check_text(why)
        who = _who(kind, who)
        until, order = _until(minutes), orders.barred(act, kind, who)
        details = {kind: who, "until": until, "why": why}
        seen = await self._known_as(who) if kind == orders.PERSON else []
        known = packed([*seen, until]) if seen else b""  # not in the log, from which no name can be deleted
        await self._act(act, details, {order: packed(until), orders.seen_field(order): known})
        return {"beware": BEWARE.format(who)} if who in await self._strangers() else None

    async def _known_as(self, person: str) -> list[str]:
        """A name and a table by which others know or knew this person; empty if there is none."""
        for table, data in (await self._records.lobby()).items():
            summary = unpacked(data)
            known = {seat["person"]: seat["name"] for seat in summary["seats"]}
            if name := known.get(person) or (summary["host_name"] if summary["host"] == person else ""):
                return [name, table]
        for row in reversed(await self.reports()):
            if row["person"] == person:
                return [row["name"], row["table"]]
        return []

    async def _strangers(self) -> set[str]:
        """Addresses that sent X-Forwarded-For to hubs but are not in PROXIES."""
        return {home(it) for row in await self.hubs() for it in row.get("strangers", ())}

    async def free(self, act: str, kind: str, who: str) -> None:
        """Cancel such an order."""
        who = _who(kind, who)
        field = orders.barred(act, kind, who)
        if field not in await self._records.orders():
            raise NotSo("{} {} is not under {}", kind, who, act)
        await self._act(f"end {act}", {kind: who}, {field: b"", orders.seen_field(field): b""})

    async def announce(self, text: str, minutes: float = 0) -> None:
        """Show a notice to all people, now and when they connect, with a countdown if `minutes` is given. An
        empty text cancels it."""
        if len(text) > MAX_NOTICE_CHARS:
            raise NotSo("that is longer than {} letters", MAX_NOTICE_CHARS)
        _check_text(text)
        until = _until(minutes)
        value = orders.notice(now(), text, until) if text else b""
        await self._act("announce", {"text": text, "until": until}, {orders.NOTICE: value})

    async def tables(self, on: bool) -> None:
        """Allow or stop the creation of tables on all hubs."""
        await self._act(
            f"tables {'on' if on else 'off'}", {}, {orders.TABLES_OFF: b"" if on else packed(True)}
        )

    async def drain(self, hub: str) -> None:
        """Have a hub send its clients to other hubs, and end."""
        if hub not in await self._records.loads():
            raise NotSo("no hub of the name {} lives", hub)
        await self._act("drain", {"hub": hub}, {f"{orders.DRAIN} {hub}": packed(True)})

    async def close(self, table: str) -> None:
        """End a table permanently."""
        _check_text(table)
        if why := await self._close_table(table):
            raise NotSo("table {} can't be closed: " + UNCLOSED.get(why, why), table)
        await self._act("close", {"table": table}, {})

    async def reopen(self, table: str) -> None:
        """Reopen a table whose game had failed."""
        _check_text(table)
        if why := await self._reopen_table(table):
            raise NotSo("table {} can't be opened again: " + UNCLOSED.get(why, why), table)
        await self._act("reopen", {"table": table}, {})

    async def close_report(self, report: str) -> None:
        """Delete a report that was dealt with."""
        row = next((row for row in await self.reports() if row["report"] == report), None)
        if row is None:
            raise NotSo("there is no report {}", report)
        await self._act("close report", {"person": row["person"], "table": row["table"]}, {})
        await self._records.drop_report(report)

    async def _act(self, what: str, details: Mapping[str, Any], fields: Mapping[str, bytes]) -> None:
        """Log an act and store its orders; expired orders are removed at the same time."""
        over = dict.fromkeys(orders.passed(await self._records.orders(), now()), b"")
        await self._records.act(packed([self._by, what, details]), {**over, **fields})


def _told(act: bytes) -> dict[str, Any]:
    """Who did what, as fields of a log row."""
    try:
        by, what, details = unpacked(act)
        return {"by": by, "what": what, **details}
    except (ValueError, TypeError):
        return {"by": "", "what": UNREADABLE}


def _until(minutes: float) -> int:
    """The time when this many minutes have passed; 0 for 0. Raises NotSo for an invalid number."""
    if not 0 <= minutes <= MOST_MINUTES:  # false for NaN, too
        raise NotSo("minutes go from 0 to {}, which is ten years", MOST_MINUTES)
    return now() + int(minutes * MINUTE_MS) if minutes else 0


def _check_text(text: str) -> None:
    """Raise NotSo for text that can't be stored: lone surrogates, which JSON and a terminal's bytes can
    contain."""
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        raise NotSo("that text holds something that is no letter") from wrong


def _is_question(field: str) -> bool:
    return field.startswith(f"{orders.ASK} ")


def _who(kind: str, who: str) -> str:
    """A person or address in the hubs' notation. Raises NotSo for an invalid address."""
    if kind == orders.PERSON:
        return who
    try:
        ip_address(who)
    except ValueError as wrong:
        raise NotSo("{} is no address", who) from wrong
    return home(who)


def _holds(table: str, summary: Mapping[str, Any], text: str) -> bool:
    """Is this text the table's name, part of a name at the table, or the token hash of one of its people?"""
    sought = text.casefold()
    seats = summary["seats"]
    names = [summary["host_name"], *(seat["name"] for seat in seats)]
    known = (table, summary["host"], *(seat["person"] for seat in seats))
    return text in known or any(sought in name.casefold() for name in names)


# -- tables, for a process that is not a hub -------------------------------------------------------


class _TableFollower:
    """A registry and its store, which receives other hubs' messages about tables, as a hub would."""

    def __init__(self, url: str, settings: Settings) -> None:
        self.store = Store(url, settings.hub, self, settings.copies)
        self.registry = TableRegistry(settings, self.store)

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        self.registry.followed(table, version, entry, ready)

    def on_note(self, table: str, data: bytes) -> None:
        """Presence is ignored."""

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """The lobby is ignored."""

    def on_gap(self) -> None:
        """Nothing to do: a change at an old version is refused and retried."""

    on_doubt = on_return = on_death = on_outage = on_gap


@contextlib.asynccontextmanager
async def registry_at(url: str, settings: Settings) -> AsyncIterator[TableRegistry]:
    """A temporary table registry on the Redis at this address, like that of another hub."""
    it = _TableFollower(url, settings)
    await it.store.open()
    try:
        yield it.registry
        await it.registry.drain()
    finally:
        await it.store.close()
