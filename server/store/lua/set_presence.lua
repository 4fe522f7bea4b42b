-- Set or remove a presence row of a table. It expires with the table.
--
-- KEYS  log, here
-- ARGV  1 field  2 row ("" = remove)

if ARGV[2] == '' then return redis.call('HDEL', KEYS[2], ARGV[1]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[1]), 60000))
