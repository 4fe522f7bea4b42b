"""The minds that people may ask for, and the games that offer each: some only where they proved stronger.

A setting names a mind, followed by its games if not all of them offer it: `master:machi_koro+santiago`. A
package may give the names that people read for its minds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from server.games.catalogue import LANGUAGES
from server.games.outside import Untrue, one

GROUP: Final = "stammtisch.mind_names"
"""Entry points: by a mind's name, what people read instead of it, by language."""

MAX_NAME_CHARS: Final = 40


def names(minds: Iterable[str]) -> list[str]:
    """The names of all minds that any game offers."""
    return [mind.partition(":")[0] for mind in minds]


def games(mind: str) -> list[str]:
    """The games that offer a mind; an empty list stands for all."""
    return [game for game in mind.partition(":")[2].split("+") if game]


def offered(minds: Sequence[str], game: str) -> list[str]:
    """The minds that a game offers, the default first."""
    return [name for name, mind in zip(names(minds), minds, strict=True) if game in (games(mind) or (game,))]


def unknown(minds: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """The games named here that don't exist."""
    there = set(known)
    return (game for mind in minds for game in games(mind) if game not in there)


def called(minds: Iterable[str]) -> dict[str, Mapping[str, str]]:
    """The names that packages give to these minds, by language; minds without one are missing."""
    found = {mind: one(GROUP, mind, "name of the mind", _tried) for mind in minds}
    return {mind: dict(words) for mind, words in found.items() if words}


def _tried(words: Any, mind: str) -> None:
    """Raise Untrue if this is no name in each language."""
    if not isinstance(words, Mapping) or {*words} != {*LANGUAGES}:
        raise Untrue(f"it is no mapping with a name for each of {', '.join(LANGUAGES)}")
    for language, name in words.items():
        if not isinstance(name, str) or not 0 < len(name.strip()) <= MAX_NAME_CHARS:
            raise Untrue(f"the name for {language} is no text of 1 to {MAX_NAME_CHARS} characters")
