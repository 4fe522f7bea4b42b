"""Examples of the rules that play on a small board: data of a game, `examples/<name>.json` in its folder.

Theory of operation. An example begins with a position, `examples/<name>.scene.json`, which a command makes
of a scene (`python -m tests.games.examples`), and goes on by choices that the engine takes as it does at a
table. What the page shows are documents of that game, and figures in the words are placeholders filled from
it, as in guided games (`lessons`). So no example can contradict the rules. What its words claim beyond that
stands in `holds`: conditions that a test asks of the game.

A path begins with `game` (what everybody sees), `mine` (what the seat sees beyond that), `hints`, `cards`,
`names` (whom the example calls what), `before` (`game` before this part), `more` or `less`: by seat, what the
part has brought it or cost it of its `holdings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .catalogue import LANGUAGES, folder
from .engine import Engine
from .kernel import Ask, Choice, Game, choose, key, settle
from .lessons import Facts, Words, cards, filled
from .packing import pack, unpack

NAMES: Final = ("Anna", "Ben", "Clara", "David", "Emma")
"""Who sits where in an example."""

SCENE: Final = ".scene.json"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class WrongExample(ValueError):
    """An example can't be used; the message says why."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown at once: `do` are the choices that lead to it, as [seat, verb, noun]; `lights` are CSS
    selectors of what it speaks of on the small board."""

    say: Words
    do: list[tuple[int, str, int]] = []
    lights: list[str] = []
    holds: dict[str, Any] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """`shows`: the parts of the game's board that are drawn: "common", or "seat-0" for a player's area.
    `hides`: CSS selectors of what is left out of it. `seat`: through whose eyes one looks."""

    shows: Annotated[list[Annotated[str, Meta(pattern="^(common|hand|seat-[0-4])\\Z")]], Meta(min_length=1)]
    parts: Annotated[list[Part], Meta(min_length=2)]
    hides: list[str] = []
    seat: int = 0


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an example begins: a game at a question, without what only its seed decides."""

    seed: int
    state: dict[str, Any]


class Moment(NamedTuple):
    """The game after a part of an example, with what was said on the way."""

    game: Any
    asks: Sequence[Ask]
    lines: list[tuple[Any, ...]]
    part: Part
    facts: Facts

    def say(self, game: str, seat: int) -> Words:
        return filled(game, self.facts, seat, self.part.say)


# -- reading -----------------------------------------------------------------------------------------


def scene_of(game: Game, seed: int) -> bytes:
    """A game's position as the bytes of its file."""
    state = msgspec.to_builtins(game, builtin_types=(bytes,))
    assert state.pop("key") == key(seed), "the position has come of another seed"
    state["said"] = []
    return msgspec.json.encode(Scene(seed, state)) + b"\n"


def begin(engine: Engine, raw: bytes) -> Game:
    """The position that `scene_of` wrote. Raises WrongExample."""
    try:
        scene = msgspec.json.decode(raw, type=Scene)
        game = unpack(engine.state, _encode({**scene.state, "key": key(scene.seed)}))
        engine.check(game)
    except (msgspec.ValidationError, AssertionError, AttributeError) as wrong:
        raise WrongExample(f"no position of {engine.name}: {wrong}") from wrong
    return game


def _files(game: str) -> Mapping[str, Traversable]:
    lies = folder(game) / "examples"
    return {file.name: file for file in lies.iterdir()} if lies.is_dir() else {}


@cache
def examples(game: str) -> Mapping[str, Example]:
    """The examples of a game, by name. Raises WrongExample where one can't be used."""
    found = {}
    for name, file in sorted(_files(game).items()):
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


def moments(name: str, example: str) -> list[Moment]:
    """The game after each part of an example. Raises WrongExample where a choice is not offered."""
    engine, data = GAMES[name], examples(name)[example]
    game = begin(engine, _files(name)[example + SCENE].read_bytes())
    asks = settle(game)
    found: list[Moment] = []
    for part in data.parts:
        last: Any = found[-1].game if found else game
        lines: list[tuple[Any, ...]] = []
        for seat, verb, noun in part.do:
            ask = asked(asks, seat)
            if ask is None or Choice(verb, noun) not in ask.options:
                raise WrongExample(f"{name}, {example}: seat {seat} is not offered {verb} {noun}")
            asks = choose(game, ask, Choice(verb, noun))
            lines += game.said
        now: Any = unpack(engine.state, pack(game))
        found.append(Moment(now, asks, lines, part, _facts(engine, last, now, asks, data.seat)))
    return found


def asked(asks: Sequence[Ask], seat: int) -> Ask | None:
    """What this seat is asked, if anything."""
    return next((ask for ask in asks if ask.seat == seat), None)


def _facts(engine: Engine, last: Any, now: Any, asks: Sequence[Ask], seat: int) -> Facts:
    public, ask = engine.public(now), asked(asks, seat)
    changes = [_changes(engine, last, now, who) for who in range(len(engine.scores(now)))]
    return {
        "seat": seat,
        "prompt": ask.prompt if ask is not None else "",
        "game": public,
        "mine": engine.private(now, seat),
        "hints": engine.hints(now, seat, ask),
        "cards": cards(engine.name),
        "names": NAMES,
        "before": engine.public(last),
        "more": [{key: n for key, n in change.items() if n > 0} for change in changes],
        "less": [{key: -n for key, n in change.items() if n < 0} for change in changes],
    }


def _changes(engine: Engine, last: Any, now: Any, seat: int) -> dict[str, int]:
    before, after = engine.holdings(last, seat), engine.holdings(now, seat)
    return {k.replace(" ", "_"): after.get(k, 0) - before.get(k, 0) for k in [*before, *after]}
