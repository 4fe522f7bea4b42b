"""Entry points of installed packages: games, their data, and minds, values, features, nets and levels for
bots.

A faulty package harms only itself. It is left out with a log line that names it, the file and the cause, and
everything else works. `FAULTS` lists all parts that this process has left out.

A package may say for which contract it was written: `contract = 1` in the `__init__.py` of its top folder, or
in its only module. A package of a later contract is left out, whatever else it does.
"""

from __future__ import annotations

import contextlib
import logging
import re
import signal
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import Any, Final, TypeVar

from msgspec import Struct

log = logging.getLogger("stammtisch.outside")

T = TypeVar("T")

CONTRACT_NUMBER: Final = 1
"""The number of the contract of packages. It grows when packages can use something that earlier versions of
Stammtisch lack; what is taken from them needs a new group of entry points instead."""

CONTRACT: Final = re.compile(r"^contract\b[^=\n]*=[ \t]*(\d{1,6})\b", re.MULTILINE)
"""The line by which a package says for which contract it was written."""

CPU_LIMIT_S: Final = 20.0
"""The limit of CPU time (s) for loading and trying an entry point."""


class Untrue(ValueError):
    """A package violates its contract. `file`: the file of the package with the violation, "" if unknown."""

    def __init__(self, cause: str, file: str = "") -> None:
        super().__init__(cause)
        self.file = file


class TooLong(BaseException):
    """The CPU time is over. An `except Exception` of the package must not swallow this."""


class PackageFault(Struct, frozen=True):
    """An entry point that was left out."""

    what: str
    """game, mind, …"""
    name: str
    package: str
    file: str
    cause: str

    @property
    def line(self) -> str:
        where = ", ".join(filter(None, (self.package, self.file)))
        return f"the {self.what} {self.name} ({where}) is left out: {self.cause}"


FAULTS: Final[list[PackageFault]] = []

BROUGHT: Final[dict[tuple[str, str], str]] = {}
"""By kind and name of an entry point in use: its package and version."""


TOO_NEW: Final = (
    "it is written for contract {}, and this version of Stammtisch has contract {}: "
    "update Stammtisch, or install an older version of the package"
)


def left_out(what: str) -> list[str]:
    """The names of all entry points of a kind that were left out."""
    return [fault.name for fault in FAULTS if fault.what == what]


def offered(
    entries: Iterable[EntryPoint],
    what: str,
    taken: Collection[str] = (),
    tried: Callable[[Any], Any] = lambda it: it,
) -> Iterator[tuple[str, Any]]:
    """The usable entry points by name, each as `tried` returns it. An entry point that fails to load, is
    refused by `tried`, or has the name of another is left out."""
    names = {*taken}
    for entry in entries:
        try:
            if entry.name in names:
                raise Untrue(f"there is one of that name: {entry.name}")
            with _in_time(CPU_LIMIT_S):
                if (wanted := _contract(entry)) > CONTRACT_NUMBER:
                    raise Untrue(TOO_NEW.format(wanted, CONTRACT_NUMBER))
                found = tried(entry.load())
        except (Exception, SystemExit, TooLong) as wrong:
            _leave_out(PackageFault(what, entry.name, _package(entry), _file(entry, wrong), _cause(wrong)))
        else:
            names.add(entry.name)
            BROUGHT[what, entry.name] = _package(entry)
            yield entry.name, found


@cache
def one(group: str, name: str, what: str, tried: Callable[[Any, str], None]) -> Any:
    """The object behind this entry point, unless `tried` raises for it; None if there is none."""

    def kept(found: Any) -> Any:
        tried(found, name)
        return found

    entries = entry_points(group=group, name=name)
    return next((found for _, found in offered(entries, what, tried=kept)), None)


def in_file(file: str, work: Callable[[], T]) -> T:
    """The result of `work`. An error becomes an Untrue that names the file."""
    try:
        return work()
    except Exception as wrong:
        kind = "" if isinstance(wrong, Untrue) else f"{type(wrong).__name__}: "
        raise Untrue(f"{kind}{wrong}", file) from wrong


def needs(found: Any, names: Collection[str]) -> None:
    """Raise Untrue if an object lacks one of these names."""
    if missing := [name for name in names if not hasattr(found, name)]:
        raise Untrue(f"it lacks {', '.join(missing)}")


def _leave_out(fault: PackageFault) -> None:
    if fault not in FAULTS:
        FAULTS.append(fault)
        log.warning("%s", fault.line)


@contextlib.contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Raise TooLong if the body takes more than this CPU time."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"it takes more than {seconds:g} s of CPU time")

    try:
        before = signal.signal(signal.SIGPROF, over)
    except ValueError:  # not the main thread, which is the only one that can be interrupted
        yield
        return
    around = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *around)  # a game may be tried meanwhile that needs this
        signal.signal(signal.SIGPROF, before or signal.SIG_DFL)


def _contract(entry: EntryPoint) -> int:
    """The contract that a package was written for. It is read from the file, because a package that is too
    new may fail in any way when it is loaded."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        spec = find_spec(entry.module.partition(".")[0])
        if spec and spec.origin and (found := CONTRACT.search(Path(spec.origin).read_text("utf-8"))):
            return int(found[1])
    return 1


def _package(entry: EntryPoint) -> str:
    """The distribution and its version, or the name of the module."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _cause(wrong: BaseException) -> str:
    """The error on one line."""
    said = " ".join(str(wrong).split())
    if isinstance(wrong, Untrue | TooLong | ImportError) and said:
        return said
    return f"{type(wrong).__name__}: {said}" if said else type(wrong).__name__


def _file(entry: EntryPoint, wrong: BaseException) -> str:
    """The file of the package that caused the error, as far as known; "" if unknown."""
    top = entry.module.partition(".")[0]
    if isinstance(wrong, Untrue) and wrong.file:
        return f"{entry.module.replace('.', '/')}/{wrong.file}"
    folders = _folders(top)
    places = [(frame.filename, frame.lineno) for frame in extract_tb(wrong.__traceback__)]
    if isinstance(wrong, SyntaxError) and wrong.filename:
        places.append((wrong.filename, wrong.lineno))
    for name, line in reversed(places):
        for folder in folders:
            if Path(name).is_relative_to(folder):
                return f"{Path(top) / Path(name).relative_to(folder)}:{line}"
    return ""


def _folders(top: str) -> list[Path]:
    with contextlib.suppress(ImportError, ValueError):
        if (spec := find_spec(top)) is not None:
            return [Path(folder) for folder in spec.submodule_search_locations or ()]
    return []
