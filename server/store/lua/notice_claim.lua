-- Claim a notice to a person, so that of all hubs one sends it, once.
--
-- KEYS  devices, told
-- ARGV  1 what it is about  2 which notice about it  3 most kept claims  4 seconds to live
-- Returns the devices with their names; nothing if there is none, or if this notice was claimed before.

if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
if redis.call('HGET', KEYS[2], ARGV[1]) == ARGV[2] then return {} end
if #redis.call('HKEYS', KEYS[2]) >= tonumber(ARGV[3]) then redis.call('DEL', KEYS[2]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return redis.call('HGETALL', KEYS[1])
