"""Idempotency keys and rate limits that hold for all hubs together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from .cluster_time import ClusterTime
from .keys import allowed
from .keys import once as once_key
from .pipeline import Pipeline
from .scripts import ALLOW

STEP_S: Final = 7_200
"""Extra seconds that a key is stored: Redis expires keys by the wall clock, which may be set."""


SKEW_MS: Final = 10_000
"""By how much the cluster times of two hubs may differ: each is ahead of Redis by at most
`cluster_time.AHEAD_S`, also after a pause."""


class StoredAllowance(Protocol):
    """The parameters of a token bucket: its size, and the tokens that it gains in a second."""

    @property
    def burst(self) -> float: ...

    @property
    def rate(self) -> float: ...


class Limits:
    """Writes and reads idempotency keys and rate limits for one hub."""

    def __init__(self, writer: Pipeline, time: ClusterTime) -> None:
        self._writer = writer
        self._time = time

    async def once(self, key: str, value: str, ttl: int) -> str:
        """Set `key` to `value` for `ttl` seconds unless it is set; returns the value that is stored."""
        await self._writer.send("SET", once_key(key), value, "NX", "EX", ttl + STEP_S)
        # Read over the write connection: a primary that was cut off may still answer reads, without the
        # value.
        stands: bytes | None = await self._writer.send("GET", once_key(key))
        return stands.decode() if stands is not None else value

    async def allow(self, what: str, takers: Mapping[str, StoredAllowance], scale: float) -> bool:
        """Take one token from each taker's bucket, shared by all hubs, or none if any bucket is empty.
        `scale` multiplies size and rate of all buckets."""
        places = [allowed(what, who) for who in takers]
        rates = [(1000 / (one.rate * scale), max(1.0, one.burst * scale)) for one in takers.values()]
        words = (f"{n:.3f}" for pair in rates for n in pair)
        return bool(await self._writer.call(ALLOW, places, self._time.now(), SKEW_MS, *words))
