"""Examples of the rules that play on a small board: data of a game, `examples/<name>.json`.

Theory of operation. An example begins with a position, `examples/<name>.scene.json`, which a command makes
from a scene (`server/authoring/example_scenes.py`). It continues with choices that the engine accepts as at a
table. The page shows documents of that game. Figures in the sentences are placeholders, filled from the game
as in guided games (`lessons`), so no example can contradict the rules. Further claims of the sentences are
listed in `holds`: conditions that a test checks on the game.

A path begins with `game` (the public view), `mine` (the seat's private view), `hints`, `cards`, `names` (the
players' names), `before` (`game` before this part), `more` or `less`: by seat, the gains and losses of its
`holdings` in this part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .catalogue import LANGUAGES
from .data_folders import cached, data_folder, folder_in
from .engine import Engine
from .kernel import Ask, Choice, Game, choose, key, settle
from .lessons import Facts, Words, facts_of, filled
from .outside import in_file
from .packing import pack, unpack

NAMES: Final = ("Anna", "Ben", "Clara", "David", "Emma")
"""Names of the players in an example, by seat."""

SCENE: Final = ".scene.json"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class WrongExample(ValueError):
    """An example is invalid; the message says why."""


class ExamplePart(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of an example, shown at once.

    `do`: the choices that lead to it, as [seat, verb, noun]. `lights`: CSS selectors of the elements on the
    small board that the sentences mention.
    """

    say: Words
    do: list[tuple[int, str, int]] = []
    lights: list[str] = []
    holds: dict[str, Any] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """`shows`: the parts of the game's board to draw: "common", "hand", or "seat-0" for a player's area.
    `hides`: CSS selectors of the elements to leave out. `seat`: whose view is shown."""

    shows: Annotated[list[Annotated[str, Meta(pattern="^(common|hand|seat-[0-4])\\Z")]], Meta(min_length=1)]
    parts: Annotated[list[ExamplePart], Meta(min_length=2)]
    hides: list[str] = []
    seat: int = 0


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of an example: a game at a question, without the data that its seed determines."""

    seed: int
    state: dict[str, Any]


class ExampleMoment(NamedTuple):
    """The game after a part of an example, with the log lines of that part."""

    game: Any
    asks: Sequence[Ask]
    lines: list[tuple[Any, ...]]
    part: ExamplePart
    facts: Facts

    def say(self, game: str, seat: int) -> Words:
        return filled(game, self.facts, seat, self.part.say)


# -- reading -----------------------------------------------------------------------------------------


def begin(engine: Engine, raw: bytes) -> Game:
    """The game from the bytes of its file. Raises WrongExample."""
    try:
        scene = msgspec.json.decode(raw, type=Scene)
        game = unpack(engine.state, _encode({**scene.state, "key": key(scene.seed)}))
        engine.check(game)
    except (msgspec.ValidationError, AssertionError, AttributeError) as wrong:
        raise WrongExample(f"no position of {engine.name}: {wrong}") from wrong
    return game


def scene_of(game: Game, seed: int) -> bytes:
    """The position of a game that was set up with this seed, as the bytes that `begin` reads. Raises
    WrongExample if the game has come of another seed."""
    state = msgspec.to_builtins(game, builtin_types=(bytes,))
    if state.pop("key") != key(seed):
        raise WrongExample("the position has come of another seed")
    state["said"] = []
    return msgspec.json.encode(Scene(seed, state))


def _files(lies: Traversable) -> Mapping[str, Traversable]:
    return {file.name: file for file in lies.iterdir()} if lies.is_dir() else {}


def _lies(game: str) -> Traversable:
    return data_folder(game, "examples", _tried)


def _tried(package: Any, game: str) -> None:
    check_examples(GAMES[game], folder_in(package, "examples"))


def check_examples(engine: Engine, lies: Traversable) -> None:
    """Raise Untrue if an example of this folder is invalid, or can't be played or told."""
    for name, example in in_file("examples", lambda: _read(engine.name, lies)).items():
        path = f"examples/{name}.json"
        for moment in in_file(path, lambda: _moments(engine, name, example, lies)):  # noqa: B023
            in_file(path, lambda: moment.say(engine.name, example.seat))  # noqa: B023


@cached
def examples(game: str) -> Mapping[str, Example]:
    """The examples of a game, by name. Raises WrongExample if one is invalid."""
    return _read(game, _lies(game))


def _read(game: str, lies: Traversable) -> Mapping[str, Example]:
    found = {}
    for name, file in sorted(_files(lies).items()):
        if name.endswith(".json") and not name.endswith(SCENE):
            try:
                example = msgspec.json.decode(file.read_bytes(), type=Example)
            except msgspec.ValidationError as wrong:
                raise WrongExample(f"{game}, {name}: {wrong}") from wrong
            if any(part.say.keys() != {*LANGUAGES} or not all(part.say.values()) for part in example.parts):
                raise WrongExample(f"{game}, {name}: a part isn't there in all languages")
            found[name.removesuffix(".json")] = example
    return found


# -- playing -----------------------------------------------------------------------------------------


def moments(name: str, example: str) -> list[ExampleMoment]:
    """The game after each part of an example. Raises WrongExample if a choice is not offered."""
    return _moments(GAMES[name], example, examples(name)[example], _lies(name))


def _moments(engine: Engine, example: str, data: Example, lies: Traversable) -> list[ExampleMoment]:
    game = begin(engine, _files(lies)[example + SCENE].read_bytes())
    asks = settle(game)
    found: list[ExampleMoment] = []
    for part in data.parts:
        last: Any = found[-1].game if found else game
        lines: list[tuple[Any, ...]] = []
        for seat, verb, noun in part.do:
            ask = asked(asks, seat)
            if ask is None or Choice(verb, noun) not in ask.options:
                raise WrongExample(f"{engine.name}, {example}: seat {seat} is not offered {verb} {noun}")
            asks = choose(game, ask, Choice(verb, noun))
            lines += game.said
        now: Any = unpack(engine.state, pack(game))
        found.append(ExampleMoment(now, asks, lines, part, _facts(engine, last, now, asks, data.seat)))
    return found


def asked(asks: Sequence[Ask], seat: int) -> Ask | None:
    """The question to this seat, if any."""
    return next((ask for ask in asks if ask.seat == seat), None)


def _facts(engine: Engine, last: Any, now: Any, asks: Sequence[Ask], seat: int) -> Facts:
    ask = asked(asks, seat)
    changes = [_changes(engine, last, now, who) for who in range(len(engine.scores(now)))]
    return {
        **facts_of(engine, now, seat, ask, engine.hints(now, seat, ask)),
        "names": NAMES,
        "before": engine.public(last),
        "more": [{key: n for key, n in change.items() if n > 0} for change in changes],
        "less": [{key: -n for key, n in change.items() if n < 0} for change in changes],
    }


def _changes(engine: Engine, last: Any, now: Any, seat: int) -> dict[str, int]:
    before, after = engine.holdings(last, seat), engine.holdings(now, seat)
    return {k.replace(" ", "_"): after.get(k, 0) - before.get(k, 0) for k in [*before, *after]}
