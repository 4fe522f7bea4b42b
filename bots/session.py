"""One guest's side of the protocol, whatever sockets come and go beneath it. Sans-I/O.

Theory of operation. A session knows the seats it follows (`Mirror`s) and the changes it has sent that
nobody has acknowledged. Every new socket begins with `greet`; once welcomed, each mirror is joined from
the version it has, and each unacknowledged change goes out again under its old id, so it happens once.
Bytes from the socket go into `receive`; what must go out lies in `outbox`; what the owner should know
is told to `hear`.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from itertools import count
from random import SystemRandom
from typing import Any, Final

from protocol.codec import UnknownKind, from_server
from protocol.frames import (
    AUTO,
    Act,
    Browse,
    Change,
    Diff,
    Done,
    Frame,
    Full,
    Gone,
    Hello,
    Joined,
    Part,
    Refused,
    Reveal,
    Sit,
    Take,
    Undo,
    Welcome,
)

from .luck import Lucks
from .mirror import Mirror

log = logging.getLogger("stammtisch.session")

AGAIN: Final = frozenset({"slow-down", "storing"})
"""Refusals that say nothing about the change itself: it is sent again after a while."""

Hear = Callable[[Any, Mirror | None], None]
"""Told of every frame, with the mirror that it has changed (None for frames of no seat, and for a document
that nobody here has asked for)."""


class Session:
    """A guest: a name, a token, the seats it follows, the changes that are under way."""

    def __init__(self, token: str, name: str, hear: Hear, proof: str = "") -> None:
        self.token, self.name, self.proof = token, name, proof
        self.person = ""
        self.welcomed = False
        self.browsing = False
        self.outbox: deque[Frame] = deque()
        self.mirrors: dict[tuple[str, int], Mirror] = {}
        self.pending: dict[int, Change] = {}
        self.late: deque[Change] = deque()
        """Changes refused for the moment; whoever drives the session calls `again` after a while."""
        self.wake: Callable[[], None] = lambda: None
        """Called when there is something in the outbox."""
        self.lucks = Lucks()
        """This guest's parts of the chance; what is wrong with the dealing of a table is in its `wrong`."""
        self.resyncs = 0
        self.data = b""
        """The frame in hand, as it came."""
        self._hear = hear
        self._ids = count(SystemRandom().randrange(1, 2**52))
        self._channels: dict[int, Mirror] = {}
        self._joining: dict[str, deque[Mirror]] = {}
        self._late_joins: deque[Mirror] = deque()

    # -- what the owner wants ----------------------------------------------------------------------

    def next_id(self) -> int:
        """An id that this guest has not used before."""
        return next(self._ids)

    def change(self, frame: Change) -> None:
        """Send a change, as often as it takes until it is acknowledged or refused."""
        self.pending[frame.id] = frame
        self._say(frame)

    def sit(self, table: str, seat: int = AUTO) -> Sit:
        """The frame that takes a seat, with a promise that is kept by itself once the seat is followed."""
        return self.lucks.sit(self.next_id(), table, seat)

    def take(self, table: str, seat: int) -> Take:
        """The same for a bot process."""
        return Take(self.next_id(), table, seat, self.lucks.promise(table))

    def browse(self, on: bool = True, after: str = "") -> None:
        """Be told of the lobby (a bot process: of seats that want a bot), on every socket from now on.

        `after`: what came with a page as `more`, to get the one that follows."""
        self.browsing = on
        self._say(Browse(on, after))

    def join(self, table: str, seat: int = AUTO, every: int = 0) -> Mirror:
        """Follow a seat from now on. A seat AUTO becomes the one that the server names."""
        mirror = self.mirrors.get((table, seat))
        if mirror is None:
            mirror = self.mirrors[table, seat] = Mirror(table, seat, every)
            self._join(mirror)
        return mirror

    def renew(self, mirror: Mirror) -> None:
        """Ask for the whole document of a seat, because what is here can't be right."""
        if not mirror.lost:
            mirror.lost = True
            self.resyncs += 1
            self._join(mirror)

    def part(self, table: str, seat: int) -> None:
        """Follow a seat no longer. What it has done and has not heard of yet is asked for once more: its
        document would have said that it is done, and is not heard of any more."""
        if self.mirrors.pop((table, seat), None):
            self._say(Part(table, seat))
            for frame in self.pending.values():
                if isinstance(frame, Act | Undo) and (frame.table, frame.seat) == (table, seat):
                    self._say(frame)

    def say(self, frame: Frame) -> None:
        """Send a frame that is no change, on this socket or not at all."""
        self._say(frame)

    def again(self) -> None:
        """Send those once more that were refused for the moment."""
        while self.late:
            frame = self.late.popleft()
            if frame.id in self.pending:
                self._say(frame)
        while self._late_joins:
            mirror = self._late_joins.popleft()
            if mirror in self.mirrors.values():
                self._join(mirror)

    # -- sockets come and go -----------------------------------------------------------------------

    def greet(self) -> None:
        """A new socket: say who this is. The rest follows once welcomed."""
        self.outbox.clear()
        self.late.clear()
        self._late_joins.clear()
        self._joining.clear()
        self._channels.clear()
        self.welcomed = False
        self.outbox.append(Hello(self.token, self.name, proof=self.proof))
        self.wake()

    def lose(self) -> None:
        """The socket is gone; what it still had to carry goes over the next one."""
        self.welcomed = False
        self.outbox.clear()

    def receive(self, data: bytes) -> None:
        """Take what the socket brought; a kind that isn't known here says nothing. Raises BadFrame where it
        is no frame."""
        try:
            frame = from_server(data)
        except UnknownKind:
            return
        self.data = data
        mirror: Mirror | None = None
        match frame:
            case Full() | Diff():
                mirror = self._document(frame)
                if mirror is None and self._asked_for(frame):
                    return
            case Joined():
                mirror = self._joined(frame)
            case Done():
                self.pending.pop(frame.id, None)
            case Refused():
                mirror = self._refused(frame)
            case Welcome():
                self._welcome(frame)
            case Gone():
                self._gone(frame)
        self._hear(frame, mirror)

    def _welcome(self, frame: Welcome) -> None:
        self.person, self.welcomed = frame.person, True
        if self.browsing:
            self.outbox.append(Browse())
        for mirror in self.mirrors.values():
            self._join(mirror)
        self.outbox.extend(self.pending.values())
        self.wake()

    def _document(self, frame: Full | Diff) -> Mirror | None:
        if isinstance(frame, Diff):
            mirror = self._channels.get(frame.channel)
        else:
            mirror = self.mirrors.get((frame.table, frame.seat))
        if mirror is None or self.mirrors.get((mirror.table, mirror.seat)) is not mirror:
            return None  # parted from, and this was on its way
        if not mirror.receive(frame):
            if mirror.lost and mirror not in self._joining.get(mirror.table, ()):
                self.resyncs += 1
                self._join(mirror)
            return None
        if self.pending and (done := mirror.done) in self.pending:
            self._acknowledge(done, mirror)
        if mirror.table in self.lucks.tables:
            self._deal(mirror)
        return mirror

    def _deal(self, mirror: Mirror) -> None:
        """Tell the parts of the chance that are to be told now, and compare."""
        wrongs, lates = len(self.lucks.wrong), len(self.lucks.late)
        for seat, luck in self.lucks.look(mirror.table, mirror.document["public"]):
            self.change(Reveal(self.next_id(), mirror.table, seat, luck))
        for wrong in self.lucks.wrong[wrongs:]:
            log.error("the dealing was not fair: %s", wrong)
        for late in self.lucks.late[lates:]:
            log.warning("nothing is proved of the dealing, for what was told came too late: %s", late)

    def _asked_for(self, frame: Full | Diff) -> bool:
        """Is this of a seat that is followed, or was until a moment ago?"""
        if isinstance(frame, Diff):
            return frame.channel in self._channels
        of = frame.table, frame.seat
        return of in self.mirrors or any((m.table, m.seat) == of for m in self._channels.values())

    def _acknowledge(self, done: int, mirror: Mirror) -> None:
        """The seat's document names a change of ours as carried out; so were the seat's earlier ones."""
        for id, frame in list(self.pending.items()):
            if id <= done and isinstance(frame, Act | Undo):
                if (frame.table, frame.seat) == (mirror.table, mirror.seat):
                    del self.pending[id]
            elif id == done:
                del self.pending[id]

    def _join(self, mirror: Mirror) -> None:
        if self.welcomed:
            self._joining.setdefault(mirror.table, deque()).append(mirror)
            self.outbox.append(mirror.join())
            self.wake()

    def _joined(self, frame: Joined) -> Mirror | None:
        mirror = self._answered(frame.table)
        if mirror is None:
            return None
        if mirror.seat != frame.seat:
            self.mirrors.pop((frame.table, mirror.seat), None)
            mirror.seat = frame.seat
            self.mirrors[frame.table, frame.seat] = mirror
        mirror.words = frame.words
        self._channels[frame.channel] = mirror
        return mirror

    def _refused(self, frame: Refused) -> Mirror | None:
        """A refusal is the end of a change, or of following a seat, unless it is for the moment only."""
        if frame.id:
            change = self.pending.get(frame.id)
            if change is not None and frame.code in AGAIN:
                self.late.append(change)
            else:
                self.pending.pop(frame.id, None)
                if isinstance(change, Sit | Take):
                    self.lucks.forget(change.table, change.promise)
            return None
        mirror = self._answered(frame.table)
        if mirror is not None:
            if frame.code in AGAIN:
                self._late_joins.append(mirror)
            else:
                self.mirrors.pop((mirror.table, mirror.seat), None)
        return mirror

    def _gone(self, frame: Gone) -> None:
        """The table, or one seat of it, is followed no longer."""
        if frame.code == "not-your-seat":
            self.mirrors.pop((frame.table, frame.seat), None)
            if all(table != frame.table for table, _ in self.mirrors):
                self.lucks.forget(frame.table)
            return
        self.lucks.forget(frame.table)
        self._joining.pop(frame.table, None)
        for key in [key for key in self.mirrors if key[0] == frame.table]:
            del self.mirrors[key]

    def _answered(self, table: str) -> Mirror | None:
        """The mirror whose `Join` was answered: joins of a table are answered in their order."""
        waiting = self._joining.get(table)
        if not waiting:
            return None
        mirror = waiting.popleft()
        if not waiting:
            del self._joining[table]
        return mirror

    def _say(self, frame: Frame) -> None:
        if self.welcomed:
            self.outbox.append(frame)
            self.wake()
