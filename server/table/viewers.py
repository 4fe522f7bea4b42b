"""The documents that clients of a table have, and the diffs to broadcast next. No sockets: documents in,
bytes out.

The public part of a version is computed, compared and encoded once, whatever the number of seats (fan-out). A
seat's own part is computed only while a client views that seat, and for KEPT_VERSIONS more versions to let it
reconnect. The last versions are cached, so a client that was away for a moment gets the diffs it missed, not
the whole document.

When other hubs follow a table, the hub that writes a version computes it for all seats and sends the result
along (`ready.py`). The followers broadcast it unchanged, and store the table as bytes until they need it
themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Set
from typing import NamedTuple, cast

from msgspec import Raw

from protocol.codec import check_value, encode, packed
from protocol.diff import diff
from protocol.document import Face, Mine, Public
from protocol.frames import WATCH, Full

from .document import face, private, public, words
from .ready import Checks, Ready
from .table import Table

KEPT_VERSIONS = 32
"""Versions whose diffs are cached for clients that reconnect."""

PLAIN, CHECKED = b"\x95\xa1d", b"\x96\xa1d"
"""First bytes of a diff: an array of five without a check value, or of six with one, and the kind."""

_NO_CHANGE = b"\x90"

_NOTHING = cast(Public, {})
"""Placeholder for the documents of a hibernating table; never sent."""


class Delta(NamedTuple):
    """The changes of one version: encoded patches, and the check values that clients requested."""

    version: int
    public: bytes
    mine: dict[int, bytes]
    due: bool
    """All clients get the check values of this version."""
    checks: dict[int, Checks]


class ViewStep(NamedTuple):
    """The next version, computed but not yet adopted: its changes and the resulting documents."""

    delta: Delta
    face: Face
    public: Public
    mine: dict[int, Mine]
    check: int | None
    """The check value of the public part, if a client requested it."""


class Viewers:
    """The documents as last broadcast, by seat, and the deltas that led to them."""

    def __init__(self, table: Table, every: int) -> None:
        self.every = every
        self.words, self.numbers = words(table)
        self.mine: dict[int, Mine] = {WATCH: {}}
        self.left: dict[int, int] = {}
        """The seats that no client views any more, and the version since when."""
        self.hinted: set[int] = set()
        """The seats whose part contains hints, because a client that views the seat wants them."""
        self.advised: set[int] = set()
        """The seats among them whose hints contain advice as well."""
        self.deltas: deque[Delta] = deque(maxlen=KEPT_VERSIONS)
        self._look(table)

    def _look(self, table: Table) -> None:
        self.version = table.version
        self._face = face(table)
        self.public = public(table, self._face)
        self._check: int | None = None

    def sleep(self) -> None:
        """Hibernate: drop the documents and keep only the viewed seats; `wake` computes the same documents
        again."""
        self._let_go(0)
        self.deltas.clear()
        self._put_away()

    def _put_away(self) -> None:
        self.public, self._face, self._check = _NOTHING, _NOTHING, None
        self.mine = {seat: {} for seat in self.mine}

    def wake(self, table: Table) -> None:
        """Compute the documents again; `table` is at the version that was broadcast last."""
        self._look(table)
        self.mine = {seat: self._private(table, seat) for seat in self.mine}

    def renew(self, table: Table) -> None:
        """The table was reloaded and may have jumped: no earlier delta leads to its documents."""
        self._let_go(0)
        self.deltas.clear()
        self.wake(table)

    def _private(self, table: Table, seat: int, old: Mine | None = None) -> Mine:
        return private(table, seat, old, seat in self.hinted, seat in self.advised)

    def advance(self, table: Table, exact: Iterable[int] = ()) -> Delta:
        """Adopt the table's version, the one after the last, and return its changes."""
        return self.take(self.ahead(table, exact))

    def ahead(self, table: Table, exact: Iterable[int] = ()) -> ViewStep:
        """Compute the changes to the table's version, the one after the last; nothing changes here yet.

        `exact` names seats for which a client wants a check value with every version.
        """
        shown = face(table) if table.arranged > self.version else self._face
        new = public(table, shown)
        node = diff(self.public, new, self.numbers)
        parts: dict[int, Mine] = {}
        mine: dict[int, bytes] = {}
        for seat, old in self.mine.items():
            if seat >= len(table.state.seats):  # it was taken away with this version
                continue
            parts[seat] = part = self._private(table, seat, old if seat != WATCH else None)
            change = diff(old, part, self.numbers) if part is not old else None
            mine[seat] = packed(change) if change else _NO_CHANGE
        due, check = table.version % self.every == 0, None
        checks: dict[int, Checks] = {}
        if wanted := mine if due else set(exact):
            check = check_value(new)
            checks = {seat: (check, check_value(parts[seat])) for seat in wanted if seat in mine}
        patch = packed(node) if node else _NO_CHANGE
        return ViewStep(Delta(table.version, patch, mine, due, checks), shown, new, parts, check)

    def take(self, step: ViewStep) -> Delta:
        """Adopt a version after it was stored. Returns the changes to broadcast."""
        delta, self._face, self.public, mine, self._check = step
        for seat in [seat for seat in self.mine if seat not in mine]:
            self._drop(seat)
        self.mine = mine
        return self._gone_on(delta)

    def _gone_on(self, delta: Delta) -> Delta:
        self.version = delta.version
        self.deltas.append(delta)
        if self.left:
            self._let_go(KEPT_VERSIONS)
        return delta

    # -- followers ---------------------------------------------------------------------------------

    def widen(self, table: Table) -> None:
        """Compute the parts of all seats with the next version, whether or not a client here views them."""
        for seat in range(len(table.state.seats)):
            if seat not in self.mine:
                self.mine[seat], self.left[seat] = self._private(table, seat), self.version

    def ready(self, delta: Delta, state: bytes) -> Ready:
        """A version of all seats, for hubs that follow. `state`: the packed table of that version."""
        mine = {seat: change for seat, change in delta.mine.items() if seat not in self.hinted}
        checks = {seat: delta.checks[seat] for seat in mine} if delta.due else {}
        return Ready(state, delta.public, mine, checks)

    def relay(self, version: int, ready: Ready, looked_at: Set[int], exact: Iterable[int]) -> Delta | None:
        """Adopt the next version as computed by another hub. Returns None, without any change, if a client
        here needs more than that. Afterwards the documents are not available until `wake`."""
        checks = ready.checks
        if self.hinted or not looked_at <= ready.mine.keys() or not checks.keys() >= set(exact):
            return None
        self._put_away()
        return self._gone_on(Delta(version, ready.public, ready.mine, bool(checks), checks))

    # -- viewers -----------------------------------------------------------------------------------

    def forget(self, seat: int) -> None:
        """No client views this seat any more. One that reconnects soon can still get diffs."""
        if seat in self.mine and seat != WATCH:
            self.left[seat] = self.version
        elif seat in self.hinted:
            self._want(seat, hints=False)
            self.mine[seat] = {}
            self._forget_how(seat)

    def _let_go(self, kept: int) -> None:
        """Drop the seats that no client has viewed for `kept` versions."""
        for seat in [seat for seat, since in self.left.items() if self.version - since >= kept]:
            self._drop(seat)

    def _drop(self, seat: int) -> None:
        del self.mine[seat]
        self.left.pop(seat, None)
        self._want(seat, hints=False)

    def _want(self, seat: int, hints: bool, advice: bool = False) -> bool:
        """Set whether a seat's part contains hints and advice; returns whether that changes anything."""
        before = seat in self.hinted, seat in self.advised
        for wanted, seats in ((hints, self.hinted), (advice, self.advised)):
            (seats.add if wanted else seats.discard)(seat)
        return before != (hints, advice)

    def _checks(self, seat: int) -> Checks:
        """The check values of a seat's present document."""
        if self._check is None:
            self._check = check_value(self.public)
        return self._check, check_value(self.mine[seat])

    def full(self, table: Table, seat: int) -> bytes:
        """The whole document of a seat, encoded as a frame."""
        self._look_at(table, seat)
        public, mine = packed(self.public), packed(self.mine[seat])
        return encode(Full(table.state.id, seat, self.version, Raw(public), Raw(mine)))

    def _look_at(self, table: Table, seat: int) -> None:
        """A client views this seat from now on."""
        self.left.pop(seat, None)
        if seat not in self.mine:
            self.mine[seat] = self._private(table, seat)

    def hint(self, table: Table, seat: int, advice: bool = False) -> bool:
        """A client that views this seat wants hints, with or without advice.

        True if that is new: then no earlier delta leads to that seat's new document, and the other clients
        that view the seat must get the whole document.
        """
        if not self._want(seat, True, advice):
            return False
        self.mine[seat] = self._private(table, seat)
        self._forget_how(seat)
        return True

    def _forget_how(self, seat: int) -> None:
        """Drop the seat's part of all deltas: they no longer lead to its present document."""
        for delta in self.deltas:
            delta.mine.pop(seat, None)

    def missing(self, table: Table, seat: int, have: int, check: Checks | None) -> list[Delta] | None:
        """The deltas from a copy of version `have` to the present one; None if only a whole document will do.

        The version number alone is no proof: if the store lost entries, that version may have been a
        different one. So a copy without a check value is rejected, a copy of the present version is compared,
        and the last delta carries the check values that the copy must arrive at.
        """
        self._look_at(table, seat)
        if check is None or have > self.version:
            return None
        if have == self.version:
            return [] if check == self._checks(seat) else None
        deltas = [delta for delta in self.deltas if delta.version > have]
        if len(deltas) != self.version - have or any(seat not in delta.mine for delta in deltas):
            return None
        last = deltas[-1]
        return [*deltas[:-1], last._replace(checks={**last.checks, seat: self._checks(seat)})]

    @staticmethod
    def ending(seat: int, delta: Delta, exact: bool = False) -> tuple[bytes, bytes]:
        """A diff's bytes before and after its channel, which differs by socket.

        `exact`: include a check value in any case.
        """
        check = delta.checks.get(seat) if delta.due or exact else None
        ending = packed(delta.version) + delta.public + delta.mine[seat]
        return (CHECKED, ending + packed(check)) if check else (PLAIN, ending)
