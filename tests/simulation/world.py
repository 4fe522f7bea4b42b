"""One simulation: its parts, drawn from a seed, and its course."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, Final

from bots.filler.filler import Filler
from bots.filler.pace import Pause
from protocol.frames import Diff, Full
from protocol.mirror import Mirror
from server.games import GAMES
from server.games.catalogue import checked
from server.games.engine import OptionsRefused

from .advisers import Advisers
from .engine.cluster import FIRST, Cluster
from .engine.keyspace import Effect
from .engine.machine import PORT as ENGINE
from .engine.machine import Machine
from .fairness import Fairness
from .faults import befall, drawn, drawn_of_machines, drawn_of_replicas, drawn_of_slots, drawn_of_time
from .house import House
from .judge import Judge
from .loop import Process, VirtualLoop
from .net import Network
from .person import Person
from .pushing import PORT as PUSH
from .pushing import Pushing
from .truth import Broken, Place, Truth

HOUSE: Final = 8080
"""The port of the cluster: a connection goes to one of the open hubs."""

BOT_KEY: Final = "the key of the simulation"

SETTLES: Final = 30.0
"""Seconds after the last fault, on top of the grace time, until all clients must see the true state."""

LONGEST: Final = 400.0
"""Seconds that a whole game may take."""


class World:
    """All parts of a simulation. `only`: these of its faults; `show` is called with every line of the
    trace."""

    def __init__(self, seed: str, only: Iterable[int] | None, show: Callable[[str], None] | None) -> None:
        self.seed = seed
        self.loop = VirtualLoop(self.stream("order"))
        self.net = Network(self.loop, self.stream)
        self.loop.net = self.net
        self.fairness = Fairness(self)
        self.truth = Truth(self.fairness.stored)
        self.judge = Judge(self)
        self.pushing = Pushing(self, HOUSE)
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
        """The number of engines that share the data; several form a cluster."""
        if self.parts > 1:
            every = sorted([*every, *drawn_of_slots(slots, self.play_for)])
        time = drawn_of_time(self.stream("the time"), self.play_for)
        self.slow = bool(time)
        """Do people think for long, with clocks that run?"""
        every = sorted([*every, *time])
        self.faults = every if only is None else [every[n] for n in only]
        self.engines: list[Machine]
        self.cluster: Cluster | None = None
        self.persons: list[Person] = []
        self.houses: list[House] = []
        self.loop.set_exception_handler(lambda loop, context: self.fail(_told(context)))

    def stream(self, name: str) -> Random:
        """A separate random stream."""
        return Random(f"{self.seed} {name}")

    # -- events ------------------------------------------------------------------------------------

    def note(self, who: str, what: object) -> None:
        """Add an event to the trace."""
        line = f"{self.loop.now:.6f} {who} {what}\n"
        self.sum.update(line.encode())
        if self._show is not None:
            self._show(line)

    def fail(self, why: str) -> None:
        """Report a violation; the simulation ends here."""
        if not self.broken:
            self.broken = f"at {self.loop.now:.3f} s: {why}"
            self.note("world", why)
        self.loop.stop()

    def stored(self, engine: int, effect: Effect) -> None:
        """An engine has written an effect."""
        self.note(f"engine {engine}" if self.cluster else "engine", effect)
        self.pushing.stored(effect)
        try:
            self.truth.stored(engine, effect)
        except Broken as why:
            self.fail(str(why))

    def kept(self, place: Place) -> bool:
        """Is a write at this place safe from loss?"""
        engine, at = place
        return at <= self.engines[engine].kept

    def look(self, command: bytes, key: bytes, *more: bytes) -> Any:
        """Read a key from the engine that has it."""
        there = (engine for engine in self.engines if engine.look(b"EXISTS", key))
        return next(there, self.engines[0]).look(command, key, *more)

    # -- parts -------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create all parts."""
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
            "push": "on" if self.pushing.on else "off",
            "push_hosts": [f"127.0.0.1:{PUSH}"],
        }
        for number in range(random.choice((1, 1, 2, 2, 3, 4))):
            clock = random.uniform(-0.5, 0.5)
            self.houses.append(House(self.loop, self.net, number, clock, self.settings, self.note))
        self.net.listeners[HOUSE] = self._somewhere
        self._people(random)
        self.start_bots()

    def _engines(self, clock: float, copies: int, disk: float) -> str:
        """Start the engines; returns their address."""
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
        """An open hub for a new connection."""
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
        if self.slow:
            self.settings["abandon_ms"] = 100_000
            make["clock"] = [20_000, 2_000]
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
            person.habits.ponder = 0.15 * (self.slow and not self.whole)
            self.persons.append(person)
            process.enter(person.open)
            self.pushing.subscribe(person)

    def start_bots(self) -> None:
        """Start a process of bots."""
        self.bots = Process(self.loop, f"bots-{self.loop.steps}")
        address = f"ws://127.0.0.1:{HOUSE}/ws"
        filler = self.filler = self.bots.enter(
            lambda: Filler(address, BOT_KEY, "bots", pause=Pause(0.02, 0.2))
        )
        filler.tipping.worker_pool = Advisers(self.stream(f"advisers {self.loop.steps}"))
        session = filler.connection.session
        hear = session._hear

        def heard(frame: Any, mirror: Mirror | None) -> None:
            if isinstance(frame, Full | Diff) and mirror is not None:
                self.judge.seen("bots", session.person, mirror)
            hear(frame, mirror)

        session._hear = heard
        self.bots.spawn(filler.run())

    # -- course ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the end, or the first violation."""
        try:
            self.loop.run_until_complete(self.loop.world.spawn(self._course()))
        except RuntimeError as why:
            if not self.broken:  # otherwise `fail` has stopped the loop
                self.broken = str(why)

    async def _course(self) -> None:
        """First the faults, then a calm period, after which all conditions must be met."""
        self.build()
        self.fairness.begin()
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
        """Can a starting hub find an engine? Recovery doesn't count while all configured ones are isolated
        or down."""
        named = range(FIRST, FIRST + self.parts) if self.cluster else (ENGINE,)
        return any(port in self.net.listeners for port in named)

    async def _to_the_end(self) -> None:
        """Play until a game is over and, if people want it, another one has begun."""
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
    """Can the game be played with this many seats and default options?"""
    try:
        checked(GAMES[game], {}, seats)
    except OptionsRefused:
        return False
    return True


def _told(context: dict[str, Any]) -> str:
    """The text of an error reported by asyncio."""
    return f"{context.get('message')}: {context.get('exception')!r}"
