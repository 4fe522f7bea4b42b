"""Uploaded positions that tables can begin with; each is stored for a limited time."""

from __future__ import annotations

from .keys import beginning
from .pipeline import Pipeline


class UploadStore:
    """Writes and reads the uploads of one hub."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def keep(self, name: str, data: bytes, ttl: int) -> None:
        """Store an upload under a name for `ttl` seconds, for all hubs."""
        await self._writer.send("SET", beginning(name), data, "EX", ttl)

    async def find(self, name: str) -> bytes | None:
        """The upload with this name, or None. Raises StoreAway."""
        found: bytes | None = await self._reader.send("GET", beginning(name))
        return found
