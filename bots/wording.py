"""Choices in a game's words, and what they are worth in figures, as the page says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

SHARES: Final = {"en": "chance of winning", "de": "Siegchance"}
VALUES: Final = {"en": "value by hand", "de": "Wert von Hand"}
"""What worths are measured in, by language: the latter where a game has no weights."""


def choice_text(words: Any, names: Sequence[str], verb: str, noun: int) -> str:
    """A choice as the texts of its game say it. `names`: of the seats. What has no name is its number."""
    group = words["nouns"].get(verb, "")
    things: Any = names if group in ("seat", "seats") else words["names"].get(group, ())
    known = things if isinstance(things, dict) else {str(n): name for n, name in enumerate(things)}
    text: str = words["choices"].get(verb, verb)
    return text.replace("{noun}", known.get(str(noun), str(noun)))


def unit(shared: bool, language: str) -> str:
    """What worths are measured in: chances of winning where `shared`."""
    return (SHARES if shared else VALUES)[language]


def amount(worth: float, shared: bool, language: str) -> str:
    """A worth, or a difference of two, in that unit."""
    return number(worth, ".1%" if shared else ".2f", language)


def number(value: float, form: str, language: str) -> str:
    """A number in a form of `format`, with the signs that people write in this language."""
    text = format(value, form).replace("-", "−")
    return text.replace(".", ",").replace("%", "\u00a0%") if language == "de" else text
