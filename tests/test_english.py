"""English texts sound like English: phrases that only translations have are kept out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from server.games import position_texts
from server.table import log_texts

SERVER = Path(__file__).parents[1] / "server"

STIFF = {
    r"\bfor nothing\b": "free of charge, free, at no cost; in vain; no points",
    r"\bdear(er|est)?\b": "expensive, valuable",
    r"\b(an|the) own\b": "your own, their own, of theirs",
    r"(?:^|[.:;] )[Ww]ho [^.:;?]*[.;]": "whoever; with a question mark if it is a question",
    r"come(s)? into question": "can be chosen",
    r"this moment or never": "now or never",
    r"\bworth a way\b": "worth a detour",
    r"\b\w+ enough members\b|\bmembers enough\b": "full",
    r"\baway for long\b": "away for a while",
    r"\bat the questions\b": "with each question",
    r"\breckon\b": "work out, do the sums",
    r"\blacks for\b": "is missing from",
}
"""Phrases that no English text has, as patterns, and their better words."""


def leaves(text: Any) -> Iterator[str]:
    if isinstance(text, str):
        yield text
    elif isinstance(text, dict):
        for value in text.values():
            yield from leaves(value)
    elif isinstance(text, list):
        for value in text:
            yield from leaves(value)


def said(told: Any) -> Iterator[str]:
    """The English texts of a lesson or an example: everything under "en"."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from leaves(value) if key == "en" else said(value)
    elif isinstance(told, list):
        for value in told:
            yield from said(value)


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def english() -> Iterator[tuple[str, str]]:
    """Every English text that people read, with the file that has it."""
    yield from (("position_texts.py", text) for text in position_texts.TEXTS["en"].values())
    yield from (("log_texts.py", text) for text in log_texts.TEXTS["en"].values())
    for pattern in ("games/*/texts/en.json", "games/*/positions/en.json", "web/texts/*en.json"):
        for path in SERVER.glob(pattern):
            yield from ((str(path.relative_to(SERVER)), text) for text in leaves(read(path)))
    for pattern in ("games/*/lessons/*.json", "games/*/examples/*.json"):
        for path in SERVER.glob(pattern):
            yield from ((str(path.relative_to(SERVER)), text) for text in said(read(path)))


def stiff(text: str) -> list[str]:
    """What to say instead of the stiff phrases of a text."""
    return [better for pattern, better in STIFF.items() if re.search(pattern, text)]


def test_english_texts_have_no_stiff_phrases() -> None:
    texts = [*english()]
    assert len(texts) > 3000
    found = [f"{file}: {text!r}: {'; '.join(stiff(text))}" for file, text in texts if stiff(text)]
    assert found == [], "\n".join(found)


def test_stiff_phrases_are_found() -> None:
    for text in (
        "Build a house for nothing.",
        "A dear person.",
        "Stock of the own shop",
        "Clockwise. Who passes is out.",
        "Doesn’t come into question for this.",
    ):
        assert stiff(text), text
    for text in ("Who is playing?", "Who stands in", "Load, or pass: who is next?"):
        assert not stiff(text), text
