"""What people type, as others are shown it: names and what is said."""

from __future__ import annotations

import unicodedata
from typing import Final

_MARKS = [0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF]
_RANGES = [(0x202A, 0x202E), (0x2060, 0x2069), (0xFFF9, 0xFFFB)]

UNSEEN: Final = dict.fromkeys([*_MARKS, *(code for a, z in _RANGES for code in range(a, z + 1))])
"""Characters that nobody sees, and that turn the direction of other people's text or make two names that
look alike. Joiners are not among them: scripts and emoji are written with them."""

BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""


def plain(text: str) -> str:
    """A text on one line, without what can't be seen; empty where nothing would be left to see."""
    kept = "".join(c for c in text.translate(UNSEEN) if c.isspace() or unicodedata.category(c) != "Cc")
    return " ".join(kept.split()) if any(map(_seen, kept)) else ""


def _seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANK
