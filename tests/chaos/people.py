"""Simulated players who keep playing through all faults, and remember all their changes."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

from bots.client.client import Connection
from bots.document import options
from protocol.frames import Act, Change, Diff, Full, Make, Refused, Sit, Start, Undo
from protocol.mirror import Mirror
from protocol.session import AGAIN
from server.table.entries import decode_entry
from server.table.table import Fault
from tests.simulation.truth import Broken, TrueTable, total
from tests.waiting import until

UNDO: Final = 0.05
"""The share of turns that begin with an undo."""


class Person:
    """A player at one table after the other."""

    def __init__(self, url: str, name: str, random: Random, think: float) -> None:
        token = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=32))
        self.name = name
        self.connection = Connection(url, token, name, self._heard)
        self.session = self.connection.session
        self.playing = True
        self.sent: dict[int, str] = {}
        """Every change that was not refused: id to table."""
        self._random, self._think = random, think
        self._answered: dict[str, int] = {}
        self._running = asyncio.create_task(self.connection.run())

    def change(self, frame: Change, table: str) -> None:
        """Send a change; the session repeats it until it is answered."""
        self.sent[frame.id] = table
        self.session.change(frame)

    def go_on(self) -> None:
        """Resume playing: answer the questions that are pending now."""
        self.playing = True
        for mirror in self.session.mirrors.values():
            self._answer(mirror)

    def settled(self) -> bool:
        """Are all changes answered?"""
        return self.session.welcomed and not self.session.pending

    def at(self, table: str) -> Mirror:
        """The player's mirror of a table."""
        return next(mirror for (name, _), mirror in self.session.mirrors.items() if name == table)

    async def close(self) -> None:
        await self.connection.close()
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Refused) and frame.id in self.sent and frame.code not in AGAIN:
            table = self.sent.pop(frame.id)
            self._answered.pop(table, None)
            asyncio.get_running_loop().call_later(1.0, self._look_again, table)
        elif isinstance(frame, Full | Diff) and mirror is not None and self.playing:
            self._answer(mirror)

    def _look_again(self, table: str) -> None:
        for (name, _), mirror in self.session.mirrors.items():
            if name == table:
                self.session.renew(mirror)

    def _answer(self, mirror: Mirror) -> None:
        number = mirror.document["mine"].get("ask", {}).get("number", 0) if mirror.version >= 0 else 0
        if number and self._answered.get(mirror.table) != number:
            self._answered[mirror.table] = number
            pause = self._random.expovariate(1 / self._think)
            asyncio.get_running_loop().call_later(pause, self._do, mirror, number)

    def _do(self, mirror: Mirror, number: int) -> None:
        mine = mirror.document["mine"]
        if not self.playing or mine.get("ask", {}).get("number", 0) != number:
            self._answered.pop(mirror.table, None)
            return
        new, at = self.session.next_id(), (mirror.table, mirror.seat)
        if mine["undo"] and self._random.random() < UNDO:
            self.change(Undo(new, *at, mine["undo"]), mirror.table)
        else:
            self.change(Act(new, *at, number, *self._random.choice(options(mirror.document))), mirror.table)


class Party:
    """Players at a table, and a bot if there is a `mind`; they move to another table after the game."""

    def __init__(self, game: str, people: list[Person], mind: str) -> None:
        self.game, self.people, self.mind = game, people, mind
        self.true: TrueTable

    async def sit_down(self) -> None:
        """Make a table, and start."""
        host = self.people[0]
        wants = [*("" for _ in self.people), *([self.mind] if self.mind else [])]
        make = Make(host.session.next_id(), self.game, len(wants), wants=wants)
        name = (await host.connection.request(make)).table
        self.true = TrueTable(name)
        for seat, person in enumerate(self.people):
            await person.connection.request(Sit(person.session.next_id(), name, seat, ""))
            person.session.join(name, seat, 1)
        await until(lambda: self._full(host.at(name)))
        await host.connection.request(Start(host.session.next_id(), name))

    @staticmethod
    def _full(mirror: Mirror) -> bool:
        if mirror.version < 0:
            return False
        return all(row["person"] or row["kind"] == "bot" for row in mirror.document["public"]["seats"])

    @property
    def over(self) -> bool:
        """Is the game over in the view of all players?"""
        name = self.true.name
        return all(
            person.at(name).document["public"]["table"]["phase"] in ("over", "closed")
            for person in self.people
        )

    def leave(self) -> None:
        """Unsubscribe from this table."""
        for person in self.people:
            mirror = person.at(self.true.name)
            person.session.part(mirror.table, mirror.seat)

    def compare(self, entries: list[bytes]) -> None:
        """Compare everything with the log. Raises Broken."""
        true = self.true
        if entries[: len(true.entries)] != true.entries:
            raise Broken(f"the log of table {true.name} is not what it was")
        try:
            for data in entries[len(true.entries) :]:
                true.append(data, (0, 0))
        except Fault as wrong:
            raise Broken(f"the log of table {true.name} can't be played") from wrong
        for person in self.people:
            for change, table in person.sent.items():
                if table == true.name and (person.session.person, change) not in true.by:
                    raise Broken(f"{person.name} was told that {change} at table {table} is done; it is gone")
        for person in self.people:
            mirror, last = person.at(true.name), true.versions[-1]
            sums = total(mirror.document["public"]), total(mirror.document["mine"])
            if sums != (last.public, last.mine[mirror.seat]):
                raise Broken(f"{person.name} sees something else at table {true.name} than its log says")


def moves(entries: list[bytes]) -> int:
    """The number of these entries that are moves of players."""
    return sum(isinstance(decode_entry(data).what, Act | Undo) for data in entries)
