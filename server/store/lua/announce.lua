-- Put a table into the lobby or remove it, and publish that. Atomic, so that all hubs see the same order. An
-- unchanged summary is not published.
--
-- KEYS  lobby
-- ARGV  1 table  2 summary ("" = remove)
-- Returns 1; 0 if nothing has changed.

if (redis.call('HGET', KEYS[1], ARGV[1]) or '') == ARGV[2] then return 0 end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
redis.call('PUBLISH', 'lobby', ARGV[1] .. ' ' .. ARGV[2])
return 1
