"""Replays a finished game from its downloaded log: shows it, and verifies the dealing.

Uses no Redis and no sockets: a log, and the same table code that made it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from protocol.frames import AUTO, WATCH, Act

from .games.catalogue import choice_text, texts
from .table import dealing, log, tokens
from .table.entries import Entry, GameOrigin
from .table.log import BadLog
from .table.table import Table

NOTHING: Mapping[int, str] = MappingProxyType({})


class ReplayResult(NamedTuple):
    """The table after a replay, and its entries as lines."""

    table: Table
    lines: list[str]


def read(path: Path) -> list[Entry]:
    """The entries of a log file. Raises BadLog."""
    try:
        return log.read(path.read_bytes())
    except OSError as wrong:
        raise BadLog("at", place=path, why=wrong.strerror) from wrong
    except BadLog as wrong:
        raise BadLog("at", place=path, why=wrong) from wrong


def play(entries: list[Entry], verify: bool) -> ReplayResult:
    """Replay all entries. Raises BadLog if a result differs from its recorded value."""
    lines = []
    for table in log.in_full(entries, verify):
        lines.append(described(table, entries[table.version - 1]))
    if verify and table.state.phase != "over":
        raise BadLog("not-over")
    return ReplayResult(table, lines)


def hold(table: Table, commitment: str, lucks: Mapping[int, str]) -> None:
    """Check a game against a commitment and parts that a player kept from before its start. Raises BadLog if
    they differ."""
    shown = tokens.commitment(table.state.made.secret)
    if commitment and commitment.lower() != shown:
        raise BadLog("other-secret", shown=shown, kept=commitment)
    rows = table.state.seats
    for seat, luck in lucks.items():
        if not 0 <= seat < len(rows):
            raise BadLog("no-seat", seat=seat)
        if rows[seat].luck != luck:
            raise BadLog("other-luck", seat=seat, found=dealing.parts(rows)[seat], luck=luck)


def described(table: Table, entry: Entry) -> str:
    """One entry as a line: version, time since the table was made, and the action."""
    seconds = (entry.at - table.state.created) / 1000
    what = entry.what
    text = type(what).__name__.lower()
    if type(what) is Act:
        names = [row.name or row.mind for row in table.state.seats]
        text = choice_text(texts(table.engine.name, "en"), names, what.verb, what.noun)
    seat = getattr(what, "seat", None)
    who = f"seat {seat}: " if seat is not None else ""
    return f"{table.version:5d} {seconds:9.1f} s  {who}{text}"


def fairness(table: Table) -> Iterator[str]:
    """How the dealing was computed, for checking it by hand."""
    made, rows = table.state.made, table.state.seats
    yield f"commitment  {tokens.commitment(made.secret)}  (must equal the one shown before the start)"
    yield f"secret      {made.secret}  (its SHA-256 is the commitment)"
    for seat, (row, part) in enumerate(zip(rows, dealing.parts(rows), strict=True)):
        if row.promise and row.luck:
            yield f"seat {seat} added {part!r}, promised before anybody told a part"
        elif row.promise:
            yield f"seat {seat} did not reveal its part; its promise replaces it: {part!r}"
        else:
            yield f"seat {seat} added {part!r} without a promise"
    if origin := made.origin:
        yield f"{_begun(origin)}, dealt there"
        if origin.knows != AUTO:
            who = "watchers" if origin.knows == WATCH else f"seat {origin.knows}"
            yield f"what {who} did not see there was dealt anew by the secret"
        yield "the seed determines all chance from there on"
    yield f"seed        {tokens.seed(made.secret, dealing.parts(rows)):064x}"


def _begun(origin: GameOrigin) -> str:
    """The beginning of the game as a sentence."""
    if origin.table:
        return f"the game goes on from version {origin.version} of table {origin.table}"
    if origin.version:
        return f"the game goes on from version {origin.version} of a log that somebody has brought"
    return "the game begins with a position that a player has written"


def main(path: Path, verify: bool, commitment: str = "", lucks: Mapping[int, str] = NOTHING) -> int:
    """Print the game; with `verify` check everything, also against the commitment and parts kept from before
    the start. The exit status is 0 if all is right."""
    try:
        table, lines = play(read(path), verify)
        hold(table, commitment, lucks)
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
        print(f"verified: {table.version} versions, every recorded state is the same")
        print(f"checked against what you kept: {_held(commitment, lucks)}")
    return 0


def _held(commitment: str, lucks: Mapping[int, str]) -> str:
    """The evidence that does not come from the file itself."""
    kept = ["the commitment"] if commitment else []
    kept += [f"the part of seat {seat}" for seat in lucks]
    return ", ".join(kept) or "nothing; a file alone can't prove that it is the game that was played"
