-- Replace the value of a hash's field, if the field exists.
--
-- KEYS  hash
-- ARGV  1 field  2 value
-- Returns 1; 0 if there is no such field.

if not redis.call('HGET', KEYS[1], ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
