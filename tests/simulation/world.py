"""One simulation: what a seed draws, put together, and its course."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, Final

from bots.filler import Filler
from bots.mirror import Mirror
from bots.pace import Pause
from protocol.frames import Diff, Full
from server.games import GAMES
from server.games.catalogue import checked
from server.games.engine import OptionsRefused

from .advisers import Advisers
from .engine.cluster import FIRST, Cluster
from .engine.keyspace import Effect
from .engine.machine import PORT as ENGINE
from .engine.machine import Machine
from .faults import befall, drawn, drawn_of_machines, drawn_of_replicas, drawn_of_slots
from .house import House
from .judge import Judge
from .loop import Process, VirtualLoop
from .net import Network
from .person import Person
from .truth import Broken, Place, Truth

HOUSE: Final = 8080
"""The port of the house: whoever comes is sent to a hub that is there."""

BOT_KEY: Final = "the key of the simulation"

SETTLES: Final = 30.0
"""Seconds after the last fault, and the time in which a table is looked at, until everybody must see what is
true."""

LONGEST: Final = 400.0
"""Seconds that a whole game may take."""


class World:
    """All that is in a simulation. `only`: these of its faults; `show` is told every line of the trace."""

    def __init__(self, seed: str, only: Iterable[int] | None, show: Callable[[str], None] | None) -> None:
        self.seed = seed
        self.loop = VirtualLoop(self.stream("order"))
        self.net = Network(self.loop, self.stream)
        self.loop.net = self.net
        self.truth = Truth()
        self.judge = Judge(self)
        self.broken = ""
        self.sum = hashlib.blake2b(digest_size=16)
        self._show = show
        random = self.random = self.stream("world")
        self.play_for = random.choice((5.0, 10.0, 10.0, 20.0, 40.0))
        self.whole = random.random() < 0.1
        """Is a game played to its end?"""
        self.tips = self.stream("people ponder").random() < 0.25
        """Do people ask for tips?"""
        every = drawn(self.stream("faults"), self.play_for)
        every = sorted([*every, *drawn_of_replicas(self.stream("the replica"), self.play_for)])
        every = sorted([*every, *drawn_of_machines(self.stream("the machines"), self.play_for)])
        slots = self.stream("the slots")
        self.parts = slots.choice((2, 3)) if slots.random() < 0.25 else 1
        """Engines over which everything is spread; several are a cluster."""
        if self.parts > 1:
            every = sorted([*every, *drawn_of_slots(slots, self.play_for)])
        self.faults = every if only is None else [every[n] for n in only]
        self.engines: list[Machine]
        self.cluster: Cluster | None = None
        self.persons: list[Person] = []
        self.houses: list[House] = []
        self.loop.set_exception_handler(lambda loop, context: self.fail(_told(context)))

    def stream(self, name: str) -> Random:
        """A source of chance that nothing else draws from."""
        return Random(f"{self.seed} {name}")

    # -- what happens --------------------------------------------------------------------------------

    def note(self, who: str, what: object) -> None:
        """Something has happened."""
        line = f"{self.loop.now:.6f} {who} {what}\n"
        self.sum.update(line.encode())
        if self._show is not None:
            self._show(line)

    def fail(self, why: str) -> None:
        """Something is not as it must be: the simulation ends here."""
        if not self.broken:
            self.broken = f"at {self.loop.now:.3f} s: {why}"
            self.note("world", why)
        self.loop.stop()

    def stored(self, engine: int, effect: Effect) -> None:
        """An engine has written something down."""
        self.note(f"engine {engine}" if self.cluster else "engine", effect)
        try:
            self.truth.stored(engine, effect)
        except Broken as why:
            self.fail(str(why))

    def kept(self, place: Place) -> bool:
        """Can't it be lost any more what was written there?"""
        engine, at = place
        return at <= self.engines[engine].kept

    def look(self, command: bytes, key: bytes, *more: bytes) -> Any:
        """Read something where it lies."""
        there = (engine for engine in self.engines if engine.look(b"EXISTS", key))
        return next(there, self.engines[0]).look(command, key, *more)

    # -- what there is -------------------------------------------------------------------------------

    def build(self) -> None:
        """Put everything in its place."""
        random = self.random
        clock = random.uniform(-2, 2)
        copies = int(random.random() < 0.4)
        address = self._engines(clock, copies, random.choice((0.000_1, 0.000_5, 0.005)))
        self.settings: dict[str, Any] = {
            "redis": address,
            "bot_key": BOT_KEY,
            "copies": copies,
            "grace_ms": random.choice((2_000, 5_000, 60_000)),
            "snapshot_every": random.choice((1, 3, 20)),
            "check_every": random.choice((1, 4, 16, 1000)),
            "sleep_s": random.choice((0.5, 2.0, 20.0)),
            "idle_s": random.choice((1.0, 60.0)),
            "budgets": 100,
            "minds": ["whim", "greedy"],
        }
        for number in range(random.choice((1, 1, 2, 2, 3, 4))):
            clock = random.uniform(-0.5, 0.5)
            self.houses.append(House(self.loop, self.net, number, clock, self.settings, self.note))
        self.net.listeners[HOUSE] = self._somewhere
        self._people(random)
        self.start_bots()

    def _engines(self, clock: float, copies: int, disk: float) -> str:
        """Start them; gives their address."""
        if self.parts > 1:
            self.cluster = Cluster(self.loop, self.net, self.stream, self.parts, copies)
            self.engines, address = self.cluster.serving, f"cluster+redis://{self.cluster.named}"
        else:
            self.engines = [Machine(self.loop, self.net, self.stream("engine"), clock)]
            address = f"redis://127.0.0.1:{ENGINE}/0"
        for number, engine in enumerate(self.engines):
            engine.replicas, engine.disk = copies, disk
            engine.stored = partial(self.stored, number)
            engine.back_to = partial(self.truth.back_to, number)
        return address

    def _somewhere(self, random: Random) -> tuple[Process, Callable[[], Any]] | None:
        """A hub that takes connections."""
        there = [house for house in self.houses if house.open]
        if not there:
            return None
        house = random.choice(there)
        return house.process, house.connection

    def _people(self, random: Random) -> None:
        game = random.choice(list(GAMES))
        seats = random.choice([n for n in GAMES[game].seats if _possible(game, n)])
        if self.whole:
            seats = min(seats, 3)
        wants = [random.choice(("", "", "whim")) if seat else "" for seat in range(seats)]
        make = {
            "game": game,
            "seats": seats,
            "wants": wants,
            "auto": random.random() < 0.3,
            "public": random.random() < 0.7,
            "clock": random.choice(([], [], [20_000, 2_000])),
            "tips": "always" if self.tips else "bots",
        }
        for number in range(wants.count("") + random.choice((0, 0, 1, 2))):
            name = f"person-{number}"
            process = Process(self.loop, name)
            process.clock = random.uniform(-100, 100)
            person = Person(process, name, self.stream(name), self.judge.heard, self.fail)
            if number == 0:
                person.host(make)
            elif random.random() < 0.1:
                person.token = self.persons[-1].token  # the same guest with another page
            if self.whole:
                person.habits.hurry()
            person.habits.puzzled = 0.15 * self.tips
            self.persons.append(person)
            process.enter(person.open)

    def start_bots(self) -> None:
        """A process of bots begins."""
        self.bots = Process(self.loop, f"bots-{self.loop.steps}")
        address = f"ws://127.0.0.1:{HOUSE}/ws"
        filler = self.filler = self.bots.enter(
            lambda: Filler(address, BOT_KEY, "bots", pause=Pause(0.02, 0.2))
        )
        filler.tipping.thinkers = Advisers(self.stream(f"advisers {self.loop.steps}"))
        session = filler.connection.session
        hear = session._hear

        def heard(frame: Any, mirror: Mirror | None) -> None:
            if isinstance(frame, Full | Diff) and mirror is not None:
                self.judge.seen("bots", session.person, mirror)
            hear(frame, mirror)

        session._hear = heard
        self.bots.spawn(filler.run())

    # -- its course ----------------------------------------------------------------------------------

    def run(self) -> None:
        """From its begin to its end, or to the first thing that is wrong."""
        try:
            self.loop.run_until_complete(self.loop.world.spawn(self._course()))
        except RuntimeError as why:
            if not self.broken:  # it was not this simulation that has stopped it
                self.broken = str(why)

    async def _course(self) -> None:
        """The faults, then peace, then all must be well."""
        self.build()
        for fault in self.faults:
            await asyncio.sleep(max(0.0, fault.at - self.loop.now))
            self.note("fault", fault)
            befall(self, fault)
        await asyncio.sleep(max(0.0, self.play_for - self.loop.now))
        if self.whole:
            await self._to_the_end()
        for person in self.persons:
            person.playing = False
        begun, patience = self.loop.now, SETTLES + self.settings["grace_ms"] / 1000
        while why := next(self.judge.unsettled(), ""):
            if not self._found():
                begun = self.loop.now
            past = self.loop.now - begun
            late = next(self.judge.forsaken(), "") if past > SETTLES else ""
            if late or past > patience:
                self.fail(f"{past:g} s after the end of all faults, {late or why}")
                return
            await asyncio.sleep(0.25)

    def _found(self) -> bool:
        """Does a hub that starts find an engine? While all that it is told of are cut off or away there is no
        peace yet."""
        named = range(FIRST, FIRST + self.parts) if self.cluster else (ENGINE,)
        return any(port in self.net.listeners for port in named)

    async def _to_the_end(self) -> None:
        """Until a game is over and another one has begun, where there is to be one."""
        moved, versions = self.loop.now, 0
        patience = 2 * SETTLES + 2 * self.settings["grace_ms"] / 1000
        while self.loop.now < LONGEST and len(self.truth.tables) < 2:
            await asyncio.sleep(1.0)
            now = self.truth.versions()
            if now != versions:
                moved, versions = self.loop.now, now
            elif self.truth.over() and self.loop.now - moved > 10:
                return
            elif self.loop.now - moved > patience:
                self.fail(f"nothing has happened for {patience:g} s, and the game is not over")


def _possible(game: str, seats: int) -> bool:
    """Can the game be played by so many, as it comes?"""
    try:
        checked(GAMES[game], {}, seats)
    except OptionsRefused:
        return False
    return True


def _told(context: dict[str, Any]) -> str:
    """What asyncio complains of."""
    return f"{context.get('message')}: {context.get('exception')!r}"
