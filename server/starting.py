"""Starts a package's commands as a process, and names them as they were called; reports missing packages."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import site
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

HOME: Final = Path(__file__).parents[1]
"""The folder of our packages."""

OURS: Final = ("server", "protocol", "bots")

INTERRUPTED: Final = 130
"""The exit status of a command that Ctrl-C has ended."""

NAMES: Final = (
    ("python -m server", "stammtisch"),
    ("python -m bots load", "stammtisch load"),
    ("python -m bots conform", "stammtisch conform"),
    ("python -m bots", "stammtisch bots"),
)
"""Our commands in a checkout, and by the installed script."""

_script: list[str] = []
"""The file of the installed script, if this process was started by it."""


def by_script(file: str) -> None:
    """From now on commands are called as by the installed script, whose module is in this file, and child
    processes take no module from the current folder."""
    _script[:] = [os.path.abspath(file)]
    keep_to_own_modules()


def is_by_script() -> bool:
    return bool(_script)


def called(text: str) -> str:
    """A text that names commands as in a checkout, with the names by which they were called."""
    if _script:
        for checkout, script in NAMES:
            text = text.replace(checkout, script)
    return text


def command(package: str, *words: str) -> list[str]:
    """The command line of one of our commands as a child process, which is called as this one was."""
    if not _script:
        return [sys.executable, "-m", package, *words]
    return [sys.executable, "-P", *_script, *(["bots"] if package == "bots" else []), *words]


def install_line(lock: Path) -> str:
    """How to get the packages of a lock file, as a sentence."""
    if _installed():
        return f"pip install --require-hashes -r {lock}."
    return f"make setup, or pip install --require-hashes -r {lock.name}."


class CommandParser(argparse.ArgumentParser):
    """A parser whose texts keep their line breaks and name commands as they were called."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **given})

    def format_help(self) -> str:
        return called(super().format_help())

    def format_usage(self) -> str:
        return called(super().format_usage())

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        super().exit(status, message and called(message))


@contextlib.contextmanager
def ends_at_once() -> Iterator[None]:
    """Within this context Ctrl-C ends the process without an exception. Packages are imported here: modules
    in machine code may crash, or lose it, when an exception interrupts their import."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def outcome(command: Callable[[], int]) -> int:
    """The exit status of a command, which may import any package."""
    try:
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as missing:
        if not missing.name or missing.name.split(".")[0] in OURS:
            raise
        wanted = f"stammtisch: the package {missing.name} is not here for {sys.executable}."
        setup = "`make setup` makes .venv/bin/python, which has all."
        print(wanted, "Install Stammtisch again." if _installed() else setup, file=sys.stderr)
        return 1


def _installed() -> bool:
    """Are our packages where the interpreter finds installed ones?"""
    return str(HOME) in {*site.getsitepackages(), site.getusersitepackages()}


def keep_to_own_modules() -> None:
    """Have child processes import our modules from this folder, and none from the current folder. `python -m`
    searches it first, and an empty entry of PYTHONPATH stands for it: a foreign `server.py` may be there."""
    os.environ["PYTHONSAFEPATH"] = "1"
    given = os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    path = [*([] if _installed() else [str(HOME)]), *filter(None, given)]
    if path:
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
