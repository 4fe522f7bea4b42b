-- Store a report, unless there is one of this name.
--
-- ARGV  5 name  6 report
-- Returns 1 if it was stored, else 0.

if redis.call('HSETNX', KEYS[1], ARGV[5], ARGV[6]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], ms, ARGV[5])
tidy()
return 1
