"""Groups of friends: who belongs to one, what it is called, when it meets, at which tables it plays.

A group is known by the hash of its link (`table/tokens.py`). Its games stand in a book of its own, as a
person's do (`books.py`); all of it expires a while after somebody last joined or made a table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .books import places
from .keys import group, pairs
from .links import Script
from .pipeline import Pipeline

FOUND = Script("""-- KEYS group, games; ARGV title, person, the person's name, now (ms), seconds to live.
redis.call('HSET', KEYS[1], 'name', ARGV[1], 'by:' .. ARGV[2], ARGV[3])
redis.call('HSETNX', KEYS[2], '', ARGV[4])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[5]) end
return 1
""")

JOIN = Script("""-- KEYS group, games, times; ARGV person, the person's name, most, seconds to live.
-- Gives 1 for who belongs to it now, 0 where it has members enough, -1 where there is none.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local me = 'by:' .. ARGV[1]
if redis.call('HEXISTS', KEYS[1], me) == 0 then
  local members = 0
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(field, 1, 3) == 'by:' then members = members + 1 end
  end
  if members >= tonumber(ARGV[3]) then return 0 end
end
redis.call('HSET', KEYS[1], me, ARGV[2])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[4]) end
return 1
""")

CHANGE = Script("""-- KEYS group; ARGV person, then fields and values. Gives 0 for who doesn't belong to it.
if redis.call('HEXISTS', KEYS[1], 'by:' .. ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
""")

MEET = Script("""-- KEYS group, games, times; ARGV person, table, when (ms), how it was made, most tables,
-- seconds to live. Notes a table, and forgets the oldest where there are too many; gives 0 for who doesn't
-- belong to the group.
if redis.call('HEXISTS', KEYS[1], 'by:' .. ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'at:' .. ARGV[2], ARGV[3], 'usual', ARGV[4])
local tables = {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 3) == 'at:' then tables[#tables + 1] = {tonumber(fields[i + 1]), fields[i]} end
end
table.sort(tables, function(a, b) return a[1] > b[1] end)
for i = tonumber(ARGV[5]) + 1, #tables do redis.call('HDEL', KEYS[1], tables[i][2]) end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[6]) end
return 1
""")

LEAVE = Script("""-- KEYS group, games, times; ARGV person. Whoever leaves last takes the group along.
redis.call('HDEL', KEYS[1], 'by:' .. ARGV[1])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 3) == 'by:' then return 1 end
end
redis.call('DEL', unpack(KEYS))
return 1
""")

MEMBERS: Final = 64
TABLES: Final = 12
"""The newest ones, which a group remembers."""


class Kept(NamedTuple):
    """All that is kept of a group."""

    name: str
    evening: int
    """When it meets next, in ms; 0 where nobody has said."""
    usual: bytes
    """How its last table was made; b"" before the first."""
    members: dict[str, bytes]
    """By person, what the person was called on joining."""
    tables: dict[str, int]
    """When each was made, in ms."""
    games: list[bytes]
    """In no order."""


class Groups:
    """What one hub writes and reads of them."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def found(self, name: str, title: str, person: str, called: str, now: int, ttl: int) -> None:
        """Begin a group; this person belongs to it."""
        await self._writer.call(FOUND, _all(name)[:2], title, person, called, now, ttl)

    async def join(self, name: str, person: str, called: str, ttl: int) -> int:
        """Let somebody in, or write down another name: 1 done, 0 full, -1 there is no such group."""
        done: int = await self._writer.call(JOIN, _all(name), person, called, MEMBERS, ttl)
        return done

    async def change(self, name: str, person: str, fields: dict[str, str | int]) -> bool:
        """Change what it is called or when it meets; only who belongs to it does."""
        flat = [part for pair in fields.items() for part in pair]
        return bool(await self._writer.call(CHANGE, [group(name)], person, *flat))

    async def meet(self, name: str, person: str, table: str, at: int, usual: bytes, ttl: int) -> bool:
        """Note a table that somebody has made for it."""
        return bool(await self._writer.call(MEET, _all(name), person, table, at, usual, TABLES, ttl))

    async def leave(self, name: str, person: str) -> None:
        """Belong to it no more; the last one takes the group along."""
        await self._writer.call(LEAVE, _all(name), person)

    async def belongs(self, name: str, person: str) -> bool:
        """Does somebody belong to it? Raises StoreAway."""
        return bool(await self._reader.send("HEXISTS", group(name), f"by:{person}"))

    async def read(self, name: str) -> Kept | None:
        """All of it; None where there is no such group. Raises StoreAway."""
        rows = {key.decode(): value for key, value in pairs(await self._reader.send("HGETALL", group(name)))}
        if "name" not in rows:
            return None
        games = pairs(await self._reader.send("HGETALL", places(book_of(name))[0]))
        return Kept(
            rows["name"].decode(),
            int(rows.get("evening", 0)),
            rows.get("usual", b""),
            {key[3:]: value for key, value in rows.items() if key.startswith("by:")},
            {key[3:]: int(value) for key, value in rows.items() if key.startswith("at:")},
            [value for key, value in games if key],
        )


def book_of(name: str) -> str:
    """Whose book its games stand in: beside those of people, none of whom is called so."""
    return f"group:{name}"


def _all(name: str) -> list[str]:
    return [group(name), *places(book_of(name))]
