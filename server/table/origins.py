"""Games that begin at a moment of another one, as it was or with the unseen dealt anew. Sans-I/O.

The first entry of such a table holds the whole game, dealt when the table was made: playing its log needs
neither the other table nor how games were imagined then. What comes by chance from there on has the source of
the new table, and can be verified like any dealing; whoever knows the other game's can't foresee it.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import MsgspecError

from protocol.codec import packed, unpacked
from protocol.frames import AUTO, WATCH
from server.games.catalogue import options_of
from server.games.engine import Engine
from server.games.kernel import OPEN, Game, key, settle
from server.games.packing import pack, unpack
from server.games.unplayable import Unplayable

from . import tokens
from .entries import Made, Origin
from .log_texts import TEXTS

LARGEST: Final = 16_384
"""Bytes that a packed game has at most; those of our games have a fifth of that."""


class BadOrigin(Unplayable):
    """No table can have begun so; the sentence says why."""

    texts = TEXTS


def begun(engine: Engine, origin: Origin, seed: int) -> Game:
    """The game that a table with this origin begins with."""
    return fresh(unpack(engine.state, origin.game), key(seed))


def possible(engine: Engine, made: Made) -> None:
    """Raise BadOrigin for one that no server would have written."""
    if made.origin is None:
        return
    if len(made.origin.game) > LARGEST:
        raise BadOrigin("origin-large")
    try:
        game: Any = begun(engine, made.origin, 0)
        engine.check(game)
        fits = len(engine.scores(game)) == made.seats and game.options == options_of(engine, made.options)
        asks = settle(game)
    except (MsgspecError, AssertionError, LookupError, TypeError, RuntimeError) as wrong:
        raise BadOrigin("origin", why=wrong) from wrong
    if not fits or not asks:
        raise BadOrigin("origin-other")


def dealt(engine: Engine, data: bytes, knows: int, secret: str) -> bytes:
    """The packed game without its source of chance; what nobody in `knows` sees dealt anew by the secret."""
    game = unpack(engine.state, data)
    if knows != AUTO:
        seat = None if knows == WATCH else knows
        public = unpacked(packed(engine.public(game)))
        private = unpacked(packed(engine.private(game, seat))) if seat is not None else None
        game = engine.imagine(public, private, seat, tokens.seed(secret, ["origin"]))
    return pack(fresh(game, bytes(32)))


def fresh(game: Game, source: bytes) -> Game:
    """The game with another source of chance, and with nothing just said."""
    game.key, game.drawn, game.said, game.sealed = source, 0, [], OPEN
    return game
