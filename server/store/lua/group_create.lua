-- Create a group with its book and first member.
--
-- KEYS  group, games
-- ARGV  1 title  2 person  3 the person's name  4 now (ms)  5 seconds to live

redis.call('HSET', KEYS[1], 'name', ARGV[1], 'by:' .. ARGV[2], ARGV[3])
redis.call('HSETNX', KEYS[2], '', ARGV[4])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[5]) end
return 1
