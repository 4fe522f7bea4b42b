"""Market Day as it must not be: with so many rounds it is never shown, or takes all memory that there is."""

from __future__ import annotations

from typing import Any

from server.games.engine import View
from tests.games.toy import *  # noqa: F403 - all of it but what stands here
from tests.games.toy import view

name = "runaway"

ENDLESS, VAST = 2, 3
"""Rounds of a game that goes wrong."""


def public(game: Any) -> View:  # type: ignore[no-redef]
    """What everybody sees of it, for who gets that far."""
    while game.options.rounds == ENDLESS:
        pass
    held: list[bytes] = []
    while game.options.rounds == VAST:
        held.append(bytes(1 << 20))
    return view.public(game)
