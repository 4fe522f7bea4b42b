"""A person of a game for two, as a process of its own: `python -m tests.process.two_homes URL [TABLE]`.

Without a table it makes one, prints its name, and starts the game when a friend sits there. The game is
played to its end by chance; then this prints `over` and the number of the last version."""

from __future__ import annotations

import asyncio
import sys

from bots.document import Document
from protocol.frames import Make, Sit, Start
from tests.live.hubs import Guest
from tests.waiting import until


def kinds(document: Document) -> list[str]:
    """Who sits at the seats of a table."""
    return [seat["kind"] for seat in document["public"]["seats"]]


async def play(url: str, table: str) -> None:
    seat = int(bool(table))
    guest = Guest(url, ("host", "friend")[seat], 5)
    new = guest.session.next_id
    if not table:
        table = (await guest.connection.request(Make(new(), "machi_koro", 2))).table
        print(table, flush=True)
    await guest.connection.request(Sit(new(), table, seat, f"luck-{seat}"))
    guest.session.join(table, seat, 1)
    await until(lambda: guest.phase(table, seat))
    if not seat:
        await until(lambda: kinds(guest.document(table, seat)) == ["person", "person"])
        await guest.connection.request(Start(new(), table))
    await until(lambda: guest.phase(table, seat) == "over")
    print("over", guest.version(table, seat), flush=True)
    await guest.close()


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
