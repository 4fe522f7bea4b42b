"""How long a bot waits before it answers a person, computed only from what every player sees.

When people hurry the bots, all pauses are equally short until a person is asked again.

The first question of a turn gets a whole pause, later ones shorter pauses, a repeated prompt a still shorter
one, and the end of a turn the shortest. A pause by the number of options or by thinking time would reveal
hidden cards.
"""

from __future__ import annotations

from collections.abc import Collection
from random import uniform
from typing import Any, Final, NamedTuple

from protocol.document import Public

FOLLOWING_PAUSE_SHARE: Final = 0.65
"""Share of the whole pause, for a question that directly follows another one to the same seat."""

REPEATED_PAUSE_SHARE: Final = 0.5
"""The same, for a repeated prompt."""

TURN_END_PAUSE_SHARE: Final = 0.4
"""The same, for the question that ends a turn."""

HURRIED_PAUSE_S: Final = 0.25
"""The longest pause when people hurry the bots (seconds): the thinking time of a mind, so that it reveals
nothing."""


class Pause(NamedTuple):
    """The range of a whole pause at tables with people (seconds)."""

    shortest: float = 0.7
    longest: float = 1.8


class Pace:
    """The pause of one seat, by the last questions to it that are public."""

    def __init__(self) -> None:
        self._last = ""
        """The prompt of the last question in an unbroken row to this seat; "" after others' turns."""
        self._number = 0
        self._share = 1.0
        self.hurried = False
        """Whether people hurry the bots."""

    def hurry(self, public: Public) -> bool:
        """People hurry the bots; ignored while a person is asked. True if this is new."""
        news = not self.hurried and not people_asked(public)
        self.hurried = self.hurried or news
        return news

    def seconds(self, pause: Pause) -> float:
        """The pause before the answer to the open question (seconds)."""
        whole = self._share * uniform(*pause)
        return min(whole, HURRIED_PAUSE_S) if self.hurried else whole

    def seen(self, public: Public, seat: int) -> float:
        """Process the public part of a document; returns the share of a whole pause for the seat's open
        question."""
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
    """Does a person play at the table, in one of the seats `among`, or in any?"""
    rows: list[Any] = public.get("seats", [])
    return any(
        row["kind"] == "person" and not row["stand_in"]
        for seat, row in enumerate(rows)
        if among is None or seat in among
    )


def people_asked(public: Public) -> bool:
    """Does a person have an open question?"""
    return people_play(public, {row[0] for row in public.get("asks", [])})


def _share(prompt: str, last: str) -> float:
    if prompt == "end_turn":
        return TURN_END_PAUSE_SHARE
    if not last:
        return 1.0
    return REPEATED_PAUSE_SHARE if prompt == last else FOLLOWING_PAUSE_SHARE
