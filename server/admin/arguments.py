"""The arguments of the operator's commands, except those that serve. Imports nothing that only running them
needs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from . import cli

DOCTOR = """\
Check this machine, the settings in the environment and Redis, and print what is wrong and how to fix it:
versions, open files, disk latency, the Redis settings that durable moves need, clocks. Hubs on that Redis are
queried as well: their versions, event loop lag, clocks, the settings that they must share, and which of them
no longer answer. Hubs report keys only as hashes that can't be used again. With --at, also check whether
people can play at the public address: TLS, proxy, websockets, origin.

  python -m server doctor
  REDIS=redis://10.0.0.5:6379 PROXIES=127.0.0.1 python -m server doctor --at https://tables.example.org

The exit status is 0 if nothing is wrong.
"""

EXPORT = """\
Write tables to a file that `import` reads into any other Redis: a single one, a replicated one, a cluster.
From here on this Redis is read-only. Hubs on it hold requests without broadcasting them and tell clients that
they are storing, so nothing that a player has seen is lost. Then import, start hubs on the new Redis, switch
the proxy to them, and stop the old ones; clients reconnect and repeat unanswered requests.

  python -m server export tables.export --redis redis://10.0.0.5:6379
  python -m server import tables.export --redis cluster+redis://10.0.0.9:6379

With --live it stays writable, and the file is only a copy: later moves are not in it.
The file contains every hand; keep it to yourself.
"""

IMPORT = """\
Import tables from a file that `export` has written. Hubs that run on this Redis already are notified. An
existing table of the same name that differs stays unchanged, and the exit status is 1. Repeating an import
is safe; after a newer export it adds what is new.
"""

PERSON = """\
Show all stored data about a person as JSON. The token is stored in the person's browser; only the person has
it. With --delete the person is removed from all finished games and all chats, and appears there without a
name. Open and running games still need their people: they are listed, and the exit status is 1; delete again
once they are over. The games can be verified as before.
"""


NAMES: Final = ("doctor", "export", "import", "person", "admin")


def add(commands: Any) -> None:
    """Add the operator's commands to the command line."""
    it = _command(commands, "doctor", "check an installation: what is wrong, and how to fix it", DOCTOR)
    it.add_argument("--at", metavar="ADDRESS", default="", help="the public address of the server")
    it = _command(commands, "export", "write tables to a file, and stop play on this Redis", EXPORT)
    it.add_argument("file", type=Path, metavar="FILE", nargs="?", help="the file to write")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="only this one; repeatable")
    it.add_argument("--live", action="store_true", help="leave this Redis writable")
    it.add_argument("--release", action="store_true", help="only make it writable again")
    it = _command(commands, "import", "read them into another Redis", IMPORT)
    it.add_argument("file", type=Path, metavar="FILE", help="a file that `export` has written")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="only this one; repeatable")
    it = _command(commands, "person", "show or delete all data about a person", PERSON)
    it.add_argument("token", metavar="TOKEN", help="token of the person's browser")
    it.add_argument("--delete", action="store_true", help="delete the person's data")
    cli.fill(_command(commands, "admin", "monitor and steer all hubs", cli.ABOUT))


def _command(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    it: argparse.ArgumentParser = commands.add_parser(name, help=short, description=long)
    cli.where(it)
    return it
