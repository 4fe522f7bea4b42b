-- Begin a book, unless there is one.
--
-- KEYS  games
-- ARGV  1 now (ms)  2 seconds to live

if redis.call('HSETNX', KEYS[1], '', ARGV[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 1
