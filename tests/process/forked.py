"""Commands of the server in new processes that have its modules already: importing these is most of the work
of a command that refuses to start."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from tests.waiting import LIMIT

MODULES: Final = ["server.__main__", "server.commands", "server.serve", "server.play"]

PROCESSES: Final = get_context("forkserver")
PROCESSES.set_forkserver_preload(MODULES)


def _become(words: list[str], environment: Mapping[str, str], folder: str, said: str) -> None:
    """In the new process: what `python -m server` does, with all output in a file."""
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for standard in (1, 2):
        os.dup2(out, standard)
    os.close(out)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    from server.__main__ import main
    from server.starting import keep_to_own_modules

    keep_to_own_modules()
    sys.exit(main(words))


def ran(words: list[str], environment: Mapping[str, str], folder: Path, said: Path) -> int:
    """Run a command to its end; returns its status. `said` becomes a file with its output."""
    it: BaseProcess = PROCESSES.Process(target=_become, args=(words, environment, str(folder), str(said)))
    it.start()
    it.join(LIMIT)
    if it.is_alive():
        it.kill()
        it.join()
        raise AssertionError(f"{words} doesn't end:\n{said.read_text()}")
    assert it.exitcode is not None
    return it.exitcode
