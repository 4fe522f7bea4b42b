"""protocol/README.md as its statements: sentences, list items, rows of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from protocol import codec

PAGE = Path(codec.__file__).with_name("README.md").read_text()

_END = re.compile(r"(?<=[.?!:])\*{0,2} (?=[A-Z`*(])")
"""The boundary between two sentences."""


def statements(page: str = PAGE) -> list[str]:
    """All statements of the page in order, without its code blocks and its table of contents."""
    text = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    return [statement for block in text.split("\n\n") for statement in _of_block(block.strip())]


def _of_block(block: str) -> Iterator[str]:
    lines = block.splitlines()
    if not lines or lines[0].startswith(("#", "- [")):
        return
    if lines[0].startswith("|"):
        yield from (line for line in lines[2:] if line.startswith("|"))
        return
    for item in re.split(r"\n(?=- |\d\. )", block):
        whole = re.sub(r"^(- |\d\. )", "", " ".join(item.split()))
        yield from (part.strip() for part in _END.split(whole) if re.search(r"\w", part))
