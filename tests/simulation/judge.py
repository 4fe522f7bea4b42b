"""Checks that clients see the true state, that acknowledged changes are kept, and that all clients
converge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from protocol.codec import unpacked
from protocol.frames import Diff, Done, Full, Make, Said, Say
from protocol.mirror import Mirror
from server.live.chat import KEPT_LINES

from .person import Person
from .truth import Broken

if TYPE_CHECKING:
    from .world import World


class Judge:
    """Checks every frame that a client receives, and all clients at the end."""

    def __init__(self, world: World) -> None:
        self.world = world

    def seen(self, who: str, person: str, mirror: Mirror) -> None:
        """Check a client's view of a table."""
        try:
            self.world.truth.holds(who, person, mirror, self.world.kept)
        except Broken as why:
            self.world.fail(str(why))

    def heard(self, person: Person, frame: Any, mirror: Mirror | None) -> None:
        """A page has processed a frame. Raises Broken."""
        session = person.session
        self.world.note(person.name, session.data)
        if isinstance(frame, Diff):
            of = session._channels.get(frame.channel)
            if of is not None and (of.table, of.seat) in person.silent:
                raise Broken(f"{person.name} is told of {of.table}, seat {of.seat}, after parting from it")
        if isinstance(frame, Full | Diff) and mirror is not None:
            self.world.truth.holds(person.name, session.person, mirror, self.world.kept)
        elif isinstance(frame, Done):
            self._acknowledged(person, frame)
        elif isinstance(frame, Said):
            self.world.truth.said(person.name, frame, self.world.kept)
        for one in session.mirrors.values():
            if one.gaps or one.divergences or one.repeats:
                raise Broken(f"{person.name} could not follow table {one.table}, seat {one.seat}")

    def _acknowledged(self, person: Person, frame: Done) -> None:
        """An acknowledged change must be stored."""
        world, sent = self.world, person.sent.get(frame.id)
        guest = person.session.person
        if isinstance(sent, Say):
            world.truth.spoken(person.name, guest, sent, world.kept)
            return
        world.truth.acknowledged(person.name, guest, frame.table, frame.id, world.kept)
        if isinstance(sent, Make):
            for other in world.persons:
                world.loop.later(0.1, lambda one=other: one.process.enter(one.come_to, frame.table))

    def _kept(self, table: str) -> list[str]:
        """The stored lines of a table's chat."""
        lines = self.world.look(b"LRANGE", b"t:{%s}:chat" % table.encode(), b"0", b"-1")
        return [unpacked(line)[4] for line in lines]

    # -- at the end --------------------------------------------------------------------------------

    def unsettled(self) -> Iterator[str]:
        """Conditions that are not met yet."""
        for house in self.world.houses:
            if house.stuck:
                yield f"{house.process.name} can't store anything"
        for person in self.world.persons:
            session = person.session
            if not session.welcomed:
                yield f"{person.name} has no connection: {person.connection.trouble}"
            if session.pending:
                yield f"{person.name} waits for {next(iter(session.pending.values()))}"
            for mirror in session.mirrors.values():
                yield from self._of_table(person, mirror)
        if wrong := self.world.pushing.wrong():
            yield f"the push service was sent what it can't accept: {wrong}"
        yield from self.forsaken()
        yield from self._puzzled()
        yield from self._lobby()

    def forsaken(self) -> Iterator[str]:
        """Bots' seats without a bot at tables with people: another bot must take each long before people's
        time runs out."""
        bots = self.world.filler.connection.session
        for name in sorted(self._watched()):
            state = self.world.truth.tables[name].table.state
            for seat, row in enumerate(state.seats if state.phase == "playing" else ()):
                if (row.kind == "bot" or row.stand_in) and (name, seat) not in bots.mirrors:
                    yield f"nobody plays seat {seat} of {name}, which is a bot's"

    def _puzzled(self) -> Iterator[str]:
        """Seats that wait for a tip at tables with people."""
        for name in sorted(self._watched()):
            for seat, ask in self.world.truth.tables[name].table.puzzled():
                yield f"nobody gives seat {seat} of {name} a tip for question {ask}"

    def _watched(self) -> set[str]:
        """The tables with at least one person."""
        seen = {table for person in self.world.persons for table, _ in person.session.mirrors}
        return seen & self.world.truth.tables.keys()

    def _of_table(self, person: Person, mirror: Mirror) -> Iterator[str]:
        found = self.world.truth.tables.get(mirror.table)
        has = len(found.versions) if found is not None else 0
        if mirror.version != has or mirror.lost:
            yield f"{person.name} sees version {mirror.version} of {mirror.table}, which has {has}"
        rows = {(one, seat) for one, _, seat in person.here.get(mirror.table, ())}
        here = self._here(mirror.table)
        if rows != here:
            yield f"{person.name} sees at {mirror.table} {sorted(rows)}, but there are {sorted(here)}"
        told = [said.text for said in person.said.get(mirror.table, ())]
        kept = self._kept(mirror.table)
        spoken = sum(table == mirror.table for table, _, _ in self.world.truth.lines)
        if len(kept) != min(spoken, KEPT_LINES):
            yield f"{len(kept)} of {spoken} lines at {mirror.table} are kept"
        if missing := set(kept).difference(told):
            yield f"{person.name} was not told at {mirror.table} that {min(missing)}"
        if twice := [text for text in told if told.count(text) > 1]:
            yield f"{person.name} was told more than once at {mirror.table} that {twice[0]}"

    def _here(self, table: str) -> set[tuple[str, int]]:
        """The clients at a table, with their seats."""
        found = {
            (person.session.person, mirror.seat)
            for person in self.world.persons
            for mirror in person.session.mirrors.values()
            if mirror.table == table
        }
        bots = self.world.filler.connection.session
        return found | {(bots.person, seat) for name, seat in bots.mirrors if name == table}

    def _lobby(self) -> Iterator[str]:
        """Every page must list the tables of the lobby in their current state."""
        may: dict[str, tuple[str, list[str]]] = {}
        for name, true in self.world.truth.tables.items():
            state = true.table.state
            if state.made.public and state.phase in ("open", "starting", "playing"):
                may[name] = state.phase, [row.person for row in state.seats]
        for person in self.world.persons:
            shown = {
                name: (summary["phase"], [row["person"] for row in summary["seats"]])
                for name, summary in person.lobby.items()
            }
            if shown != may:
                yield f"{person.name} sees in the lobby {shown}, but there is {may}"
