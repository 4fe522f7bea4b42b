-- Record that a table's game has failed in an edition of the program. The record expires with the table.
--
-- KEYS  log, state
-- ARGV  1 edition  2 failure
-- Returns 1; 0 if there is no table.

if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], 'broken ' .. ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[1]), 60000))
return 1
