-- Remove a table's deadline if it has passed.
--
-- KEYS  due
-- ARGV  1 table  2 cluster time (ms)

local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if at and tonumber(at) <= tonumber(ARGV[2]) then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 1
