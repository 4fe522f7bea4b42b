"""Uploads that a game can begin with: a position as text, or a moment of a log. Sans-I/O.

Uploads are untrusted: before a table begins with one, the game is played to its end at random, and the
documents of every seat are made.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from protocol.frames import WATCH
from server.games.advising import advise
from server.games.catalogue import digest, engine_of
from server.games.engine import Engine
from server.games.kernel import Ask, Choice, Game, choose, key, settle
from server.games.packing import pack, unpack
from server.games.positions import BadPosition, copied, error_message, laid_out, read
from server.games.reasons import clone_of, why_not

from . import log, origins
from .entries import Entry, Made, encode
from .log import BadLog
from .reel import NotOver, possible

TRIAL_GAMES: Final = 3
"""Random games that are played as a trial; each must come to an end."""

GROWTH_CHOICES: Final = 150
"""Choices played towards many options, and as many again towards wealth."""

RANDOM_OPTIONS: Final = 3
"""Random options tried for each of these choices, beside the last option of each verb."""

CHOICES_PER_CHECK: Final = 50
"""Choices between two checks of a random game."""

MAX_TRIAL_CHOICES: Final = 20_000
"""Most choices in a random game; a usual game has about a tenth of that."""


NO_SECRET: Final = "00" * 32
CHECKED_THINGS: Final = 3
"""Things of each kind whose why-not reason is checked."""


Worth = Callable[[Engine, Game, Sequence[Ask], int], int]
"""The value of a choice's result, from the game, the questions that follow, and the seat that chose."""


class Beginning(Struct, frozen=True, array_like=True):
    """A game that a table can begin with, as it is stored until a table is made with it."""

    game: str
    rules: int
    digest: str
    seats: int
    options: dict[str, Any]
    public: bool
    """May strangers watch the table?"""
    version: int
    """The version of the log that it comes from; 0 for a position."""
    asked: list[int]
    """The seats with the first questions."""
    data: bytes
    """The packed game, without its random source."""


def packed(it: Beginning) -> bytes:
    return encode(it)


def unpacked(data: bytes) -> Beginning:
    """Raises msgspec.ValidationError."""
    return msgspec.msgpack.decode(data, type=Beginning)


def ends(engine: Engine, game: Game) -> list[int]:
    """Play copies of a game to their ends at random; returns the number of choices in each. Raises
    BadPosition if a game does not end, fails, or grows too large.

    The random source is secret: an uploader who knew it could search for a game that only passes with it.
    """
    random = Random(secrets.randbits(128))
    for worth in (_options, _wealth):
        _grow(engine, copied(engine, game), random, worth)
    return [_play_out(engine, copied(engine, game), random) for _ in range(TRIAL_GAMES)]


def _play_out(engine: Engine, game: Game, random: Random) -> int:
    game.key = key(random.getrandbits(64))
    try:
        asks = settle(game)
        for number in range(MAX_TRIAL_CHOICES):
            if not asks:
                return number
            if number % CHOICES_PER_CHECK == 0:
                _look(engine, game, asks)
            ask = random.choice(asks)
            asks = choose(game, ask, random.choice(ask.options))
            engine.check(game)
    except Exception as wrong:  # an uploaded game may contain anything
        raise BadPosition("goes-wrong", why=error_message(wrong)) from wrong
    raise BadPosition("endless", count=MAX_TRIAL_CHOICES)


def _grow(engine: Engine, game: Game, random: Random, worth: Worth) -> None:
    """Play a copy of a game towards the highest value of `worth`, so that growth shows up before the upload
    is accepted. Raises BadPosition if the game fails."""
    game.key = key(random.getrandbits(64))
    try:
        asks = settle(game)
        for _ in range(GROWTH_CHOICES):
            if not asks:
                return
            ask = random.choice(asks)
            tried = [_tried(game, ask, choice) for choice in _few(ask, random)]
            game, asks = max(tried, key=lambda it: worth(engine, it[0], it[1], ask.seat))
            engine.check(game)
    except Exception as wrong:  # an uploaded game may contain anything
        raise BadPosition("goes-wrong", why=error_message(wrong)) from wrong


def _few(ask: Ask, random: Random) -> list[Choice]:
    """Options to try: the last of each verb, which often has the greatest number, and some random ones."""
    last = {choice.verb: choice for choice in ask.options}
    return [*last.values(), *random.sample(ask.options, min(RANDOM_OPTIONS, len(ask.options)))]


def _tried(game: Game, ask: Ask, choice: Choice) -> tuple[Game, Sequence[Ask]]:
    """The result of a choice, in a copy."""
    copy: Game = clone_of(game)
    return copy, choose(copy, ask, choice)


def _options(engine: Engine, game: Game, asks: Sequence[Ask], seat: int) -> int:
    """The number of options in the next questions."""
    return sum(len(ask.options) for ask in asks)


def _wealth(engine: Engine, game: Game, asks: Sequence[Ask], seat: int) -> int:
    """The sum of the seat's holdings of all kinds."""
    return sum(engine.holdings(game, seat).values())


def _look(engine: Engine, game: Any, asks: Sequence[Ask]) -> None:
    """Make everything that a hub may show of a game, and deal the hidden parts again for each viewer. Raises
    the exception of any failure in that."""
    data, questions = pack(game), {ask.seat: ask for ask in asks}
    for viewer in range(WATCH, len(engine.scores(game))):
        seat = None if viewer == WATCH else viewer
        encode(engine.hints(game, seat, questions.get(viewer)))
        encode(origins.dealt(engine, data, viewer, NO_SECRET))
    for ask in asks:
        advise(engine.advices, game, ask)
        for name, thing in engine.things.items():
            for noun in [*thing.shown(game, ask.seat)][:CHECKED_THINGS]:
                why_not(engine.things, game, ask, name, noun)


def of_text(text: str, chance: int) -> Beginning:
    """The game that a text describes. Raises BadPosition."""
    it = laid_out(read(text), chance)
    ends(it.engine, it.game)
    return _beginning(it.engine, it.seats, it.options, True, 0, it.game)


def of_log(entries: list[Entry], version: int) -> Beginning:
    """The game at this version of a finished game. Raises BadLog, BadPosition."""
    possible(entries[0])
    made, data = game_at(entries, version, exact=True)
    engine = engine_of(made.game, made.rules, made.digest)
    assert engine is not None, "what was played has an engine"
    if not data:
        raise BadLog("nobody")
    game = unpack(engine.state, data)
    ends(engine, game)
    return _beginning(engine, made.seats, made.options, made.public, version, game)


def game_at(entries: list[Entry], version: int, exact: bool = False) -> tuple[Made, bytes]:
    """The creation of this log's table, and the packed game at a version; b"" if no question was open then.
    Raises BadLog, NotOver if the game is not over."""
    data = b""
    for table in log.in_full(entries, exact):
        if table.version == version and table.match is not None and not table.match.over:
            data = table.match.state.game
    if table.state.phase != "over":
        raise NotOver("not-over")
    return table.state.as_made, data


def _beginning(
    engine: Engine, seats: int, options: dict[str, Any], public: bool, version: int, game: Game
) -> Beginning:
    data = pack(origins.fresh(game, bytes(32)))
    if len(data) > origins.MAX_PACKED_BYTES:
        raise BadPosition("too-large")
    asked = [ask.seat for ask in settle(copied(engine, game))]
    return Beginning(
        engine.name, engine.rules, digest(engine.name), seats, options, public, version, asked, data
    )
