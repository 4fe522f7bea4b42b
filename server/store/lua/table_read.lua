-- KEYS  log, state, chat
-- Returns ms until the table expires, version and snapshot (0 and "" if there is none), entries and chat
-- lines; false if there is no table.

if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local state = redis.call('HMGET', KEYS[2], 'version', 'table')
return {redis.call('PTTL', KEYS[1]), state[1] or '0', state[2] or '',
        redis.call('LRANGE', KEYS[1], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1)}
