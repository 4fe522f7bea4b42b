-- KEYS  reports, reported
-- ARGV  1 name

redis.call('HDEL', KEYS[1], ARGV[1])
return redis.call('ZREM', KEYS[2], ARGV[1])
