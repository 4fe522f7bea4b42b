-- Replace the first entries of a log and its snapshot, and remove chat lines.
--
-- KEYS  log, state, chat
-- ARGV  1 snapshot  2 number of entries  3 SHA-1 of that many stored entries, then the entries, then the
--       lines
-- Returns 1; 0 if the log begins with other entries.

local count = tonumber(ARGV[2])
if count > 0 then
  local there = redis.call('LRANGE', KEYS[1], 0, count - 1)
  if redis.sha1hex(table.concat(there)) ~= ARGV[3] then return 0 end
  for i = 1, count do
    if there[i] ~= ARGV[3 + i] then redis.call('LSET', KEYS[1], i - 1, ARGV[3 + i]) end
  end
  if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('HSET', KEYS[2], 'version', count, 'table', ARGV[1])
  end
end
for i = 4 + count, #ARGV do redis.call('LREM', KEYS[3], 1, ARGV[i]) end
return 1
