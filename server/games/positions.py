"""Written positions: a game in progress as a text, for tables that begin there.

    game = "machi_koro"                # one of the games
    seats = 2
    turn = 0                           # the seat whose turn it is; seats count from 0
    moment = "turn"                    # the point in the game, by a name of the game's; default: its first

    [options]                          # as a table has them; others have their defaults

    [table]                            # the common parts of the board, in the game's own terms

    [[players]]                        # one for each seat, in their order
    coins = 12
    establishments = {forest = 2}

The format is TOML. Parts that the text does not mention are as at the beginning of the game. Hidden parts
that it does not mention are dealt at random: the same each time if the text has a `seed`, and then its author
can know them. Things are named by their ids in the game's cards.json or by their names in its texts, in any
language.

A game supports written positions if its package has a module `position` with three names, or another package
that brings its positions (`data_folders.py`). `Table` and
`Player` (subclasses of `PositionWords`) define the keys of `[table]` and of each of `[[players]]`. `MOMENTS`
maps names to functions `lay(game, turn, table, players)`: each changes a game that `setup` has just made, and
pushes the steps to continue with. Refusals are given in every language: `BadPosition` takes a key and the
values of its text. A key `game.key` refers to `positions/<language>.json` in the game's folder, which also
has the terms for the kinds of things in `names`.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .bounds import outside
from .catalogue import LANGUAGES, checked, fits, module_of, options_of, texts
from .data_folders import cached, data_folder, data_package, folder_in
from .engine import Engine, OptionsRefused
from .kernel import Game, LimitExceeded, settle
from .outside import Untrue, in_file
from .packing import pack, unpack
from .position_texts import TEXTS
from .shapes import fault, written
from .unplayable import Named, Term, Unplayable

KIND: Final = "positions"
"""The folder with the data."""

MODULE: Final = "position"
"""The module with the words."""

MAX_POSITION_CHARS: Final = 8_192
"""The maximum length of a position, in characters."""

MAX_BRACKET_DEPTH: Final = 20
"""The maximum nesting depth of brackets."""

Count = Annotated[int, Meta(ge=0, le=999)]
Seat = Annotated[int, Meta(ge=0, le=15)]


S = TypeVar("S")


class BadPosition(Unplayable):
    """No game can be played from this text; the message says why, and where."""

    texts = TEXTS

    @classmethod
    def text(cls, key: str, language: str) -> str:
        """The text of a key of this module, or of a key `game.key`."""
        game, _, own = key.rpartition(".")
        return reasons(game, language).get(own, own) if game else super().text(key, language)


@cached
def reasons(game: str, language: str) -> Mapping[str, str]:
    """A game's messages about positions: `positions/<language>.json` in its folder; empty if there is
    none."""
    return _reasons(data_folder(game, KIND, _tried), language)


def _reasons(lies: Traversable, language: str) -> Mapping[str, str]:
    file = lies / f"{language}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


class PositionWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of `[table]`, or of one of `[[players]]`."""


class Written(PositionWords, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it was written, not yet checked by a game."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    turn: Seat = 0
    moment: str = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    options: dict[str, Any] = {}
    table: dict[str, Any] = {}
    players: list[dict[str, Any]] = []


class Position(Struct, frozen=True):
    engine: Engine
    game: Game
    """Not yet settled."""
    options: dict[str, Any]
    seats: int
    asked: list[tuple[int, str]]
    """The first questions, as (seat, prompt)."""


class Names:
    """The names of a kind of things: their ids, and their names in all languages.

    Several things may share a name; they are then assigned in order. `what` is the term for the kind, used in
    refusals.
    """

    def __init__(self, what: str | Term, ids: Sequence[str], texts: Iterable[Sequence[str]] = ()) -> None:
        self.what = what
        self.ids = ids
        self.numbers: dict[str, list[int]] = {}
        self.spelt: dict[str, str] = {}
        for names in (ids, *texts):
            for number, name in enumerate(names[: len(ids)]):
                self.spelt[_plain(name)] = name  # the spelling of the texts takes precedence over the id
                lying = self.numbers.setdefault(_plain(name), [])
                if number not in lying:
                    lying.append(number)

    def all(self, word: str) -> list[int]:
        """The numbers of all things with this name. Raises BadPosition."""
        if found := self.numbers.get(_plain(word)):
            return found
        near = get_close_matches(_plain(word), self.numbers, 1)
        if near:
            raise BadPosition("thing-near", what=self.what, word=word, near=self.spelt[near[0]])
        raise BadPosition("thing", what=self.what, word=word)

    def one(self, word: str) -> int:
        """The number of the thing with this name. Raises BadPosition."""
        return self.all(word)[0]

    def counts(self, counted: Mapping[str, int], otherwise: Sequence[int] = ()) -> list[int]:
        """The count of each thing; things not named have their number in `otherwise`, or 0."""
        counts = [*(otherwise or [0] * len(self.ids))]
        for word, count in counted.items():
            counts[self.one(word)] = count
        return counts

    def marked(self, words: Iterable[str]) -> list[bool]:
        """For each thing, whether it is named."""
        named = {self.one(word) for word in words}
        return [number in named for number in range(len(self.ids))]


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ").strip()


@cache
def names(game: str, what: str, ids: tuple[str, ...], group: str) -> Names:
    """The names of things of a game: their ids, and a group of the names in its texts."""
    called = [texts(game, language)["names"].get(group, ()) for language in LANGUAGES]
    return Names(Term(f"{game}.{what}"), ids, called)


class Box:
    """Assigns the numbered things of a game, each only once."""

    def __init__(self, names: Names, things: Iterable[int]) -> None:
        self.names = names
        self.free = list(things)

    def take(self, word: str) -> int:
        """The thing with this name, or the next of several. Raises BadPosition if none is left."""
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
        """The next `count` things that are left. Raises BadPosition if there are fewer."""
        if count > len(self.free):
            raise BadPosition("things-left", what=self.names.what, count=count, left=len(self.free))
        return [self.free.pop() for _ in range(count)]


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> Written:
    """The position that a text describes. Raises BadPosition."""
    if len(text) > MAX_POSITION_CHARS:
        raise BadPosition("too-long", most=MAX_POSITION_CHARS)
    if _depth(text) > MAX_BRACKET_DEPTH:
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
    except ValueError as wrong:  # raised by Python itself
        raise BadPosition("digits") from wrong


def _no_toml(text: str, told: str) -> BadPosition:
    """The refusal of a text that is not TOML. tomllib's message tells where, and seldom more."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", told)
    line, column = map(int, place.groups()) if place else (len(text.rstrip().splitlines()) or 1, 0)
    if told.startswith("Cannot"):  # overwrite, declare twice, or extend something complete
        return BadPosition("toml-twice", line=line)
    return BadPosition("toml", line=line, column=column) if place else BadPosition("toml-end", line=line)


def _shaped(raw: Any, kind: type[S], place: str = "") -> S:
    """Parsed data converted to a type. Raises BadPosition with a path that begins with `place`."""
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
    """The position that was written; `chance` is the seed if the text has none. Raises BadPosition if the
    position is impossible."""
    engine = GAMES.get(it.game)
    if engine is None:
        raise BadPosition("game", word=it.game, known=[*GAMES])
    return _laid_out(it, engine, words_of(engine), chance)


def _laid_out(it: Written, engine: Engine, words: Any, chance: int = 0) -> Position:
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
    """The written options, completed with all others. Raises BadPosition."""
    if it.seats not in engine.seats:
        raise BadPosition("seats", game=Named(engine.name), least=engine.seats[0], most=engine.seats[-1])
    _shaped(it.options, engine.options, "options")
    decided = engine.options.decided(it.seats)
    try:
        return checked(engine, {**decided, **it.options}, it.seats)
    except OptionsRefused as wrong:
        for option, value in it.options.items():
            if not fits(engine, option, value, it.seats):
                raise BadPosition("option", option=option, value=written(value), seats=it.seats) from wrong
        raise BadPosition("options", seats=it.seats) from wrong


def words_of(engine: Engine) -> Any:
    """The module `position` of the game, or of the package that brings its positions. Raises BadPosition if
    there is none."""
    if (found := _words(engine)) is None:
        raise BadPosition("unwritten", game=engine.name)
    return found


def has_positions(engine: Engine) -> bool:
    """Can positions of this game be written?"""
    return _words(engine) is not None


def _words(engine: Engine) -> Any:
    if (found := module_of(engine, MODULE)) is not None:
        return found
    package = data_package(engine.name, KIND, _tried)
    return None if package is None else import_module(f"{package.__name__}.{MODULE}")


def example(game: str, language: str) -> str:
    """A sample text with every available key, in a language of `LANGUAGES`: `positions/<language>.toml` in
    the game's folder; "" if it has none."""
    return _example(data_folder(game, KIND, _tried), language)


def _example(lies: Traversable, language: str) -> str:
    file = lies / f"{language}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _tried(package: Any, game: str) -> None:
    words = in_file(f"{MODULE}.py", lambda: import_module(f"{package.__name__}.{MODULE}"))
    check_positions(GAMES[game], words, folder_in(package, KIND))


def check_positions(engine: Engine, words: Any, lies: Traversable) -> None:
    """Raise Untrue if a module `position` lacks a name, if an example of this folder is no position of the
    game, or if a moment fails in any other way than by a refusal."""
    for need in ("Table", "Player", "MOMENTS"):
        if not getattr(words, need, None):
            raise Untrue(f"it lacks {need}", f"{MODULE}.py")
    for language in LANGUAGES:
        in_file(f"{KIND}/{language}.json", lambda: _reasons(lies, language))  # noqa: B023
        path = f"{KIND}/{language}.toml"
        if text := in_file(path, lambda: _example(lies, language)):  # noqa: B023
            in_file(path, lambda: _of_game(engine, words, text))
    for moment in words.MOMENTS:
        with contextlib.suppress(BadPosition):
            _laid_out(Written(game=engine.name, seats=engine.seats[0], moment=moment), engine, words)


def _of_game(engine: Engine, words: Any, text: str) -> None:
    """Lay out a position of this game. A refusal by another package is told by its key, since the texts of a
    package that is tried can't be looked up yet."""
    it = read(text)
    if it.game != engine.name:
        raise Untrue(f"it is a position of {it.game}")
    try:
        _laid_out(it, engine, words)
    except BadPosition as wrong:
        own = module_of(engine, MODULE) is words
        raise Untrue(str(wrong) if own else f"{wrong.key}: {wrong.values}") from wrong


# -- is it possible? ---------------------------------------------------------------------------------


def _begun(engine: Engine, game: Game) -> list[tuple[int, str]]:
    """The first questions of a game, tried in a copy. Raises BadPosition if the position is impossible."""
    bounded(game)
    trial = copied(engine, game)
    try:
        asks = settle(trial)
        engine.check(trial)
    except (AssertionError, LookupError, RuntimeError, TypeError, ValueError) as wrong:
        raise BadPosition("cannot-be", why=error_message(wrong)) from wrong
    if not asks:
        raise BadPosition("over")
    return [(ask.seat, ask.prompt) for ask in asks]


def bounded(game: Game) -> None:
    """Raise BadPosition if a number of the game is outside its bounds."""
    for place, found, bounds in outside(game, game.bounds):
        raise BadPosition("range", place=place, found=written(found), least=bounds.least, most=bounds.most)


def error_message(wrong: Exception) -> Exception:
    """An error raised by a game, as a message in every language if there is one."""
    if isinstance(wrong, LimitExceeded):
        return BadPosition("limit-cost" if wrong.limit == "cost" else "limit-options", most=wrong.most)
    return wrong


def copied(engine: Engine, game: Game) -> Game:
    """A copy of the game, made by packing and unpacking."""
    return unpack(engine.state, pack(game))
