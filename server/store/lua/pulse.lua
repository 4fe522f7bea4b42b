-- Record that hubs reach a node of a cluster, and since when they didn't (`outages.py`).
--
-- KEYS  the node's outages
-- ARGV  1 cluster time in ms  2 ms without a pulse that make an outage  3 outages to keep  4 seconds to live
-- Returns the kept outages: begin and end of each, in cluster time.

local at = tonumber(ARGV[1])
local last, away = at, {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if fields[i] == 'last' then
    last = tonumber(fields[i + 1])
  else
    away[#away + 1] = {tonumber(fields[i]), tonumber(fields[i + 1])}
  end
end
local function text(time) return string.format('%.0f', time) end
if at - last > tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], text(last), text(at))
  away[#away + 1] = {last, at}
end
table.sort(away, function(a, b) return a[1] < b[1] end)
while #away > tonumber(ARGV[3]) do
  redis.call('HDEL', KEYS[1], text(table.remove(away, 1)[1]))
end
-- Of several hubs the one that is ahead counts, but not one whose time was lost with another node.
if at >= last or last - at > tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'last', text(at))
end
if redis.call('TTL', KEYS[1]) < ARGV[4] / 2 then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
local found = {}
for _, one in ipairs(away) do
  found[#found + 1] = one[1]
  found[#found + 1] = one[2]
end
return found
