"""Logs of whole games, as stored entries and as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from server.games.catalogue import digest
from server.table.entries import Entry, Made, decode_entry, encode
from server.table.log import written
from server.table.table import Table
from tests.games.engines import ENGINES

from .tables import Sitting


def finished_of(game: str, seats: int) -> bytes:
    """The log of a whole game as a file."""
    return written(finished(game, seats, {}))


def finished(
    game: str = "machi_koro",
    seats: int = 2,
    options: Mapping[str, Any] = MappingProxyType({"play_out": False}),
) -> list[bytes]:
    """The stored entries of a whole game, with check values."""
    return played_out(Sitting(game, seats, options={**options}))


def played_out(t: Sitting, seed: int = 5) -> list[bytes]:
    """The stored entries of a whole game at this table, with check values. `seed`: of the choices."""
    t.start().play(Random(seed).choice, until=lambda: False)
    game = t.engine.name
    first, *later = map(decode_entry, t.log)
    assert type(first.what) is Made
    first = replace(first, what=replace(first.what, digest=digest(game)))
    table, entries = Table.make(ENGINES[game], first), [encode(first)]
    for entry in later:
        table.apply(entry)
        entries.append(encode(replace(entry, check=table.check())))
    return entries


def changed(entry: int, **other: object) -> Callable[[list[Entry]], list[Entry]]:
    """Replace one entry of a log by another."""
    return lambda log: [*log[:entry], replace(log[entry], **other), *log[entry + 1 :]]
