"""Outages of single nodes of a cluster: when the tables on a node could be neither read nor changed.

Cluster time goes on while other nodes work. So about once a second each hub writes the cluster time to every
node, without waiting for any other node. A longer gap in what a node has received, from all hubs together, is
an outage of that node. The node keeps its last outages itself, so hubs that start later learn of them too. A
table makes up for the outages of its node in its log (`entries.Paused`).

A table is taken to have been where it is now: after a slot has moved, outages of its former node are unknown.
A single Redis has no such outages, since cluster time itself is kept there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from redis.crc import key_slot

from server.process.forever import steadily

from . import cluster_time
from .clients import StoreAway
from .cluster import Address, ClusterLink
from .cluster_time import ClusterTime
from .keys import key, node_outages
from .links import Link, end
from .pipeline import Pipeline
from .scripts import PULSE

MAP_INTERVAL_S: Final = 5.0
"""Seconds until the slot map is read again; sooner if a node doesn't answer."""

KEPT_OUTAGES: Final = 20
"""Outages that a node keeps."""

OUTAGES_TTL_S: Final = 30 * 86_400
"""Seconds for which a node keeps them, as long as a running table is kept after its last move."""

MAX_TAG_TRIES: Final = 100_000
"""Hash tags to try before a node counts as having no slots."""


class Outage(NamedTuple):
    """The time from which a node was away, and until which its tables wait: players need some time to return
    (cluster time in ms)."""

    since: int
    until: int

    def put_off(self, moment: int) -> int:
        """This moment, later by the part of the outage that came after it."""
        return moment + max(0, self.until - max(moment, self.since))


class _Node:
    """A node as this hub knows it."""

    def __init__(self, tag: str, pulses: Pipeline) -> None:
        self.tag, self.pulses = tag, pulses
        self.outages: list[Outage] = []
        self.at = 0
        """The cluster time that it has received last from this hub; 0 if none."""
        self.heard = 0.0
        """When it confirmed that (time.monotonic)."""
        self.task: asyncio.Task[None]


class Outages:
    """All nodes' outages."""

    def __init__(self, link: Link, clock: ClusterTime, copies: int, on_outage: Callable[[], None]) -> None:
        """`link`: any link to the cluster; its slot map is used. `on_outage()` is called when this hub learns
        of an outage."""
        self._cluster = link if isinstance(link, ClusterLink) else None
        self._clock, self._copies = clock, copies
        self._nodes: dict[Address, _Node] = {}
        self._doubt = asyncio.Event()
        """Set if a node doesn't answer: another one may have its slots."""
        self._task: asyncio.Task[None] | None = None
        self._on_outage = on_outage

    def begin(self) -> None:
        """Watch the nodes from now on."""
        if self._cluster is not None:
            self._task = steadily("outages", self._watch)

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            await end(self._task)
        for node in list(self._nodes):
            await self._leave(node)

    # -- tables ----------------------------------------------------------------------------------

    def known(self, table: str) -> bool:
        """Does the table's node answer just now? Otherwise no deadline of the table may be enforced."""
        if self._cluster is None:
            return True
        node = self._of(table)
        return node is not None and time.monotonic() - node.heard <= cluster_time.AHEAD_S

    def now(self, table: str) -> int:
        """Cluster time for this table in ms. It stands still while the table's node doesn't answer."""
        now, node = self._clock.now(), self._of(table)
        return min(now, node.at + int(cluster_time.AHEAD_S * 1000)) if node is not None and node.at else now

    def after(self, table: str, moment: int) -> list[Outage]:
        """The outages of the table's node that ended after this moment (cluster time in ms), the earliest
        first."""
        node = self._of(table)
        found = node.outages if node is not None else []
        return [it for it in found if it.until - cluster_time.RETURN_MS > moment]

    def lost(self, table: str, since: int) -> tuple[int, int]:
        """How many ms from `since` on don't count for the table (cluster time), and when it goes on; (0, 0)
        without an outage."""
        lost, until = 0, since
        for outage in self.after(table, since):
            lost += max(0, outage.until - max(outage.since, until))
            until = max(until, outage.until)
        return (lost, until) if lost else (0, 0)

    def _of(self, table: str) -> _Node | None:
        if self._cluster is None:
            return None
        owner = self._cluster.owner(key_slot(key(table, "log").encode()))
        return self._nodes.get(owner) if owner is not None else None

    # -- nodes -----------------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Follow the slot map."""
        assert self._cluster is not None
        while True:
            self._doubt.clear()
            try:
                await self._cluster.read_map()
            except StoreAway:
                pass
            else:
                await self._follow(self._cluster)
            await asyncio.sleep(cluster_time.TICK_S)
            try:
                async with asyncio.timeout(MAP_INTERVAL_S):
                    await self._doubt.wait()
            except TimeoutError:
                pass

    async def _follow(self, cluster: ClusterLink) -> None:
        """Begin with nodes that are new, and end with those that have no slots any more."""
        tags = self._tags(cluster)
        for address, node in list(self._nodes.items()):
            if tags.get(address) != node.tag:
                await self._leave(address)
        for address in tags.keys() - self._nodes.keys():
            node = _Node(tags[address], Pipeline(cluster.new_link(address, self._copies), tries=1))
            self._nodes[address] = node
            node.task = steadily("pulse", lambda node=node: self._pulse_on(node))  # type: ignore[misc]

    @staticmethod
    def _tags(cluster: ClusterLink) -> dict[Address, str]:
        """For each node a hash tag of its keys, the same at all hubs."""
        wanted, found = cluster.owners(), dict[Address, str]()
        for number in range(MAX_TAG_TRIES):
            if len(found) == len(wanted):
                break
            if (owner := cluster.owner(key_slot(b"%d" % number))) is not None:
                found.setdefault(owner, str(number))
        return found

    async def _leave(self, address: Address) -> None:
        node = self._nodes.pop(address)
        await end(node.task)
        await node.pulses.close(patience=0)

    async def _pulse_on(self, node: _Node) -> None:
        while True:
            await self._pulse(node)
            await asyncio.sleep(cluster_time.TICK_S)

    async def _pulse(self, node: _Node) -> None:
        at, words = self._clock.now(), (cluster_time.GAP_MS, KEPT_OUTAGES, OUTAGES_TTL_S)
        try:
            found = await node.pulses.call(PULSE, [node_outages(node.tag)], at, *words, tries=1)
        except StoreAway:
            self._doubt.set()
            return
        node.at, node.heard, before = at, time.monotonic(), node.outages
        pairs = zip(found[::2], found[1::2], strict=True)
        node.outages = [Outage(int(since), int(until) + cluster_time.RETURN_MS) for since, until in pairs]
        if node.outages != before:
            self._on_outage()
