"""What games are to begin with, as somebody has brought it: kept until a table is made, or for a while."""

from __future__ import annotations

from .keys import beginning
from .pipeline import Pipeline


class Beginnings:
    """What one hub writes and reads of them."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def keep(self, name: str, data: bytes, ttl: int) -> None:
        """Have every hub find this under a name, for `ttl` seconds."""
        await self._writer.send("SET", beginning(name), data, "EX", ttl)

    async def find(self, name: str) -> bytes | None:
        """What is kept under this name. Raises StoreAway."""
        found: bytes | None = await self._reader.send("GET", beginning(name))
        return found
