"""The host's commands, beside those that serve: their arguments, what each prints, and its exit status."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from server.config import BadSetting, Settings, read
from server.store.links import StoreAway

DOCTOR = """\
Look at this machine, at the settings in the environment and at Redis, and say in lines what is wrong and how
it is mended: versions, open files, how fast the disk writes, the Redis settings that the promise of stored
moves needs, clocks. With --at, also whether people get through by the address that they type: TLS, proxy,
websockets, origin.

  python -m server doctor
  REDIS=redis://10.0.0.5:6379 PROXIES=127.0.0.1 python -m server doctor --at https://tables.example.org

The exit status is 0 where nothing is wrong.
"""

Run = Callable[[argparse.Namespace], Awaitable[int]]


def add(commands: Any) -> None:
    """Add the host's commands to those of the command line."""
    it = _command(commands, "doctor", "looks at a host's set-up", DOCTOR, doctor)
    it.add_argument("--data", metavar="FOLDER", help="of the private Redis (DATA, ./data)")
    it.add_argument("--at", metavar="ADDRESS", default="", help="the address that people type")


def _command(commands: Any, name: str, short: str, long: str, run: Run) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    it: argparse.ArgumentParser = commands.add_parser(name, help=short, description=long, formatter_class=raw)
    it.add_argument("--redis", metavar="URL", help="the Redis (REDIS); see `serve --help`")
    it.set_defaults(run=run)
    return it


def run(chosen: argparse.Namespace) -> int:
    """Run one of them; the exit status."""
    try:
        return int(asyncio.run(chosen.run(chosen)))
    except (BadSetting, StoreAway) as why:
        print(f"stammtisch: {why}", file=sys.stderr)
        return 1


def settings(chosen: argparse.Namespace) -> Settings:
    """The settings of the environment and the command line. Raises BadSetting."""
    return read(os.environ, redis=chosen.redis, data=getattr(chosen, "data", None))


async def doctor(chosen: argparse.Namespace) -> int:
    """Print what is wrong."""
    from .doctor import doctor, shown

    it = shown(await doctor(settings(chosen), chosen.at))
    print("\n".join(it.lines))
    return it.status
