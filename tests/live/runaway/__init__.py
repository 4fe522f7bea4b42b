"""The toy game with faults that depend on the number of rounds: its view never ends, or takes all memory."""

from __future__ import annotations

from typing import Any

from server.games.engine import View
from tests.games.toy import *  # noqa: F403 - all of it but what stands here
from tests.games.toy import view

name = "runaway"

ENDLESS, VAST = 1, 3
"""The numbers of rounds that cause the faults."""


def public(game: Any) -> View:  # type: ignore[no-redef]
    """The public view, with the fault for this number of rounds."""
    while game.options.rounds == ENDLESS:
        pass
    held: list[bytes] = []
    while game.options.rounds == VAST:
        held.append(bytes(1 << 20))
    return view.public(game)
