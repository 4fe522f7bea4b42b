"""People's books: the games that each has finished, for as long as that person wants a book.

A book is begun and ended by its person alone. A game is written into it once, whoever comes to write it how
often; where there is no book, nothing is.
"""

from __future__ import annotations

from .keys import book, pairs
from .links import Script
from .pipeline import Pipeline

BEGUN = b""
"""The field that says since when a book is kept; no table has such a name."""

KEEP = Script("""-- KEYS games, times; ARGV table, when it ended (ms), game, seconds to live, most games.
-- Writes a game into a book that is there, unless it stands there; the oldest go where there are too many.
if not redis.call('HGET', KEYS[1], '') then return 0 end
local new = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[3])
if new == 1 then
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
  if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then
    for _, table in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[5])) do
      redis.call('HDEL', KEYS[1], table)
      redis.call('ZREM', KEYS[2], table)
    end
  end
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[4]) end
end
return new
""")

BEGIN = Script("""-- KEYS games; ARGV now (ms), seconds to live. Begins a book, unless there is one.
if redis.call('HSETNX', KEYS[1], '', ARGV[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 1
""")

MOST = 1000
"""Games that a book keeps, the newest."""


class Books:
    """What one hub writes and reads of them."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def keep(self, person: str, table: str, at: int, game: bytes, ttl: int) -> None:
        """Write a game into a person's book, where there is one and the game is not in it yet."""
        await self._writer.call(KEEP, places(person), table, at, game, ttl, MOST)

    async def begin(self, person: str, now: int, ttl: int) -> None:
        """Keep a book for this person from now on."""
        await self._writer.call(BEGIN, places(person)[:1], now, ttl)

    async def end(self, person: str) -> None:
        """Throw a person's book away, and keep none any more."""
        await self._writer.send("DEL", *places(person))

    async def read(self, person: str) -> tuple[int, list[bytes]]:
        """Since when a book is kept (ms; 0 where there is none), and its games, in no order. Raises
        StoreAway."""
        found = dict(pairs(await self._reader.send("HGETALL", book(person, "games"))))
        since = int(found.pop(BEGUN, 0))
        return since, list(found.values())


def places(person: str) -> list[str]:
    """The keys of a person's book."""
    return [book(person, part) for part in ("games", "times")]
