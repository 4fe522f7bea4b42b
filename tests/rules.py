"""The numbered statements of the rules: `docs/rules/<game>.md`, and the toy's beside its code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs" / "rules"
TOY = HERE / "games" / "toy" / "rules.md"

STATEMENT = re.compile(r"^- \*\*([A-Z]{3}-[\d.]+)\*\* (.*(?:\n(?!- \*\*).+)*)", re.MULTILINE)
"""An id, and its text up to the next statement or an empty line."""

TABLE = re.compile(r"\n\n(\|.*(?:\n\|.*)*)")


def page_of(game: str) -> Path:
    return TOY if game == "toy" else DOCS / f"{game}.md"


def read(text: str) -> Iterator[tuple[str, str]]:
    """Every statement of a page by its id, in order. A table after a colon belongs to the statement."""
    for found in STATEMENT.finditer(text):
        table = TABLE.match(text, found.end()) if found[2].endswith(":") else None
        yield found[1], found[2] + (f"\n{table[1]}" if table else "")


@cache
def statements() -> dict[str, str]:
    """All statements of all games by id."""
    pages = [*sorted(path for path in DOCS.glob("*.md") if not path.stem.endswith("-cards")), TOY]
    found: dict[str, str] = {}
    for page in pages:
        for rule, text in read(page.read_text(encoding="utf-8")):
            assert rule not in found, f"{page.name} states {rule} a second time"
            found[rule] = text
    return found


def quoted(ids: Iterable[str]) -> str:
    """These statements, one below the other, as a failing test shows them."""
    return "\n".join(f"{rule} {statements().get(rule, '(not stated)')}" for rule in ids)
