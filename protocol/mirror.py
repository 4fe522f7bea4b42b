"""A client's copy of one seat's document: replaced by `Full`, patched by `Diff`, verified by check values.

Sans-I/O: frames in, a document out. A mirror that can't apply a diff sets `lost` and waits for the whole
document; the session requests it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from .codec import check_value, unpacked
from .diff import BadPatch, patch
from .document import Document
from .frames import Diff, Full, Join


class Mirror:
    """The current document of one seat at one table. `version` is -1 until there is a document."""

    def __init__(self, table: str, seat: int, every: int = 0, words: Sequence[str] = ()) -> None:
        self.table = table
        self.seat = seat
        self.every = every
        self.version = -1
        self.words = list(words)
        """The keys that patches name by number, from the last `Joined`."""
        self.document = cast(Document, {"public": {}, "mine": {}})
        """Empty until the first `Full`."""
        self.lost = False
        """The last diff could not be applied; the whole document is needed."""
        self.gaps = self.divergences = self.repeats = self.checks = 0
        """Counters: skipped versions, failed patches or check values, repeated versions, successful
        checks."""
        self.first_error = -1
        """The version at the first protocol error (gap, repeat or divergence); -1: none so far."""

    def join(self) -> Join:
        """The frame that subscribes to this seat, from the known version on."""
        if self.lost or self.version < 0:
            return Join(self.table, self.seat, -1, self.every)
        return Join(self.table, self.seat, self.version, self.every, self._check())

    @property
    def done(self) -> int:
        """The id of the seat's last committed change, as far as known here."""
        return int(self.document["mine"].get("done", 0))

    def receive(self, frame: Full | Diff) -> bool:
        """Apply a frame for this seat; True if the document changed."""
        if isinstance(frame, Full):
            self.document = self._whole(frame)
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
        """Patch both parts, and compare them with the check values if the frame has them."""
        try:
            self._patch(frame)
        except (BadPatch, ValueError):
            self._diverged()
            return False
        if frame.check is not None:
            if frame.check != self._check():
                self._diverged()
                return False
            self.checks += 1
        self.version = frame.version
        return True

    def _whole(self, frame: Full) -> Document:
        """The parts of a whole document."""
        return {"public": unpacked(frame.public), "mine": unpacked(frame.mine)}

    def _patch(self, frame: Diff) -> None:
        """Patch both parts. Raises BadPatch or ValueError."""
        patch(self.document["public"], unpacked(frame.public), self.words)
        patch(self.document["mine"], unpacked(frame.mine), self.words)

    def _check(self) -> tuple[int, int]:
        """The check values of both parts."""
        return check_value(self.document["public"]), check_value(self.document["mine"])

    def _diverged(self) -> None:
        self._noticed()
        self.divergences += 1
        self.lost = True

    def _noticed(self) -> None:
        if self.first_error < 0:
            self.first_error = self.version
