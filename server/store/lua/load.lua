-- Read a table to resume it, and register the hub as a follower.
--
-- KEYS  log, state, hubs
-- ARGV  1 hub
-- Returns version and snapshot (0 and "" if there is none), the later entries, and for each edition in which
-- its game has failed a pair of edition and failure; then 1 if the hub was not registered before, so that it got
-- no messages about the table. False if there is no table.

if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local missing = redis.call('ZADD', KEYS[3], redis.call('TIME')[1], ARGV[1])
redis.call('PEXPIRE', KEYS[3], math.max(redis.call('PTTL', KEYS[1]), 60000))
local state = redis.call('HMGET', KEYS[2], 'version', 'table')
local broken = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
  if string.sub(field, 1, 7) == 'broken ' then
    broken[#broken + 1] = {string.sub(field, 8), redis.call('HGET', KEYS[2], field)}
  end
end
return {state[1] or '0', state[2] or '', redis.call('LRANGE', KEYS[1], state[1] or 0, -1), broken, missing}
