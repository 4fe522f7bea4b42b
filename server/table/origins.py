"""Games that begin at a moment of another game, unchanged or with the hidden parts dealt again. Sans-I/O.

The first entry of such a table contains the whole game, dealt when the table was made. So a replay of its log
needs neither the other table nor the code that dealt the hidden parts at that time. Later random events use
the source of the new table and can be verified like any dealing; knowing the other game's source does not
help to foresee them.
"""

from __future__ import annotations

from typing import Any, Final

from protocol.codec import packed, unpacked
from protocol.frames import AUTO, WATCH
from server.games.catalogue import options_of
from server.games.engine import Engine
from server.games.kernel import OPEN, Game, key, settle
from server.games.packing import pack, unpack
from server.games.positions import BadPosition, bounded, error_message
from server.games.unplayable import Unplayable

from . import tokens
from .entries import GameOrigin, Made
from .log_texts import TEXTS

MAX_PACKED_BYTES: Final = 16_384
"""Most bytes of a packed game; usual games have a fifth of that."""


class BadOrigin(Unplayable):
    """No table can begin with this; the message says why."""

    texts = TEXTS


def begun(engine: Engine, origin: GameOrigin, seed: int) -> Game:
    """The game that a table with this origin begins with. Raises BadOrigin."""
    return fresh(brought(engine, origin.game), key(seed))


def brought(engine: Engine, data: bytes) -> Game:
    """The uploaded game, unpacked, with every number checked against its bounds. Raises BadOrigin,
    MsgspecError."""
    game = unpack(engine.state, data)
    try:
        bounded(game)
    except BadPosition as wrong:
        raise BadOrigin("origin", why=wrong) from wrong
    return game


def possible(engine: Engine, made: Made) -> None:
    """Raise BadOrigin for an origin that no server would have written."""
    if made.origin is None:
        return
    if len(made.origin.game) > MAX_PACKED_BYTES:
        raise BadOrigin("origin-large")
    try:
        game: Any = begun(engine, made.origin, 0)
        engine.check(game)
        fits = len(engine.scores(game)) == made.seats and game.options == options_of(engine, made.options)
        asks = settle(game)
    except BadOrigin:
        raise
    except Exception as wrong:  # an uploaded game may contain anything
        raise BadOrigin("origin", why=error_message(wrong)) from wrong
    if not fits or not asks:
        raise BadOrigin("origin-other")


def dealt(engine: Engine, data: bytes, knows: int, secret: str) -> bytes:
    """The packed game without its random source; the parts that are hidden from `knows` are dealt again by
    the secret. Raises BadOrigin."""
    game = brought(engine, data)
    if knows != AUTO:
        seat = None if knows == WATCH else knows
        public = unpacked(packed(engine.public(game)))
        private = unpacked(packed(engine.private(game, seat))) if seat is not None else None
        game = engine.imagine(public, private, seat, tokens.seed(secret, ["origin"]))
    return pack(fresh(game, bytes(32)))


def fresh(game: Game, source: bytes) -> Game:
    """The game with another random source and an empty log."""
    game.key, game.drawn, game.said, game.sealed = source, 0, [], OPEN
    return game
