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
gives it the steps to go on with. Why something can't be there is said in every language: `BadPosition` takes
a key and the values in its text, `game.key` for a text in `positions/<language>.json` in the game's folder,
and what the things of `names` are called stands there too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .catalogue import LANGUAGES, checked, folder, options_of, texts
from .engine import Engine, OptionsRefused
from .kernel import Game, settle
from .packing import pack, unpack
from .position_texts import TEXTS
from .shapes import fault, written
from .unplayable import Named, Term, Unplayable

LONGEST: Final = 8_192
"""Characters of a position."""

DEEPEST: Final = 20
"""How deep brackets may stand in each other."""

Count = Annotated[int, Meta(ge=0, le=999)]
Seat = Annotated[int, Meta(ge=0, le=15)]


S = TypeVar("S")


class BadPosition(Unplayable):
    """Nothing can be played from this text; the sentence says why, and where."""

    texts = TEXTS

    @classmethod
    def text(cls, key: str, language: str) -> str:
        """Of a key of ours, or of `game.key`."""
        game, _, own = key.rpartition(".")
        return reasons(game, language).get(own, own) if game else super().text(key, language)


@cache
def reasons(game: str, language: str) -> Mapping[str, str]:
    """What a game says of its positions: `positions/<language>.json` in its folder, if there is one."""
    file = folder(game) / "positions" / f"{language}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


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

    Several things may share a name: then they are given out one after the other. `what`: what kind of things
    they are, as it is said where there is none.
    """

    def __init__(self, what: str | Term, ids: Sequence[str], texts: Iterable[Sequence[str]] = ()) -> None:
        self.what = what
        self.ids = ids
        self.numbers: dict[str, list[int]] = {}
        self.spelt: dict[str, str] = {}
        for names in (ids, *texts):
            for number, name in enumerate(names[: len(ids)]):
                self.spelt[_plain(name)] = name  # rather as a text has it than as an id
                lying = self.numbers.setdefault(_plain(name), [])
                if number not in lying:
                    lying.append(number)

    def all(self, word: str) -> list[int]:
        """The numbers of all that are called so. Raises BadPosition."""
        if found := self.numbers.get(_plain(word)):
            return found
        near = get_close_matches(_plain(word), self.numbers, 1)
        if near:
            raise BadPosition("thing-near", what=self.what, word=word, near=self.spelt[near[0]])
        raise BadPosition("thing", what=self.what, word=word)

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
    called = [texts(game, language)["names"].get(group, ()) for language in LANGUAGES]
    return Names(Term(f"{game}.{what}"), ids, called)


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
        raise BadPosition("thing-left", what=self.names.what, word=word)

    def give(self, number: int) -> int:
        self.free.remove(number)
        return number

    def take_all(self, words: Iterable[str]) -> list[int]:
        return [self.take(word) for word in words]

    def next(self, count: int) -> list[int]:
        """So many of those that are left, the next ones. Raises BadPosition."""
        if count > len(self.free):
            raise BadPosition("things-left", what=self.names.what, count=count, left=len(self.free))
        return [self.free.pop() for _ in range(count)]


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> Written:
    """What a text says. Raises BadPosition."""
    if len(text) > LONGEST:
        raise BadPosition("too-long", most=LONGEST)
    if _depth(text) > DEEPEST:
        raise BadPosition("brackets")
    try:
        return _shaped(_parsed(text), Written)
    except RecursionError as wrong:  # names with very many dots
        raise BadPosition("tables") from wrong


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise _no_toml(text, str(wrong)) from wrong
    except ValueError as wrong:  # of Python itself
        raise BadPosition("digits") from wrong


def _no_toml(text: str, told: str) -> BadPosition:
    """What is said of a text that is no TOML, by what its reader tells in English: where, and seldom more."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", told)
    line, column = map(int, place.groups()) if place else (len(text.rstrip().splitlines()) or 1, 0)
    if told.startswith("Cannot"):  # overwrite, declare twice, or add to what was complete
        return BadPosition("toml-twice", line=line)
    return BadPosition("toml", line=line, column=column) if place else BadPosition("toml-end", line=line)


def _shaped(raw: Any, kind: type[S], place: str = "") -> S:
    """What was read, as it is to be. Raises BadPosition with the path that begins with this place."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as wrong:
        found = fault(raw, kind, place)
        if found is None:
            raise BadPosition("unreadable", place=place, why=str(wrong)) from wrong
        raise BadPosition(found.key, **found.values) from wrong


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
        raise BadPosition("game", word=it.game, known=[*GAMES])
    words = words_of(engine)
    options = _options(engine, it)
    game = engine.setup(it.seats, chance if it.seed is None else it.seed, options_of(engine, options))
    table = _shaped(it.table, words.Table, "table")
    said = [*it.players, *[{}] * (it.seats - len(it.players))]
    players = [_shaped(one, words.Player, f"players[{seat}]") for seat, one in enumerate(said)]
    if len(players) > it.seats:
        raise BadPosition("players", players=len(players), seats=it.seats)
    if it.turn >= it.seats:
        raise BadPosition("turn", seat=it.turn, seats=it.seats)
    moments: Mapping[str, Callable[..., None]] = words.MOMENTS
    lay = moments.get(it.moment or next(iter(moments)))
    if lay is None:
        raise BadPosition("moment", word=it.moment, known=[*moments])
    lay(game, it.turn, table, players)
    return Position(engine, game, options, it.seats, _begun(engine, game))


def _options(engine: Engine, it: Written) -> dict[str, Any]:
    """The options that are written there, and all others. Raises BadPosition."""
    if it.seats not in engine.seats:
        raise BadPosition("seats", game=Named(engine.name), least=engine.seats[0], most=engine.seats[-1])
    _shaped(it.options, engine.options, "options")
    decided = engine.options.decided(it.seats)
    try:
        return checked(engine, {**decided, **it.options}, it.seats)
    except OptionsRefused as wrong:
        for option, value in it.options.items():
            if not _goes(engine, {**decided, option: value}, it.seats):
                raise BadPosition("option", option=option, value=written(value), seats=it.seats) from wrong
        raise BadPosition("options", seats=it.seats) from wrong


def _goes(engine: Engine, options: dict[str, Any], seats: int) -> bool:
    try:
        checked(engine, options, seats)
    except OptionsRefused:
        return False
    return True


def words_of(engine: Engine) -> Any:
    """The game's module of words. Raises BadPosition where it has none."""
    package: Any = engine
    name = f"{package.__name__}.position"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise BadPosition("unwritten", game=engine.name) from missing


def example(game: str, language: str) -> str:
    """A text to begin with, in a language of `LANGUAGES`: `positions/<language>.toml` in the game's folder;
    "" where it has none. Every word that there is stands in it."""
    file = folder(game) / "positions" / f"{language}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


# -- is it possible? ---------------------------------------------------------------------------------


def _begun(engine: Engine, game: Game) -> list[tuple[int, str]]:
    """Who is asked first in a game like this, which stays as it is. Raises BadPosition where it can't be."""
    trial = copied(engine, game)
    try:
        asks = settle(trial)
        engine.check(trial)
    except (AssertionError, LookupError, RuntimeError, TypeError, ValueError) as wrong:
        raise BadPosition("cannot-be", why=wrong) from wrong
    if not asks:
        raise BadPosition("over")
    return [(ask.seat, ask.prompt) for ask in asks]


def copied(engine: Engine, game: Game) -> Game:
    """The same game once more."""
    return unpack(engine.state, pack(game))
