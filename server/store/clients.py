"""Clients for a single Redis server, a cluster, or a service behind sentinels, created from an address."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any, Final

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff

from .address import BAD_OPTION, Address, parsed
from .connections import connection_of, factory_of
from .refusals import conceal, refusal

ANSWER_TIMEOUT_S = 10.0
"""Seconds without a response after which a connection is closed and its commands are sent again."""

CONNECTION_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "socket_timeout": ANSWER_TIMEOUT_S,
        "socket_connect_timeout": ANSWER_TIMEOUT_S,
        "socket_keepalive": True,
        "protocol": 2,
    }
)
"""Connection settings. RESP 2 suffices for every command used here and has no push messages."""


FILES: Final = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
"""Options whose value is the path of a file."""


AWAY: Final = (errors.RedisError, errors.RedisClusterException, OSError, TimeoutError)
"""What is raised where Redis is unreachable or refuses something."""


class StoreAway(Exception):
    """Redis is unreachable or can't serve now. Whether the command was carried out is unknown."""

    def __init__(self, what: str, mend: str = "") -> None:
        """`what` is wrong, and how to `mend` it: one sentence each."""
        super().__init__(what, mend)
        self.what, self.mend = what, mend

    def __str__(self) -> str:
        return f"{self.what} {self.mend}".strip()


def away(wrong: BaseException) -> StoreAway:
    """Convert an error of Redis or of its client library to StoreAway."""
    return wrong if isinstance(wrong, StoreAway) else StoreAway(*refusal(wrong))


def words(wrong: BaseException) -> str:
    """The same as one line of text."""
    return str(away(wrong))


def connect(url: str) -> Redis | RedisCluster:
    """A client for this address; it connects on first use.

    Raises ValueError for an invalid address; the message repeats no part of it.
    """
    at = parsed(url)
    for secret in (at.password, at.query.get("password"), at.query.get("sentinel_password")):
        conceal(secret)
    for option in FILES:
        if option in at.query and not os.access(at.query[option], os.R_OK):
            raise ValueError(f"the file that {option} names can't be read")
    try:
        if at.sentinel:
            return _through_sentinels(at)
        patience = dict(CONNECTION_SETTINGS)
        if at.scheme == "unix":
            del patience["socket_keepalive"]
        if at.cluster:
            others = [ClusterNode(*place) for place in at.places[1:]]
            return RedisCluster.from_url(at.plain(), startup_nodes=others, **patience)
        client = Redis.from_url(at.plain(), retry=Retry(NoBackoff(), 1), **patience)
        connection_of(client)  # opens no connection, but checks the options
        return client
    except (ValueError, TypeError, errors.RedisClusterException) as wrong:
        # The library's messages quote parts of the address, possibly of the password.
        found = UNKNOWN_OPTION.search(str(wrong))
        if found is None or "password" in at.query:
            raise ValueError(BAD_OPTION) from None
        raise ValueError(f"{found[1]} is no option that may follow its ?") from None


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    """A client for this address that is closed at the end. Raises StoreAway for what fails in between;
    ValueError for an invalid address."""
    client: Any = connect(url)
    try:
        yield client
    except AWAY as wrong:
        raise away(wrong) from wrong
    finally:
        await client.aclose()


def _through_sentinels(at: Address) -> Redis:
    """A client for the primary of a service; every new connection asks the sentinels which server that is."""
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        at.places,
        sentinel_kwargs={
            "password": at.query.get("sentinel_password"),
            "retry": Retry(NoBackoff(), 1),
            **CONNECTION_SETTINGS,
        },
        ssl=at.scheme == "rediss",
        username=at.user or None,
        password=at.password or None,
        retry=Retry(NoBackoff(), 1),
        **CONNECTION_SETTINGS,
    )
    primary: Redis = sentinel.master_for(at.path.strip("/"))
    return primary


UNKNOWN_OPTION: Final = re.compile(r"unexpected keyword argument ('\w+')")


async def new_connection(client: Any) -> Any:
    """A connection outside the client's pool. In a cluster it leads to any node, since every node forwards
    all published messages."""
    if isinstance(client, RedisCluster):
        await client.initialize()
        return factory_of(client).connection(retry=Retry(NoBackoff(), 0))
    return connection_of(client)
