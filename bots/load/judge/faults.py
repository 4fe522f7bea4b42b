"""Names of faults that more than one part must know, and which of them mean that a run was wrong."""

from __future__ import annotations

from typing import Final

NAMED: Final = 5
"""Differences that are told in full."""

DIFFER: Final = "documents that differ from the log"
UNPLAYABLE: Final = "games that can't be replayed"

GARBLED: Final = "messages that can't be read"
UNASKED: Final = "documents that nobody asked for"
"""Of seats that a user doesn't follow: they may be anybody's."""

WRONG: Final = frozenset(
    {
        "gaps",
        "repeats",
        "divergences",
        "diffs without check value",
        "documents that differ",
        UNPLAYABLE,
        DIFFER,
        UNASKED,
        GARBLED,
    }
)
"""Faults that mean that somebody was told something wrong. All others mean that something didn't happen."""
