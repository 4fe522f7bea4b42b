"""Files that were made to do harm."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from server.games.catalogue import digest
from server.table import log
from server.table.entries import Made, encode


def pesos() -> list[bytes]:
    """The log of a game of Santiago with today's cards that begins with 10^12 pesos in one hand."""
    data = (Path(__file__).parent / "santiago-million-million-pesos.log").read_bytes()
    first, *later = log.read(data)
    assert type(first.what) is Made
    first = replace(first, what=replace(first.what, digest=digest("santiago")))
    return [encode(entry) for entry in (first, *later)]
