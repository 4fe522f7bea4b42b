-- Read the audit log and the hash of its last row atomically.
--
-- KEYS  acts, end
-- Returns the rows and the hash ("" = none).

return {redis.call('LRANGE', KEYS[1], 0, -1), redis.call('GET', KEYS[2]) or ''}
