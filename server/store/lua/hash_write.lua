-- Write a hash, unless the key exists.
--
-- KEYS  hash
-- ARGV  1 ms until it expires, then fields and values
-- Returns 1; 0 if the key exists.

if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
