"""The public documents of a table, made once for all its seats in this process.

All seats of a table are sent the same public part. The first seat that receives a patch makes the next
document; a seat that has the same document, and is sent the same bytes, gets the result of the first. A seat
that is sent anything else makes its own, so nothing is taken on trust. Documents never change, because seats
at different versions share parts of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from protocol.codec import check_value, packed, unpacked
from protocol.diff import patch, patched
from protocol.document import Document
from protocol.frames import Diff, Full
from protocol.mirror import Mirror
from protocol.structs import Raw

MAX_RECENT_VERSIONS: Final = 8
"""Steps that a table remembers; a seat that is further behind than that makes its own documents."""


NO_WORDS: Final[tuple[str, ...]] = ()

NO_CHANGE: Final = Raw(packed([]))
"""The patch of a part that stays as it is: of most seats' own parts in most versions."""

MAX_STEPS: Final = 4
"""Different steps to one version that a table remembers."""


class Step:
    """A public document, what it was made from, and its check value once it is known."""

    __slots__ = ("after", "before", "check", "patch", "words")

    def __init__(self, before: Any, data: Raw, words: Sequence[str], after: Any) -> None:
        self.before, self.patch, self.words, self.after = before, data, words, after
        self.check: int | None = None


class PublicDocuments:
    """The latest public documents of one table."""

    def __init__(self) -> None:
        self._steps: dict[int, list[Step]] = {}
        """By version, the steps that led to it: one, unless seats were sent different bytes."""
        self._words: Sequence[str] = []

    def words(self, told: Sequence[str]) -> Sequence[str]:
        """The shared words that a seat was told: one list for all seats that were told the same."""
        if told != self._words:
            self._words = told
        return self._words

    def check(self, version: int, document: Any) -> int:
        """The check value of a document with this version."""
        for step in self._steps.get(version, ()):
            if step.after is document:
                if step.check is None:
                    step.check = check_value(document)
                return step.check
        return check_value(document)

    def made(self, version: int, before: Any, data: Raw, words: Sequence[str]) -> Any:
        """The document after a patch; of a whole message if there is none `before`. Raises BadPatch or
        ValueError."""
        steps = self._steps.get(version)
        if steps is None:
            steps = self._steps[version] = []
            self._steps.pop(version - MAX_RECENT_VERSIONS, None)
        for step in steps:
            if step.before is before and step.words is words and step.patch == data:
                return step.after
        after = unpacked(data) if before is None else patched(before, unpacked(data), words)
        if len(steps) < MAX_STEPS:
            steps.append(Step(before, data, words, after))
        return after


class SharingMirror(Mirror):
    """A mirror whose public part comes from the documents of its table."""

    def __init__(self, table: str, seat: int, every: int, documents: PublicDocuments) -> None:
        super().__init__(table, seat, every)
        self._documents = documents
        self._told: Sequence[str] = self.words
        """The words for which `_common` was looked up."""
        self._common: Sequence[str] = self.words
        self._made = -1
        """The version of the public part."""

    def _whole(self, frame: Full) -> Document:
        self._made = frame.version
        public = self._documents.made(frame.version, None, frame.public, NO_WORDS)
        return {"public": public, "mine": unpacked(frame.mine)}

    def _patch(self, frame: Diff) -> None:
        if self.words is not self._told:
            self._told, self._common = self.words, self._documents.words(self.words)
        document, self._made = self.document, frame.version
        document["public"] = self._documents.made(self._made, document["public"], frame.public, self._common)
        if frame.mine != NO_CHANGE:
            patch(document["mine"], unpacked(frame.mine), self.words)

    def _check(self) -> tuple[int, int]:
        public = self.document["public"]
        return self._documents.check(self._made, public), check_value(self.document["mine"])
