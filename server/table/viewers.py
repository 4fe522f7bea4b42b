"""What has been told of a table, and how to tell what is new. No sockets: documents in, bytes out.

The public part of a version is computed, compared and encoded once, whatever the number of seats (fan-out);
a seat's own part only while somebody looks at it, and for the versions after that with which whoever comes
back is caught up. The last versions are kept, so that a client that was away for a moment gets the diffs it
missed and not the whole document.

Where other hubs follow a table, whoever writes a version works it out for all seats and sends it along
(`Ready`): they tell it as it is, and keep the table as bytes until they need it themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Set
from typing import NamedTuple, cast

from msgspec import Raw, Struct
from msgspec.msgpack import Decoder

from protocol.codec import check_value, encode, packed
from protocol.diff import diff
from protocol.document import Face, Mine, Public
from protocol.frames import WATCH, Full

from .document import face, private, public, words
from .table import Table

KEPT = 32
"""Versions that can be caught up with by diffs."""

PLAIN, CHECKED = b"\x95\xa1d", b"\x96\xa1d"
"""How a diff begins: an array of five without, of six with a check value, and the kind."""

_NO_CHANGE = b"\x90"

_NOTHING = cast(Public, {})
"""In the place of what a table that sleeps has told; never shown."""


Checks = tuple[int, int]
"""The check values of a public part, and of a seat's."""


class Delta(NamedTuple):
    """What one version changed: encoded patches, and the check values where somebody wanted them."""

    version: int
    public: bytes
    mine: dict[int, bytes]
    due: bool
    """Everybody gets the check values of this version."""
    checks: dict[int, Checks]


class Step(NamedTuple):
    """The next version, worked out but not gone to: what it changes, and the documents as they will be."""

    delta: Delta
    face: Face
    public: Public
    mine: dict[int, Mine]
    check: int | None
    """The check value of the public part, where somebody wanted one."""


class Ready(Struct, frozen=True, array_like=True):
    """A version for hubs that follow: all that they need to tell it, and to go on from it, without playing
    its entry. It lies in no log, and whoever can't use it plays the entry."""

    state: bytes
    """The table, packed."""
    public: bytes
    mine: dict[int, bytes]
    """By seat; those whose part has hints for somebody at the hub that wrote it are left out."""
    checks: dict[int, Checks]
    """Of the same seats, where everybody gets them."""


decode_ready = Decoder(Ready).decode


class Viewers:
    """The documents as they were told last, by seat, and the deltas that led there."""

    def __init__(self, table: Table, every: int) -> None:
        self.every = every
        self.words, self.numbers = words(table)
        self.mine: dict[int, Mine] = {WATCH: {}}
        self.left: dict[int, int] = {}
        """The seats that nobody looks at any more, and since which version."""
        self.hinted: set[int] = set()
        """The seats whose part holds hints, since somebody who looks from there wants them."""
        self.advised: set[int] = set()
        """Those of them whose hints hold advice as well."""
        self.deltas: deque[Delta] = deque(maxlen=KEPT)
        self._look(table)

    def _look(self, table: Table) -> None:
        self.version = table.version
        self._face = face(table)
        self.public = public(table, self._face)
        self._check: int | None = None

    def sleep(self) -> None:
        """Keep only who looks: the documents are made anew by `wake`, as they were."""
        self._let_go(0)
        self.deltas.clear()
        self._put_away()

    def _put_away(self) -> None:
        self.public, self._face, self._check = _NOTHING, _NOTHING, None
        self.mine = {seat: {} for seat in self.mine}

    def wake(self, table: Table) -> None:
        """Make the documents anew; the table is the one that was told last."""
        self._look(table)
        self.mine = {seat: self._private(table, seat) for seat in self.mine}

    def renew(self, table: Table) -> None:
        """The table was loaded anew and may have jumped: nothing that was told leads there."""
        self._let_go(0)
        self.deltas.clear()
        self.wake(table)

    def _private(self, table: Table, seat: int, old: Mine | None = None) -> Mine:
        return private(table, seat, old, seat in self.hinted, seat in self.advised)

    def advance(self, table: Table, exact: Iterable[int] = ()) -> Delta:
        """Go on to the table's version, one after the last, and say what has changed."""
        return self.take(self.ahead(table, exact))

    def ahead(self, table: Table, exact: Iterable[int] = ()) -> Step:
        """What there will be to tell of the table's version, one after the last; nothing changes here yet.

        `exact` names seats of which somebody wants a check value with every version.
        """
        shown = face(table) if table.arranged > self.version else self._face
        new = public(table, shown)
        node = diff(self.public, new, self.numbers)
        parts: dict[int, Mine] = {}
        mine: dict[int, bytes] = {}
        for seat, old in self.mine.items():
            parts[seat] = part = self._private(table, seat, old if seat != WATCH else None)
            change = diff(old, part, self.numbers) if part is not old else None
            mine[seat] = packed(change) if change else _NO_CHANGE
        due, check = table.version % self.every == 0, None
        checks: dict[int, Checks] = {}
        if wanted := mine if due else set(exact):
            check = check_value(new)
            checks = {seat: (check, check_value(parts[seat])) for seat in wanted if seat in mine}
        patch = packed(node) if node else _NO_CHANGE
        return Step(Delta(table.version, patch, mine, due, checks), shown, new, parts, check)

    def take(self, step: Step) -> Delta:
        """Go on to that version: it is stored. Gives what is to be told."""
        delta, self._face, self.public, self.mine, self._check = step
        return self._gone_on(delta)

    def _gone_on(self, delta: Delta) -> Delta:
        self.version = delta.version
        self.deltas.append(delta)
        if self.left:
            self._let_go(KEPT)
        return delta

    # -- other hubs --------------------------------------------------------------------------------

    def widen(self, table: Table) -> None:
        """Have every seat's part worked out with the next version, whoever looks from here."""
        for seat in range(len(table.state.seats)):
            if seat not in self.mine:
                self.mine[seat], self.left[seat] = self._private(table, seat), self.version

    def ready(self, delta: Delta, state: bytes) -> Ready:
        """A version of all seats, for hubs that follow. `state`: the table of that version."""
        mine = {seat: change for seat, change in delta.mine.items() if seat not in self.hinted}
        checks = {seat: delta.checks[seat] for seat in mine} if delta.due else {}
        return Ready(state, delta.public, mine, checks)

    def relay(self, version: int, ready: Ready, looked_at: Set[int], exact: Iterable[int]) -> Delta | None:
        """Go on to the next version as another hub has worked it out; None, and nothing has changed, where
        somebody here wants more than that. The documents are away then, until `wake`."""
        checks = ready.checks
        if self.hinted or not looked_at <= ready.mine.keys() or not checks.keys() >= set(exact):
            return None
        self._put_away()
        return self._gone_on(Delta(version, ready.public, ready.mine, bool(checks), checks))

    # -- who looks ---------------------------------------------------------------------------------

    def forget(self, seat: int) -> None:
        """Nobody looks at this seat any more. Whoever comes back soon is still caught up with."""
        if seat in self.mine and seat != WATCH:
            self.left[seat] = self.version
        elif seat in self.hinted:
            self._want(seat, hints=False)
            self.mine[seat] = {}
            self._forget_how(seat)

    def _let_go(self, kept: int) -> None:
        """Drop the seats that nobody has looked at for so many versions."""
        for seat in [seat for seat, since in self.left.items() if self.version - since >= kept]:
            del self.left[seat], self.mine[seat]
            self._want(seat, hints=False)

    def _want(self, seat: int, hints: bool, advice: bool = False) -> bool:
        """What who looks from a seat wants beside the document; was it something else so far?"""
        before = seat in self.hinted, seat in self.advised
        for wanted, seats in ((hints, self.hinted), (advice, self.advised)):
            (seats.add if wanted else seats.discard)(seat)
        return before != (hints, advice)

    def _checks(self, seat: int) -> Checks:
        """The check values of a seat's document as it is now."""
        if self._check is None:
            self._check = check_value(self.public)
        return self._check, check_value(self.mine[seat])

    def full(self, table: Table, seat: int) -> bytes:
        """The whole document of a seat, encoded as a frame."""
        self._look_at(table, seat)
        public, mine = packed(self.public), packed(self.mine[seat])
        return encode(Full(table.state.id, seat, self.version, Raw(public), Raw(mine)))

    def _look_at(self, table: Table, seat: int) -> None:
        """Somebody looks at this seat from now on."""
        self.left.pop(seat, None)
        if seat not in self.mine:
            self.mine[seat] = self._private(table, seat)

    def hint(self, table: Table, seat: int, advice: bool = False) -> bool:
        """Somebody who looks from this seat wants hints, with advice or not.

        True where that is new: then nothing told before leads to that seat's document as it is from now on,
        and whoever else looks from there must be told all of it.
        """
        if not self._want(seat, True, advice):
            return False
        self.mine[seat] = self._private(table, seat)
        self._forget_how(seat)
        return True

    def _forget_how(self, seat: int) -> None:
        """What a seat was told so far leads to another document than it has from now on."""
        for delta in self.deltas:
            delta.mine.pop(seat, None)

    def missing(self, table: Table, seat: int, have: int, check: Checks | None) -> list[Delta] | None:
        """The deltas that lead here from a copy of version `have`; None where only a whole document will do.

        A number alone proves nothing: where the store came back shorter, that version may have been another.
        So a copy without a check value doesn't count, that of this version is compared, and the last of the
        deltas brings the values that the copy must have come to.
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
        """A diff's bytes around its channel, which differs by socket: how it begins, and what follows.

        `exact`: with a check value in any case.
        """
        check = delta.checks.get(seat) if delta.due or exact else None
        ending = packed(delta.version) + delta.public + delta.mine[seat]
        return (CHECKED, ending + packed(check)) if check else (PLAIN, ending)
