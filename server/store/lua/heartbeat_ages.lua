-- KEYS  hubs
-- Returns the name of each hub and the ms since its last heartbeat.

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #found, 2 do found[i] = ms - found[i] end
return found
