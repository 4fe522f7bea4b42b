"""`python -m server admin ...`: what the host sees and orders, as commands for people and scripts."""

from __future__ import annotations

import argparse
import getpass
import json
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from server.config import Settings

if TYPE_CHECKING:  # arguments are read without loading what it takes to reach a Redis
    from .admin import Admin

ABOUT = """\
See and steer all hubs on a Redis. What is to be seen is printed as JSON. Orders reach hubs within seconds,
hold for hubs that start later, and every one is in a log that is only appended to.

  python -m server admin hubs
  python -m server admin find Ada
  python -m server admin reports
  python -m server admin lock --person Qm3vX0fJk2bT9a1Z --minutes 60 --why "insults"
  python -m server admin announce "We are down for ten minutes." --minutes 5
  python -m server admin drain hub-kx81

A person is known by the hash of the token that the browser keeps, as `find` shows it.
"""

Do = Callable[["Admin", argparse.Namespace], Awaitable[Any]]


def where(it: argparse.ArgumentParser, otherwise: str | None = None) -> None:
    """Add the arguments that say which Redis is meant."""
    it.add_argument("--redis", metavar="URL", default=otherwise, help="the Redis (REDIS); see `serve --help`")
    it.add_argument("--data", metavar="FOLDER", default=otherwise, help="of the private Redis (DATA, ./data)")


def fill(it: argparse.ArgumentParser) -> None:
    """Add what can be seen and ordered."""
    acts = it.add_subparsers(dest="act", required=True, metavar="ACT")

    def act(name: str, text: str, do: Do) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=text, description=text)
        one.set_defaults(do=do)
        where(one, argparse.SUPPRESS)  # here, too: what was said before the act stands
        return one

    act("hubs", "how each hub is", lambda admin, it: admin.hubs())
    act("orders", "what is ordered now", lambda admin, it: admin.orders())
    act("log", "all acts so far", lambda admin, it: admin.log())
    one = act("reports", "what people have reported", _reports)
    one.add_argument("--close", metavar="REPORT", help="this one was dealt with: it is kept no longer")
    one = act(
        "find", "tables and guests of this name, hash or address", lambda admin, it: admin.find(it.text)
    )
    one.add_argument("text", metavar="TEXT", nargs="?", default="", help="without: all who are here")
    one = act("close", "end a table for good", lambda admin, it: admin.close(it.table))
    one.add_argument("table", metavar="TABLE")
    for name, text in (("silence", "let somebody say nothing at tables"), ("lock", "let somebody not in")):
        one = act(name, text, _bar)
        who = one.add_mutually_exclusive_group(required=True)
        who.add_argument("--person", metavar="HASH", help="of the token, as `find` shows it")
        who.add_argument("--address", metavar="ADDRESS", help="of IPv6 the household's network counts")
        one.add_argument("--minutes", type=float, default=0, help="for so long; without, for good")
        one.add_argument("--why", default="", help="for the log")
        one.add_argument("--end", action="store_true", help="take it back")
    one = act("announce", "tell everybody something", lambda admin, it: admin.announce(it.text, it.minutes))
    one.add_argument("text", metavar="TEXT", help="empty: take it back")
    one.add_argument("--minutes", type=float, default=0, help="count down to what comes then")
    one = act("tables", "make new tables, or none", lambda admin, it: admin.tables(it.state == "on"))
    one.add_argument("state", choices=["on", "off"])
    one = act("drain", "have a hub send its people to others and end", lambda admin, it: admin.drain(it.hub))
    one.add_argument("hub", metavar="HUB")


def _bar(admin: Admin, it: argparse.Namespace) -> Awaitable[Any]:
    kind, who = ("person", it.person) if it.person else ("address", it.address)
    if it.end:
        return admin.free(it.act, kind, who)
    return admin.bar(it.act, kind, who, it.minutes, it.why)


def _reports(admin: Admin, it: argparse.Namespace) -> Awaitable[Any]:
    return admin.close_report(it.close) if it.close else admin.reports()


def whoever() -> str:
    """Who gives the order: by name, or by the number where a container knows no name for it."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


async def steer(url: str, settings: Settings, chosen: argparse.Namespace) -> int:
    """Do one of them at the Redis at this address; the exit status. Raises NotSo, StoreAway."""
    import asyncio

    from server.store.house import house_at

    from .admin import Admin, closer

    async def close_table(table: str) -> str:
        async with closer(url, settings) as close:
            return await close(table)

    async with house_at(url, settings.copies) as house:
        by = await asyncio.to_thread(whoever)
        found = await chosen.do(Admin(house, by, close_table), chosen)
    if found is not None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    if chosen.act == "log" and not all(row["true"] for row in found):
        return 1
    return 0
