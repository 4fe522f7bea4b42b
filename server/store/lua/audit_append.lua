-- Set orders and append an act to the audit log, after the hash of the row written last. That hash is stored,
-- so it counts even if the row was changed since.
--
-- KEYS  orders, acts, end
-- ARGV  1 act, then fields and values of the orders ("" = delete)
-- Returns the length of the log.

local before = redis.call('GET', KEYS[3]) or redis.sha1hex(redis.call('LINDEX', KEYS[2], -1) or '')
local now = redis.call('TIME')
local ms = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
local row = before .. ' ' .. ms .. ' ' .. ARGV[1]
for i = 2, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('SET', KEYS[3], redis.sha1hex(row))
return redis.call('RPUSH', KEYS[2], row)
