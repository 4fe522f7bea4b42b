"""An engine as a server: connections, a disk with latency, and its faults.

As with `appendfsync always`, no reply and no message leaves before the effects that caused it are on the
disk; until then no other command runs. A crash keeps what was on the disk, and possibly some of what was
being written. With a replica, WAIT and WAITAOF report its state, and it may take over.
"""

from __future__ import annotations

import asyncio
import bisect
import math
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from hiredis import Reader

from tests.simulation.chance import EPOCH
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.net import Network

from .keyspace import Effect, Keyspace, Status, Words, Wrong
from .scripts import Scripts

PORT: Final = 6379


class Machine:
    """The engine, across restarts.

    `stored(effect)` is called with every effect written to the journal, in order; `back_to(count)` when only
    the first `count` are left.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        net: Network,
        random: Random,
        clock: float,
        journal: Iterable[Effect] = (),
        port: int = PORT,
    ) -> None:
        """`journal`: the initial content of its disk."""
        self.loop, self.net, self.random, self.port = loop, net, random, port
        self.stored: Callable[[Effect], None] = lambda effect: None
        self.back_to: Callable[[int], None] = lambda count: None
        self.journal: list[Effect] = list(journal)
        self.ends: list[int] = [0]
        """Lengths of the journal after each command: no command is ever kept in part."""
        self.safe = 0
        """The length of the journal that is on the disk."""
        self.copied = 0
        """The length that is on the replica's disk."""
        self.replicas = 0
        self.disk = 0.000_3
        """The usual latency of the disk in seconds."""
        self.lag = 0.001
        """The usual latency of the replica in seconds."""
        self.slow_until = self.refuses_until = self.alone_until = 0.0
        self.life = 0
        self._clock = clock
        self.process: Process
        self._keys: Keyspace
        self._clients: dict[Client, None] = {}
        self._inbox: list[tuple[Client, Words]] = []
        self._outbox: list[tuple[Client, Any]] = []
        self._busy = False
        self.start()

    # -- faults ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start with the content of the disk."""
        self.life += 1
        process = self.process = Process(self.loop, f"engine-{self.life}")
        self._keys = Keyspace(self.clock, self._publish)
        self._keys.replay(self.journal)
        self._keys.journal = self.journal
        self._scripts = Scripts()
        self._inbox, self._outbox, self._busy = [], [], False
        self._clients = {}
        self._listener = self.net.listeners[self.port] = lambda random: (process, lambda: Client(self))

    def crash(self, seconds: float, kept: float) -> None:
        """Die, and restart after `seconds`. A share `kept` of the pending writes is on the disk."""
        if self.process.alive:
            self._die()
            count = self.safe + int((len(self.journal) - self.safe) * kept)
            self._cut(self.ends[bisect.bisect_right(self.ends, count) - 1])
            self.loop.later(seconds, self.start)

    def fail_over(self, seconds: float) -> None:
        """Its machine is lost with its disk; the replica takes over, and gets a replica itself."""
        if self.process.alive and self.replicas:
            self._die()
            self._cut(self.copied)
            self.loop.later(seconds, self.start)

    def replaced(self, seconds: float, kept: float) -> Machine:
        """It is isolated from its replica, which takes over; a share `kept` of the pending writes reached the
        replica.

        This machine doesn't notice: for `seconds` it serves its existing connections, without replicas. New
        connections reach the other machine, which is returned.
        """
        count = self.copied + int((len(self.journal) - self.copied) * kept)
        count = self.ends[bisect.bisect_right(self.ends, count) - 1]
        new = self._heir(self.journal[:count])
        new.ends = [end for end in self.ends if end <= count]
        new.safe = new.copied = count
        new.replicas, new.disk, new.lag = self.replicas, self.disk, self.lag
        new.stored, new.back_to = self.stored, self.back_to
        self.stored, self.back_to, self.alone_until = lambda effect: None, lambda count: None, math.inf
        new.back_to(count)
        self.loop.later(seconds, self._die)
        return new

    def _heir(self, journal: list[Effect]) -> Machine:
        return Machine(self.loop, self.net, self.random, self._clock, journal)

    def hang_up(self) -> None:
        """Break all its connections."""
        self.net.bury(self.process)

    def stop(self, seconds: float) -> None:
        """Stop its process for a while."""
        self.process.stop(seconds)

    def _die(self) -> None:
        if self.net.listeners.get(self.port) is self._listener:
            del self.net.listeners[self.port]
        self.process.kill()
        self.net.bury(self.process)

    def _cut(self, count: int) -> None:
        del self.journal[count:]
        self.ends = [end for end in self.ends if end <= count]
        self.safe, self.copied = count, min(self.copied, count)
        self.back_to(count)

    @property
    def alive(self) -> bool:
        """Is its process alive?"""
        return self.process.alive

    @property
    def ready(self) -> bool:
        """Does it carry out commands, and does its replica follow?"""
        able = self.alive and not self.process.stopped and self.loop.now >= self.refuses_until
        return able and (not self.replicas or self.loop.now >= self.alone_until)

    @property
    def kept(self) -> int:
        """The length of the journal that can't be lost."""
        return self.copied if self.replicas else self.safe

    def clock(self) -> int:
        """Its wall clock in microseconds."""
        return int((EPOCH + self._clock + self.loop.now) * 1_000_000)

    def leap(self, seconds: float) -> None:
        """Adjust its clock."""
        self._clock += seconds

    def look(self, *words: bytes) -> Any:
        """Run a read command from outside the simulation."""
        return self._keys.run(words)

    def do(self, *words: bytes) -> None:
        """Run a command from outside, and put all effects so far on its own disk and its replica's."""
        before = len(self.journal)
        self._keys.run(words)
        self._written(before)
        self.safe = len(self.journal)
        if self.replicas:
            self.copied = self.safe

    # -- commands ----------------------------------------------------------------------------------

    def take(self, client: Client, words: Words) -> None:
        """A command has arrived."""
        self._inbox.append((client, words))
        if not self._busy:
            self._busy = True
            self.loop.call_soon(self._round)

    def _round(self) -> None:
        """Run the queued commands, wait for the disk, then reply."""
        inbox, self._inbox = self._inbox, []
        for client, words in inbox:
            self._outbox.append((client, self._answer(client, words)))
        draw, wait = self.random.random(), 0.0
        if len(self.journal) > self.safe:
            wait = self.disk * (0.5 + draw + (100 if draw > 0.998 else 0))
        if self.loop.now < self.slow_until:
            wait += 0.05 + draw
        if self.replicas and any(words[0] == b"WAIT" for _, words in inbox):
            alone = self.loop.now < self.alone_until
            wait += 1.0 if alone else self.lag * (0.5 + draw)
        self.loop.call_later(wait, self._done, len(self.journal))

    def _done(self, count: int) -> None:
        """The effects up to `count` are on the disk."""
        self.safe = max(self.safe, count)
        if self.replicas and self.loop.now >= self.alone_until:
            self.copied = max(self.copied, count)
        self._send(self.replicas if self.copied >= count else 0)
        self._busy = bool(self._inbox)
        if self._busy:
            self.loop.call_soon(self._round)

    def _send(self, copies: int = 0) -> None:
        """Send all pending replies and messages, in order."""
        outbox, self._outbox = self._outbox, []
        for client, answer in outbox:
            if isinstance(answer, Copies):
                answer = copies if answer.name == b"WAIT" else [1, copies]
            client.transport.write(encode(answer))

    def _answer(self, client: Client, words: Words) -> Any:
        name = words[0].upper()
        if self.loop.now < self.refuses_until and name not in (b"SUBSCRIBE", b"CLIENT", b"PING"):
            return Wrong("LOADING Redis is loading the dataset in memory")
        if name in (b"WAIT", b"WAITAOF"):
            return Copies(name)
        before = len(self.journal)
        try:
            if name in (b"EVAL", b"EVALSHA"):
                return self._scripts.run(self._keys, name, words[1:])
            if (own := OWN.get(name)) is not None:
                return own(self, client, *words[1:])
            return self._keys.run(words)
        except Wrong as wrong:
            return wrong
        finally:
            self._written(before)

    def _written(self, before: int) -> None:
        """Record the effects since `before`, the length of the journal before a command."""
        for effect in self.journal[before:]:
            self.stored(effect)
        if len(self.journal) > before:
            self.ends.append(len(self.journal))

    def _publish(self, channel: bytes, message: bytes) -> int:
        told = self._listening(channel)
        self._outbox += [(client, [b"message", channel, message]) for client in told]
        return len(told)

    def _listening(self, channel: bytes) -> list[Client]:
        return [client for client in self._clients if channel in client.channels]

    def _subscribe(self, client: Client, *channels: bytes) -> Any:
        self._clients[client] = None
        for channel in channels:
            client.channels.add(channel)
            self._outbox.append((client, [b"subscribe", channel, len(client.channels)]))
        return NOTHING

    def forget(self, client: Client) -> None:
        self._clients.pop(client, None)


class Copies:
    """Stands for a reply that depends on the replica."""

    def __init__(self, name: bytes) -> None:
        self.name = name


class Client(asyncio.Protocol):
    """A connection to the engine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.channels: set[bytes] = set()
        self.asking = False
        """Was ASKING sent, so that the next command may use a slot that is being imported?"""
        self.transport: Any
        self._reader = Reader()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (words := self._reader.gets()) is not False:
            self.machine.take(self, words)

    def connection_lost(self, exc: Exception | None) -> None:
        self.machine.forget(self)


NOTHING: Final = object()
"""The reply has been queued already."""

OWN: Final[dict[bytes, Callable[..., Any]]] = {
    b"SUBSCRIBE": Machine._subscribe,
    b"PING": lambda machine, client: Status("PONG"),
    b"CLIENT": lambda machine, client, *words: Status("OK"),
    b"SELECT": lambda machine, client, number: Status("OK"),
    b"CONFIG": lambda machine, client, *words: [b"appendonly", b"yes", b"appendfsync", b"always"],
    b"INFO": lambda machine, client, *words: b"role:master\r\nconnected_slaves:%d\r\n" % machine.replicas,
}
"""Commands about the connection or the server."""


def encode(answer: Any) -> bytes:
    """A reply as bytes (RESP 2)."""
    if answer is NOTHING:
        return b""
    if answer is None:
        return b"$-1\r\n"
    if isinstance(answer, Wrong):
        return b"-%s\r\n" % str(answer).encode()
    if isinstance(answer, Status):
        return b"+%s\r\n" % answer.encode()
    if isinstance(answer, int):
        return b":%d\r\n" % answer
    if isinstance(answer, list):
        return b"*%d\r\n%s" % (len(answer), b"".join(map(encode, answer)))
    return b"$%d\r\n%s\r\n" % (len(answer), answer)
