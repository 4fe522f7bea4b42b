"""How long a bot lets people wait, by what everybody sees: never by what its seat alone knows.

Where people hurry the bots, all pauses are the same short while, until a person is asked again.

A turn that begins takes its time; what follows in it comes quicker, the same again quicker still, and an end
of the turn at once. The number of options, or the thoughts that went into it, would tell of hidden cards.
"""

from __future__ import annotations

from collections.abc import Collection
from random import uniform
from typing import Any, Final, NamedTuple

from protocol.document import Public

FOLLOWING: Final = 0.65
"""Of the whole pause, for a question that follows another one of the same seat's at once."""

AGAIN: Final = 0.5
"""For the same question once more."""

ENDING: Final = 0.4
"""Where only the end of a turn is to be said."""

HURRIED: Final = 0.25
"""Seconds of a pause where people hurry the bots: as long as a mind may think, so that it tells nothing."""


class Pause(NamedTuple):
    """Seconds of a whole pause where people sit at the table: from, to."""

    shortest: float = 0.7
    longest: float = 1.8


class Pace:
    """What one seat was asked last, as everybody at the table saw it."""

    def __init__(self) -> None:
        self._last = ""
        """The prompt of the question that the seat has had without a break; "" after others' turns."""
        self._number = 0
        self._share = 1.0
        self.hurried = False
        """Do people hurry the bots?"""

    def hurry(self, public: Public) -> bool:
        """People hurry the bots, which counts if none of them is asked; True where that is new."""
        news = not self.hurried and not people_asked(public)
        self.hurried = self.hurried or news
        return news

    def seconds(self, pause: Pause) -> float:
        """How long to wait with the answer to the open question."""
        whole = self._share * uniform(*pause)
        return min(whole, HURRIED) if self.hurried else whole

    def seen(self, public: Public, seat: int) -> float:
        """Take in what everybody sees now; gives the share of a whole pause for the seat's open question."""
        self.hurried = self.hurried and not people_asked(public)
        rows: list[Any] = public.get("asks", [])
        row = next((row for row in rows if row[0] == seat), None)
        if row is None:
            self._last, self._number, self._share = "", 0, 1.0
        elif row[1] != self._number:
            self._share = _share(row[2], self._last)
            self._last, self._number = row[2], row[1]
        return self._share


def people_play(public: Public, among: Collection[int] | None = None) -> bool:
    """Does a person sit at the table and play, in one of these seats or in any?"""
    rows: list[Any] = public.get("seats", [])
    return any(
        row["kind"] == "person" and not row["stand_in"]
        for seat, row in enumerate(rows)
        if among is None or seat in among
    )


def people_asked(public: Public) -> bool:
    """Is a person asked?"""
    return people_play(public, {row[0] for row in public.get("asks", [])})


def _share(prompt: str, last: str) -> float:
    if prompt == "end_turn":
        return ENDING
    if not last:
        return 1.0
    return AGAIN if prompt == last else FOLLOWING
