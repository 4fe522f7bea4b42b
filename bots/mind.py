"""The contract of a mind, and the minds there are by name.

A mind gets one seat's document and nothing else: no socket, no engine's game, no other seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from server.games.kernel import Choice

from .document import Document
from .greedy import Greedy
from .whim import Whim


class Mind(Protocol):
    """One player at one seat. It may remember, and is asked about no other table."""

    def choose(self, document: Document, deadline: float) -> Choice:
        """One of the options in the document, which is asked something. `deadline` is a time of
        `time.monotonic`, after which the best so far is better than the best."""


MINDS: Final[dict[str, Callable[[int], Mind]]] = {"whim": Whim, "greedy": Greedy}
"""Name to a maker that takes a seed: the same seed and the same documents give the same choices."""
