"""Runs the operator's commands: their output and exit status."""

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

from server.api import erasure, personal_data
from server.settings.config import BadSetting, Settings, read
from server.store.clients import StoreAway
from server.store.embedded import CannotStart, address, has_data, redis_for
from server.store.migration import Mover
from server.store.redis_permissions import reach

from . import cli, doctor, export_import
from .service import NotSo


def run(chosen: argparse.Namespace) -> int:
    """Run the chosen command; returns the exit status. Raises BrokenPipeError if its output is no longer
    read."""
    try:
        return asyncio.run(_orderly(COMMANDS[chosen.command](chosen)))
    except BrokenPipeError:
        raise
    except OSError as why:
        place = f"{why.filename}: " if why.filename else ""
        print(f"stammtisch: {place}{why.strerror}", file=sys.stderr)
    except (BadSetting, CannotStart, StoreAway, export_import.BadFile, NotSo) as why:
        print(f"stammtisch: {why}", file=sys.stderr)
    return 1


async def _orderly(work: Coroutine[Any, Any, int]) -> int:
    """Run the command. SIGTERM and SIGHUP cancel it as Ctrl-C does, so that it can clean up: otherwise an
    interrupted export would leave Redis read-only without a word."""
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
    """The settings from the environment and the command line. Raises BadSetting."""
    return read(os.environ, redis=chosen.redis, data=chosen.data)


@contextlib.asynccontextmanager
async def reached(settings: Settings, new: bool = False) -> AsyncIterator[str]:
    """The address of the Redis of these settings. An embedded Redis is started if it doesn't run; it must
    exist already unless `new`. Raises CannotStart."""
    folder = Path(settings.data)
    url = settings.redis or await _running(folder)
    if not (url or new or has_data(folder)):
        raise CannotStart(f"No tables are kept in {folder}: name their folder (DATA), or a Redis (REDIS).")
    async with redis_for(url, settings.data) as url:
        yield url


@contextlib.asynccontextmanager
async def opened(settings: Settings, new: bool = False) -> AsyncIterator[Mover]:
    """The tables of that Redis. Raises CannotStart, StoreAway."""
    async with reached(settings, new) as url, Mover(url, settings.copies) as mover:
        yield mover


async def _running(folder: Path) -> str:
    """The address of the embedded Redis that runs on this folder; "" if none does."""
    url = address(folder)
    try:
        if url:
            await reach(url)
    except StoreAway:
        return ""
    return url


async def _doctor(chosen: argparse.Namespace) -> int:
    it = doctor.findings_text(await doctor.doctor(settings(chosen), chosen.at))
    print("\n".join(it.lines))
    return it.status


async def _export(chosen: argparse.Namespace) -> int:
    if bool(chosen.file) == chosen.release:
        print("stammtisch: name a FILE, or --release alone", file=sys.stderr)
        return 2
    # Confirming writes at replicas needs a write, which a read-only Redis refuses. The primary's own disk has
    # every change that was ever broadcast.
    it = msgspec.structs.replace(settings(chosen), copies=0)
    alone = not it.redis and not await _running(Path(it.data))  # no hub plays on it
    async with opened(it) as mover:
        if chosen.release:
            await mover.stop_writes(False)
            print("This Redis takes writes again.")
            return 0
        stop = not (chosen.live or alone)
        if stop:
            await mover.stop_writes()
        try:
            moved = await export_import.take_out(mover, chosen.file, chosen.table)
        except BaseException:
            if stop:
                await mover.stop_writes(False)
            raise
    print(f"{'1 table is' if moved.tables == 1 else f'{moved.tables} tables are'} in {chosen.file}.")
    if stop:
        print("This Redis is read-only now; `export --release` makes it writable again.")
    return _named(moved.missing, "not there")


async def _import(chosen: argparse.Namespace) -> int:
    export_import.check(chosen.file)  # check the file before a store is created for it
    async with opened(settings(chosen), new=True) as mover:
        it = await export_import.put_in(mover, chosen.file, chosen.table)
    print(f"{'1 table is' if it.tables == 1 else f'{it.tables} tables are'} here now.")
    return (
        _named(it.missing, "not in the file")
        | _named(it.others, "here already, and differs")
        | _named(it.unbounded, "left out: its game holds a number out of bounds")
    )


def _named(tables: list[str], how: str) -> int:
    """Print the state of these tables; returns the exit status."""
    for table in tables:
        print(f"stammtisch: {table} is {how}", file=sys.stderr)
    return int(bool(tables))


DELETED: Final = ("tables", "reports", "remembered", "book_kept_for_s", "groups", "in_books")
"""Parts of a person's data that can be deleted. The operator's orders stay."""


A_TOKEN: Final = re.compile(r"[\w-]{22,64}", re.ASCII)


async def _person(chosen: argparse.Namespace) -> int:
    if not A_TOKEN.fullmatch(chosen.token):
        said = "no browser has such a token: it has 22 letters or more. The hash of one leads to nobody"
        print(f"stammtisch: {said}", file=sys.stderr)
    async with opened(settings(chosen)) as mover:
        kept = await personal_data.everything(mover, chosen.token)
        if not chosen.delete:
            print(json.dumps(kept, indent=2, ensure_ascii=False))
            return 0
        if not any(kept[part] for part in DELETED):
            print("Nothing that could be deleted is kept of whoever has this token.")
            return 0
        left = await erasure.forget(mover, chosen.token)
    print("What could be deleted is deleted.")
    return _named(left, "not over, and still knows that person")


async def _admin(chosen: argparse.Namespace) -> int:
    it = settings(chosen)
    async with reached(it) as url:
        return await cli.steer(url, it, chosen)


Run = Callable[[argparse.Namespace], Coroutine[Any, Any, int]]

COMMANDS: Final[dict[str, Run]] = {
    "doctor": _doctor,
    "export": _export,
    "import": _import,
    "person": _person,
    "admin": _admin,
}
