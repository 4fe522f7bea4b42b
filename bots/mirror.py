"""One seat's document as a client keeps it: made whole by `Full`, changed by `Diff`, doubted by check values.

Sans-I/O: frames in, a document out. What a mirror can't follow it says (`lost`), and then waits for the
whole document; asking for it is the session's part.
"""

from __future__ import annotations

from typing import cast

from protocol.codec import check_value, unpacked
from protocol.diff import BadPatch, patch
from protocol.document import Document
from protocol.frames import Diff, Full, Join


class Mirror:
    """What one seat of one table looks like now. `version` is -1 until there is a document."""

    def __init__(self, table: str, seat: int, every: int = 0) -> None:
        self.table = table
        self.seat = seat
        self.every = every
        self.version = -1
        self.words: list[str] = []
        """The keys that patches name by number, as the last `Joined` gave them."""
        self.document = cast(Document, {"public": {}, "mine": {}})
        """Empty until there is one."""
        self.lost = False
        """The last frame could not be followed: only the whole document will do."""
        self.gaps = self.divergences = self.repeats = self.checks = 0
        """Counted: versions left out, differences noticed, versions that came again, checks that agreed."""
        self.astray = -1
        """The version that was here when the first of these was noticed that must not be; -1: none was."""

    def join(self) -> Join:
        """The frame that makes the server tell of this seat, from what is known here on."""
        if self.lost or self.version < 0:
            return Join(self.table, self.seat, -1, self.every)
        check = check_value(self.document["public"]), check_value(self.document["mine"])
        return Join(self.table, self.seat, self.version, self.every, check)

    @property
    def done(self) -> int:
        """The id of the seat's last change that was carried out, as far as is known here."""
        return int(self.document["mine"].get("done", 0))

    def receive(self, frame: Full | Diff) -> bool:
        """Take a frame for this seat over; True where the document is another now."""
        if isinstance(frame, Full):
            self.document = {"public": unpacked(frame.public), "mine": unpacked(frame.mine)}
            self.version, self.lost = frame.version, False
            return True
        if self.lost:
            return False
        if frame.version != self.version + 1:
            self._noticed()
            if frame.version <= self.version:
                self.repeats += 1
                return False
            self.gaps += 1
            self.lost = True
            return False
        return self._follow(frame)

    def _follow(self, frame: Diff) -> bool:
        """Patch both parts, and compare with the check values where the frame has them."""
        public, mine = self.document["public"], self.document["mine"]
        try:
            patch(public, unpacked(frame.public), self.words)
            patch(mine, unpacked(frame.mine), self.words)
        except (BadPatch, ValueError):
            self._diverged()
            return False
        if frame.check is not None:
            if frame.check != (check_value(public), check_value(mine)):
                self._diverged()
                return False
            self.checks += 1
        self.version = frame.version
        return True

    def _diverged(self) -> None:
        self._noticed()
        self.divergences += 1
        self.lost = True

    def _noticed(self) -> None:
        if self.astray < 0:
            self.astray = self.version
