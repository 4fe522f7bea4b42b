"""Checks a written position: is it valid, and does a game from it end?

Uses no Redis and no sockets: a text, and the rules.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .games import GAMES
from .games.position_texts import TEXTS
from .games.positions import BadPosition, example, laid_out, read
from .table.beginnings import ends


def main(path: Path, language: str = "en") -> int:
    """Print what a position leads to, or its error in the given language; the exit status is 0 if all is
    right."""
    try:
        position = laid_out(read(path.read_text(encoding="utf-8")))
        choices = ends(position.engine, position.game)
    except BadPosition as wrong:
        return _refused(path, wrong.said(language))
    except OSError as wrong:
        return _refused(path, wrong.strerror or str(wrong))
    except UnicodeDecodeError:
        return _refused(path, TEXTS[language]["no-text"])
    print(f"{position.engine.name}, {position.seats} seats")
    for seat, prompt in position.asked:
        print(f"seat {seat} is asked: {prompt}")
    for score in position.engine.scores(position.game):
        print(f"seat {score.seat} would have {score.points} points, place {score.place}")
    print(f"played to its end by chance after {', '.join(map(str, choices))} choices")
    return 0


def _refused(path: Path, why: str) -> int:
    print(f"scene: {path}: {why}", file=sys.stderr)
    return 1


def show(game: str, language: str) -> int:
    """Print an example position of a game."""
    text = example(game, language) if game in GAMES else ""
    if not text:
        known = ", ".join(name for name in GAMES if example(name, language))
        print(f"scene: there is no example of {game!r}; there are some of {known}", file=sys.stderr)
        return 1
    print(text, end="")
    return 0
