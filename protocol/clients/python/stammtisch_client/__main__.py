"""`python -m stammtisch_client URL TABLE`: takes a free seat and plays at random to the end."""

from __future__ import annotations

import asyncio
import random
import sys

from . import ChangeRefused, Client, GaveUp, SeatGone

USAGE = "usage: python -m stammtisch_client URL TABLE"


async def play(url: str, table: str) -> int:
    """Play one game and print its scores. The exit status is 1 if the dealing was not as promised."""
    async with Client(url, "Random") as client:
        seat = await client.sit(table)
        async for question in seat.questions():
            await seat.choose(question, random.choice(question.choices))
        for number, place, points, _ in seat.document["public"]["scores"]:
            print(f"seat {number}: place {place} with {points} points")
        for fault in client.dealing_faults:
            print(fault, file=sys.stderr)
        return 1 if client.dealing_faults else 0


def main() -> int:
    """The command line. The exit status is 2 if the game can't be played."""
    if len(sys.argv) != 3:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        return asyncio.run(play(*sys.argv[1:]))
    except (ChangeRefused, GaveUp, SeatGone) as why:
        print(f"{type(why).__name__}: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
