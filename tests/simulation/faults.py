"""The faults of a simulation: drawn before it begins, each with its time and its own random numbers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from server.store.keys import DUE, HUBS, LOBBY, ORDERS

from .engine.cluster import Node
from .engine.slots import slot_of
from .loop import Process
from .person import Person

if TYPE_CHECKING:
    from .engine.machine import Machine
    from .house import House
    from .world import World

T = TypeVar("T")


HOUR_S: Final = 3_600.0

NIGHT_S: Final = 150.0
"""In seconds; longer than a table without people stays open."""

CUT_OFF: Final = 90.0
"""The greatest time in seconds that an isolated engine may run on: longer than the limit for recovery."""


class Fault(NamedTuple):
    """A fault. The meaning of `where`, `long` and `much` (0 to 1) depends on its kind."""

    at: float
    kind: str
    where: float
    long: float
    much: float

    def __str__(self) -> str:
        return f"{self.at:8.3f} s  {self.kind} ({self.where:.3f}, {self.long:.3f}, {self.much:.3f})"


def drawn(random: Random, seconds: float) -> list[Fault]:
    """The faults of a simulation."""
    count = random.choice((0, 1, 2, 3, 5, 8, 12, 20))
    kinds = random.choices(list(KINDS), [often for often, _ in KINDS.values()], k=count)
    if random.random() < 0.3:  # few kinds, repeated
        kinds = random.choices(kinds[:2], k=count) if kinds else []
    faults = [
        Fault(random.uniform(0.5, seconds), kind, random.random(), random.random() ** 3, random.random())
        for kind in kinds
    ]
    return sorted(faults)


def drawn_of_replicas(random: Random, seconds: float) -> list[Fault]:
    """Additional faults of simulations whose engine has a replica.

    They come from a separate random stream, so that the other faults of a seed stay the same.
    """
    count = random.choice((0, 0, 0, 0, 0, 1, 1, 2))
    return [
        Fault(random.uniform(0.5, seconds), "cut off the engine", 0.0, random.random(), random.random())
        for _ in range(count)
    ]


def drawn_of_machines(random: Random, seconds: float) -> list[Fault]:
    """Additional losses of a machine with a hub and the bots that are connected to it. From a separate
    random stream as well."""
    count = random.choice((0, 0, 0, 0, 0, 0, 0, 1))
    return [
        Fault(random.uniform(0.5, seconds), "lose the bots' machine", 0.0, random.random(), random.random())
        for _ in range(count)
    ]


def drawn_of_slots(random: Random, seconds: float) -> list[Fault]:
    """Additional faults of the engines in a cluster."""
    each = {"move a slot": 6, "fail over": 3, "cut off the engine": 2, "nothing passed on": 1}
    kinds = random.choices(list(each), list(each.values()), k=random.choice((0, 1, 2, 3, 5, 8)))
    return [
        Fault(random.uniform(0.5, seconds), kind, random.random(), random.random(), random.random())
        for kind in kinds
    ]


def drawn_of_time(random: Random, seconds: float) -> list[Fault]:
    """Additional faults, in some simulations, that take time from all players."""
    each = {
        "the machine sleeps": 3,
        "step the wall clocks": 3,
        "engine away for long": 2,
        "hubs stand still for long": 2,
    }
    count = random.choice((0, 0, 0, 1, 1, 2))
    kinds = random.choices(list(each), list(each.values()), k=count)
    return [
        Fault(random.uniform(0.5, seconds), kind, random.random(), random.random(), random.random())
        for kind in kinds
    ]


def befall(world: World, fault: Fault) -> None:
    """Inject a fault."""
    seconds = LONG.get(fault.kind, _seconds)(fault)
    world.fairness.befalls(fault, seconds)
    if fault.kind in OUTAGES:  # play continues after an outage, to check the recovery
        world.play_for = max(world.play_for, world.loop.now + seconds)
    KINDS[fault.kind][1](world, fault)


def _seconds(fault: Fault) -> float:
    return 0.05 + 8 * fault.long


def _for_long(fault: Fault) -> float:
    """Seconds: more than a seat has on its clock."""
    return 22 + 18 * fault.long


def _asleep(fault: Fault) -> float:
    """Seconds: a while, or so long that a table without people would be closed."""
    return _for_long(fault) if fault.much < 0.7 else NIGHT_S


def _one(all_: list[T], fault: Fault) -> T:
    return all_[int(fault.where * len(all_))]


def _house(world: World, fault: Fault) -> House:
    return _one(world.houses, fault)


def _engine(world: World, fault: Fault) -> Machine:
    return _one(world.engines, fault)


def _cut(world: World, fault: Fault) -> None:
    if world.net.connections:
        _one(list(world.net.connections), fault).cut()


def _hold(world: World, fault: Fault) -> None:
    if world.net.connections:
        _one(list(world.net.connections), fault).hold(_seconds(fault))


def _hold_house(world: World, fault: Fault) -> None:
    for connection in world.net.of(_house(world, fault).process):
        connection.hold(_seconds(fault))


def _slow_disk(world: World, fault: Fault) -> None:
    _engine(world, fault).slow_until = world.loop.now + _seconds(fault)


def _refuses(world: World, fault: Fault) -> None:
    _engine(world, fault).refuses_until = world.loop.now + _seconds(fault)


def _replica_away(world: World, fault: Fault) -> None:
    _engine(world, fault).alone_until = world.loop.now + _seconds(fault)


def _cut_off(world: World, fault: Fault) -> None:
    engine = _engine(world, fault)
    if engine.replicas and engine.alive:
        world.engines[world.engines.index(engine)] = engine.replaced(CUT_OFF * fault.long, fault.much)


def _move_slot(world: World, fault: Fault) -> None:
    """A slot moves to another engine, key by key: a table's, or one with shared keys of the hubs."""
    cluster = world.cluster
    if cluster is not None:
        tables = [f"t:{{{name}}}:log" for name in world.truth.tables]
        slot = slot_of(_one([*tables, *tables, LOBBY, DUE, HUBS, ORDERS], fault).encode())
        to = (cluster.owners[slot] + 1 + int(fault.much * (cluster.parts - 1))) % cluster.parts
        cluster.move(slot, to, 0.5 * fault.long**2)


def _nothing_passed_on(world: World, fault: Fault) -> None:
    """Messages published at one node don't reach subscribers at others, and no subscriber notices."""
    node = _engine(world, fault)
    if isinstance(node, Node):
        node.mute_until = world.loop.now + _seconds(fault)


def _no_way_in(world: World, fault: Fault) -> None:
    world.net.closed_until = world.loop.now + _seconds(fault)


def _reload(world: World, fault: Fault) -> None:
    """A page is closed and opened again: only the guest's token is kept."""
    person = _one(world.persons, fault)
    if person.process.alive:
        person.process.kill()
        world.net.bury(person.process)
        world.loop.later(2 * _seconds(fault), _open_again, world, person)


def _open_again(world: World, person: Person) -> None:
    clock = person.process.clock
    person.process = Process(world.loop, f"{person.name}-{world.loop.steps}")
    person.process.clock = clock
    person.process.enter(person.open)


def _kill_bots(world: World, fault: Fault) -> None:
    if world.bots.alive:
        world.bots.kill()
        world.net.bury(world.bots)
        world.loop.later(_seconds(fault), world.start_bots)


def _lose_machine(world: World, fault: Fault) -> None:
    """The bots die, together with their hub."""
    theirs = set(world.net.of(world.bots))
    house = next((it for it in world.houses if theirs.intersection(world.net.of(it.process))), None)
    _kill_bots(world, fault)
    if house is not None:
        house.kill(_seconds(fault))


def _sleep(world: World, fault: Fault) -> None:
    """Hubs and engines are on a machine that sleeps; in the longer case all processes sleep."""
    seconds = _asleep(fault)
    asleep = [house.process for house in world.houses]
    for engine in world.engines:
        engine.stop(seconds)
    if seconds == NIGHT_S:
        world.loop.night_ends = world.loop.now + NIGHT_S
        asleep += [world.bots, *(person.process for person in world.persons)]
    for process in asleep:
        process.stop(seconds)


def _step(world: World, fault: Fault) -> None:
    """The wall clocks of all machines, or of some, are adjusted by an hour."""
    seconds = HOUR_S if fault.much < 0.5 else -HOUR_S
    for engine in world.engines if fault.where < 0.7 else ():
        engine.leap(seconds)
    for house in world.houses if fault.where > 0.3 else ():
        house.set_clock(seconds)


def _away_for_long(world: World, fault: Fault) -> None:
    if fault.much < 0.5:
        _engine(world, fault).stop(_for_long(fault))
    else:
        _engine(world, fault).crash(_for_long(fault), fault.much)


def _stand_still(world: World, fault: Fault) -> None:
    for house in world.houses:
        house.process.stop(_for_long(fault))


OUTAGES: Final = ("the machine sleeps", "engine away for long", "hubs stand still for long")

LONG: Final[dict[str, Callable[[Fault], float]]] = {
    "stop a hub": lambda fault: 2 * _seconds(fault),
    "stop the engine": lambda fault: 2 * _seconds(fault),
    "cut off the engine": lambda fault: CUT_OFF,
    "the machine sleeps": _asleep,
    "engine away for long": _for_long,
    "hubs stand still for long": _for_long,
}
"""The duration of faults in seconds, for kinds that differ from `_seconds`."""

KINDS: Final[dict[str, tuple[int, Callable[[World, Fault], None]]]] = {
    "kill a hub": (4, lambda world, fault: _house(world, fault).kill(_seconds(fault))),
    "end a hub": (2, lambda world, fault: _house(world, fault).end(_seconds(fault))),
    "stop a hub": (3, lambda world, fault: _house(world, fault).process.stop(2 * _seconds(fault))),
    "set a hub's clock": (2, lambda w, fault: _house(w, fault).set_clock(60 * (fault.much - 0.5) ** 3)),
    "crash the engine": (4, lambda world, fault: _engine(world, fault).crash(_seconds(fault), fault.much)),
    "stop the engine": (2, lambda world, fault: _engine(world, fault).stop(2 * _seconds(fault))),
    "slow disk": (2, _slow_disk),
    "engine refuses": (1, _refuses),
    "set the engine's clock": (1, lambda w, fault: _engine(w, fault).leap(20 * (fault.much - 0.5) ** 3)),
    "fail over": (3, lambda world, fault: _engine(world, fault).fail_over(_seconds(fault))),
    "replica away": (2, _replica_away),
    "break the engine's connections": (3, lambda world, fault: _engine(world, fault).hang_up()),
    "hold up a hub's connections": (3, _hold_house),
    "cut a connection": (6, _cut),
    "hold up a connection": (4, _hold),
    "stop a client": (2, lambda world, fault: _one(world.persons, fault).process.stop(_seconds(fault))),
    "reload a page": (5, _reload),
    "kill the bots": (2, _kill_bots),
    "no way in": (1, _no_way_in),
    "lose the bots' machine": (0, _lose_machine),
    "cut off the engine": (0, _cut_off),
    "move a slot": (0, _move_slot),
    "nothing passed on": (0, _nothing_passed_on),
    "the machine sleeps": (0, _sleep),
    "step the wall clocks": (0, _step),
    "engine away for long": (0, _away_for_long),
    "hubs stand still for long": (0, _stand_still),
}
"""By kind: the relative frequency, and the function that injects it."""
