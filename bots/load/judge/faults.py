"""Names of faults that several modules share, and the set of faults that make a run wrong."""

from __future__ import annotations

from typing import Final

MAX_NAMED_DIFFERENCES: Final = 5
"""The number of differences that are reported in full."""

DIFFER: Final = "documents that differ from the log"
UNPLAYABLE: Final = "games that can't be replayed"

GARBLED: Final = "messages that can't be read"
UNASKED: Final = "documents that nobody asked for"
"""Of seats that the user isn't subscribed to: the documents may belong to another player."""

FALSE: Final = "answers that differ from the log"
"""Responses to changes: acknowledged and not stored, stored twice, refused and stored, and so on."""

UNPROVEN: Final = "logs not told in the end"
"""Of tables at which the user has made changes: whether the responses were true is unknown."""

WRONG: Final = frozenset(
    {
        "gaps",
        "repeats",
        "divergences",
        "diffs without check value",
        "documents that differ",
        "versions that differ",
        "tables made otherwise",
        UNPLAYABLE,
        DIFFER,
        UNASKED,
        GARBLED,
        FALSE,
    }
)
"""Faults that mean that the server sent something wrong. All others mean that something didn't happen."""
