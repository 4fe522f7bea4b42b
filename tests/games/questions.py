"""The number of questions in a game, by kind: `python -m tests.games.questions --game loyang`.

Bots play whole games with the default options, with each number of seats in turn. For each kind of question
the table tells how often it comes in a game, how often there was only one option, and how often the same seat
was asked the same kind just before. This shows questions that could be combined or left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from bots.document import about_table, document_of
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.kernel import choose, settle


class Count(NamedTuple):
    """Questions of one kind, over all games."""

    asked: int
    single: int
    again: int


class Put(NamedTuple):
    """One question of a game."""

    seat: int
    prompt: str
    options: int


def questions(name: str, seats: int, number: int, mind: str = "greedy") -> Iterator[Put]:
    """The questions of the n-th game, in the order of their answers."""
    engine, seed = GAMES[name], Random(f"{name}/{seats}/{number}").getrandbits(128)
    options = msgspec.convert(dict(engine.options.decided(seats)), engine.options)
    minds = [MINDS[mind](Random(f"{seed}/{seat}").getrandbits(64)) for seat in range(seats)]
    about = about_table(engine, options, [mind] * seats)
    game = engine.setup(seats, seed, options)
    asks = settle(game)
    while asks:
        ask = asks[0]
        yield Put(ask.seat, ask.prompt, len(ask.options))
        document = document_of(engine, game, asks, ask.seat, about)
        asks = choose(game, ask, minds[ask.seat].choose(document, float("inf")))


def counted(games: Sequence[Sequence[Put]]) -> dict[str, Count]:
    """The questions of these games by kind."""
    asked: Counter[str] = Counter()
    single: Counter[str] = Counter()
    again: Counter[str] = Counter()
    for puts in games:
        last: dict[int, str] = {}
        for put in puts:
            asked[put.prompt] += 1
            single[put.prompt] += put.options == 1
            again[put.prompt] += last.get(put.seat) == put.prompt
            last[put.seat] = put.prompt
    return {prompt: Count(n, single[prompt], again[prompt]) for prompt, n in asked.most_common()}


def table(name: str, games: int, mind: str) -> Iterator[str]:
    """The table as lines of text: a row per kind, and their sum, per game."""
    seats = [GAMES[name].seats[number % len(GAMES[name].seats)] for number in range(games)]
    counts = counted([list(questions(name, n, number, mind)) for number, n in enumerate(seats)])
    every = Count(*(sum(column) for column in zip(*counts.values(), strict=True)))
    yield f"{name}, {games} games of {mind}: questions per game"
    yield f"  {'kind':20} {'asked':>8} {'one option':>11} {'same again':>11}"
    for prompt, count in [("all", every), *counts.items()]:
        asked, single, again = (n / games for n in count)
        yield f"  {prompt:20} {asked:8.1f} {single:11.1f} {again:11.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.questions", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--game", choices=sorted(GAMES), help="this game only")
    parser.add_argument("--games", type=int, default=12, help="how many games of each (12)")
    parser.add_argument("--mind", choices=sorted(MINDS), default="greedy", help="who plays (greedy)")
    args = parser.parse_args()
    for name in [args.game] if args.game else GAMES:
        print("\n".join(table(name, args.games, args.mind)), flush=True)


if __name__ == "__main__":
    main()
