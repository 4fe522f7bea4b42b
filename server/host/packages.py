"""Is what runs here what was tried: Python, and the packages that `requirements-run.lock` names?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from .telling import ADVICE, FINE, WRONG, Finding

LOCK: Final = Path(__file__).parents[2] / "requirements-run.lock"

OLDEST: Final = (3, 11)


def packages(lock: Path = LOCK) -> Iterator[Finding]:
    """What is missing, or another version than was tried."""
    python = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST:
        yield Finding(WRONG, f"This is Python {python}.", "Run 3.11 or newer: PYTHON=… make setup.")
    if not lock.is_file():
        mend = "Take it from the same version of Stammtisch; it lies beside `server`."
        yield Finding(ADVICE, f"{lock.name} is not here: the packages can't be compared.", mend)
        return
    wrong = list(_differing(lock.read_text()))
    if not wrong:
        yield Finding(FINE, f"Python {python}, and all packages in the versions that were tried.")
    yield from wrong


def _differing(lock: str) -> Iterator[Finding]:
    for name, tried, marker in re.findall(r"^([\w.-]+)==(\S+)(?: ; (.*?))?(?: \\)?$", lock, re.MULTILINE):
        try:
            here = metadata.version(name)
        except metadata.PackageNotFoundError:
            if not marker:  # else it may be for other systems
                yield Finding(WRONG, f"The package {name} is not here.", _install(LOCK.name))
            continue
        if here != tried:
            yield Finding(ADVICE, f"{name} is {here}; {tried} was tried.", _install(LOCK.name))


def _install(lock: str) -> str:
    return f"make setup, or pip install --require-hashes -r {lock}."
