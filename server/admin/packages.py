"""Compares Python and installed packages with the tested versions of `requirements-run.lock`; says what is
compiled."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

import protocol.diff as moves
from server.games import PACKAGE
from server.games.outside import FAULTS
from server.starting import OURS, install_line

from .findings import ADVICE, FINE, WRONG, Finding

HOME: Final = Path(__file__).parents[1]

PLACES: Final = (HOME / "requirements-run.lock", HOME.parent / "requirements-run.lock")

LOCK: Final = next(filter(Path.is_file, PLACES), PLACES[-1])
"""In an installed package it is inside `server`, in a checkout beside it (`setup.py`)."""

OLDEST: Final = (3, 11)


def packages(lock: Path = LOCK) -> Iterator[Finding]:
    """Packages that are missing or have another version than the tested one."""
    python = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST:
        yield Finding(WRONG, f"This is Python {python}.", "Run 3.11 or newer.")
    if not lock.is_file():
        mend = "Take it from the same version of Stammtisch."
        yield Finding(ADVICE, f"{lock.name} is not here: the packages can't be compared.", mend)
        return
    wrong = list(_differing(lock.read_text()))
    if not wrong:
        yield Finding(FINE, f"Python {python}, and all packages in the versions that were tried.")
    yield from wrong


def clashes() -> Iterator[Finding]:
    """Distributions that have a package named as one of ours: installed into one folder, they overwrite each
    other's files."""
    owners = metadata.packages_distributions()
    for name in OURS:
        others = sorted({*owners.get(name, ())} - {"stammtisch"})
        if others and "stammtisch" in owners[name]:
            said = f"The package {name} of Stammtisch and that of {', '.join(others)} are in one folder."
            yield Finding(WRONG, said, "Install Stammtisch into an environment of its own (pipx install).")


def brought() -> Iterator[Finding]:
    """Games and bots of other packages: the faulty ones, and those in use."""
    for fault in FAULTS:
        said = fault.line
        mend = "Fix or remove that package; all other games work."
        yield Finding(WRONG, said[0].upper() + said[1:], mend)
    for name, package in PACKAGE.items():
        yield Finding(FINE, f"The game {name} is there, from {package}.")


def machine_code() -> Iterator[Finding]:
    """Are the modules that a move runs through compiled, or run as Python?"""
    if str(moves.__file__).endswith(".py"):
        yield Finding(FINE, "No module is compiled: for the same moves, hubs need some more CPU time.")
    else:
        yield Finding(FINE, "The modules that a move runs through are compiled.")


def _differing(lock: str) -> Iterator[Finding]:
    for name, tried, marker in re.findall(r"^([\w.-]+)==(\S+)(?: ; (.*?))?(?: \\)?$", lock, re.MULTILINE):
        try:
            here = metadata.version(name)
        except metadata.PackageNotFoundError:
            if not marker:  # else it may be for other systems only
                yield Finding(WRONG, f"The package {name} is not here.", install_line(LOCK))
            continue
        if here != tried:
            yield Finding(ADVICE, f"{name} is {here}; {tried} was tried.", install_line(LOCK))
