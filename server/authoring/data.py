"""The laws of examples, puzzles and written positions: what they say is so in the game.

`lessons.py` has those of guided games. A law yields a line for each violation, which begins with the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from msgspec import json

from server.games.catalogue import LANGUAGES, texts
from server.games.engine import Engine
from server.games.examples import ExampleMoment, examples, moments
from server.games.lessons import holds, look_up
from server.games.packing import pack
from server.games.positions import BadPosition, Written, example, has_positions, laid_out, read, words_of
from server.games.puzzles import FILE, Puzzle, puzzles
from server.table.beginnings import ends

UNFILLED: Final = re.compile(r"None|[{}\[\]]")


def named_examples(game: str, language: str) -> list[str]:
    """The examples that the rules name in this language."""
    sections = texts(game, language)["rules"]["long"]
    return [row["name"] for section in sections for row in section.get("examples", ())]


def of_examples(engine: Engine) -> Iterator[str]:
    """Are the claims of each example true, its places filled, and do the rules name it?"""
    game = engine.name
    for language in LANGUAGES:
        named = named_examples(game, language)
        for name in sorted(examples(game).keys() - {*named}):
            yield f"texts/{language}.json: no section of the rules names the example {name}"
        for name in sorted({*named} - examples(game).keys()):
            yield f"texts/{language}.json: the rules name the example {name}, which is not there"
    for name in examples(game):
        yield from _of_example(engine, name)


def _of_example(engine: Engine, name: str) -> Iterator[str]:
    seat, before = examples(engine.name)[name].seat, b""
    for number, moment in enumerate(moments(engine.name, name), 1):
        where = f"examples/{name}.json, part {number}"
        yield from (f"{where}: {wrong}" for wrong in _untrue(engine.name, moment, seat))
        drawn = json.encode([engine.public(moment.game), engine.private(moment.game, seat)])
        if drawn == before:
            yield f"{where}: it changes nothing on the board"
        before = drawn


def _untrue(game: str, moment: ExampleMoment, seat: int) -> Iterator[str]:
    for path, wanted in moment.part.holds.items():
        if not holds(moment.facts, {path: wanted}, seat):
            yield f"{path} is {look_up(moment.facts, path, seat)}, not {wanted}"
    for text in moment.say(game, seat).values():
        if UNFILLED.search(text):
            yield f"a place is not filled: {text}"


def of_puzzles(engine: Engine) -> Iterator[str]:
    """Is one option of each puzzle the best, is each position there once, and are there words for all?"""
    seen: dict[bytes, int] = {}
    for number, puzzle in enumerate(puzzles(engine.name), 1):
        where = f"puzzles/{FILE}, puzzle {number}"
        yield from (f"{where}: {wrong}" for wrong in _odd(puzzle, texts(engine.name, LANGUAGES[0])))
        if (first := seen.setdefault(bytes(puzzle.scene), number)) != number:
            yield f"{where}: it is the position of puzzle {first}"


def _odd(puzzle: Puzzle, words: Any) -> Iterator[str]:
    worths = [option.worth for option in puzzle.options]
    if worths != sorted(worths, reverse=True):
        yield "the options are not in the order of their values"
    elif worths[0] == worths[1]:
        yield "two options are equally good"
    told = [change for option in puzzle.options for change in option.why] + puzzle.together
    for part in sorted({part for part, _, _ in told} - words.get("parts", {}).keys()):
        yield f"there is no text parts.{part}"
    lines = {key.partition(".")[0] for key in words["log"]}
    for key in sorted({line[0] for line in puzzle.log} - lines):
        yield f"there is no text log.{key}"


def of_positions(engine: Engine) -> Iterator[str]:
    """Do the written examples say the same in every language, with every word, and does play from each moment
    come to an end? A game may refuse a moment about which nothing is written."""
    if not has_positions(engine):
        return
    words = words_of(engine)
    yield from _of_texts(engine, words)
    seats = engine.seats[-1]
    for moment in words.MOMENTS:
        with suppress(BadPosition):
            game = laid_out(
                Written(game=engine.name, seats=seats, turn=seats - 1, moment=moment, seed=1)
            ).game
            try:
                ends(engine, game)
            except BadPosition as wrong:
                yield f"position.py: a game that begins at {moment} with {seats} seats: {wrong}"


def _of_texts(engine: Engine, words: Any) -> Iterator[str]:
    written = {language: example(engine.name, language) for language in LANGUAGES}
    known = [*Written.__struct_fields__, *words.Table.__struct_fields__, *words.Player.__struct_fields__]
    for language, text in written.items():
        if not text:
            yield f"positions/{language}.toml: there is none"
        for word in [word for word in (*known, *words.MOMENTS) if text and word not in text]:
            yield f"positions/{language}.toml: it lacks the word {word}"
    if all(written.values()) and len({pack(laid_out(read(text)).game) for text in written.values()}) > 1:
        yield f"positions/{LANGUAGES[0]}.toml: it is another position than in the other languages"
