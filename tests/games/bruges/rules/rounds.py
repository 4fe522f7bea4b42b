"""Scenes that run a whole phase, or a whole game, of Bruges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.flow import Majorities, Refill, Roll, StartTurns
from server.games.bruges.state import COLOURS, DRAWING, BrugesOptions
from server.games.engine import View
from server.games.kernel import Ask, Choice, choose, settle
from tests.games.bruges.city import Have, city


def dice(pips: Mapping[str, int], other: int = 4) -> list[int]:
    """The dice by colour; the others show a number without effect."""
    return [pips.get(colour, other) for colour in COLOURS]


def refilling(*seats: int, **fields: Any) -> Scene:
    """These seats refill their hands, one after the other; turns follow."""
    return city(stack=[*(Refill(seat) for seat in seats or (0,)), StartTurns()], phase=DRAWING, **fields)


def rolling(pips: Mapping[str, int], **fields: Any) -> Scene:
    """Phase 2 with these dice, then phase 3."""
    return city(stack=[Roll()], phase=DRAWING, dice=dice(pips), **fields)


def playing(**fields: Any) -> Scene:
    """Phase 3 from its first turn, then phase 4."""
    return city(stack=[StartTurns()], **fields)


def verifying(*have: Have, **fields: Any) -> Scene:
    """Phase 4 of the last round, then the end of the game."""
    fields = {"round": 5, "last": 5, "extra": [], **fields}
    return city(stack=[Majorities()], mine=have[0], others=have[1:], **fields)


def marks(game: Scene, mark: int) -> list[int]:
    """The seats with a turned marker of this kind."""
    return [seat for seat, me in enumerate(game.players) if me.marks[mark]]


def public(game: Scene) -> View:
    return bruges.public(game.game)


def seen(game: Scene, seat: int | None) -> bytes:
    """The whole view of a seat, or of a watcher, as bytes."""
    private = {} if seat is None else bruges.private(game.game, seat)
    return msgspec.msgpack.encode([bruges.public(game.game), private], order="deterministic")


Policy = Callable[[Any, Ask], Choice]


def play_out(seats: int, seed: int, policy: Policy, **options: Any) -> Any:
    """A whole game by a policy that answers every question; the game at its end."""
    chosen = {"fifth_player": seats == 5, "start_player": "first", **options}
    game: Any = bruges.setup(seats, seed, msgspec.convert(chosen, BrugesOptions))
    asks: Sequence[Ask] = settle(game)
    while asks:
        asks = choose(game, asks[0], policy(game, asks[0]))
        bruges.check(game)
    return game
