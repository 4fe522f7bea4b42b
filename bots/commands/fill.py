"""`python -m bots fill`: arguments, the bot key, the exit status."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

import msgspec

from protocol.frames import Name
from server.process.logs import begin_logging

from ..client.client import GaveUp, address, run, without_account
from ..filler.choosing import stall_watch
from ..filler.filler import Filler, fill
from ..filler.pace import Pause

EPILOG = """\
The server and its bot processes share a secret key: the environment variable BOT_KEY.
Any number of these processes can run, on any machine: no seat is taken twice, and when a process stops,
others take over its seats.

  BOT_KEY=... python -m bots fill --server ws://127.0.0.1:8080/ws
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "fill",
        help="play the seats that want a bot; any number of processes can run beside the hubs",
        description="Watch a server for seats that want a bot or a stand-in, take them, and play them.",
        epilog=EPILOG,
    )
    url = os.environ.get("SERVER", "ws://127.0.0.1:8080/ws")
    it.add_argument(
        "--server", default=url, metavar="URL", help=f"websocket address (SERVER, {without_account(url)})"
    )
    it.add_argument("--name", default="bots", help="name of this process in the server's log")
    it.add_argument(
        "--seats", type=int, default=2000, metavar="N", help="maximum number of seats at a time (2000)"
    )
    it.add_argument(
        "--thinkers",
        type=int,
        default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        metavar="N",
        help="worker processes for slow minds, started on demand (number of cores)",
    )
    it.add_argument(
        "--pause",
        type=int,
        nargs=2,
        default=[700, 1800],
        metavar=("FROM", "TO"),
        help="pause before an answer when people play, in milliseconds (700 1800)",
    )
    it.set_defaults(run=command)


def command(chosen: argparse.Namespace) -> int:
    """Play until stopped."""
    key = os.environ.get("BOT_KEY", "").strip(" \t\r")  # the same stripping as in the server
    if not key:
        print("fill: BOT_KEY is not set; it must be the same as the server's", file=sys.stderr)
        return 2
    begin_logging("info", os.environ.get("LOG_FORMAT", "lines"), "bots")
    try:
        check(chosen)
    except ValueError as wrong:
        print(f"fill: {wrong}", file=sys.stderr)
        return 2
    shortest, longest = (ms / 1000 for ms in chosen.pause)
    pause = Pause(shortest, longest)
    filler = Filler(chosen.server, key, chosen.name, chosen.seats, pause, chosen.thinkers)
    begun = f"bots for {without_account(chosen.server)}"
    try:
        with stall_watch().running():
            run(fill(filler, lambda: print(begun, flush=True)))
    except GaveUp as why:
        print(f"fill: {why}; is BOT_KEY the server's?", file=sys.stderr)
        return 1
    print(f"{filler.taken} seats taken, {filler.acts} choices made, {filler.refused} refused")
    return 0


def check(chosen: argparse.Namespace) -> None:
    """Raises ValueError for implausible arguments."""
    try:
        address(chosen.server)
    except ValueError as wrong:
        raise ValueError(f"--server: {wrong}") from wrong
    try:
        msgspec.convert(chosen.name.strip(), Name)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"--name {chosen.name!r}: {wrong}") from wrong
    if chosen.seats < 1:
        raise ValueError("--seats counts from 1")
    if chosen.thinkers < 1:
        raise ValueError("--thinkers counts from 1")
    if not 0 <= chosen.pause[0] <= chosen.pause[1]:
        raise ValueError("--pause goes from a time, 0 or more, to one that is not shorter")
