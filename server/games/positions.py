"""Positions that somebody writes down: a game in the middle, as a text, for tables that begin there.

    game = "machi_koro"                # one of the games
    seats = 2
    turn = 0                           # whose turn it is; seats count from 0
    moment = "turn"                    # where in the game, by a name of the game's; the first one if not said

    [options]                          # as a table has them; what isn't named has its default

    [table]                            # what belongs to nobody, in the game's own words

    [[players]]                        # one for each seat, in their order
    coins = 12
    establishments = {forest = 2}

The form is TOML. What isn't said is as the game begins with it. What nobody can see and nobody has said
lies by chance: the same each time where the text has a `seed`, which tells its writer how. Things go by
their ids in the game's cards.json or by their names in its texts, in any language.

A game can be written down if its package has a module `position` with three names: `Table` and `Player`,
the words for `[table]` and for each of `[[players]]` (subclasses of `Words`), and `MOMENTS`, by name the
functions that lay out a game: `lay(game, turn, table, players)` changes one that `setup` has just made, and
gives it the steps to go on with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .catalogue import LANGUAGES, checked, folder, options_of, texts
from .engine import Engine
from .kernel import Game, settle
from .packing import pack, unpack

LONGEST: Final = 8_192
"""Characters of a position."""

DEEPEST: Final = 20
"""How deep brackets may stand in each other."""

Count = Annotated[int, Meta(ge=0, le=999)]
Seat = Annotated[int, Meta(ge=0, le=15)]


class BadPosition(ValueError):
    """Nothing can be played from this text; the message says why, and where."""


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be said of the table, or of a player."""


class Written(Words, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it was written, before anybody has asked whether it can be."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    turn: Seat = 0
    moment: str = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    options: dict[str, Any] = {}
    table: dict[str, Any] = {}
    players: list[dict[str, Any]] = []


class Position(Struct, frozen=True):
    """A position that can be played."""

    engine: Engine
    game: Game
    """Not yet settled."""
    options: dict[str, Any]
    seats: int
    asked: list[tuple[int, str]]
    """Who is asked what first: (seat, prompt)."""


class Names:
    """What things are called: their ids, and their names in all languages.

    Several things may share a name: then they are given out one after the other.
    """

    def __init__(self, what: str, ids: Sequence[str], texts: Iterable[Sequence[str]] = ()) -> None:
        self.what = what
        self.ids = ids
        self.numbers: dict[str, list[int]] = {}
        for names in (ids, *texts):
            for number, name in enumerate(names[: len(ids)]):
                lying = self.numbers.setdefault(_plain(name), [])
                if number not in lying:
                    lying.append(number)

    def all(self, word: str) -> list[int]:
        """The numbers of all that are called so. Raises BadPosition."""
        if found := self.numbers.get(_plain(word)):
            return found
        near = get_close_matches(_plain(word), self.numbers, 1)
        raise BadPosition(
            f"There is no {self.what} {word!r}." + (f" Did you mean {near[0]!r}?" if near else "")
        )

    def one(self, word: str) -> int:
        """The number of what is called so. Raises BadPosition."""
        return self.all(word)[0]

    def counts(self, counted: Mapping[str, int], otherwise: Sequence[int] = ()) -> list[int]:
        """How many there are of each; what isn't named has its number of `otherwise`, or is not there."""
        counts = [*(otherwise or [0] * len(self.ids))]
        for word, count in counted.items():
            counts[self.one(word)] = count
        return counts

    def marked(self, words: Iterable[str]) -> list[bool]:
        """For each: is it named?"""
        named = {self.one(word) for word in words}
        return [number in named for number in range(len(self.ids))]


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ").strip()


@cache
def names(game: str, what: str, ids: tuple[str, ...], group: str) -> Names:
    """What things of a game are called: by their ids, and by a group of the names in its texts."""
    return Names(what, ids, [texts(game, language)["names"].get(group, ()) for language in LANGUAGES])


class Box:
    """Gives out the numbered things of a game, each once."""

    def __init__(self, names: Names, things: Iterable[int]) -> None:
        self.names = names
        self.free = list(things)

    def take(self, word: str) -> int:
        """The thing of this name, or the next of them. Raises BadPosition where there is none left."""
        for number in self.names.all(word):
            if number in self.free:
                return self.give(number)
        raise BadPosition(f"There is no {self.names.what} {word!r} left, or not with these options.")

    def give(self, number: int) -> int:
        self.free.remove(number)
        return number

    def take_all(self, words: Iterable[str]) -> list[int]:
        return [self.take(word) for word in words]

    def next(self, count: int) -> list[int]:
        """So many of those that are left, the next ones. Raises BadPosition."""
        if count > len(self.free):
            raise BadPosition(f"There are not enough things of this kind left: {self.names.what}.")
        return [self.free.pop() for _ in range(count)]


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> Written:
    """What a text says. Raises BadPosition."""
    if len(text) > LONGEST:
        raise BadPosition(f"The text is longer than {LONGEST} characters.")
    if _depth(text) > DEEPEST:
        raise BadPosition("Too many brackets stand in each other.")
    try:
        return msgspec.convert(tomllib.loads(text), Written)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadPosition(str(wrong)) from wrong
    except RecursionError as wrong:  # names with very many dots
        raise BadPosition("Too many tables stand in each other.") from wrong


def _depth(text: str) -> int:
    deep = deepest = 0
    for character in text:
        deep += (character in "[{") - (character in "]}")
        deepest = max(deepest, deep)
    return deepest


def laid_out(it: Written, chance: int = 0) -> Position:
    """The position that is written there; `chance` takes the place of a seed that it doesn't say. Raises
    BadPosition where there can't be such a one."""
    engine = GAMES.get(it.game)
    if engine is None:
        raise BadPosition(f"There is no game {it.game!r}, only {', '.join(GAMES)}.")
    words = words_of(engine)
    try:
        decided = engine.options.decided(it.seats)
        options = checked(engine, {**decided, **it.options}, it.seats)
        game = engine.setup(it.seats, chance if it.seed is None else it.seed, options_of(engine, options))
        table = msgspec.convert(it.table, words.Table)
        players = [_player(words.Player, n, it.players) for n in range(max(it.seats, len(it.players)))]
    except ValueError as wrong:  # of msgspec, or options that are refused
        raise BadPosition(str(wrong)) from wrong
    if len(players) > it.seats:
        raise BadPosition(f"There are {len(players)} players, and {it.seats} seats.")
    if it.turn >= it.seats:
        raise BadPosition(f"It can't be the turn of seat {it.turn}: there are {it.seats}, from 0 on.")
    moments: Mapping[str, Callable[..., None]] = words.MOMENTS
    lay = moments.get(it.moment or next(iter(moments)))
    if lay is None:
        raise BadPosition(f"There is no moment {it.moment!r}, only {', '.join(moments)}.")
    lay(game, it.turn, table, players)
    return Position(engine, game, options, it.seats, _begun(engine, game))


def words_of(engine: Engine) -> Any:
    """The game's module of words. Raises BadPosition where it has none."""
    package: Any = engine
    name = f"{package.__name__}.position"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise BadPosition(f"Positions of {engine.name} can't be written.") from missing


def _player(kind: type[Words], seat: int, said: list[dict[str, Any]]) -> Words:
    try:
        return msgspec.convert(said[seat] if seat < len(said) else {}, kind)
    except msgspec.ValidationError as wrong:
        raise BadPosition(f"players[{seat}]: {wrong}") from wrong


def example(game: str, language: str) -> str:
    """A text to begin with, in a language of `LANGUAGES`: `positions/<language>.toml` in the game's folder;
    "" where it has none. Every word that there is stands in it."""
    file = folder(game) / "positions" / f"{language}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


# -- is it possible? ---------------------------------------------------------------------------------


def _begun(engine: Engine, game: Game) -> list[tuple[int, str]]:
    """Who is asked first in a game like this, which stays as it is. Raises BadPosition where it can't be."""
    try:
        return [(ask.seat, ask.prompt) for ask in _checked(engine, copied(engine, game))]
    except (AssertionError, LookupError, RuntimeError, TypeError, ValueError) as wrong:
        raise BadPosition(f"This can't be: {wrong}.") from wrong


def _checked(engine: Engine, game: Game) -> Any:
    asks = settle(game)
    engine.check(game)
    if not asks:
        raise ValueError("the game is over there")
    return asks


def copied(engine: Engine, game: Game) -> Game:
    """The same game once more."""
    return unpack(engine.state, pack(game))
