"""All nodes of a cluster as one link: commands go to the nodes that their keys lie on."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.crc import key_slot

from server.metrics import METRICS

from .clients import PATIENCE, StoreAway, words
from .copies import ASKING, CopiedLink
from .links import Command, Link, NodeLink, place_of

SLOTS = 16_384

TRIES = 10_000
"""A node with so few slots that none of so many random tags lies there counts as having none."""

Address = tuple[str, int]


class ClusterLink:
    """The order is kept among commands for the same slot only.

    The map of the slots is read from a node that says that the cluster is whole, again whenever a node moves
    a command on, doesn't answer, or has too few copies: it may have been cut off and replaced.
    """

    def __init__(self, client: RedisCluster, copies: int = 0) -> None:
        first = client.nodes_manager.startup_nodes.values()
        self._known: list[Address] = [(node.host, int(node.port)) for node in first]
        self._kind = next(iter(first))
        self._copies = copies
        self._links: dict[Address, Link] = {}
        self._owners: list[Address | None] = [None] * SLOTS
        self._stale = True
        """Must the map be read again?"""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        if self._stale:
            await self._read_map()
        replies: list[Any] = [StoreAway("no node of the cluster has this slot")] * len(commands)
        by_node: dict[Address, list[int]] = {}
        for number, command in enumerate(commands):
            owner = self._owners[slot_of(command)]
            if owner is None:
                self._stale = True
            else:
                by_node.setdefault(owner, []).append(number)
        answered = await asyncio.gather(
            *(self._ask(node, [commands[n] for n in numbers]) for node, numbers in by_node.items())
        )
        for numbers, answers in zip(by_node.values(), answered, strict=True):
            for number, answer in zip(numbers, answers, strict=True):
                replies[number] = answer
        return [await self._follow(*pair) for pair in zip(commands, replies, strict=True)]

    async def _ask(self, node: Address, commands: Sequence[Command]) -> list[Any]:
        """The replies of one node; where it gives none, why not, for each command."""
        try:
            return await self._link_to(node).send(commands)
        except StoreAway as away:
            self._stale = True
            return [away] * len(commands)

    async def _follow(self, command: Command, reply: Any) -> Any:
        """A slot that is on its way to another node: keys that have left are there already. Where all of it
        has moved, which the client calls a kind of the same, the map is read again as well."""
        if not isinstance(reply, errors.AskError):
            return reply
        if isinstance(reply, errors.MovedError):
            self._stale = True
        return (await self._ask((reply.host, reply.port), [ASKING, command]))[-1]

    def _link_to(self, node: Address) -> Link:
        if node not in self._links:
            link = self._node_link(node)
            tag = partial(self._tag_at, node)
            self._links[node] = CopiedLink(link, self._copies, tag) if self._copies else link
        return self._links[node]

    def _tag_at(self, node: Address) -> str:
        """A hash tag that lies on a node: another one each time, since some slot may just be on its way
        elsewhere. Raises StoreAway."""
        for _ in range(TRIES):
            tag = secrets.token_urlsafe(4)
            if self._owners[key_slot(tag.encode())] == node:
                return tag
        raise StoreAway("the node has no slots")

    def _node_link(self, node: Address) -> NodeLink:
        """A connection as the client makes them, to this node."""
        host, port = node
        settings = {**self._kind.connection_kwargs, "host": host, "port": port}
        return NodeLink(self._kind.connection_class(**settings))

    async def _read_map(self) -> None:
        """Read who has which slots. Raises StoreAway where no node knows."""
        whys = ["no node is known"]
        for node in random.sample(self._known, len(self._known)):
            link = self._node_link(node)
            try:
                async with asyncio.timeout(PATIENCE):
                    info, slots = await link.send([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
                    if isinstance(info, bytes) and b"cluster_state:ok" in info and isinstance(slots, list):
                        self._take_map(node, slots)
                        return
                whys.append("the cluster is down")
            except (StoreAway, TimeoutError) as away:
                whys.append(words(away))
            finally:
                await link.close()
        raise StoreAway(whys[-1])

    def _take_map(self, asked: Address, rows: Iterable[Any]) -> None:
        known, before = set(self._known), set(self._owners)
        for first, last, *nodes in rows:
            places = [((host or b"").decode() or asked[0], int(port)) for host, port, *_ in nodes]
            known.update(places)
            self._owners[first : last + 1] = [places[0]] * (last + 1 - first)
        # One that has no slots any more; a slot that moves leaves its node with others.
        METRICS.takeovers.inc(len(before - {None} - set(self._owners)))
        self._known, self._stale = sorted(known), False

    async def close(self) -> None:
        self._stale = True
        for link in self._links.values():
            await link.close()


def link_to(client: Redis | RedisCluster, copies: int = 0) -> Link:
    """A link to what this client leads to, which answers once so many replicas have it on disk."""
    if isinstance(client, RedisCluster):
        return ClusterLink(client, copies)
    link = NodeLink(client.connection_pool.make_connection())  # type: ignore[no-untyped-call]
    return CopiedLink(link, copies) if copies else link


def slot_of(command: Command) -> int:
    """The slot of a command's keys."""
    return key_slot(place_of(command).encode())
