"""A cluster: several engines, each with a part of the slots, and each with a replica or none.

A node's knowledge of others may be outdated; messages published at one node are forwarded to all. A slot
moves key by key while its tables play. A key arrives on the disks of both its new places at once: real
engines delete it at the old place while the new one's replica may not have it yet, a loss that no client
could repair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from tests.simulation.loop import VirtualLoop
from tests.simulation.net import Network

from .keyspace import Effect, Status, Words, Wrong
from .machine import Client, Machine
from .slots import HOST, Ports, Slots, evenly, keys_of, slot_of

FIRST: Final = 7000
"""The port of the first node; its replica has this port plus 100."""

DOWN_AFTER: Final = 1.5
"""Seconds until others consider a node lost, and until an isolated node considers itself lost."""

GOSSIP: Final = 1.0
"""The greatest delay in seconds until a node learns of a change."""


class Node(Machine):
    """A node of the cluster. `slots` is its own map of all slots."""

    def __init__(
        self,
        cluster: Cluster,
        random: Random,
        clock: float,
        slots: Slots,
        port: int,
        journal: Iterable[Effect] = (),
    ) -> None:
        self.cluster = cluster
        self.slots = slots
        self.cut_off = False
        """Is it isolated, whether it knows or not?"""
        self.gone_since = 0.0
        """Since when it has been gone, if it is."""
        self.mute_until = 0.0
        """Until then other nodes get no messages from it."""
        self._heard_until: dict[Node, float] = {}
        """By node: when the last message forwarded to it will have arrived."""
        self._pass_on: list[tuple[bytes, bytes]] = []
        super().__init__(cluster.loop, cluster.net, random, clock, journal, port)

    def start(self) -> None:
        super().start()
        self._pass_on = []

    def _die(self) -> None:
        super()._die()
        self.gone_since = self.loop.now

    # -- faults ------------------------------------------------------------------------------------

    @property
    def replica(self) -> Node | None:
        """Its replica, if that is alive and can take over."""
        found = self.cluster.replicas[self.slots.part] if self.cluster.replicas else None
        return found if found is not None and found.alive else None

    def fail_over(self, seconds: float) -> None:
        """Its machine is lost with its disk: the replica takes over, and this node comes back as its
        replica."""
        if self.alive and (replica := self.replica) is not None:
            super().fail_over(seconds)
            replica._die()
            self._change_places(replica)
            self.loop.later(seconds, replica.start)
            self.loop.later(seconds, self.cluster.gossip)

    def replaced(self, seconds: float, kept: float) -> Machine:
        """It is isolated, and its replica takes over; later it returns as the replica."""
        replica = self.replica
        if replica is None:
            return self
        replica._die()
        self.net.listeners.pop(self.port)  # new connections don't reach it
        self._change_places(replica)
        new = super().replaced(seconds, kept)
        self.cut_off, self.gone_since = True, self.loop.now
        self.loop.later(seconds, replica.start)
        self.loop.later(0.0, self.cluster.gossip)
        return new

    def _heir(self, journal: list[Effect]) -> Machine:
        slots = Slots(self.slots.part, True, self.slots.owners, self.cluster.places)
        slots.leaving, slots.coming = dict(self.slots.leaving), set(self.slots.coming)
        return Node(self.cluster, self.random, self._clock, slots, self.port, journal)

    def _change_places(self, replica: Node) -> None:
        self.port, replica.port = replica.port, self.port
        self.cluster.places[self.slots.part] = (self.port, replica.port)

    # -- commands ----------------------------------------------------------------------------------

    def _answer(self, client: Client, words: Words) -> Any:
        name = words[0].upper()
        asking, client.asking = client.asking, name == b"ASKING"
        if name in CLUSTERED:
            return CLUSTERED[name](self, *words[1:])
        if keys_of(words) and self.down:
            return Wrong("CLUSTERDOWN The cluster is down")
        return self.slots.refusal(words, self._keys.exists, asking) or super()._answer(client, words)

    @property
    def down(self) -> bool:
        """Does it consider the cluster down?"""
        if self.cut_off:
            return self.loop.now - self.gone_since > DOWN_AFTER
        return self.cluster.down

    def _ask(self, what: bytes, *more: bytes) -> Any:
        if what.upper() == b"SLOTS":
            return self.slots.rows()
        return b"cluster_state:%s\r\n" % (b"fail" if self.down else b"ok")

    def _publish(self, channel: bytes, message: bytes) -> int:
        self._pass_on.append((channel, message))
        return super()._publish(channel, message)

    def _done(self, count: int) -> None:
        super()._done(count)
        told, self._pass_on = self._pass_on, []
        for channel, message in told:
            for other in self.cluster.everybody():
                if other is not self:
                    self.cluster.carry(self, other, channel, message)

    def hear(self, channel: bytes, message: bytes) -> None:
        """Another node forwards a published message. If replies wait for the disk, the message queues
        behind them, so that the order for a client is kept."""
        if not self.cut_off:
            super()._publish(channel, message)
            if not self._busy:
                self._send()

    def keys_in(self, slot: int) -> list[bytes]:
        """The keys in a slot."""
        return [key for key in list(self._keys.data) if slot_of(key) == slot and self._keys.exists(key)]

    def hand_over(self, key: bytes, other: Node) -> None:
        """Move a key to another node."""
        self.do(b"TIME")  # all earlier writes to it are safe
        other.do(*self._keys.packed(key))
        self.do(b"DEL", key)


class Cluster:
    """All nodes. `serving` has the serving node of each part; `owners` and `places` are the actual state,
    whatever single nodes know."""

    def __init__(
        self, loop: VirtualLoop, net: Network, streams: Callable[[str], Random], parts: int, copies: int
    ) -> None:
        self.loop, self.net, self.parts = loop, net, parts
        self.random = streams("cluster")
        self.owners = evenly(parts)
        self.places: list[Ports] = [
            (FIRST + part, FIRST + 100 + part) if copies else (FIRST + part,) for part in range(parts)
        ]
        self.strict = self.random.random() < 0.5
        """Does every node refuse service while a part is missing?"""
        self.serving: list[Machine] = []
        self.replicas: list[Node] = []
        for part in range(parts):
            clock = self.random.uniform(-2, 2)
            self.serving.append(self._node(streams(f"engine {part}"), clock, part, True))
        for part in range(parts if copies else 0):
            self.replicas.append(self._node(streams(f"replica {part}"), 0.0, part, False))

    def _node(self, random: Random, clock: float, part: int, serves: bool) -> Node:
        slots = Slots(part, serves, self.owners, self.places)
        return Node(self, random, clock, slots, self.places[part][0 if serves else 1])

    @property
    def named(self) -> str:
        """The addresses of its nodes, as configured in hubs."""
        return ",".join(f"{HOST}:{FIRST + part}" for part in range(self.parts))

    def everybody(self) -> list[Node]:
        """All nodes, including those that are down."""
        return [node for node in (*self.serving, *self.replicas) if isinstance(node, Node)]

    @property
    def down(self) -> bool:
        """Is a part missing, without which the others refuse service?"""
        return self.strict and any(
            not node.alive and self.loop.now - node.gone_since > DOWN_AFTER
            for node in self.everybody()
            if node.slots.serves
        )

    def gossip(self) -> None:
        """The map has changed: every node learns of it after a random delay."""
        for node in self.everybody():
            self.loop.later(GOSSIP * self.random.random(), self._learn, node)

    def _learn(self, node: Node) -> None:
        if not node.cut_off:
            node.slots.learn(self.owners, self.places)

    def carry(self, sender: Node, other: Node, channel: bytes, message: bytes) -> None:
        """Deliver a message from one node to another, in order."""
        if sender.cut_off or self.loop.now < sender.mute_until or not other.alive:
            return
        due = max(sender._heard_until.get(other, 0.0), self.loop.now + 0.000_2 + 0.002 * self.random.random())
        sender._heard_until[other] = due + 1e-7
        self.loop.call_at(due, other.hear, channel, message, context=other.process.context)

    # -- migration of slots ------------------------------------------------------------------------

    def move(self, slot: int, to: int, pause: float) -> None:
        """Move a slot to another part, with `pause` seconds between two keys."""
        if self.owners[slot] != to and not self._moves(slot):
            self._begin(slot, to, pause)

    def _moves(self, slot: int) -> bool:
        return any(slot in node.slots.coming for node in self.everybody())

    def _begin(self, slot: int, to: int, pause: float) -> None:
        source, target = self._node_of(self.owners[slot]), self._node_of(to)
        target.slots.coming.add(slot)
        source.slots.leaving[slot] = to
        self.loop.later(pause, self._go_on, slot, to, pause)

    def _node_of(self, part: int) -> Node:
        node = self.serving[part]
        assert isinstance(node, Node)
        return node

    def _go_on(self, slot: int, to: int, pause: float) -> None:
        """Move one more key, or finish; retry later if one of the two nodes is unavailable."""
        source, target = self._node_of(self.owners[slot]), self._node_of(to)
        if source.ready and target.ready:
            if key := next(iter(source.keys_in(slot)), None):
                source.hand_over(key, target)
            else:
                self.owners[slot] = to
                target.slots.leaving.pop(slot, None)  # if it has moved back to its former owner
                target.slots.learn(self.owners, self.places)
                self.gossip()
                return
        self.loop.later(max(0.01, pause), self._go_on, slot, to, pause)


CLUSTERED: Final[dict[bytes, Callable[..., Any]]] = {
    b"ASKING": lambda node: Status("OK"),
    b"CLUSTER": Node._ask,
    b"COMMAND": lambda node: [],
}
"""Commands of cluster nodes only."""
