"""A finished game played again from its downloaded log: what happened, and whether it was fair.

Knows no Redis and no sockets: a log, and the same table that made it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from protocol.frames import Act
from server.games.catalogue import engine_of

from . import tokens
from .entries import Entry, Made, decode_entry, encode
from .past import FORMAT, replayed
from .table import Table


class BadLog(ValueError):
    """The file is no log of a finished game, or not a true one; the message says what is wrong."""


class Found(NamedTuple):
    """What a replay came to."""

    table: Table
    lines: list[str]


def read(path: Path) -> list[Entry]:
    """The entries of a log file. Raises BadLog."""
    try:
        form, *raw = msgspec.msgpack.decode(path.read_bytes(), type=list[msgspec.Raw])
        if msgspec.msgpack.decode(form) != FORMAT:
            raise BadLog(f"{path} is not a {FORMAT}")
        entries = [decode_entry(data) for data in raw]
    except OSError as wrong:
        raise BadLog(f"{path}: {wrong.strerror}") from wrong
    except (msgspec.MsgspecError, ValueError) as wrong:
        raise BadLog(f"{path} is no log: {wrong}") from wrong
    if not entries or type(entries[0].what) is not Made:
        raise BadLog(f"{path} does not begin with the making of a table")
    return entries


def play(entries: list[Entry], verify: bool) -> Found:
    """Play it all again. Raises BadLog where something does not come out as it was recorded."""
    made = entries[0].what
    assert type(made) is Made
    if engine_of(made.game, made.rules, made.digest) is None:
        raise BadLog(f"the table was made with other rules or cards of {made.game!r} than are here")
    try:
        table = replayed([encode(entries[0])])
    except Exception as wrong:  # a file may hold anything
        raise BadLog(f"such a table can't be made: {wrong}") from wrong
    lines = [described(table, entries[0])]
    for entry in entries[1:]:
        try:
            table.apply(entry)
        except Exception as wrong:
            raise BadLog(
                f"version {table.version + 1} can't be played: {wrong.__cause__ or wrong}"
            ) from wrong
        lines.append(described(table, entry))
        if verify and table.check() != entry.check:
            raise BadLog(f"version {table.version}: the state is another than was recorded")
    if verify and table.state.phase != "over":
        raise BadLog("the game is not over at the end of the log")
    return Found(table, lines)


def described(table: Table, entry: Entry) -> str:
    """One entry as a line: version, time since the table was made, and what was done."""
    seconds = (entry.at - table.state.created) / 1000
    what = entry.what
    text = type(what).__name__.lower()
    if type(what) is Act:
        text = f"{what.verb} {what.noun}" if what.noun != -1 else what.verb
    seat = getattr(what, "seat", None)
    who = f"seat {seat}: " if seat is not None else ""
    return f"{table.version:5d} {seconds:9.1f} s  {who}{text}"


def fairness(table: Table) -> Iterator[str]:
    """How the dealing was made, for somebody who wants to check it by hand."""
    made, lucks = table.state.made, [row.luck for row in table.state.seats]
    yield f"commitment  {tokens.commitment(made.secret)}  (shown before the start)"
    yield f"secret      {made.secret}  (shown at the end; its SHA-256 is the commitment)"
    for seat, luck in enumerate(lucks):
        yield f"seat {seat} added {luck!r}"
    yield f"seed        {tokens.seed(made.secret, lucks):064x}"


def main(path: Path, verify: bool) -> int:
    """Print the game; with `verify` check everything. The exit status is 0 where all is right."""
    try:
        table, lines = play(read(path), verify)
    except BadLog as wrong:
        print(f"replay: {wrong}", file=sys.stderr)
        return 1
    print(
        "\n".join(
            [f"table {table.state.id}: {table.state.made.game}, {len(table.state.seats)} seats", *lines]
        )
    )
    for score in table.match.scores() if table.match else ():
        print(f"place {score.place}: seat {score.seat}, {score.points} points")
    if verify:
        print("\n".join(fairness(table)))
        print(f"verified: {table.version} versions, every recorded state comes out the same")
    return 0
