"""Puzzles, "Best move?": data of a game, `puzzles/daily.json`, read strictly.

A puzzle is a question from a game that was played, with one option that is clearly the best. It stores the
position in the form of an example's scene (`examples.py`), the seat that is asked, and a strong mind's value
of each option with the reasons. Pages choose one puzzle a day by the date. `python -m bots riddles --game
GAME` finds puzzles and writes the file.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta, Raw, Struct

from . import GAMES
from .data_folders import cached, data_folder, folder_in
from .engine import Engine
from .examples import WrongExample, asked, begin
from .kernel import Ask, Choice, settle
from .outside import in_file

FILE: Final = "daily.json"
"""The name of the file in the folder `puzzles`."""

MAX_PUZZLES: Final = 400
MAX_FILE_BYTES: Final = 2_000_000
MAX_LOG_LINES: Final = 12
"""Number of log lines before the question that a puzzle shows."""

Line = Annotated[list[Any], Meta(min_length=1)]

Changed = tuple[str, int, int]
"""A part of the value, 1 if it gets better or -1 if it gets worse, and the amount in tenths (0: not
countable)."""


class WrongPuzzle(ValueError):
    """A puzzle is invalid; the message says why."""


class PuzzleOption(Struct, frozen=True, array_like=True):
    """An option. `worth`: its value in thousandths, of the win if the puzzle is `shared`, else of the unit of
    the game's values. `why`: for the best option, what it changes in the position; for others, what the best
    option changes compared with them."""

    verb: str
    noun: int
    worth: int
    why: list[Changed] = []

    @property
    def choice(self) -> Choice:
        return Choice(self.verb, self.noun)


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A question with one clearly best option, the first of `options`; the others follow by their value.

    `scene`: the position, a `Scene`. `log`: the last log lines before it. If the best option is no good by
    itself, `then` has the own choices that it prepares, and `together` what all of it changes.
    """

    seat: int
    options: Annotated[list[PuzzleOption], Meta(min_length=2)]
    scene: Raw
    shared: bool = True
    then: list[tuple[str, int]] = []
    together: list[Changed] = []
    log: Annotated[list[Line], Meta(max_length=MAX_LOG_LINES)] = []


Puzzles = Annotated[list[Puzzle], Meta(max_length=MAX_PUZZLES)]
"""The content of a file."""


class PuzzlePosition(NamedTuple):
    """The game of a puzzle at its question."""

    game: Any
    asks: list[Ask]
    ask: Ask


def read(raw: bytes) -> list[Puzzle]:
    """The puzzles of a file. Raises WrongPuzzle."""
    if len(raw) > MAX_FILE_BYTES:
        raise WrongPuzzle(f"the file has more than {MAX_FILE_BYTES:,} bytes")
    try:
        found: list[Puzzle] = msgspec.json.decode(raw, type=Puzzles)
    except msgspec.ValidationError as wrong:
        raise WrongPuzzle(str(wrong)) from wrong
    except msgspec.DecodeError as wrong:
        raise WrongPuzzle(f"the file is no JSON: {wrong}") from wrong
    return found


def written(found: list[Puzzle]) -> bytes:
    """The bytes of the file with these puzzles, one in each line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, found)) + b"\n]\n"


@cached
def puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game; empty if it has none. Raises WrongPuzzle."""
    try:
        return _read(data_folder(game, "puzzles", _tried))
    except WrongPuzzle as wrong:
        raise WrongPuzzle(f"{game}, puzzles/{FILE}: {wrong}") from wrong


def _read(lies: Traversable) -> list[Puzzle]:
    file = lies / FILE
    return read(file.read_bytes()) if file.is_file() else []


def _tried(package: Any, game: str) -> None:
    check_puzzles(GAMES[game], folder_in(package, "puzzles"))


def check_puzzles(engine: Engine, lies: Traversable) -> None:
    """Raise Untrue if a puzzle of this folder is invalid, or can't be asked."""
    for number, puzzle in enumerate(in_file(f"puzzles/{FILE}", lambda: _read(lies)), 1):
        in_file(f"puzzles/{FILE}, puzzle {number}", lambda: position(engine, puzzle))  # noqa: B023


def position(engine: Engine, puzzle: Puzzle) -> PuzzlePosition:
    """The game at the question. Raises WrongPuzzle if it is no position of the game, or if the question has
    other options."""
    try:
        game = begin(engine, bytes(puzzle.scene))
    except WrongExample as wrong:
        raise WrongPuzzle(str(wrong)) from wrong
    asks = [*settle(game)]
    ask = asked(asks, puzzle.seat)
    if ask is None:
        raise WrongPuzzle(f"seat {puzzle.seat} is asked nothing")
    if {*ask.options} != {option.choice for option in puzzle.options}:
        raise WrongPuzzle(f"seat {puzzle.seat} has other options at {ask.prompt}")
    return PuzzlePosition(game, asks, ask)
