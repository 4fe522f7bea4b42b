"""The host's commands at work: what each prints, and its exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec

from server.config import BadSetting, Settings, read
from server.hub import person, taking_out
from server.store.clients import StoreAway, reach
from server.store.embedded import CannotStart, address, kept, redis_for
from server.store.moving import Mover

from . import doctor, moving, steering
from .admin import NotSo


def run(chosen: argparse.Namespace) -> int:
    """Run one of them; the exit status. Raises BrokenPipeError where nobody reads what it prints."""
    try:
        return asyncio.run(_orderly(COMMANDS[chosen.command](chosen)))
    except BrokenPipeError:
        raise
    except OSError as why:
        place = f"{why.filename}: " if why.filename else ""
        print(f"stammtisch: {place}{why.strerror}", file=sys.stderr)
    except (BadSetting, CannotStart, StoreAway, moving.BadFile, NotSo) as why:
        print(f"stammtisch: {why}", file=sys.stderr)
    return 1


async def _orderly(work: Coroutine[Any, Any, int]) -> int:
    """Do it; where the terminal goes meanwhile, or somebody ends this, put right what was begun, as for
    Ctrl-C. A Redis would be read-only else, with nobody to say so."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    ended = list[signal.Signals]()

    def end(by: signal.Signals) -> None:
        ended.append(by)
        task.cancel()

    for one in (signal.SIGTERM, signal.SIGHUP):
        if threading.current_thread() is threading.main_thread() and signal.getsignal(one) != signal.SIG_IGN:
            loop.add_signal_handler(one, end, one)
    try:
        return await task
    except asyncio.CancelledError:
        if not ended:
            raise
        return 128 + ended[0]


def settings(chosen: argparse.Namespace) -> Settings:
    """The settings of the environment and the command line. Raises BadSetting."""
    return read(os.environ, redis=chosen.redis, data=chosen.data)


@contextlib.asynccontextmanager
async def reached(settings: Settings, new: bool = False) -> AsyncIterator[str]:
    """The address of the Redis of these settings: of the private one as well, whether it runs or not, and
    where it may be `new`, whether it was there before or not. Raises CannotStart."""
    folder = Path(settings.data)
    url = settings.redis or await _running(folder)
    if not (url or new or kept(folder)):
        raise CannotStart(f"No tables are kept in {folder}: name their folder (DATA), or a Redis (REDIS).")
    async with redis_for(url, settings.data) as url:
        yield url


@contextlib.asynccontextmanager
async def opened(settings: Settings, new: bool = False) -> AsyncIterator[Mover]:
    """Its tables. Raises CannotStart, StoreAway."""
    async with reached(settings, new) as url, Mover(url, settings.copies) as mover:
        yield mover


async def _running(folder: Path) -> str:
    """The address of the private Redis that runs on this folder; "" where none does."""
    url = address(folder)
    try:
        if url:
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
    # Who takes no writes can't say what replicas have: that is asked with one. Its own disk has all that
    # anybody was told.
    it = msgspec.structs.replace(settings(chosen), copies=0)
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
    print(f"{'1 table is' if moved.tables == 1 else f'{moved.tables} tables are'} in {chosen.file}.")
    if stop:
        print("This Redis is read-only now; `export --release` makes it writable again.")
    return _named(moved.missing, "not there")


async def _import(chosen: argparse.Namespace) -> int:
    moving.check(chosen.file)  # before a store is made for what can't be read
    async with opened(settings(chosen), new=True) as mover:
        it = await moving.put_in(mover, chosen.file, chosen.table)
    print(f"{'1 table is' if it.tables == 1 else f'{it.tables} tables are'} here now.")
    return _named(it.missing, "not in the file") | _named(it.others, "here already, and went another way")


def _named(tables: list[str], how: str) -> int:
    """Say of tables how they are; the exit status."""
    for table in tables:
        print(f"stammtisch: {table} is {how}", file=sys.stderr)
    return int(bool(tables))


DELETED: Final = ("tables", "reports", "remembered", "book_kept_for_s", "groups", "in_books")
"""What is kept of a person and may go. What the host has ordered stays."""


A_TOKEN: Final = re.compile(r"[\w-]{22,64}", re.ASCII)


async def _person(chosen: argparse.Namespace) -> int:
    if not A_TOKEN.fullmatch(chosen.token):
        said = "no browser has such a token: it has 22 letters or more. The hash of one leads to nobody"
        print(f"stammtisch: {said}", file=sys.stderr)
    async with opened(settings(chosen)) as mover:
        kept = await person.everything(mover, chosen.token)
        if not chosen.delete:
            print(json.dumps(kept, indent=2, ensure_ascii=False))
            return 0
        if not any(kept[part] for part in DELETED):
            print("Nothing that could be deleted is kept of whoever has this token.")
            return 0
        left = await taking_out.forget(mover, chosen.token)
    print("What could be deleted is deleted.")
    return _named(left, "not over, and still knows that person")


async def _admin(chosen: argparse.Namespace) -> int:
    it = settings(chosen)
    async with reached(it) as url:
        return await steering.steer(url, it, chosen)


Run = Callable[[argparse.Namespace], Coroutine[Any, Any, int]]

COMMANDS: Final[dict[str, Run]] = {
    "doctor": _doctor,
    "export": _export,
    "import": _import,
    "person": _person,
    "admin": _admin,
}
