"""Style sheets as they are sent: with those that they import in their place, without what says nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Final

IMPORT: Final = re.compile(r'@import "([^"]+)";')
WORDLESS: Final = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?:/\*.*?\*/|\s)+""", re.DOTALL
)
"""A string, or comments and space."""
AROUND: Final = "{};,"
"""Beside these, space says nothing."""


def sheet(name: str, load: Callable[[str], str]) -> str:
    """A style sheet by its name. What it imports must come from a folder like its own or below."""
    folder = PurePosixPath(name).parent
    return shorter(IMPORT.sub(lambda match: sheet(str(folder / match[1]), load), load(name)))


def shorter(source: str) -> str:
    """The same without comments and without space that says nothing."""

    def put(match: re.Match[str]) -> str:
        if match["kept"]:
            return match["kept"]
        before, after = source[match.start() - 1 : match.start()], source[match.end() : match.end() + 1]
        if before in AROUND or after in AROUND:  # at the beginning and the end as well
            return ""
        return "" if before == ":" and _in_a_declaration(source, match.start()) else " "

    return WORDLESS.sub(put, source)


def _in_a_declaration(source: str, colon: int) -> bool:
    """Does this colon stand between a property and its value?"""
    return bool(re.search(r"[{;]\s*[\w-]+:$", source[max(0, colon - 60) : colon]))
