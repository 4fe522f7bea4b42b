"""The perft files of our own games: `python -m tests.games.perft write GAME` rewrites one."""

from __future__ import annotations

import argparse
from pathlib import Path

from server.authoring.perft import write

from .engines import ENGINES


def file_of(name: str) -> Path:
    return Path(__file__).parent / name / "perft.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.perft", description="Numbers of sequences.")
    parser.add_argument("command", choices=["write"])
    parser.add_argument("game", choices=sorted(ENGINES))
    args = parser.parse_args()
    count, dropped = write(args.game, file_of(args.game))
    print(*(f"a position is dropped: {why}" for why in dropped), sep="\n", end="\n" if dropped else "")
    print(f"{count} positions written to {file_of(args.game)}")


if __name__ == "__main__":
    main()
