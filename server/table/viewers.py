"""What has been told of a table, and how to tell what is new. No sockets: documents in, bytes out.

The public part of a version is computed, compared and encoded once, whatever the number of seats;
a seat's own part only while somebody looks at it. The last versions are kept, so that a client that
was away for a moment gets the diffs it missed and not the whole document.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Raw

from protocol.codec import check_value, encode, packed
from protocol.diff import diff
from protocol.frames import WATCH, Full

from .document import View, face, private, public, words
from .table import Table

KEPT = 32
"""Versions that can be caught up with by diffs."""

PLAIN, CHECKED = b"\x95\xa1d", b"\x96\xa1d"
"""How a diff begins: an array of five without, of six with a check value, and the kind."""

_NO_CHANGE = b"\x90"


class Step(NamedTuple):
    """What one version changed: encoded patches, and the check values where somebody wanted them."""

    version: int
    public: bytes
    mine: dict[int, bytes]
    due: bool
    """Everybody gets the check values of this version."""
    checks: dict[int, tuple[int, int]]


class Viewers:
    """The documents as they were told last, by seat, and the steps that led there."""

    def __init__(self, table: Table, every: int) -> None:
        self.every = every
        self.words, self.numbers = words(table)
        self.mine: dict[int, View] = {WATCH: {}}
        self.steps: deque[Step] = deque(maxlen=KEPT)
        self._look(table)

    def _look(self, table: Table) -> None:
        self.version = table.version
        self._face = face(table)
        table.changed = False
        self.public = public(table, self._face)

    def sleep(self) -> None:
        """Keep only who looks: the documents are made anew by `renew`, as they were."""
        self.steps.clear()
        self.public = self._face = {}
        self.mine = {seat: {} for seat in self.mine}

    def renew(self, table: Table) -> None:
        """The table was loaded anew and may have jumped: nothing that was told leads there."""
        self.steps.clear()
        self._look(table)
        self.mine = {seat: private(table, seat) for seat in self.mine}

    def advance(self, table: Table, exact: Iterable[int] = ()) -> Step:
        """Go on to the table's version, one after the last, and say what has changed.

        `exact` names seats of which somebody wants a check value with every version.
        """
        if table.changed:
            table.changed = False
            self._face = face(table)
        new = public(table, self._face)
        node = diff(self.public, new, self.numbers)
        self.public, self.version = new, table.version
        mine: dict[int, bytes] = {}
        for seat, old in self.mine.items():
            self.mine[seat] = part = private(table, seat, old if seat != WATCH else None)
            change = diff(old, part, self.numbers) if part is not old else None
            mine[seat] = packed(change) if change else _NO_CHANGE
        due = self.version % self.every == 0
        checks: dict[int, tuple[int, int]] = {}
        if wanted := mine if due else set(exact):
            whole = check_value(new)
            checks = {seat: (whole, check_value(self.mine[seat])) for seat in wanted if seat in mine}
        patch = packed(node) if node else _NO_CHANGE
        step = Step(self.version, patch, mine, due, checks)
        self.steps.append(step)
        return step

    def forget(self, seat: int) -> None:
        """Nobody looks at this seat any more."""
        if seat != WATCH:
            self.mine.pop(seat, None)

    def full(self, table: Table, seat: int) -> bytes:
        """The whole document of a seat, encoded as a frame."""
        if seat not in self.mine:
            self.mine[seat] = private(table, seat)
        public, mine = packed(self.public), packed(self.mine[seat])
        return encode(Full(table.state.id, seat, self.version, Raw(public), Raw(mine)))

    def missing(self, seat: int, have: int) -> list[Step] | None:
        """The steps from version `have` on; None where only the whole document will do."""
        if have == self.version:
            return [] if seat in self.mine else None
        steps = [step for step in self.steps if step.version > have]
        if have > self.version or len(steps) != self.version - have:
            return None
        if any(seat not in step.mine for step in steps):
            return None
        return steps

    @staticmethod
    def ending(seat: int, step: Step, exact: bool = False) -> tuple[bytes, bytes]:
        """A diff's bytes around its channel, which differs by socket: how it begins, and what follows.

        `exact`: with a check value in any case.
        """
        check = step.checks.get(seat) if step.due or exact else None
        ending = packed(step.version) + step.public + step.mine[seat]
        return (CHECKED, ending + packed(check)) if check else (PLAIN, ending)
