"""Clients of Redis, by the address of one, of a cluster or of sentinels; what is said where it is away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff

PATIENCE = 10.0
"""Seconds without an answer after which a connection is given up and its commands are sent again."""

WAYS: Final[Mapping[str, Any]] = MappingProxyType(
    {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "socket_keepalive": True, "protocol": 2}
)
"""How connections are made. RESP 2 has all that is used here, and no replies that nobody asked for."""


class StoreAway(Exception):
    """Redis can't be reached or can't serve just now. Nothing is known about what was asked."""


def connect(url: str) -> Redis | RedisCluster:
    """A client for this address, which connects when it is first used.

    Raises ValueError for what is no address of a Redis.
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    cluster = query.pop("cluster", "") in ("1", "true", "yes")
    if parts.scheme.endswith("+sentinel"):
        return _through_sentinels(parts, query)
    scheme = parts.scheme.removeprefix("cluster+")
    cluster = cluster or scheme != parts.scheme
    first, *more = parts.netloc.split(",") if cluster else [parts.netloc]
    plain = urlunsplit(parts._replace(scheme=scheme, netloc=first, query=urlencode(query)))
    if scheme == "unix":  # urlunsplit leaves out the empty host
        plain = f"unix://{parts.path}" + (f"?{urlencode(query)}" if query else "")
    patience = WAYS if scheme != "unix" else {k: v for k, v in WAYS.items() if k != "socket_keepalive"}
    try:
        if cluster:
            others = [ClusterNode(*place) for place in _places(more)]
            return RedisCluster.from_url(plain, startup_nodes=others, **patience)
        client = Redis.from_url(plain, retry=Retry(NoBackoff(), 1), **patience)
        pool: Any = client.connection_pool
        pool.make_connection()  # connects nowhere, but knows what may be set of it
        return client
    except errors.RedisClusterException as wrong:
        raise ValueError(str(wrong)) from wrong
    except TypeError as wrong:
        raise ValueError(
            f"there is no {words(wrong).rpartition(' ')[2]} that could stand behind its ?"
        ) from wrong


def _through_sentinels(parts: SplitResult, query: Mapping[str, str]) -> Redis:
    """A client for the primary of a service, which sentinels name anew at every connection.

    `redis+sentinel://user:password@host:port,host:port/service`, with `rediss+` for TLS; user and password
    are those of the primary, `?sentinel_password=...` is that of the sentinels.
    """
    account, _, places = parts.netloc.rpartition("@")
    user, _, password = account.partition(":")
    service = parts.path.strip("/")
    pairs = _places(places.split(","), 26379)
    if not service or not all(host for host, _ in pairs):
        raise ValueError("a service is named like redis+sentinel://host:26379,host:26379/service")
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        pairs,
        sentinel_kwargs={"password": query.get("sentinel_password"), **WAYS},
        ssl=parts.scheme.startswith("rediss"),
        username=unquote(user) or None,
        password=unquote(password) or None,
        retry=Retry(NoBackoff(), 1),
        **WAYS,
    )
    primary: Redis = sentinel.master_for(service)
    return primary


def _places(texts: Iterable[str], port: int = 6379) -> list[tuple[str, int]]:
    """Hosts and ports, that one where none is said. Raises ValueError."""
    pairs = [urlsplit(f"//{text}") for text in texts]
    return [(pair.hostname or "", pair.port or port) for pair in pairs]


async def new_connection(client: Any) -> Any:
    """A connection outside the client's pool; to any node of a cluster, since all pass on all messages."""
    if isinstance(client, RedisCluster):
        await client.initialize()
        node = client.get_random_node()
        return node.connection_class(**{**node.connection_kwargs, "retry": Retry(NoBackoff(), 0)})
    return client.connection_pool.make_connection()


async def reach(url: str) -> None:
    """Find out whether a Redis answers at this address. Raises StoreAway, or ValueError for no address."""
    client: Any = connect(url)
    try:
        await client.ping()
    except (errors.RedisError, errors.RedisClusterException, OSError, TimeoutError) as wrong:
        raise StoreAway(words(wrong)) from wrong
    finally:
        await client.aclose()


CLIENT: Final = re.compile(r"<redis\.\S*Redis\(.*?host=([^,>]*),port=(\d+).*?\)>\)>\)>")
"""How the library names a sentinel in an error: with all that it has set of it."""


def words(wrong: BaseException) -> str:
    """What an error says, on one line, or at least its kind."""
    return CLIENT.sub(r"\1:\2", " ".join(str(wrong).split())) or type(wrong).__name__
