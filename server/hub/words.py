"""Words that the host of this server doesn't want in names and in what is said: stars take their place.

A file has one to a line; `*` at its begin or end stands for further letters, `#` begins a remark. Upper and
lower case are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

STAR = "*"

DEEPEST: Final = 8
"""Letters by which words are sorted."""


class Words:
    """The list of a server; without lines it has nothing against anything."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = [line.partition("#")[0].strip() for line in lines]
        words = [word for word in words if word.strip(STAR)]
        self.patterns = "|".join(map(_pattern, words))
        """All of them, each by itself."""
        self._found = re.compile(_together(words), re.IGNORECASE) if words else None

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
    before, after = _stars(word)
    return before + re.escape(word.strip(STAR)) + after


def _stars(word: str) -> tuple[str, str]:
    """What may stand before a word, and behind it."""
    before, after = (r"\w*" if end == STAR else "" for end in (word[0], word[-1]))
    return before, after


def _together(words: Iterable[str]) -> str:
    """What finds any of these words: those that begin alike are looked for together. One after the other,
    thousands of them would keep a hub from its tables with every line that is said."""
    alike: dict[tuple[str, str], set[str]] = {}
    for word in words:
        alike.setdefault(_stars(word), set()).add(word.strip(STAR))
    any_of = "|".join(f"{before}{_tree(rest)}{after}" for (before, after), rest in alike.items())
    return rf"(?<!\w)(?:{any_of})(?!\w)"


def _tree(words: Iterable[str], depth: int = 0) -> str:
    """What finds any of these, by letters: the longest first."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words):
        by_first.setdefault(word[:1], []).append(word[1:])
    ends = by_first.pop("", None) is not None
    ways = [re.escape(first) + _rest(rest, depth) for first, rest in by_first.items()]
    return f"(?:{'|'.join(ways)}){'?' * ends}" if ways else ""


def _rest(words: list[str], depth: int) -> str:
    """The same for what follows a letter; from some letters on each by itself, as there are few."""
    if len(words) == 1:
        return re.escape(words[0])
    if depth < DEEPEST:
        return _tree(words, depth + 1)
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
