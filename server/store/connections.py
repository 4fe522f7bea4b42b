"""What is used of the Redis client library beside its documented interface: how its clients connect.

No other module may use it, and `pyproject.toml` bounds the versions (`tests/test_layers.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from redis._parsers.base import BaseParser
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import SSLConnection

Client = Redis | RedisCluster

parse_error: Final = BaseParser.parse_error
"""The exception for an error reply."""


class ConnectionFactory(NamedTuple):
    """Opens connections like those of a client."""

    kind: type[Any]
    """The class of its connections."""
    settings: Mapping[str, Any]

    @property
    def tls(self) -> bool:
        return issubclass(self.kind, SSLConnection)

    def connection(self, **more: Any) -> Any:
        """A connection that is not open yet, with these settings changed."""
        return self.kind(**{**self.settings, **more})


def factory_of(client: Client) -> ConnectionFactory:
    """Opens connections like those of this client; of a cluster, to any node."""
    if isinstance(client, RedisCluster):
        node = client.get_random_node()
        return ConnectionFactory(node.connection_class, node.connection_kwargs)
    pool = client.connection_pool
    return ConnectionFactory(pool.connection_class, pool.connection_kwargs)


def connection_of(client: Redis) -> Any:
    """A connection that is not open yet. Behind sentinels it looks up its primary at every connect."""
    pool: Any = client.connection_pool
    return pool.make_connection()


def first_nodes(client: RedisCluster) -> tuple[list[tuple[str, int]], ConnectionFactory]:
    """The nodes in the address of a cluster, and what opens connections to them."""
    nodes = list(client.nodes_manager.startup_nodes.values())
    factory = ConnectionFactory(nodes[0].connection_class, nodes[0].connection_kwargs)
    return [(node.host, int(node.port)) for node in nodes], factory


def transport_of(connection: Any) -> asyncio.Transport:
    """The transport of an open connection."""
    found: asyncio.Transport = connection._writer.transport
    return found
