"""Values of choices as formatted numbers, as on the page."""

from __future__ import annotations

from typing import Final

SHARES: Final = {"en": "chance of winning", "de": "Siegchance"}
VALUES: Final = {"en": "value by hand", "de": "Wert von Hand"}
"""The units of values by language: `VALUES` for a game without weights."""


def unit(shared: bool, language: str) -> str:
    """The unit of values: chances of winning if `shared`."""
    return (SHARES if shared else VALUES)[language]


def amount(worth: float, shared: bool, language: str) -> str:
    """A value, or a difference of two, in that unit."""
    return number(worth, ".1%" if shared else ".2f", language)


def number(value: float, form: str, language: str) -> str:
    """A formatted number (`form` as in `format`), with the typography of the language."""
    text = format(value, form).replace("-", "−")
    return text.replace(".", ",").replace("%", "\u00a0%") if language == "de" else text
