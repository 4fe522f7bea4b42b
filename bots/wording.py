"""Choices in a game's words, as the page says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def choice_text(words: Any, names: Sequence[str], verb: str, noun: int) -> str:
    """A choice as the texts of its game say it. `names`: of the seats. What has no name is its number."""
    group = words["nouns"].get(verb, "")
    things: Any = names if group in ("seat", "seats") else words["names"].get(group, ())
    known = things if isinstance(things, dict) else {str(n): name for n, name in enumerate(things)}
    text: str = words["choices"].get(verb, verb)
    return text.replace("{noun}", known.get(str(noun), str(noun)))
