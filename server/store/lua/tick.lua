-- Record a hub's tick and advance cluster time (`cluster_time.py`).
--
-- KEYS  cluster time
-- ARGV  1 "hub <hub>"  2 ms without a tick that make a gap  3 ms of pause after a gap
-- Returns cluster time and the rest of the pause (ms).

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local fields, found = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #fields, 2 do found[fields[i]] = tonumber(fields[i + 1]) end
local at, last, still = found.at or ms, found.last or ms, found.still or 0
local function silent(since) return ms < since or ms - since > tonumber(ARGV[2]) end
local gap = silent(last)
for i = 1, #fields, 2 do
  local hub = fields[i]
  if string.sub(hub, 1, 4) == 'hub ' and hub ~= ARGV[1] and silent(found[hub]) then
    redis.call('HDEL', KEYS[1], hub)
    gap = true
  end
end
if gap then
  still = ms + ARGV[3]
else
  at = at + math.max(0, ms - math.max(last, still))
end
local function text(time) return string.format('%.0f', time) end
redis.call('HSET', KEYS[1], 'at', text(at), 'last', text(ms), 'still', text(still), ARGV[1], text(ms))
return {at, math.max(0, still - ms)}
