"""The process of one generator: follows the coordinator's orders and reports its measurements."""

from __future__ import annotations

import asyncio
import signal
import sys
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Final

from server.process.file_limits import open_more_files
from server.process.gc import tidy

from ...client.client import run
from ...hub_process import keep_off_first_core
from ..plan import LoadPlan
from .generator import Generator

CONNECT_TIMEOUT_S: Final = 3.0
"""Seconds after which a generator reports that it can't reach a server."""

ORDER_INTERVAL_S: Final = 0.02
"""Seconds between two polls for orders until the run begins."""

STOP_INTERVAL_S: Final = 0.25
"""Seconds between two polls for orders during the run: the only one is to end it early. A poll costs as much
as a third of a move."""

MAX_NEW_OBJECTS: Final = 5_000_000
"""New objects before garbage is collected in a busy generator, which takes seconds: 20,000 documents are
half of that."""


def main(plan: LoadPlan, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The entry point of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    open_more_files()
    if pin:
        keep_off_first_core()
    run(_generated(plan, number, Path(folder), pipe))


async def _generated(plan: LoadPlan, number: int, folder: Path, pipe: Pipe) -> None:
    generator = Generator(plan, lambda tick: pipe.send(("tick", tick)), number, folder)
    begun = asyncio.Event()

    async def obey() -> None:
        """Carry out orders. The pipe is polled: watching it with the event loop would make it
        non-blocking, and a long message would not pass at once."""
        while True:
            while pipe.poll():
                try:
                    order, content = pipe.recv()
                except (EOFError, OSError):
                    sys.exit(1)  # the parent process is gone
                if order == "begin":
                    generator.begin(content)
                    begun.set()
                else:
                    generator.stop()
            await asyncio.sleep(STOP_INTERVAL_S if begun.is_set() else ORDER_INTERVAL_S)

    tidying = asyncio.create_task(tidy(MAX_NEW_OBJECTS))
    obeying, opening = asyncio.create_task(obey()), asyncio.create_task(generator.open())
    while not (await asyncio.wait((opening,), timeout=CONNECT_TIMEOUT_S))[0]:
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
