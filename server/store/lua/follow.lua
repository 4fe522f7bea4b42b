-- Renew a hub's registration as a follower of tables, and remove registrations that were not renewed.
--
-- KEYS  log, hubs of each table
-- ARGV  1 hub
-- Returns the lengths of the logs, -1 for a key of the wrong type; then how many registrations of this hub
-- were missing, so that it got no messages about these tables.

local now, found, missing = redis.call('TIME')[1], {}, 0
for i = 1, #KEYS, 2 do
  local length = redis.pcall('LLEN', KEYS[i])
  if type(length) ~= 'number' then length = -1 end
  if length > 0 then
    if not redis.pcall('ZSCORE', KEYS[i + 1], ARGV[1]) then missing = missing + 1 end
    redis.pcall('ZADD', KEYS[i + 1], now, ARGV[1])
    redis.pcall('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now - 90)
  end
  found[#found + 1] = length
end
found[#found + 1] = missing
return found
