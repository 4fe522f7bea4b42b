"""`python -m server admin ...`: what the operator can see and order, as commands for people and scripts."""

from __future__ import annotations

import argparse
import getpass
import json
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from server.settings.config import Settings

if TYPE_CHECKING:  # arguments are parsed without importing the Redis client
    from .service import Admin

ABOUT = """\
Monitor and steer all hubs on a Redis. Results are printed as JSON. Orders reach hubs within seconds, apply
to hubs that start later, and are recorded in an append-only audit log.

  python -m server admin hubs
  python -m server admin find Ada
  python -m server admin reports
  python -m server admin lock --person Qm3vX0fJk2bT9a1Z --minutes 60 --why "insults"
  python -m server admin announce "We are down for ten minutes." --minutes 5
  python -m server admin drain hub-kx81

A person is identified by the hash of the token that the browser stores, as `find` shows it.
"""

Do = Callable[["Admin", argparse.Namespace], Awaitable[Any]]


def where(it: argparse.ArgumentParser, otherwise: str | None = None) -> None:
    """Add the arguments that select the Redis."""
    it.add_argument("--redis", metavar="URL", default=otherwise, help="the Redis (REDIS); see `serve --help`")
    it.add_argument("--data", metavar="FOLDER", default=otherwise, help="of embedded Redis (DATA, ./data)")


def fill(it: argparse.ArgumentParser) -> None:
    acts = it.add_subparsers(dest="act", required=True, metavar="ACT")

    def act(name: str, text: str, do: Do) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=text, description=text)
        one.set_defaults(do=do)
        where(one, argparse.SUPPRESS)  # also after the act; SUPPRESS keeps a value given before it
        return one

    act("hubs", "the state of each hub", lambda admin, it: admin.hubs())
    act("orders", "the current orders", lambda admin, it: admin.orders())
    act("log", "the audit log of all acts", lambda admin, it: admin.log())
    one = act("reports", "people's reports", _reports)
    one.add_argument("--close", metavar="REPORT", help="delete this report: it was dealt with")
    one = act(
        "find", "tables and guests with this name, hash or address", lambda admin, it: admin.find(it.text)
    )
    one.add_argument("text", metavar="TEXT", nargs="?", default="", help="without: all tables and guests")
    one = act("close", "end a table permanently", lambda admin, it: admin.close(it.table))
    one.add_argument("table", metavar="TABLE")
    act("broken", "tables closed because their game failed", lambda admin, it: admin.broken())
    one = act("reopen", "reopen one of them", lambda admin, it: admin.reopen(it.table))
    one.add_argument("table", metavar="TABLE")
    for name, text in (
        ("silence", "stop a person or an address from chatting"),
        ("lock", "lock out a person or an address"),
    ):
        one = act(name, text, _bar)
        who = one.add_mutually_exclusive_group(required=True)
        who.add_argument("--person", metavar="HASH", help="hash of the token, as `find` shows it")
        who.add_argument(
            "--address", metavar="ADDRESS", help="an IPv6 address stands for its household's network"
        )
        one.add_argument("--minutes", type=float, default=0, help="duration; without: permanently")
        one.add_argument("--why", default="", help="the reason, for the log")
        one.add_argument("--end", action="store_true", help="cancel the order")
    one = act(
        "announce", "show a notice to all people", lambda admin, it: admin.announce(it.text, it.minutes)
    )
    one.add_argument("text", metavar="TEXT", help="empty: cancel it")
    one.add_argument("--minutes", type=float, default=0, help="show a countdown of this length")
    one = act("tables", "allow or stop new tables", lambda admin, it: admin.tables(it.state == "on"))
    one.add_argument("state", choices=["on", "off"])
    one = act(
        "drain", "have a hub send its clients to other hubs and end", lambda admin, it: admin.drain(it.hub)
    )
    one.add_argument("hub", metavar="HUB")


def _bar(admin: Admin, it: argparse.Namespace) -> Awaitable[Any]:
    kind, who = ("person", it.person) if it.person else ("address", it.address)
    if it.end:
        return admin.free(it.act, kind, who)
    return admin.bar(it.act, kind, who, it.minutes, it.why)


def _reports(admin: Admin, it: argparse.Namespace) -> Awaitable[Any]:
    return admin.close_report(it.close) if it.close else admin.reports()


def whoever() -> str:
    """The name of the user who gives the order, or the user id if a container has no name for it."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


async def steer(url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    """Run the chosen act on the Redis at this address; returns the exit status. Raises NotSo, StoreAway."""
    import asyncio

    from server.live import closing
    from server.store.admin_records import admin_records_at

    from .service import Admin, registry_at

    async def close_table(table: str) -> str:
        async with registry_at(url, settings) as registry:
            return await closing.close(registry, table)

    async def reopen_table(table: str) -> str:
        async with registry_at(url, settings) as registry:
            return await closing.reopen(registry, table)

    async with admin_records_at(url, settings.copies) as records:
        by = await asyncio.to_thread(whoever)
        found = await chosen.do(Admin(records, by, close_table, reopen_table), chosen)
    if found is not None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    if chosen.act == "log" and not all(row["true"] for row in found):
        return 1
    return 0
