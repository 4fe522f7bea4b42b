"""The host's commands, beside those that serve: their arguments, what each prints, and its exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from server.config import BadSetting, Settings, read
from server.store.embedded import CannotStart, redis_for
from server.store.links import StoreAway, reach
from server.store.moving import Mover

from . import doctor, moving, person, steering
from .admin import NotSo

DOCTOR = """\
Look at this machine, at the settings in the environment and at Redis, and say in lines what is wrong and how
it is mended: versions, open files, how fast the disk writes, the Redis settings that the promise of stored
moves needs, clocks. With --at, also whether people get through by the address that they type: TLS, proxy,
websockets, origin.

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

Run = Callable[[argparse.Namespace], Awaitable[int]]


def add(commands: Any) -> None:
    """Add the host's commands to those of the command line."""
    it = _command(commands, "doctor", "looks at a host's set-up", DOCTOR, _doctor)
    it.add_argument("--at", metavar="ADDRESS", default="", help="the address that people type")
    it = _command(commands, "export", "writes tables to a file, to move them", EXPORT, _export)
    it.add_argument("file", type=Path, metavar="FILE", nargs="?", help="where to")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="this one alone; repeatable")
    it.add_argument("--live", action="store_true", help="leave this Redis writable")
    it.add_argument("--release", action="store_true", help="only make it writable again")
    it = _command(commands, "import", "reads them into another Redis", IMPORT, _import)
    it.add_argument("file", type=Path, metavar="FILE", help="what `export` has written")
    it.add_argument("--table", metavar="ID", action="append", default=[], help="this one alone; repeatable")
    it = _command(commands, "person", "shows or deletes what is kept of somebody", PERSON, _person)
    it.add_argument("token", metavar="TOKEN", help="of the person's browser")
    it.add_argument("--delete", action="store_true", help="take the person out")
    steering.fill(_command(commands, "admin", "sees and steers all hubs", steering.ABOUT, _admin))


def _command(commands: Any, name: str, short: str, long: str, run: Run) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    it: argparse.ArgumentParser = commands.add_parser(name, help=short, description=long, formatter_class=raw)
    it.add_argument("--redis", metavar="URL", help="the Redis (REDIS); see `serve --help`")
    it.add_argument("--data", metavar="FOLDER", help="of the private Redis (DATA, ./data)")
    it.set_defaults(run=run)
    return it


def run(chosen: argparse.Namespace) -> int:
    """Run one of them; the exit status."""
    try:
        return int(asyncio.run(chosen.run(chosen)))
    except OSError as why:
        print(f"stammtisch: {why.filename}: {why.strerror}", file=sys.stderr)
    except (BadSetting, CannotStart, StoreAway, moving.BadFile, NotSo) as why:
        print(f"stammtisch: {why}", file=sys.stderr)
    return 1


def settings(chosen: argparse.Namespace) -> Settings:
    """The settings of the environment and the command line. Raises BadSetting."""
    return read(os.environ, redis=chosen.redis, data=chosen.data)


@contextlib.asynccontextmanager
async def reached(settings: Settings) -> AsyncIterator[str]:
    """The address of the Redis of these settings: of the private one as well, whether it runs or not. Raises
    CannotStart."""
    url = settings.redis or await _running(Path(settings.data))
    async with redis_for(url, settings.data) as url:
        yield url


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Mover]:
    """Its tables. Raises CannotStart, StoreAway."""
    async with reached(settings) as url, Mover(url, settings.copies) as mover:
        yield mover


async def _running(folder: Path) -> str:
    """The address of the private Redis that runs on this folder; "" where none does."""
    url = f"unix://{quote(str(folder.absolute() / 'redis.sock'))}"
    try:
        await reach(url)
    except StoreAway:
        return ""
    return url


async def _doctor(chosen: argparse.Namespace) -> int:
    it = doctor.shown(await doctor.doctor(settings(chosen), chosen.at))
    print("\n".join(it.lines))
    return it.status


async def _export(chosen: argparse.Namespace) -> int:
    if bool(chosen.file) == chosen.release:
        print("stammtisch: name a FILE, or --release alone", file=sys.stderr)
        return 2
    it = settings(chosen)
    alone = not it.redis and not await _running(Path(it.data))  # nobody plays there
    async with opened(it) as mover:
        if chosen.release:
            await mover.stop_writes(False)
            print("This Redis takes writes again.")
            return 0
        stop = not (chosen.live or alone)
        if stop:
            await mover.stop_writes()
        try:
            moved = await moving.take_out(mover, chosen.file, chosen.table)
        except BaseException:
            if stop:
                await mover.stop_writes(False)
            raise
    print(f"{moved.tables} tables are in {chosen.file}.")
    if stop:
        print("This Redis is read-only now; `export --release` makes it writable again.")
    return _named(moved.missing, "not there")


async def _import(chosen: argparse.Namespace) -> int:
    async with opened(settings(chosen)) as mover:
        it = await moving.put_in(mover, chosen.file, chosen.table)
    print(f"{it.tables} tables are here now.")
    return _named(it.missing, "not in the file") | _named(it.others, "here already, and went another way")


def _named(tables: list[str], how: str) -> int:
    """Say of tables how they are; the exit status."""
    for table in tables:
        print(f"stammtisch: {table} is {how}", file=sys.stderr)
    return int(bool(tables))


async def _person(chosen: argparse.Namespace) -> int:
    async with opened(settings(chosen)) as mover:
        if not chosen.delete:
            print(json.dumps(await person.everything(mover, chosen.token), indent=2, ensure_ascii=False))
            return 0
        left = await person.forget(mover, chosen.token)
    print("What could be deleted is deleted.")
    return _named(left, "not over, and still knows that person")


async def _admin(chosen: argparse.Namespace) -> int:
    it = settings(chosen)
    async with reached(it) as url:
        return await steering.steer(url, it, chosen)
