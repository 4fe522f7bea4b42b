"""Checks players' clocks: no player is charged for time in which the table was unavailable, and each for the
time they took.

It records from outside, for each table, when a hub was running and the table's engine carried out commands.
The time that seats' clocks lose between two entries of a log is compared with that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from server.store.keys import HOUSE_TIME, key
from server.table.entries import Abandoned, Entry, TimedOut, Vacated

from .chance import EPOCH
from .engine.slots import slot_of
from .truth import Broken

if TYPE_CHECKING:
    from server.table.table import Table

    from .faults import Fault
    from .world import World

LOOK_S: Final = 0.2

CHARGED_MS: Final = 5_000
"""The tolerance above the available time in ms: an outage is detected only after missing heartbeats for
that long, and pending messages count from their arrival."""

FREE_MS: Final = 2_500
"""The tolerance below the time that a player took, in ms: hubs' clocks differ."""

OUTAGE_S: Final = 4.5
"""All hubs detect an outage that is longer, in seconds."""

RETURN_S: Final = 8.0
"""Seconds after an outage in which no player's time may run out: they have to reconnect."""

NOTICED_S: Final = 4.0
"""Seconds within which others detect the death of a hub."""

RESTLESS_S: Final = 30.0
"""Seconds after a fault in which clocks may stand still."""

SKEW_S: Final = 1.5
"""Seconds between hubs' clocks; if they differ by more, clocks may lose too little."""


class Place:
    """The availability of a table, in seconds."""

    def __init__(self) -> None:
        self.there = 0.0
        """How long it was available."""
        self.gone = 0.0
        """How long it has been unavailable now."""
        self.outage = 0.0
        """When the last outage ended that hubs detect."""


class Then(NamedTuple):
    """A moment: seconds of the simulation, and the seconds so far in which the table was available."""

    at: float
    there: float


class Fairness:
    """Watches the clocks of a simulation. Raises Broken if a player is charged wrongly."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._places: dict[str, Place] = {}
        """By table."""
        self._restless = 0.0
        self._set = False
        """Was a clock adjusted?"""
        self._then: dict[str, list[Then]] = {}
        """By table: when each of its entries was stored."""

    def begin(self) -> None:
        """Start sampling."""
        self.world.loop.later(LOOK_S, self._look)

    def _look(self) -> None:
        now = self.world.loop.now
        for table in self.world.truth.tables:
            place = self._place(table)
            if self._is_there(table):
                if place.gone >= OUTAGE_S:
                    place.outage = now
                if not self._people_come_back(place):
                    place.there += LOOK_S
                place.gone = 0.0
            else:
                place.gone += LOOK_S
        self.world.loop.later(LOOK_S, self._look)

    def _place(self, table: str) -> Place:
        return self._places.setdefault(table, Place())

    def _is_there(self, table: str) -> bool:
        """Is a hub running, and are the engines ready that have the table and the clock of all tables?"""
        world = self.world
        if not any(house.open and not house.process.stopped for house in world.houses):
            return False
        if world.cluster is None:
            return world.engines[0].ready
        owners = world.cluster.owners
        parts = {owners[slot_of(name.encode())] for name in (key(table, "log"), HOUSE_TIME)}
        return not world.cluster.down and all(world.engines[part].ready for part in parts)

    def _people_come_back(self, place: Place) -> bool:
        """Has there been an outage, or has a hub died, so recently that players may not be back?"""
        now = self.world.loop.now
        if place.outage and now - place.outage < RETURN_S:
            return True
        deaths = [at for house in self.world.houses for at in house.deaths]
        return any(NOTICED_S < now - at < NOTICED_S + RETURN_S for at in deaths)

    def befalls(self, fault: Fault, seconds: float) -> None:
        """A fault begins that lasts at most `seconds`."""
        self._restless = max(self._restless, self.world.loop.now + seconds + RESTLESS_S)
        self._set = self._set or "clock" in fault.kind

    # -- entries -----------------------------------------------------------------------------------

    def stored(self, table: Table, entry: Entry, asked: list[int], left: list[int]) -> None:
        """An entry made this table; `asked` and `left` are the asked seats and the clocks before it.
        Raises Broken."""
        there = self._place(table.state.id).there
        version, now = table.version, Then(self.world.loop.now, there)
        then = self._then.setdefault(table.state.id, [])
        del then[version - 1 :]
        before = then[-1] if then else now
        then.append(now)
        for seat in asked if left and table.state.left else ():
            increment = 0 if seat in table.asked() else table.state.made.clock[1]
            self._charged(table, seat, left[seat] - (table.state.left[seat] - increment), before, now)
        if isinstance(entry.what, TimedOut | Vacated | Abandoned):
            self._over(table, entry)

    def _charged(self, table: Table, seat: int, ms: int, before: Then, now: Then) -> None:
        """A seat's clock has lost `ms`."""
        there = (now.there - before.there) * 1000
        of = f"seat {seat} of {table.state.id} lost {ms} ms for version {table.version}"
        if ms > there + CHARGED_MS:
            raise Broken(f"{of}, but the house was there for {there:.0f}")
        calm = before.at > self._restless and table.state.left[seat] > 0
        clocks = [house.clock for house in self.world.houses]
        took = (now.at - before.at) * 1000
        if calm and max(clocks) - min(clocks) < SKEW_S and ms < took - FREE_MS:
            raise Broken(f"{of}, but took {took:.0f}")

    def _over(self, table: Table, entry: Entry) -> None:
        """A player's time has run out. The check is skipped after a clock adjustment, which hides when the
        hub decided."""
        house = next((it for it in self.world.houses if it.process.name == entry.hub), None)
        if house is None or self._set:
            return
        outage = self._place(table.state.id).outage
        past = entry.at / 1000 - EPOCH - house.clock - outage
        if outage and 0.1 < past < RETURN_S:
            what: Any = type(entry.what).__name__
            raise Broken(f"{what} at {table.state.id}, {past:.3f} s after the house came back")
