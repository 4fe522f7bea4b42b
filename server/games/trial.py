"""The trial of an outside game before it is offered: does it keep the contract of `engine.py`?

It checks the names, the texts and all files of the package, and plays some turns with each number of seats as
a table would. A failure here would otherwise occur at a running table. Nothing is stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from .advising import advise
from .beginning import begun
from .catalogue import LANGUAGES, folder, module_of, row, texts
from .copying import copier
from .engine import Engine, Options, Score
from .examples import check_examples, examples
from .kernel import Ask, Game, choose, settle
from .lessons import cards, check_lessons, lessons
from .outside import Untrue, in_file
from .packing import pack, unpack
from .position_words import faults, rows_in
from .positions import BadPosition, Written, check_positions, has_positions, laid_out
from .puzzles import check_puzzles, puzzles
from .reasons import Thing, why_not

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
PLACE: Final = re.compile(r"{(\w+)(?::(\w+))?}")
UNNAMED: Final = ("", "seat", "seats", "number")
"""Groups of nouns without names in the texts."""

MAX_SEATS: Final = 16
MAX_TURNS: Final = 24
"""The number of choices that are made with each number of seats."""

MAX_NOUNS: Final = 3
"""The number of things of a kind whose reasons are requested."""

Line = tuple[Any, ...]


class QuestionTexts(Struct):
    """The question as the asked person reads it, and as the others do, with a place {seat}."""

    ask: str
    wait: str


class Facts(Struct):
    """What people want to know before they play. `links`: titles with addresses."""

    players: str = ""
    time: str = ""
    age: str = ""
    author: str = ""
    links: list[tuple[str, str]] = []


class OptionWords(Struct):
    """`values`: the names of the values, for an option that is no number and no yes or no."""

    name: str
    help: str
    values: dict[str, str] = {}


class ShownExample(Struct):
    """An example of the rules page: `examples/<name>.json`."""

    name: str
    title: str


class Section(Struct):
    """A section of the rules. `ids`: the numbers of the rules in it; `asks`: the prompts of the questions
    that it explains; `pictures`: drawings as "group-n"."""

    title: str
    text: list[str]
    ids: list[str] = []
    asks: list[str] = []
    pictures: list[str] = []
    examples: list[ShownExample] = []


class Together(Struct):
    """Equal log lines in a row are told at once: `all` with a place {rows}, each of them by `row`. `by`: the
    place by which they are grouped."""

    all: str
    row: str
    by: str = ""


class Rules(Struct):
    """The rules of the game. `kinds`: the headings over the things that `help` explains."""

    kinds: dict[str, str]
    short: list[Section]
    long: list[Section]


class PositionTexts(Struct):
    """Words for the position in words. `labels`: by key of the public view, or "own." and a key of a seat's
    own view. `names`: groups of names for it alone."""

    labels: dict[str, str]
    names: dict[str, list[str] | dict[str, str]] = {}


class Texts(Struct, kw_only=True):
    """The texts that a game must have in each language; it may have more.

    `prompts`, `choices`: by prompt and by verb. `nouns`: by verb, the group of `names` that its nouns are of.
    `names`: by group, the name of each number. `log`, `why`: by key; a place is {0}, or {0:group} with the
    name of its number. `things`: by kind of thing, the group of its names. `advice`: sentences for first-time
    players. `parts`: what bots count, for tips. `next`: a sentence after a game. `ties`: by tie-break, in
    their order, what it decided. `page`: words of the board. `position`: words for the position in words.
    """

    name: str
    tagline: str
    facts: Facts
    options: dict[str, OptionWords]
    prompts: dict[str, QuestionTexts]
    choices: dict[str, str]
    nouns: dict[str, str]
    names: dict[str, list[str] | dict[str, str]]
    help: dict[str, Any]
    log: dict[str, str]
    things: dict[str, str]
    why: dict[str, str]
    scores: dict[str, str]
    rules: Rules
    advice: dict[str, str] = {}
    parts: dict[str, str] = {}
    next: dict[str, str] = {}
    ties: dict[str, str] = {}
    together: dict[str, Together] = {}
    page: dict[str, Any] = {}
    position: PositionTexts | None = None


def check_contract(engine: Engine) -> None:
    """Raise Untrue, or the game's own error, if the game violates its contract."""
    _names(engine)
    words = _texts(engine)
    row(engine.name)
    for seats in engine.seats:
        _play(engine, seats, {}, words)
    for preset in engine.options.presets().values():
        _play(engine, engine.seats[-1], preset, words)
    _data(engine)


def _names(engine: Engine) -> None:
    """Has each name of the contract a permitted value?"""
    package: Any = engine
    kinds: Mapping[str, Callable[[Any], bool]] = {
        "name": lambda it: isinstance(it, str) and bool(NAME.fullmatch(it)),
        "rules": lambda it: type(it) is int,
        "weight": lambda it: type(it) is int,
        "seats": lambda it: isinstance(it, range) and len(it) > 0 and it[0] > 0 and it[-1] <= MAX_SEATS,
        "state": lambda it: isinstance(it, type) and issubclass(it, Game),
        "options": lambda it: isinstance(it, type) and issubclass(it, Options),
        "advices": lambda it: isinstance(it, Mapping),
        "things": lambda it: isinstance(it, Mapping) and all(isinstance(one, Thing) for one in it.values()),
    }
    for name, fits in kinds.items():
        if not fits(getattr(engine, name)):
            raise Untrue(f"{name} is {getattr(engine, name)!r}", "__init__.py")
    for name in ("setup", "public", "private", "imagine", "hints", "holdings", "scores", "check"):
        if not callable(getattr(engine, name)):
            raise Untrue(f"{name} is no function", "__init__.py")
    if not hasattr(package, "__path__"):
        raise Untrue("a game is a package, not a module")


# -- texts -------------------------------------------------------------------------------------------


def _texts(engine: Engine) -> Mapping[str, Texts]:
    """The texts by language; checks that they are complete and have the same structure."""
    found, shapes = {}, {}
    for language in LANGUAGES:
        file = f"texts/{language}.json"
        try:
            raw = texts(engine.name, language)
            found[language], shapes[language] = msgspec.convert(raw, Texts), {*_paths(raw)}
        except (OSError, ValueError) as wrong:
            raise Untrue(str(wrong), file) from wrong
        first = shapes[LANGUAGES[0]]
        if other := sorted(first ^ shapes[language]):
            lacks = language if other[0] in first else LANGUAGES[0]
            raise Untrue(f"there is no {other[0]}, as there is in the other language", f"texts/{lacks}.json")
        _static(engine, found[language], file)
    return found


def _paths(text: Any, path: str = "") -> Iterator[str]:
    """The paths to all texts, by keys and numbers."""
    if isinstance(text, dict | list):
        for key, value in text.items() if isinstance(text, dict) else enumerate(text):
            yield from _paths(value, f"{path}.{key}" if path else str(key))
    yield path


def _static(engine: Engine, words: Texts, file: str) -> None:
    """Are there texts for everything that the contract names?"""
    _all_in(engine.options.__struct_fields__, words.options, "options", file)
    _all_in(engine.things, words.things, "things", file)
    _all_in(engine.advices, words.prompts, "prompts", file)
    _all_in([one.key for those in engine.advices.values() for one in those], words.advice, "advice", file)


def _all_in(keys: Collection[str], words: Collection[str], group: str, file: str) -> None:
    for key in keys:
        if key not in words:
            raise Untrue(f"there is no {group}.{key}", file)


def _named(words: Texts, group: str, noun: int, what: str, file: str) -> None:
    """Check that a noun has a name, if its group has names."""
    if group in UNNAMED:
        return
    names = words.names.get(group, [])
    if not (str(noun) in names if isinstance(names, dict) else 0 <= noun < len(names)):
        raise Untrue(f"{what} has no name: names.{group} lacks {noun}", file)


# -- playing -----------------------------------------------------------------------------------------


def _play(engine: Engine, seats: int, options: Mapping[str, Any], words: Mapping[str, Texts]) -> None:
    """Play some turns as a table would, and examine each one from all seats."""
    game = begun(engine, seats, options)
    if copier(engine.state) is None:
        raise Untrue(f"{engine.state.__name__} can't be copied")
    asks = settle(game)
    for turn in range(MAX_TURNS):
        _look(engine, game, asks, seats, words)
        packed = pack(game)
        game = unpack(engine.state, packed)
        if pack(game) != packed:
            raise Untrue("a game is another one once it is stored and read again")
        if not (asks := settle(game)):
            return
        ask = asks[turn % len(asks)]
        asks = choose(game, ask, ask.options[turn * 7919 % len(ask.options)])


def _look(engine: Engine, game: Game, asks: Sequence[Ask], seats: int, words: Mapping[str, Texts]) -> None:
    """Check everything that a table shows, and everything that a client can ask about it."""
    engine.check(game)
    public = _plain(engine.public(game), "public")
    for viewer in (None, *range(seats)):
        ask = next((one for one in asks if one.seat == viewer), None)
        private = None if viewer is None else _plain(engine.private(game, viewer), "private")
        _plain(engine.hints(game, viewer, ask), "hints")
        if viewer is not None and not isinstance(engine.holdings(game, viewer), dict):
            raise Untrue("holdings gives no dict")
        if not isinstance(engine.imagine(public, private, viewer, 1), engine.state):
            raise Untrue(f"imagine gives no {engine.state.__name__}")
    scores = engine.scores(game)
    if [score.seat for score in scores if isinstance(score, Score)] != [*range(seats)]:
        raise Untrue("scores gives other than one Score for each seat")
    for language, those in words.items():
        file = f"texts/{language}.json"
        _all_in([part for score in scores for part in score.parts], those.scores, "scores", file)
        _lines(game.said, those.log, "log", those, file)
        for ask in asks:
            _ask(engine, game, ask, seats, those, file)


def _ask(engine: Engine, game: Game, ask: Ask, seats: int, words: Texts, file: str) -> None:
    """Is a question valid, with texts for all its options, and reasons for everything else?"""
    if type(ask) is not Ask or ask.seat not in range(seats) or not ask.options:
        raise Untrue(f"the question {ask!r} can't be answered")
    _all_in([ask.prompt], words.prompts, "prompts", file)
    for verb, noun in ask.options:
        _all_in([verb], words.choices, "choices", file)
        if noun != -1:
            _all_in([verb], words.nouns, "nouns", file)
            _named(words, words.nouns[verb], noun, f"{verb} {noun}", file)
    _all_in(advise(engine.advices, game, ask), words.advice, "advice", file)
    for name, thing in engine.things.items():
        for noun in islice(thing.shown(game, ask.seat), MAX_NOUNS):
            _lines(why_not(engine.things, game, ask, name, noun), words.why, "why", words, file)


def _lines(lines: Sequence[Line], among: Mapping[str, str], group: str, words: Texts, file: str) -> None:
    """Check that these lines have texts, and their nouns have names."""
    for key, *nouns in lines:
        _all_in([key], among, group, file)
        for place, of in PLACE.findall(among[key]):
            if place.isdigit() and int(place) >= len(nouns):
                raise Untrue(f"{group}.{key} has a place {place}, and nothing is said for it", file)
            if of and place.isdigit():
                _named(words, of, nouns[int(place)], f"{group}.{key}", file)


def _plain(view: Any, what: str) -> Any:
    """Return the view; raise Untrue if it is not plain data with text keys."""
    if not isinstance(view, dict):
        raise Untrue(f"{what} gives no dict but {type(view).__name__}")
    for part in _parts(view):
        if type(part) not in (dict, list, tuple, int, bool, str, type(None)):
            raise Untrue(f"{what} gives {part!r}, which is no plain data")
    return view


def _parts(view: Any) -> Iterator[Any]:
    yield view
    if isinstance(view, dict):
        if strange := [key for key in view if type(key) is not str]:
            raise Untrue(f"a view has the key {strange[0]!r}, which is no text")
        view = list(view.values())
    if isinstance(view, list | tuple):
        for part in view:
            yield from _parts(part)


# -- what its folder holds ---------------------------------------------------------------------------


def _data(engine: Engine) -> None:
    """Check lessons, examples, puzzles, positions, and the files of its page."""
    name = engine.name
    in_file("cards.json", lambda: cards(name))
    check_lessons(engine, folder(name) / "lessons")
    check_examples(engine, folder(name) / "examples")
    check_puzzles(engine, folder(name) / "puzzles")
    _position_in_words(engine)
    _positions(engine)
    for path, file in _files(folder(name) / "web", "web"):
        in_file(path, lambda: _readable(path, file))  # noqa: B023


def try_data(engine: Engine) -> None:
    """Find the data that other packages bring for a game, now and not at a running table. What fails is left
    out."""
    for found in (lessons, examples, puzzles):
        found(engine.name)
    has_positions(engine)


def _position_in_words(engine: Engine) -> None:
    """Check what is said of a position, if the package lists it."""
    package: Any = engine
    rows = in_file("texts/position.json", lambda: rows_in(package.__name__))
    for language in LANGUAGES:
        for fault in faults(rows, texts(engine.name, language)):
            raise Untrue(fault, f"texts/{language}.json")


def _positions(engine: Engine) -> None:
    """Check written positions, if the package supports them."""
    if (words := module_of(engine, "position")) is None:
        return
    check_positions(engine, words, folder(engine.name) / "positions")
    for moment in words.MOMENTS:
        try:
            laid_out(Written(game=engine.name, seats=engine.seats[0], moment=moment))
        except BadPosition as refused:
            refused.in_all()


def _files(lies: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for one in lies.iterdir() if lies.is_dir() else ():
        if one.is_dir():
            yield from _files(one, f"{path}/{one.name}")
        else:
            yield f"{path}/{one.name}", one


def _readable(path: str, file: Traversable) -> None:
    """Raise if the page could not read the file."""
    data = file.read_bytes()
    if path.endswith(".json"):
        msgspec.json.decode(data)
    elif path.endswith((".js", ".mjs", ".css", ".svg")):
        data.decode()
