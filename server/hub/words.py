"""Words that the host of this server doesn't want in names and in what is said: stars take their place.

A file has one to a line; `*` at its begin or end stands for further letters, `#` begins a remark. Upper and
lower case are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

STAR = "*"


class Words:
    """The list of a server; without lines it has nothing against anything."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = [line.partition("#")[0].strip() for line in lines]
        self.patterns = "|".join(_pattern(word) for word in words if word.strip(STAR))
        """All of them, as one looks for them."""
        whole = rf"(?<!\w)(?:{self.patterns})(?!\w)"
        self._found = re.compile(whole, re.IGNORECASE) if self.patterns else None

    @classmethod
    def of(cls, file: str) -> Words:
        """Those of a file; none where there is no file. Raises OSError, or ValueError for what is no text."""
        if not file:
            return cls()
        try:
            return cls(Path(file).read_text("utf-8-sig").splitlines())  # some editors begin with a mark
        except UnicodeDecodeError as wrong:
            line = wrong.object[: wrong.start].count(b"\n") + 1
            raise ValueError(f"line {line} is no text in UTF-8") from wrong

    def starred(self, text: str) -> str:
        """The text with stars in the place of such words."""
        return self._found.sub(lambda match: STAR * len(match[0]), text) if self._found else text


def _pattern(word: str) -> str:
    before, after = (r"\w*" if end == STAR else "" for end in (word[0], word[-1]))
    return before + re.escape(word.strip(STAR)) + after
