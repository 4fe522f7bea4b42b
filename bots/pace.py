"""How long a bot lets people wait, by what everybody sees: never by what its seat alone knows.

A turn that begins takes its time; what follows in it comes quicker, the same again quicker still, and an end
of the turn at once. The number of options, or the thoughts that went into it, would tell of hidden cards.
"""

from __future__ import annotations

from typing import Any, Final

from protocol.document import Public

FOLLOWING: Final = 0.65
"""Of the whole pause, for a question that follows another one of the same seat's at once."""

AGAIN: Final = 0.5
"""For the same question once more."""

ENDING: Final = 0.4
"""Where only the end of a turn is to be said."""


class Pace:
    """What one seat was asked last, as everybody at the table saw it."""

    def __init__(self) -> None:
        self._last = ""
        """The prompt of the question that the seat has had without a break; "" after others' turns."""
        self._number = 0
        self._share = 1.0

    def seen(self, public: Public, seat: int) -> float:
        """Take in what everybody sees now; gives the share of a whole pause for the seat's open question."""
        rows: list[Any] = public.get("asks", [])
        row = next((row for row in rows if row[0] == seat), None)
        if row is None:
            self._last, self._number, self._share = "", 0, 1.0
        elif row[1] != self._number:
            self._share = _share(row[2], self._last)
            self._last, self._number = row[2], row[1]
        return self._share


def _share(prompt: str, last: str) -> float:
    if prompt == "end_turn":
        return ENDING
    if not last:
        return 1.0
    return AGAIN if prompt == last else FOLLOWING
