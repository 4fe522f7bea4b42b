"""The arguments of the host's commands, beside those that serve. Loads nothing that they need to run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from . import steering

DOCTOR = """\
Look at this machine, at the settings in the environment and at Redis, and say in lines what is wrong and how
it is mended: versions, open files, how fast the disk writes, the Redis settings that the promise of stored
moves needs, clocks. Hubs that run on that Redis are asked how they are: of what version, when their event
loop stood still, whether their clocks and the settings that they need in common are the same, and which of
them no longer answers. Of keys they tell but a hash that can't be used again. With --at, also whether people
get through by the address that they type: TLS, proxy, websockets, origin.

  python -m server doctor
  REDIS=redis://10.0.0.5:6379 PROXIES=127.0.0.1 python -m server doctor --at https://tables.example.org

The exit status is 0 where nothing is wrong.
"""

EXPORT = """\
Write tables to a file that `import` reads into any other Redis: one, a replicated one, a cluster. From here
on this Redis is read-only: hubs on it hold what they were asked, tell nobody of it, and say that they are
storing; so nothing that anybody has seen is missing. Then import, start hubs on the new Redis, have the proxy
lead to them, and stop the old ones; clients come back by themselves and send again what was not answered.

  python -m server export tables.export --redis redis://10.0.0.5:6379
  python -m server import tables.export --redis cluster+redis://10.0.0.9:6379

With --live it stays writable, and the file is only a copy: what is played later is not in it.
The file holds every hand; keep it to yourself.
"""

IMPORT = """\
Read tables from a file that `export` has written. Hubs may run on this Redis already: they hear of them. A
table of the same name that has gone another way stays as it is, and the exit status is 1. Doing it again does
no harm; after a newer export it adds what is new.
"""

PERSON = """\
Show all that is kept of a person as JSON. The token is what the person's browser keeps; only the person has
it. With --delete that person is taken out of all games that are over and out of all chats: somebody without a
name stands there. Games that are open or running still need their people: they are named, and the exit
status is 1; once they are over, delete again. The games themselves can be verified as before.
"""


NAMES: Final = ("doctor", "export", "import", "person", "admin")


def add(commands: Any) -> None:
    """Add the host's commands to those of the command line."""
    it = _command(commands, "doctor", "look at a host's set-up", DOCTOR)
    it.add_argument("--at", metavar="ADDRESS", default="", help="the address that people type")
    it = _command(commands, "export", "write tables to a file, to move them", EXPORT)
    it.add_argument("file", type=Path, metavar="FILE", nargs="?", help="where to")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="this one alone; repeatable")
    it.add_argument("--live", action="store_true", help="leave this Redis writable")
    it.add_argument("--release", action="store_true", help="only make it writable again")
    it = _command(commands, "import", "read them into another Redis", IMPORT)
    it.add_argument("file", type=Path, metavar="FILE", help="what `export` has written")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="this one alone; repeatable")
    it = _command(commands, "person", "show or delete what is kept of somebody", PERSON)
    it.add_argument("token", metavar="TOKEN", help="of the person's browser")
    it.add_argument("--delete", action="store_true", help="take the person out")
    steering.fill(_command(commands, "admin", "see and steer all hubs", steering.ABOUT))


def _command(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    it: argparse.ArgumentParser = commands.add_parser(name, help=short, description=long, formatter_class=raw)
    steering.where(it)
    return it
