"""Which minds people may ask for, and in which games: some only where they were found to be stronger.

A mind is set by its name, with the games it is offered in behind it where those are not all:
`master:machi_koro+santiago`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def names(minds: Iterable[str]) -> list[str]:
    """All minds that are offered anywhere."""
    return [mind.partition(":")[0] for mind in minds]


def games(mind: str) -> list[str]:
    """The games that a mind is offered in; none stands for all."""
    return [game for game in mind.partition(":")[2].split("+") if game]


def offered(minds: Sequence[str], game: str) -> list[str]:
    """The minds that are offered in a game, the usual one first."""
    return [name for name, mind in zip(names(minds), minds, strict=True) if game in (games(mind) or (game,))]


def unknown(minds: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """The games that are named here and that there are not."""
    there = set(known)
    return (game for mind in minds for game in games(mind) if game not in there)
