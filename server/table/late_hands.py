"""A table that shows hands, as it was some moves ago: its document for watchers, with the hands of all seats.
Sans-I/O.

What is shown is made from the beginning of the log alone, up to the last version that is due. Of everything
later only the kinds of the entries and their seats count, which everybody sees anyway. So two games that
differ only in what was hidden since then show the same bytes at the same versions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.codec import packed
from protocol.frames import WATCH, Act, Undo

from . import log
from .document import face, private, public
from .entries import Entry, Made, What
from .log import BadLog
from .table import Table


class MoveCount:
    """Counts the moves of a log that were not undone. Both counts never decrease."""

    def __init__(self) -> None:
        self._seats: list[int] = []
        """The seats of all moves that were not undone."""
        self.made = 0
        """All of them; the most there ever were."""
        self.followed = 0
        """Without those at the end that a single seat has made since another seat has moved: whoever moves on
        and takes it back would otherwise see hands sooner."""

    def add(self, what: What) -> None:
        """Count the change of the next entry."""
        match what:
            case Act(seat=seat):
                self._seats.append(seat)
            case Undo(seat=seat):
                self._forget(seat)
            case _:
                return
        last = len(self._seats)
        while last and self._seats[last - 1] == self._seats[-1]:
            last -= 1
        self.made = max(self.made, len(self._seats))
        self.followed = max(self.followed, last)

    def _forget(self, seat: int) -> None:
        """Drop the seat's last move."""
        for place in range(len(self._seats) - 1, -1, -1):
            if self._seats[place] == seat:
                del self._seats[place]
                return


class LateTable:
    """A table at its last version that is due, and the later entries of its log."""

    def __init__(self, first: Entry) -> None:
        """`first`: the first entry of the log. Raises BadLog."""
        made = first.what
        if type(made) is not Made or not made.hands_after:
            raise BadLog("no-making")
        self.table: Table = next(log.play([first]))
        self._delay = made.hands_after
        self._moves = MoveCount()
        self._later: deque[tuple[int, Entry]] = deque()
        """The entries that are not due yet, each with the number of moves made by then."""

    @property
    def read(self) -> int:
        """The number of entries that were added, with the first one."""
        return self.table.version + len(self._later)

    def add(self, entry: Entry) -> None:
        """Add the next entry of the log."""
        self._moves.add(entry.what)
        self._later.append((self._moves.made, entry))

    def advance(self, over: bool = False) -> Iterator[Table]:
        """Carry out the entries that are due by now, and yield the table after each. `over`: the game has
        ended, so all of them are due. Raises BadLog."""
        due = self._moves.followed - self._delay
        while self._later and (over or self._later[0][0] <= due):
            _, entry = self._later.popleft()
            yield from log.play_on(self.table, [entry], exact=False)

    def go_to(self, packed: bytes) -> None:
        """Continue at a later version that is due, which `latest` has worked out and packed."""
        table = Table.unpack(self.table.engine, packed)
        for _ in range(table.version - self.table.version):
            self._later.popleft()
        self.table = table

    def begun(self, over: bool = False) -> bool:
        """Is there a moment of the game that may be shown?"""
        return self.table.match is not None and (over or self._moves.followed >= self._delay)

    def document(self) -> bytes:
        """What may be shown now, as "Hands that are shown late" of the protocol describes it. Only once it
        has begun."""
        match, seats = self.table.match, range(len(self.table.state.seats))
        assert match is not None
        shown: dict[str, Any] = {
            "version": self.table.version,
            "public": public(self.table, face(self.table)),
            "hints": private(self.table, WATCH, hinted=True)["hints"],
            "hands": [self.table.engine.private(match.game, seat) for seat in seats],
        }
        return packed(shown)


class Latest(Struct, frozen=True, array_like=True):
    """What the log of a table comes to: its phase now, and what may be shown."""

    phase: str
    table: bytes
    """The packed table at the last version that is due while the game goes on."""
    version: int
    document: bytes
    """What may be shown, and its version; 0 and b"" if there is nothing yet."""


def latest(entries: Sequence[Entry]) -> Latest:
    """What may be shown of the table with this log. Raises BadLog."""
    late = LateTable(entries[0])
    for entry in entries[1:]:
        late.add(entry)
    due = _carried_out(late)
    end = _carried_out(late, over=True)
    return replace(end, table=due.table) if end.phase == "over" else replace(due, phase=end.phase)


def _carried_out(late: LateTable, over: bool = False) -> Latest:
    """The same after all that is due by now, or after all if the game is `over`."""
    for _ in late.advance(over):
        pass
    table, begun = late.table, late.begun(over)
    version, document = (table.version, late.document()) if begun else (0, b"")
    return Latest(table.state.phase, table.pack(), version, document)


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Latest).decode
