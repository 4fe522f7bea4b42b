"""A link to all nodes of a Redis cluster: each command is routed to the node that has its keys."""

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

from .clients import ANSWER_TIMEOUT_S, StoreAway, away
from .connections import connection_of, first_nodes
from .copies import ASKING, CopiedLink
from .links import Command, Link, NodeLink, place_of

SLOT_COUNT = 16_384

MAX_TAG_TRIES = 10_000
"""Random hash tags to try before a node counts as having no slots."""

Address = tuple[str, int]


class ClusterLink:
    """Order is guaranteed only among commands for the same slot.

    The slot map is read from a node that reports the cluster as whole. It is read again when a node redirects
    a command, doesn't respond, or has too few copies, since that node may have been cut off and replaced.
    """

    def __init__(self, client: RedisCluster, copies: int = 0) -> None:
        self._known: list[Address]
        self._known, self._factory = first_nodes(client)
        self._copies = copies
        self._links: dict[Address, Link] = {}
        self._owners: list[Address | None] = [None] * SLOT_COUNT
        self._stale = True
        """Must the slot map be read again?"""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        if self._stale:
            await self.read_map()
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
        """The replies of one node; if there are none, the error once for each command."""
        try:
            return await self._link_to(node).send(commands)
        except StoreAway as why:
            self._stale = True
            return [why] * len(commands)

    async def _follow(self, command: Command, reply: Any) -> Any:
        """Follow a redirection. For a slot in migration (ASK), moved keys are already at the new node. After
        a complete move (MOVED, a subclass of the ASK error in the client library) the slot map is read again
        too."""
        if not isinstance(reply, errors.AskError):
            return reply
        if isinstance(reply, errors.MovedError):
            self._stale = True
        return (await self._ask((reply.host, reply.port), [ASKING, command]))[-1]

    def _link_to(self, node: Address) -> Link:
        if node not in self._links:
            self._links[node] = self.new_link(node, self._copies)
        return self._links[node]

    def new_link(self, node: Address, copies: int) -> Link:
        """A link to one node, which follows no redirections."""
        link = self._node_link(node)
        return CopiedLink(link, copies, partial(self._tag_at, node)) if copies else link

    def owner(self, slot: int) -> Address | None:
        """The node that has this slot, as far as known."""
        return self._owners[slot]

    def owners(self) -> set[Address]:
        """All nodes that have slots, as far as known."""
        return {owner for owner in self._owners if owner is not None}

    def _tag_at(self, node: Address) -> str:
        """A hash tag on a node. Each call returns another tag, since any one slot may be in migration. Raises
        StoreAway."""
        for _ in range(MAX_TAG_TRIES):
            tag = secrets.token_urlsafe(4)
            if self._owners[key_slot(tag.encode())] == node:
                return tag
        raise StoreAway("the node has no slots")

    def _node_link(self, node: Address) -> NodeLink:
        """A connection to this node with the client's settings."""
        host, port = node
        return NodeLink(self._factory.connection(host=host, port=port))

    async def read_map(self) -> None:
        """Read which node has which slots. Raises StoreAway if no node can tell."""
        whys = [StoreAway("No node of the cluster is known.")]
        for node in random.sample(self._known, len(self._known)):
            link = self._node_link(node)
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_S):
                    info, slots = await link.send([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
                    if isinstance(info, bytes) and b"cluster_state:ok" in info and isinstance(slots, list):
                        self._take_map(node, slots)
                        return
                refused = [it for it in (info, slots) if isinstance(it, BaseException)]
                whys.append(away(*refused[:1] or [errors.ClusterDownError("")]))
            except (StoreAway, TimeoutError) as wrong:
                whys.append(away(wrong))
            finally:
                await link.close()
        raise whys[-1]

    def _take_map(self, asked: Address, rows: Iterable[Any]) -> None:
        known, before = set(self._known), set(self._owners)
        for first, last, *nodes in rows:
            places = [((host or b"").decode() or asked[0], int(port)) for host, port, *_ in nodes]
            known.update(places)
            self._owners[first : last + 1] = [places[0]] * (last + 1 - first)
        # Counts nodes that lost all slots; migration of a single slot leaves its node with others.
        METRICS.takeovers.inc(len(before - {None} - set(self._owners)))
        self._known, self._stale = sorted(known), False

    async def close(self) -> None:
        self._stale = True
        for link in self._links.values():
            await link.close()


def link_to(client: Redis | RedisCluster, copies: int = 0) -> Link:
    """A link for this client. It responds only after `copies` replicas have the writes on disk."""
    if isinstance(client, RedisCluster):
        return ClusterLink(client, copies)
    link = NodeLink(connection_of(client))
    return CopiedLink(link, copies) if copies else link


def slot_of(command: Command) -> int:
    return key_slot(place_of(command).encode())
