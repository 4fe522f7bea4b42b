-- Delete the records that a table's game has failed.
--
-- KEYS  state
-- Returns the number of deleted records.

local count = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 7) == 'broken ' then count = count + redis.call('HDEL', KEYS[1], field) end
end
return count
