"""What happens once at all hubs (idempotency key), and what people may have so much of (rate limit)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .keys import allowed
from .keys import once as once_key
from .pipeline import Pipeline
from .scripts import ALLOW


class Allowance(Protocol):
    """So many at once, and so many a second in the long run."""

    @property
    def burst(self) -> float: ...

    @property
    def rate(self) -> float: ...


class Limits:
    """What one hub writes and reads of them."""

    def __init__(self, writer: Pipeline) -> None:
        self._writer = writer

    async def once(self, key: str, value: str, ttl: int) -> str:
        """Set `key` to `value` for `ttl` seconds unless it has a value; gives the value that stands."""
        await self._writer.send("SET", once_key(key), value, "NX", "EX", ttl)
        # Where that was set: a primary that was cut off may answer those who only read that nothing is there.
        stands: bytes | None = await self._writer.send("GET", once_key(key))
        return stands.decode() if stands is not None else value

    async def allow(self, what: str, takers: Mapping[str, Allowance], scale: float) -> bool:
        """Take one from what each of these may have of something at all hubs together, or nothing where one
        of them has none left. `scale` multiplies what they may."""
        places = [allowed(what, who) for who in takers]
        rates = [(1000 / (one.rate * scale), max(1.0, one.burst * scale)) for one in takers.values()]
        return bool(await self._writer.call(ALLOW, places, *(f"{n:.3f}" for pair in rates for n in pair)))
