-- Record a table of a group, on behalf of a member. Above the limit, the member who made the most of the
-- tables loses the oldest of them.
--
-- KEYS  group, games, times
-- ARGV  1 person  2 table  3 time (ms)  4 options of the table  5 limit of tables  6 seconds to live
-- Returns 1; 0 if the person is no member.

if redis.call('HEXISTS', KEYS[1], 'by:' .. ARGV[1]) == 0 then return 0 end
local maker = string.sub(redis.sha1hex(ARGV[1]), 1, 8)
redis.call('HSET', KEYS[1], 'at:' .. ARGV[2], ARGV[3], 'of:' .. ARGV[2], maker, 'usual', ARGV[4])
local tables = {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local at = string.sub(fields[i], 1, 3) == 'at:'
  if at then tables[#tables + 1] = {tonumber(fields[i + 1]), string.sub(fields[i], 4)} end
end
table.sort(tables, function(a, b) return a[1] > b[1] end)
local made = {}
for _, it in ipairs(tables) do
  local of = redis.call('HGET', KEYS[1], 'of:' .. it[2]) or ''
  made[of] = (made[of] or 0) + 1
  it[3] = made[of]
end
table.sort(tables, function(a, b) return a[3] < b[3] or (a[3] == b[3] and a[1] > b[1]) end)
for i = tonumber(ARGV[5]) + 1, #tables do
  redis.call('HDEL', KEYS[1], 'at:' .. tables[i][2], 'of:' .. tables[i][2])
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[6]) end
return 1
