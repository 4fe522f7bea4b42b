"""The steps that Redis carries out as one, in Lua; the keys are those of `keys.py`."""

from __future__ import annotations

from pathlib import Path

from .links import Script

COMMIT = Script((Path(__file__).parent / "commit.lua").read_text())

LOAD = Script("""-- KEYS log, state, hubs; ARGV hub. Registers, then gives version, snapshot, later entries.
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('ZADD', KEYS[3], redis.call('TIME')[1], ARGV[1])
redis.call('PEXPIRE', KEYS[3], math.max(redis.call('PTTL', KEYS[1]), 60000))
local state = redis.call('HMGET', KEYS[2], 'version', 'table')
return {state[1] or '0', state[2] or '', redis.call('LRANGE', KEYS[1], state[1] or 0, -1)}
""")

LENGTHS = Script("""-- KEYS logs. Gives their lengths; -1 for what is no log.
local found = {}
for i, log in ipairs(KEYS) do
  local length = redis.pcall('LLEN', log)
  found[i] = type(length) == 'number' and length or -1
end
return found
""")

FOLLOW = Script("""-- KEYS log, hubs, log, hubs, ...; ARGV hub. Registers again, forgets hubs that don't;
-- gives the lengths; -1 for what is no log.
local now, found = redis.call('TIME')[1], {}
for i = 1, #KEYS, 2 do
  local length = redis.pcall('LLEN', KEYS[i])
  if type(length) ~= 'number' then length = -1 end
  if length > 0 then
    redis.pcall('ZADD', KEYS[i + 1], now, ARGV[1])
    redis.pcall('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now - 90)
  end
  found[#found + 1] = length
end
return found
""")

TELL = Script("""-- KEYS hubs; ARGV table, hub, version, entry, what goes along with it. What
-- `commit.lua` has kept back.
local told = 'e ' .. ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4]
if ARGV[5] ~= '' then
  told = 'r ' .. ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. #ARGV[4] .. ' ' .. ARGV[4] .. ARGV[5]
end
for _, hub in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if hub ~= ARGV[2] then
    redis.call('PUBLISH', 'hub:' .. hub, told)
  end
end
return 1
""")

NOTE = Script("""-- KEYS hubs; ARGV hub, message. To the other hubs that follow the table.
for _, hub in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if hub ~= ARGV[1] then redis.call('PUBLISH', 'hub:' .. hub, ARGV[2]) end
end
return 1
""")

SAY = Script("""-- KEYS log, chat, hubs; ARGV table, hub, line, size of its name (how it begins), most lines,
-- "1" = the other hubs are told later (NOTE). Keeps a line for as long as the table; gives it back. A repeat,
-- which has the same name, gives the line that lies there. False where there is no table.
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local size = tonumber(ARGV[4])
local name = string.sub(ARGV[3], 1, size)
for _, line in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if string.sub(line, 1, size) == name then return line end
end
redis.call('RPUSH', KEYS[2], ARGV[3])
redis.call('LTRIM', KEYS[2], -ARGV[5], -1)
redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[1]), 60000))
if ARGV[6] == '1' then return ARGV[3] end
for _, hub in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  if hub ~= ARGV[2] then redis.call('PUBLISH', 'hub:' .. hub, 'n ' .. ARGV[1] .. ' ' .. ARGV[3]) end
end
return ARGV[3]
""")

ANNOUNCE = Script("""-- KEYS lobby; ARGV table, summary ("" = gone). One step: all hubs see the same order.
-- What is known already is no news.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') == ARGV[2] then return 0 end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
redis.call('PUBLISH', 'lobby', ARGV[1] .. ' ' .. ARGV[2])
return 1
""")

ALLOW = Script("""-- KEYS whose; ARGV for each: ms that one takes to come back, how many at once.
-- Takes one from every one of them, or from none; gives 1, or 0. A key holds the time (ms) at which all
-- will have come back.
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local full = {}
for i, key in ipairs(KEYS) do
  local each, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local at = math.max(ms, tonumber(redis.call('GET', key) or '0')) + each
  if at - ms > each * burst then return 0 end
  full[i] = math.ceil(at)
end
for i, key in ipairs(KEYS) do
  local left = math.max(1, full[i] - ms)
  redis.call('SET', key, string.format('%.0f', full[i]), 'PX', string.format('%.0f', left))
end
return 1
""")

KNOWS = Script("""-- KEYS log, state, chat; ARGV person. Does any of it name that person?
for _, list in ipairs({KEYS[1], KEYS[3]}) do
  for _, row in ipairs(redis.pcall('LRANGE', list, 0, -1)) do
    if string.find(row, ARGV[1], 1, true) then return 1 end
  end
end
local snapshot = redis.pcall('HGET', KEYS[2], 'table')
return type(snapshot) == 'string' and string.find(snapshot, ARGV[1], 1, true) and 1 or 0
""")

CHANGE = Script("""-- KEYS log, state, chat; ARGV snapshot, how many entries, SHA-1 of as many that are there,
-- entries, lines. Puts others in the place of these entries, with the snapshot that they make; gives 0 where
-- the log begins otherwise. Removes these lines.
local count = tonumber(ARGV[2])
if count > 0 then
  local there = redis.call('LRANGE', KEYS[1], 0, count - 1)
  if redis.sha1hex(table.concat(there)) ~= ARGV[3] then return 0 end
  for i = 1, count do
    if there[i] ~= ARGV[3 + i] then redis.call('LSET', KEYS[1], i - 1, ARGV[3 + i]) end
  end
  if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('HSET', KEYS[2], 'version', count, 'table', ARGV[1])
  end
end
for i = 4 + count, #ARGV do redis.call('LREM', KEYS[3], 1, ARGV[i]) end
return 1
""")

REPLACE = Script("""-- KEYS hash; ARGV field, value. Changes a field that is there.
if not redis.call('HGET', KEYS[1], ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
""")

SETTLED = Script("""-- KEYS due; ARGV table, now. The deadline that has passed goes, a later one stays.
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if at and tonumber(at) <= tonumber(ARGV[2]) then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 1
""")

HERE = Script("""-- KEYS log, here; ARGV field, row ("" = none). The row lives as long as the table.
if ARGV[2] == '' then return redis.call('HDEL', KEYS[2], ARGV[1]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[1]), 60000))
""")

ALIVE = Script("""-- KEYS hubs; ARGV hub, ms to keep the dead, ms after which one counts as dead.
-- Gives 1 if the hub counted as dead until now.
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local last = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '0')
redis.call('ZADD', KEYS[1], ms, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])
redis.call('PUBLISH', 'hub:' .. ARGV[1], 'h')
return ms - last >= tonumber(ARGV[3]) and 1 or 0
""")

AGES = Script("""-- KEYS hubs. Of every hub: its name, and the ms since its last sign of life.
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #found, 2 do found[i] = ms - found[i] end
return found
""")
