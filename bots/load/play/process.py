"""The process of one generator: it obeys the coordinator's orders, and tells what it has seen."""

from __future__ import annotations

import asyncio
import signal
import sys
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Final

from server.files import open_more_files
from server.garbage import tidy

from ...client import run
from ...hub_process import keep_off_first_core
from ..plan import Plan
from .generator import Generator

REACH: Final = 3.0
"""Seconds for which a generator tries to reach a server that it can't."""

ORDERS: Final = 0.02
"""Seconds between two looks of a generator for orders."""

OBJECTS: Final = 5_000_000
"""So many more let a busy generator look for garbage, for seconds: 20,000 documents are half of that."""


def main(plan: Plan, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The whole life of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    open_more_files()
    if pin:
        keep_off_first_core()
    run(_generated(plan, number, Path(folder), pipe))


async def _generated(plan: Plan, number: int, folder: Path, pipe: Pipe) -> None:
    generator = Generator(plan, lambda tick: pipe.send(("tick", tick)), number, folder)
    begun = asyncio.Event()

    async def obey() -> None:
        """Carry out orders. The pipe is asked now and then: an event loop that watches it would make it
        one that takes no long message at once."""
        while True:
            while pipe.poll():
                try:
                    order, content = pipe.recv()
                except (EOFError, OSError):
                    sys.exit(1)  # whoever asked for this is gone
                if order == "begin":
                    generator.begin(content)
                    begun.set()
                else:
                    generator.stop()
            await asyncio.sleep(ORDERS)

    tidying = asyncio.create_task(tidy(OBJECTS))
    obeying, opening = asyncio.create_task(obey()), asyncio.create_task(generator.open())
    while not (await asyncio.wait((opening,), timeout=REACH))[0]:
        if why := generator.driver.trouble():
            pipe.send(("failed", why))
    await opening
    pipe.send(("ready", None))
    await begun.wait()
    await generator.ended()
    tally = await generator.finish()
    obeying.cancel()
    tidying.cancel()
    pipe.send(("done", tally))
