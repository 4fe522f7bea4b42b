"""Games that begin in the middle, with what somebody brings: a position as a text, or a moment of a log.

Whatever it is, it comes from anywhere: it is played to its end by chance, and looked at from every seat,
before a table begins with it. Sans-I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from protocol.frames import WATCH
from server.games.advising import advise
from server.games.catalogue import digest, engine_of
from server.games.engine import Engine
from server.games.kernel import Ask, Game, choose, key, settle
from server.games.packing import pack, unpack
from server.games.positions import BadPosition, copied, laid_out, read
from server.games.reasons import why_not

from . import log, origins
from .entries import Entry, Made, encode
from .log import BadLog
from .reel import NotOver, possible

PLAYED: Final = 3
"""A game is played so often by chance; each time it must come to an end."""

LOOK: Final = 50
"""Choices between two looks at a game that is played by chance."""

CHOICES: Final = 20_000
"""So many choices such a game has at most; those of our games have a tenth of that."""


NO_SECRET: Final = "00" * 32
THINGS: Final = 3
"""Of each kind, for which a look asks why they can't be chosen."""


class Beginning(Struct, frozen=True, array_like=True):
    """What a table can begin with, as it is kept until somebody makes that table."""

    game: str
    rules: int
    digest: str
    seats: int
    options: dict[str, Any]
    public: bool
    """May strangers watch the table that begins so?"""
    version: int
    """Of the log that it comes from; 0 for a position."""
    asked: list[int]
    """The seats that are asked something first."""
    data: bytes
    """The packed game, without its source of chance."""


def packed(it: Beginning) -> bytes:
    return encode(it)


def unpacked(data: bytes) -> Beginning:
    """Raises msgspec.ValidationError."""
    return msgspec.msgpack.decode(data, type=Beginning)


def ends(engine: Engine, game: Game) -> list[int]:
    """Play copies of a game to their ends by chance: how many choices each has had. Raises BadPosition where
    one has none."""
    return [_play_out(engine, copied(engine, game), Random(number)) for number in range(PLAYED)]


def _play_out(engine: Engine, game: Game, random: Random) -> int:
    game.key = key(random.getrandbits(64))
    try:
        asks = settle(game)
        for number in range(CHOICES):
            if not asks:
                return number
            if number % LOOK == 0:
                _look(engine, game, asks)
            ask = random.choice(asks)
            asks = choose(game, ask, random.choice(ask.options))
            engine.check(game)
    except Exception as wrong:  # a game that somebody has brought may hold anything
        raise BadPosition("goes-wrong", why=wrong) from wrong
    raise BadPosition("endless", count=CHOICES)


def _look(engine: Engine, game: Any, asks: Sequence[Ask]) -> None:
    """Make of a game all that a hub will show of it, and deal anew what each seat doesn't see. Raises
    whatever goes wrong with that."""
    data, questions = pack(game), {ask.seat: ask for ask in asks}
    for viewer in range(WATCH, len(engine.scores(game))):
        seat = None if viewer == WATCH else viewer
        encode(engine.hints(game, seat, questions.get(viewer)))
        encode(origins.dealt(engine, data, viewer, NO_SECRET))
    for ask in asks:
        advise(engine.advices, game, ask)
        for name, thing in engine.things.items():
            for noun in [*thing.shown(game, ask.seat)][:THINGS]:
                why_not(engine.things, game, ask, name, noun)


def of_text(text: str, chance: int) -> Beginning:
    """The game that a text describes. Raises BadPosition."""
    it = laid_out(read(text), chance)
    ends(it.engine, it.game)
    return _beginning(it.engine, it.seats, it.options, True, 0, it.game)


def of_log(entries: list[Entry], version: int) -> Beginning:
    """The game as it was at this version of a finished game. Raises BadLog, BadPosition."""
    possible(entries[0])
    made, data = found(entries, version, exact=True)
    engine = engine_of(made.game, made.rules, made.digest)
    assert engine is not None, "what was played has an engine"
    if not data:
        raise BadLog("nobody")
    game = unpack(engine.state, data)
    ends(engine, game)
    return _beginning(engine, made.seats, made.options, made.public, version, game)


def found(entries: list[Entry], version: int, exact: bool = False) -> tuple[Made, bytes]:
    """How the table of this log was made, and its packed game at a version; b"" where nobody was asked then.
    Raises BadLog, NotOver where the game goes on."""
    data = b""
    for table in log.in_full(entries, exact):
        if table.version == version and table.match is not None and not table.match.over:
            data = table.match.state.game
    if table.state.phase != "over":
        raise NotOver("not-over")
    return table.state.made, data


def _beginning(
    engine: Engine, seats: int, options: dict[str, Any], public: bool, version: int, game: Game
) -> Beginning:
    data = pack(origins.fresh(game, bytes(32)))
    if len(data) > origins.LARGEST:
        raise BadPosition("too-large")
    asked = [ask.seat for ask in settle(copied(engine, game))]
    return Beginning(
        engine.name, engine.rules, digest(engine.name), seats, options, public, version, asked, data
    )
