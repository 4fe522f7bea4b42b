"""The files of a released version: its export, and what people know of it that no store has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

FOLDER: Final = Path(__file__).parent


class KeptTable(Struct, frozen=True):
    """A table; `people` sit at it in this order. Their names give their tokens (`tests/live/hubs.py`)."""

    table: str
    game: str
    phase: str
    people: list[str]


class Released(Struct, frozen=True):
    """A released version; `group` is the link of a group."""

    version: str
    group: str
    tables: list[KeptTable]


def export_of(version: str) -> Path:
    return FOLDER / f"{version}.export"


def versions() -> list[str]:
    """The versions whose stores are kept."""
    return sorted(path.stem for path in FOLDER.glob("*.export"))


def read(version: str) -> Released:
    return msgspec.json.decode((FOLDER / f"{version}.json").read_bytes(), type=Released)


def write(released: Released) -> None:
    data = msgspec.json.format(msgspec.json.encode(released), indent=1)
    (FOLDER / f"{released.version}.json").write_bytes(data + b"\n")
