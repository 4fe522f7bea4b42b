"""What the host sees of all hubs, and orders them to do. Every act is in a log that is only appended to."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from ipaddress import ip_address
from typing import Any, Final

from protocol.codec import packed, unpacked
from server.config import Settings
from server.hub import closing, orders
from server.hub.addresses import home
from server.hub.desk import Desk
from server.hub.live import now
from server.store.house import House
from server.store.store import Store

from .asking import asked

MINUTE_MS: Final = 60_000

MOST_MINUTES: Final = 10 * 366 * 24 * 60
"""For longer than ten years nothing is ordered, but for good."""

A_PERSON: Final = re.compile(r"[\w-]{16}", re.ASCII)
"""The hash of a token, see `tokens.person`."""

LONGEST: Final = 200
"""Letters of a notice."""

ROWS: Final = 100
"""Tables that are named at most."""


TORN: Final = "what was written last was changed, or is missing here"
UNREADABLE: Final = "this can't be read any more"
"""Of a log that somebody has changed by hand."""


UNCLOSED: Final = {
    "over": "it is over",
    "unknown-table": "there is none of this name",
    "other-version": "only hubs of the version that made it can do that",
}
"""Why a table can't be closed, by the code of that."""


BEWARE: Final = (
    "{} tells hubs for whom it speaks, and PROXIES doesn't name it: if it is your proxy, this holds for"
    " everybody who comes by it. Take it back, set PROXIES, and replace the hubs."
)


class NotSo(Exception):
    """What was asked for can't be done; the message is one line. `args`: its words, and what stands in their
    gaps, for a page that says it in another language."""

    def __str__(self) -> str:
        words, *gaps = self.args
        return str(words).format(*gaps)


class Admin:
    """The host at one Redis. `by`: who acts. `close_table(table)` ends one and says why not, see
    `closing.close`."""

    def __init__(self, house: House, by: str, close_table: Callable[[str], Awaitable[str]]) -> None:
        self._house = house
        self._by = by
        self._close_table = close_table

    # -- looking -----------------------------------------------------------------------------------

    async def hubs(self) -> list[dict[str, Any]]:
        """How each living hub is."""
        loads = await self._house.loads()
        return [{"hub": hub, **unpacked(load)} for hub, load in sorted(loads.items())]

    async def orders(self) -> dict[str, Any]:
        """What is ordered now, and until when (ms; 0: for good)."""
        fields = await self._house.orders()
        gone = orders.passed(fields, now())
        kept = {field: value for field, value in fields.items() if field not in gone}
        return {field: unpacked(value) for field, value in sorted(kept.items()) if not _is_question(field)}

    async def find(self, text: str) -> dict[str, Any]:
        """Tables that are open or run, and guests who are connected: by name, by the hash of a token, by a
        table's own name or an address; all of them by an empty text. `more`: may there be others, which are
        not named?"""
        _check_text(text)
        lobby = {table: unpacked(data) for table, data in (await self._house.lobby()).items()}
        tables = [
            {"table": table, **summary} for table, summary in lobby.items() if _holds(table, summary, text)
        ]
        answers = await self._ask(text)
        keys = ("hub", "person", "name", "address", "bot", "tables")
        guests = [dict(zip(keys, row, strict=True)) for rows in answers.values() for row in rows]
        more = len(tables) > ROWS or any(len(rows) >= orders.FOUND for rows in answers.values())
        return {"tables": tables[:ROWS], "guests": guests, "more": more}

    async def _ask(self, text: str) -> dict[str, list[list[Any]]]:
        """Ask all hubs; what each says, with its name in front of every row."""
        answers = await asked(self._house, text, await self._house.loads())
        return {hub: [[hub, *row] for row in it.said] for hub, it in sorted(answers.items())}

    async def reports(self) -> list[dict[str, Any]]:
        """What people have reported and nobody has closed yet, the oldest first."""
        keys = ("at", "table", "game", "by", "by_name", "person", "name", "why", "lines")
        line = ("at", "person", "name", "text")
        rows = []
        for report, data in (await self._house.reports()).items():
            row = dict(zip(keys, unpacked(data), strict=True))
            row["lines"] = [dict(zip(line, said, strict=True)) for said in row["lines"]]
            rows.append({"report": report, **row})
        return rows

    async def log(self) -> list[dict[str, Any]]:
        """All acts, the oldest first; `true`: the one before is as it was when this one was written. Where
        the last one isn't what was written last, a row at the end says so."""
        found = await self._house.rows()
        rows = [{"at": it.at, **_told(it.act), "true": it.true} for it in found.acts()]
        if not found.whole:
            rows.append({"at": now(), "by": "", "what": TORN, "true": False})
        return rows

    # -- ordering ----------------------------------------------------------------------------------

    async def bar(
        self, act: str, kind: str, who: str, minutes: float, why: str = ""
    ) -> dict[str, Any] | None:
        """Silence somebody or lock them out, for so long (0: for good). `beware`: more may be meant by that
        than one household."""
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
        await self._act(act, details, {order: packed(until), orders.seen(order): known})
        return {"beware": BEWARE.format(who)} if who in await self._strangers() else None

    async def _known_as(self, person: str) -> list[str]:
        """A name and a table at which others know somebody by it, or knew; nothing where nobody does."""
        for table, data in (await self._house.lobby()).items():
            summary = unpacked(data)
            known = {seat["person"]: seat["name"] for seat in summary["seats"]}
            if name := known.get(person) or (summary["host_name"] if summary["host"] == person else ""):
                return [name, table]
        for row in reversed(await self.reports()):
            if row["person"] == person:
                return [row["name"], row["table"]]
        return []

    async def _strangers(self) -> set[str]:
        """Addresses that tell hubs for whom they speak, and that PROXIES doesn't name."""
        return {home(it) for row in await self.hubs() for it in row.get("strangers", ())}

    async def free(self, act: str, kind: str, who: str) -> None:
        """Take that back."""
        who = _who(kind, who)
        field = orders.barred(act, kind, who)
        if field not in await self._house.orders():
            raise NotSo("{} {} is not under {}", kind, who, act)
        await self._act(f"end {act}", {kind: who}, {field: b"", orders.seen(field): b""})

    async def announce(self, text: str, minutes: float = 0) -> None:
        """Tell everybody something, now and whoever comes; it counts down where it comes in so many minutes.
        An empty text takes it back."""
        if len(text) > LONGEST:
            raise NotSo("that is longer than {} letters", LONGEST)
        _check_text(text)
        until = _until(minutes)
        value = orders.notice(now(), text, until) if text else b""
        await self._act("announce", {"text": text, "until": until}, {orders.NOTICE: value})

    async def tables(self, on: bool) -> None:
        """Have hubs make new tables, or none."""
        await self._act(
            f"tables {'on' if on else 'off'}", {}, {orders.TABLES_OFF: b"" if on else packed(True)}
        )

    async def drain(self, hub: str) -> None:
        """Have a hub send its people to others, and end."""
        if hub not in await self._house.loads():
            raise NotSo("no hub of the name {} lives", hub)
        await self._act("drain", {"hub": hub}, {f"{orders.DRAIN} {hub}": packed(True)})

    async def close(self, table: str) -> None:
        """End a table for good."""
        _check_text(table)
        if why := await self._close_table(table):
            raise NotSo("table {} can't be closed: " + UNCLOSED.get(why, why), table)
        await self._act("close", {"table": table}, {})

    async def close_report(self, report: str) -> None:
        """Keep a report no longer: it was dealt with."""
        row = next((row for row in await self.reports() if row["report"] == report), None)
        if row is None:
            raise NotSo("there is no report {}", report)
        await self._act("close report", {"person": row["person"], "table": row["table"]}, {})
        await self._house.drop_report(report)

    async def _act(self, what: str, details: Mapping[str, Any], fields: Mapping[str, bytes]) -> None:
        """Log an act and set what it orders; what was ordered for a time that is over goes on the way."""
        over = dict.fromkeys(orders.passed(await self._house.orders(), now()), b"")
        await self._house.act(packed([self._by, what, details]), {**over, **fields})


def _told(act: bytes) -> dict[str, Any]:
    """Who did what, as a row of the log has it."""
    try:
        by, what, details = unpacked(act)
        return {"by": by, "what": what, **details}
    except (ValueError, TypeError):
        return {"by": "", "what": UNREADABLE}


def _until(minutes: float) -> int:
    """When so many minutes are over; 0 for 0. Raises NotSo for what is no such number."""
    if not 0 <= minutes <= MOST_MINUTES:  # nor is it that of what is not a number
        raise NotSo("minutes go from 0 to {}, which is ten years", MOST_MINUTES)
    return now() + int(minutes * MINUTE_MS) if minutes else 0


def _check_text(text: str) -> None:
    """Raise NotSo for what can't be kept: halves of letters, as JSON and a terminal's bytes may have them."""
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        raise NotSo("that text holds something that is no letter") from wrong


def _is_question(field: str) -> bool:
    return field.startswith(f"{orders.ASK} ")


def _who(kind: str, who: str) -> str:
    """Somebody as hubs know them. Raises NotSo for what is no address."""
    if kind == orders.PERSON:
        return who
    try:
        ip_address(who)
    except ValueError as wrong:
        raise NotSo("{} is no address", who) from wrong
    return home(who)


def _holds(table: str, summary: Mapping[str, Any], text: str) -> bool:
    """Is this text a table's name, part of somebody's name there, or the hash of their token?"""
    sought = text.casefold()
    seats = summary["seats"]
    names = [summary["host_name"], *(seat["name"] for seat in seats)]
    known = (table, summary["host"], *(seat["person"] for seat in seats))
    return text in known or any(sought in name.casefold() for name in names)


# -- tables, for somebody who is no hub ------------------------------------------------------------


class _Ear:
    """Hears what other hubs do at a table, as a hub would."""

    desk: Desk

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        self.desk.followed(table, version, entry, ready)

    def on_note(self, table: str, data: bytes) -> None:
        """Who is there is nothing to this."""

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        """Nor is what is listed."""

    def on_gap(self) -> None:
        """A change at an old version is refused, and made anew."""

    on_doubt = on_gap


@contextlib.asynccontextmanager
async def closer(url: str, settings: Settings) -> AsyncIterator[Callable[[str], Awaitable[str]]]:
    """What ends tables in the Redis at this address, as one hub more for a moment."""
    ear = _Ear()
    store = Store(url, settings.hub, ear, settings.copies)
    ear.desk = Desk(settings, store)
    await store.open()
    try:
        yield lambda table: closing.close(ear.desk, table)
        await ear.desk.drain()
    finally:
        await store.close()
