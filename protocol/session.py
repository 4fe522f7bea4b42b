"""One guest's side of the protocol, across reconnects. Sans-I/O.

Theory of operation. A session has the seats it follows (`Mirror`s) and the changes it has sent without an
acknowledgement. Every new socket begins with `greet`. After the welcome, the session joins each mirror from
its version and sends each unacknowledged change again under its old id, the idempotency key, so that it
happens only once. Received bytes go into `receive`; frames to send are queued in `outbox`; the owner gets
every frame through `hear`.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from itertools import count
from random import SystemRandom
from typing import Any, Final

from .codec import UnknownKind, from_server
from .commitments import Commitments
from .frames import (
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
from .mirror import Mirror

log = logging.getLogger("stammtisch.session")

AGAIN: Final = frozenset({"slow-down", "storing"})
"""Temporary refusals: they say nothing about the change itself, which is sent again later."""

Hear = Callable[[Any, Mirror | None], None]
"""Callback for every frame, with the mirror that it changed (None for a frame of no seat, and for a document
that was not requested here)."""


MAX_UNANSWERED: Final = 12
"""Unanswered changes of one table that are sent; later ones wait here. A table recognises repeats only among
the last 24 changes of a person, who may have two clients."""


def _table(change: Change) -> str:
    return getattr(change, "table", "")


class Session:
    """A guest: a name, a token, the followed seats, the pending changes."""

    def __init__(
        self,
        token: str,
        name: str,
        hear: Hear,
        proof: str = "",
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        """`wake()` is called when the outbox has a frame to send."""
        self.token, self.name, self.proof = token, name, proof
        self.person = ""
        self.welcomed = False
        self.browsing = False
        self.outbox: deque[Frame] = deque()
        self.mirrors: dict[tuple[str, int], Mirror] = {}
        self.pending: dict[int, Change] = {}
        self.late: deque[Change] = deque()
        """Temporarily refused changes; the driver of the session calls `again` later."""
        self.held: list[Change] = []
        """Pending changes that are not sent before others are answered."""
        self.wake = wake
        self.lucks = Commitments()
        """This guest's contributions to random seeds; `wrong` lists violations of fair dealing."""
        self.resyncs = 0
        self.data = b""
        """The frame being processed, as received."""
        self._hear = hear
        self._ids = count(SystemRandom().randrange(1, 2**52))
        self._channels: dict[int, Mirror] = {}
        self._joining: dict[str, deque[Mirror]] = {}
        self._late_joins: deque[Mirror] = deque()

    # -- requests of the owner ----------------------------------------------------------------------

    def next_id(self) -> int:
        """An id that this guest has not used before."""
        return next(self._ids)

    def change(self, frame: Change) -> None:
        """Send a change, and repeat it until it is acknowledged or refused."""
        self.pending[frame.id] = frame
        if self._may_send(frame):
            self._say(frame)
        else:
            self.held.append(frame)

    def _sent(self) -> list[Change]:
        """The pending changes that do not wait for others."""
        held = {one.id for one in self.held}
        return [one for one in self.pending.values() if one.id not in held]

    def _may_send(self, frame: Change) -> bool:
        """Are few enough of the other pending changes at its table sent?"""
        if len(self.pending) <= MAX_UNANSWERED:
            return True
        others = [one for one in self._sent() if one is not frame and _table(one) == _table(frame)]
        return len(others) < MAX_UNANSWERED

    def _send_held(self) -> None:
        """Send the changes for which there is room now."""
        for frame in list(self.held):
            if frame.id not in self.pending:
                self.held.remove(frame)
            elif self._may_send(frame):
                self.held.remove(frame)
                self._say(frame)

    def sit(self, table: str, seat: int = AUTO, hands_after: int = 0) -> Sit:
        """The frame that takes a seat, with a promise. The session reveals the contribution once it follows
        the seat. `hands_after`: the person agrees that the table shows hands that many moves late."""
        return self.lucks.sit(self.next_id(), table, seat, hands_after)

    def take(self, table: str, seat: int) -> Take:
        """The same for a bot process."""
        return Take(self.next_id(), table, seat, self.lucks.promise(table))

    def browse(self, on: bool = True, after: str = "") -> None:
        """Subscribe to the lobby (for a bot process: to seats that want a bot), on every socket from now on.

        `after`: the cursor `more` of a page, to get the next page.
        """
        self.browsing = on
        self._say(Browse(on, after))

    def join(
        self, table: str, seat: int = AUTO, every: int = 0, new: Callable[[str, int, int], Mirror] = Mirror
    ) -> Mirror:
        """Follow a seat from now on. A seat AUTO becomes the one that the server names. `new` makes the
        mirror."""
        mirror = self.mirrors.get((table, seat))
        if mirror is None:
            mirror = self.mirrors[table, seat] = new(table, seat, every)
            self._join(mirror)
        return mirror

    def renew(self, mirror: Mirror) -> None:
        """Request the whole document of a seat, because the local copy is known to be wrong."""
        if not mirror.lost:
            mirror.lost = True
            self.resyncs += 1
            self._join(mirror)

    def part(self, table: str, seat: int) -> None:
        """Unsubscribe from a seat. Its unacknowledged changes are sent once more: the acknowledgement would
        have come with the seat's document, which no longer arrives."""
        if self.mirrors.pop((table, seat), None):
            self._say(Part(table, seat))
            for frame in self._sent():
                if isinstance(frame, Act | Undo) and (frame.table, frame.seat) == (table, seat):
                    self._say(frame)

    def follows(self, table: str, seat: int) -> bool:
        """Does the current connection deliver this seat's diffs?"""
        mirror = self.mirrors.get((table, seat))
        return mirror is not None and mirror in self._channels.values()

    def say(self, frame: Frame) -> None:
        """Send a frame that is no change, without a retry on another socket."""
        self._say(frame)

    def again(self) -> None:
        """Resend the temporarily refused frames."""
        while self.late:
            frame = self.late.popleft()
            if frame.id in self.pending:
                self._say(frame)
        while self._late_joins:
            mirror = self._late_joins.popleft()
            if mirror in self.mirrors.values():
                self._join(mirror)

    # -- connection and loss -------------------------------------------------------------------------

    def greet(self) -> None:
        """Start on a new socket: send `Hello`. Everything else follows after the welcome."""
        self.outbox.clear()
        self.late.clear()
        self._late_joins.clear()
        self._joining.clear()
        self._channels.clear()
        self.welcomed = False
        self.outbox.append(Hello(self.token, self.name, proof=self.proof))
        self.wake()

    def lose(self) -> None:
        """The socket is lost; pending changes go over the next one."""
        self.welcomed = False
        self.outbox.clear()

    def receive(self, data: bytes) -> None:
        """Process a received message; a frame of unknown kind is ignored. Raises BadFrame for a malformed
        one."""
        try:
            frame = from_server(data)
        except UnknownKind:
            return
        self.data = data
        mirror: Mirror | None = None
        match frame:
            case Diff() | Full():
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
        if self.held:
            self._send_held()
        self._hear(frame, mirror)

    def _welcome(self, frame: Welcome) -> None:
        self.person, self.welcomed = frame.person, True
        if self.browsing:
            self.outbox.append(Browse())
        for mirror in self.mirrors.values():
            self._join(mirror)
        self.outbox.extend(self._sent())
        self.wake()

    def _document(self, frame: Full | Diff) -> Mirror | None:
        if isinstance(frame, Diff):
            mirror = self._channels.get(frame.channel)
        else:
            mirror = self.mirrors.get((frame.table, frame.seat))
        if mirror is None or self.mirrors.get((mirror.table, mirror.seat)) is not mirror:
            return None  # unsubscribed while this frame was on its way
        if not mirror.receive(frame):
            if mirror.lost and mirror not in self._joining.get(mirror.table, ()):
                self.resyncs += 1
                self._join(mirror)
            return None
        if self.pending and (done := mirror.done) in self.pending:
            self._acknowledge(done, mirror)
        if self.lucks.concerned(mirror.table, mirror.document["public"]):
            self._deal(mirror)
        return mirror

    def _deal(self, mirror: Mirror) -> None:
        """Reveal the contributions that are due, and log violations."""
        wrongs, lates = len(self.lucks.wrong), len(self.lucks.late)
        for seat, luck in self.lucks.look(mirror.table, mirror.document["public"]):
            self.change(Reveal(self.next_id(), mirror.table, seat, luck))
        for wrong in self.lucks.wrong[wrongs:]:
            log.error("the dealing was not fair: %s", wrong)
        for late in self.lucks.late[lates:]:
            log.warning("the dealing is unproven, since a contribution came too late: %s", late)

    def _asked_for(self, frame: Full | Diff) -> bool:
        """Does this frame belong to a seat that is followed, or was until recently?"""
        if isinstance(frame, Diff):
            return frame.channel in self._channels
        of = frame.table, frame.seat
        return of in self.mirrors or any((m.table, m.seat) == of for m in self._channels.values())

    def _acknowledge(self, done: int, mirror: Mirror) -> None:
        """The seat's document names a change of ours as committed, which includes the seat's earlier ones."""
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
        """A refusal ends a change, or the subscription to a seat, unless it is temporary."""
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
        """The table, or one seat of it, is no longer followed."""
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
        """The mirror whose `Join` was answered: joins of a table are answered in order."""
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
