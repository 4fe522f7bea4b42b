-- Set fields of a group, on behalf of a member.
--
-- KEYS  group
-- ARGV  1 person, then fields and values
-- Returns 1; 0 if the person is no member.

if redis.call('HEXISTS', KEYS[1], 'by:' .. ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
