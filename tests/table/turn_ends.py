"""How many of the questions that people see have a single answer, and how many ask for the end of a turn.

`python -m tests.table.turn_ends` plays random games and prints these shares for each game: if people want to
be asked about everything, and if they leave to the table what has a single answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from server.authoring.walks import draw_choice
from server.games import GAMES
from server.games.kernel import Ask
from tests.games.engines import ENGINES

from .tables import Sitting

MAX_QUESTIONS = 600
"""Questions of one game after which its rest is left out."""


@dataclass
class Asked:
    """The questions of some games as people meet them, who sit on all seats."""

    questions: int = 0
    single: int = 0
    """With one option, but not the end of a turn."""
    confirmed: int = 0
    """The end of a turn as the only option, while something can still be taken back. The page counts down to
    those that are left to it."""

    def note(self, ask: Ask, can_undo: bool) -> None:
        only = len(ask.options) == 1
        if ask.prompt == "end_turn" and only and not can_undo:
            return  # the page answers it at once
        self.questions += 1
        self.confirmed += ask.prompt == "end_turn" and only
        self.single += ask.prompt != "end_turn" and only

    def shares(self) -> str:
        ends, others = (f"{100 * n / max(1, self.questions):5.1f} %" for n in (self.confirmed, self.single))
        return f"{self.questions:6} questions, end of turn {ends}, other single options {others}"


def asked_in(game: str, number: int, auto: bool) -> Asked:
    """Play one random game with default options. `auto`: do its people leave single options to the table?"""
    engine = ENGINES[game]
    seats = engine.seats[number % len(engine.seats)]
    options = dict(engine.options.decided(seats))
    sitting = Sitting(game, seats, options=options, secret=f"{number:064x}").start()
    chance, asked, known = Random(f"{game} {number}"), Asked(), set[tuple[int, int]]()
    for _ in range(MAX_QUESTIONS):
        match = sitting.table.match
        assert match is not None
        if match.over:
            break
        for ask in match.asks:
            question = ask.seat, match.state.numbers[ask.seat]
            if question not in known:
                known.add(question)
                asked.note(ask, ask.seat in match.state.undo)
        ask, choice = draw_choice(match.asks, chance)
        sitting.act(ask.seat, *choice, auto=auto)
    return asked


def total(game: str, games: int, auto: bool) -> Asked:
    found = Asked()
    for number in range(games):
        one = asked_in(game, number, auto)
        found.questions += one.questions
        found.single += one.single
        found.confirmed += one.confirmed
    return found


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.table.turn_ends", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="so many of each game")
    games: int = parser.parse_args(words).games
    for game in sorted(GAMES):
        for auto, words_for in ((False, "asked about all"), (True, "left to the table")):
            print(f"{game:14} {words_for:18} {total(game, games, auto).shares()}")


if __name__ == "__main__":
    main()
