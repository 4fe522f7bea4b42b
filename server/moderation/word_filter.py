"""The operator's word filter: words in names and chat lines that are replaced by stars.

A file contains one word per line; `*` at its start or end matches further letters, `#` starts a comment. The
filter ignores case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

STAR = "*"

MAX_TRIE_DEPTH: Final = 8
"""Letters by which the words are grouped in the pattern."""


class WordFilter:
    """The word list of a server; an empty list filters nothing."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = [line.partition("#")[0].strip() for line in lines]
        words = [word for word in words if word.strip(STAR)]
        self.patterns = "|".join(map(_pattern, words))
        """The patterns of all words, as alternatives."""
        self._found = re.compile(_together(words), re.IGNORECASE) if words else None

    @classmethod
    def of(cls, file: str) -> WordFilter:
        """The word list of a file; an empty one for no file. Raises OSError, or ValueError for a file that is
        not UTF-8."""
        if not file:
            return cls()
        try:
            return cls(Path(file).read_text("utf-8-sig").splitlines())  # some editors write a byte order mark
        except UnicodeDecodeError as wrong:
            line = wrong.object[: wrong.start].count(b"\n") + 1
            raise ValueError(f"line {line} is no text in UTF-8") from wrong

    def starred(self, text: str) -> str:
        """The text with filtered words replaced by stars."""
        return self._found.sub(lambda match: STAR * len(match[0]), text) if self._found else text


def _pattern(word: str) -> str:
    before, after = _stars(word)
    return before + re.escape(word.strip(STAR)) + after


def _stars(word: str) -> tuple[str, str]:
    """The patterns before and after a word."""
    before, after = (r"\w*" if end == STAR else "" for end in (word[0], word[-1]))
    return before, after


def _together(words: Iterable[str]) -> str:
    """A pattern for any of these words, which groups words with a common beginning. Thousands of separate
    alternatives would block the hub on every chat line."""
    alike: dict[tuple[str, str], set[str]] = {}
    for word in words:
        alike.setdefault(_stars(word), set()).add(word.strip(STAR))
    any_of = "|".join(f"{before}{_tree(rest)}{after}" for (before, after), rest in alike.items())
    return rf"(?<!\w)(?:{any_of})(?!\w)"


def _tree(words: Iterable[str], depth: int = 0) -> str:
    """A pattern for any of these words, grouped by first letter; it matches the longest word first."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words):
        by_first.setdefault(word[:1], []).append(word[1:])
    ends = by_first.pop("", None) is not None
    ways = [re.escape(first) + _rest(rest, depth) for first, rest in by_first.items()]
    return f"(?:{'|'.join(ways)}){'?' * ends}" if ways else ""


def _rest(words: list[str], depth: int) -> str:
    """The same for the words after a letter; from MAX_TRIE_DEPTH on as plain alternatives, since few are
    left."""
    if len(words) == 1:
        return re.escape(words[0])
    if depth < MAX_TRIE_DEPTH:
        return _tree(words, depth + 1)
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
