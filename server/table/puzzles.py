"""The document of a puzzle, in the form in which the asked player at a table gets it."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec

from server.games import GAMES
from server.games.engine import Engine
from server.games.puzzles import Puzzle, PuzzlePosition, WrongPuzzle, position, puzzles
from server.games.reasons import Line, why_not

from .examples import mine_of, public_of

QUESTION: Final = 1
"""The number of a puzzle's question."""

NUMBER: Final = re.compile(r"[0-9]{1,4}")

MAX_REASONED_THINGS: Final = 500
"""The number of things whose reasons a document has. Our games show a seat some dozens."""

Reasons = dict[str, dict[int, list[Line]]]
"""By kind and number of a thing that can't be chosen, the reasons."""


def asked_for(game: str, number: str) -> bytes | None:
    """The answer to a page that asks for the puzzle with this number; None if there is none."""
    try:
        return told(game, int(number)) if game in GAMES and NUMBER.fullmatch(number) else None
    except WrongPuzzle:
        return None


@cache
def told(game: str, number: int) -> bytes:
    """A puzzle of a game by its number, from 0, as JSON: the document, the options by their value with their
    reasons, and why other things can't be chosen. All are cached: each takes some kB, and ten milliseconds in
    which nobody else is served. Raises WrongPuzzle, also if there is no such puzzle."""
    known = puzzles(game)
    if not 0 <= number < len(known):
        raise WrongPuzzle(f"{game} has {len(known)} puzzles")
    return msgspec.json.encode(_told(GAMES[game], known[number]))


def _told(engine: Engine, puzzle: Puzzle) -> dict[str, Any]:
    it = position(engine, puzzle)
    return {
        "public": public_of(engine, it.game, it.asks, puzzle.log, QUESTION),
        "mine": mine_of(engine, it.game, puzzle.seat, it.ask, QUESTION),
        "options": puzzle.options,
        "shared": puzzle.shared,
        "then": puzzle.then,
        "together": puzzle.together,
        "why": _reasons(engine, it),
    }


def _reasons(engine: Engine, it: PuzzlePosition) -> Reasons:
    """Why things can't be chosen, as a player at a table would be told who asks for it."""
    found: Reasons = {}
    seat = it.ask.seat
    shown = ((kind, noun) for kind, thing in engine.things.items() for noun in thing.shown(it.game, seat))
    for kind, noun in islice(shown, MAX_REASONED_THINGS):
        if lines := why_not(engine.things, it.game, it.ask, kind, noun):
            found.setdefault(kind, {})[noun] = lines
    return found
