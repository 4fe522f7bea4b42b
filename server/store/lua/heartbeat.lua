-- Record a hub's heartbeat, remove hubs that died long ago, and send the hub a message, so that it can tell
-- whether its subscription works.
--
-- KEYS  hubs
-- ARGV  1 hub  2 ms after which a dead hub is removed  3 ms after which a silent hub counts as dead
-- Returns 1 if the hub counted as dead until now, else 0.

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local last = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '0')
redis.call('ZADD', KEYS[1], ms, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])
redis.call('PUBLISH', 'hub:' .. ARGV[1], 'h')
return math.abs(ms - last) >= tonumber(ARGV[3]) and 1 or 0
